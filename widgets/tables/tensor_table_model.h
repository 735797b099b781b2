// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "widgets/painters/model/plan_view.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/tensor_query.h"

namespace stowage {

/// Rows of tensors, as a query found them. Given whole values; nothing is stored a cell, so a million rows cost two
/// numbers each.
class TensorTableModel final : public ColumnModel<TensorId> {
  Q_OBJECT

 public:
  explicit TensorTableModel(QObject* parent = nullptr) : ColumnModel(parent) { set_columns(columns()); }

  /// `rows` are distinct tensors of the view's graph. The same rows as before are not reset, so that what is selected
  /// and scrolled to stays.
  void set_rows(PlanView view, std::vector<TensorId> rows);
  /// Another plan for the same graph: the rows stay.
  void set_plan_view(PlanView view);
  [[nodiscard]] const PlanView& view() const { return view_; }
  /// Rows that stand out; sorted.
  void set_found(std::vector<TensorId> found);
  void set_notes(ViewState::Notes notes);

  [[nodiscard]] TensorId at(int row) const override { return rows_[static_cast<std::size_t>(row)]; }
  /// Its row, or -1 where it is filtered out.
  [[nodiscard]] int row_of(TensorId t) const;

 private:
  /// Steps are named otherwise than times.
  [[nodiscard]] Columns columns() const;
  [[nodiscard]] bool timed() const { return view_.graph && !view_.graph->times().empty(); }
  [[nodiscard]] bool recorded() const { return view_.recorded(); }
  [[nodiscard]] bool shares() const { return view_.graph && view_.graph->has_sharing(); }
  [[nodiscard]] bool only_lifetimes() const;
  [[nodiscard]] int row_count() const override { return static_cast<int>(rows_.size()); }
  [[nodiscard]] QVariant look(TensorId t, int column, int role) const override;
  /// None where they are not known yet.
  [[nodiscard]] std::optional<std::int64_t> offset(TensorId t) const;
  [[nodiscard]] std::optional<std::int64_t> end(TensorId t) const;
  [[nodiscard]] std::optional<std::int64_t> life_end(TensorId t, bool from) const;
  [[nodiscard]] QString note(TensorId t) const;
  [[nodiscard]] QString operator_names(std::span<const OperatorId> operators, std::size_t most) const;

  PlanView view_;
  std::vector<TensorId> rows_;
  std::vector<int> row_of_;  // by TensorId; -1: not shown
  std::vector<TensorId> found_;
  ViewState::Notes notes_;
  bool has_kinds_ = false;
};

}  // namespace stowage
