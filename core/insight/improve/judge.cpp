// SPDX-License-Identifier: Apache-2.0
#include "core/insight/improve/judge.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

#include "core/layout/strategies/strategies.h"
#include "core/papers/tables.h"

namespace stowage {
namespace {

constexpr std::size_t kFewTensors = 64;

/// First fit in the order of offsets; blocks without one come last, the largest first.
std::optional<Plan> plan_like(const LayoutProblem& problem, const std::vector<std::optional<Offset>>& like, Bytes most,
                              const Task& task) {
  struct Place {
    std::int64_t offset, size;
    std::uint32_t block;
  };
  std::vector<Place> places;
  for (std::size_t b = 0; b < problem.block_count(); ++b) {
    const std::size_t first = problem.block(b)[0].index();
    const bool known = first < like.size() && like[first].has_value();
    places.push_back({known ? like[first]->value : std::numeric_limits<std::int64_t>::max(),
                      problem.block_size(b).count, static_cast<std::uint32_t>(b)});
  }
  std::ranges::sort(places, {}, [](const Place& each) { return std::tuple(each.offset, -each.size, each.block); });
  std::vector<std::uint32_t> order;
  for (const Place& each : places) order.push_back(each.block);
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

bool Judge::has_few(const Graph& graph) {
  return graph.tensor_count() <= kFewTensors;
}

void Judge::learn(const Graph& graph, const Task& task) {
  constexpr std::size_t kTwo = 2;
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
  if (results.size() < kTwo) return;
  std::ranges::stable_sort(results, {}, [](const StrategyResult& result) { return result.plan->footprint; });
  for (std::size_t k = 0; k < kTwo; ++k) quick_[k] = results[k].strategy;
}

SharedNode Judge::judge(Case given, const IsWorse& is_worse, const Task& task) const {
  const auto node = std::make_shared<TradeOffNode>();
  node->point = {std::move(given.graph), std::move(given.edits), {}, 0};
  const Graph& graph = *node->point.graph;
  node->timing = timing_of(graph);
  node->point.makespan = node->timing.makespan;
  const bool few = has_few(graph);
  const auto no_use = [&](Bytes bound) {
    return !few && is_worse(bound, node->point.makespan, node->point.edits.size());
  };
  if (!graph.has_sharing()) {  // the peak of the order needs no conflicts
    const Conflicts none;
    const auto problem = BlockProblem::make(graph, none, alignment_);
    if (!problem || no_use(quick_bounds(*problem).best())) return nullptr;
  }
  const auto conflicts = Conflicts::compute(graph, task);
  if (!conflicts) return nullptr;
  Bounds bounds;
  if (!graph.has_sharing()) {  // what planners need besides takes longer than the clique
    const auto problem = BlockProblem::make(graph, *conflicts, alignment_);
    auto clique = heaviest_clique(*problem, task);
    if (!clique) return nullptr;
    bounds = quick_bounds(*problem);
    bounds.clique = *std::move(clique);
    if (no_use(bounds.best())) return nullptr;
  }
  const auto ground = PlanGround::make(graph, *conflicts, alignment_, true, task);
  if (!ground) return nullptr;
  if (graph.has_sharing()) {
    auto clique = heaviest_clique(ground->bounded_problem(), task);
    if (!clique) return nullptr;
    bounds = ground->quick_bounds();
    bounds.clique = *std::move(clique);
    if (no_use(bounds.best())) return nullptr;
  }
  const Bytes bound = bounds.best();
  if (!plan(*ground, std::move(given), bound, task, node->point.plan)) return nullptr;
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
bool Judge::plan(const PlanGround& ground, Case&& given, Bytes bound, const Task& task, Plan& plan) const {
  bool any = false;
  const auto keep = [&](Plan&& made) {
    if (any && made.footprint >= plan.footprint) return;
    plan = std::move(made);
    any = true;
  };
  if (given.known) keep(*std::move(given.known));
  if (has_few(ground.graph())) {
    if (auto made = ground.plan(kAuto, task)) keep(std::move(*made));
    return any;
  }
  if (!given.like.empty() && !ground.shares()) {
    // Half of the gap to the bound counts, so the gap may be twice as large.
    const bool any_use = !by_plan(ground.graph()) || given.most == kAnyFootprint;
    const Bytes most = any_use ? kAnyFootprint : given.most + (given.most - bound);
    if (auto made = plan_like(ground.problem(), given.like, most, task)) keep(std::move(*made));
    if (!any) return false;
  }
  constexpr double kGoodEnough = 0.1;  // those that are kept are planned well in the end
  const auto good_enough = [&] { return any && gap(plan.footprint, bound) <= kGoodEnough; };
  for (const LayoutStrategy* strategy : quick_) {
    if (good_enough()) break;
    if (auto made = ground.plan(*strategy, task)) keep(std::move(*made));
  }
  return any;
}

}  // namespace stowage
