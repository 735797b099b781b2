// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "app/cli/output.h"
#include "app/cli/report/report.h"
#include "core/graph/laid_out.h"
#include "core/insight/analysis/report.h"
#include "core/stowage.h"

namespace stowage::cli {
namespace {

/// Steps of the search by `auto`: as many on every machine, so that the plans of two versions differ by the graphs
/// alone.
constexpr std::uint64_t kIterations = 1000;

Result<Side> read_side(Side side, const Graph& given, Plan plan, const std::string& file, const Task& task) {
  STOWAGE_TRY(const Validation validation, validate(given, plan, 0, task));
  STOWAGE_TRY(Graph graph, in_file(as_run(given, plan), file));
  STOWAGE_TRY(const PlanBound bound, bound_of(graph, plan, task));
  side.violations = validation.count;
  side.plan_file = file;
  side.bound = bound.best;
  side.bounds = bound.all;
  side.graph = std::make_shared<const Graph>(std::move(graph));
  side.plan = std::make_shared<const Plan>(std::move(plan));
  return side;
}

Result<Side> planned_side(Side side, const Document& document, const std::string& path, PlanningOptions options,
                          const Task& unlimited) {
  if (options.iterations == 0) options.iterations = kIterations;
  options = options.for_input(document, path);
  STOWAGE_TRY(GraphPlans planned, plan_input(*document.graph, options, path, options.limited(unlimited)));
  print_failed(planned, path);
  side.graph = document.graph;
  side.plan = std::make_shared<const Plan>(planned.best());
  side.bound = planned.lower_bound;
  side.bounds = std::make_shared<const Bounds>(std::move(planned.bounds));
  return side;
}

constexpr std::size_t kMostListed = 20;

ChangedTensors listed(const PlanDifference& difference, PlaceChange change, const Graph& before, const Graph& after) {
  std::vector<const TensorDifference*> rows;
  ChangedTensors out;
  for (const TensorDifference& each : difference.changed) {
    if (each.change != change) continue;
    rows.push_back(&each);
    out.bytes += change == PlaceChange::removed ? each.was.size : each.is.size;
  }
  out.count = rows.size();
  std::ranges::stable_sort(rows, std::greater{},
                           [](const TensorDifference* each) { return std::max(each->was.size, each->is.size); });
  for (const TensorDifference* each : rows) {
    if (out.first.size() == kMostListed) break;
    const std::string_view name = each->after.valid() ? after.name(each->after) : before.name(each->before);
    out.first.push_back({std::string(name), each->was.unrounded, each->is.unrounded, each->moved_by()});
  }
  return out;
}

Verdict verdict_of(const Side& before, const Side& after, double allowed) {
  const Bytes was = before.plan->needed(), is = after.plan->needed();
  if (after.violations > 0) return Verdict::invalid;
  if (before.uncounted.any() || after.uncounted.any()) return Verdict::unknown;
  if (grew_beyond(was, is, allowed)) return Verdict::grew;
  return is == was ? Verdict::same : is < was ? Verdict::smaller : Verdict::larger;
}

SideFacts facts_of(const Side& side, const ReviewedPlan& reviewed) {
  SideFacts out;
  static_cast<ReviewedPlan&>(out) = reviewed;
  out.at_peak.clear();
  out.strategy = side.plan->strategy;
  out.plan_file = side.plan_file;
  out.bound = side.bound;
  out.proved = side.proved_optimal();
  out.measured = side.is_measured();
  out.violations = side.violations;
  out.tensors = tensors_in_file(*side.graph);
  out.operators = operators_in_file(*side.graph);
  out.uncounted = side.uncounted;
  return out;
}

}  // namespace

Result<Side> load_side(const PlanSource& source, const InputOptions& reading, const PlanningOptions& planning,
                       const std::string& strategy, const Task& task) {
  STOWAGE_TRY(const Document document, load_laid_out(source.graph, reading, task, source.plan));
  Side side;
  side.uncounted = uncounted(*document.graph);
  const bool carried = !source.plan.empty() || document.plan;
  const std::string& file = source.plan.empty() ? source.graph : source.plan;
  if (carried && !strategy.empty())
    note(file, "--strategy plans the graph, and the plan in this file is not used");
  else if (!source.plan.empty() && document.plan && source.is_beside)
    note(file, "this plan is used, and not the one in " + source.graph);
  Result<Side> out;
  if (!carried || !strategy.empty()) {
    PlanningOptions options = planning;
    if (!strategy.empty()) options.strategies = {strategy};
    out = planned_side(std::move(side), document, source.graph, std::move(options), task);
  } else if (source.plan.empty()) {
    out = read_side(std::move(side), *document.graph, *document.plan, file, task);
  } else {
    STOWAGE_TRY(Plan plan, load_plan(source.plan, *document.graph, task));
    out = read_side(std::move(side), *document.graph, std::move(plan), file, task);
  }
  if (out && planning.alignment && static_cast<std::int64_t>(*planning.alignment) != out->plan->alignment.count)
    note(file, "--align has no effect on this plan, which is aligned to " + exact(out->plan->alignment));
  if (out) out->lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*out->graph));
  return out;
}

bool Finding::differs() const {
  return verdict != Verdict::same || added.count + removed.count + resized.count + moved.count > 0;
}

std::size_t Findings::count(Verdict verdict) const {
  return static_cast<std::size_t>(std::ranges::count(all, verdict, &Finding::verdict));
}

SideFacts facts_of(const Side& side) {
  return facts_of(side, review(side.placed(), side.placed()).after);
}

Finding finding_of(const std::string& name, const Side& before, const Side& after, double allowed) {
  PlanReview found = review(before.placed(), after.placed());
  Finding out{.name = name, .verdict = verdict_of(before, after, allowed)};
  out.before = facts_of(before, found.before);
  out.after = facts_of(after, found.after);
  std::ranges::move(found.at_peak, out.at_peak);
  const auto list = [&](PlaceChange change) { return listed(found.difference, change, *before.graph, *after.graph); };
  out.added = list(PlaceChange::added);
  out.removed = list(PlaceChange::removed);
  out.resized = list(PlaceChange::resized);
  out.moved = list(PlaceChange::moved);
  return out;
}

}  // namespace stowage::cli
