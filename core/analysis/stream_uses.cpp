// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/stream_uses.h"

#include <utility>

#include "core/base/csr.h"

namespace stowage {

std::vector<StreamUse> stream_uses(const Graph& graph, std::span<const Lifetime> lifetimes) {
  std::vector<std::pair<std::size_t, TensorId>> ends;
  ends.reserve(graph.tensor_count());
  for (TensorId t : graph.tensors())
    if (graph.producer(t).valid()) ends.emplace_back(lifetimes[t.index()].end - 1, t);
  const auto dying = Csr<TensorId>::from_pairs(graph.operator_count(), ends);

  std::vector<StreamUse> out(graph.stream_count());
  std::vector<Bytes> alive(graph.stream_count());
  for (OperatorId o : graph.operators()) {
    const std::size_t stream = graph.stream(o).index();
    for (TensorId t : graph.outputs(o)) {
      alive[stream] += graph.size(t);
      out[stream].made += graph.size(t);
    }
    if (alive[stream] > out[stream].peak) {
      out[stream].peak = alive[stream];
      out[stream].peak_step = static_cast<std::uint32_t>(o.index());
    }
    for (TensorId t : dying[o.index()]) alive[graph.stream(graph.producer(t)).index()] -= graph.size(t);
  }
  return out;
}

}  // namespace stowage
