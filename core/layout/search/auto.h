// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "core/base/parallel.h"
#include "core/layout/search/exact.h"
#include "core/layout/search/portfolio.h"

namespace stowage {

/// The plan of the portfolio, or a smaller one.
struct QuickPlan : PortfolioPlan {
  std::optional<ExactSearch> exact{};  ///< the exact search, where there was one
};

/// Where the plan of the portfolio misses the bound and the problem is small enough, a short search of about a second
/// lowers it: over first-fit orders where there are several streams or groups (first_fit_search.h), with repairs beside
/// it (ejection.h), and an exact search where there are no groups and few pairs (exact.h). Limited by work, not by
/// time: the same plan every time. Fails as run_portfolio does; stopped later, it returns the best plan so far.
/// `options.improved` is called as by run_portfolio.
[[nodiscard]] Result<QuickPlan> make_quick_plan(const LayoutProblem& problem, const PlanOptions& options,
                                                const Task& task);

/// The best plan of a search so far; by TensorId.
struct FoundPlan {
  std::vector<Offset> offsets;
  Bytes footprint;
};

/// Runs `count` searches side by side, `run(k, task)` each, and returns what each found. A search that meets the bound
/// ends those after it, not those before, so that the answer does not depend on the timing.
template <class Run>
[[nodiscard]] std::vector<FoundPlan> race(std::size_t count, Bytes bound, const Task& task, const Run& run) {
  std::vector<std::stop_source> stops(count);
  std::vector<FoundPlan> found(count);
  const std::stop_callback forward(task.stop, [&] {
    for (std::stop_source& stop : stops) stop.request_stop();
  });
  parallel_for(count, [&](std::size_t k) {
    found[k] = run(k, task.part(stops[k].get_token()));
    if (found[k].footprint > bound) return;
    for (std::size_t later = k + 1; later < count; ++later) stops[later].request_stop();
  });
  return found;
}

}  // namespace stowage
