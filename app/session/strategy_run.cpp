// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/strategy_run.h"

#include <chrono>
#include <utility>

#include "core/planning/plan_ground.h"
#include "core/process/solver.h"

namespace stowage {
namespace {

// What improves its plan for as long as it may gives the best after this; nobody waits longer without asking again.
constexpr std::chrono::seconds kMost{60};

}  // namespace

StrategyRun::StrategyRun(QObject* parent) : QObject(parent) {
  connect(&worker_, &Worker::progress, this, &StrategyRun::progress);
  connect(&worker_, &Worker::running_changed, this, [this] {
    if (!worker_.running()) set_strategy(nullptr);
  });
  connect(&worker_, &Worker::failed, this, [this](const Error& error) { emit failed(strategy_, error); });
}

void StrategyRun::start(const LayoutStrategy& strategy, const PlanView& ground, Bytes alignment,
                        std::shared_ptr<const Plan> best) {
  has_plan_ = false;
  worker_.start([this, &strategy, ground, alignment, best, seed = runs_++](const Worker::Run& run) {
    const auto fail = [&](const Error& error) {
      run.post([this, &strategy, error] { emit failed(&strategy, error); });
    };
    const auto laid = PlanGround::make(*ground.graph, *ground.conflicts, alignment, true, run.task());
    if (!laid) return fail(laid.error());
    PlanOptions options{.seed = seed, .solver = solver_of_environment()};
    if (strategy.improves && best && laid->adopt(*best, run.task())) options.start = best->offsets;
    options.improved = [&](const Improvement& now) {
      run.post([this, now] {
        has_plan_ = true;
        emit improved(now);
      });
    };
    const auto begin = std::chrono::steady_clock::now();
    Task task = run.task();
    task.deadline = Task::Clock::now() + kMost;
    Result<Plan> plan = laid->plan(strategy, task, options);
    if (!plan) return fail(plan.error());
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    raise_bound(*ground.graph, ground.bounds->proved(), *plan);
    const StrategyOutcome outcome{&strategy, std::make_shared<const Plan>(*std::move(plan)), took.count()};
    run.post([this, outcome] { emit done(outcome); });
  });
  set_strategy(&strategy);
}

bool StrategyRun::cancel() {
  return worker_.cancel();
}

bool StrategyRun::finish() {
  return has_plan_ && strategy_ && worker_.finish();
}

void StrategyRun::set_strategy(const LayoutStrategy* strategy) {
  if (std::exchange(strategy_, strategy) != strategy) emit changed();
}

}  // namespace stowage
