// SPDX-License-Identifier: Apache-2.0
#include "core/graph/unknown_sizes.h"

#include "core/base/text.h"
#include "core/graph/graph.h"

namespace stowage {

std::size_t unknown_sizes(const Graph& graph) {
  std::size_t count = 0;
  for (std::size_t t = 0; t < graph.data().tensor_at_least.size(); ++t)
    count += graph.data().tensor_at_least[t] && !graph.is_view(TensorId(t));
  for (const auto& [node, loop] : graph.data().loops) count += unknown_sizes(loop->body);
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

void set_unknown_size(Graph::Data& data, std::size_t tensor, bool unknown) {
  if (unknown && data.tensor_at_least.size() <= tensor) data.tensor_at_least.resize(tensor + 1);
  if (tensor < data.tensor_at_least.size()) data.tensor_at_least[tensor] = unknown;
}

}  // namespace stowage
