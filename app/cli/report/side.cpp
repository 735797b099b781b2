// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output.h"
#include "app/cli/planning.h"
#include "app/cli/report/report.h"
#include "core/stowage.h"

namespace stowage::cli {
namespace {

/// Of the search by `auto`: as many on every machine, so that the plans of two versions differ by the graphs alone.
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

Result<Side> planned_side(Side side, const Document& document, const std::string& path, const ReportPlanning& planning,
                          const Task& unlimited) {
  PlanningOptions options;
  if (!planning.strategy.empty()) options.strategies = {planning.strategy};
  options.alignment = planning.alignment;
  options.time_limit = planning.time_limit;
  options.seed = planning.seed;
  options.iterations = planning.iterations == 0 ? kIterations : planning.iterations;
  options = options.for_input(document, path);
  STOWAGE_TRY(GraphPlans planned, plan_input(*document.graph, options, path, options.limited(unlimited)));
  print_failed(planned, path);
  side.graph = document.graph;
  side.plan = std::make_shared<const Plan>(planned.best());
  side.bound = planned.lower_bound;
  side.bounds = std::make_shared<const Bounds>(std::move(planned.bounds));
  return side;
}

}  // namespace

Result<Side> load_side(const PlanSource& source, const InputOptions& reading, const ReportPlanning& planning,
                       const Task& task) {
  STOWAGE_TRY(const Document document, load(source.graph, reading, task));
  Side side;
  side.uncounted = uncounted(*document.graph);
  const bool carried = !source.plan.empty() || document.plan;
  const std::string& file = source.plan.empty() ? source.graph : source.plan;
  if (carried && !planning.strategy.empty())
    note(file, "--strategy plans the graph, and the plan in this file is not used");
  else if (!source.plan.empty() && document.plan && source.is_beside)
    note(file, "this plan is used, and not the one in " + source.graph);
  Result<Side> out;
  if (!carried || !planning.strategy.empty()) {
    out = planned_side(std::move(side), document, source.graph, planning, task);
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

}  // namespace stowage::cli
