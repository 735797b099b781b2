// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/plan/bounds.h"
#include "core/plan/problem.h"

namespace stowage {

/// The answer for one capacity. The three answers never stand for each other.
enum class Feasibility {
  fits,        ///< best() is a plan within the capacity
  infeasible,  ///< proved: there is no such plan
  gave_up,     ///< nothing is known: too many nodes, the time limit, or a request to stop
};

/// Exact search for plans over the unsafe relation of any graph without groups: streams, alignments. Components of the
/// relation are searched apart, each by a complete search (postpone_search.h) run with several heuristics in turn, with
/// ever more nodes. The searches remember what they learn: a component known to fit a capacity, or proved not to, is
/// not searched again, and a call that gave up is continued by the next for the same capacity.
///
/// To use it as a repair: `start_from` a plan, then ask `fits` for less than its footprint with a few thousand nodes.
/// Refers to the problem, which must outlive it. Deterministic but for where a Task stops it.
class ExactSearch {
 public:
  /// Finds the bound, lists unsafe pairs and finds cliques: O(pairs) memory. `heaviest` is the heaviest clique, where
  /// it is known already. too_large where there are too many pairs (conflict_model.h); otherwise fails only with
  /// cancelled or timed_out.
  [[nodiscard]] static Result<ExactSearch> make(const LayoutProblem& problem, const Task& task = {},
                                                const ProvedBound* heaviest = nullptr);
  /// A search of the same problem that has learned nothing yet; both share the lists, so that it costs little.
  [[nodiscard]] ExactSearch fresh() const { return ExactSearch(lists_); }
  ExactSearch(ExactSearch&&) noexcept;
  ExactSearch& operator=(ExactSearch&&) noexcept;
  ~ExactSearch();

  /// Takes over the components of a valid plan that are better than known. Offsets by TensorId.
  void start_from(std::span<const Offset> offsets);

  /// How many components are not known to fit.
  [[nodiscard]] std::size_t open_components(Bytes capacity) const;
  /// Makes at most `node_budget` decisions for each component that is not known to fit.
  [[nodiscard]] Feasibility fits(Bytes capacity, std::uint64_t node_budget, const Task& task = {});

  /// Lowers the best footprint, and raises the bound, until they meet or about `nodes` decisions are made; the next
  /// call goes on where this one ended. Asks for capacities halfway between the largest one without an answer and the
  /// best plan; where none is left, it starts again from the bound, with twice as many nodes each, so that no single
  /// capacity takes them all. `probed` is called after each answer.
  /// ```
  ///  bound ┄┄┄┄┄┄┄┄┄ ? ┄┄┄┄ ? ┄ fits
  ///                  1      3   2         a pass: 1 gave up, 2 found a plan, 3 gave up, and so on to the smallest gain
  /// ```
  void lower(std::uint64_t nodes, const Task& task = {}, const std::function<void()>& probed = {});

  /// No plan is smaller. Grows as capacities are proved infeasible.
  [[nodiscard]] Bytes lower_bound() const;
  /// The best plan known, put together from the best of each component; a component without one lies unshared.
  [[nodiscard]] std::vector<Offset> best() const;
  [[nodiscard]] Bytes best_footprint() const;
  /// Decisions tried so far.
  [[nodiscard]] std::uint64_t nodes() const;

 private:
  class Component;
  struct Lists;
  explicit ExactSearch(std::shared_ptr<const Lists> lists);
  [[nodiscard]] std::int64_t next_capacity();
  void ask(std::int64_t capacity, std::uint64_t nodes, const Task& task);

  static constexpr std::int64_t kNone = -1;

  std::shared_ptr<const Lists> lists_;
  std::vector<std::unique_ptr<Component>> components_;
  // of lower()
  std::uint64_t nodes_each_;         // of this pass
  std::int64_t unanswered_ = kNone;  // the largest capacity without an answer in this pass
  std::int64_t asked_ = kNone;       // capacity of a question that a call left half done
  std::uint64_t left_ = 0;           // nodes for that
};

}  // namespace stowage
