// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "widgets/painters/loops/loop_map.h"
#include "widgets/tables/column_model.h"

namespace stowage {

/// The pointer table of a loop: where each tensor of its body lies in which iteration. The columns of the first
/// iterations are there where some tensor has a place of its own in them; then come those of counter % repeat.
/// ```
///  Tensor  Size   View     Now     c = 0  c % 2 = 0  c % 2 = 1
///  x       4 KiB  type II  0       (x)    4,096      0
///  w       2 KiB  fixed    (w)            (w)        (w)
/// ```
/// The buffers of loops inside are rows like all others.
class PointerModel final : public ColumnModel<int> {
  Q_OBJECT

 public:
  enum Column { kTensor, kSize, kView, kNow, kFirst };

  using ColumnModel::ColumnModel;

  /// Null: no rows.
  void set_map(std::shared_ptr<const LoopMap> map);
  void set_iteration(std::size_t iteration);
  [[nodiscard]] std::size_t iteration() const { return iteration_; }
  [[nodiscard]] int at(int row) const override { return row; }
  [[nodiscard]] TensorId tensor(int row) const { return TensorId(static_cast<std::size_t>(row)); }
  /// Where a row is read in this iteration: the column, or -1 where its tensor is never read.
  [[nodiscard]] int used_column(int row) const;

 private:
  [[nodiscard]] const LoopView& view(int row) const { return map_->loop.plan->views[static_cast<std::size_t>(row)]; }
  /// What stands in a cell; null: nothing.
  [[nodiscard]] const LoopPlace* place(int row, int column) const;
  [[nodiscard]] Columns columns() const;
  [[nodiscard]] TableColumn<int> places(int column, const QString& title, const QString& hint) const;
  [[nodiscard]] int copies() const { return static_cast<int>(map_->copies); }
  [[nodiscard]] QString now_title() const;
  [[nodiscard]] QString kind(int row) const;
  [[nodiscard]] QString kind_tip(int row) const;
  [[nodiscard]] int row_count() const override;
  [[nodiscard]] QVariant look(int row, int column, int role) const override;
  [[nodiscard]] QVariant title_look(int column, int role) const override;
  [[nodiscard]] QVariant row_header(int row, int role) const override;

  std::shared_ptr<const LoopMap> map_;
  int firsts_ = 0;  // iterations that have a column of their own
  std::size_t iteration_ = 0;
};

}  // namespace stowage
