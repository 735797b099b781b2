// SPDX-License-Identifier: Apache-2.0
#include "core/layout/roam/roam_layout.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/bounds/bounds.h"
#include "core/layout/roam/leaf_layouts.h"
#include "core/layout/search/portfolio.h"
#include "core/report/report.h"
#include "core/schedule/order.h"

namespace stowage {
namespace {

struct Concatenation {
  std::vector<Offset> offsets;
  std::size_t leaves, moved;
};

Concatenation plan_by_leaves(const LayoutProblem& problem) {
  const Graph& graph = problem.graph();
  const RoamTree tree = make_roam_tree(graph, OrderOptions().node_limit);
  const auto leaves = tree.leaves();
  const auto homes = roam::find_homes(tree, leaves, problem.lifetimes());
  std::vector<std::vector<TensorId>> tensors(leaves.size());
  for (TensorId t : graph.tensors())
    if (problem.occupies(t)) tensors[homes[t.index()].leaf].push_back(t);
  std::vector<roam::LeafLayout> plans(leaves.size());
  parallel_for(leaves.size(), [&](std::size_t k) { plans[k] = plan_leaf(problem, std::move(tensors[k]), homes); });
  Concatenation out{concatenate(plans, graph.tensor_count()), leaves.size(), 0};
  out.moved = repair_conflicts(problem, homes, out.offsets);
  return out;
}

Result<Layout> run(const LayoutProblem& problem, const PlanOptions& options, const Task& task) {
  auto found = plan_by_leaves(problem);
  if (task.should_stop()) return tl::unexpected(task.why_stopped());
  const Bytes bound = quick_bounds(problem).best(), size = footprint(problem.sizes(), found.offsets);
  Layout out{std::move(found.offsets), bound,
             std::to_string(found.leaves) + " leaves, " + std::to_string(found.moved) + " temporaries moved"};
  if (size <= bound) return out;
  const auto direct = run_portfolio(problem, options, task);
  if (direct && direct->footprint < size)
    return Layout{
        direct->offsets, direct->lower_bound,
        "planned directly (" + direct->winner + "): by leaves it takes " + std::to_string(size.count) + " bytes"};
  return out;
}

}  // namespace

constexpr LayoutStrategy kRoamLayout{
    .id = "roam",
    .title = "Leaves of the subgraph tree",
    .description = "Parts of a training step planned one by one and put on top of each other, or a direct plan",
    .source = "Shu et al., ROAM: memory-efficient large DNN training via optimized operator ordering and memory layout",
    .run = run,
    .limits = {.single_stream = true, .no_groups = true, .no_own_alignment = true, .most_tensors = 100'000}};

}  // namespace stowage
