// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/plan/problem.h"

namespace stowage {

/// Where the tensors lie that are alive when the most bytes are.
/// ```
///  bytes alive      ▁▂▃▅▆▇█▇▆▅▄▂▁     Only around the peak there is nothing to waste, and few of the tensors are alive
///       share ┈┈┈┈┈┈┈┈┈┈┼┈┈┈┈┼┈┈┈┈     there. The longer they live, the lower they lie: the room above is in one
///                       these          piece for those that come and go.
/// ```
struct PeakPlan {
  std::vector<TensorId> tensors;  ///< ascending
  std::vector<Offset> offsets;    ///< by TensorId; 0 of the others
  Bytes footprint;
};

/// Plans what is alive at any step at which at least `share` of the most bytes are: the long-lived first (as llfb), by
/// how many of the steps they live at which one of these begins or ends; with a seed other than 0, changed at random by
/// a hundredth. One chain without groups. Fails only with cancelled or timed_out.
[[nodiscard]] Result<PeakPlan> plan_peak(const LayoutProblem& problem, double share, std::uint64_t seed,
                                         const Task& task = {});

/// All others go into the smallest gaps that are left, those of most bytes × steps first. Offsets by TensorId.
[[nodiscard]] Result<std::vector<Offset>> fill_around(const LayoutProblem& problem, const PeakPlan& peak,
                                                      const Task& task = {});

}  // namespace stowage
