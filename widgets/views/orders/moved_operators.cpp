// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/orders/moved_operators.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {
namespace {

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

void MovedOperatorsModel::set_rows(ComparedOrders orders, MovedOperators moved) {
  reset([&] {
    orders_ = std::move(orders);
    moved_ = std::move(moved);
    row_of_.assign(orders_.graph ? orders_.graph->operator_count() : 0, -1);
    for (std::size_t row = 0; row < moved_.rows.size(); ++row)
      row_of_[moved_.rows[row].index()] = static_cast<int>(row);
    set_columns(columns());
  });
}

int MovedOperatorsModel::row_of(OperatorId o) const {
  return o.index() < row_of_.size() ? row_of_[o.index()] : -1;
}

MovedOperatorsModel::Columns MovedOperatorsModel::columns() const {
  const auto step = [](const QString& title, const KnownOrderPtr& order) {
    return number(
        title,
        order ? tr("The step at which it runs in the order %1").arg(order_name(*order->strategy))
              : tr("The step at which it runs in one of the orders"),
        [order](OperatorId o) { return order->steps[o.index()]; }, cell::count);
  };
  return {
      words(tr("Operator"), tr("Operators that moved past others; operators that only made room are not listed"),
            [this](OperatorId o) { return text_of(orders_.graph->name(o)); }),
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

}  // namespace stowage
