// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "core/bounds/bounds.h"
#include "core/layout/strategy.h"

namespace stowage::cli {

/// The options that `plan` and `compare` share.
struct PlanningOptions {
  std::vector<std::string> strategies{"auto"};
  std::string order = "given";
  std::uint64_t alignment = 1;
  std::optional<double> time_limit;  ///< seconds
  std::uint64_t seed = 0, iterations = 0;
  std::optional<std::uint64_t> budget;  ///< bytes

  void add_to(CLI::App& command);
  [[nodiscard]] Task limited(Task task) const;
};

/// What planning one input gave.
struct Planned {
  Bounds bounds;
  std::vector<StrategyResult> results;  ///< in the order of the table; at least one with a plan
  Bytes lower_bound;                    ///< the largest of these bounds and of what the strategies proved
  double safety_milliseconds = 0;

  /// The smallest footprint; of equal ones the first.
  [[nodiscard]] const Plan& best() const;
  [[nodiscard]] bool exceeds(const std::optional<std::uint64_t>& budget) const;
};

/// Decides safety, runs the strategies, and proves a bound (the clique only where a simpler bound is not met).
/// Strategies that ran out of time are kept with their error; fails where none gave a plan.
[[nodiscard]] Result<Planned> plan_graph(const Graph& graph, const PlanningOptions& options, const Task& task);

/// One result as the contract has it: strategy, footprint, time_ms, proved_optimal; or strategy and error.
[[nodiscard]] Json result_json(const StrategyResult& result);
/// {"graph", "tensors", "lower_bound", "results"}.
[[nodiscard]] Json planned_json(const Graph& graph, const Planned& planned);

}  // namespace stowage::cli
