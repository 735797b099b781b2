// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "widgets/painters/model/plan_view.h"
#include "widgets/tables/tensor_query.h"

namespace stowage {

/// Rows of tensors, as a query found them. Given whole values; nothing is stored a cell, so a million rows cost two
/// numbers each.
class TensorTableModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  static constexpr int kSortRole = Qt::UserRole;  ///< the exact number, where the column shows one

  using QAbstractTableModel::QAbstractTableModel;

  /// `rows` are distinct tensors of the view's graph. The same rows as before are not reset, so that what is selected
  /// and scrolled to stays.
  void set_rows(PlanView view, std::vector<TensorId> rows);
  /// Another plan for the same graph: the rows stay.
  void set_plan_view(PlanView view);
  [[nodiscard]] const PlanView& view() const { return view_; }
  /// Rows that stand out; sorted.
  void set_found(std::vector<TensorId> found);
  void set_notes(ViewState::Notes notes);

  [[nodiscard]] TensorId tensor(int row) const { return rows_[static_cast<std::size_t>(row)]; }
  /// Its row, or -1 where it is filtered out.
  [[nodiscard]] int row_of(TensorId t) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  /// Title of a column, translated; steps are named otherwise than times.
  [[nodiscard]] QString title(TensorColumn column) const;
  /// What a cell holds, exactly and without grouping: for the clipboard and for files.
  [[nodiscard]] QString exact_text(TensorId t, TensorColumn column) const;

 private:
  [[nodiscard]] bool only_lifetimes() const;
  [[nodiscard]] bool timed() const { return view_.graph && !view_.graph->times().empty(); }
  [[nodiscard]] QString hint(TensorColumn column) const;
  [[nodiscard]] QVariant life_end(TensorId t, TensorColumn column) const;
  [[nodiscard]] QString shown_text(TensorId t, TensorColumn column) const;
  [[nodiscard]] QVariant number(TensorId t, TensorColumn column) const;
  [[nodiscard]] QString note(TensorId t) const;
  void all_changed();
  [[nodiscard]] QString operator_names(std::span<const OperatorId> operators, std::size_t most) const;

  PlanView view_;
  std::vector<TensorId> rows_;
  std::vector<int> row_of_;  // by TensorId; -1: not shown
  std::vector<TensorId> found_;
  ViewState::Notes notes_;
};

}  // namespace stowage
