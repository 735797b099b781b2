// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recorded/record.h"

namespace stowage {

/// The part of rebuild() that follows segments: fills RecordedHeap::segments. A piece of a segment that is removed
/// while the rest stays ends it; the rest goes on as segments of their own.
[[nodiscard]] Result<void> rebuild_segments(const HeapRecord& record, RecordedHeap& history, HeapAssumptions& assumed,
                                            const Task& task);

}  // namespace stowage
