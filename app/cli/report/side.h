// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/planning.h"
#include "app/cli/report/sources.h"
#include "core/graph/claims.h"
#include "core/insight/analysis/difference.h"
#include "core/plan/bounds.h"

namespace stowage::cli {

/// How plans are made where there are none.
struct ReportPlanning {
  std::string strategy;  ///< empty: auto, for graphs without a plan; otherwise all graphs are planned by it
  std::optional<std::uint64_t> alignment;
  std::optional<double> time_limit;  ///< seconds, for each graph
  std::uint64_t seed = 0, iterations = 0;
};

/// One of the two plans that are compared, with its graph in the order in which the plan runs it.
struct Side {
  std::string plan_file{};  ///< where it was read; empty: planned now
  std::shared_ptr<const Graph> graph{};
  std::shared_ptr<const std::vector<Lifetime>> lifetimes{};
  std::shared_ptr<const Plan> plan{};
  std::shared_ptr<const Bounds> bounds{};  ///< null where none is known
  Bytes bound{};                           ///< 0 where none is known
  std::uint64_t violations = 0;            ///< of a plan that was read
  Uncounted uncounted{};                   ///< by both figures

  [[nodiscard]] PlacedPlan placed() const { return {*graph, *lifetimes, *plan}; }
  [[nodiscard]] bool is_measured() const { return violations == 0 && stowage::is_measured(*graph, *plan); }
  [[nodiscard]] bool proved_optimal() const { return is_measured() && !is_assumed(*graph) && bound == plan->needed(); }
};

/// Reads the graph with its plan, or plans it.
[[nodiscard]] Result<Side> load_side(const PlanSource& source, const InputOptions& reading,
                                     const ReportPlanning& planning, const Task& task);

}  // namespace stowage::cli
