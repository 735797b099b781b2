// SPDX-License-Identifier: GPL-3.0-or-later
// What the tables of rows have in common.
#pragma once

#include <utility>
#include <vector>

#include <QString>
#include <QStyledItemDelegate>

class QAbstractItemModel;
class QAbstractItemView;
class QFontMetrics;
class QTableView;
class QTreeView;

namespace stowage {

struct Drawing;

/// Selects whole rows, without a grid, frame and row numbers, and low rows; Tab leaves the table. It has TableActions.
void set_up_rows(QTableView* table, const char* object, const QString& name);
/// Besides, several rows can be selected, a click on a header sorts and a third one ends that, and the mouse is
/// followed.
void set_up_sorted_rows(QTableView* table, const char* object, const QString& name);
/// The same for a tree, which has its model already; the first column takes the room that the others leave.
void set_up_tree(QTreeView* tree, const char* object, const QString& name);
/// Marks these rows alone as selected; very many stretches of them only in part, since Qt is quadratic in them.
void mark_rows(QTableView* table, std::vector<int> rows);
/// The rows that are selected, ascending.
[[nodiscard]] std::vector<int> selected_rows(const QAbstractItemView* table);
/// The width in pixels that the numbers of a tree's top rows need in that column: numbers further down are no larger.
/// At least `usual`.
[[nodiscard]] int figures_width(const QAbstractItemModel& tree, int column, const QFontMetrics& metrics, int usual);

/// A table as a figure: its texts as they are now, children indented below their parents. Empty where it has no rows.
[[nodiscard]] Drawing table_drawing(const QAbstractItemModel& model, const QString& title, const QString& subtitle);

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
  /// What stands before the first `lead` of a text with several names is no name, and stays: "Sync: a → b".
  explicit NamesDelegate(QObject* parent, QString lead = {}) : QStyledItemDelegate(parent), lead_(std::move(lead)) {}

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

 private:
  QString lead_;
};

}  // namespace stowage
