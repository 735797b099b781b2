// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/text_table.h"

#include <algorithm>
#include <utility>

#include <QAbstractItemModel>

#include "core/formats/csv.h"

namespace stowage {
namespace {

QString quoted_field(const QString& text) {
  if (text.isEmpty()) return {};  // a cell of nothing, not of an empty text
  std::string out;
  append_csv_field(out, text.toStdString());
  return QString::fromStdString(out);
}

QString plain_field(QString text) {
  for (QChar& c : text)
    if (c == '\t' || c == '\n' || c == '\r') c = ' ';
  return text;
}

QString exact_text(const QModelIndex& cell) {
  const QVariant exact = cell.data(kExactRole);
  return (exact.isValid() ? exact : cell.data()).toString();
}

QString exact_title(const QAbstractItemModel& model, int column) {
  const QVariant exact = model.headerData(column, Qt::Horizontal, kExactRole);
  return (exact.isValid() ? exact : model.headerData(column, Qt::Horizontal)).toString();
}

bool is_tree(const QAbstractItemModel& model) {
  if (has_inner_rows(model)) return true;  // of which the first may have none below it
  for (int row = 0; row < std::min(model.rowCount(), 1); ++row)
    if (model.hasChildren(model.index(row, 0))) return true;
  return false;
}

void add_rows(const QAbstractItemModel& model, const QModelIndex& parent, bool inner, std::vector<QModelIndex>& out) {
  for (int row = 0; row < model.rowCount(parent); ++row) {
    const QModelIndex at = model.index(row, 0, parent);
    if (inner || model.rowCount(at) == 0) out.push_back(at);
    add_rows(model, at, inner, out);
  }
}

}  // namespace

ModelRows all_rows(const QAbstractItemModel& model) {
  if (is_tree(model)) {
    std::vector<QModelIndex> rows;
    add_rows(model, {}, has_inner_rows(model), rows);
    return rows_of(std::move(rows), !has_inner_rows(model));
  }
  return {.count = static_cast<std::size_t>(model.rowCount()),
          .at = [&model](std::size_t row) { return model.index(static_cast<int>(row), 0); }};
}

bool has_inner_rows(const QAbstractItemModel& model) {
  return model.headerData(0, Qt::Horizontal, kInnerRowsRole).toBool();
}

/// `leaves` of a tree with only one level are rows like all others.
ModelRows rows_of(std::vector<QModelIndex> rows, bool leaves) {
  leaves = leaves && !rows.empty() && rows.front().parent().isValid();
  return {
      .count = rows.size(), .at = [rows = std::move(rows)](std::size_t row) { return rows[row]; }, .leaves = leaves};
}

TextTable table_of(const QAbstractItemModel& model, ModelRows rows) {
  constexpr int kAbove = -1;  // what is above a leaf of a tree
  std::vector<int> columns;
  if (rows.leaves) columns.push_back(kAbove);
  for (int column = 0; column < model.columnCount(); ++column)
    if (!exact_title(model, column).isEmpty()) columns.push_back(column);
  TextTable table{.columns = static_cast<int>(columns.size()), .rows = rows.count, .title = {}, .field = {}};
  table.title = [&model, columns](int column) {
    const int of = columns[static_cast<std::size_t>(column)];
    return of == kAbove ? model.headerData(0, Qt::Horizontal).toString() : exact_title(model, of);
  };
  table.field = [at = std::move(rows.at), columns](std::size_t row, int column) {
    const int of = columns[static_cast<std::size_t>(column)];
    const QModelIndex cell = at(row);
    return exact_text(of == kAbove ? cell.parent() : cell.siblingAtColumn(of));
  };
  return table;
}

TableText::TableText(TextTable table, Form form) : table_(std::move(table)), form_(form) {
  add_line(table_.title);
}

void TableText::write(std::size_t rows) {
  for (; rows > 0 && !complete(); --rows, ++next_) add_line([this](int column) { return table_.field(next_, column); });
}

void TableText::add_line(const std::function<QString(int column)>& field) {
  for (int column = 0; column < table_.columns; ++column) {
    if (column > 0) text_ += form_ == Form::csv ? ',' : '\t';
    const QString text = field(column);
    text_ += form_ == Form::csv ? quoted_field(text) : plain_field(text);
  }
  text_ += form_ == Form::csv ? QLatin1String("\r\n") : QLatin1String("\n");
}

}  // namespace stowage
