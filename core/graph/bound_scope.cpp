// SPDX-License-Identifier: Apache-2.0
#include "core/graph/bound_scope.h"

#include "core/graph/unknown_sizes.h"

namespace stowage {

BoundScope bound_scope(const Graph& graph) {
  if (graph.stream_count() > 1) return BoundScope::order_and_streams;
  return graph.times().empty() && graph.operator_count() > 1 ? BoundScope::order : BoundScope::lifetimes;
}

std::string no_plan(const Graph& graph) {
  if (uncounted(graph).any()) return "no plan of the counted bytes";
  constexpr const char* kText[] = {"no plan", "no plan in this order", "no plan in this order and on these streams"};
  return kText[static_cast<std::size_t>(bound_scope(graph))];
}

std::string optimal_for(const Graph& graph) {
  if (uncounted(graph).any()) return "at the lower bound, but not everything is counted";
  constexpr const char* kText[] = {"optimal for these lifetimes", "optimal for this order",
                                   "optimal for this order and these streams"};
  return kText[static_cast<std::size_t>(bound_scope(graph))];
}

}  // namespace stowage
