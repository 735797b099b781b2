// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/graph/graph.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/tables/column_model.h"

namespace stowage {

/// The control edges of a graph, one a row, in the order of the file until sorted otherwise.
class SyncTableModel final : public ColumnModel<std::size_t> {
  Q_OBJECT

 public:
  enum Column { kFrom, kTo, kStreams, kRedundant };

  explicit SyncTableModel(QObject* parent = nullptr);

  /// May be null. Which syncs are redundant is not known then.
  void set_graph(std::shared_ptr<const Graph> graph);
  /// Places in graph.control(), as redundant_syncs() gives them, and what implies them: of the first, as many as are
  /// known.
  void set_redundant(const std::vector<std::size_t>& redundant, const std::vector<SyncWay>& ways);

  [[nodiscard]] bool knows_redundant() const { return redundant_.has_value(); }
  /// The place of a sync in graph.control().
  [[nodiscard]] std::size_t at(int row) const override { return order_[static_cast<std::size_t>(row)]; }
  [[nodiscard]] ControlEdge edge(int row) const { return graph_->control()[at(row)]; }
  /// By steps of the operators, by streams, or the redundant ones first; column -1: the order of the file.
  void sort(int column, Qt::SortOrder order) override;

 private:
  [[nodiscard]] int row_count() const override { return static_cast<int>(order_.size()); }
  [[nodiscard]] QString streams_text(const ControlEdge& sync) const;
  [[nodiscard]] SyncWay way(std::size_t sync) const;
  [[nodiscard]] QString redundant_text(std::size_t sync) const;
  [[nodiscard]] QString redundant_tip(std::size_t sync) const;
  void sort_rows();

  std::shared_ptr<const Graph> graph_;
  std::optional<std::vector<bool>> redundant_;     // by place in graph.control()
  std::unordered_map<std::size_t, SyncWay> ways_;  // likewise
  std::vector<std::uint32_t> order_;               // of the rows: places in graph.control()
  int column_ = -1;
  Qt::SortOrder direction_ = Qt::AscendingOrder;
};

}  // namespace stowage
