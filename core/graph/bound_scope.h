// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/graph/graph.h"

namespace stowage {

/// What a lower bound holds for: another order of the operators, or other streams, may need less.
enum class BoundScope : std::uint8_t {
  lifetimes,          ///< a time axis on one stream, which leaves nothing to choose
  order,              ///< one stream
  order_and_streams,  ///< several
};
[[nodiscard]] BoundScope bound_scope(const Graph& graph);
/// The key at the top of a graph file whose reader assumed something that plans and bounds depend on: lifetimes, or
/// outputs written in place.
inline constexpr std::string_view kAssumedKey = "\"assumed\"";
/// Whether the graph has that key: none of its plans is then called optimal.
[[nodiscard]] bool is_assumed(const Graph& graph);
/// The graph with that key.
[[nodiscard]] Graph as_assumed(const Graph& graph);
/// The subject of a sentence: "no plan", "no plan in this order", "no plan in this order and on these streams", or a
/// subject that limits it to the counted bytes or to the assumptions.
[[nodiscard]] std::string no_plan(const Graph& graph);
/// Words for a plan that meets its bound: "optimal for these lifetimes", "optimal for this order", "optimal for this
/// order and these streams"; not "optimal" where the graph leaves something uncounted (unknown_sizes.h) or is assumed.
[[nodiscard]] std::string optimal_for(const Graph& graph);

}  // namespace stowage
