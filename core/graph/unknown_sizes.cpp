// SPDX-License-Identifier: Apache-2.0
#include "core/graph/unknown_sizes.h"

#include <algorithm>

#include "core/graph/tags.h"

namespace stowage {

bool has_unknown_size(const Graph& graph, TensorId t) {
  return graph.size(t) == Bytes{} && graph.kind(t) == tensor_kind::kUnknownSize;
}

std::size_t unknown_sizes(const Graph& graph) {
  return static_cast<std::size_t>(
      std::ranges::count_if(graph.tensors(), [&](TensorId t) { return has_unknown_size(graph, t); }));
}

}  // namespace stowage
