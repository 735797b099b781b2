// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include <QAbstractTableModel>

#include "widgets/painters/loops/loop_map.h"

namespace stowage {

/// The pointer table of a loop: where each tensor of its body lies in which iteration. The columns of the first
/// iterations are there where some tensor has a place of its own in them; then come those of counter % repeat.
/// ```
///  Tensor  Size   View     Now     c = 0  c % 2 = 0  c % 2 = 1
///  x       4 KiB  type II  0       (x)    4,096      0
///  w       2 KiB  fixed    (w)            (w)        (w)
/// ```
/// The buffers of loops inside are rows like all others.
class PointerModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kTensor, kSize, kView, kNow, kFirst };

  using QAbstractTableModel::QAbstractTableModel;

  /// Null: no rows.
  void set_map(std::shared_ptr<const LoopMap> map);
  void set_iteration(std::size_t iteration);
  [[nodiscard]] std::size_t iteration() const { return iteration_; }
  [[nodiscard]] TensorId tensor(int row) const { return TensorId(static_cast<std::size_t>(row)); }
  /// Where a row is read in this iteration: the column, or -1 where its tensor is never read.
  [[nodiscard]] int used_column(int row) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] const LoopView& view(int row) const { return map_->loop.plan->views[static_cast<std::size_t>(row)]; }
  /// What stands in a cell; null: nothing.
  [[nodiscard]] const LoopPlace* place(int row, int column) const;
  [[nodiscard]] QString text(int row, int column) const;
  [[nodiscard]] QVariant exact(int row, int column) const;
  [[nodiscard]] QString kind(int row) const;
  [[nodiscard]] QString title_tip(int column) const;
  [[nodiscard]] QString tip(int row, int column) const;

  std::shared_ptr<const LoopMap> map_;
  int firsts_ = 0;  // iterations that have a column of their own
  std::size_t iteration_ = 0;
};

}  // namespace stowage
