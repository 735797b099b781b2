// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/order/order_problem.h"

namespace stowage::olla {

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
