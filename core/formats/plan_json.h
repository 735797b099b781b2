// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/graph/graph.h"
#include "core/plan/plan.h"

namespace stowage {

/// A plan file, version 1, for `graph`. Faults come all at once with their JSON pointers; where the offsets are not
/// those of the graph's tensors and the plan names another graph, that is the first fault. Footprint and bound are
/// taken as claimed: core/check compares them.
[[nodiscard]] Result<Plan> read_plan_json(std::string_view bytes, const std::string& file, const Graph& graph);

/// The offsets of a plan that came with a graph of its own (an interval CSV), for the tensors of `graph` by name.
[[nodiscard]] Result<Plan> plan_for(const Graph& graph, const Graph& its_graph, const Plan& plan,
                                    const std::string& file);

}  // namespace stowage
