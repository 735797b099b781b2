// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QString>

#include "widgets/painters/model/step_bands.h"

namespace stowage {

/// What a hover card says: a heading and rows of "name, value". A row without a name continues the one before.
struct GraphCard {
  struct Row {
    QString name, value;
    QString rich{};  ///< the value as rich text, where it has colours
  };
  QString heading;
  std::vector<Row> rows;

  void add(const QString& name, const QString& value, const QString& rich = {}) { rows.push_back({name, value, rich}); }

  /// As plain lines, for screen readers and the clipboard.
  [[nodiscard]] QString text() const;
  /// As rich text, for a card that is a widget.
  [[nodiscard]] QString html() const;
};

/// Kind, phase, stream and position, and step of an operator.
[[nodiscard]] std::vector<GraphCard::Row> operator_rows(const Graph& graph, OperatorId o);
/// Id, kind, phase, stream and position, the part of the order if there are any, inputs and outputs with sizes (the
/// largest few of many): of a recorded heap, what it allocates and frees.
[[nodiscard]] GraphCard operator_card(const Graph& graph, OperatorId o, const StepBands* bands = nullptr,
                                      bool recorded = false);
/// Which part of the order it is, and what is in it.
[[nodiscard]] GraphCard band_card(const StepBands& bands, const StepBand& band);
/// Which module it is, and what is in it.
[[nodiscard]] GraphCard module_card(const GraphModules& modules, std::uint32_t node);
/// The tensors of an edge with their sizes.
[[nodiscard]] GraphCard edge_card(const Graph& graph, OperatorId from, OperatorId to,
                                  std::span<const TensorId> tensors);

}  // namespace stowage
