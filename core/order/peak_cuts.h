// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/order/order_problem.h"

// Bounds on the peak of every order, by minimum cuts.
namespace stowage {

/// The least bytes alive while an operator runs, over all orders in which it comes after `others` too. Their ancestors
/// and its own have run then, its descendants have not; each other operator may or may not have, with all its
/// ancestors. Of all such sets that have run the one that leaves least in memory is a closure of least cost, that is a
/// minimum cut (Picard, 1976):
/// ```
///   ran ⊇ ancestors │ the rest            producer ──size──▶ ◇ ──∞──▶ users      cut: made, and not used by all yet
///      p ───────────┼──────▶ u               before ◀──∞── after                 no operator before its ancestors
/// ```
/// O(arcs + uses) vertices and arcs. None of the others may be a descendant. Nothing where the task was stopped.
struct LeastDuring {
  Bytes bytes;
  std::vector<bool> ran;  ///< by operator: the largest such set
};
[[nodiscard]] std::optional<LeastDuring> least_during(const OrderProblem& problem, OrderProblem::Index o,
                                                      std::span<const OrderProblem::Index> others = {},
                                                      const Task& task = {});

/// Operators, arcs and uses of all the cuts of a call together. Half and twice as many give the same on 36 graphs.
inline constexpr std::uint64_t kMaxCutArcs = 10'000'000;

/// The larger of `proved`, a bound on the peak of every order, and the most that cuts prove:
/// - of any operator: the least bytes alive while it runs;
/// - of any operator with several predecessors, or tensor with several users: one of these runs last, after the others,
///   so that the least of their cuts is a bound.
///   ```
///       ┌─▶ a ─┐     With a alone or b alone, two tensors are alive; but when the second runs, the first has
///     g ┤      ├▶ c  made its output, and g, a and b are there: no cut of a single operator says so.
///       └─▶ b ─┘
///   ```
/// Only a cut at which the order `known` has more alive, too, can raise the bound. The cuts with most alive there come
/// first, until they have `most_arcs` or the task stops.
[[nodiscard]] Bytes least_peak_by_cuts(const OrderProblem& problem, std::span<const OrderProblem::Index> known,
                                       Bytes proved, const Task& task = {}, std::uint64_t most_arcs = kMaxCutArcs);

/// An order, and a bound on all orders.
struct CutOrder {
  std::vector<OrderProblem::Index> sequence;
  Bytes peak;         ///< of the sequence
  Bytes lower_bound;  ///< at most the peak
};

/// Lowers the peak of an order: the operator at its first peak moves right behind the set of operators that should have
/// run by then, according to its cut; the set and the rest keep their order. This may raise the peak elsewhere, where
/// the same is done again, until a bound is met, a peak comes again, or the limit is reached; returns the best order on
/// the way. Whole stretches change places at once, such as all updates of a training step that may wait or need not:
/// searches step by step do not find such changes.
[[nodiscard]] CutOrder reorder_by_cuts(const OrderProblem& problem, std::span<const OrderProblem::Index> known,
                                       Bytes proved, const Task& task = {}, std::uint64_t most_arcs = kMaxCutArcs);

}  // namespace stowage
