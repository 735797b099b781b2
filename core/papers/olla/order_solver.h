// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/papers/olla/models.h"
#include "core/process/solver.h"

namespace stowage::olla {

/// What is known before a solver is asked.
struct Known {
  Bytes least;  ///< proved: no order needs less
  Bytes most;   ///< the peak of an order
};

/// What a solver found.
struct SolvedOrder {
  std::vector<OrderProblem::Index> sequence;  ///< an order that needs less than the known one; empty: none
  Bytes peak;                                 ///< of the better one of the two orders
  Bytes lower_bound;                          ///< proved of all orders
};

/// Lets a solver look for an order that needs less than `known.most`, for so many seconds. Takes only the sequence from
/// it, and counts the peak. Its bound, or that there is no such order, counts as proved where its arithmetic can be
/// trusted with numbers that large. Errors: those of solve(); external where the answer contradicts itself.
[[nodiscard]] Result<SolvedOrder> solve_order(const OrderProblem& problem, const Known& known,
                                              const SolverChoice& solver, double seconds, const Task& task);

}  // namespace stowage::olla
