// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/insight/recorded/record.h"
#include "core/insight/recorded/recorded_heap.h"

namespace stowage {

/// What no allocator does, by the bytes that were requested; each at the step at which an allocation begins.
struct HeapInconsistencies {
  HeapFindings overlapping;  ///< it begins in memory of another; then it counts as taking none itself
  HeapFindings outside;      ///< some of it is in no segment, and not all in ranges where segments overlap
};

/// Looks through the allocations of a history in the order in which they begin. O(n log n) for their addresses,
/// otherwise nearly O(n). Nothing counts as outside where there are no segments, nor in ranges of segments that overlap
/// each other (`overlapping`, ascending, apart). Errors: cancelled, timed_out.
[[nodiscard]] Result<HeapInconsistencies> find_inconsistencies(const RecordedHeap& history, const Task& task = {},
                                                               std::span<const HeapRange> overlapping = {});

}  // namespace stowage
