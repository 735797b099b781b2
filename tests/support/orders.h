// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"

// Orders of operators by their definition: plain sets, every tensor looked at anew. Shares nothing with core/schedule.
namespace stowage::test {

/// Some order of the graph: of the ready operators any.
[[nodiscard]] std::vector<OperatorId> some_order(const Graph& graph, std::uint64_t seed);

/// Always the ready operator after which the least is in memory; of equal ones the lowest.
[[nodiscard]] std::vector<OperatorId> greedy_order(const Graph& graph);

}  // namespace stowage::test
