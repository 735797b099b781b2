// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/search/exact.h"
#include "core/layout/search/portfolio.h"

namespace stowage {

/// The plan of the portfolio, or a smaller one.
struct QuickPlan : PortfolioPlan {
  std::optional<ExactSearch> exact{};  ///< the exact search, where there was one
};

/// Where the plan of the portfolio misses the bound and the problem is small enough, a short search of about a second
/// lowers it: over first-fit orders where there are several streams or groups (first_fit_search.h), and an exact search
/// where there are no groups and few pairs (exact.h). Limited by work, not by time: the same plan every time. Fails as
/// run_portfolio does; stopped later, it returns the best plan so far.
/// `options.improved` is called as by run_portfolio.
[[nodiscard]] Result<QuickPlan> make_quick_plan(const LayoutProblem& problem, const PlanOptions& options,
                                                const Task& task);

}  // namespace stowage
