// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/layout/strategy.h"
#include "widgets/painters/model/plan_set.h"

/// What a planning does in the background. All of it works on values, and may run in any thread.
namespace stowage {

/// The strategy that runs of itself.
[[nodiscard]] const LayoutStrategy& automatic_strategy();

/// What is known of a graph and an alignment before any plan.
struct Groundwork {
  PlanView view;  ///< without a plan; bounds without the clique
  std::uint64_t unsafe_pairs = 0;
  std::vector<RefusedStrategy> refused;  ///< strategies that cannot plan this graph
};

/// One strategy as it ended. `plan` is null where it gave none (a time limit).
struct StrategyOutcome {
  const LayoutStrategy* strategy = nullptr;
  std::shared_ptr<const Plan> plan;
  double milliseconds = 0;
  std::optional<Error> failure{};  ///< what is wrong with the strategy, where its plan was not safe
};

struct LiveWork {
  std::shared_ptr<const Graph> graph;
  Bytes alignment;
  const LayoutStrategy* first = nullptr;           ///< runs before the others, since it is waited for; or null
  std::vector<std::shared_ptr<const Plan>> known;  ///< plans that may hold for this graph and alignment, too
};
/// What plan_live() finds out, in this order.
struct LiveNews {
  std::function<void(const Groundwork&)> prepared;
  /// Gives the smallest known plan that holds, the first of equals. Not called where none holds.
  std::function<void(const std::shared_ptr<const Plan>&)> kept;
  std::function<void(const StrategyOutcome&)> strategy_done;
  /// Every strategy has ended, so many milliseconds after the start.
  std::function<void(double)> planned;
  std::function<void(const std::shared_ptr<const Bounds>&)> bounded;
};
/// Finds the unsafe relation, the quick bounds, the plan of every live strategy, and the clique bound last, since it
/// may take longest.
[[nodiscard]] Result<void> plan_live(const LiveWork& work, const Task& task, const LiveNews& news);

struct RunWork {
  const LayoutStrategy* strategy;
  PlanView ground;  ///< of LiveNews::prepared
  Bytes alignment;
  std::shared_ptr<const Plan> best;  ///< a strategy that improves a plan begins with it where it is valid; or null
  std::uint64_t seed;
};
/// Runs one strategy for a minute at most. `improved` hears of each better plan or bound. Gives a plan with the bounds
/// that are known.
[[nodiscard]] Result<StrategyOutcome> run_one(const RunWork& work, Task task,
                                              const std::function<void(const Improvement&)>& improved);

}  // namespace stowage
