// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/check/validator.h"
#include "core/graph/claims.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {

/// What is known of one strategy, or of a plan that was not made here.
struct StrategyRow {
  enum class State {
    idle,     ///< not run: it is not live, and nobody has asked for it yet
    waiting,  ///< its plan is being made
    done,
    stopped,  ///< it ended without a plan, or was cancelled
  };
  const LayoutStrategy* strategy = nullptr;  ///< null: the imported plan
  State state = State::stopped;
  bool stale = false;  ///< the figures are those of the planning before
  std::optional<Bytes> footprint{};
  std::optional<double> milliseconds{};      ///< to make it; none where it was not made for this graph
  PlanView view{};                           ///< the plan with what belongs to it; empty where only figures are left
  std::optional<StrategyRefusal> refusal{};  ///< why it cannot plan this graph
  std::optional<Error> failure{};            ///< of its last run; none where it was not run, or gave a plan
  // ---- of the imported plan
  bool of_file = false;  ///< it came with the graph
  bool bounded = true;   ///< false where the bound is not its own: of any order of streams, or of a larger alignment
  bool aligned = true;   ///< false for that alignment: then the lifetimes bound it neither
  std::shared_ptr<const Bounds> own_bounds{};  ///< where it is not aligned: of plans of its own, smaller alignment
  std::shared_ptr<const Result<Validation>> check{};  ///< null while that is being found out

  /// It does not fit the present graph.
  [[nodiscard]] bool faulty() const { return check && !(*check && (*check)->valid()); }
  /// It is a plan for the present graph.
  [[nodiscard]] bool good() const { return footprint && !stale && !faulty(); }
};

/// A strategy and why it cannot plan the graph.
struct RefusedStrategy {
  const LayoutStrategy* strategy = nullptr;
  StrategyRefusal refusal;
};
/// All that cannot plan the problem.
[[nodiscard]] std::vector<RefusedStrategy> refused_strategies(const LayoutProblem& problem);

/// The quick bounds of plans of the plan's own alignment, where it is not laid out in steps of `alignment`, the
/// planning's, and safe for any order of streams; null where it is, and what bounds the others bounds it, too. As any
/// others, they hold whichever outputs are written over inputs.
[[nodiscard]] std::shared_ptr<const Bounds> own_bounds_of(const Plan& plan, const Graph& graph,
                                                          const Conflicts& conflicts, Bytes alignment);
/// Whether there are any.
[[nodiscard]] bool needs_own_bounds(const Plan& plan, Bytes alignment);

/// All that is known of the plans for one graph: what became of every strategy, the plan that was opened, what is
/// proved of them, and the plan that they are compared with. A value, cheap to copy: plans are shared.
///
/// A planning begins, brings its groundwork, then what each strategy gave, and ends. What was known before goes stale
/// when it begins, and stays until its successor is there. Strategies that are not live run only when asked to; what
/// they gave is forgotten when a planning begins.
class PlanSet {
 public:
  /// A strategy's plan, or (null) the imported one.
  using Choice = const LayoutStrategy*;

  PlanSet();

  /// One each: the imported plan where there is one, then the standard strategies, then the others.
  [[nodiscard]] std::span<const StrategyRow> rows() const { return rows_; }
  /// The row of a choice, or -1.
  [[nodiscard]] int row_of(Choice choice) const;
  /// What views show of a choice, perhaps `stale`; an empty view without a plan.
  [[nodiscard]] PlanView view_of(Choice choice) const;
  /// Its plan for the present graph, or null.
  [[nodiscard]] std::shared_ptr<const Plan> plan_of(Choice choice) const;
  /// The smallest plan that was made here for the present graph (ties: the preferred one, where it is another plan,
  /// then the first of the table); null without one.
  [[nodiscard]] Choice best() const;
  [[nodiscard]] std::shared_ptr<const Plan> best_plan() const { return best() ? plan_of(best()) : nullptr; }
  /// The smallest footprint of all good plans that the bound is one of, the imported one among them unless its offsets
  /// were assumed. None where nobody knows which is the smallest: the graph leaves something uncounted.
  [[nodiscard]] std::optional<Bytes> least() const;
  /// The best that is proved; none while nothing is.
  [[nodiscard]] std::optional<Bytes> lower_bound() const;
  /// Whether no better bound is on its way.
  [[nodiscard]] bool bounded() const { return bounded_; }
  /// What a plan is measured by: lower_bound(), or where it is of a smaller alignment, one of its own. None where it
  /// is safe in the host's order alone: the bound holds for any order.
  [[nodiscard]] std::optional<Bytes> bound_of(const StrategyRow& row) const;
  /// How far a plan lies above the bound; none while that is not known, or means nothing.
  [[nodiscard]] std::optional<double> gap_of(const StrategyRow& row) const;
  /// Whether its footprint equals a proved lower bound.
  [[nodiscard]] bool proved_optimal(const StrategyRow& row) const;
  /// What every view of this planning holds, but for a plan; that of the planning before until it is_grounded().
  [[nodiscard]] const PlanView& ground() const { return ground_; }
  [[nodiscard]] bool is_grounded() const { return grounded_; }
  /// Whether the imported plan is safe for the present graph; null while that is being found out, and without one.
  /// bad_input where it cannot be a plan for this graph.
  [[nodiscard]] std::shared_ptr<const Result<Validation>> imported_check() const;
  /// What others are compared with, or null: as it was when it was pinned.
  [[nodiscard]] const std::shared_ptr<const PlanView>& baseline() const { return baseline_; }

  /// How much more a plan needs than the baseline; none where the footprint of either is not known (is_measured()).
  [[nodiscard]] std::optional<Bytes> change_of(const StrategyRow& row) const;

  /// A planning begins: what is known goes stale, and every live strategy waits. No gap is shown until a bound with the
  /// heaviest clique is set, or end().
  void begin(Bytes alignment = Bytes{1});
  /// `view`: the graph, its lifetimes, its conflicts and the first bounds. Of a graph that leaves something uncounted
  /// (core/graph/claims.h) no plan is called optimal, no gap is shown, and a bound of 0 proves nothing.
  void set_ground(PlanView view);
  /// What the footprints leave out.
  [[nodiscard]] const Uncounted& uncounted() const { return uncounted_; }
  /// The same graph with other names: all that is known of it holds.
  void set_graph(const std::shared_ptr<const Graph>& graph);
  /// All that cannot plan the graph.
  void set_refused(std::span<const RefusedStrategy> refused);
  /// Better ones, for all plans of this planning.
  void set_bounds(std::shared_ptr<const Bounds> bounds);
  /// A strategy ended. Without a plan, its figures of the planning before stay.
  void set_result(const LayoutStrategy& strategy, std::shared_ptr<const Plan> plan, std::optional<double> milliseconds);
  /// Makes its plan the best of equal ones, until the next planning begins.
  void prefer(Choice choice) { preferred_ = choice; }
  /// No more live plans come: stale views go, their figures stay.
  void drop_stale_views();
  /// The planning is over: who still waits was stopped.
  void end();
  /// The strategy that is not live and is being run, or null.
  void set_running(const LayoutStrategy* strategy);
  void set_failed(const LayoutStrategy& strategy, const Error& error);
  /// A strategy has proved that no plan of this planning is smaller. False where that was known, or a plan refutes it.
  bool prove(Bytes bound);
  /// Null: none. It is to be measured and checked for the present graph.
  void set_imported(const std::shared_ptr<const Plan>& plan, bool of_file = false);
  /// As it is for the present graph; it has a view as soon as the groundwork is known. `own`: own_bounds_of() it, null
  /// where they are not known.
  void set_imported_now(std::shared_ptr<const Plan> plan, std::shared_ptr<const Bounds> own = nullptr);
  void set_imported_check(Result<Validation> check);
  void set_baseline(std::shared_ptr<const PlanView> baseline);

 private:
  [[nodiscard]] StrategyRow* find(Choice choice) const;
  [[nodiscard]] std::shared_ptr<const Plan> with_proved(std::shared_ptr<const Plan> plan) const;
  void place_imported();

  mutable std::vector<StrategyRow> rows_;  // a plan has proved_ once it is asked for: a copy has all offsets
  Choice preferred_ = nullptr;
  PlanView ground_;
  Bytes alignment_{1};
  Bytes proved_;           // by strategies that were run
  bool grounded_ = false;  // ground_ is that of this planning
  bool bounded_ = true;
  Uncounted uncounted_;
  std::shared_ptr<const Plan> imported_;      // as it is for the present graph
  std::shared_ptr<const Bounds> own_bounds_;  // of that, in the present graph
  std::shared_ptr<const PlanClashes> clashes_;
  std::shared_ptr<const PlanView> baseline_;
  bool baseline_measured_ = false;
};

}  // namespace stowage
