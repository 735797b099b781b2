// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/planner_job.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

#include "core/papers/tables.h"
#include "core/planning/plan_ground.h"

namespace stowage {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

constexpr std::size_t kMany = 200'000;  // tensors

/// The standard ten first: they are what most people look at. But where there are many tensors, those that place by
/// source before all: they take a third of the others' time, so that there is something to see meanwhile.
/// `first`, which is waited for, before all of them.
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
  if (ground.shares()) own = lifetimes(*graph), own_degrees = conflicts->degrees();
  const std::span lives = ground.shares() ? std::span<const Lifetime>(own) : problem.lifetimes();
  const std::span degrees = ground.shares() ? std::span<const std::uint32_t>(own_degrees) : problem.degrees();
  return {{.graph = std::move(graph),
           .lifetimes = std::make_shared<const std::vector<Lifetime>>(lives.begin(), lives.end()),
           .conflicts = std::move(conflicts),
           .bounds = std::make_shared<const Bounds>(ground.quick_bounds())},
          std::accumulate(degrees.begin(), degrees.end(), std::uint64_t{0}) / 2,
          refused_strategies(problem)};
}

/// Of equals the first; null where none holds.
std::shared_ptr<const Plan> smallest_that_holds(std::span<const std::shared_ptr<const Plan>> known,
                                                const PlanGround& ground, const Bounds& bounds, const Task& task) {
  std::shared_ptr<Plan> out;
  for (const std::shared_ptr<const Plan>& each : known)
    if (auto plan = ground.adopt(*each, task); plan && (!out || plan->footprint < out->footprint))
      out = std::make_shared<Plan>(*std::move(plan));
  if (out) raise_bound(ground.graph(), bounds.proved(), *out);
  return out;
}

/// All bounds, those of cliques too; null where it was stopped.
std::shared_ptr<const Bounds> with_cliques(const PlanGround& ground, const Task& task) {
  Bounds bounds = ground.quick_bounds();
  if (!add_cliques(ground.bounded_problem(), bounds, task)) return nullptr;
  return std::make_shared<const Bounds>(std::move(bounds));
}

}  // namespace

PlannerJob::PlannerJob(QObject* parent) : QObject(parent) {
  connect(&worker_, &Worker::progress, this, &PlannerJob::progress);
  connect(&worker_, &Worker::running_changed, this, &PlannerJob::running_changed);
  connect(&worker_, &Worker::failed, this, &PlannerJob::failed);
}

void PlannerJob::start(std::shared_ptr<const Graph> graph, Bytes alignment, const LayoutStrategy* first,
                       std::vector<std::shared_ptr<const Plan>> known) {
  worker_.start([this, graph = std::move(graph), alignment, first, known = std::move(known)](const Worker::Run& run) {
    const auto begin = Clock::now();
    const auto fail = [&](const Error& error) { run.post([this, error] { emit failed(error); }); };
    Result<Conflicts> relation = Conflicts::compute(*graph, part_of(run.task(), 0, 0.2));
    if (!relation) return fail(relation.error());
    const auto conflicts = std::make_shared<const Conflicts>(*std::move(relation));
    const Result<PlanGround> ground = PlanGround::make(*graph, *conflicts, alignment, true, run.task());
    if (!ground) return fail(ground.error());
    const Groundwork groundwork = lay(graph, *ground, conflicts);
    run.post([this, groundwork] { emit prepared(groundwork); });
    if (const auto plan = smallest_that_holds(known, *ground, *groundwork.view.bounds, run.task()))
      run.post([this, plan] { emit kept(plan); });

    const std::vector<const LayoutStrategy*> strategies = in_running_order(*graph, first);
    double ended = 0;
    const auto publish = [&](const StrategyResult& result) {
      if (run.task().stop.stop_requested()) return;
      StrategyOutcome outcome{result.strategy, nullptr, result.milliseconds};
      if (result.plan) {
        Plan plan = *result.plan;
        raise_bound(*graph, groundwork.view.bounds->proved(), plan);
        outcome.plan = std::make_shared<const Plan>(std::move(plan));
      } else if (result.plan.error().kind == Error::Kind::external) {
        outcome.failure = result.plan.error();
      }
      run.post([this, outcome] { emit strategy_done(outcome); });
      run.task().report(0.2 + 0.7 * ++ended / static_cast<double>(strategies.size()));
    };
    Task quiet = run.task();
    quiet.progress = nullptr;  // reported by strategies ended instead
    static_cast<void>(run_each(strategies, quiet, publish, [&](const LayoutStrategy& strategy, const Task& task) {
      return ground->plan(strategy, task);
    }));
    const double took = milliseconds_since(begin);
    run.post([this, took] { emit planned(took); });

    const auto bounds = with_cliques(*ground, part_of(run.task(), 0.9, 1));
    if (bounds) run.post([this, bounds] { emit bounded(bounds); });
  });
}

}  // namespace stowage
