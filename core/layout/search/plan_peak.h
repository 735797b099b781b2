// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/plan/problem.h"

namespace stowage {

/// Plans the tensors that are alive when most bytes are alive, and puts the others around them.
/// ```
///  bytes alive      ▁▂▃▅▆▇█▇▆▅▄▂▁     Only around the peak there is nothing to waste, and few of the tensors are alive
///       share ┈┈┈┈┈┈┈┈┈┈┼┈┈┈┈┼┈┈┈┈     there. The longer they live, the lower they lie: the room above is in one
///                       these          piece for those that come and go.
/// ```
/// First come the tensors alive at any step with at least `share` of the most bytes: the longest-lived first (as llfb),
/// where only the steps count at which one of them begins or ends. Then each other takes the smallest gap left,
/// those of most bytes × steps first. For one chain without groups. Offsets by TensorId; fails only with cancelled or
/// timed_out.
[[nodiscard]] Result<std::vector<Offset>> plan_peak_first(const LayoutProblem& problem, double share,
                                                          const Task& task = {});

}  // namespace stowage
