// SPDX-License-Identifier: Apache-2.0
// The common parts of the commands that plan or judge plans.
#pragma once

#include <memory>

#include "app/cli/command.h"
#include "core/base/bytes.h"
#include "core/check/validator.h"
#include "core/graph/claims.h"
#include "core/layout/strategy.h"
#include "core/order/order.h"
#include "core/planning/graph_plans.h"
#include "core/safety/conflicts.h"

namespace stowage::cli {

/// The options that `plan` and `compare` share.
struct PlanningOptions {
  std::vector<std::string> strategies{"auto"};
  std::string order = "given";
  std::uint64_t node_limit = OrderOptions{}.node_limit;
  std::optional<double> delay_radius, alpha;
  std::optional<std::uint64_t> alignment;  ///< of --align; none: 1, or that of the file
  std::string in_place = "auto", early_updates = "on";
  std::optional<double> time_limit;  ///< seconds
  std::uint64_t seed = 0, iterations = 0;
  std::optional<std::uint64_t> budget;  ///< bytes
  /// Whether there is to be a plan however soon the task is stopped: in the given order, and by a quick planner, which
  /// then stands in for the strategies.
  bool plan_when_stopped = false;

  void add_to(CLI::App& command);
  /// With the time limit, from now on. It is for planning, so inputs are read before.
  [[nodiscard]] Task limited(Task task) const;
  [[nodiscard]] PlanRequest request() const;
  [[nodiscard]] Bytes bytes_of_alignment() const { return {static_cast<std::int64_t>(alignment.value_or(1))}; }
  /// For an input: where no alignment was asked for, the one by which the program that wrote the file plans, with a
  /// note.
  [[nodiscard]] PlanningOptions for_input(const Document& document, const std::string& path) const;
};

/// The same for an alignment alone.
[[nodiscard]] std::uint64_t alignment_for(std::optional<std::uint64_t> asked, const Document& document,
                                          const std::string& path);

/// make_plans() for an input, whose name is in the errors.
[[nodiscard]] Result<GraphPlans> plan_input(const Graph& graph, const PlanningOptions& options, const std::string& path,
                                            const Task& task);
/// Warns of each strategy that has no plan because it, or its solver, failed.
void print_failed(const GraphPlans& planned, const std::string& path);
/// On what a time limit of so many seconds was spent.
std::string spent_text(const GraphPlans& planned, double limit);

/// {"graph", "tensors", "lower_bound", "results"}, and "order" where there is one.
///
/// A result is {"strategy", "footprint", "gap", "time_ms", "proved_optimal"}; or strategy and error. The order is
/// {"id", "peak", "given_peak", "lower_bound", "time_ms"}, and "remark" where there is one; peaks in bytes, the bound
/// null where none is proved. On several streams also {"interleaved_peak", "given_interleaved_peak",
/// "interleaved_lower_bound"}, and no order is below the last of these (null where none is proved), and, where both
/// orders were planned, {"footprint", "given_footprint", "kept"}, where "kept" is "given" or the id. "kept" is there
/// too where the plans are in the given order for another reason.
[[nodiscard]] Json planned_json(const Graph& graph, const GraphPlans& planned);

/// Prints a line where something is uncounted.
void print_uncounted(const Uncounted& uncounted);
/// Adds "uncounted": {"unknown_sizes", "loops"}, where there is something.
void add_uncounted(Json& json, const Uncounted& uncounted);

/// How a footprint stands to a budget. The budget is kept only where everything is counted.
class BudgetVerdict {
 public:
  BudgetVerdict(Bytes footprint, std::optional<std::uint64_t> budget, const Uncounted& uncounted)
      : footprint_(footprint), budget_(budget), uncounted_(uncounted) {}

  /// Also without a budget.
  [[nodiscard]] bool kept() const { return !budget_ || (over() == 0 && !uncounted_.any()); }
  /// By how many bytes it is exceeded, or 0.
  [[nodiscard]] std::uint64_t over() const;
  /// Prints the parts that the footprint leaves out, and a line or two where the budget is not kept.
  void print() const;
  /// Adds "uncounted" where something is, and "budget", "over_budget_by" and "budget_kept" where there is a budget.
  void add_to(Json& json) const;

 private:
  Bytes footprint_;
  std::optional<std::uint64_t> budget_;
  Uncounted uncounted_;
};

/// The plan that an input carries itself ("as in the file"), and whether it is safe.
struct FilePlan {
  Plan plan;
  Validation validation;
};

/// None where the input carries none; of `alignment` where its offsets have it. `path` is named in the errors.
[[nodiscard]] Result<std::optional<FilePlan>> file_plan_of(const Document& document, const std::string& path,
                                                           Bytes alignment, const Task& task);
/// Why our best plan is not compared with the one in the file: "is invalid", "has unknown sizes"; empty where it is.
[[nodiscard]] std::string not_compared(const FilePlan& file, const Graph& graph, const Plan& best);
/// "saves 1.30 MiB (-9.2%)", "takes as much", "takes 12 B (+0.1%) more": our best plan against the one in the
/// file; "– (its plan is invalid)" where they are not compared. Where the file's plan is safe in the host's order only,
/// the text says so.
[[nodiscard]] std::string saving_text(const FilePlan& file, const Graph& graph, const Plan& best);
/// {"footprint", "valid", "violations", "assumed", "saved_by_best"}, amounts in bytes; null where they are not
/// compared.
[[nodiscard]] Json file_plan_json(const FilePlan& file, const Graph& graph, const Plan& best);

/// Bounds for plans of an alignment: quick ones and, where these are below `needed`, cliques as far as 10 s allow.
[[nodiscard]] Result<Bounds> bounds_for(const Graph& graph, const Conflicts& conflicts, Bytes alignment, Bytes needed,
                                        const Task& task);

/// Where the plan is not valid for the document's memory space, but for another: says so. Otherwise empty.
[[nodiscard]] std::string other_space_text(const Document& document, const Plan& plan);

/// The best bound for a plan that was read, which `graph` runs in its order. Both are empty where bounds take too much
/// memory; of a plan for streams in the host's order, only the lifetimes bound it.
struct PlanBound {
  Bytes best;
  std::shared_ptr<const Bounds> all;
};
[[nodiscard]] Result<PlanBound> bound_of(const Graph& graph, const Plan& plan, const Task& task);

/// "4 tensors", or "4 tensors in 6 places" where bodies are laid out.
[[nodiscard]] std::string tensors_text(const Graph& graph, std::vector<TensorId> some);
/// Prints where the tensors of bodies lie; nothing where the graph has none.
void print_bodies(const Graph& graph, const Plan& plan);
/// As in plan files, with an offset for each iteration. The graph has bodies laid out.
[[nodiscard]] Json bodies_json(const Graph& graph, const Plan& plan);

}  // namespace stowage::cli
