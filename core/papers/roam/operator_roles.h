// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/order/order_problem.h"

namespace stowage::roam {

/// What an operator is in a training step. Only the trunk is searched for memory-insensitive operators: the others can
/// wait for almost anything, so that none would be left.
/// ```
///            input ──┐                  input ──┐
///   trunk:   ──▶ forward ─▶ … ─▶ loss ──▶ backward ──▶ …
///                                 └▶ side   └▶ side ─▶ update ─▶ update      (a branch)
/// ```
enum class Role : std::uint8_t {
  trunk,
  input,   ///< of a kind that names what is present ("Parameter"), or of the phase "backward"; all operators that it
           ///< waits for are inputs
  side,    ///< all that follows it ends in one gradient that only updates need, or in one result of a training step
  update,  ///< of the phase "update", followed only by updates
};

/// The roles of all operators, and the weight-update branches: updates that are connected.
struct Parts {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::vector<Role> roles;              ///< by OperatorId
  std::vector<std::uint32_t> branches;  ///< by OperatorId: the branch of an update, else kNone
  std::size_t branch_count = 0;         ///< numbered by their first operators
};

/// O(operators + arcs). A graph that would have no trunk is all trunk.
[[nodiscard]] Parts find_parts(const Graph& graph, const OrderProblem& problem);

}  // namespace stowage::roam
