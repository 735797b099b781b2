// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/graph/builder.h"
#include "core/heap/history.h"
#include "core/layout/plan.h"

namespace stowage {

/// A recorded heap as a graph to plan, and as the plan that the allocator made while it ran.
struct HeapGraph {
  BuiltGraph graph;
  Plan plan;
  bool kinds_left_out = false;  ///< there are more different frames than a graph has labels: some kinds are empty
};

/// One stream with a time axis in steps of the history. As in an allocation trace (core/io/alloc_trace.h) an operator
/// is a run of events in which nothing is allocated after something was freed, so two tensors are unsafe exactly if
/// they lived at the same time: from `allocated` until `free_completed`.
/// ```
///   start          │ 5 forward (model.py:104)       │ 9 backward (model.py:120)
///   free a  free b │ alloc c   alloc d   free c     │ alloc e  …
/// ```
/// The first operator is "start" and holds what was there when the record begins; others are named by their first event
/// and the frame that asked for it; their phase is the innermost annotation there. A tensor is named as PyTorch's own
/// viewer names it, "b" with its address and how often that was handed out before: "b7f064c000000_0"; its kind is the
/// telling frame of its stack. What is there at the end is an output. Sizes are the requested ones rounded up to 512
/// bytes; offsets are the addresses, with the gaps between HeapHistory::regions closed.
///
/// Sets HeapAllocation::tensor in `history`, whose regions must be found. Errors: those of GraphBuilder, cancelled,
/// timed_out.
[[nodiscard]] Result<HeapGraph> heap_graph(HeapHistory& history, const std::string& name, const std::string& file,
                                           const Task& task = {});

}  // namespace stowage
