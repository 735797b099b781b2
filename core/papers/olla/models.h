// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/graph/lifetimes.h"
#include "core/order/order_problem.h"
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

/// OLLA's problem (14) as an integer program: which order needs least, wherever tensors will lie. Lets a solver look
/// for an order that needs less than `known.most`, for so many seconds. Takes only the sequence from it, and counts the
/// peak. Its bound, or that there is no such order, counts as proved where its arithmetic can be trusted with numbers
/// that large. Errors: those of solve(); external where the answer contradicts itself.
[[nodiscard]] Result<SolvedOrder> solve_order(const OrderProblem& problem, const Known& known,
                                              const SolverChoice& solver, double seconds, const Task& task);

}  // namespace stowage::olla
