// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/orders/moved_operators_view.h"

#include <utility>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/painters/words/strategy_words.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/table_actions.h"

namespace stowage {
namespace {

constexpr std::size_t kAtOnce = 20'000;  // operators compared without a thread: some milliseconds
constexpr int kDebounce = 120;           // milliseconds after the last key

}  // namespace

MovedOperatorsView::MovedOperatorsView(QWidget* parent)
    : QWidget(parent),
      model_(new MovedOperatorsModel(this)),
      table_(new QTableView),
      pages_(new QStackedWidget),
      nothing_(new QLabel) {
  nothing_->setObjectName("moved_operators_nothing");
  nothing_->setAlignment(Qt::AlignCenter);
  nothing_->setWordWrap(true);
  nothing_->setMargin(12);
  make_table();
  auto* full = new QWidget;
  auto* rows = new QVBoxLayout(full);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(make_bar());
  rows->addWidget(table_, 1);
  pages_->addWidget(nothing_);
  pages_->addWidget(full);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->addWidget(pages_);
  debounce_.setSingleShot(true);
  debounce_.setInterval(kDebounce);
  connect(&debounce_, &QTimer::timeout, this, &MovedOperatorsView::work);
  show_count();
}

QWidget* MovedOperatorsView::make_bar() {
  auto* bar = new QWidget;
  auto* line = new QHBoxLayout(bar);
  line->setContentsMargins(6, 4, 6, 4);
  name_ = new QLineEdit;
  name_->setObjectName("moved_operators_filter");
  name_->setPlaceholderText(tr("Find by name"));
  name_->setAccessibleName(tr("Filter moved operators by name"));
  name_->setClearButtonEnabled(true);
  name_->setMinimumWidth(60);
  name_->setMaximumWidth(300);
  connect(name_, &QLineEdit::textChanged, this, [this] { debounce_.start(); });
  count_ = new QLabel;
  count_->setObjectName("moved_operators_count");
  export_ = TableActions::of(table_)->make_button();
  line->addWidget(name_, 1);
  line->addWidget(count_, 1);
  line->addWidget(export_);
  return bar;
}

void MovedOperatorsView::make_table() {
  table_->setModel(model_);
  set_up_sorted_rows(table_, "moved_operators", tr("Moved operators"));
  QHeaderView* header = table_->horizontalHeader();
  header->resizeSection(static_cast<int>(MovedOperatorsQuery::Column::name), 200);
  header->setSortIndicator(static_cast<int>(MovedOperatorsQuery::Column::distance), Qt::DescendingOrder);
  connect(header, &QHeaderView::sortIndicatorChanged, this, &MovedOperatorsView::work);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    if (syncing_) return;
    std::vector<OperatorId> operators;
    for (const int row : selected_rows(table_)) operators.push_back(model_->one(row));
    emit picked(operators);
  });
}

MovedOperatorsQuery MovedOperatorsView::query() const {
  MovedOperatorsQuery out{.name = name_->text()};
  const QHeaderView* header = table_->horizontalHeader();
  const int section = header->sortIndicatorSection();
  if (section < 0 || section >= MovedOperatorsQuery::kColumns) return out;
  out.sort = static_cast<MovedOperatorsQuery::Column>(section);
  out.descending = header->sortIndicatorOrder() == Qt::DescendingOrder;
  return out;
}

void MovedOperatorsView::set_orders(const ComparedOrders& orders) {
  if (orders == orders_) return;
  orders_ = orders;
  work();
}

void MovedOperatorsView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (dirty_) work();
}

void MovedOperatorsView::work() {
  debounce_.stop();
  job_.cancel();
  const bool complete = orders_.complete() && orders_.second;
  dirty_ = complete && !isVisible();
  if (dirty_) return;
  if (!complete) return take({}, {});
  if (orders_.graph->operator_count() <= kAtOnce) return take(orders_, find_moved_operators(orders_, query()));
  job_.start([this, orders = orders_, query = query()](const Task& task) -> LatestJob::Delivery {
    return [this, orders, moved = std::make_shared<MovedOperators>(find_moved_operators(orders, query, task.stop))] {
      take(orders, std::move(*moved));
    };
  });
}

void MovedOperatorsView::take(const ComparedOrders& orders, MovedOperators moved) {
  syncing_ = true;
  model_->set_rows(orders, std::move(moved));
  syncing_ = false;
  show_count();
  emit rows_changed();
}

void MovedOperatorsView::show_count() {
  const auto moved = static_cast<int>(model_->moved());
  pages_->setCurrentIndex(moved > 0 ? 1 : 0);
  const ComparedOrders& orders = model_->orders();
  nothing_->setText(!orders.second ? tr("Choose two orders in the table to see which operators differ.")
                                   : tr("Every operator runs at the same step in both orders."));
  if (moved == 0) return;
  const int shown = model_->rowCount();
  const QString names = tr("%1 → %2").arg(order_name(*orders.first->strategy), order_name(*orders.second->strategy));
  count_->setText(
      (shown < moved ? tr("%L1 of %L2 shown").arg(shown).arg(moved) : tr("%Ln operator(s) moved", nullptr, moved)) +
      " · " + names);
  export_->setEnabled(shown > 0);
}

void MovedOperatorsView::select(const std::vector<OperatorId>& operators) {
  if (syncing_) return;
  std::vector<int> rows;
  for (const OperatorId o : operators)
    if (const int row = model_->row_of(o); row >= 0) rows.push_back(row);
  syncing_ = true;
  mark_rows(table_, std::move(rows));
  syncing_ = false;
}

}  // namespace stowage
