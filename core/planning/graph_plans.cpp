// SPDX-License-Identifier: Apache-2.0
#include "core/planning/graph_plans.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <semaphore>
#include <stop_token>
#include <system_error>
#include <thread>
#include <tuple>

#include "core/base/text.h"
#include "core/layout/search/portfolio.h"
#include "core/layout/strategies/strategies.h"
#include "core/order/interleaved_peak.h"

namespace stowage {
namespace {

double milliseconds_between(Task::Clock::time_point start, Task::Clock::time_point end) {
  return std::chrono::duration<double, std::milli>(end - start).count();
}

Result<OrderedGraph> given_order(const Graph& graph, const Error& instead) {
  return make_order(kGivenOrder, graph).map([&](OrderedGraph&& ordered) {
    ordered.kept_given = true;
    ordered.remark = instead.text() + " before another order was found";
    return std::move(ordered);
  });
}

/// Whether the given order may turn out to need less than the strategy's, so that it is planned, too.
bool may_keep_given(const Graph& graph, const PlanRequest& request) {
  return has_several_streams(graph) && request.order->suits_streams;
}

Result<std::optional<PlannedOrder>> order_of(const Graph& graph, const PlanRequest& request, const Task& task) {
  if (request.order == nullptr || request.order->id == kGivenOrder.id) return std::nullopt;
  const auto start = task.now();
  const double share = may_keep_given(graph, request) ? 1.0 / 3 : 0.5;  // a third for the order, and one for each
  const Task limited = task.share(share);
  auto found = make_order(*request.order, graph, request.order_options, limited);
  // A solver that found nothing in its own time is no stop.
  if (!found && found.error().is_stop() && request.plan_when_stopped && limited.should_stop())
    found = given_order(graph, found.error());
  return std::move(found).map([&](OrderedGraph&& ordered) {
    const auto given = graph.operators();
    const Bytes given_peak = theoretical_peak(graph, std::vector<OperatorId>(given.begin(), given.end()));
    const double took = milliseconds_between(start, task.now());
    return std::optional(PlannedOrder{request.order, std::move(ordered), given_peak, took});
  });
}

/// Returns the task for the work after an order. After a cancelled order, the work gets a short grace period.
Task after_order(const Task& task) {
  constexpr double kSecondsLeft = 0.1;  // a user who stops does not notice them, and a quick planner ends in them
  return task.stop.stop_requested() ? task.with_grace(kSecondsLeft) : task;
}

/// Proves the bounds beside the strategies, so that they are there when the strategies have used up the time. The
/// clique costs more than all the rest, so it is left out where the plans meet the simple bounds. A deadline leaves the
/// first quarter of the time to the clique alone: strategies of several threads leave it too little of the rest.
class BoundBeside {
 public:
  BoundBeside(const PlanGround& ground, const Task& task)
      : ground_(ground),
        bounds_(ground.quick_bounds()),
        task_(task.part(end_.get_token())),
        forward_(task.stop, End{&end_}) {
    // Lets the bounds that are begun come to their end after strategies that took all of the time.
    constexpr std::chrono::milliseconds kLate{300};
    if (task_.deadline) *task_.deadline += kLate;
    if (lifetimes_say_all(ground.bounded_problem())) return;
    try {
      thread_ = std::jthread([this] {
        add_cliques();
        ended_.release();
      });
      if (task.deadline) std::ignore = ended_.try_acquire_until(*task.share(0.25).deadline);
    } catch (const std::system_error&) {  // no more threads: the bounds come after the strategies
    }
  }

  ~BoundBeside() { end_.request_stop(); }

  /// The bounds for plans whose smallest takes `smallest` bytes.
  Result<Bounds> take(Bytes smallest) {
    const bool met = smallest <= bounds_.best();
    if (met) end_.request_stop();
    if (thread_.joinable())
      thread_.join();
    else if (!met)
      add_cliques();
    if (!added_ && added_.error().is_final()) return tl::unexpected(added_.error());
    return std::move(added_ && with_cliques_ ? *with_cliques_ : bounds_);
  }

 private:
  struct End {
    std::stop_source* source;
    void operator()() const { source->request_stop(); }
  };
  void add_cliques() {
    Bounds bounds = bounds_;
    added_ = unless_memory_runs_out([&] { return stowage::add_cliques(ground_.bounded_problem(), bounds, task_); });
    if (added_) with_cliques_ = std::move(bounds);
  }

  const PlanGround& ground_;
  Bounds bounds_;
  std::optional<Bounds> with_cliques_;
  Result<void> added_;
  std::binary_semaphore ended_{0};
  std::stop_source end_;
  Task task_;
  std::stop_callback<End> forward_;
  std::jthread thread_;  // last: it ends before the other members go
};

/// Rejects plans below the proved bound, even valid ones: the strategy, or the proof, is wrong.
void reject_below(Bytes proved, std::vector<StrategyResult>& results) {
  for (StrategyResult& result : results)
    if (result.plan && result.plan->footprint < proved)
      result.plan = tl::unexpected(
          Error::of(Error::Kind::external, result.plan->strategy + " made a plan of " +
                                               grouped_digits(result.plan->footprint.count) + " bytes, below the " +
                                               grouped_digits(proved.count) + " that are proved to be needed"));
}

/// Gives the bounds to all plans.
void bound(GraphPlans& planned, const PlanGround& ground, Bounds&& bounds) {
  planned.bounds = std::move(bounds);
  ProvedBound proved = planned.bounds.proved();
  if (ground.ignores_permissions()) proved.tensors.clear();
  for (const StrategyResult& result : planned.results)
    if (result.plan && result.plan->lower_bound > proved.bytes) proved = {result.plan->lower_bound};
  for (StrategyResult& result : planned.results)
    if (result.plan) raise_bound(ground.graph(), proved, *result.plan);
  planned.lower_bound = proved.bytes;
}

/// Records what an allocator reserves: more than its plan takes.
void tell_reserved(GraphPlans& planned, const PlanGround& ground) {
  if (ground.shares()) return;
  for (const StrategyResult& result : planned.results)
    if (result.plan && result.strategy->segments)
      if (const auto segments = result.strategy->segments(ground.problem(), *result.plan); !segments.empty())
        planned.reserved = Bytes{segments.back().value};
}

bool has_plan(const std::vector<StrategyResult>& results) {
  return std::ranges::any_of(results, [](const StrategyResult& r) { return r.plan.has_value(); });
}

/// Where there is no plan: the reasons of all strategies, and the kind of the first.
Error why_no_plan(const std::vector<StrategyResult>& results) {
  Error out = results.front().plan.error();
  for (const StrategyResult& result : results)
    for (const Diagnostic& fault : result.plan.error().faults)
      if (std::ranges::find(out.faults, fault) == out.faults.end()) out.faults.push_back(fault);
  return out;
}

/// Whether there is no plan, and a solver crashed or a strategy is at fault.
bool nothing_but_failures(const std::vector<StrategyResult>& results) {
  return !has_plan(results) && std::ranges::any_of(results, [](const StrategyResult& r) {
    return r.plan.error().kind == Error::Kind::external;
  });
}

StrategyResult run_one(const LayoutStrategy* strategy, const PlanGround& ground, const Task& task) {
  const auto make = [&](const LayoutStrategy& each, const Task& own) { return ground.plan(each, own); };
  return run_each(std::span(&strategy, 1), task, {}, make).front();
}

/// A good plan, where there is one in a moment. If not, and there `must` be one: the quickest planner's, which every
/// graph has soon. After Ctrl-C the caller may wait for plans in two orders, so moments are shorter.
StrategyResult quick_result(const PlanGround& ground, bool must, const Task& task) {
  const double moment = task.winding_up ? 0.05 : task.cancelled() ? 0.1 : 0.25;  // seconds
  const LayoutStrategy* const quickest = &quickest_planner(ground.problem());
  StrategyResult result =
      run_one(quickest, ground, has_many_blocks(ground.problem()) ? Task{} : Task::with_time_limit(moment));
  return result.plan || !must || quickest == &kLinearScan ? result : run_one(&kLinearScan, ground, {});
}

/// Why the strategy made no plan though it could have made one; nothing in other cases.
std::optional<Error> what_ended(const StrategyResult& result) {
  const bool ended =
      !result.plan && (!result.plan.error().is_final() || result.plan.error().kind == Error::Kind::external);
  return ended ? std::optional(result.plan.error()) : std::nullopt;
}

/// Adds a quick plan where all strategies were stopped, ran out of memory or failed before they had a plan; or were
/// cancelled before they had a good one.
void plan_quickly(std::vector<StrategyResult>& results, const PlanGround& ground, const Task& task) {
  const bool any = has_plan(results);
  // A solver that found nothing in its own time is no stop: then its strategy has no plan, and no other takes its name.
  const auto ended = std::ranges::find_if(results, [&](const StrategyResult& r) {
    const auto why = what_ended(r);
    return why && (why->is_final() || task.should_stop());
  });
  if (any ? !task.cancelled() ||
                std::ranges::none_of(results, [](const StrategyResult& r) { return r.plan && r.strategy->improves; })
          : ended == results.end())
    return;
  if (any && has_many_blocks(ground.problem())) return;  // planners that improve have begun with the quickest
  StrategyResult result = quick_result(ground, !any, task);
  const auto is_no_larger = [&](const StrategyResult& r) {
    return r.plan && r.plan->footprint <= result.plan->footprint;
  };
  if (!result.plan || std::ranges::any_of(results, is_no_larger)) return;
  const Error why = any ? task.why_stopped() : *what_ended(*ended);
  result.plan->remark = "instead: " + why.text();
  if (!why.is_final()) result.plan->remark += std::string("; there is no ") + (any ? "better plan" : "other plan");
  std::erase_if(results, [&](const StrategyResult& r) { return r.strategy == result.strategy; });
  results.push_back(std::move(result));
}

/// Plans the graph in its own order.
Result<GraphPlans> plans_in_order(const Graph& graph, const PlanRequest& request, const Task& task) {
  GraphPlans planned;
  const auto start = task.now();
  STOWAGE_TRY(const auto conflicts, Conflicts::compute(graph, request.plan_when_stopped ? Task{} : task));
  planned.safety_milliseconds = milliseconds_between(start, task.now());

  const Bytes alignment = request.alignment == Bytes{} ? graph.alignment() : request.alignment;
  STOWAGE_TRY(const auto ground, PlanGround::make(graph, conflicts, alignment, request.in_place,
                                                  request.plan_when_stopped ? Task{} : task));
  static constexpr std::array<const LayoutStrategy*, 1> kDefault{&kAuto};
  const std::span strategies = request.strategies.empty() ? std::span<const LayoutStrategy* const>(kDefault)
                                                          : std::span<const LayoutStrategy* const>(request.strategies);
  BoundBeside beside(ground, task);
  PlanOptions options = request.options;
  Task patient;  // has no deadline: the check of a given plan is short
  patient.stop = task.stop;
  auto from = request.from != nullptr ? ground.adopt(*request.from, patient) : std::nullopt;
  if (!from && request.from != nullptr && request.from_in_part) {
    auto near = ground.near(request.from->offsets, patient);
    if (!near && near.error().is_final()) return tl::unexpected(std::move(near.error()));
    if (near) {
      from = *std::move(near);
      from->strategy = kRepaired;
    }
  }
  if (from) options.start = from->offsets;
  std::mutex mutex;
  planned.results = run_each(strategies, task, {}, [&](const LayoutStrategy& strategy, const Task& own) {
    std::optional<Bytes> apart;
    Result<Plan> plan = ground.plan(strategy, own, options, &apart);
    const std::lock_guard lock(mutex);
    if (apart) planned.without_in_place = std::min(*apart, planned.without_in_place.value_or(*apart));
    return plan;
  });
  if (from) planned.results.insert(planned.results.begin(), {&kGivenPlan, *from});
  if (request.plan_when_stopped || nothing_but_failures(planned.results)) plan_quickly(planned.results, ground, task);
  if (!has_plan(planned.results)) return tl::unexpected(why_no_plan(planned.results));
  for (StrategyResult& result : planned.results)
    if (from && result.plan)
      result.moved = moved_bytes(ground.problem().sizes(), request.from->offsets, result.plan->offsets);
  if (planned.without_in_place)
    planned.without_in_place = std::max(*planned.without_in_place, planned.best().footprint);
  STOWAGE_TRY(Bounds bounds, beside.take(planned.best().footprint));
  reject_below(bounds.best(), planned.results);
  reject_false_bounds(planned.results);
  if (!has_plan(planned.results)) return tl::unexpected(why_no_plan(planned.results));
  tell_reserved(planned, ground);
  bound(planned, ground, std::move(bounds));
  return planned;
}

}  // namespace

bool PlannedOrder::is_given() const {
  return given_is_better() || std::ranges::is_sorted(ordered.sequence);
}

const Plan* GraphPlans::started_from() const {
  const bool is_there = !results.empty() && results.front().strategy == &kGivenPlan;
  return is_there ? &*results.front().plan : nullptr;
}

Result<GraphPlans> make_plans(const Graph& given, const PlanRequest& request, const Task& whole) {
  STOWAGE_TRY(auto order, order_of(given, request, whole));
  if (!order) return plans_in_order(given, request, whole);
  const Task task = after_order(whole);
  const Graph& ordered = order->ordered.graph;
  const bool both =
      (may_keep_given(given, request) || request.from != nullptr) && !std::ranges::is_sorted(order->ordered.sequence);
  auto planned = plans_in_order(ordered, request, both ? task.share(0.5) : task);
  if (!planned) return planned;
  for (StrategyResult& result : planned->results)
    if (result.plan) record_order(*result.plan, ordered, given, request.order->id);
  planned->order = std::move(order);
  if (!both) return planned;
  auto as_given = plans_in_order(given, request, task.winding_up ? task : after_order(whole));
  if (!as_given) return planned;
  planned->order->footprints = {planned->best().footprint, as_given->best().footprint};
  if (!planned->order->given_is_better()) return planned;
  as_given->order = std::move(planned->order);
  return as_given;
}

}  // namespace stowage
