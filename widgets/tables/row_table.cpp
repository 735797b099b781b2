// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include <QApplication>
#include <QHeaderView>
#include <QItemSelection>
#include <QPainter>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTreeView>

#include "widgets/painters/style/text.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/table_actions.h"

namespace stowage {
namespace {

constexpr int kMostStretches = 1'000;
constexpr int kMostMeasured = 1'000;  // rows
constexpr int kRowRoom = 6;           // pixels of a row besides its text
constexpr int kFigureRoom = 12;       // and of a cell of a tree
constexpr double kLeastBar = 24;      // pixels

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

void set_up_tree(QTreeView* tree, const char* object, const QString& name) {
  tree->setObjectName(object);
  tree->setAccessibleName(name);
  tree->setUniformRowHeights(true);
  tree->setAlternatingRowColors(true);
  tree->setFrameShape(QFrame::NoFrame);
  tree->setTabKeyNavigation(false);
  tree->header()->setStretchLastSection(false);
  tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  new TableActions(tree);
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

std::vector<int> selected_rows(const QAbstractItemView* table) {
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

ShareBar::ShareBar(int role, QString widest, QObject* parent)
    : QStyledItemDelegate(parent), role_(role), widest_(std::move(widest)) {}

void ShareBar::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem plain = option;
  initStyleOption(&plain, index);
  const QString text = std::exchange(plain.text, QString());
  QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &plain, painter, option.widget);
  const int words = QFontMetrics(plain.font).horizontalAdvance(widest_) + 8;
  QRectF room = QRectF(option.rect).adjusted(4, 4, -words - 4, -4);
  if (room.width() < kLeastBar) {  // below the text
    room = QRectF(option.rect).adjusted(4, 0, -6, -1);
    room.setTop(room.bottom() - 2);
  }
  const bool selected = option.state & QStyle::State_Selected;
  const QPalette::ColorGroup group = option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
  const double share = std::clamp(index.data(role_).toDouble(), 0.0, 1.0);
  if (share > 0) {
    const QColor ink = option.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Highlight);
    painter->fillRect(QRectF(room.topLeft(), QSizeF(std::max(1.0, room.width() * share), room.height())), ink);
  }
  painter->setFont(plain.font);
  painter->setPen(plain.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text));
  painter->drawText(option.rect.adjusted(0, 0, -6, 0), Qt::AlignRight | Qt::AlignVCenter, text);
}

void NamesDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  const QStyle* style = option->widget ? option->widget->style() : QApplication::style();
  const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, option->widget) + 1;
  const int icon = option->icon.isNull() ? 0 : option->decorationSize.width() + 2 * margin;
  const int room = option->rect.width() - 2 * margin - icon;
  const qsizetype led = lead_.isEmpty() ? -1 : option->text.indexOf(lead_);
  const QString lead = led < 0 ? QString() : option->text.left(led + lead_.size());
  const QStringList names = option->text.mid(lead.size()).split(QStringLiteral(" → "));
  if (!lead_.isEmpty() && names.size() < 2) return;
  const int left = room - option->fontMetrics.horizontalAdvance(lead);
  if (left > 0 && option->fontMetrics.horizontalAdvance(option->text) > room)
    option->text = lead + fitted_path(option->font, names, left);
  option->textElideMode = Qt::ElideLeft;
}

}  // namespace stowage
