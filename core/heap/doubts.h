// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/heap/history.h"
#include "core/heap/record.h"

namespace stowage {

/// What no allocator does, by the bytes that were requested; each at the step at which the allocation begins.
struct HeapDoubts {
  HeapFindings overlapping;  ///< it begins in memory that is another's; then it does not count as taking any itself
  HeapFindings outside;      ///< some of it is in no segment
};

/// Looks through the allocations of a history in the order in which they begin. O(n log n) in their addresses, else
/// next to O(n). Without any segments nothing counts as outside. Errors: cancelled, timed_out.
[[nodiscard]] Result<HeapDoubts> find_doubts(const HeapHistory& history, const Task& task = {});

}  // namespace stowage
