// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QAbstractTableModel>

#include "core/analysis/report.h"
#include "core/graph/graph.h"
#include "widgets/painters/model/coloring.h"

namespace stowage {

/// What is found out about streams in the background.
struct StreamFacts {
  std::vector<StreamUse> uses;  ///< by StreamId
  Coloring coloring;            ///< by stream
};

/// The streams of a graph, one a row, in their own order. A new name is not set but asked for.
class StreamTableModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kName, kOperators, kPeak };
  static constexpr int kColumns = 3;

  using QAbstractTableModel::QAbstractTableModel;

  /// Either may be null; facts are of that graph.
  void set_graph(std::shared_ptr<const Graph> graph);
  /// Names do not change, and are not said to: one may be being edited. Views must repaint their swatches.
  void set_facts(std::shared_ptr<const StreamFacts> facts);
  /// For the swatches: the theme, and the screen's ratio of pixels.
  void set_look(const Theme& theme, double ratio);
  /// How views fill what is on the stream; none before the facts are there, or without a class of its own.
  [[nodiscard]] std::optional<Fill> fill(StreamId stream) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 signals:
  void rename_requested(stowage::StreamId stream, const QString& name);

 private:
  [[nodiscard]] QString text(StreamId stream, int column) const;
  [[nodiscard]] QString hint(StreamId stream, int column) const;

  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<const StreamFacts> facts_;
  const Theme* theme_ = &Theme::of(false);
  double ratio_ = 1;
};

}  // namespace stowage
