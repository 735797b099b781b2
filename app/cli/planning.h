// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "core/layout/strategy.h"
#include "core/order/order.h"
#include "core/plan/bounds.h"

namespace stowage::cli {

/// The options that `plan` and `compare` share.
struct PlanningOptions {
  std::vector<std::string> strategies{"auto"};
  std::string order = "given";
  std::uint64_t node_limit = OrderOptions{}.node_limit;
  std::optional<double> delay_radius, alpha;
  std::uint64_t alignment = 1;
  std::optional<double> time_limit;  ///< seconds
  std::uint64_t seed = 0, iterations = 0;
  std::optional<std::uint64_t> budget;  ///< bytes
  /// Whether there is to be a plan however soon the task is stopped: in the given order, and by a quick planner, which
  /// then stands in for what was asked for.
  bool plan_when_stopped = false;

  void add_to(CLI::App& command);
  /// With the time limit, from now on. It is for planning, so what is read is read before.
  [[nodiscard]] Task limited(Task task) const;
  [[nodiscard]] OrderOptions order_options() const;
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
  std::optional<BothFootprints> footprints{};  ///< on several streams, where another order than the given was found

  /// Where the plans in the given order are the smaller ones: those are kept.
  [[nodiscard]] bool given_is_better() const { return footprints && footprints->given < footprints->ordered; }
  /// Whether the plans are in the given order.
  [[nodiscard]] bool is_given() const;
  /// Why they are, where that is so; else how much less the given order may need, where it may; else nothing. One
  /// sentence without a final stop.
  [[nodiscard]] std::string note() const;
};

/// What planning one input gave.
struct Planned {
  std::optional<PlannedOrder> order;  ///< where another than the given one was asked for
  Bounds bounds;
  std::vector<StrategyResult> results;  ///< in the order of the table; at least one with a plan
  Bytes lower_bound;                    ///< the largest of these bounds and of what the strategies proved
  double safety_milliseconds = 0;
  Bytes reserved;  ///< by the caching allocator, if it was asked for

  /// The smallest footprint; of equal ones the first.
  [[nodiscard]] const Plan& best() const;
  /// The graph in the order in which it was planned, which is `given` or that graph in another order.
  [[nodiscard]] const Graph& graph(const Graph& given) const {
    return order && !order->given_is_better() ? order->ordered.graph : given;
  }
};

/// Orders the operators, decides safety, runs the strategies, and proves a bound (the clique only where a simpler bound
/// is not met). Half of the time until the deadline is for the order. On several streams, where no peak of an order
/// tells what its plans need, the given order is planned too, and the better of both is the result: a third is for the
/// order then, and one for the plans in each. The bounds are of plans in that order. Strategies that ran out of time
/// are kept with their error; fails where none gave a plan.
///
/// Once stopped, it ends within a fraction of a second, of a million tensors too.
[[nodiscard]] Result<Planned> plan_graph(const Graph& graph, const PlanningOptions& options, const Task& task);

/// For what a plan is proved optimal: of the tensors that have a size, in the order and on the streams of `graph`.
[[nodiscard]] std::string proof_text(const Graph& graph, std::size_t unknown_sizes);

/// One result as the contract has it: strategy, footprint, time_ms, proved_optimal; or strategy and error.
[[nodiscard]] Json result_json(const StrategyResult& result);
/// {"id", "peak", "given_peak", "lower_bound", "time_ms"}, and "remark" where there is one; peaks in bytes, the
/// bound null where none is proved. On several
/// streams also {"interleaved_peak", "given_interleaved_peak"} and, where both orders were planned, {"footprint",
/// "given_footprint", "kept"}, the last of which is "given" or the id. "kept" is there too where the plans are in the
/// given order for another reason.
[[nodiscard]] Json order_json(const PlannedOrder& order);
/// {"graph", "tensors", "lower_bound", "results"}, and "order" where there is one.
[[nodiscard]] Json planned_json(const Graph& graph, const Planned& planned);

}  // namespace stowage::cli
