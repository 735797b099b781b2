// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/planning_work.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <span>
#include <utility>

#include "core/insight/simulate/timing.h"
#include "core/papers/tables.h"
#include "core/planning/plan_ground.h"
#include "core/process/solver.h"

namespace stowage {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMany = 200'000;  // tensors
// A strategy that improves its plan for as long as it may gives the best after this; nobody waits longer unasked.
constexpr std::chrono::seconds kRunTime{60};

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Puts the standard ten first: they are what most people look at. Where there are many tensors, strategies that place
/// by source come before all: they take a third of the others' time, so that there is something to see meanwhile.
/// `first`, which is waited for, comes before all of them.
std::vector<const LayoutStrategy*> in_running_order(const Graph& graph, const LayoutStrategy* first) {
  std::vector<const LayoutStrategy*> all;
  for (const LayoutStrategy& strategy : live_strategies()) all.push_back(&strategy);
  std::ranges::stable_partition(all, [](const LayoutStrategy* strategy) { return strategy->standard; });
  if (graph.tensor_count() > kMany)
    std::ranges::stable_partition(
        all, [](const LayoutStrategy* each) { return each->recipe && each->recipe->sort == Sort::source; });
  std::ranges::stable_partition(all, [first](const LayoutStrategy* each) { return each == first; });
  return all;
}

/// Progress of a stage as a part of the whole.
Task part_of(const Task& whole, double from, double to) {
  Task part = whole;
  part.progress = [whole, from, to](double fraction) { whole.report(from + fraction * (to - from)); };
  return part;
}

Groundwork lay(std::shared_ptr<const Graph> graph, const PlanGround& ground,
               std::shared_ptr<const Conflicts> conflicts) {
  const LayoutProblem& problem = ground.problem();
  std::vector<Lifetime> own;
  std::vector<std::uint32_t> own_degrees;
  if (ground.shares()) {
    own = lifetimes(*graph);
    own_degrees = conflicts->degrees();
  }
  const std::span lives = ground.shares() ? std::span<const Lifetime>(own) : problem.lifetimes();
  const std::span degrees = ground.shares() ? std::span<const std::uint32_t>(own_degrees) : problem.degrees();
  const auto makespan = makespan_of(*graph);
  return {{.graph = std::move(graph),
           .lifetimes = std::make_shared<const std::vector<Lifetime>>(lives.begin(), lives.end()),
           .conflicts = std::move(conflicts),
           .bounds = std::make_shared<const Bounds>(ground.quick_bounds()),
           .makespan = makespan},
          std::accumulate(degrees.begin(), degrees.end(), std::uint64_t{0}) / 2,
          refused_strategies(problem)};
}

/// The first of equals; null where none holds.
std::shared_ptr<const Plan> smallest_that_holds(std::span<const std::shared_ptr<const Plan>> known,
                                                const PlanGround& ground, const Bounds& bounds, const Task& task) {
  std::shared_ptr<Plan> out;
  for (const std::shared_ptr<const Plan>& each : known)
    if (auto plan = ground.adopt(*each, task); plan && (!out || plan->footprint < out->footprint))
      out = std::make_shared<Plan>(*std::move(plan));
  if (out) raise_bound(ground.graph(), bounds.proved(), *out);
  return out;
}

}  // namespace

const LayoutStrategy& automatic_strategy() {
  return *find_layout_strategy("auto");
}

Result<void> plan_live(const LiveWork& work, const Task& task, const LiveNews& news) {
  const auto begin = Clock::now();
  STOWAGE_TRY(Conflicts relation, Conflicts::compute(*work.graph, part_of(task, 0, 0.2)));
  const auto conflicts = std::make_shared<const Conflicts>(std::move(relation));
  STOWAGE_TRY(const PlanGround ground, PlanGround::make(*work.graph, *conflicts, work.alignment, true, task));
  const Groundwork groundwork = lay(work.graph, ground, conflicts);
  const Bounds& quick = *groundwork.view.bounds;
  news.prepared(groundwork);
  if (const auto plan = smallest_that_holds(work.known, ground, quick, task)) news.kept(plan);

  const std::vector<const LayoutStrategy*> strategies = in_running_order(*work.graph, work.first);
  double ended = 0;
  const auto publish = [&](const StrategyResult& result) {
    if (task.stop.stop_requested()) return;
    StrategyOutcome outcome{result.strategy, nullptr, result.milliseconds};
    if (result.plan) {
      Plan plan = *result.plan;
      raise_bound(*work.graph, quick.proved(), plan);
      outcome.plan = std::make_shared<const Plan>(std::move(plan));
    } else if (result.plan.error().kind == Error::Kind::external) {
      outcome.failure = result.plan.error();
    }
    news.strategy_done(outcome);
    task.report(0.2 + 0.7 * ++ended / static_cast<double>(strategies.size()));
  };
  Task quiet = task;
  quiet.progress = nullptr;  // reported by strategies ended instead
  static_cast<void>(run_each(strategies, quiet, publish, [&](const LayoutStrategy& strategy, const Task& own) {
    return ground.plan(strategy, own);
  }));
  news.planned(milliseconds_since(begin));

  auto bounds = std::make_shared<Bounds>(ground.quick_bounds());
  if (add_cliques(ground.bounded_problem(), *bounds, part_of(task, 0.9, 1))) news.bounded(bounds);
  return {};
}

Result<StrategyOutcome> run_one(const RunWork& work, Task task,
                                const std::function<void(const Improvement&)>& improved) {
  const auto begin = Clock::now();
  const PlanView& of = work.ground;
  STOWAGE_TRY(const PlanGround ground, PlanGround::make(*of.graph, *of.conflicts, work.alignment, true, task));
  PlanOptions options{.seed = work.seed, .solver = solver_of_environment()};
  if (work.strategy->improves && work.best && ground.adopt(*work.best, task)) options.start = work.best->offsets;
  options.improved = improved;
  task.deadline = Clock::now() + kRunTime;
  STOWAGE_TRY(Plan plan, ground.plan(*work.strategy, task, options));
  raise_bound(*of.graph, of.bounds->proved(), plan);
  return StrategyOutcome{work.strategy, std::make_shared<const Plan>(std::move(plan)), milliseconds_since(begin)};
}

}  // namespace stowage
