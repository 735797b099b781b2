// SPDX-License-Identifier: Apache-2.0
#include "core/plan/bounds.h"

#include "core/graph/bound_scope.h"
#include "core/graph/unknown_sizes.h"

namespace stowage {
namespace {

/// Bytes of the inputs and outputs; a workspace is both, and counts once.
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
  const Bytes whole = clique ? std::max(quick, clique->weight) : quick;
  return with_groups ? std::max(whole, with_groups->weight) : whole;
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

std::vector<TensorId> bound_tensors(const Graph& graph, const Bounds& bounds) {
  const Bytes best = bounds.best();
  for (const std::optional<Clique>* clique : {&bounds.clique, &bounds.with_groups})
    if (*clique && (*clique)->weight == best) return (*clique)->members;
  if (graph.has_sharing()) return {};  // the other bounds are those of another graph (core/sharing)
  const auto sum = [&](std::span<const TensorId> tensors) {
    Bytes out;
    for (TensorId t : tensors) out += round_up(graph.size(t), bounds.alignment);
    return out;
  };
  std::vector<TensorId> out;
  if (bounds.lifetime == best) {
    const auto lifetimes = stowage::lifetimes(graph);
    for (TensorId t : graph.tensors())
      if (graph.size(t) > Bytes{0} && lifetimes[t.index()].contains(bounds.peak_step)) out.push_back(t);
  } else if (bounds.largest_block == best) {
    for (GroupId g : graph.groups())
      if (sum(graph.members(g)) == best) return {graph.members(g).begin(), graph.members(g).end()};
    for (TensorId t : graph.tensors())
      if (round_up(graph.size(t), bounds.alignment) == best) return {t};
  } else {
    for (OperatorId o : graph.operators()) {
      out.assign(graph.outputs(o).begin(), graph.outputs(o).end());
      out.insert(out.end(), graph.inputs(o).begin(), graph.inputs(o).end());
      std::ranges::sort(out);
      out.erase(std::ranges::unique(out).begin(), out.end());
      std::erase_if(out, [&](TensorId t) { return graph.size(t) == Bytes{}; });
      if (sum(out) == best) return out;
    }
  }
  return out;
}

void raise_bound(const Graph& graph, Bytes proved, Plan& plan) {
  plan.lower_bound = std::max(plan.lower_bound, proved);
  plan.proved_optimal = plan.footprint == plan.lower_bound && !uncounted(graph).any() && !is_assumed(graph);
}

}  // namespace stowage
