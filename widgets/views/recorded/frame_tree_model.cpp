// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/recorded/frame_tree_model.h"

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QLocale>
#include <QPalette>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/text_table.h"

namespace stowage {

void FrameTreeModel::set_rows(std::shared_ptr<const FrameRows> rows) {
  beginResetModel();
  rows_ = std::move(rows);
  lit_.clear();
  endResetModel();
}

void FrameTreeModel::set_lit(std::vector<std::size_t> rows) {
  lit_ = std::move(rows);
}

QModelIndex FrameTreeModel::index_of(std::size_t row) const {
  if (!rows_ || row >= rows_->rows.size()) return {};
  const std::size_t before = row == 0 ? 0 : rows_->rows[rows_->rows[row].parent].first;
  return createIndex(static_cast<int>(row - before), 0, static_cast<quintptr>(row));
}

QModelIndex FrameTreeModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  const std::size_t first = parent.isValid() ? rows_->rows[row_of(parent)].first : 0;
  return createIndex(row, column, static_cast<quintptr>(first + static_cast<std::size_t>(row)));
}

QModelIndex FrameTreeModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || row_of(index) == 0) return {};
  return index_of(rows_->rows[row_of(index)].parent);
}

int FrameTreeModel::rowCount(const QModelIndex& parent) const {
  if (!rows_ || rows_->rows.empty()) return 0;
  if (!parent.isValid()) return 1;
  return parent.column() == 0 ? static_cast<int>(rows_->rows[row_of(parent)].children) : 0;
}

int FrameTreeModel::columnCount(const QModelIndex& /*parent*/) const {
  return kColumns;
}

double FrameTreeModel::share_of(std::size_t row) const {
  const auto all = static_cast<double>(rows_->share(0).bytes.count);
  return all > 0 ? static_cast<double>(rows_->share(row).bytes.count) / all : 0;
}

/// With the whole path of the file; of several frames in a row all, the outermost first.
QString FrameTreeModel::tip_of(std::size_t row) const {
  const RecordedHeap& history = *rows_->of->history;
  const auto& nodes = rows_->of->tree.nodes;
  if (row == 0) return tr("All allocations, also those without a recorded stack");
  if (rows_->rows[row].node == rows_->of->tree.no_stack)
    return tr("The file has no stack for these: recording began later, or was without stacks");
  QStringList lines;
  const FrameRows::Row& at = rows_->rows[row];
  for (std::uint32_t node = at.node;; node = nodes[node].parent) {
    const HeapFrame& frame = history.frames[nodes[node].frame];
    lines.prepend(
        tr("%1\n%2, line %L3").arg(text_of(history.name(frame)), text_of(history.file(frame))).arg(frame.line));
    if (node == at.head) break;
  }
  return lines.join('\n');
}

QVariant FrameTreeModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const std::size_t row = row_of(index);
  const int column = index.column();
  if (role == Qt::BackgroundRole && std::ranges::binary_search(lit_, row)) {
    QColor lit = QApplication::palette().color(QPalette::Highlight);
    lit.setAlphaF(0.25F);
    return lit;
  }
  const StackBlame::Share& share = rows_->share(row);
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((column == kFrame ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role == ShareBar::kRole && column == kShare) return share_of(row);
  if (column == kFrame) {
    if (role == Qt::DisplayRole) return row == 0 ? tr("All") : rows_->label(row);
    if (role == kExactRole) return row == 0 ? tr("All") : rows_->path(row);
    if (role == Qt::FontRole && std::ranges::binary_search(lit_, row)) {
      QFont font = QApplication::font("QTreeView");
      font.setBold(true);
      return font;
    }
    return role == Qt::ToolTipRole ? tip_of(row) : QVariant();
  }
  if (column == kTotal || column == kSelf) {
    const Bytes bytes = column == kTotal ? share.bytes : share.own_bytes;
    if (role == Qt::DisplayRole) return human_bytes(bytes);
    if (role == Qt::ToolTipRole) return exact_bytes(bytes);
    return role == kExactRole ? QVariant(static_cast<qlonglong>(bytes.count)) : QVariant();
  }
  if (column == kShare && role == Qt::DisplayRole) return QLocale().toString(100 * share_of(row), 'f', 1) + '%';
  if (column == kBlocks && role == Qt::DisplayRole) return QLocale().toString(share.allocations);
  if (column == kBlocks && role == kExactRole) return share.allocations;
  return {};
}

QVariant FrameTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= kColumns) return {};
  if (role == kInnerRowsRole) return true;
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((section == kFrame ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role == Qt::DisplayRole || role == kExactRole)
    return QStringList{tr("Frame"), tr("Total"), tr("Share"), tr("Self"), tr("Blocks")}.at(section);
  if (role == Qt::ToolTipRole)
    return QStringList{tr("The function and where it was, the outermost at the top"),
                       tr("Bytes allocated by the frame and everything it called"), tr("Share of all listed bytes"),
                       tr("Bytes whose innermost known frame is this frame"),
                       tr("Number of allocations of these bytes")}
        .at(section);
  return {};
}

}  // namespace stowage
