// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/layout/plan.h"
#include "core/layout/problem.h"

namespace stowage {

/// One way to assign offsets: a plain deterministic function and what there is to say of it.
struct LayoutStrategy {
  std::string_view id;           ///< "so.size.best"
  std::string_view title;        ///< "Single object, size, best-fit"
  std::string_view description;  ///< one line
  std::string_view source;       ///< paper and algorithm number
  bool standard = false;         ///< one of the ten that the SOMAS paper compares; the default set
  /// Offsets by TensorId, valid for the problem. Fails only with cancelled or timed_out.
  Result<std::vector<Offset>> (*run)(const LayoutProblem& problem, const Task& task) = nullptr;
};

/// The table of all layout strategies, in the order in which they are shown. The window, the command line, the
/// benchmarks and the tests all read this one.
[[nodiscard]] std::span<const LayoutStrategy> layout_strategies();
/// The row with that id, or null.
[[nodiscard]] const LayoutStrategy* find_layout_strategy(std::string_view id);

/// Runs one strategy and measures its footprint. `lower_bound` and `proved_optimal` are left for core/bounds to fill.
[[nodiscard]] Result<Plan> make_plan(const LayoutStrategy& strategy, const LayoutProblem& problem,
                                     const Task& task = {});

/// One strategy's outcome.
struct StrategyResult {
  const LayoutStrategy* strategy = nullptr;
  Result<Plan> plan;
  double milliseconds = 0;
};
/// Runs several on all cores; results in the order asked, whatever the timing. `done`, if given, is called once a
/// strategy as it ends (from any thread, never two at a time).
[[nodiscard]] std::vector<StrategyResult> run_strategies(std::span<const LayoutStrategy* const> strategies,
                                                         const LayoutProblem& problem, const Task& task = {},
                                                         const std::function<void(const StrategyResult&)>& done = {});

}  // namespace stowage
