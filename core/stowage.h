// SPDX-License-Identifier: Apache-2.0
/// The front door of the planning library: from a file, or from code, to a plan, checked and saved.
/// ```cpp
/// #include <cstdio>
/// #include <stowage/stowage.h>
///
/// int main(int, char** argv) {
///   const auto graph = stowage::load_graph(argv[1]);
///   if (!graph) return std::fprintf(stderr, "%s\n", graph.error().text().c_str()), 3;
///   const auto plan = stowage::plan_graph(*graph);
///   if (!plan) return std::fprintf(stderr, "%s\n", plan.error().text().c_str()), 3;
///   std::printf("%lld bytes%s\n", static_cast<long long>(plan->footprint.count),
///               plan->proved_optimal ? ", optimal" : "");
/// }
/// ```
/// GraphBuilder (core/graph/builder.h) makes a graph in code. Behind this front door, to be included where they are
/// needed: core/formats/document.h (ReadOptions, read_document(), PlanInPart), core/formats/formats.h (formats()),
/// core/planning/graph_plans.h (PlanRequest, make_plans(): several strategies, orders, bounds), core/papers/tables.h
/// (all strategies), core/safety/conflicts.h (which tensors may share memory). To start from an old plan:
/// ```cpp
/// const auto old = load_plan_in_part("old.plan.json", *graph);
/// const auto plan = plan_graph(*graph, {.from = &old->plan, .from_in_part = true});
/// ```
/// No function here throws for bad input: each returns a Result, whose error lists every fault with its place. All
/// types are values, and functions that take the same `const` graph may run at the same time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/check/bound_check.h"
#include "core/check/validator.h"
#include "core/graph/builder.h"
#include "core/graph/graph.h"
#include "core/plan/plan.h"

namespace stowage {

struct GraphPlans;
struct PlanInPart;
struct PlanRequest;
struct ReadOptions;

/// The graph of a file, with its alignment and the sizes that the file leaves open (core/graph/claims.h), and with the
/// bodies of loops and branches laid out (core/graph/laid_out.h). Every function here takes it as a graph.
struct LoadedGraph {
  std::shared_ptr<const Graph> graph;
  std::vector<Diagnostic> warnings;  ///< what the reader assumed or left out, each with its place

  operator const Graph&() const { return *graph; }
};

/// Reads a graph in any format of formats(), gzipped or not. read_document() also returns the plan of the file, if
/// it has one, and the other contents of the file.
[[nodiscard]] Result<LoadedGraph> load_graph(const std::string& path, const Task& task = {});
[[nodiscard]] Result<LoadedGraph> load_graph(const std::string& path, const ReadOptions& options,
                                             const Task& task = {});

/// Returns the smallest plan that the strategies of the request find, at the graph's alignment unless the request has
/// another; without a request, `auto` plans. make_plans() returns all plans. The bound holds for the order that the
/// plan is in; where `proved_optimal` is set, no plan in that order is smaller. A plan to start from may be in another
/// order than the graph.
[[nodiscard]] Result<Plan> plan_graph(const Graph& graph, const Task& task = {});
[[nodiscard]] Result<Plan> plan_graph(const Graph& graph, const PlanRequest& request, const Task& task = {});

/// Returns the graph in the order in which the plan runs it: the plan's sequence, if it has one. bad_input where the
/// sequence is not an order of the graph.
[[nodiscard]] Result<Graph> as_run(const Graph& graph, const Plan& plan);

/// As make_plans(), but starting from `from`; `ordered` is the graph as_run() of `from`. The plans name that order.
[[nodiscard]] Result<GraphPlans> make_plans_from(const Graph& ordered, const Plan& from, PlanRequest request,
                                                 const Task& task = {});

/// The faults of a plan, and the claims of the plan that are proved again.
struct PlanCheck : Validation {
  ClaimedBound bound;
  bool proved_optimal = false;  ///< the plan is valid, no plan is smaller, and the graph leaves nothing open
};

/// Validates a plan with code that the planners do not use (core/check/validator.h), and lists up to 1000 faults.
/// Believes nothing that the plan claims: replays the certificate of its bound, or tries all smaller plans, for about a
/// second at most.
[[nodiscard]] Result<PlanCheck> check_plan(const Graph& graph, const Plan& plan, const Task& task = {});

/// Reads a plan for `graph`: a plan file, or another file that carries one. The file's own claims are not believed:
/// `lower_bound` and `proved_optimal` are what check_plan() proves. The footprint is the file's; check_plan() compares
/// it with the offsets.
[[nodiscard]] Result<Plan> load_plan(const std::string& path, const Graph& graph, const Task& task = {});
/// The same of a plan for another version of the graph, to start from: its claims are not of this graph.
[[nodiscard]] Result<PlanInPart> load_plan_in_part(const std::string& path, const Graph& graph, const Task& task = {});

/// Writes a plan file, all or nothing; gzipped where `path` ends with ".gz".
[[nodiscard]] Result<void> save_plan(const Graph& graph, const Plan& plan, const std::string& path);

}  // namespace stowage
