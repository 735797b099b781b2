// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/layout/strategy.h"
#include "core/plan/bounds.h"

namespace stowage {

/// The best plan of several quick planners.
struct PortfolioPlan {
  std::vector<Offset> offsets;  ///< by TensorId
  Bytes footprint;
  Bytes lower_bound;               ///< proved: the lifetime bound or, where that is not met, the clique
  std::string winner;              ///< whose plan it is, in words
  std::optional<Clique> clique{};  ///< the heaviest, where the portfolio had the time to find it
  /// Why some that might have been better did not end, where that is so.
  std::optional<Error> incomplete{};
};

/// The rows of the table that a portfolio runs, besides orders of its own and where it can; NNC only on small problems.
[[nodiscard]] std::vector<const LayoutStrategy*> portfolio_rows();

/// Runs the quick planners on all cores, after the plan to start from where there is one, the clique bound among them,
/// until one plan equals the best bound known. The plan is that of the first in order, not in time, with the least
/// footprint: one whose plan equals a bound ends only those after it, which could at most do as well.
/// `options.improved` is called from any thread, never two at a time.
///
/// The first always ends: greedy by size, unless cancelled; of 100,000 blocks or more a linear scan, in any
/// case. Of 250,000 blocks or more only these two are run. Fails, with cancelled or no_memory, only where none has
/// ended.
[[nodiscard]] Result<PortfolioPlan> run_portfolio(const LayoutProblem& problem, const PlanOptions& options,
                                                  const Task& task);

}  // namespace stowage
