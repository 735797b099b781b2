// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/layout/strategy.h"

namespace stowage {

/// What a framework does today: no plan, but a caching allocator that is asked for memory and given it back as the
/// operators run, one by one, in the manner of PyTorch's for CUDA. Segments, once reserved, are kept; here they lie one
/// above the other in the order in which they were reserved. A tensor is given its memory when it is made and gives it
/// back after its last use; a contiguous group is one allocation, from its first tensor to its last.
/// ```
///   asked for        rounded to    from a     which is reserved as
///   up to   1 MiB    512 B         small      2 MiB                       ┌───────────────┬─────┬──────────┐
///   below  10 MiB    512 B         large      20 MiB                      │ segment       │ in  │  rest of │
///   more             512 B         large      rounded up to 2 MiB         │ of 20 MiB     │ use │ the block│
/// ```                                                                      └───────────────┴─────┴──────────┘
/// It takes the smallest free block that holds it, of equals the lowest, else a new segment, and leaves the rest of the
/// block free where that is at least 512 bytes (small) or more than 1 MiB (large). Free blocks of a segment that meet
/// become one. A plan alignment beyond 512 replaces these 512 bytes by the least common multiple.
/// (The constants are those of the CUDACachingAllocator of PyTorch 2; its optional settings are left at their defaults,
/// and it never runs out of memory here.)
extern const LayoutStrategy kCaching;

/// Where the segments end that it reserves for such a plan, ascending; the last is what it takes from the device. Empty
/// where the plan is not its own. Replays it: O(n log n) for n tensors.
[[nodiscard]] std::vector<Offset> caching_segments(const LayoutProblem& problem, const Plan& plan);

}  // namespace stowage
