// SPDX-License-Identifier: Apache-2.0
#include "core/graph/operator_order.h"

#include <algorithm>
#include <cstdint>

namespace stowage {
namespace {

/// By OperatorId: the step at which it runs.
std::vector<std::uint32_t> steps_of(std::span<const OperatorId> sequence) {
  std::vector<std::uint32_t> steps(sequence.size());
  for (std::size_t k = 0; k < sequence.size(); ++k) steps[sequence[k].index()] = static_cast<std::uint32_t>(k);
  return steps;
}

}  // namespace

std::vector<Bytes> memory_curve_of(const Graph& graph, std::span<const OperatorId> sequence) {
  const auto steps = steps_of(sequence);
  std::vector<Bytes> alive(sequence.size() + 1);
  for (TensorId t : graph.tensors()) {
    if (!graph.is_needed(t)) continue;
    const OperatorId producer = graph.producer(t);
    const std::size_t begin = producer.valid() ? steps[producer.index()] : 0;
    std::size_t end = producer.valid() ? begin + 1 : 0;
    for (OperatorId use : graph.consumers(t)) end = std::max<std::size_t>(end, steps[use.index()] + 1);
    alive[begin] += graph.size(t);
    alive[graph.is_output(t) ? sequence.size() : end] -= graph.size(t);
  }
  for (std::size_t k = 1; k < alive.size(); ++k) alive[k] += alive[k - 1];
  alive.pop_back();
  return alive;
}

Bytes theoretical_peak(const Graph& graph, std::span<const OperatorId> sequence) {
  const auto curve = memory_curve_of(graph, sequence);
  return curve.empty() ? Bytes{} : *std::ranges::max_element(curve);
}

bool is_order(const Graph& graph, std::span<const OperatorId> sequence) {
  std::vector<bool> seen(graph.operator_count());
  if (sequence.size() != seen.size()) return false;
  for (OperatorId o : sequence) {
    if (!o.valid() || o.index() >= seen.size() || seen[o.index()]) return false;
    seen[o.index()] = true;
  }
  const auto steps = steps_of(sequence);
  return std::ranges::all_of(arcs_of(graph.data()),
                             [&](const Arc& arc) { return steps[arc.from.index()] < steps[arc.to.index()]; });
}

}  // namespace stowage
