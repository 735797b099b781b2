// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "widgets/tables/column_model.h"
#include "widgets/views/compare/moved_query.h"

namespace stowage {

/// Rows of tensors that differ between two plans, as a query found them.
class MovedModel final : public ColumnModel<const TensorDifference&> {
  Q_OBJECT

 public:
  explicit MovedModel(QObject* parent = nullptr) : ColumnModel(parent) { set_columns(columns()); }

  /// `rows` are indices into `difference->changed`; null: an empty table.
  void set_rows(PlanPair pair, std::shared_ptr<const PlanDifference> difference, std::vector<std::uint32_t> rows);
  [[nodiscard]] const std::shared_ptr<const PlanDifference>& difference() const { return difference_; }
  [[nodiscard]] const PlanPair& pair() const { return pair_; }

  [[nodiscard]] const TensorDifference& at(int row) const override {
    return difference_->changed[rows_[static_cast<std::size_t>(row)]];
  }
  /// The row of a tensor of the plan after, or -1.
  [[nodiscard]] int row_of(TensorId after) const;

 private:
  [[nodiscard]] Columns columns() const;
  [[nodiscard]] static QString change(const TensorDifference& one);
  [[nodiscard]] int row_count() const override { return static_cast<int>(rows_.size()); }

  PlanPair pair_;
  std::shared_ptr<const PlanDifference> difference_;
  std::vector<std::uint32_t> rows_;
  std::unordered_map<TensorId, int> row_of_;
  bool resized_ = false;  // any tensor
};

}  // namespace stowage
