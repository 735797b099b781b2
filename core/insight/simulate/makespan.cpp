// SPDX-License-Identifier: Apache-2.0
#include "core/insight/simulate/makespan.h"

#include <algorithm>

#include "core/insight/simulate/timing.h"

namespace stowage {

std::optional<Makespan> makespan_of(const Graph& graph) {
  if (!graph.has_durations()) return std::nullopt;
  const auto missing = std::ranges::count(graph.data().operator_duration, Duration());
  return Makespan{timing_of(graph).makespan, has_estimates(graph), static_cast<std::size_t>(missing)};
}

bool has_estimates(const Graph& graph) {
  return std::ranges::count(graph.data().operator_duration, Duration::From::estimated, &Duration::from) > 0;
}

}  // namespace stowage
