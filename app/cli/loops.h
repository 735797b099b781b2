// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "core/insight/loops/loop_plan.h"

namespace stowage::cli {

/// The loops of a graph, planned; errors name the file.
[[nodiscard]] Result<LoopsPlan> plan_loops_of(const Graph& graph, const std::string& file, std::uint64_t alignment,
                                              const Task& task);

/// What each loop needs, and where its tensors lie by iteration, in the plan of the graph with the loops' buffers.
void print_loops(const Graph& graph, const LoopsPlan& loops, const Plan& plan);
[[nodiscard]] Json loops_json(const Graph& graph, const LoopsPlan& loops, const Plan& plan);

}  // namespace stowage::cli
