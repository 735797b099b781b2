// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <QModelIndex>
#include <QString>

class QAbstractItemModel;

namespace stowage {

/// What a cell holds for files and the clipboard, exactly and without grouping: "1048576", where 1 MiB is shown. Asked
/// of a header, its title there; an empty one leaves the column out. Where a model does not answer, what is shown is
/// taken.
inline constexpr int kExactRole = Qt::UserRole + 64;

/// Asked of the first column's header: whether the rows of a tree that have others below them are rows like these, with
/// a first column that says where they are.
inline constexpr int kInnerRowsRole = kExactRole + 1;

/// Asked of a header: whether no cell of the column says anything, so that the column may be hidden.
inline constexpr int kBlankRole = kInnerRowsRole + 1;

/// Cells of a table as exact texts.
struct TextTable {
  int columns = 0;
  std::size_t rows = 0;
  std::function<QString(int column)> title;
  std::function<QString(std::size_t row, int column)> field;
};

/// Rows of a model, found one by one: there may be a million.
struct ModelRows {
  std::size_t count = 0;
  std::function<QModelIndex(std::size_t)> at;
  bool leaves = false;  ///< of a tree: the text of what is above one comes first in its line
};
/// All rows of a model, in its order: of a tree its leaves, unless its inner rows are rows, too. The model must stay as
/// it is meanwhile, and outlive them.
[[nodiscard]] ModelRows all_rows(const QAbstractItemModel& model);
[[nodiscard]] ModelRows rows_of(std::vector<QModelIndex> rows, bool leaves);
[[nodiscard]] bool has_inner_rows(const QAbstractItemModel& model);
/// The same for the table of these rows: all columns, also those for which a view has no room.
[[nodiscard]] TextTable table_of(const QAbstractItemModel& model, ModelRows rows);

/// The text of a table, to be written piece by piece.
class TableText {
 public:
  /// For files as RFC 4180 wants it, or with tabs between the fields, as spreadsheets take it from the clipboard; a
  /// line break or a tab inside a field is then a space.
  enum class Form { csv, tabs };
  /// The text begins with the header.
  TableText(TextTable table, Form form);
  /// Adds some rows.
  void write(std::size_t rows);
  [[nodiscard]] bool complete() const { return next_ == table_.rows; }
  [[nodiscard]] const QString& text() const { return text_; }

 private:
  void add_line(const std::function<QString(int column)>& field);

  TextTable table_;
  Form form_;
  std::size_t next_ = 0;
  QString text_;
};

}  // namespace stowage
