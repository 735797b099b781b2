// SPDX-License-Identifier: Apache-2.0
#include "core/plan/bounds.h"

#include "core/graph/claims.h"

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

/// The first of equal groups; a group before an equal tensor.
ProvedBound largest_block(const BlockProblem& problem) {
  const Graph& graph = problem.graph();
  ProvedBound out{{}, {}, ProvedBound::How::block};
  const auto offer = [&](std::span<const TensorId> block) {
    Bytes size;
    for (TensorId t : block) size += problem.sizes()[t.index()];
    if (size > out.bytes) out = {size, {block.begin(), block.end()}, out.how};
  };
  for (GroupId g : graph.groups()) offer(graph.members(g));
  for (TensorId t : graph.tensors())
    if (!graph.group(t).valid()) offer({&t, 1});
  return out;
}

void find_peak(const BlockProblem& problem, Bounds& bounds) {
  const auto curve = curve_of(problem.sizes(), problem.lifetimes(), problem.graph().operator_count());
  if (curve.empty()) return;
  const auto peak = std::ranges::max_element(curve);  // the first of equals
  bounds.peak_step = static_cast<std::uint32_t>(peak - curve.begin());
  bounds.lifetime = {*peak, {}, ProvedBound::How::lifetimes};
  for (TensorId t : problem.graph().tensors())
    if (problem.sizes()[t.index()] > Bytes{0} && problem.lifetimes()[t.index()].contains(bounds.peak_step))
      bounds.lifetime.tensors.push_back(t);
}

}  // namespace

const ProvedBound& Bounds::proved() const {
  const ProvedBound& quick = lifetime.bytes >= largest_block.bytes ? lifetime : largest_block;
  const std::optional<ProvedBound>& heaviest = of_blocks ? of_blocks : clique;
  return heaviest && heaviest->bytes >= quick.bytes ? *heaviest : quick;
}

Bounds quick_bounds(const BlockProblem& problem) {
  Bounds out;
  out.alignment = problem.alignment();
  out.largest_block = largest_block(problem);
  for (OperatorId o : problem.graph().operators())
    out.largest_operator = std::max(out.largest_operator, touched_by(problem, o));
  find_peak(problem, out);
  return out;
}

Result<Bounds> all_bounds(const BlockProblem& problem, const Task& task) {
  return heaviest_clique(problem, task).map([&](ProvedBound&& clique) {
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

void raise_bound(const Graph& graph, const ProvedBound& proved, Plan& plan) {
  if (proved.bytes > plan.lower_bound || (proved.bytes == plan.lower_bound && !proved.tensors.empty())) {
    plan.lower_bound = proved.bytes;
    plan.bound_tensors = proved.tensors;
  }
  plan.proved_optimal = plan.footprint == plan.lower_bound && !uncounted(graph).any() && !is_assumed(graph);
}

}  // namespace stowage
