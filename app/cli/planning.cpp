// SPDX-License-Identifier: Apache-2.0
#include "app/cli/planning.h"

#include <algorithm>
#include <chrono>
#include <limits>

#include "app/cli/numbers.h"
#include "core/base/time_share.h"
#include "core/layout/claims.h"
#include "core/report/report.h"
#include "core/safety/conflicts.h"

namespace stowage::cli {
namespace {

constexpr const char* kAll = "all";
constexpr const char* kStandard = "standard";
constexpr const char* kGiven = "given";

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

Result<std::optional<PlannedOrder>> order_of(const Graph& graph, const PlanningOptions& options, const Task& task) {
  if (options.order == kGiven) return std::nullopt;
  const auto start = Task::Clock::now();
  const OrderStrategy* const strategy = find_order_strategy(options.order);
  return make_order(*strategy, graph, {}, with_share(task, 0.5)).map([&](OrderedGraph&& ordered) {
    const auto given = graph.operators();
    const Bytes given_peak = theoretical_peak(graph, std::vector<OperatorId>(given.begin(), given.end()));
    return std::optional(PlannedOrder{strategy, std::move(ordered), given_peak, milliseconds_since(start)});
  });
}

/// An order that was cancelled is the best so far; what is asked of it then is planned quickly.
Task after_order(const Task& task) {
  constexpr double kSecondsLeft = 5;
  return task.stop.stop_requested() ? Task::with_time_limit(kSecondsLeft) : task;
}

/// Names the order in every plan, and its sequence where it is another than the given one.
void tell_order(Planned& planned, const Graph& graph) {
  const std::vector<OperatorId>& sequence = planned.order->ordered.sequence;
  std::vector<std::string> names;
  if (!std::ranges::is_sorted(sequence))
    for (const OperatorId o : sequence) names.emplace_back(graph.name(o));
  for (StrategyResult& result : planned.results) {
    if (!result.plan) continue;
    result.plan->order = planned.order->strategy->id;
    result.plan->sequence = names;
  }
}

/// The clique costs more than all the rest, so it is asked for only where the simple bounds leave a gap.
Result<void> bound(Planned& planned, const LayoutProblem& problem, const Task& task) {
  planned.bounds = quick_bounds(problem);
  if (planned.best().footprint > planned.bounds.best()) {
    auto clique = heaviest_clique(problem, task);
    if (clique)
      planned.bounds.clique = std::move(*clique);
    else if (clique.error().kind != Error::Kind::timed_out)
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

}  // namespace

void PlanningOptions::add_to(CLI::App& command) {
  command
      .add_option("--strategy", strategies,
                  "Strategy ids with commas between, 'standard' (the ten of the SOMAS paper) or 'all' (default: " +
                      strategies.front() + ")")
      ->delimiter(',')
      ->check(CLI::Validator(check_strategy, "ID"));
  command.add_option("--order", order, "Order strategy (default: given)")->check(CLI::IsMember(order_ids()));
  add_whole(command, "--align", alignment, 1, std::uint64_t{1} << 30,
            "Round offsets and sizes up to multiples of N bytes (default: 1)");
  add_real(command, "--time-limit", time_limit, 1e-9, 1e9, "Stop after so many seconds");
  add_whole(command, "--seed", seed, 0, std::numeric_limits<std::uint64_t>::max(),
            "For strategies that draw random numbers; the others ignore it");
  add_whole(command, "--iterations", iterations, 0, std::numeric_limits<std::uint64_t>::max(),
            "How long 'search' searches, whatever the machine (default: as long as the time limit, 10 s where there is "
            "none)");
  add_bytes(command, "--budget", budget, "Exit with 1 where the best footprint is larger; bytes, or 12KiB, 3.5MiB, …");
}

Task PlanningOptions::limited(Task task) const {
  if (time_limit) task.deadline = Task::with_time_limit(*time_limit).deadline;
  return task;
}

const Plan& Planned::best() const {
  const Plan* best = nullptr;
  for (const StrategyResult& result : results)
    if (result.plan && (best == nullptr || result.plan->footprint < best->footprint)) best = &*result.plan;
  return *best;
}

bool Planned::exceeds(const std::optional<std::uint64_t>& budget) const {
  return budget && static_cast<std::uint64_t>(best().footprint.count) > *budget;
}

Result<Planned> plan_graph(const Graph& given, const PlanningOptions& options, const Task& whole) {
  Planned planned;
  auto order = order_of(given, options, whole);
  if (!order) return tl::unexpected(std::move(order.error()));
  const Task task = *order ? after_order(whole) : whole;
  planned.order = *std::move(order);
  const Graph& graph = planned.graph(given);
  const auto start = Task::Clock::now();
  const auto conflicts = Conflicts::compute(graph, task);
  if (!conflicts) return tl::unexpected(conflicts.error());
  planned.safety_milliseconds = milliseconds_since(start);

  const auto problem = LayoutProblem::make(graph, *conflicts, {static_cast<std::int64_t>(options.alignment)});
  if (!problem) return tl::unexpected(problem.error());
  std::vector<const LayoutStrategy*> strategies;
  for (const LayoutStrategy& strategy : layout_strategies())
    if (wanted(strategy, options.strategies)) strategies.push_back(&strategy);
  planned.results =
      run_strategies(strategies, *problem, task, {}, {.seed = options.seed, .iterations = options.iterations});
  if (std::ranges::none_of(planned.results, [](const StrategyResult& r) { return r.plan.has_value(); }))
    return tl::unexpected(planned.results.front().plan.error());
  refute_claims(planned.results);
  if (planned.order) tell_order(planned, given);
  return bound(planned, *problem, task).map([&] { return std::move(planned); });
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
           {"lower_bound", order.ordered.lower_bound.count},
           {"time_ms", order.milliseconds}};
  if (!order.ordered.remark.empty()) out["remark"] = order.ordered.remark;
  return out;
}

Json planned_json(const Graph& graph, const Planned& planned) {
  Json results = Json::array();
  for (const StrategyResult& result : planned.results) results.push_back(result_json(result));
  Json out{{"graph", graph.name()},
           {"tensors", graph.tensor_count()},
           {"lower_bound", planned.lower_bound.count},
           {"safety_ms", planned.safety_milliseconds},
           {"results", std::move(results)}};
  if (planned.order) out["order"] = order_json(*planned.order);
  return out;
}

}  // namespace stowage::cli
