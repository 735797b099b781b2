// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/auto.h"

#include "core/layout/search/quick_plan.h"

namespace stowage {
namespace {

Result<Layout> run(const LayoutProblem& problem, const PlanOptions& options, const Task& task) {
  return make_quick_plan(problem, options, task).map([](QuickPlan&& plan) {
    std::string remark = "the plan of " + plan.winner;
    if (plan.incomplete)
      remark += "; " + plan.incomplete->text() + (plan.incomplete->is_stop() ? " before all had ended" : " for all");
    return Layout{std::move(plan.offsets), plan.lower_bound, std::move(remark)};
  });
}

}  // namespace

constexpr LayoutStrategy kAuto{
    .id = "auto",
    .title = "Automatic",
    .description =
        "The best of several quick planners on all cores; where that misses the bound, a short search from it",
    .source = "A portfolio, and a short search",
    .run = run};

}  // namespace stowage
