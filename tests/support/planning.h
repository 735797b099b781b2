// SPDX-License-Identifier: Apache-2.0
// What a test of planners begins with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/check/validator.h"
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "core/plan/plan.h"
#include "tests/support/outcome.h"

namespace stowage::test {

/// For as long as it lives, tests may call set_worker_limit().
struct WorkerLimit {
  explicit WorkerLimit(std::size_t workers = 0) { set_worker_limit(workers); }
  WorkerLimit(const WorkerLimit&) = delete;
  WorkerLimit& operator=(const WorkerLimit&) = delete;
  ~WorkerLimit() { set_worker_limit(0); }
};

/// A graph with what planners are given of it.
struct PlanningCase {
  explicit PlanningCase(Graph from, std::int64_t alignment = 1)
      : graph(std::move(from)),
        conflicts(must(Conflicts::compute(graph))),
        problem(must(LayoutProblem::make(graph, conflicts, {alignment}))) {}
  PlanningCase(const PlanningCase&) = delete;
  PlanningCase& operator=(const PlanningCase&) = delete;

  [[nodiscard]] Plan plan(const LayoutStrategy& strategy, const Task& task = {},
                          const PlanOptions& options = {}) const {
    return must(make_plan(strategy, problem, task, options));
  }
  [[nodiscard]] Plan plan(std::string_view id) const { return plan(*find_layout_strategy(id)); }
  /// The plan of these offsets, with its footprint.
  [[nodiscard]] Plan plan_at(std::vector<Offset> offsets) const {
    Plan plan;
    plan.alignment = problem.alignment();
    plan.footprint = footprint(problem.sizes(), offsets);
    plan.offsets = std::move(offsets);
    return plan;
  }

  Graph graph;
  Conflicts conflicts;
  LayoutProblem problem;
};

[[nodiscard]] inline std::vector<StrategyResult> run_strategies(
    std::span<const LayoutStrategy* const> strategies, const LayoutProblem& problem, const Task& task = {},
    const std::function<void(const StrategyResult&)>& done = {}, const PlanOptions& options = {}) {
  return run_each(strategies, task, done, [&](const LayoutStrategy& strategy, const Task& own) {
    return make_plan(strategy, problem, own, options);
  });
}

/// Whether the strategy is one of those that ask a solver.
[[nodiscard]] inline bool asks_solver(const LayoutStrategy& strategy) {
  return strategy.id == "mip" || strategy.id == "olla" || strategy.id == "roam";
}
/// All but those that ask a solver, which have tests of their own: their time is that of another program.
[[nodiscard]] inline std::vector<const LayoutStrategy*> strategies_without_solver() {
  std::vector<const LayoutStrategy*> out;
  for (const LayoutStrategy& row : layout_strategies())
    if (!asks_solver(row)) out.push_back(&row);
  return out;
}

/// Whether what was told gets better step by step, down to the plan.
[[nodiscard]] inline bool ends_with(const std::vector<Improvement>& told, const Plan& plan) {
  return std::ranges::is_sorted(told, std::ranges::greater(), &Improvement::footprint) &&
         std::ranges::is_sorted(told, {}, &Improvement::lower_bound) && !told.empty() &&
         told.back().footprint == plan.footprint && told.back().lower_bound == plan.lower_bound;
}

/// A plan by hand; its footprint is the largest end.
[[nodiscard]] inline Plan plan_at(const Graph& graph, const std::vector<std::int64_t>& offsets,
                                  std::int64_t alignment = 1) {
  Plan plan;
  plan.graph = graph.name();
  plan.alignment = {alignment};
  for (const std::int64_t offset : offsets) plan.offsets.push_back({offset});
  plan.footprint = footprint(graph, plan.offsets, plan.alignment);
  return plan;
}

/// What the validator says of a plan, in a line each; empty where it is valid.
[[nodiscard]] inline std::string plan_faults(const Graph& graph, const Plan& plan) {
  std::string out;
  for (const Violation& each : must(validate(graph, plan)).violations) out += (out.empty() ? "" : "\n") + each.text;
  return out;
}

[[nodiscard]] inline std::vector<std::int64_t> numbers(const std::vector<Offset>& offsets) {
  std::vector<std::int64_t> out;
  for (const Offset offset : offsets) out.push_back(offset.value);
  return out;
}

}  // namespace stowage::test
