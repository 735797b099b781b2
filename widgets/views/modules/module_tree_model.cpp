// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/modules/module_tree_model.h"

#include <utility>

#include <QApplication>
#include <QFontMetrics>
#include <QLocale>

#include "widgets/painters/model/graph_modules.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/text_table.h"

namespace stowage {
namespace {

constexpr int kRowRoom = 6;                // pixels of a row besides its text, as in tables
constexpr std::size_t kMostOfName = 1024;  // letters of a row or tip

QString shown(std::string_view name) {
  return text_of(name.substr(0, kMostOfName));
}

}  // namespace

void ModuleTreeModel::set_rows(std::shared_ptr<const ModuleRows> rows) {
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
}

QModelIndex ModuleTreeModel::index_of_row(std::uint32_t row) const {
  if (row == 0) return {};
  return createIndex(static_cast<int>(row - rows_->rows[rows_->rows[row].parent].first), 0, static_cast<quintptr>(row));
}

QModelIndex ModuleTreeModel::index_of_node(std::uint32_t node) const {
  if (!rows_ || node >= rows_->row_of.size() || rows_->row_of[node] == ModuleRows::kNone) return {};
  return index_of_row(rows_->row_of[node]);
}

QModelIndex ModuleTreeModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column,
                     static_cast<quintptr>(rows_->rows[row_of(parent)].first + static_cast<std::uint32_t>(row)));
}

QModelIndex ModuleTreeModel::parent(const QModelIndex& index) const {
  return index.isValid() ? index_of_row(rows_->rows[row_of(index)].parent) : QModelIndex();
}

int ModuleTreeModel::rowCount(const QModelIndex& parent) const {
  if (!rows_ || (parent.isValid() && parent.column() != 0)) return 0;
  return static_cast<int>(rows_->rows[row_of(parent)].children);
}

int ModuleTreeModel::columnCount(const QModelIndex& /*parent*/) const {
  return kModuleColumns;
}

QString ModuleTreeModel::name_of(std::uint32_t node) const {
  const QString name = module_label(*rows_->of, node, kMostOfName);
  return name.trimmed().isEmpty() ? tr("(no name)") : name;
}

QVariant ModuleTreeModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const std::uint32_t node = node_of(index);
  const auto column = static_cast<ModuleColumn>(index.column());
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((column == ModuleColumn::name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role == Qt::SizeHintRole) return QSize(0, QFontMetrics(QApplication::font("QTreeView")).height() + kRowRoom);
  if (column == ModuleColumn::name) {
    if (role == Qt::DisplayRole) return name_of(node);
    const std::string_view path = rows_->of->path(node);
    if (role == Qt::ToolTipRole || role == kExactRole) return path.empty() ? name_of(node) : shown(path);
    return {};
  }
  if (column == ModuleColumn::operators) {
    const auto count = static_cast<qlonglong>(rows_->of->tree.count(node));
    if (role == Qt::DisplayRole) return QLocale().toString(count);
    return role == kExactRole ? QVariant(count) : QVariant();
  }
  const ModuleBytes& bytes = rows_->bytes[node];
  const Bytes shown_bytes = column == ModuleColumn::alive ? bytes.alive : bytes.made;
  if (role == Qt::DisplayRole) return human_bytes(shown_bytes);
  if (role == Qt::ToolTipRole) return exact_bytes(shown_bytes);
  return role == kExactRole ? QVariant(static_cast<qlonglong>(shown_bytes.count)) : QVariant();
}

QVariant ModuleTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= kModuleColumns) return {};
  if (role == kInnerRowsRole) return true;
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role == Qt::DisplayRole || role == kExactRole)
    return QStringList{tr("Module"), tr("Operators"), tr("At peak"), tr("Made")}.at(section);
  if (role == Qt::ToolTipRole)
    return QStringList{tr("Phase, module or operator, taken from the names"), tr("How many operators the module has"),
                       tr("Bytes made in the module and alive at the memory peak"),
                       tr("Bytes of all tensors made in the module")}
        .at(section);
  return {};
}

}  // namespace stowage
