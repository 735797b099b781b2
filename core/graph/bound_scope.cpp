// SPDX-License-Identifier: Apache-2.0
#include "core/graph/bound_scope.h"

namespace stowage {

BoundScope bound_scope(const Graph& graph) {
  if (graph.stream_count() > 1) return BoundScope::order_and_streams;
  return graph.times().empty() && graph.operator_count() > 1 ? BoundScope::order : BoundScope::lifetimes;
}

std::string no_plan(const Graph& graph) {
  switch (bound_scope(graph)) {
    case BoundScope::lifetimes:
      return "no plan";
    case BoundScope::order:
      return "no plan in this order";
    case BoundScope::order_and_streams:
      break;
  }
  return "no plan in this order and on these streams";
}

std::string optimal_for(const Graph& graph) {
  switch (bound_scope(graph)) {
    case BoundScope::lifetimes:
      return "optimal for these lifetimes";
    case BoundScope::order:
      return "optimal for this order";
    case BoundScope::order_and_streams:
      break;
  }
  return "optimal for this order and these streams";
}

}  // namespace stowage
