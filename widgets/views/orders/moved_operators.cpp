// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/orders/moved_operators.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include <QCoreApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableView>

#include "core/graph/laid_out.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/row_table.h"

namespace stowage {
namespace {

constexpr std::size_t kAtOnce = 20'000;  // operators compared without a thread: some milliseconds

using Column = MovedOperatorsQuery::Column;

std::int64_t distance(const ComparedOrders& orders, OperatorId o) {
  return std::int64_t{orders.second->steps[o.index()]} - std::int64_t{orders.first->steps[o.index()]};
}

/// What a row is sorted by; names are not.
std::int64_t sort_key(const ComparedOrders& orders, OperatorId o, Column column) {
  switch (column) {
    case Column::to:
      return orders.second->steps[o.index()];
    case Column::distance:
      return std::abs(distance(orders, o));
    case Column::stream:
      return static_cast<std::int64_t>(orders.graph->stream(o).index());
    default:
      return orders.first->steps[o.index()];
  }
}

void sort(const ComparedOrders& orders, const MovedOperatorsQuery& query, std::vector<OperatorId>& rows) {
  const auto arrange = [&](const auto& key) {
    if (query.descending)
      std::ranges::stable_sort(rows, std::ranges::greater(), key);
    else
      std::ranges::stable_sort(rows, std::ranges::less(), key);
  };
  if (query.sort == Column::name)
    arrange([&](OperatorId o) { return orders.graph->name(o); });
  else
    arrange([&](OperatorId o) { return sort_key(orders, o, query.sort); });
}

/// By step of the first order: whether what runs there keeps its place among those that stay. Patience sorting
/// (Fredman, "On computing the length of longest increasing subsequences", 1975): `tails` has, for each length, the
/// subsequence of that length that ends lowest. Empty where it was stopped.
std::vector<bool> staying(const ComparedOrders& orders, const std::stop_token& stop) {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  const auto& sequence = orders.first->sequence;
  const auto key = [&](std::uint32_t at) { return orders.second->steps[sequence[at].index()]; };
  std::vector<std::uint32_t> tails, before(sequence.size(), kNone);
  for (std::uint32_t at = 0; at < sequence.size(); ++at) {
    if (stop.stop_requested()) return {};
    const auto place = std::ranges::lower_bound(tails, key(at), {}, key);
    if (place != tails.begin()) before[at] = *std::prev(place);
    if (place == tails.end())
      tails.push_back(at);
    else
      *place = at;
  }
  std::vector<bool> out(sequence.size());
  for (std::uint32_t at = tails.empty() ? kNone : tails.back(); at != kNone; at = before[at]) out[at] = true;
  return out;
}

}  // namespace

MovedOperators find_moved_operators(const ComparedOrders& orders, const MovedOperatorsQuery& query,
                                    const std::stop_token& stop) {
  MovedOperators out;
  const std::vector<bool> stays = staying(orders, stop);
  for (OperatorId o : orders.first->sequence) {
    if (stop.stop_requested()) return out;
    if (stays[orders.first->steps[o.index()]]) continue;
    ++out.moved;
    if (query.name.isEmpty() || text_of(orders.graph->name(o)).contains(query.name, Qt::CaseInsensitive))
      out.rows.push_back(o);
  }
  sort(orders, query, out.rows);
  return out;
}

/// These operators, one a row.
class MovedOperatorsModel final : public ColumnModel<OperatorId> {
  Q_DECLARE_TR_FUNCTIONS(stowage::MovedOperatorsModel)

 public:
  explicit MovedOperatorsModel(QObject* parent = nullptr) : ColumnModel(parent) { set_columns(columns()); }

  /// Two orders, or none and no rows.
  void set_rows(ComparedOrders orders, MovedOperators moved) {
    reset([&] {
      orders_ = std::move(orders);
      moved_ = std::move(moved);
      row_of_.assign(orders_.graph ? orders_.graph->operator_count() : 0, -1);
      for (std::size_t row = 0; row < moved_.rows.size(); ++row)
        row_of_[moved_.rows[row].index()] = static_cast<int>(row);
      set_columns(columns());
    });
  }

  [[nodiscard]] const ComparedOrders& orders() const { return orders_; }
  [[nodiscard]] std::size_t moved() const { return moved_.moved; }
  [[nodiscard]] OperatorId at(int row) const override { return moved_.rows[static_cast<std::size_t>(row)]; }
  /// Its row, or -1.
  [[nodiscard]] int row_of(OperatorId o) const { return o.index() < row_of_.size() ? row_of_[o.index()] : -1; }

 private:
  [[nodiscard]] Columns columns() const {
    const auto step = [](const QString& title, const KnownOrderPtr& order) {
      return number(
          title,
          order ? tr("The step at which it runs in the order %1").arg(order_name(*order->strategy))
                : tr("The step at which it runs in one of the orders"),
          [order](OperatorId o) { return order->steps[o.index()]; }, cell::count);
    };
    return {
        words(tr("Operator"), tr("Operators that moved past others; operators that only made room are not listed"),
              [this](OperatorId o) { return text_of(shown_name(*orders_.graph, o)); }),
        step(tr("From"), orders_.first),
        step(tr("To"), orders_.second),
        number(
            tr("Distance"), tr("How many steps later it runs; sorted by distance"),
            [this](OperatorId o) { return distance(orders_, o); },
            [](std::int64_t n) { return (n > 0 ? "+" : "") + cell::count(n); }),
        {.title = tr("Stream"),
         .hint = tr("The stream that it runs on, in either order"),
         .text = [this](OperatorId o) { return stream_label(*orders_.graph, orders_.graph->stream(o)); }},
    };
  }

  [[nodiscard]] int row_count() const override { return static_cast<int>(moved_.rows.size()); }

  ComparedOrders orders_;
  MovedOperators moved_;
  std::vector<int> row_of_;  // by OperatorId; -1: not shown
};

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
