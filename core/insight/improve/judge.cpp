// SPDX-License-Identifier: Apache-2.0
#include "core/insight/improve/judge.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "core/layout/strategies/strategies.h"
#include "core/papers/tables.h"

namespace stowage {
namespace {

/// Measured on five graphs: half as many give the same fronts; twice as many take 2.5 times as long, for the same
/// fronts but one with 4 % less area.
constexpr std::size_t kFewTensors = 64;

bool has_few(const Graph& graph) {
  return graph.tensor_count() <= kFewTensors;
}

/// Whether graphs are judged by a plan, too: bounds say little where groups lie end to end. There the middle between
/// both counts, so that edits that lower the plan only together are found. For few tensors a good plan is as quick, and
/// counts alone.
bool by_plan(const Graph& graph) {
  return has_few(graph) || graph.group_count() > 0 || !graph.companions().empty();
}

/// First fit in the order of offsets; blocks without one come last, the largest first.
std::optional<Plan> plan_like(const LayoutProblem& problem, const std::vector<std::optional<Offset>>& like, Bytes most,
                              const Task& task) {
  const auto place = [&](std::uint32_t b) {
    const std::size_t first = problem.block(b)[0].index();
    const bool known = first < like.size() && like[first].has_value();
    return std::tuple(known ? like[first]->value : std::numeric_limits<std::int64_t>::max(),
                      -problem.block_size(b).count, b);
  };
  auto order = numbers_below<std::uint32_t>(problem.block_count());
  std::ranges::sort(order, {}, place);
  auto offsets = place_in_order(problem, order, Fit::first, task, most);
  if (!offsets) return std::nullopt;
  Plan out;
  out.graph = problem.graph().name();
  out.strategy = "first-fit";
  out.alignment = problem.alignment();
  out.footprint = footprint(problem.sizes(), *offsets);
  out.offsets = *std::move(offsets);
  return out;
}

}  // namespace

void Judge::learn(const Graph& graph, const Task& task) {
  quick_ = {find_layout_strategy("so.size.first"), &kGreedyBySize};
  const auto conflicts = Conflicts::compute(graph, task);
  if (!conflicts) return;
  const auto ground = PlanGround::make(graph, *conflicts, alignment_, true, task);
  if (!ground) return;
  std::vector<const LayoutStrategy*> rows = quick_;
  for (const LayoutStrategy& row : live_strategies())
    if (row.standard && row.id != quick_[0]->id) rows.push_back(&row);
  auto results =
      run_each(rows, task, {}, [&](const LayoutStrategy& row, const Task& own) { return ground->plan(row, own); });
  std::erase_if(results, [](const StrategyResult& result) { return !result.plan; });
  if (results.size() < quick_.size()) return;
  std::ranges::stable_sort(results, {}, [](const StrategyResult& result) { return result.plan->footprint; });
  for (std::size_t k = 0; k < quick_.size(); ++k) quick_[k] = results[k].strategy;
}

SharedNode Judge::judge(Case given, const IsWorse& is_worse, const Task& task) const {
  const auto node = std::make_shared<TradeOffNode>();
  node->point = {std::move(given.graph), std::move(given.edits), {}, 0};
  const Graph& graph = *node->point.graph;
  node->timing = timing_of(graph);
  node->point.makespan = node->timing.makespan;
  const bool few = has_few(graph);
  const auto no_use = [&](Bytes bound) {
    return !few && is_worse && is_worse(bound, node->point.makespan, node->point.edits.size());
  };
  if (!graph.has_sharing()) {  // the peak of the order needs no conflicts
    const Conflicts none;
    const auto problem = BlockProblem::make(graph, none, alignment_);
    if (!problem || no_use(quick_bounds(*problem).best())) return nullptr;
  }
  const auto conflicts = Conflicts::compute(graph, task);
  if (!conflicts) return nullptr;
  Bounds bounds;
  const auto is_useless = [&](const BlockProblem& problem, Bounds quick) {
    auto clique = heaviest_clique(problem, task);
    if (!clique) return true;
    bounds = std::move(quick);
    bounds.clique = *std::move(clique);
    return no_use(bounds.best());
  };
  if (!graph.has_sharing()) {  // what planners need besides takes longer than the clique
    const auto problem = BlockProblem::make(graph, *conflicts, alignment_);
    if (is_useless(*problem, quick_bounds(*problem))) return nullptr;
  }
  const auto ground = PlanGround::make(graph, *conflicts, alignment_, true, task);
  if (!ground || (graph.has_sharing() && is_useless(ground->bounded_problem(), ground->quick_bounds()))) return nullptr;
  const Bytes bound = bounds.best();
  auto made = plan(*ground, std::move(given), bound, task);
  if (!made) return nullptr;
  node->point.plan = *std::move(made);
  raise_bound(graph, bounds.proved(), node->point.plan);
  node->clique = std::move(bounds.clique->tensors);
  node->critical_path = node->timing.critical_path();
  node->slack = slack_of(graph, node->timing);
  const Bytes planned = node->point.plan.footprint;
  const Bytes between{bound.count + (planned - bound).count / 2};
  node->value = few ? planned : by_plan(graph) ? between : bound;
  return node;
}

/// For few tensors a good plan, otherwise a quick one.
std::optional<Plan> Judge::plan(const PlanGround& ground, Case&& given, Bytes bound, const Task& task) const {
  std::optional<Plan> best = std::move(given.known);
  const auto keep = [&](auto made) {
    if (made && (!best || made->footprint < best->footprint)) best = *std::move(made);
  };
  if (has_few(ground.graph())) {
    keep(ground.plan(kAuto, task));
    return best;
  }
  if (!given.like.empty() && !ground.shares()) {
    // Half of the gap to the bound counts, so the gap may be twice as large.
    const bool any_use = !by_plan(ground.graph()) || given.most == kAnyFootprint;
    const Bytes most = any_use ? kAnyFootprint : given.most + (given.most - bound);
    keep(plan_like(ground.problem(), given.like, most, task));
    if (!best) return std::nullopt;
  }
  // Those that are kept are planned well in the end. Half and twice change one front of five, by 3 %.
  constexpr double kGoodEnough = 0.1;
  for (const LayoutStrategy* strategy : quick_) {
    if (best && gap(best->footprint, bound) <= kGoodEnough) break;
    keep(ground.plan(*strategy, task));
  }
  return best;
}

}  // namespace stowage
