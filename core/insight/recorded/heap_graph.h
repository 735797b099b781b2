// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/graph/builder.h"
#include "core/insight/recorded/recorded_heap.h"
#include "core/plan/plan.h"

namespace stowage {

/// A recorded heap as a graph to plan, and as the plan that the allocator made while it ran.
struct HeapGraph {
  BuiltGraph graph;
  Plan plan;
  bool kinds_left_out = false;  ///< too many different frames or annotations for labels: some kinds or phases are empty
};

/// In which order the streams of a recorded heap are taken to run.
enum class HeapStreams : std::uint8_t {
  unordered,  ///< nothing orders two streams: their tensors never share bytes
  serial,     ///< in the order in which the host recorded them: each operator waits for the one before it
};

/// The caching allocator rounds sizes up to multiples of so many bytes.
inline constexpr std::int64_t kHeapRounding = 512;

/// A graph with a time axis in steps of the history. Its operators are runs of events in which nothing is allocated
/// after something was freed, each on the stream that recorded it, so two tensors of one stream are unsafe exactly if
/// they lived at the same time: from `allocated` until `free_completed`. Tensors of two streams are always unsafe, or
/// with HeapStreams::serial (a control edge wherever the stream changes) as those of one.
///
/// The first operator is "start" and holds the allocations there when the record begins; others are named by their
/// first event and the frame that asked for it; their phase is the innermost annotation there. A tensor is named as
/// PyTorch's own viewer names it, "b" with its address and how often the address was handed out before:
/// "b7f064c000000_0"; its kind is the telling frame of its stack. Tensors there at the end are outputs. Sizes are the
/// requested ones rounded up to 512 bytes; offsets are the addresses, with the gaps between RecordedHeap::regions
/// closed. The recorded plan is safe in the host's order only, since the allocator waited for the device before it gave
/// memory to another stream: with unordered streams it says so (Plan::serial_streams). It needs the bytes that were
/// reserved (Plan::reserved_peak), or where no segments were recorded, those that were allocated.
///
/// Sets HeapAllocation::tensor in `history`, whose regions must be found. Errors: those of GraphBuilder, cancelled,
/// timed_out.
[[nodiscard]] Result<HeapGraph> heap_graph(RecordedHeap& history, HeapStreams streams, const std::string& name,
                                           const std::string& file, const Task& task = {});

}  // namespace stowage
