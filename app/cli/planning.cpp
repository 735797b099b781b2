// SPDX-License-Identifier: Apache-2.0
#include "app/cli/planning.h"

#include <algorithm>
#include <limits>

#include "app/cli/numbers.h"
#include "app/cli/output.h"
#include "core/graph/claims.h"
#include "core/order/interleaved_peak.h"
#include "core/papers/tables.h"
#include "core/plan/plan.h"
#include "core/process/solver.h"

namespace stowage::cli {
namespace {

constexpr const char* kAll = "all";
constexpr const char* kStandard = "standard";
constexpr const char* kGiven = "given";
constexpr const char* kRoam = "roam";
constexpr const char* kAutomatic = "auto";

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

/// Of ROAM, named as in its paper; for other orders they mean nothing.
void add_roam(CLI::App& command, PlanningOptions& options) {
  constexpr double kMost = 1e9;
  const std::vector<const CLI::Option*> added{
      add_whole(command, "--node-limit", options.node_limit, 1, 1'000'000,
                "roam: largest number of operators that are ordered as one part (default: 40)"),
      add_real(command, "--delay-radius", options.delay_radius, 0, kMost,
               "roam: an update may wait if its tensor is larger than this multiple of the mean tensor (default: 1)"),
      add_real(command, "--alpha", options.alpha, 0, kMost,
               "roam: memory of an update as a multiple of its gradient's size (default: 0, which plans each update to "
               "measure it)")};
  command.callback([added, &options] {
    for (const CLI::Option* option : added)
      if (option->count() > 0 && options.order != kRoam)
        throw CLI::ValidationError(option->get_name(),
                                   "has an effect only with --order roam, not with --order " + options.order);
  });
}

}  // namespace

void PlanningOptions::add_to(CLI::App& command) {
  command
      .add_option("--strategy", strategies,
                  "Strategy ids, separated by commas ('stowage-cli strategies' lists them), 'standard' (the ten of the "
                  "SOMAS paper) or 'all' (default: " +
                      strategies.front() + ")")
      ->delimiter(',')
      ->check(CLI::Validator(check_strategy, "ID"));
  command.add_option("--order", order, "Order strategy (default: given)")->check(CLI::IsMember(order_ids()));
  add_roam(command, *this);
  add_whole(
      command, "--align", alignment, 1, std::uint64_t{1} << 30,
      "Round offsets and sizes up to multiples of N bytes (default: the alignment of the input's format, mostly 1)");
  command
      .add_option("--in-place", in_place,
                  "Whether outputs may be written over inputs where the graph permits it: 'auto' or 'off' (default: "
                  "auto)")
      ->check(CLI::IsMember({kAutomatic, "off"}));
  add_real(command, "--time-limit", time_limit, 1e-9, 1e9,
           "Stop all strategies after this many seconds; 'auto' and 'search' then give their best plan so far");
  add_whole(command, "--seed", seed, 0, std::numeric_limits<std::uint64_t>::max(),
            "Seed of the strategies that draw random numbers; other strategies ignore it (default: 0)");
  add_whole(command, "--iterations", iterations, 0, std::numeric_limits<std::uint64_t>::max(),
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
    print_notes({{path, "", "--iterations has no effect: none of the strategies improves its plan step by step"}});
  return out;
}

std::uint64_t alignment_for(std::optional<std::uint64_t> asked, const Document& document, const std::string& path) {
  const Bytes of_file = document.graph->alignment();
  if (asked || of_file == Bytes{1}) return asked.value_or(1);
  print_notes({{path, "",
                "offsets and sizes are rounded up to multiples of " + std::to_string(of_file.count) +
                    " bytes, as in the program that wrote the file; --align N changes this"}});
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
  out.order_options.node_limit = node_limit;
  out.order_options.delay_radius = delay_radius.value_or(out.order_options.delay_radius);
  out.order_options.alpha = alpha.value_or(out.order_options.alpha);
  return out;
}

void print_failed(const GraphPlans& planned, const std::string& path) {
  for (const StrategyResult& result : planned.results)
    if (!result.plan && result.plan.error().kind == Error::Kind::external)
      print_warnings({{path, "", std::string(result.strategy->id) + " has no plan: " + result.plan.error().text()}});
}

std::string order_note(const PlannedOrder& order) {
  const OrderedGraph& ordered = order.ordered;
  const std::string id(order.strategy->id);
  if (order.given_is_better())
    return "the plan is in the given order, as the best plan in that of " + id + " takes " +
           full(order.footprints->ordered - order.footprints->given) + " more";
  if (!order.is_given()) {
    if (has_several_streams(ordered.graph) || ordered.peak <= order.given_peak) return {};
    return "run in the order of " + id + ", the graph has a theoretical peak " + full(ordered.peak - order.given_peak) +
           " above that of the given order, which may need less: --order given";
  }
  if (ordered.kept_given) return "the plan is in the given order, not in that of " + id + ": " + ordered.remark;
  return "the plan is in the given order, as " + id + " has no other" +
         (ordered.remark.empty() ? "" : "; " + ordered.remark);
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

Json planned_json(const Graph& graph, const GraphPlans& planned) {
  Json results = Json::array();
  const bool counted = !uncounted(graph).any();
  for (const StrategyResult& result : planned.results) {
    results.push_back(result_json(result));
    if (result.plan && !counted) results.back()["gap"] = nullptr;
    if (result.plan && result.strategy->segments) results.back()["reserved"] = planned.reserved.count;
  }
  Json out{{"graph", graph.name()},
           {"tensors", graph.tensor_count()},
           {"lower_bound", planned.lower_bound.count},
           {"safety_ms", planned.safety_milliseconds},
           {"results", std::move(results)}};
  if (const auto saves = planned.in_place_saves()) out["in_place_saves"] = saves->count;
  if (planned.order) out["order"] = order_json(*planned.order);
  return out;
}

}  // namespace stowage::cli
