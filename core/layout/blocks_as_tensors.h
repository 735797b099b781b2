// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/task.h"
#include "core/layout/strategy.h"

namespace stowage {

/// Whether the problem has companions, and the strategy knows tensors alone: it then plans with_blocks_as_tensors().
[[nodiscard]] inline bool takes_blocks_as_tensors(const LayoutStrategy& strategy, const LayoutProblem& problem) {
  return strategy.limits.no_groups && problem.joins_tensors();
}

/// The graph of a problem without groups, with each block as one tensor: its first member is as large as the block, and
/// needed from the first write of any member to the last use of one; the others have size 0. What is safe here is safe
/// in the graph. Cancelled or timed_out.
[[nodiscard]] Result<Graph> with_blocks_as_tensors(const BlockProblem& problem, const Task& task = {});

}  // namespace stowage
