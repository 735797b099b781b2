// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/check/validator.h"
#include "core/layout/strategy.h"
#include "core/plan/bounds.h"
#include "core/sharing/sharing.h"

namespace stowage {

/// The graphs that strategies plan for a graph and an alignment, and the graph that bounds their plans; mostly the
/// graph itself. Where tensors share bytes, ordinary graphs stand for it (core/sharing): each strategy plans one
/// without permissions and, if any pays, one that uses them, and the smaller plan is its plan. The bounds hold
/// whichever are used.
///
/// Refers to the graph and its conflicts, which must outlive it.
class PlanGround {
 public:
  /// `in_place`: whether permissions are used. Fails as LayoutProblem::make(), and as share() where duties are void.
  [[nodiscard]] static Result<PlanGround> make(const Graph& graph, const Conflicts& conflicts, Bytes alignment,
                                               bool in_place = true, const Task& task = {});

  [[nodiscard]] const Graph& graph() const { return *graph_; }
  /// The problem that decides whether a strategy can plan the graph at all: that of the graph or, where bytes are
  /// shared, of the graph that stands for it without permissions.
  [[nodiscard]] const LayoutProblem& problem() const { return apart_->problem; }
  [[nodiscard]] bool shares() const { return shares_; }

  /// As make_plan(), with each plan validated by core/check, whichever strategy made it: all planning comes through
  /// here. external where the plan is not safe, which is its strategy's fault. `apart` receives the footprint without
  /// permissions, where a plan with them was looked for.
  [[nodiscard]] Result<Plan> plan(const LayoutStrategy& strategy, const Task& task, const PlanOptions& options = {},
                                  std::optional<Bytes>* apart = nullptr) const;

  /// A plan that was made elsewhere, as one of this ground: for its alignment, with nothing proved of it. None where it
  /// is not valid here, by core/check, or writes outputs over inputs where this ground does not.
  [[nodiscard]] std::optional<Plan> adopt(const Plan& plan, const Task& task = {}) const;
  /// A plan of this ground that has as many tensors as it can (place_near()) where a plan of another version of the
  /// graph has them. Offsets by TensorId, kNotPlaced for new tensors.
  [[nodiscard]] Result<Plan> near(std::span<const Offset> wanted, const Task& task = {}) const;

  /// The problem whose bounds hold for all plans of this ground, by the tensors of the graph: for add_cliques().
  [[nodiscard]] const BlockProblem& bounded_problem() const;
  /// The quick bounds of that problem, at a step of the graph.
  [[nodiscard]] Bounds quick_bounds() const;
  /// Whether usable permissions stay unused: the bounds then do not hold for all plans of the graph, and so no
  /// certificate holds for it.
  [[nodiscard]] bool ignores_permissions() const { return ignores_permissions_; }

 private:
  /// The problem of a graph that stands for this one. It never moves: the problem refers to the rest.
  template <class Standing, class Problem>
  struct Stand {
    Standing of;  // empty where the graph is planned as it is
    Conflicts conflicts;
    Problem problem;

    [[nodiscard]] static Result<std::unique_ptr<Stand>> make(Standing of, Bytes alignment, const Task& task);
  };
  using Part = Stand<SharedGraph, LayoutProblem>;
  using Relaxed = Stand<RelaxedGraph, BlockProblem>;
  [[nodiscard]] Result<void> lay(Bytes alignment, bool in_place, const Task& task);
  [[nodiscard]] std::span<const Bytes> sizes() const { return shares_ ? sizes_ : problem().sizes(); }
  /// Where these offsets have the blocks of a part; none where they are no plan of its graph.
  [[nodiscard]] std::optional<std::vector<Offset>> blocks_at(const Part& part, const std::vector<Offset>& offsets,
                                                             const Task& task) const;
  /// The ground of bounds for a graph with companions by choice.
  [[nodiscard]] Result<void> relax_choices(const Graph& graph, Bytes alignment, const Task& task);
  /// A search proves bounds for its own choice of pairs and of companions. They are bounds for the graph only where
  /// nothing was to choose.
  [[nodiscard]] PlanOptions without_claims(PlanOptions options) const;
  void drop_claims(Plan& plan) const;
  [[nodiscard]] Plan plan_at(std::vector<Offset> offsets) const;
  [[nodiscard]] Result<Plan> checked(Plan&& plan) const;
  [[nodiscard]] Result<Plan> plan_part(const Part& part, const LayoutStrategy& strategy, const Task& task,
                                       PlanOptions options) const;

  const Graph* graph_ = nullptr;
  bool shares_ = false;
  bool ignores_permissions_ = false;
  bool without_in_place_ = false;  // though the graph permits it
  std::vector<Bytes> sizes_;       // rounded up, those of views, too
  std::unique_ptr<const Part> apart_, in_place_;
  std::unique_ptr<const Relaxed> relaxed_;
  struct Checker {
    std::once_flag made;
    std::optional<Result<PlanValidator>> validator;
  };
  std::unique_ptr<Checker> checker_ = std::make_unique<Checker>();  // made with the first plan
};

}  // namespace stowage
