// SPDX-License-Identifier: Apache-2.0
#include "core/papers/tables.h"

#include "core/layout/strategies/strategies.h"
#include "core/order/exact_order.h"
#include "core/papers/papers.h"

namespace stowage {

std::span<const LayoutStrategy> layout_strategies() {
  static const std::vector<LayoutStrategy> kTable = [] {
    std::vector<LayoutStrategy> rows(somas_strategies().begin(), somas_strategies().end());
    rows.insert(rows.end(), {kAuto, kSearch, kGreedyBySize, kLinearScan, kLlfb, kGergov, kMincostFlow, kBump,
                             kBumpReset, kMip, kNncDegree, kNncSize, kOllaLayout, kRoamLayout, kCaching});
    assert(std::ranges::is_partitioned(rows, &LayoutStrategy::live));
    return rows;
  }();
  return kTable;
}

std::span<const LayoutStrategy> live_strategies() {
  const auto all = layout_strategies();
  return all.first(static_cast<std::size_t>(std::ranges::count_if(all, &LayoutStrategy::live)));
}

const LayoutStrategy* find_layout_strategy(std::string_view id) {
  const auto at = std::ranges::find(layout_strategies(), id, &LayoutStrategy::id);
  return at == layout_strategies().end() ? nullptr : &*at;
}

std::span<const OrderStrategy> order_strategies() {
  static const OrderStrategy kTable[] = {kGivenOrder, kBestOrder, kExactOrder, kLescea, kOlla, kOllaJoint, kRoamOrder};
  return kTable;
}

const OrderStrategy* find_order_strategy(std::string_view id) {
  const auto at = std::ranges::find(order_strategies(), id, &OrderStrategy::id);
  return at == order_strategies().end() ? nullptr : &*at;
}

}  // namespace stowage
