// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/graph/graph.h"
#include "core/order/order_problem.h"

// Orders of operators by their definition: plain sets, every tensor looked at anew. Shares nothing with core/schedule.
namespace stowage::test {

/// Some order of the graph: of the ready operators any.
[[nodiscard]] std::vector<OperatorId> some_order(const Graph& graph, std::uint64_t seed);

/// 0, 1, 2 … of a problem, and an order as indices of its problem.
[[nodiscard]] std::vector<OrderProblem::Index> numbered(const OrderProblem& problem);
[[nodiscard]] std::vector<OrderProblem::Index> indices(const std::vector<OperatorId>& sequence);

/// Calls visit(sequence) with every order of the operators: of those that keep the local orders, or of all.
void for_each_order(const Graph& graph, bool keep_streams,
                    const std::function<void(const std::vector<OperatorId>&)>& visit);

/// Always the ready operator after which the least is in memory; of equal ones the lowest.
[[nodiscard]] std::vector<OperatorId> greedy_order(const Graph& graph);

}  // namespace stowage::test
