// SPDX-License-Identifier: Apache-2.0
#include "core/insight/simulate/timing.h"

#include "core/graph/laid_out.h"
#include "core/graph/lifetimes.h"

namespace stowage {

std::vector<OperatorId> Timing::critical_path() const {
  std::vector<OperatorId> out;
  if (ends.empty()) return out;
  OperatorId at(static_cast<std::size_t>(std::ranges::max_element(ends) - ends.begin()));
  for (; at.valid(); at = held_by[at.index()]) out.push_back(at);
  std::ranges::reverse(out);
  return out;
}

Timing timing_of(const Graph& graph) {
  Timing out;
  out.starts.resize(graph.operator_count());
  out.ends.resize(graph.operator_count());
  out.held_by.resize(graph.operator_count());
  out.busy.resize(graph.stream_count());
  for (OperatorId o : graph.operators()) {
    const std::int64_t duration = graph.duration(o).nanoseconds, end = out.starts[o.index()] + duration;
    out.ends[o.index()] = end;
    out.busy[graph.stream(o).index()] += duration;
    out.makespan = std::max(out.makespan, end);
    // Ascending, so that the first of those with the same end holds it.
    graph.for_each_successor(o, [&](OperatorId after) {
      if (end <= out.starts[after.index()]) return;
      out.starts[after.index()] = end;
      out.held_by[after.index()] = o;
    });
  }
  return out;
}

std::vector<std::int64_t> slack_of(const Graph& graph, const Timing& timing) {
  std::vector<std::int64_t> rest(graph.operator_count());  // from its end to that of the last that waits for it
  std::vector<std::int64_t> out(graph.operator_count());
  for (std::size_t k = graph.operator_count(); k-- > 0;) {
    graph.for_each_successor(OperatorId(k), [&](OperatorId after) {
      rest[k] = std::max(rest[k], graph.duration(after).nanoseconds + rest[after.index()]);
    });
    out[k] = timing.makespan - timing.ends[k] - rest[k];
  }
  return out;
}

std::vector<Interval> lifetimes(const Graph& graph, const Timing& timing) {
  std::vector<Interval> out(graph.tensor_count());
  for (TensorId t : graph.tensors()) {
    if (!graph.is_needed(t)) continue;
    Interval& life = out[t.index()];
    if (const OperatorId producer = graph.producer(t); producer.valid())
      life = {timing.starts[producer.index()], timing.ends[producer.index()]};
    for (OperatorId use : graph.consumers(t)) life.end = std::max(life.end, timing.ends[use.index()]);
    if (graph.is_output(t)) life.end = timing.makespan;
  }
  hold_views(graph, out);
  return out;
}

std::vector<IdleGap> idle_gaps(const Graph& graph, const Timing& timing, StreamId stream) {
  std::vector<IdleGap> out;
  std::int64_t free_from = 0;
  for (OperatorId o : graph.operators_of(stream)) {
    if (timing.starts[o.index()] > free_from) out.push_back({free_from, timing.starts[o.index()], o});
    free_from = timing.ends[o.index()];
  }
  return out;
}

std::optional<Makespan> makespan_of(const Graph& graph) {
  if (!graph.has_durations()) return std::nullopt;
  const auto all = graph.operators();
  const auto missing = std::count_if(
      all.begin(), all.end(), [&](OperatorId o) { return graph.duration(o) == Duration() && takes_time(graph, o); });
  return Makespan{timing_of(graph).makespan, has_estimates(graph), static_cast<std::size_t>(missing)};
}

bool has_estimates(const Graph& graph) {
  return std::ranges::count(graph.data().operator_duration, Duration::From::estimated, &Duration::from) > 0;
}

}  // namespace stowage
