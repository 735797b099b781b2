// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/papers/nnc/allocation_graph.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/page/export.h"

namespace stowage {

/// NNC's allocation graph as an image: every block with its offset and size, and how many bytes it hands on to which
/// blocks after it, from the empty buffer at the top to the free one at the bottom. Placed by Graphviz's dot; blocks,
/// so call it from a worker. Larger ones than can be read are not drawn, which the image says. Needs graph, lifetimes
/// and conflicts of the view; colours say the stream or phase of the operators that make the tensors. Errors as for
/// layout_graph, and where the problem is beyond NNC's limits.
[[nodiscard]] Result<Drawing> allocation_drawing(const PlanView& view, const DrawingLook& look, NncRule rule,
                                                 const Task& task = {});

/// That graph as one that can be drawn: an operator a block, with the empty and the free buffer around them, a tensor
/// an edge. The names of tensors are labels and not distinct.
[[nodiscard]] Graph drawable(const LayoutProblem& problem, const AllocationGraph& allocation);

}  // namespace stowage
