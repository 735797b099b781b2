// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include <QAbstractTableModel>

#include "widgets/views/compare/moved_query.h"

namespace stowage {

/// Rows of tensors that differ between two plans, as a query found them.
class MovedModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  static constexpr int kSortRole = Qt::UserRole;  ///< the exact number, where the column shows one

  using QAbstractTableModel::QAbstractTableModel;

  /// `rows` are indices into `difference->changed`; null: an empty table.
  void set_rows(PlanPair pair, std::shared_ptr<const PlanDifference> difference, std::vector<std::uint32_t> rows);
  [[nodiscard]] const std::shared_ptr<const PlanDifference>& difference() const { return difference_; }
  [[nodiscard]] const PlanPair& pair() const { return pair_; }

  [[nodiscard]] const TensorDifference& one(int row) const {
    return difference_->changed[rows_[static_cast<std::size_t>(row)]];
  }
  /// The row of a tensor of the plan after, or -1.
  [[nodiscard]] int row_of(TensorId after) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  [[nodiscard]] QString title(MovedColumn column) const;
  /// What a cell holds, exactly and without grouping: for the clipboard and for files.
  [[nodiscard]] QString exact_text(const TensorDifference& one, MovedColumn column) const;

 private:
  [[nodiscard]] bool timed() const { return pair_.after.graph && !pair_.after.graph->times().empty(); }
  [[nodiscard]] QString hint(MovedColumn column) const;
  [[nodiscard]] QString shown_text(const TensorDifference& one, MovedColumn column) const;
  [[nodiscard]] QString tool_tip(const TensorDifference& one, MovedColumn column) const;

  PlanPair pair_;
  std::shared_ptr<const PlanDifference> difference_;
  std::vector<std::uint32_t> rows_;
  std::unordered_map<TensorId, int> row_of_;
};

}  // namespace stowage
