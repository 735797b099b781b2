// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/insight/recorded/record.h"
#include "core/insight/recorded/recorded_heap.h"

namespace stowage {

/// What no allocator does, by the bytes that were requested; each at the step at which the allocation begins.
struct HeapInconsistencies {
  HeapFindings overlapping;  ///< it begins in memory that is another's; then it does not count as taking any itself
  HeapFindings outside;      ///< some of it is in no segment, and not all in ranges where segments overlap
};

/// Looks through the allocations of a history in the order in which they begin. O(n log n) in their addresses, else
/// next to O(n). Without any segments nothing counts as outside, nor in ranges of segments that overlap each other
/// (`overlapping`, ascending, apart). Errors: cancelled, timed_out.
[[nodiscard]] Result<HeapInconsistencies> find_inconsistencies(const RecordedHeap& history, const Task& task = {},
                                                               std::span<const HeapRange> overlapping = {});

}  // namespace stowage
