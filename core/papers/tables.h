// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "core/layout/strategy.h"
#include "core/order/order.h"

// All strategies: our own, and strategies of papers.
namespace stowage {

/// The table of all layout strategies, in the order in which they are shown: first the live ones. The window, the
/// command line, the benchmarks and the tests all read this table.
[[nodiscard]] std::span<const LayoutStrategy> layout_strategies();
/// The rows that are live: the head of the table.
[[nodiscard]] std::span<const LayoutStrategy> live_strategies();
/// The row with that id, or null.
[[nodiscard]] const LayoutStrategy* find_layout_strategy(std::string_view id);

/// The table of all order strategies, in the order in which they are shown. The window, the command line, the
/// benchmarks and the tests all read this table.
[[nodiscard]] std::span<const OrderStrategy> order_strategies();
/// The row with that id, or null.
[[nodiscard]] const OrderStrategy* find_order_strategy(std::string_view id);

}  // namespace stowage
