// SPDX-License-Identifier: Apache-2.0
#include "core/insight/edit/edits.h"

namespace stowage {
namespace {

/// `duration_of` gives the new duration of an operator, or none where it would be too long.
template <class DurationOf>
Result<EditedGraph> with_durations(const Graph& graph, std::span<const OperatorId> operators,
                                   const DurationOf& duration_of) {
  if (auto fault = fault_of(graph, operators); !fault.empty()) return refused(std::move(fault));
  Graph::Data data = graph.data();
  data.operator_duration.resize(graph.operator_count());
  bool changed = false;
  for (OperatorId o : operators) {
    const std::optional<Duration> duration = duration_of(o);
    if (!duration) return refused(quoted(graph.name(o)) + " would take longer than 2^53 ns");
    data.operator_duration[o.index()] = *duration;
    changed = changed || *duration != graph.duration(o);
  }
  if (!changed) return refused("no duration would change");
  std::int64_t sum = 0;
  for (const Duration& duration : data.operator_duration)  // each is at most 2^53, and we stop at 2^60: no overflow
    if ((sum += duration.nanoseconds) >= kMaxTotalDuration)
      return refused("the durations would add up to 2^60 ns or more");
  if (std::ranges::count(data.operator_duration, Duration()) == std::ssize(data.operator_duration))
    data.operator_duration.clear();  // none is known
  return edited(std::move(data));
}

}  // namespace

Result<EditedGraph> set_durations(const Graph& graph, std::span<const OperatorId> operators, Duration duration) {
  if (duration.nanoseconds < 0) return refused("a duration cannot be negative");
  if (duration.nanoseconds == 0) duration = {};
  return with_durations(graph, operators, [&](OperatorId) {
    return duration.nanoseconds <= kMaxDuration ? std::optional(duration) : std::nullopt;
  });
}

Result<EditedGraph> scale_durations(const Graph& graph, std::span<const OperatorId> operators, Factor factor) {
  if (auto fault = fault_of(factor); !fault.empty()) return refused(std::move(fault));
  return with_durations(graph, operators, [&](OperatorId o) -> std::optional<Duration> {
    const Duration before = graph.duration(o);
    if (before.nanoseconds == 0) return before;
    const auto after = scaled(before.nanoseconds, factor, Rounding::nearest, kMaxDuration);
    if (!after) return std::nullopt;
    return Duration{std::max<std::int64_t>(1, *after), before.from};
  });
}

Result<EditedGraph> scale_all_durations(const Graph& graph, Factor factor) {
  const std::vector<OperatorId> all(graph.operators().begin(), graph.operators().end());
  return scale_durations(graph, all, factor);
}

}  // namespace stowage
