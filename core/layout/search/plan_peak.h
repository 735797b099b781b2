// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/plan/problem.h"

namespace stowage {

/// Offsets of the tensors that are alive when most bytes are alive.
/// ```
///  bytes alive      ▁▂▃▅▆▇█▇▆▅▄▂▁     Only around the peak there is nothing to waste, and few of the tensors are alive
///       share ┈┈┈┈┈┈┈┈┈┈┼┈┈┈┈┼┈┈┈┈     there. The longer they live, the lower they lie: the room above is in one
///                       these          piece for those that come and go.
/// ```
struct PeakPlan {
  std::vector<TensorId> tensors;  ///< ascending
  std::vector<Offset> offsets;    ///< by TensorId; 0 for the others
  Bytes footprint;
};

/// Plans the tensors alive at any step with at least `share` of the most bytes: the long-lived first (as llfb), by the
/// number of steps they live at which one of them begins or ends; a seed other than 0 changes these numbers at random
/// by up to a hundredth. For one chain without groups. Fails only with cancelled or timed_out.
[[nodiscard]] Result<PeakPlan> plan_peak(const LayoutProblem& problem, double share, std::uint64_t seed,
                                         const Task& task = {});

/// Places all others in the smallest gaps left, those of most bytes × steps first. Offsets by TensorId.
[[nodiscard]] Result<std::vector<Offset>> fill_around(const LayoutProblem& problem, const PeakPlan& peak,
                                                      const Task& task = {});

}  // namespace stowage
