// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/search/portfolio.h"

namespace stowage {

/// The plan of the portfolio; where that misses the bound and the problem is small enough for it to cost a fraction of
/// a second, a short search lowers it: an exact one without contiguous groups (exact.h), else repairs (ejection.h).
/// Limited by decisions, not by time: the same plan every time. Fails as run_portfolio does; stopped later, it gives
/// what it has. `options.improved` is called as by that.
[[nodiscard]] Result<PortfolioPlan> make_quick_plan(const LayoutProblem& problem, const PlanOptions& options,
                                                    const Task& task);

}  // namespace stowage
