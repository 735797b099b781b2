// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/row_table.h"

#include <QHeaderView>
#include <QItemSelection>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>
#include <utility>

#include "widgets/tables/table_actions.h"

namespace stowage {
namespace {

constexpr int kMostStretches = 1'000;
constexpr int kMostMeasured = 1'000;  // rows
constexpr int kRowRoom = 6;           // pixels of a row besides its text
constexpr int kFigureRoom = 12;       // and of a cell of a tree

/// The next column on screen, or -1.
int column_after(const QHeaderView& header, int column) {
  for (int at = header.visualIndex(column) + 1; at < header.count(); ++at)
    if (const int next = header.logicalIndex(at); !header.isSectionHidden(next)) return next;
  return -1;
}

bool is_right(const QVariant& alignment) {
  return Qt::Alignment::fromInt(alignment.toInt()).testFlag(Qt::AlignRight);
}

/// A number keeps away from the text in the next column.
class PaddedDelegate final : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    const auto* table = qobject_cast<const QTableView*>(option->widget);
    if (!table || !option->displayAlignment.testFlag(Qt::AlignRight) || option->text.isEmpty()) return;
    const int next = column_after(*table->horizontalHeader(), index.column());
    if (next < 0 || is_right(index.siblingAtColumn(next).data(Qt::TextAlignmentRole))) return;
    // Spaces that do not break: the others do not count at the end of a line.
    option->text += QStringLiteral("\u00a0\u00a0");
  }
};

}  // namespace

void set_up_rows(QTableView* table, const char* object, const QString& name) {
  table->setObjectName(object);
  table->setAccessibleName(name);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setShowGrid(false);
  table->setWordWrap(false);
  table->setFrameShape(QFrame::NoFrame);
  table->setTabKeyNavigation(false);
  table->setItemDelegate(new PaddedDelegate(table));
  table->verticalHeader()->hide();
  table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + kRowRoom);
  table->horizontalHeader()->setHighlightSections(false);
  new TableActions(table);
}

void set_up_sorted_rows(QTableView* table, const char* object, const QString& name) {
  set_up_rows(table, object, name);
  table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  table->setAlternatingRowColors(true);
  table->setMouseTracking(true);
  QHeaderView* header = table->horizontalHeader();
  header->setSectionsClickable(true);
  header->setSortIndicatorShown(true);
  header->setSortIndicatorClearable(true);
  header->setSortIndicator(-1, Qt::AscendingOrder);
}

void mark_rows(QTableView* table, std::vector<int> rows) {
  const QAbstractItemModel* model = table->model();
  std::ranges::sort(rows);
  QItemSelection marked;
  for (std::size_t k = 0; k < rows.size() && marked.size() < kMostStretches;) {
    std::size_t last = k;
    while (last + 1 < rows.size() && rows[last + 1] == rows[last] + 1) ++last;
    marked.select(model->index(rows[k], 0), model->index(rows[last], model->columnCount() - 1));
    k = last + 1;
  }
  table->selectionModel()->select(marked, QItemSelectionModel::ClearAndSelect);
  if (!rows.empty()) table->scrollTo(model->index(rows.front(), 0));
}

std::vector<int> selected_rows(const QTableView* table) {
  std::vector<int> rows;
  for (const QItemSelectionRange& range : table->selectionModel()->selection())
    for (int row = range.top(); row <= range.bottom(); ++row) rows.push_back(row);
  std::ranges::sort(rows);
  return rows;
}

int figures_width(const QAbstractItemModel& tree, int column, const QFontMetrics& metrics, int usual) {
  int width = usual;
  for (int row = 0; row < std::min(tree.rowCount(), kMostMeasured); ++row)
    width = std::max(width, metrics.horizontalAdvance(tree.index(row, column).data().toString()) + kFigureRoom);
  return width;
}

}  // namespace stowage
