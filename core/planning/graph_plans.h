// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/layout/strategy.h"
#include "core/order/order.h"
#include "core/plan/bounds.h"
#include "core/planning/plan_ground.h"

namespace stowage {

/// How to plan a graph; by default with `auto`, in the order that the graph has.
struct PlanRequest {
  std::vector<const LayoutStrategy*> strategies{};  ///< rows of layout_strategies(), in its order; empty: auto
  const OrderStrategy* order = nullptr;             ///< null: the order that the graph has
  OrderOptions order_options{};
  Bytes alignment{};     ///< 0: the graph's own
  bool in_place = true;  ///< whether outputs may be written over inputs where the graph permits it
  PlanOptions options{};
  /// A plan to start from, or null; it outlives the planning. Where it is valid for the graph, best() is not larger,
  /// this plan is the first result, by the strategy `from`, and all strategies that improve a plan begin with it.
  const Plan* from = nullptr;
  /// Whether `from` may be of another version of the graph, with kNotPlaced for new tensors. Where it is not valid, a
  /// plan that keeps as many of its offsets as hold stands in for it.
  bool from_in_part = false;
  /// Whether to return a plan however soon the task is stopped: in the given order, and by a quick planner, which then
  /// stands in for the strategies.
  bool plan_when_stopped = false;
};

/// The smallest plans in an order and in the given one.
struct BothFootprints {
  Bytes ordered, given;
};

/// The order in which a graph was planned.
struct PlannedOrder {
  const OrderStrategy* strategy = nullptr;
  OrderedGraph ordered;
  Bytes given_peak;  ///< theoretical, of the given order
  double milliseconds = 0;
  std::optional<BothFootprints> footprints{};  ///< where plans in the given order were made, too

  /// Whether the plans in the given order are the smaller ones, and so are kept.
  [[nodiscard]] bool given_is_better() const { return footprints && footprints->given < footprints->ordered; }
  /// Whether the plans are in the given order.
  [[nodiscard]] bool is_given() const;
};

/// The plans of one graph.
struct GraphPlans {
  std::optional<PlannedOrder> order;  ///< where an order was asked for
  Bounds bounds;
  std::vector<StrategyResult> results;  ///< in the order of the table; at least one with a plan
  Bytes lower_bound;                    ///< the largest of these bounds and of those that the strategies proved
  double safety_milliseconds = 0;
  Bytes reserved;  ///< by an allocator, if one was asked for
  /// The smallest footprint of these strategies without permissions to write in place; none where no permission was
  /// used. Never below that of best().
  std::optional<Bytes> without_in_place{};

  /// How far the smallest footprint with permissions is below the one without. None where no permission was used.
  [[nodiscard]] std::optional<Bytes> in_place_saves() const {
    return without_in_place ? std::optional(*without_in_place - best().footprint) : std::nullopt;
  }
  /// The smallest plan; of equals the one that moves fewest bytes from the plan to start from, then the first.
  [[nodiscard]] const Plan& best() const { return *smallest_of(results)->plan; }
  /// The plan to start from, or what stands in for it; null without one, and where it was not valid.
  [[nodiscard]] const Plan* started_from() const;
  /// The graph in the order in which it was planned, which is `given` or that graph in another order.
  [[nodiscard]] const Graph& graph(const Graph& given) const {
    return order && !order->given_is_better() ? order->ordered.graph : given;
  }
};

/// Orders the operators, decides safety, runs the strategies, and proves a bound (the clique only where a simpler bound
/// is not met). Half of the time until the deadline is for the order. With a plan to start from, and on several
/// streams, where no peak of an order says how much memory its plans need, for a strategy that suits streams, the given
/// order is planned too, and the better of both is the result: on several streams the order and the plans in each get a
/// third of the time. The bounds are of plans in that order. Strategies that ran out of time or failed keep their
/// error. If a solver fails and no strategy gives a plan, a quick plan stands in; its remark says why. Fails if no
/// strategy gives a plan for another reason.
///
/// Once stopped, it ends within a fraction of a second, even for a million tensors.
[[nodiscard]] Result<GraphPlans> make_plans(const Graph& graph, const PlanRequest& request = {}, const Task& task = {});

}  // namespace stowage
