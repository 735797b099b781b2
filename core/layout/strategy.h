// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/translated.h"
#include "core/layout/engine/place_in_order.h"
#include "core/order/order.h"
#include "core/plan/plan.h"

namespace stowage {

/// The parts of a planner that places block after block: SOMAS's, and greedy by size.
struct Recipe {
  bool many_objects = false;
  Sort sort = Sort::size;
  Fit fit = Fit::best;
};

/// For which problems a strategy works; by default for all.
struct Limits {
  static constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

  bool single_stream = false;       ///< only where the operators form one chain (one stream, or streams in lock-step)
  bool no_groups = false;           ///< no contiguous groups
  bool no_own_alignment = false;    ///< no tensor with an alignment of its own; that of the plan is always obeyed
  std::size_t most_tensors = kAny;  ///< more would take too long
  std::size_t most_pairs = kAny;    ///< unsafe pairs; more would take too long

  /// "one stream, no groups, up to 3,000 tensors, up to 50,000 unsafe pairs"; empty where there is no limit.
  [[nodiscard]] std::string text() const;
};

/// The progress of a strategy that improves its plan as it runs.
struct Improvement {
  Bytes footprint;    ///< of the best plan so far
  Bytes lower_bound;  ///< best proved so far
};

/// The options of a caller beyond the problem. A strategy ignores the options that it has no use for.
struct PlanOptions {
  std::uint64_t seed = 0;                              ///< of strategies that draw random numbers
  std::uint64_t iterations = 0;                        ///< of strategies that improve a plan; 0: until the deadline
  std::function<void(const Improvement&)> improved{};  ///< called at each change, from any thread, one at a time
  /// A plan for strategies that improve one to begin with, valid for the problem; by TensorId. Their plan is not
  /// larger; of equal plans it is this one, and of smaller ones one that moves few bytes.
  std::vector<Offset> start{};
  std::string solver{};  ///< of strategies that ask one: a name or path (core/process/solver.h); empty: the default
  std::size_t node_limit = OrderOptions().node_limit;  ///< ROAM: operators of a leaf of the subgraph tree at most
};

/// The result of a strategy.
struct Layout {
  std::vector<Offset> offsets;  ///< by TensorId, valid for the problem
  Bytes lower_bound{};          ///< proved by the strategy itself; 0 where it proves nothing
  std::string remark{};         ///< a sentence on how the strategy ended; may be empty
};

/// Marks titles and descriptions of strategies for translators; those of a recipe part by part.
struct StrategyText {
  STOWAGE_TRANSLATED_AS(stowage::StrategyWords)
  [[nodiscard]] static constexpr const char* tr(const char* words) { return words; }
};

/// One way to assign offsets: a deterministic function and its description.
struct LayoutStrategy {
  std::string_view id;           ///< "so.size.best"
  std::string_view title;        ///< its name for people: "Size, best fit, many objects"
  std::string_view description;  ///< one line
  std::string_view source;       ///< paper and algorithm number
  bool standard = false;         ///< one of the ten that the SOMAS paper compares
  bool live = false;             ///< fast enough to be run after every edit
  bool improves = false;         ///< improves its plan while it runs: when stopped, the plan may be unfinished
  /// For problems within the limits. When stopped, a strategy that improves its plan as it runs returns the best so
  /// far; the others fail with cancelled or timed_out, but for a plan that a solver has by the deadline.
  Result<Layout> (*run)(const LayoutProblem& problem, const PlanOptions& options, const Task& task) = nullptr;
  /// The ends of the segments that an allocator reserves for a plan of its own, ascending; empty for plans of others.
  /// They take more than the plan. Null for planners.
  std::vector<Offset> (*segments)(const LayoutProblem& problem, const Plan& plan) = nullptr;
  Limits limits{};
  std::optional<Recipe> recipe{};  ///< of the planners that can be observed
};

/// Why the strategy cannot plan this problem; empty where it can.
[[nodiscard]] std::string refusal(const LayoutStrategy& strategy, const LayoutProblem& problem);

/// The bytes of the tensors that two plans have at different offsets, but not those that are kNotPlaced in `a`; all by
/// TensorId.
[[nodiscard]] Bytes moved_bytes(std::span<const Bytes> sizes, std::span<const Offset> a, std::span<const Offset> b);

/// Runs one strategy and measures its footprint. `lower_bound` is the one that the strategy proved, and may prove the
/// plan optimal; raise_bound() adds others. Strategies without groups get companions as one tensor
/// (core/layout/blocks_as_tensors.h). unsupported, or too_large, with the refusal where the problem is beyond the
/// limits.
[[nodiscard]] Result<Plan> make_plan(const LayoutStrategy& strategy, const LayoutProblem& problem,
                                     const Task& task = {}, const PlanOptions& options = {});

/// One strategy's outcome; no_memory where it needed more than there was.
struct StrategyResult {
  const LayoutStrategy* strategy = nullptr;
  Result<Plan> plan;
  double milliseconds = 0;
  Bytes moved{};  ///< not where a plan to start from has them
};
/// The smallest plan; of equals the one that moves fewest bytes, then the first. Null where there is none.
[[nodiscard]] const StrategyResult* smallest_of(std::span<const StrategyResult> results);
/// Runs several strategies on all cores, by `make`, which is called from several threads; results in the order asked,
/// at any timing. `done`, if given, is called once a strategy as it ends (from any thread, never two at a time).
[[nodiscard]] std::vector<StrategyResult> run_each(
    std::span<const LayoutStrategy* const> strategies, const Task& task,
    const std::function<void(const StrategyResult&)>& done,
    const std::function<Result<Plan>(const LayoutStrategy& strategy, const Task& task)>& make);

/// The fault (external) of the bound that the maker of `plan` claims, where a valid plan takes only `valid`
/// bytes; otherwise nothing.
[[nodiscard]] std::optional<Error> false_claim(const Plan& plan, Bytes valid);

/// Replaces each result that makes a false claim against the smallest plan by the error. The plans must be valid: one
/// of them refutes the claim. Only external solvers can cause this.
void reject_false_bounds(std::vector<StrategyResult>& results);

}  // namespace stowage
