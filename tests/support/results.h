// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/painters/model/plan_view.h"

namespace stowage::test {

/// All that a view is given of a graph once everything has been computed: the plan of so.size.best, and the bounds
/// with the clique unless `clique` is false. Throws on a fault.
[[nodiscard]] PlanView results_of(std::shared_ptr<const Graph> graph, bool clique = true, Bytes alignment = {1});
[[nodiscard]] PlanView results_of(Graph graph, bool clique = true, Bytes alignment = {1});

/// The same with the plan of some strategy, and with the quick bounds only.
[[nodiscard]] PlanView planned(Graph graph, const char* strategy = "so.size.best");

/// The graph of a file; throws on a fault.
[[nodiscard]] std::shared_ptr<const Graph> graph_in(const std::string& path);
/// Of a table of lifetimes of the real inputs, named without its ending.
[[nodiscard]] Graph real_intervals(const std::string& name);
/// A file of the folder `samples`.
[[nodiscard]] std::shared_ptr<const Graph> sample(const std::string& name);

/// The tensor of that name; throws where there is none.
[[nodiscard]] TensorId tensor_named(const Graph& graph, const std::string& name);

}  // namespace stowage::test
