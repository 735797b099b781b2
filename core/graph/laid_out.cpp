// SPDX-License-Identifier: Apache-2.0
#include "core/graph/laid_out.h"

namespace stowage {

std::size_t operators_in_file(const Graph& graph) {
  if (graph.laid_out() == nullptr) return graph.operator_count();
  return static_cast<std::size_t>(
      std::ranges::count_if(graph.operators(), [&](OperatorId o) { return is_first(graph, o); }));
}

std::size_t tensors_in_file(const Graph& graph) {
  if (graph.laid_out() == nullptr) return graph.tensor_count();
  return static_cast<std::size_t>(
      std::ranges::count_if(graph.tensors(), [&](TensorId t) { return is_first(graph, t); }));
}

std::string shown_name(const Graph& graph, OperatorId o) {
  const std::string_view name = graph.name(o);
  const std::size_t slash = name.rfind('/');
  if (graph.laid_out() == nullptr || graph.laid_out()->parts[o.index()] != LaidOut::Part::mark ||
      slash == std::string_view::npos)
    return std::string(name);
  const std::size_t copy = std::min(name.find('@', slash), name.size());
  return std::string(graph.kind(o)) + " of " + std::string(name.substr(0, slash)) + std::string(name.substr(copy));
}

}  // namespace stowage
