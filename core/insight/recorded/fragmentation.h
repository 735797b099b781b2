// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/insight/recorded/recorded_heap.h"

namespace stowage {

/// How much of the reserved memory was of no use, by step.
struct Fragmentation {
  std::vector<Bytes> free;     ///< in holes of segments
  std::vector<Bytes> largest;  ///< the largest hole: the most that could be allocated without asking the device
};

/// By step, as heap_at() (core/insight/recorded/heap_at.h) has them: 1 − largest / free is the usual measure of how
/// fragmented the heap is. O(n log n) for n segments and allocations. Errors: cancelled, timed_out.
[[nodiscard]] Result<Fragmentation> fragmentation(const RecordedHeap& history, const Task& task = {});

/// The first step at which most bytes were free beside the largest hole, so that no single allocation could have had
/// them. Looks only at steps at which this hurts: those at which the device ran out of memory or, without any, those at
/// which at least 95% of the reserved peak were reserved. Needs a step.
[[nodiscard]] HeapStep most_fragmented(const Fragmentation& of, const RecordedHeap& history);

}  // namespace stowage
