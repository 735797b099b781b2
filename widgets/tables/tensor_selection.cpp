// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/tensor_selection.h"

#include <algorithm>
#include <utility>

#include <QEvent>
#include <QTableView>

#include "widgets/base/view_state.h"
#include "widgets/tables/row_table.h"

namespace stowage {

TensorSelection::TensorSelection(QTableView* table, ViewState& state, Rows rows)
    : QObject(table), table_(table), state_(state), rows_(std::move(rows)) {
  connect(&state_, &ViewState::selection_changed, this, &TensorSelection::follow);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TensorSelection::share);
  connect(table_, &QTableView::activated, this, &TensorSelection::reveal);
  connect(table_, &QTableView::entered, this, [this](const QModelIndex& at) {
    if (const TensorId t = rows_.tensor(at.row()); t.valid()) state_.hover(t);
  });
  table_->installEventFilter(this);
  table_->viewport()->installEventFilter(this);
}

void TensorSelection::reveal(const QModelIndex& at) {
  if (!is_current()) return;
  if (const TensorId t = rows_.tensor(at.row()); t.valid()) emit state_.reveal_requested(t);
}

void TensorSelection::share() {
  if (syncing_ || !is_current()) return;
  std::vector<TensorId> tensors;
  for (const int row : selected_rows(table_))
    if (const TensorId t = rows_.tensor(row); t.valid()) tensors.push_back(t);
  syncing_ = true;
  state_.select_tensors(std::move(tensors));
  syncing_ = false;
}

void TensorSelection::follow() {
  if (syncing_) return;
  unseen_ = !table_->isVisible();
  if (unseen_) return;
  std::vector<int> rows;
  for (const TensorId t : rows_.selected())
    if (const int row = rows_.row_of(t); row >= 0) rows.push_back(row);
  const int first = rows.empty() ? -1 : *std::ranges::min_element(rows);
  syncing_ = true;
  mark_rows(table_, std::move(rows));
  if (first >= 0)
    table_->selectionModel()->setCurrentIndex(table_->model()->index(first, 0), QItemSelectionModel::NoUpdate);
  syncing_ = false;
}

bool TensorSelection::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Leave && watched != table_) state_.clear_hover();
  if (event->type() == QEvent::Show && watched == table_ && unseen_) follow();
  return QObject::eventFilter(watched, event);
}

}  // namespace stowage
