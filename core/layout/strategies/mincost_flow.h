// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/strategies/cheapest_reuse.h"
#include "core/layout/strategy.h"

namespace stowage {

/// Which block takes over the object of which, so that the bytes of all objects, each counted as it grows, are fewest
/// (core/layout/strategies/cheapest_reuse.h); by block, kNone also for one that keeps bytes from nobody. A block takes
/// over another only if all tensors of that are before all of its own; "before" is transitive, so all blocks of a chain
/// may share an object.
[[nodiscard]] Result<Reuse> shared_objects(const LayoutProblem& problem, const Task& task = {});

/// Minimum-cost flow of shared objects (Lee et al., "On-Device Neural Net Inference with Mobile GPUs"; Levental,
/// MemoMalloc, chapter 1, section 3): every object holds one block at a time. Where all sizes are equal and there is a
/// single stream, it is optimal.
extern const LayoutStrategy kMincostFlow;

}  // namespace stowage
