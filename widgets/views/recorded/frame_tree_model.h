// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include <QAbstractItemModel>

#include "widgets/painters/recorded/frame_rows.h"

namespace stowage {

/// FrameRows as a tree. The internal id of an index is its row there.
class FrameTreeModel final : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { kFrame, kTotal, kShare, kSelf, kBlocks };
  static constexpr int kColumns = 5;

  using QAbstractItemModel::QAbstractItemModel;

  /// May be null.
  void set_rows(std::shared_ptr<const FrameRows> rows);
  /// Into FrameRows::rows, ascending: those that stand out until there are others. The caller repaints the views.
  void set_lit(std::vector<std::size_t> rows);
  [[nodiscard]] const std::shared_ptr<const FrameRows>& rows() const { return rows_; }
  /// Into FrameRows::rows.
  [[nodiscard]] static std::size_t row_of(const QModelIndex& index) { return index.internalId(); }
  [[nodiscard]] QModelIndex index_of(std::size_t row) const;

  using QAbstractItemModel::parent;
  [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] QString tip_of(std::size_t row) const;
  [[nodiscard]] double share_of(std::size_t row) const;

  std::shared_ptr<const FrameRows> rows_;
  std::vector<std::size_t> lit_;
};

}  // namespace stowage
