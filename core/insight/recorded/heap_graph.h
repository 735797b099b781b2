// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/graph/builder.h"
#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"
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

/// Steps of a history, and the steps of its graph. Each step of the graph is a run of events:
/// ```
///   graph    │ 0 start │ 1               │ 2                    times() of the graph are the borders
///   history  │ 0       │ 1     2     3   │ 4     5     6
///                        alloc alloc free
///                              └ most is there: what the graph's step stands for
/// ```
/// Whether `graph` still has these steps: edits keep the times of a graph.
[[nodiscard]] bool steps_match(const Graph& graph, const RecordedHeap& history);
/// The step with most bytes within a step of the graph: after its last allocation. `step` < operator_count(). O(log n).
[[nodiscard]] HeapStep heap_step_of(const Graph& graph, const RecordedHeap& history, std::size_t step);
/// The step of the graph in which a step of the history lies; the last for later ones. O(log n).
[[nodiscard]] std::size_t graph_step_of(const Graph& graph, HeapStep step);
/// When tensors were there, in steps of the history: from their allocation until their free was completed, which lies
/// within `lives`, their lifetimes in steps of the graph. A tensor without an allocation, or one that an edit moved
/// elsewhere, takes all of its steps. Steps must match; by TensorId. O(tensors + allocations).
[[nodiscard]] std::vector<Lifetime> heap_lifetimes(const Graph& graph, const RecordedHeap& history,
                                                   std::span<const Lifetime> lives);

/// The footprint of a quick static plan of the lifetimes of a history, whose streams run as `streams` says: the plan is
/// safe, and perhaps not the smallest. Errors: those of heap_graph() and of the planners.
[[nodiscard]] Result<Bytes> static_footprint(const RecordedHeap& history, HeapStreams streams, Bytes alignment,
                                             const Task& task = {});

}  // namespace stowage
