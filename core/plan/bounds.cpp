// SPDX-License-Identifier: Apache-2.0
#include "core/plan/bounds.h"

namespace stowage {
namespace {

/// Inputs and outputs; a workspace is both, and counts once.
Bytes touched_by(const BlockProblem& problem, OperatorId o) {
  const Graph& graph = problem.graph();
  Bytes sum;
  for (TensorId t : graph.outputs(o)) sum += problem.sizes()[t.index()];
  for (TensorId t : graph.inputs(o))
    if (graph.producer(t) != o) sum += problem.sizes()[t.index()];
  return sum;
}

void find_peak(const BlockProblem& problem, Bounds& bounds) {
  const auto curve = curve_of(problem.sizes(), problem.lifetimes(), problem.graph().operator_count());
  if (curve.empty()) return;
  const auto peak = std::ranges::max_element(curve);  // the first of equals
  bounds.lifetime = *peak;
  bounds.peak_step = static_cast<std::uint32_t>(peak - curve.begin());
}

}  // namespace

Bytes Bounds::best() const {
  const Bytes quick = std::max({largest_block, largest_operator, lifetime});
  return clique ? std::max(quick, clique->weight) : quick;
}

Bounds quick_bounds(const BlockProblem& problem) {
  Bounds out;
  out.alignment = problem.alignment();
  for (std::size_t b = 0; b < problem.block_count(); ++b)
    out.largest_block = std::max(out.largest_block, problem.block_size(b));
  for (OperatorId o : problem.graph().operators())
    out.largest_operator = std::max(out.largest_operator, touched_by(problem, o));
  find_peak(problem, out);
  return out;
}

Result<Bounds> all_bounds(const BlockProblem& problem, const Task& task) {
  return heaviest_clique(problem, task).map([&](Clique&& clique) {
    Bounds out = quick_bounds(problem);
    out.clique = std::move(clique);
    return out;
  });
}

Result<Bounds> all_bounds(const Graph& graph, Bytes alignment, const Task& task) {
  STOWAGE_TRY(const Conflicts conflicts, Conflicts::compute(graph, task));
  STOWAGE_TRY(const BlockProblem problem, BlockProblem::make(graph, conflicts, alignment));
  return all_bounds(problem, task);
}

void apply_bound(const Bounds& bounds, Plan& plan) {
  plan.lower_bound = std::max(plan.lower_bound, bounds.best());
  plan.proved_optimal = plan.footprint == plan.lower_bound;
}

}  // namespace stowage
