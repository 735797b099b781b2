// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

#include "widgets/views/peak/peak_content.h"

namespace stowage {

/// The tensors listed, as rows. Given whole values; sorting is asked for, not done here.
class PeakModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  static constexpr int kSortRole = Qt::UserRole;  ///< the exact number, where the column shows one

  using QAbstractTableModel::QAbstractTableModel;

  /// May be null: no rows.
  void set_content(std::shared_ptr<const PeakContent> content);
  [[nodiscard]] TensorId tensor(int row) const { return content_->rows[static_cast<std::size_t>(row)]; }
  /// Its row, or -1.
  [[nodiscard]] int row_of(TensorId t) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] static QString hint(PeakColumn column);
  [[nodiscard]] QString text(TensorId t, PeakColumn column) const;

  std::shared_ptr<const PeakContent> content_;
};

/// The contributors of one kind, largest first: what, how many tensors, bytes, share.
class ContributorModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kName, kTensors, kBytes, kShare };
  static constexpr int kColumns = 4;
  static constexpr int kShareRole = Qt::UserRole;  ///< 0 … 1

  using QAbstractTableModel::QAbstractTableModel;

  void set_content(std::shared_ptr<const PeakContent> content, ContributorBy by);
  [[nodiscard]] const Contributor& row(int row) const { return list().rows[static_cast<std::size_t>(row)]; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] static QString hint(int section);
  [[nodiscard]] const Contributors& list() const { return content_->by[static_cast<std::size_t>(by_)]; }
  [[nodiscard]] double share(const Contributor& row) const;

  std::shared_ptr<const PeakContent> content_;
  ContributorBy by_ = ContributorBy::stream;
};

/// Draws a share as a bar with its number.
class ShareDelegate final : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace stowage
