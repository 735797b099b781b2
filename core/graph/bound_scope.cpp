// SPDX-License-Identifier: Apache-2.0
#include "core/graph/bound_scope.h"

#include <utility>

#include "core/graph/unknown_sizes.h"

namespace stowage {

BoundScope bound_scope(const Graph& graph) {
  if (graph.stream_count() > 1) return BoundScope::order_and_streams;
  return graph.times().empty() && graph.operator_count() > 1 ? BoundScope::order : BoundScope::lifetimes;
}

bool is_assumed(const Graph& graph) {
  return graph.data().extra.find(kAssumedKey) != std::string::npos;
}

Graph as_assumed(const Graph& graph) {
  Graph::Data data = graph.data();
  std::string rest = data.extra.empty() ? "}" : data.extra.substr(data.extra.find('{') + 1);
  data.extra = "{" + std::string(kAssumedKey) + ": true" + (rest == "}" ? "" : ", ") + rest;
  return Graph(std::move(data));
}

std::string no_plan(const Graph& graph) {
  if (uncounted(graph).any()) return "no plan of the counted bytes";
  if (is_assumed(graph)) return "under the assumptions, no plan";
  constexpr const char* kText[] = {"no plan", "no plan in this order", "no plan in this order and on these streams"};
  return kText[static_cast<std::size_t>(bound_scope(graph))];
}

std::string optimal_for(const Graph& graph) {
  if (uncounted(graph).any()) return "at the lower bound, but not everything is counted";
  if (is_assumed(graph)) return "at the lower bound, under assumptions";
  constexpr const char* kText[] = {"optimal for these lifetimes", "optimal for this order",
                                   "optimal for this order and these streams"};
  return kText[static_cast<std::size_t>(bound_scope(graph))];
}

}  // namespace stowage
