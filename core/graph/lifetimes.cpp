// SPDX-License-Identifier: Apache-2.0
#include "core/graph/lifetimes.h"

#include <algorithm>

namespace stowage {
namespace {

/// By OperatorId: the step at which it runs.
std::vector<std::uint32_t> steps_of(std::span<const OperatorId> sequence) {
  std::vector<std::uint32_t> steps(sequence.size());
  for (std::size_t k = 0; k < sequence.size(); ++k) steps[sequence[k].index()] = static_cast<std::uint32_t>(k);
  return steps;
}

}  // namespace

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
  hold_views(graph, out);
  return out;
}

std::vector<Bytes> rounded_sizes(const Graph& graph, Bytes alignment) {
  std::vector<Bytes> out = graph.data().tensor_size;
  for (Bytes& size : out) size = round_up(size, alignment);
  for (const View& view : graph.views()) out[view.tensor.index()] = {};
  return out;
}

std::vector<Bytes> memory_curve(const Graph& graph, std::span<const Lifetime> lifetimes, Bytes alignment) {
  return curve_of(std::span<const Bytes>(rounded_sizes(graph, alignment)), lifetimes, graph.operator_count());
}

std::vector<Bytes> memory_curve_of(const Graph& graph, std::span<const OperatorId> sequence) {
  const auto steps = steps_of(sequence);
  std::vector<Lifetime> lives(graph.tensor_count());
  for (TensorId t : graph.tensors()) {
    if (!graph.is_needed(t)) continue;
    const OperatorId producer = graph.producer(t);
    Lifetime& life = lives[t.index()];
    if (producer.valid()) life = {steps[producer.index()], steps[producer.index()] + 1};
    for (OperatorId use : graph.consumers(t)) life.end = std::max(life.end, steps[use.index()] + 1);
    if (graph.is_output(t)) life.end = static_cast<std::uint32_t>(sequence.size());
  }
  if (!graph.has_views()) return curve_of<std::uint32_t>(graph.data().tensor_size, lives, sequence.size());
  hold_views(graph, lives);
  return curve_of<std::uint32_t>(rounded_sizes(graph, {1}), lives, sequence.size());
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
  bool out = true;
  for (OperatorId o : graph.operators())
    graph.for_each_arc(o, [&](OperatorId after) { out = out && steps[o.index()] < steps[after.index()]; });
  return out;
}

}  // namespace stowage
