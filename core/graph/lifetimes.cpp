// SPDX-License-Identifier: Apache-2.0
#include "core/graph/lifetimes.h"

#include <algorithm>

namespace stowage {

std::vector<Lifetime> lifetimes(const Graph& graph) {
  std::vector<Lifetime> out(graph.tensor_count());
  const auto steps = static_cast<std::uint32_t>(graph.operator_count());
  for (TensorId t : graph.tensors()) {
    if (!graph.is_needed(t)) continue;
    const OperatorId producer = graph.producer(t);
    const auto begin = producer.valid() ? static_cast<std::uint32_t>(producer.index()) : 0;
    std::uint32_t end = begin + (producer.valid() ? 1 : 0);
    if (!graph.consumers(t).empty())
      end = std::max(end, static_cast<std::uint32_t>(graph.consumers(t).back().index()) + 1);
    out[t.index()] = {begin, graph.is_output(t) ? steps : end};
  }
  return out;
}

std::vector<Bytes> memory_curve(const Graph& graph, const std::vector<Lifetime>& lifetimes, Bytes alignment) {
  std::vector<Bytes> live(graph.operator_count() + 1);
  for (TensorId t : graph.tensors()) {
    const Lifetime life = lifetimes[t.index()];
    if (life.empty()) continue;
    const Bytes size{round_up(graph.size(t).count, alignment.count)};
    live[life.begin] += size;
    live[life.end] -= size;
  }
  for (std::size_t step = 1; step < live.size(); ++step) live[step] += live[step - 1];
  live.pop_back();
  return live;
}

}  // namespace stowage
