// SPDX-License-Identifier: Apache-2.0
#include "app/cli/planning.h"

#include <algorithm>
#include <iostream>

#include "app/cli/output.h"
#include "core/formats/utf8.h"
#include "core/graph/laid_out.h"
#include "core/insight/analysis/report.h"
#include "core/papers/papers.h"
#include "core/papers/tables.h"
#include "core/plan/plan.h"
#include "core/plan/problem.h"
#include "core/process/solver.h"

namespace stowage::cli {
namespace {

constexpr const char* kAll = "all";
constexpr const char* kStandard = "standard";
constexpr const char* kGiven = "given";
constexpr const char* kRoam = "roam";
constexpr const char* kOlla = "olla";
constexpr const char* kOn = "on";
constexpr const char* kOff = "off";
constexpr const char* kAutomatic = "auto";

bool wanted(const LayoutStrategy& strategy, const std::vector<std::string>& names) {
  return std::ranges::any_of(names, [&](const std::string& name) {
    return name == kAll || (name == kStandard && strategy.standard) || name == strategy.id;
  });
}

/// Adds the options of orders of papers, named as there, which other orders do not have.
void add_of_papers(CLI::App& command, PlanningOptions& options) {
  constexpr double kMost = 1e9;
  const std::vector<const CLI::Option*> of_roam{
      add_whole(command, "--node-limit", options.node_limit, 1, 1'000'000,
                "roam: largest number of operators of a segment that gets a long search, or of a part that is planned "
                "alone (default: 40)"),
      add_real(command, "--delay-radius", options.delay_radius, 0, kMost,
               "roam: an update may wait if its tensor is larger than this multiple of the mean tensor (default: 1)"),
      add_real(command, "--alpha", options.alpha, 0, kMost,
               "roam: memory of an update as a multiple of its gradient's size (default: 0, which plans each update to "
               "measure it)")};
  const CLI::Option* const early = add_choice(
      command, "--early-updates", options.early_updates,
      "olla, olla.joint: 'on' keeps updates of weights early, 'off' leaves them free (default: on)", {kOn, kOff});
  command.callback([of_roam, early, &options] {
    const auto require = [&](const CLI::Option* option, bool fits, const std::string& order) {
      if (option->count() > 0 && !fits)
        throw CLI::ValidationError(option->get_name(),
                                   "has an effect only with --order " + order + ", not with --order " + options.order);
    };
    for (const CLI::Option* option : of_roam)
      require(option, options.order == kRoam || (option == of_roam.front() && wanted(kRoamLayout, options.strategies)),
              kRoam);
    require(early, options.order.starts_with(kOlla), kOlla);
  });
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
    out["interleaved_lower_bound"] = nullptr;
    if (peaks->bound > Bytes{}) out["interleaved_lower_bound"] = peaks->bound.count;
  }
  if (const auto& footprints = order.footprints) {
    out["footprint"] = footprints->ordered.count;
    out["given_footprint"] = footprints->given.count;
  }
  if (order.footprints || order.is_given()) out["kept"] = order.is_given() ? kGiven : order.strategy->id;
  return out;
}

}  // namespace

void PlanningOptions::add_to(CLI::App& command) {
  command
      .add_option("--strategy", strategies,
                  "Strategy ids, separated by commas ('stowage-cli strategies' lists them), 'standard' (the ten of the "
                  "SOMAS paper) or 'all' (default: " +
                      strategies.front() + ")")
      ->delimiter(',')
      ->check(is_strategy(true));
  add_choice(command, "--order", order, "Order strategy (default: given)", ids_of(order_strategies()));
  add_of_papers(command, *this);
  add_alignment(command, alignment);
  add_choice(command, "--in-place", in_place,
             "Whether outputs may be written over inputs where the graph permits it: 'auto' or 'off' (default: auto)",
             {kAutomatic, kOff});
  add_real(command, "--time-limit", time_limit, 1e-9, 1e9,
           "Stop all strategies after this many seconds, which are for all of them: as many run at once as there are "
           "cores. With --order, half of the time is for the order; on several streams 'best' and 'exact' get a "
           "third. 'auto' and 'search' then give their best plan so far");
  add_count(command, "--seed", seed,
            "Seed of the strategies that draw random numbers; other strategies ignore it (default: 0)");
  add_count(command, "--iterations", iterations,
            "Run 'search' for this many steps instead of 10 s; the same seed then gives the same plan on every "
            "machine, unless the time limit comes first");
  add_bytes(command, "--budget", budget,
            "Exit with 1 if the best footprint exceeds this budget or not everything is counted; in bytes, or as "
            "12KiB, 3.5MiB, …");
}

Task PlanningOptions::limited(Task task) const {
  return time_limit ? task.limited_to(*time_limit) : task;
}

PlanningOptions PlanningOptions::for_input(const Document& document, const std::string& path) const {
  PlanningOptions out = *this;
  out.alignment = alignment_for(alignment, document, path);
  const auto improves = [&](const LayoutStrategy& each) { return each.improves && wanted(each, strategies); };
  if (iterations > 0 && std::ranges::none_of(layout_strategies(), improves))
    note(path, "--iterations has no effect: none of the strategies improves its plan step by step");
  return out;
}

std::uint64_t alignment_for(std::optional<std::uint64_t> asked, const Document& document, const std::string& path) {
  const Bytes of_file = document.graph->alignment();
  if (asked || of_file == Bytes{1}) return asked.value_or(1);
  note(path, "offsets and sizes are rounded up to multiples of " + std::to_string(of_file.count) +
                 " bytes, as in the program that wrote the file; --align N changes this");
  return static_cast<std::uint64_t>(of_file.count);
}

PlanRequest PlanningOptions::request() const {
  PlanRequest out{.order = find_order_strategy(order),
                  .alignment = bytes_of_alignment(),
                  .in_place = in_place == kAutomatic,
                  .options = {.seed = seed, .iterations = iterations, .solver = solver_of_environment()},
                  .plan_when_stopped = plan_when_stopped};
  for (const LayoutStrategy& strategy : layout_strategies())
    if (wanted(strategy, strategies)) out.strategies.push_back(&strategy);
  out.order_options.solver = out.options.solver;
  out.order_options.early_updates = early_updates == kOn;
  out.order_options.node_limit = out.options.node_limit = node_limit;
  out.order_options.delay_radius = delay_radius.value_or(out.order_options.delay_radius);
  out.order_options.alpha = alpha.value_or(out.order_options.alpha);
  return out;
}

Result<GraphPlans> plan_input(const Graph& graph, const PlanningOptions& options, const std::string& path,
                              const Task& task) {
  return in_file(make_plans(graph, options.request(), task), path);
}

std::string spent_text(const GraphPlans& planned, double limit) {
  const StrategyResult& slowest = *std::ranges::max_element(planned.results, {}, &StrategyResult::milliseconds);
  std::string out = "of the time limit of " + duration(1000 * limit) + ", ";
  if (planned.order) out += "the order took " + duration(planned.order->milliseconds) + ", and ";
  out += planned.results.size() == 1 ? std::string(slowest.strategy->id)
                                     : "the slowest of the strategies, which share it,";
  return out + " took " + duration(slowest.milliseconds);
}

void print_failed(const GraphPlans& planned, const std::string& path) {
  for (const StrategyResult& result : planned.results)
    if (!result.plan && result.plan.error().kind == Error::Kind::external)
      warn(path, std::string(result.strategy->id) + " has no plan: " + result.plan.error().text());
}

Json planned_json(const Graph& graph, const GraphPlans& planned) {
  Json results = Json::array();
  const bool counted = !uncounted(graph).any();
  for (const StrategyResult& result : planned.results) {
    results.push_back(result_json(result));
    if (result.plan && !counted) results.back()["gap"] = nullptr;
    if (result.plan && planned.started_from() != nullptr) results.back()["moved_bytes"] = result.moved.count;
    if (result.plan && result.strategy->segments) results.back()["reserved"] = planned.reserved.count;
  }
  Json out{{"graph", graph.name()},
           {"tensors", tensors_in_file(graph)},
           {"lower_bound", planned.lower_bound.count},
           {"safety_ms", planned.safety_milliseconds},
           {"results", std::move(results)}};
  if (const auto saves = planned.in_place_saves()) out["in_place_saves"] = saves->count;
  if (planned.order) out["order"] = order_json(*planned.order);
  return out;
}

void print_uncounted(const Uncounted& uncounted) {
  if (uncounted.any()) std::cout << "at least: " << uncounted.text() << '\n';
}

void add_uncounted(Json& json, const Uncounted& uncounted) {
  if (uncounted.any())
    json["uncounted"] = {
        {"unknown_sizes", uncounted.unknown_sizes}, {"loops", uncounted.loops}, {"branches", uncounted.branches}};
}

std::uint64_t BudgetVerdict::over() const {
  const auto needed = static_cast<std::uint64_t>(footprint_.count);
  return budget_ && needed > *budget_ ? needed - *budget_ : 0;
}

void BudgetVerdict::print() const {
  print_uncounted(uncounted_);
  if (over() > 0)
    std::cout << "over the budget by " << full({static_cast<std::int64_t>(over())}) << '\n';
  else if (budget_ && uncounted_.any())
    std::cout << "cannot tell whether the budget is kept: not everything is counted\n";
}

void BudgetVerdict::add_to(Json& json) const {
  add_uncounted(json, uncounted_);
  if (!budget_) return;
  json["budget"] = *budget_;
  json["over_budget_by"] = over();
  json["budget_kept"] = kept();
}

Result<std::optional<FilePlan>> file_plan_of(const Document& document, const std::string& path, Bytes alignment,
                                             const Task& task) {
  if (!document.plan) return std::nullopt;
  Plan plan = at_alignment(*document.graph, *document.plan, alignment).value_or(*document.plan);
  STOWAGE_TRY(Validation validation, in_file(validate(*document.graph, plan, 0, task), path));
  return FilePlan{std::move(plan), std::move(validation)};
}

std::string not_compared(const FilePlan& file, const Graph& graph, const Plan& best) {
  if (!file.validation.valid()) return "is invalid";
  if (unknown_sizes(graph) > 0) return "has unknown sizes";
  if (file.plan.assumed) return "has assumed offsets";
  if (!comparable(file.plan, best))
    return "has offsets that are not multiples of " + std::to_string(best.alignment.count);
  return {};
}

std::string saving_text(const FilePlan& file, const Graph& graph, const Plan& best) {
  if (const std::string why = not_compared(file, graph, best); !why.empty()) return "– (its plan " + why + ")";
  const Bytes needed = file.plan.needed(), saved = needed - best.footprint;
  const std::string condition = file.plan.serial_streams ? "; only our plan holds in any order of the streams" : "";
  if (saved == Bytes{}) return "takes as much" + condition;
  const std::string share = needed > Bytes{} ? " (" + percent(gap(best.footprint, needed)) + ')' : "";
  const std::string text = saved > Bytes{} ? "saves " + human(saved) : "takes " + human(Bytes{-saved.count}) + " more";
  return text + share + condition;
}

Json file_plan_json(const FilePlan& file, const Graph& graph, const Plan& best) {
  const bool compared = not_compared(file, graph, best).empty();
  return {{"footprint", file.plan.needed().count},
          {"valid", file.validation.valid()},
          {"violations", file.validation.count},
          {"serial_streams", file.plan.serial_streams},
          {"assumed", file.plan.assumed},
          {"saved_by_best", compared ? Json((file.plan.needed() - best.footprint).count) : Json()}};
}

Result<Bounds> bounds_for(const Graph& graph, const Conflicts& conflicts, Bytes alignment, Bytes needed,
                          const Task& task) {
  constexpr double kSecondsForClique = 10;
  STOWAGE_TRY(const auto ground, PlanGround::make(graph, conflicts, alignment, true, task));
  Bounds bounds = ground.quick_bounds();
  if (bounds.best() >= needed) return bounds;
  const auto added = add_cliques(ground.bounded_problem(), bounds, task.limited_to(kSecondsForClique));
  if (!added && added.error().kind == Error::Kind::cancelled) return tl::unexpected(added.error());
  return bounds;
}

std::string other_space_text(const Document& document, const Plan& plan) {
  if (document.spaces.size() < 2 || plan.offsets.size() != document.graph->tensor_count()) return {};
  const auto is_of = [&](std::size_t space) {
    const auto found = validate(graph_in_space(*document.graph, *document.spaced, space), plan, 1);
    return found && found->valid();
  };
  if (is_of(document.space)) return {};
  for (std::size_t k = 0; k < document.spaces.size(); ++k)
    if (is_of(k))
      return "the plan is of the memory space " + in_quotes(document.spaces[k].name) + ", not of " +
             in_quotes(document.spaces[document.space].name);
  return {};
}

Result<PlanBound> bound_of(const Graph& graph, const Plan& plan, const Task& task) {
  if (plan.serial_streams) return PlanBound{make_report(graph, plan).lifetime_bound, nullptr};
  auto bounds = Conflicts::compute(graph, task).and_then([&](const Conflicts& conflicts) {
    return bounds_for(graph, conflicts, plan.alignment, plan.needed(), task);
  });
  if (bounds) return PlanBound{bounds->best(), std::make_shared<const Bounds>(*std::move(bounds))};
  if (bounds.error().is_stop()) return tl::unexpected(bounds.error());
  return PlanBound{};
}

}  // namespace stowage::cli
