// SPDX-License-Identifier: Apache-2.0
#include "app/cli/planning.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>

#include "app/cli/numbers.h"
#include "app/cli/output.h"
#include "core/base/memory.h"
#include "core/base/time_share.h"
#include "core/graph/bound_scope.h"
#include "core/graph/operator_order.h"
#include "core/layout/false_bounds.h"
#include "core/layout/search/auto.h"
#include "core/layout/search/search.h"
#include "core/layout/strategies/caching.h"
#include "core/layout/strategies/greedy_by_size.h"
#include "core/layout/strategies/linear_scan.h"
#include "core/layout/strategies/mip.h"
#include "core/layout/strategies/roam/roam_layout.h"
#include "core/order/interleaved_peak.h"
#include "core/plan/plan.h"
#include "core/safety/conflicts.h"

namespace stowage::cli {
namespace {

constexpr const char* kAll = "all";
constexpr const char* kStandard = "standard";
constexpr const char* kGiven = "given";
constexpr const char* kRoam = "roam";

bool wanted(const LayoutStrategy& strategy, const std::vector<std::string>& names) {
  return std::ranges::any_of(names, [&](const std::string& name) {
    return name == kAll || (name == kStandard && strategy.standard) || name == strategy.id;
  });
}

/// For CLI11: an empty text where the name is one of ours, else what is wrong with it.
std::string check_strategy(const std::string& name) {
  if (name == kAll || name == kStandard || find_layout_strategy(name) != nullptr) return {};
  return "there is no strategy \"" + name + "\"; 'stowage-cli strategies' lists them";
}

std::vector<std::string> order_ids() {
  std::vector<std::string> ids;
  for (const OrderStrategy& order : order_strategies()) ids.emplace_back(order.id);
  return ids;
}

double milliseconds_since(Task::Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Task::Clock::now() - start).count();
}

Result<OrderedGraph> given_order(const Graph& graph, const Error& instead) {
  return make_order(*find_order_strategy(kGiven), graph).map([&](OrderedGraph&& ordered) {
    ordered.kept_given = true;
    ordered.remark = instead.text() + " before there was another";
    return std::move(ordered);
  });
}

Result<std::optional<PlannedOrder>> order_of(const Graph& graph, const PlanningOptions& options, const Task& task) {
  if (options.order == kGiven) return std::nullopt;
  const auto start = Task::Clock::now();
  const OrderStrategy* const strategy = find_order_strategy(options.order);
  // On several streams the given order is planned, too: a third for the order, and one for each.
  const double share = has_several_streams(graph) ? 1.0 / 3 : 0.5;
  auto found = make_order(*strategy, graph, options.order_options(), with_share(task, share));
  if (!found && found.error().is_stop() && options.plan_when_stopped) found = given_order(graph, found.error());
  return std::move(found).map([&](OrderedGraph&& ordered) {
    const auto given = graph.operators();
    const Bytes given_peak = theoretical_peak(graph, std::vector<OperatorId>(given.begin(), given.end()));
    return std::optional(PlannedOrder{strategy, std::move(ordered), given_peak, milliseconds_since(start)});
  });
}

/// An order that was cancelled is the best so far; what is asked of it then is planned quickly.
Task after_order(const Task& task) {
  constexpr double kSecondsLeft = 0.2;
  return task.stop.stop_requested() ? task.with_grace(kSecondsLeft) : task;
}

/// Names the order in every plan, with its sequence, where it is another than the given one.
void record_order(Planned& planned, const Graph& graph) {
  const std::vector<OperatorId>& sequence = planned.order->ordered.sequence;
  if (std::ranges::is_sorted(sequence)) return;
  std::vector<std::string> names;
  for (const OperatorId o : sequence) names.emplace_back(graph.name(o));
  for (StrategyResult& result : planned.results) {
    if (!result.plan) continue;
    result.plan->order = planned.order->strategy->id;
    result.plan->sequence = names;
  }
}

/// Of ROAM, named as in its paper; for other orders they mean nothing.
void add_roam(CLI::App& command, PlanningOptions& options) {
  constexpr double kMost = 1e9;
  const std::vector<const CLI::Option*> added{
      add_whole(command, "--node-limit", options.node_limit, 1, 1'000'000,
                "roam: operators that are ordered as one part at most (default: 40)"),
      add_real(command, "--delay-radius", options.delay_radius, 0, kMost,
               "roam: updates of tensors longer than this times the mean may wait (default: 1)"),
      add_real(command, "--alpha", options.alpha, 0, kMost,
               "roam: memory of an update in sizes of its gradient (default: 0, which measures each)")};
  command.callback([added, &options] {
    for (const CLI::Option* option : added)
      if (option->count() > 0 && options.order != kRoam)
        throw CLI::ValidationError(option->get_name(),
                                   "means something only with --order roam, not with --order " + options.order);
  });
}

/// The clique costs more than all the rest, so it is asked for only where the simple bounds leave a gap.
Result<void> bound(Planned& planned, const LayoutProblem& problem, const Task& task) {
  planned.bounds = quick_bounds(problem);
  if (planned.best().footprint > planned.bounds.best()) {
    auto clique = unless_memory_runs_out([&] { return heaviest_clique(problem, task); });
    if (clique)
      planned.bounds.clique = std::move(*clique);
    else if (clique.error().kind == Error::Kind::bad_input)
      return tl::unexpected(clique.error());
  }
  const auto for_each_plan = [&](const auto& visit) {
    for (StrategyResult& result : planned.results)
      if (result.plan) visit(*result.plan);
  };
  planned.lower_bound = planned.bounds.best();
  for_each_plan([&](const Plan& plan) { planned.lower_bound = std::max(planned.lower_bound, plan.lower_bound); });
  for_each_plan([&](Plan& plan) {
    plan.lower_bound = planned.lower_bound;
    apply_bound(planned.bounds, plan);
  });
  return {};
}

/// What the caching allocator reserves is more than its plan says.
void tell_reserved(Planned& planned, const LayoutProblem& problem) {
  for (const StrategyResult& result : planned.results)
    if (result.plan && result.strategy->id == kCaching.id)
      if (const auto segments = caching_segments(problem, *result.plan); !segments.empty())
        planned.reserved = Bytes{segments.back().value};
}

bool has_plan(const std::vector<StrategyResult>& results) {
  return std::ranges::any_of(results, [](const StrategyResult& r) { return r.plan.has_value(); });
}

/// Whether the plan may be what there was when the strategy was stopped.
bool may_be_unfinished(const StrategyResult& result) {
  constexpr std::array kImproving{&kAuto, &kSearch, &kMip, &kRoamLayout};
  return result.plan && std::ranges::find(kImproving, result.strategy->id, &LayoutStrategy::id) != kImproving.end();
}

StrategyResult run_one(const LayoutStrategy* strategy, const LayoutProblem& problem, const Task& task) {
  return run_strategies(std::span(&strategy, 1), problem, task).front();
}

/// More than this take every planner but the quickest longer than a moment; those that improve a plan begin with its.
constexpr std::size_t kManyBlocks = 100'000;

/// A good plan where there is one in a moment, else the plan that is always there soon, for every graph.
StrategyResult quick_result(const LayoutProblem& problem) {
  constexpr double kMoment = 0.25;  // seconds
  if (problem.block_count() >= kManyBlocks) return run_one(&kLinearScan, problem, {});
  StrategyResult greedy = run_one(&kGreedyBySize, problem, Task::with_time_limit(kMoment));
  return greedy.plan ? greedy : run_one(&kLinearScan, problem, {});
}

/// Why there is no plan where the strategy could have made one, or nothing.
std::optional<Error> what_ended(const StrategyResult& result) {
  if (result.plan || result.plan.error().kind == Error::Kind::bad_input) return std::nullopt;
  return result.plan.error();
}

/// In place of what was stopped, or had too little memory, before it had a plan; or, by who waits, before it had a good
/// one.
void plan_quickly(std::vector<StrategyResult>& results, const LayoutProblem& problem, const Task& task) {
  const bool any = has_plan(results);
  const auto ended = std::ranges::find_if(results, [](const StrategyResult& r) { return what_ended(r).has_value(); });
  if (any ? !task.cancelled() || std::ranges::none_of(results, may_be_unfinished) : ended == results.end()) return;
  if (any && problem.block_count() >= kManyBlocks) return;
  StrategyResult result = quick_result(problem);
  const auto is_no_larger = [&](const StrategyResult& r) {
    return r.plan && r.plan->footprint <= result.plan->footprint;
  };
  if (!result.plan || std::ranges::any_of(results, is_no_larger)) return;
  const Error why = any ? task.why_stopped() : *what_ended(*ended);
  result.plan->remark = "instead: " + why.text() +
                        (why.is_stop() ? " before there was " + std::string(any ? "a better plan" : "any other plan")
                                       : " for any other plan");
  std::erase_if(results, [&](const StrategyResult& r) { return r.strategy == result.strategy; });
  results.push_back(std::move(result));
}

/// The graph as it is; without a word on orders.
Result<Planned> plan_in_order(const Graph& graph, const PlanningOptions& options, const Task& task) {
  Planned planned;
  const auto start = Task::Clock::now();
  const auto conflicts = Conflicts::compute(graph, options.plan_when_stopped ? Task{} : task);
  if (!conflicts) return tl::unexpected(conflicts.error());
  planned.safety_milliseconds = milliseconds_since(start);

  const auto problem = LayoutProblem::make(graph, *conflicts, {static_cast<std::int64_t>(options.alignment)});
  if (!problem) return tl::unexpected(problem.error());
  std::vector<const LayoutStrategy*> strategies;
  for (const LayoutStrategy& strategy : layout_strategies())
    if (wanted(strategy, options.strategies)) strategies.push_back(&strategy);
  planned.results =
      run_strategies(strategies, *problem, task, {}, {.seed = options.seed, .iterations = options.iterations});
  if (options.plan_when_stopped) plan_quickly(planned.results, *problem, task);
  if (!has_plan(planned.results)) return tl::unexpected(planned.results.front().plan.error());
  tell_reserved(planned, *problem);
  reject_false_bounds(planned.results);
  return bound(planned, *problem, task).map([&] { return std::move(planned); });
}

}  // namespace

void PlanningOptions::add_to(CLI::App& command) {
  command
      .add_option("--strategy", strategies,
                  "Strategy ids with commas between, 'standard' (the ten of the SOMAS paper) or 'all' (default: " +
                      strategies.front() + ")")
      ->delimiter(',')
      ->check(CLI::Validator(check_strategy, "ID"));
  command.add_option("--order", order, "Order strategy (default: given)")->check(CLI::IsMember(order_ids()));
  add_roam(command, *this);
  add_whole(command, "--align", alignment, 1, std::uint64_t{1} << 30,
            "Round offsets and sizes up to multiples of N bytes (default: 1)");
  add_real(command, "--time-limit", time_limit, 1e-9, 1e9, "Stop after so many seconds");
  add_whole(command, "--seed", seed, 0, std::numeric_limits<std::uint64_t>::max(),
            "For strategies that draw random numbers; the others ignore it");
  add_whole(command, "--iterations", iterations, 0, std::numeric_limits<std::uint64_t>::max(),
            "How long 'search' searches, whatever the machine (default: as long as the time limit, 10 s where there is "
            "none)");
  add_bytes(command, "--budget", budget,
            "Exit with 1 where the best footprint is larger, or sizes are unknown; bytes, or 12KiB, 3.5MiB, …");
}

Task PlanningOptions::limited(Task task) const {
  return time_limit ? task.limited_to(*time_limit) : task;
}

OrderOptions PlanningOptions::order_options() const {
  OrderOptions out;
  out.node_limit = node_limit;
  out.delay_radius = delay_radius.value_or(out.delay_radius);
  out.alpha = alpha.value_or(out.alpha);
  return out;
}

bool PlannedOrder::is_given() const {
  return given_is_better() || std::ranges::is_sorted(ordered.sequence);
}

std::string PlannedOrder::note() const {
  const std::string id(strategy->id);
  if (given_is_better())
    return "the plan is in the given order, as the best plan in that of " + id + " takes " +
           full(footprints->ordered - footprints->given) + " more";
  if (!is_given()) {
    if (has_several_streams(ordered.graph) || ordered.peak <= given_peak) return {};
    return "run in the order of " + id + ", the graph has a theoretical peak " + full(ordered.peak - given_peak) +
           " above that of the given order, which may need less: --order given";
  }
  if (ordered.kept_given) return "the plan is in the given order, not in that of " + id + ": " + ordered.remark;
  return "the plan is in the given order, as " + id + " has no other" +
         (ordered.remark.empty() ? "" : "; " + ordered.remark);
}

const Plan& Planned::best() const {
  const Plan* best = nullptr;
  for (const StrategyResult& result : results)
    if (result.plan && (best == nullptr || result.plan->footprint < best->footprint)) best = &*result.plan;
  return *best;
}

Result<Planned> plan_graph(const Graph& given, const PlanningOptions& options, const Task& whole) {
  auto order = order_of(given, options, whole);
  if (!order) return tl::unexpected(std::move(order.error()));
  if (!*order) return plan_in_order(given, options, whole);
  const Task task = after_order(whole);
  const bool both = has_several_streams(given) && !std::ranges::is_sorted((*order)->ordered.sequence);
  auto planned = plan_in_order((*order)->ordered.graph, options, both ? with_share(task, 0.5) : task);
  if (!planned) return planned;
  planned->order = *std::move(order);
  record_order(*planned, given);
  if (!both) return planned;
  auto as_given = plan_in_order(given, options, task.winding_up ? task : after_order(whole));
  if (!as_given) return planned;
  planned->order->footprints = {planned->best().footprint, as_given->best().footprint};
  if (!planned->order->given_is_better()) return planned;
  as_given->order = std::move(planned->order);
  return as_given;
}

std::string proof_text(const Graph& graph, std::size_t unknown_sizes) {
  return unknown_sizes == 0 ? optimal_for(graph) : "optimal for the known sizes";
}

Json result_json(const StrategyResult& result) {
  Json out{{"strategy", result.strategy->id}};
  if (!result.plan) {
    out["error"] = result.plan.error().text();
    return out;
  }
  out["footprint"] = result.plan->footprint.count;
  out["gap"] = gap(result.plan->footprint, result.plan->lower_bound);
  out["time_ms"] = result.milliseconds;
  out["proved_optimal"] = result.plan->proved_optimal;
  if (!result.plan->remark.empty()) out["remark"] = result.plan->remark;
  return out;
}

Json order_json(const PlannedOrder& order) {
  Json out{{"id", order.strategy->id},
           {"peak", order.ordered.peak.count},
           {"given_peak", order.given_peak.count},
           {"lower_bound", nullptr},
           {"time_ms", order.milliseconds}};
  if (order.ordered.lower_bound > Bytes{}) out["lower_bound"] = order.ordered.lower_bound.count;
  if (!order.ordered.remark.empty()) out["remark"] = order.ordered.remark;
  if (const auto& peaks = order.ordered.interleaved) {
    out["interleaved_peak"] = peaks->chosen.count;
    out["given_interleaved_peak"] = peaks->given.count;
  }
  if (const auto& footprints = order.footprints) {
    out["footprint"] = footprints->ordered.count;
    out["given_footprint"] = footprints->given.count;
  }
  if (order.footprints || order.is_given()) out["kept"] = order.is_given() ? kGiven : order.strategy->id;
  return out;
}

Json planned_json(const Graph& graph, const Planned& planned) {
  Json results = Json::array();
  for (const StrategyResult& result : planned.results) {
    results.push_back(result_json(result));
    if (result.plan && result.strategy->id == kCaching.id) results.back()["reserved"] = planned.reserved.count;
  }
  Json out{{"graph", graph.name()},
           {"tensors", graph.tensor_count()},
           {"lower_bound", planned.lower_bound.count},
           {"safety_ms", planned.safety_milliseconds},
           {"results", std::move(results)}};
  if (planned.order) out["order"] = order_json(*planned.order);
  return out;
}

}  // namespace stowage::cli
