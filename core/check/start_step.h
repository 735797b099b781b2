// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>

#include "core/graph/graph.h"
#include "core/plan/plan.h"

namespace stowage {

/// The start of a tensor must be a multiple of this; in a group, it is the alignment of the plan. Requires sums_fit().
[[nodiscard]] inline std::int64_t start_step(const Graph& graph, const Plan& plan, TensorId t) {
  if (graph.group(t).valid()) return plan.alignment.count;
  return std::lcm(plan.alignment.count, std::int64_t{graph.alignment(t)});
}

/// Whether all sizes, rounded up to the plan's alignment, and all steps add up to less than 2^61: no sum of some of
/// them overflows, however strange the file that the plan is from.
[[nodiscard]] inline bool sums_fit(const Graph& graph, const Plan& plan) {
  constexpr std::int64_t kMax = std::int64_t{1} << 61;
  std::int64_t room = kMax;
  for (TensorId t : graph.tensors()) {
    const std::int64_t own = graph.alignment(t), factor = own / std::gcd(own, plan.alignment.count);
    if (plan.alignment.count > kMax / factor) return false;
    room -= round_up(graph.size(t), plan.alignment).count + plan.alignment.count * factor;
    if (room <= 0) return false;
  }
  return true;
}

}  // namespace stowage
