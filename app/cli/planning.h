// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "core/layout/strategy.h"
#include "core/order/order.h"
#include "core/planning/graph_plans.h"

namespace stowage::cli {

/// The options that `plan` and `compare` share.
struct PlanningOptions {
  std::vector<std::string> strategies{"auto"};
  std::string order = "given";
  std::uint64_t node_limit = OrderOptions{}.node_limit;
  std::optional<double> delay_radius, alpha;
  std::optional<std::uint64_t> alignment;  ///< of --align; none: 1, or that of the file
  std::string in_place = "auto";
  std::optional<double> time_limit;  ///< seconds
  std::uint64_t seed = 0, iterations = 0;
  std::optional<std::uint64_t> budget;  ///< bytes
  /// Whether there is to be a plan however soon the task is stopped: in the given order, and by a quick planner, which
  /// then stands in for what was asked for.
  bool plan_when_stopped = false;

  void add_to(CLI::App& command);
  /// With the time limit, from now on. It is for planning, so what is read is read before.
  [[nodiscard]] Task limited(Task task) const;
  [[nodiscard]] PlanRequest request() const;
  [[nodiscard]] Bytes bytes_of_alignment() const { return {static_cast<std::int64_t>(alignment.value_or(1))}; }
  /// For an input: where no alignment was asked for, the one by which the program that wrote the file plans, which is
  /// said.
  [[nodiscard]] PlanningOptions for_input(const Document& document, const std::string& path) const;
};

/// The same for an alignment alone.
[[nodiscard]] std::uint64_t alignment_for(std::optional<std::uint64_t> asked, const Document& document,
                                          const std::string& path);

/// A warning for each strategy that has no plan because it, or its solver, failed.
void print_failed(const GraphPlans& planned, const std::string& path);

/// Why the plans are in the given order, where that is so; otherwise how much less the given order may need, where it
/// may; otherwise nothing. One sentence without a final stop.
[[nodiscard]] std::string order_note(const PlannedOrder& order);

/// One result as the contract has it: strategy, footprint, time_ms, proved_optimal; or strategy and error.
[[nodiscard]] Json result_json(const StrategyResult& result);
/// {"id", "peak", "given_peak", "lower_bound", "time_ms"}, and "remark" where there is one; peaks in bytes, the
/// bound null where none is proved. On several streams also {"interleaved_peak", "given_interleaved_peak",
/// "interleaved_lower_bound"}, the last of which no order is below (null where none is proved), and, where both orders
/// were planned, {"footprint", "given_footprint", "kept"}, the last of which is "given" or the id. "kept" is there too
/// where the plans are in the given order for another reason.
[[nodiscard]] Json order_json(const PlannedOrder& order);
/// {"graph", "tensors", "lower_bound", "results"}, and "order" where there is one.
[[nodiscard]] Json planned_json(const Graph& graph, const GraphPlans& planned);

}  // namespace stowage::cli
