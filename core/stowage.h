// SPDX-License-Identifier: Apache-2.0
/// The front door of the planning library: from a file, or from code, to a plan, checked and saved.
/// ```cpp
/// #include <cstdio>
/// #include <stowage/stowage.h>
///
/// int main(int, char** argv) {
///   const auto graph = stowage::load_graph(argv[1]);
///   if (!graph) return std::fprintf(stderr, "%s\n", graph.error().text().c_str()), 3;
///   const auto plan = stowage::plan_graph(*graph, {.alignment = {64}});
///   if (!plan) return std::fprintf(stderr, "%s\n", plan.error().text().c_str()), 3;
///   std::printf("%lld bytes%s\n", static_cast<long long>(plan->footprint.count),
///               plan->proved_optimal ? ", optimal" : "");
/// }
/// ```
/// A graph is made in code by GraphBuilder. What lies behind the front door: core/formats/document.h (formats),
/// core/planning/graph_plans.h (several strategies, orders, bounds), core/safety/conflicts.h (which tensors may share
/// memory), core/check/validator.h.
///
/// Nothing here throws for what it is given: what can be at fault is a Result, whose error lists each fault with its
/// place. Everything is a value, and functions that take the same `const` graph may run at the same time.
#pragma once

#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/check/validator.h"
#include "core/formats/document.h"
#include "core/graph/builder.h"
#include "core/graph/graph.h"
#include "core/papers/tables.h"
#include "core/plan/plan.h"
#include "core/planning/graph_plans.h"

namespace stowage {

/// Reads a graph in any format of formats(), gzipped or not. It knows which sizes the file leaves open
/// (core/graph/unknown_sizes.h) and which alignment it is for. What had to be assumed is not told here: read_document()
/// gives it all, as Document::warnings and Document::summary.
[[nodiscard]] Result<std::shared_ptr<const Graph>> load_graph(const std::string& path, const ReadOptions& options = {},
                                                              const Task& task = {});

/// The smallest plan that the strategies of the request find, of the graph's alignment unless the request has another;
/// make_plans() gives all of them. Its bound holds for the
/// order that the plan is in, and where `proved_optimal` is set no plan in that order is smaller. A plan to start from
/// may be in another order than the graph.
[[nodiscard]] Result<Plan> plan_graph(const Graph& graph, const PlanRequest& request = {}, const Task& task = {});

/// The graph in the order in which the plan runs it: that of its sequence, where it has one. bad_input where that is no
/// order of the graph.
[[nodiscard]] Result<Graph> as_run(const Graph& graph, const Plan& plan);

/// As make_plans(), from a plan, of the graph in the order in which that runs (as_run). The plans say that order.
[[nodiscard]] Result<GraphPlans> make_plans_from(const Graph& ordered, const Plan& from, PlanRequest request = {},
                                                 const Task& task = {});

/// Every fault of a plan, by code that shares nothing with the planners: validate() of core/check.
[[nodiscard]] Result<Validation> check_plan(const Graph& graph, const Plan& plan, const Task& task = {});

/// Reads a plan for `graph`: a plan file, or an interval CSV with offsets. A bound that the file claims is not
/// believed: `lower_bound` is what the file's certificate proves (0: it has none), and `proved_optimal` is set where
/// the plan is valid and takes no more. The footprint is that of the file, which check_plan() compares.
[[nodiscard]] Result<Plan> load_plan(const std::string& path, const Graph& graph, const Task& task = {});

/// Writes a plan file, all or nothing; gzipped where `path` ends with ".gz".
[[nodiscard]] Result<void> save_plan(const Graph& graph, const Plan& plan, const std::string& path);

/// The same for graphs as load_graph() gives them.
[[nodiscard]] inline Result<Plan> plan_graph(const std::shared_ptr<const Graph>& graph, const PlanRequest& request = {},
                                             const Task& task = {}) {
  return plan_graph(*graph, request, task);
}
[[nodiscard]] inline Result<Validation> check_plan(const std::shared_ptr<const Graph>& graph, const Plan& plan,
                                                   const Task& task = {}) {
  return check_plan(*graph, plan, task);
}
[[nodiscard]] inline Result<void> save_plan(const std::shared_ptr<const Graph>& graph, const Plan& plan,
                                            const std::string& path) {
  return save_plan(*graph, plan, path);
}

}  // namespace stowage
