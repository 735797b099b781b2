// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report/side.h"

#include "app/cli/file_plan.h"
#include "app/cli/in_file.h"
#include "app/cli/number_text.h"
#include "app/cli/output.h"
#include "core/check/validator.h"
#include "core/graph/claims.h"
#include "core/insight/analysis/report.h"
#include "core/plan/problem.h"
#include "core/planning/graph_plans.h"
#include "core/planning/plan_ground.h"
#include "core/safety/conflicts.h"
#include "core/stowage.h"

namespace stowage::cli {
namespace {

constexpr double kSecondsForClique = 10;
/// Of the search by `auto`: as many on every machine, so that the plans of two versions differ by the graphs alone.
constexpr std::uint64_t kIterations = 1000;

/// Bounds for a plan that was read; none where that takes too much memory.
Result<void> add_bounds(Side& side, const Task& task) {
  if (side.plan->serial_streams) {  // no bound for streams in any order holds
    side.bound = make_report(*side.graph, *side.plan).lifetime_bound;
    return {};
  }
  const auto conflicts = Conflicts::compute(*side.graph, task);
  if (!conflicts && conflicts.error().is_final()) return {};
  if (!conflicts) return tl::unexpected(conflicts.error());
  const auto ground = PlanGround::make(*side.graph, *conflicts, side.plan->alignment, true, task);
  if (!ground && ground.error().is_stop()) return tl::unexpected(ground.error());
  if (!ground) return {};
  Bounds bounds = ground->quick_bounds();
  if (bounds.best() < side.plan->needed())
    if (const auto added = add_cliques(ground->bounded_problem(), bounds, task.limited_to(kSecondsForClique));
        !added && added.error().kind == Error::Kind::cancelled)
      return tl::unexpected(added.error());
  side.bound = bounds.best();
  side.bounds = std::make_shared<const Bounds>(std::move(bounds));
  return {};
}

Result<Side> read_side(Side side, const Graph& given, Plan plan, const std::string& file, const Task& task) {
  STOWAGE_TRY(const Validation validation, validate(given, plan, 0, task));
  side.violations = validation.count;
  side.plan_file = file;
  auto graph = as_run(given, plan);
  if (!graph) return tl::unexpected(in_file(std::move(graph.error()), file));
  side.graph = std::make_shared<const Graph>(*std::move(graph));
  side.plan = std::make_shared<const Plan>(std::move(plan));
  if (auto added = add_bounds(side, task); !added) return tl::unexpected(std::move(added.error()));
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
  auto planned = make_plans(*document.graph, options.request(), options.limited(unlimited));
  if (!planned) return tl::unexpected(in_file(planned.error(), path));
  print_failed(*planned, path);
  side.graph = document.graph;
  side.plan = std::make_shared<const Plan>(planned->best());
  side.bound = planned->lower_bound;
  side.bounds = std::make_shared<const Bounds>(std::move(planned->bounds));
  return side;
}

}  // namespace

Result<Side> load_side(const PlanSource& source, const InputOptions& reading, const ReportPlanning& planning,
                       const Task& task) {
  auto document = load(source.graph, reading, task);
  if (!document) return tl::unexpected(document.error());
  Side side;
  side.uncounted = uncounted(*document->graph);
  const bool carried = !source.plan.empty() || document->plan;
  const std::string& file = source.plan.empty() ? source.graph : source.plan;
  if (carried && !planning.strategy.empty())
    print_notes({{file, "", "--strategy plans the graph, and the plan in this file is not used"}});
  else if (!source.plan.empty() && document->plan && source.is_beside)
    print_notes({{file, "", "this plan is used, and not the one in " + source.graph}});
  Result<Side> out;
  if (!carried || !planning.strategy.empty()) {
    out = planned_side(std::move(side), *document, source.graph, planning, task);
  } else if (source.plan.empty()) {
    out = read_side(std::move(side), *document->graph, *document->plan, file, task);
  } else {
    STOWAGE_TRY(Plan plan, load_plan(source.plan, *document->graph, task));
    out = read_side(std::move(side), *document->graph, std::move(plan), file, task);
  }
  if (out && planning.alignment && static_cast<std::int64_t>(*planning.alignment) != out->plan->alignment.count)
    print_notes({{file, "", "--align has no effect on this plan, which is aligned to " + exact(out->plan->alignment)}});
  if (out) out->lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*out->graph));
  return out;
}

}  // namespace stowage::cli
