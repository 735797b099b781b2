// SPDX-License-Identifier: Apache-2.0
#include "core/insight/recorded/heap_steps.h"

#include <algorithm>

namespace stowage {

bool steps_match(const Graph& graph, const RecordedHeap& history) {
  const auto times = graph.times();
  return times.size() == graph.operator_count() + 1 && times.size() > 1 && times.front() == 0 &&
         times.back() == history.step_count();
}

HeapStep heap_step_of(const Graph& graph, const RecordedHeap& history, std::size_t step) {
  const auto begin = static_cast<HeapStep>(graph.times()[step]), end = static_cast<HeapStep>(graph.times()[step + 1]);
  const auto after = std::ranges::lower_bound(history.allocations, end, {}, &HeapAllocation::allocated);
  return after == history.allocations.begin() ? begin : std::max(begin, std::prev(after)->allocated);
}

std::size_t graph_step_of(const Graph& graph, HeapStep step) {
  const auto times = graph.times();
  const auto after = std::ranges::upper_bound(times, std::int64_t{step});
  const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - times.begin() - 1, 0));
  return std::min(at, graph.operator_count() - 1);
}

std::vector<Lifetime> heap_lifetimes(const Graph& graph, const RecordedHeap& history, std::span<const Lifetime> lives) {
  const auto times = graph.times();
  std::vector<Lifetime> out(lives.size());
  for (std::size_t t = 0; t < lives.size(); ++t)
    if (!lives[t].empty())
      out[t] = {static_cast<HeapStep>(times[lives[t].begin]), static_cast<HeapStep>(times[lives[t].end])};
  for (const HeapAllocation& each : history.allocations) {
    if (!each.tensor.valid() || each.tensor.index() >= out.size()) continue;
    Lifetime& life = out[each.tensor.index()];
    if (life.begin <= each.allocated && each.free_completed <= life.end) life = {each.allocated, each.free_completed};
  }
  return out;
}

}  // namespace stowage
