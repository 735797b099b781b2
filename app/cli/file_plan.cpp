// SPDX-License-Identifier: Apache-2.0
#include "app/cli/file_plan.h"

#include <algorithm>

#include "app/cli/in_file.h"
#include "app/cli/output.h"
#include "core/graph/claims.h"
#include "core/insight/analysis/report.h"
#include "core/plan/plan.h"
#include "core/plan/problem.h"
#include "core/planning/plan_ground.h"
#include "core/safety/conflicts.h"
#include "core/stowage.h"

namespace stowage::cli {
namespace {

constexpr double kSecondsForClique = 10;

}  // namespace

Result<std::optional<FilePlan>> file_plan_of(const Document& document, const std::string& path, Bytes alignment,
                                             const Task& task) {
  if (!document.plan) return std::nullopt;
  Plan plan = at_alignment(*document.graph, *document.plan, alignment).value_or(*document.plan);
  auto validation = validate(*document.graph, plan, 0, task);
  if (!validation) return tl::unexpected(in_file(std::move(validation.error()), path));
  return FilePlan{std::move(plan), *std::move(validation)};
}

Result<Bytes> bound_for(const Graph& given, const Plan& plan, const Task& task) {
  const auto graph = as_run(given, plan);
  if (!graph) return tl::unexpected(graph.error());
  if (plan.serial_streams) return make_report(*graph, plan).lifetime_bound;
  const auto conflicts = Conflicts::compute(*graph, task);
  if (!conflicts && conflicts.error().is_final()) return Bytes{};
  if (!conflicts) return tl::unexpected(conflicts.error());
  const auto ground = PlanGround::make(*graph, *conflicts, plan.alignment, true, task);
  if (!ground) return Bytes{};
  Bounds bounds = ground->quick_bounds();
  if (bounds.best() >= plan.needed()) return bounds.best();
  const auto added = add_cliques(ground->bounded_problem(), bounds, task.limited_to(kSecondsForClique));
  if (!added && added.error().kind == Error::Kind::cancelled) return tl::unexpected(added.error());
  return bounds.best();
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

}  // namespace stowage::cli
