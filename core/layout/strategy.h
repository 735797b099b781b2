// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/layout/fit.h"
#include "core/layout/observer.h"
#include "core/layout/plan.h"
#include "core/layout/problem.h"
#include "core/layout/sorts.h"

namespace stowage {

/// What a SOMAS planner is made of.
struct Recipe {
  bool many_objects = false;
  Sort sort = Sort::size;
  Fit fit = Fit::best;
};

/// One way to assign offsets: a plain deterministic function and what there is to say of it.
struct LayoutStrategy {
  std::string_view id;           ///< "so.size.best"
  std::string_view title;        ///< "Single object, size, best-fit"
  std::string_view description;  ///< one line
  std::string_view source;       ///< paper and algorithm number
  bool standard = false;         ///< one of the ten that the SOMAS paper compares; the default set
  /// Offsets by TensorId, valid for the problem. Fails only with cancelled or timed_out.
  Result<std::vector<Offset>> (*run)(const LayoutProblem& problem, const Task& task) = nullptr;
  std::optional<Recipe> recipe{};  ///< of the SOMAS planners, which can be observed
};

/// The table of all layout strategies, in the order in which they are shown. The window, the command line, the
/// benchmarks and the tests all read this one.
[[nodiscard]] std::span<const LayoutStrategy> layout_strategies();
/// The row with that id, or null.
[[nodiscard]] const LayoutStrategy* find_layout_strategy(std::string_view id);

/// Runs one strategy and measures its footprint. `lower_bound` and `proved_optimal` are left for core/bounds to fill.
[[nodiscard]] Result<Plan> make_plan(const LayoutStrategy& strategy, const LayoutProblem& problem,
                                     const Task& task = {});

/// The offsets that `run` gives, while `observer` is told of every decision. The strategy must have a recipe.
[[nodiscard]] Result<std::vector<Offset>> run_observed(const LayoutStrategy& strategy, const LayoutProblem& problem,
                                                       PlacementObserver& observer, const Task& task = {});

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
