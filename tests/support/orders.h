// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/graph/graph.h"

// Orders of operators by their definition: plain sets, every tensor looked at anew. Shares nothing with core/schedule.
namespace stowage::test {

/// Some order of the graph: of the ready operators any.
[[nodiscard]] std::vector<OperatorId> some_order(const Graph& graph, std::uint64_t seed);

/// Visits every order of a very small graph.
void for_each_order(const Graph& graph, const std::function<void(std::span<const OperatorId>)>& visit);

/// The least peak of all orders, by trying all; 0 without operators.
[[nodiscard]] std::int64_t least_peak_of_all(const Graph& graph);

/// Always the ready operator after which the least is in memory; of equal ones the lowest.
[[nodiscard]] std::vector<OperatorId> greedy_order(const Graph& graph);

}  // namespace stowage::test
