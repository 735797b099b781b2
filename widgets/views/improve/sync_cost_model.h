// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include <QSortFilterProxyModel>

#include "core/insight/improve/cost.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/tables/column_model.h"

namespace stowage {

/// The syncs of a graph, one a row, with what the graph costs without each: figures fill in as they become known.
class SyncCostModel final : public ColumnModel<std::size_t> {
  Q_OBJECT

 public:
  enum Column { kSync, kFootprint, kBound };

  explicit SyncCostModel(QObject* parent = nullptr);

  /// Forgets all figures. Null: no rows.
  void set_graph(std::shared_ptr<const Graph> graph);
  /// What the graph costs as it is: the rows say how much more it is without their sync.
  void set_now(const Cost& now);
  /// Of a redundant one, with what implies it.
  void set_cost(const SyncCost& cost, const SyncWay& way = {});

  [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
  [[nodiscard]] const ControlEdge& sync(int row) const { return graph_->control()[static_cast<std::size_t>(row)]; }
  [[nodiscard]] int redundant_count() const { return redundant_; }

  /// Known to be.
  [[nodiscard]] bool is_redundant(std::size_t row) const { return costs_[row] && costs_[row]->redundant; }

  [[nodiscard]] std::size_t at(int row) const override { return static_cast<std::size_t>(row); }

 private:
  /// More, or less, than what it is with the sync; none while unknown.
  [[nodiscard]] std::optional<Bytes> change(std::size_t row, int column) const;
  [[nodiscard]] TableColumn<std::size_t> figure(Column column, const QString& title, const QString& hint);
  [[nodiscard]] QString sync_tip(std::size_t row) const;
  [[nodiscard]] QString figure_tip(std::size_t row, Column column) const;
  [[nodiscard]] int row_count() const override { return static_cast<int>(costs_.size()); }
  [[nodiscard]] QVariant look(std::size_t row, int column, int role) const override;

  std::shared_ptr<const Graph> graph_;
  std::optional<Cost> now_;
  std::vector<std::optional<SyncCost>> costs_;
  std::unordered_map<std::size_t, QString> ways_;  // by place: what implies it, from end to end
  int redundant_ = 0;
};

/// Its rows, sorted; those that are redundant only where they are wanted.
class SyncCostRows final : public QSortFilterProxyModel {
 public:
  explicit SyncCostRows(SyncCostModel* rows);

  void show_redundant(bool shown);

 private:
  [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

  bool redundant_ = false;
};

}  // namespace stowage
