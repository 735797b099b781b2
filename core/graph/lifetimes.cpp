// SPDX-License-Identifier: Apache-2.0
#include "core/graph/lifetimes.h"

#include <algorithm>
#include <cassert>

#include "core/graph/indexing.h"

namespace stowage {
namespace {

/// By OperatorId: the step at which it runs.
std::vector<std::uint32_t> steps_of(std::span<const OperatorId> sequence) {
  std::vector<std::uint32_t> steps(sequence.size());
  for (std::size_t k = 0; k < sequence.size(); ++k) steps[sequence[k].index()] = static_cast<std::uint32_t>(k);
  return steps;
}

/// `step_of`: the step at which an operator runs, of `steps`.
template <class StepOf>
std::vector<Lifetime> lifetimes_at(const Graph& graph, std::size_t steps, const StepOf& step_of) {
  std::vector<Lifetime> out(graph.tensor_count());
  for (TensorId t : graph.tensors()) {
    if (!graph.is_needed(t)) continue;
    Lifetime& life = out[t.index()];
    if (const OperatorId producer = graph.producer(t); producer.valid())
      life = {step_of(producer), step_of(producer) + 1};
    for (OperatorId use : graph.consumers(t)) life.end = std::max(life.end, step_of(use) + 1);
    if (graph.is_output(t)) life.end = static_cast<std::uint32_t>(steps);
  }
  hold_views(graph, out);
  return out;
}

}  // namespace

std::vector<Lifetime> lifetimes(const Graph& graph) {
  return lifetimes_at(graph, graph.operator_count(),
                      [](OperatorId o) { return static_cast<std::uint32_t>(o.index()); });
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
  const auto lives = lifetimes_at(graph, sequence.size(), [&](OperatorId o) { return steps[o.index()]; });
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

Graph with_order(const Graph& graph, std::span<const OperatorId> sequence) {
  assert(is_order(graph, sequence));
  std::vector<std::uint32_t> order;
  order.reserve(sequence.size());
  for (OperatorId o : sequence) order.push_back(static_cast<std::uint32_t>(o.index()));
  Graph::Data data = graph.data();
  reorder_operators(data, order);
  index_all(data);
  return Graph(std::move(data));
}

}  // namespace stowage
