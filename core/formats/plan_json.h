// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/graph/graph.h"
#include "core/plan/plan.h"

namespace stowage {

/// Reads a plan file, version 1, for `graph`. bad_input has all faults at once with their JSON pointers. Where names of
/// tensors do not match and the plan names another graph, the first fault says so. Footprint and bound are taken as
/// claimed: core/check compares them.
[[nodiscard]] Result<Plan> read_plan_json(std::string_view bytes, const std::string& file, const Graph& graph);

/// Returns a plan with a graph of its own (of an interval CSV) as a plan for `graph`: tensors are matched by name.
[[nodiscard]] Result<Plan> plan_for(const Graph& graph, const Graph& its_graph, const Plan& plan,
                                    const std::string& file);

}  // namespace stowage
