// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/auto.h"

#include "core/layout/search/portfolio.h"

namespace stowage {
namespace {

Result<Layout> run(const LayoutProblem& problem, const PlanOptions& options, const Task& task) {
  return run_portfolio(problem, options, task).map([](PortfolioPlan&& plan) {
    std::string remark = "the plan of " + plan.winner;
    if (!plan.complete) remark += "; others were stopped before they ended";
    return Layout{std::move(plan.offsets), plan.lower_bound, std::move(remark)};
  });
}

}  // namespace

constexpr LayoutStrategy kAuto{
    .id = "auto",
    .title = "Automatic",
    .description = "The best of several quick planners on all cores, which end as soon as one meets the bound",
    .source = "A portfolio",
    .run = run};

}  // namespace stowage
