// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace stowage {

/// Draws a cell as a bar with its text at the right:
/// ```
///  ▆▆▆▆▆▆▆▆▆▆▆▆▆▆        61.3%
///  ▆▆▆                   14.0%
/// ```
/// or, in a narrow column, as a line below the text.
class ShareBar final : public QStyledItemDelegate {
  Q_OBJECT

 public:
  static constexpr int kRole = Qt::UserRole;  ///< the usual one: what the column is sorted by

  /// `role`: the bar's length as a share of the room for bars, from 0 to 1; `widest`: the text that all texts of the
  /// column are at most as wide as.
  ShareBar(int role, QString widest, QObject* parent);
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  int role_;
  QString widest_;
};

/// A cell with a name, or with several ("a → b"): where the cell is narrow, each is cut at its front, since names of
/// one graph mostly differ at their end.
class NamesDelegate final : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

}  // namespace stowage
