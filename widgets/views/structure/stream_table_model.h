// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/graph/graph.h"
#include "core/insight/analysis/report.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/tables/column_model.h"

namespace stowage {

/// What is found out about streams in the background.
struct StreamFacts {
  std::vector<StreamUse> uses;  ///< by StreamId
  Coloring coloring;            ///< by stream
};

/// The streams of a graph, one a row, in their own order. A new name is not set but asked for.
class StreamTableModel final : public ColumnModel<StreamId> {
  Q_OBJECT

 public:
  enum Column { kName, kOperators, kPeak };

  explicit StreamTableModel(QObject* parent = nullptr);

  /// Either may be null; facts are of that graph.
  void set_graph(std::shared_ptr<const Graph> graph);
  /// Names do not change, and are not said to: one may be being edited. Views must repaint their swatches.
  void set_facts(std::shared_ptr<const StreamFacts> facts);
  /// For the swatches: the theme, and the screen's ratio of pixels.
  void set_look(const Theme& theme, double ratio);
  /// How views fill what is on the stream; none before the facts are there, or without a class of its own.
  [[nodiscard]] std::optional<Fill> fill(StreamId stream) const;

  [[nodiscard]] StreamId at(int row) const override { return StreamId(static_cast<std::size_t>(row)); }
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 signals:
  void rename_requested(stowage::StreamId stream, const QString& name);

 private:
  [[nodiscard]] int row_count() const override { return graph_ ? static_cast<int>(graph_->stream_count()) : 0; }
  [[nodiscard]] QVariant look(StreamId stream, int column, int role) const override;
  [[nodiscard]] QString peak_tip(StreamId stream) const;

  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<const StreamFacts> facts_;
  const Theme* theme_ = &Theme::of(false);
  double ratio_ = 1;
};

}  // namespace stowage
