// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "core/graph/edited.h"

// Edits of the global order.
namespace stowage {

/// Steps to which an operator can be moved while all others keep their order; half-open, its own step included.
struct AllowedSteps {
  std::size_t begin, end;
  OperatorId after;   ///< the last operator that it must follow (data or sync), or none
  OperatorId before;  ///< the first that must follow it, or none

  [[nodiscard]] bool contain(std::size_t step) const { return begin <= step && step < end; }
};

/// Returns only the operator's own step where a time axis fixes the order. O(arcs of the operator + syncs).
[[nodiscard]] AllowedSteps allowed_steps(const Graph& graph, OperatorId op);

/// Moves `op` to that step; those between move by one. The local order of its stream follows. Refused, naming the arc,
/// where data or a sync forbid it, and for graphs with a time axis.
[[nodiscard]] Result<EditedGraph> move_to_step(const Graph& graph, OperatorId op, std::size_t step);

/// Makes all operators run in that order. Refused where it is not an order of the graph (core/graph/lifetimes.h) or is
/// the present one, and for graphs with a time axis.
[[nodiscard]] Result<EditedGraph> put_in_order(const Graph& graph, std::span<const OperatorId> sequence);

/// The graph with the operators in that order, which must be one (asserted): streams stay, local orders follow.
[[nodiscard]] EditedGraph with_order(const Graph& graph, std::span<const OperatorId> sequence);

}  // namespace stowage
