// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/table_actions.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QToolButton>
#include <QTreeView>

namespace stowage {
namespace {

constexpr std::size_t kAtOnce = 1'000;  // rows read whatever time they take: a few milliseconds
constexpr std::size_t kPiece = 100;     // rows between two looks at the clock
constexpr int kSlice = 8;               // milliseconds

/// In the order of the view; of a tree the leaves that are selected themselves, or with what is above them.
ModelRows selected(const QAbstractItemView* view) {
  const QAbstractItemModel& model = *view->model();
  if (has_inner_rows(model)) {
    QModelIndexList rows = view->selectionModel()->selectedRows();
    return rows_of({rows.begin(), rows.end()}, false);
  }
  std::vector<int> flat;
  std::set<std::pair<int, int>> below;  // row of what is above, own row
  for (const QItemSelectionRange& range : view->selectionModel()->selection()) {
    for (int row = range.top(); row <= range.bottom(); ++row) {
      const int children =
          qobject_cast<const QTreeView*>(view) ? model.rowCount(model.index(row, 0, range.parent())) : 0;
      for (int child = 0; child < children; ++child) below.emplace(row, child);
      if (range.parent().isValid())
        below.emplace(range.parent().row(), row);
      else if (children == 0)
        flat.push_back(row);
    }
  }
  std::ranges::sort(flat);
  flat.erase(std::ranges::unique(flat).begin(), flat.end());
  if (below.empty())
    return {.count = flat.size(), .at = [&model, flat](std::size_t row) { return model.index(flat[row], 0); }};
  std::vector<QModelIndex> leaves;
  for (const auto& [above, row] : below) leaves.push_back(model.index(row, 0, model.index(above, 0)));
  return rows_of(std::move(leaves), true);
}

}  // namespace

TableActions::TableActions(QAbstractItemView* view) : QObject(view), view_(view) {
  auto* copy = new QAction(tr("&Copy with header"), view);
  copy->setShortcut(QKeySequence::Copy);
  connect(copy, &QAction::triggered, this, &TableActions::copy);
  auto* save = new QAction(tr("E&xport as CSV…"), view);
  connect(save, &QAction::triggered, this, &TableActions::export_requested);
  for (QAction* action : {copy, save}) {
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    view->addAction(action);
  }
  if (view->contextMenuPolicy() == Qt::DefaultContextMenu) view->setContextMenuPolicy(Qt::ActionsContextMenu);
  next_.setSingleShot(true);
  connect(&next_, &QTimer::timeout, this, &TableActions::go_on);
}

TableActions* TableActions::of(const QAbstractItemView* view) {
  return view->findChild<TableActions*>(QString(), Qt::FindDirectChildrenOnly);
}

QString TableActions::name() const {
  return view_->accessibleName();
}

bool TableActions::empty() const {
  return !view_->model() || view_->model()->rowCount() == 0;
}

QToolButton* TableActions::make_button() {
  auto* button = new QToolButton;
  button->setText(tr("CSV…"));
  button->setAccessibleName(tr("Export as CSV"));
  button->setAutoRaise(true);
  button->setToolTip(tr("The rows shown, as a CSV file"));
  connect(button, &QToolButton::clicked, this, &TableActions::export_requested);
  return button;
}

void TableActions::copy() {
  ModelRows rows = selected(view_);
  if (rows.count == 0) return;
  all_ = false;
  read(std::move(rows), TableText::Form::tabs, [](const QString& text) { QApplication::clipboard()->setText(text); });
}

void TableActions::read_all(std::function<void(const QString&)> take) {
  all_ = true;
  read(all_rows(*view_->model()), TableText::Form::csv, std::move(take));
}

void TableActions::read(ModelRows rows, TableText::Form form, std::function<void(const QString&)> take) {
  take_ = std::move(take);
  QAbstractItemModel* model = view_->model();
  text_ = std::make_unique<TableText>(table_of(*model, std::move(rows)), form);
  for (const QMetaObject::Connection& one : std::exchange(watch_, {})) disconnect(one);
  watch_ = {connect(model, &QAbstractItemModel::modelReset, this, &TableActions::begin_again),
            connect(model, &QAbstractItemModel::layoutChanged, this, &TableActions::begin_again),
            connect(model, &QAbstractItemModel::rowsInserted, this, &TableActions::begin_again),
            connect(model, &QAbstractItemModel::rowsRemoved, this, &TableActions::begin_again),
            connect(model, &QAbstractItemModel::dataChanged, this, &TableActions::begin_again)};
  text_->write(kAtOnce);
  go_on();
}

void TableActions::go_on() {
  if (!text_) return;
  QElapsedTimer clock;
  clock.start();
  while (!text_->complete() && clock.elapsed() < kSlice) text_->write(kPiece);
  if (!text_->complete()) return next_.start();
  for (const QMetaObject::Connection& one : std::exchange(watch_, {})) disconnect(one);
  std::exchange(take_, {})(std::exchange(text_, {})->text());
}

/// What was selected may be gone: then nothing is copied.
void TableActions::begin_again() {
  if (!text_) return;
  text_.reset();
  if (all_)
    read_all(std::exchange(take_, {}));
  else
    copy();
}

}  // namespace stowage
