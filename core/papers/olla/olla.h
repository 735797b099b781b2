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

/// The bounds that are known before a solver is asked.
struct Known {
  Bytes least;  ///< proved: no order needs less
  Bytes most;   ///< the peak of an order
};

/// OLLA's problem (14) as an integer program: which order needs least, wherever tensors will lie. Lets a solver look
/// for an order that needs less than `known.most`, for so many seconds. Takes only the sequence from it (empty: it
/// found none), and counts the peak, that of the better one of the two orders. Its bound, or that there is no such
/// order, counts as proved where its arithmetic can be trusted with numbers that large. Errors: those of solve();
/// external where the answer contradicts itself.
[[nodiscard]] Result<OrderFound> solve_order(const OrderProblem& problem, const Known& known,
                                             const SolverChoice& solver, double seconds, const Task& task);

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

/// The problem with these arcs, renumbered; `numbers` gives each operator's number in the original problem.
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
