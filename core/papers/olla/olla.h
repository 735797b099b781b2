// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/graph/lifetimes.h"
#include "core/order/exact_order.h"
#include "core/process/solver.h"

namespace stowage::olla {

/// When operators can run and tensors can be in memory, one operator a step (OLLA, section 4.1; the spans of a serial
/// order are tighter than those by longest paths). Steps are 0 … count-1, half-open.
/// ```
///   span      SPAN(v) = [|ancestors|, count - |descendants|)
///   useful    MUL(e)  from the first step of its producer to the last of its users
/// ```
/// A tensor present from the start is useful from step 0; one that is kept, to the end.
struct ScheduleWindows {
  std::vector<Lifetime> operators;  ///< SPAN
  std::vector<Lifetime> useful;     ///< MUL, by tensor
};

/// O(count · arcs / 64).
[[nodiscard]] ScheduleWindows find_schedule_windows(const OrderProblem& problem);

/// The tensors that may be in memory together, each pair once: their useful steps meet, and neither is over before the
/// other is made in every order (section 4.2). O(tensors²).
[[nodiscard]] std::vector<std::pair<OrderProblem::Index, OrderProblem::Index>> pairs_that_meet(
    const OrderProblem& problem, const ScheduleWindows& windows);

/// What a solver is asked for: an order of least peak, wherever tensors will lie (problem (14)); or the order whose
/// tensors can be placed in the fewest bytes (problem (9)).
struct OrderQuestion {
  Bytes least, most;            ///< the peak, or the footprint, is within these; `least` is proved
  bool with_addresses = false;  ///< problem (9)
};

/// The yes-or-no variables of the program: operators × steps that spans leave open, and two for each pair that meets
/// where it has addresses.
[[nodiscard]] std::size_t count_choices(const OrderProblem& problem, bool with_addresses);

/// An order that a solver found; `peak` is its footprint where it was asked with addresses.
struct SolvedOrder : OrderFound {
  bool finished = false;  ///< the solver says that there is no better one, or none within `most`
};

/// Asks a solver for so many seconds. Takes only the sequence from its solution (empty: it found none) and, of
/// addresses, which lies above which, and counts the bytes itself. Where no order is within `most`, the bound is above
/// it. A bound counts as proved where the solver's arithmetic can be trusted with numbers that large. Errors: those of
/// solve(); external where the answer contradicts itself.
[[nodiscard]] Result<SolvedOrder> solve_order(const OrderProblem& problem, const OrderQuestion& question,
                                              const SolverChoice& solver, double seconds, const Task& task);

/// Asks the solver for an order that needs less than a known one, which it replaces, and for its bound; for at most so
/// many seconds and half of the time left. Leaves alone programs of more than 2,000 choices. Errors: those of
/// solve_order().
[[nodiscard]] Result<void> improve_order(const OrderProblem& problem, OrderFound& known, const SolverChoice& solver,
                                         double seconds, const Task& task);

/// The bytes that a plan of an order takes, run one at a time: each of these tensors, one after the other, in the
/// lowest gap that holds it. O(tensors²).
[[nodiscard]] Bytes footprint_of(const OrderProblem& problem, std::span<const OrderProblem::Index> sequence,
                                 std::span<const OrderProblem::Index> tensors);

/// An operator that must run before another, though no tensor says so.
using Anchor = std::pair<OrderProblem::Index, OrderProblem::Index>;

/// For updates of weights, which free a gradient, finds an operator before which each must run (OLLA, functions 3 and
/// 4). Searches in rings around the update, ever further back, for operators that follow the ring and have a higher
/// level than the update (longest path from a source, so that no cycle is closed). Takes the one with the highest level
/// counted from the end, if above `least`. An operator from which nothing follows has level 0 there: with `least` = 0
/// it cannot be an anchor, with the -1 of the paper it may be. A heuristic: the best order may have an update later.
/// O(updates · arcs); nothing when stopped.
/// ```
///   f0 ─▶ f1 ─▶ f2 ─▶ loss ─▶ b2 ─▶ b1 ─▶ b0
///                              └▶ u2 ┄┄┄┄┄┄┄▶        u2 before b0
/// ```
[[nodiscard]] std::optional<std::vector<Anchor>> early_updates(const OrderProblem& problem,
                                                               std::span<const OrderProblem::Index> updates,
                                                               const Task& task = {}, std::int64_t least = 0);

/// Operators of the phase "update" from which nothing follows.
[[nodiscard]] std::vector<OrderProblem::Index> update_operators(const OrderProblem& problem, const Graph& graph);

/// The problem with these arcs, renumbered as little as they ask for; `numbers` gives each operator's number in the
/// original problem.
struct AnchoredProblem {
  OrderProblem problem;
  std::vector<OrderProblem::Index> numbers;
};
[[nodiscard]] AnchoredProblem with_anchors(const OrderProblem& problem, std::span<const Anchor> anchors);

}  // namespace stowage::olla

namespace stowage {

/// With less time, no solver is started.
inline constexpr double kLeastSeconds = 0.02;

}  // namespace stowage
