// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"
#include "core/insight/recorded/recorded_heap.h"

namespace stowage {

/// Steps of a history and those of the graph made from it (core/insight/recorded/heap_graph.h), each of which is a run
/// of events:
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

}  // namespace stowage
