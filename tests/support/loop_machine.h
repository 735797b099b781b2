// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "core/insight/loops/loop_plan.h"
#include "core/plan/plan.h"

namespace stowage::test {

/// A tensor that a loop runs so often, in iteration `outer` of what encloses it.
using Iterations = std::function<std::size_t(const LoopPlan& loop, std::size_t outer)>;

/// Runs a graph and its loops on a memory of bytes, in which every value that is made leaves its own mark, after what
/// the graph and its carries mean alone; the plan says only where things lie. Every operator must find its inputs whole
/// when it starts and when it has written its outputs; at the end of an iteration, what the loop is to leave must be
/// whole where whoever comes after the loop looks for it. What goes wrong first, or an empty text. `plan` is of the
/// graph with the loops' buffers.
[[nodiscard]] std::string run_on_machine(const Graph& graph, const LoopsPlan& loops, const Plan& plan,
                                         const Iterations& iterations);

}  // namespace stowage::test
