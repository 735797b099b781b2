// SPDX-License-Identifier: Apache-2.0
#include "core/whatif/cost.h"

#include "core/safety/conflicts.h"

namespace stowage {
namespace {

Task quiet(const Task& task) {
  Task out = task;
  out.progress = nullptr;
  return out;
}

}  // namespace

Result<Bounds> bounds_of(const Graph& graph, Bytes alignment, const Task& task) {
  return all_bounds(graph, alignment, quiet(task));
}

Result<Cost> cost_of(const Graph& graph, Bytes alignment, const Task& task) {
  const Result<Conflicts> conflicts = Conflicts::compute(graph, quiet(task));
  if (!conflicts) return tl::unexpected(conflicts.error());
  const Result<LayoutProblem> problem = LayoutProblem::make(graph, *conflicts, alignment);
  if (!problem) return tl::unexpected(problem.error());
  const Result<Bounds> bounds = all_bounds(*problem, quiet(task));
  if (!bounds) return tl::unexpected(bounds.error());
  Cost out;
  out.bound = bounds->best();
  for (const LayoutStrategy& strategy : live_strategies()) {
    if (!strategy.standard) continue;
    const Result<Plan> plan = make_plan(strategy, *problem, quiet(task));
    if (!plan) return tl::unexpected(plan.error());
    if (out.strategy && plan->footprint >= out.footprint) continue;
    out.footprint = plan->footprint;
    out.strategy = &strategy;
    if (out.footprint == out.bound) break;
  }
  return out;
}

}  // namespace stowage
