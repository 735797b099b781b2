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
  Bytes lower_bound;                    ///< proved: the quick bounds or, where these are not met, the clique
  std::string winner;                   ///< whose plan this is, in words
  std::optional<ProvedBound> clique{};  ///< the heaviest, where the portfolio had the time to find it
  /// Why some planners that might have found a better plan did not end; nothing if none.
  std::optional<Error> incomplete{};
};

/// Whether the problem is so large that every planner but the quickest takes longer than a moment: 100,000 blocks.
[[nodiscard]] bool has_many_blocks(const LayoutProblem& problem);
/// The planner that has a plan in a moment: greedy by size, or of many blocks a linear scan.
[[nodiscard]] const LayoutStrategy& quickest_planner(const LayoutProblem& problem);

/// The rows that a portfolio runs where it can, besides orders of its own.
[[nodiscard]] std::vector<const LayoutStrategy*> portfolio_rows();

/// Runs the quick planners on all cores, after the plan to start from if there is one, the clique bound among them,
/// until one plan equals the best bound known. Returns the plan of the first planner in order, not in time, with the
/// least footprint: a planner whose plan equals a bound ends only those after it, which could at most do as well.
/// `options.improved` is called from any thread, never two at a time.
///
/// The first planner always ends: greedy by size, unless cancelled; for 100,000 blocks or more a linear scan, in any
/// case. For 250,000 blocks or more only these two run. Fails, with cancelled or no_memory, only where no planner has
/// ended.
[[nodiscard]] Result<PortfolioPlan> run_portfolio(const LayoutProblem& problem, const PlanOptions& options,
                                                  const Task& task);

}  // namespace stowage
