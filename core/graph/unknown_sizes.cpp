// SPDX-License-Identifier: Apache-2.0
#include "core/graph/unknown_sizes.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/graph/loop.h"
#include "core/graph/tags.h"

namespace stowage {

bool has_unknown_size(const Graph& graph, TensorId t) {
  return graph.size(t) == Bytes{} && graph.kind(t) == tensor_kind::kUnknownSize;
}

std::size_t unknown_sizes(const Graph& graph) {
  auto count = static_cast<std::size_t>(
      std::ranges::count_if(graph.tensors(), [&](TensorId t) { return has_unknown_size(graph, t); }));
  for (const auto& [at, loop] : graph.data().loops) count += unknown_sizes(loop->body);
  return count;
}

std::string Uncounted::text() const {
  std::string out;
  if (unknown_sizes == 1) out = "the size of 1 tensor is unknown";
  if (unknown_sizes > 1) out = "the sizes of " + grouped_digits(unknown_sizes) + " tensors are unknown";
  if (loops > 0)
    out += (out.empty() ? "" : ", ") + ("the memory of " + grouped_digits(loops)) + (loops == 1 ? " loop" : " loops") +
           " is not counted";
  return out;
}

Uncounted uncounted(const Graph& graph) {
  return {unknown_sizes(graph), graph.loop_count()};
}

}  // namespace stowage
