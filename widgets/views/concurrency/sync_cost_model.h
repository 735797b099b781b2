// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include <QAbstractTableModel>
#include <QColor>

#include "core/whatif/cost.h"
#include "widgets/painters/words/sync_words.h"

namespace stowage {

/// "conv1 → allreduce".
[[nodiscard]] QString sync_arrow(const Graph& graph, const ControlEdge& sync);

/// Of rows that say that there is nothing to be had, and can be read all the same.
[[nodiscard]] QColor quiet_text();

/// The syncs of a graph, one a row, with what the graph costs without each: figures fill in as they become known.
class SyncCostModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kSync, kFootprint, kBound };
  static constexpr int kColumns = 3;
  static constexpr int kSortRole = Qt::UserRole;

  using QAbstractTableModel::QAbstractTableModel;

  /// Forgets all figures. Null: no rows.
  void set_graph(std::shared_ptr<const Graph> graph);
  /// What the graph costs as it is: the rows say how much more it is without their sync.
  void set_now(const Cost& now);
  /// Of a redundant one, with what implies it.
  void set_cost(const SyncCost& cost, const SyncWay& way = {});

  [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
  [[nodiscard]] const ControlEdge& sync(int row) const { return graph_->control()[static_cast<std::size_t>(row)]; }
  [[nodiscard]] int redundant_count() const { return redundant_; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  /// More, or less, than what it is with the sync; none while unknown.
  [[nodiscard]] std::optional<Bytes> change(std::size_t row, int column) const;
  [[nodiscard]] QString text(std::size_t row, int column) const;
  [[nodiscard]] QString tool_tip(std::size_t row, int column) const;

  std::shared_ptr<const Graph> graph_;
  std::optional<Cost> now_;
  std::vector<std::optional<SyncCost>> costs_;
  std::unordered_map<std::size_t, QString> ways_;  // by place: what implies it, from end to end
  int redundant_ = 0;
};

}  // namespace stowage
