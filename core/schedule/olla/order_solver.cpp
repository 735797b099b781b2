// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/olla/order_solver.h"

#include <algorithm>
#include <utility>

#include "core/schedule/olla/answers.h"

namespace stowage::olla {

Result<SolvedOrder> solve_order(const OrderProblem& problem, OrderModel::Form form, const Known& known,
                                const SolverChoice& solver, double seconds, const Task& task) {
  const Bytes better = known.most - OrderModel::unit_of(problem);
  SolvedOrder out{{}, known.most, known.least};
  if (better < known.least) return out;
  const OrderModel model = OrderModel::make(problem, form, known.least, better);
  const auto answer = solve(solver, model.program(), seconds, task);
  if (!answer) return tl::unexpected(answer.error());
  out.lower_bound = proved_bound(*answer, model.program(), {model.unit(), model.base()}, known);
  if (answer->status == SolverAnswer::Status::infeasible) return out;
  if (!answer->values) return out;
  auto sequence = model.sequence(*answer->values);
  if (!sequence || !respects_arcs(problem, *sequence))
    return tl::unexpected(contradiction(solver, "its solution is no order"));
  const Bytes peak = peak_of(problem, *sequence);
  if (peak < out.lower_bound) return tl::unexpected(contradiction(solver, "an order needs less than its bound"));
  if (peak < known.most) {
    out.sequence = std::move(*sequence);
    out.peak = peak;
  }
  return out;
}

}  // namespace stowage::olla
