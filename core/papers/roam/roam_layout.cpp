// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/strategies.h"
#include "core/papers/papers.h"

#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/order/order.h"
#include "core/papers/roam/leaf_layouts.h"
#include "core/plan/bounds.h"

namespace stowage {
namespace {

/// Iterations of the direct plan where the caller names none. More tensors make an iteration take longer; fewer than
/// kLeast often miss what the rest of the first round would find.
std::uint64_t iterations_for(const LayoutProblem& problem) {
  constexpr std::uint64_t kLeast = 8'000, kMost = 100'000, kTensors = 10'000'000;
  return std::clamp(kTensors / std::max<std::uint64_t>(1, problem.sizes().size()), kLeast, kMost);
}

struct Concatenation {
  std::vector<Offset> offsets;
  std::size_t leaves, moved;
};

Result<Concatenation> plan_by_leaves(const LayoutProblem& problem, const Task& task) {
  const Graph& graph = problem.graph();
  const SubgraphTree tree = make_subgraph_tree(graph, OrderOptions().node_limit);
  const auto leaves = tree.leaves();
  const auto homes = roam::find_homes(tree, leaves, problem.lifetimes());
  std::vector<std::vector<TensorId>> tensors(leaves.size());
  for (TensorId t : graph.tensors())
    if (problem.occupies(t)) tensors[homes[t.index()].leaf].push_back(t);
  std::vector<roam::LeafLayout> plans(leaves.size());
  parallel_for(leaves.size(),
               [&](std::size_t k) { plans[k] = plan_leaf(problem, std::move(tensors[k]), homes, task); });
  Concatenation out{concatenate(plans, graph.tensor_count()), leaves.size(), 0};
  return repair_conflicts(problem, homes, out.offsets, task).map([&](std::size_t moved) {
    out.moved = moved;
    return std::move(out);
  });
}

Result<Layout> run(const LayoutProblem& problem, const PlanOptions& options, const Task& task) {
  STOWAGE_TRY(auto found, plan_by_leaves(problem, task));
  const Bytes bound = quick_bounds(problem).best(), size = footprint(problem.sizes(), found.offsets);
  Layout out{std::move(found.offsets), bound,
             grouped_digits(found.leaves) + " leaves, " + grouped_digits(found.moved) + " temporaries moved"};
  if (size <= bound) return out;
  PlanOptions direct_options = options;
  if (direct_options.iterations == 0) direct_options.iterations = iterations_for(problem);
  auto direct = unless_memory_runs_out([&] { return kSearch.run(problem, direct_options, task); });
  if (!direct) return out;
  out.lower_bound = std::max(bound, direct->lower_bound);
  if (footprint(problem.sizes(), direct->offsets) < size) {
    out.offsets = std::move(direct->offsets);
    out.remark = "planned directly; planned leaf by leaf it takes " + grouped_digits(size.count) + " bytes";
  }
  return out;
}

}  // namespace

constexpr LayoutStrategy kRoamLayout{
    .id = "roam",
    .title = "ROAM",
    .description = "Plans parts of a training step one by one and stacks them, or plans directly",
    .source = "Shu et al., ROAM: memory-efficient large DNN training via optimized operator ordering and memory layout",
    .improves = true,
    .run = run,
    .limits = {.single_stream = true, .no_groups = true, .no_own_alignment = true, .most_tensors = 100'000}};

}  // namespace stowage
