// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/orders/moved_operators_view.h"

#include <memory>
#include <utility>

#include <QHeaderView>
#include <QLineEdit>
#include <QTableView>

#include "widgets/painters/words/strategy_words.h"
#include "widgets/tables/row_table.h"

namespace stowage {
namespace {

constexpr std::size_t kAtOnce = 20'000;  // operators compared without a thread: some milliseconds

}  // namespace

MovedOperatorsView::MovedOperatorsView(QWidget* parent)
    : FilteredTable({.parts = "moved_operators",
                     .table = "moved_operators",
                     .title = tr("Moved operators"),
                     .filter = tr("Filter moved operators by name"),
                     .placeholder = tr("Find by name")},
                    parent),
      model_(new MovedOperatorsModel(this)) {
  set_model(model_);
  table()->horizontalHeader()->setSortIndicator(static_cast<int>(MovedOperatorsQuery::Column::distance),
                                                Qt::DescendingOrder);
  connect(this, &FilteredTable::asked, this, &MovedOperatorsView::work);
  connect(this, &FilteredTable::rows_changed, this, &MovedOperatorsView::show_moved);
  connect(table()->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    if (syncing_) return;
    std::vector<OperatorId> operators;
    for (const int row : selected_rows(table())) operators.push_back(model_->at(row));
    emit picked(operators);
  });
  show_moved();
}

MovedOperatorsQuery MovedOperatorsView::query() const {
  MovedOperatorsQuery out{.name = filter()->text()};
  const auto column = sort_column();
  if (!column) return out;
  out.sort = static_cast<MovedOperatorsQuery::Column>(*column);
  out.descending = descending();
  return out;
}

void MovedOperatorsView::set_orders(const ComparedOrders& orders) {
  if (orders == orders_) return;
  orders_ = orders;
  work();
}

void MovedOperatorsView::work() {
  const bool complete = orders_.complete() && orders_.second;
  if (complete && !may_find()) return;
  const bool at_once = !complete || orders_.graph->operator_count() <= kAtOnce;
  find_rows(at_once, [this, complete, orders = orders_, query = query()](const std::stop_token& stop) -> Put {
    if (!complete) return [this] { model_->set_rows({}, {}); };
    return [this, orders, moved = find_moved_operators(orders, query, stop)]() mutable {
      model_->set_rows(orders, std::move(moved));
    };
  });
}

void MovedOperatorsView::show_moved() {
  const ComparedOrders& orders = model_->orders();
  const auto moved = static_cast<int>(model_->moved());
  if (moved == 0)
    return show_sentence(!orders.second ? tr("Choose two orders in the table to see which operators differ.")
                                        : tr("Every operator runs at the same step in both orders."));
  const int shown = model_->rowCount();
  const QString names = tr("%1 → %2").arg(order_name(*orders.first->strategy), order_name(*orders.second->strategy));
  show_count(
      (shown < moved ? tr("%L1 of %L2 shown").arg(shown).arg(moved) : tr("%Ln operator(s) moved", nullptr, moved)) +
      " · " + names);
}

void MovedOperatorsView::select(const std::vector<OperatorId>& operators) {
  if (syncing_) return;
  std::vector<int> rows;
  for (const OperatorId o : operators)
    if (const int row = model_->row_of(o); row >= 0) rows.push_back(row);
  syncing_ = true;
  mark_rows(table(), std::move(rows));
  syncing_ = false;
}

}  // namespace stowage
