// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/insight/recorded/heap_graph.h"
#include "core/insight/recorded/recorded_heap.h"

namespace stowage {

/// The footprint of a quick static plan of the lifetimes of a history, whose streams run as `streams` says: the plan is
/// safe, and perhaps not the smallest. Errors: those of heap_graph() and of the planners.
[[nodiscard]] Result<Bytes> static_footprint(const RecordedHeap& history, HeapStreams streams, Bytes alignment,
                                             const Task& task = {});

}  // namespace stowage
