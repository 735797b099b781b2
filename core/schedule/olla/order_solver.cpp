// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/olla/order_solver.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/layout/memomalloc/mip.h"

namespace stowage::olla {
namespace {

using Index = OrderProblem::Index;
using Status = SolverAnswer::Status;

constexpr double kTolerance = 1e-3;  // of a unit: what a solver may call equal

tl::unexpected<Error> contradiction(const SolverChoice& solver, const char* what) {
  return tl::unexpected(
      Error::bad_input("", "", "the answer of " + std::string(solver.solver->id) + " is wrong: " + what));
}

bool respects_arcs(const OrderProblem& problem, std::span<const Index> sequence) {
  std::vector<std::size_t> steps(problem.count());
  for (std::size_t k = 0; k < sequence.size(); ++k) steps[sequence[k]] = k;
  for (Index o = 0; o < problem.count(); ++o)
    for (const Index next : problem.successors[o])
      if (steps[o] >= steps[next]) return false;
  return true;
}

/// Bytes that a bound in units stands for.
Bytes bytes_of(const OrderModel& model, double bound, Bytes most) {
  const double units = std::ceil(std::max(0.0, bound - kTolerance));
  const double limit = static_cast<double>((most - model.base()).count / model.unit().count);
  return model.base() + Bytes{static_cast<std::int64_t>(std::min(units, limit)) * model.unit().count};
}

}  // namespace

Result<SolvedOrder> solve_order(const OrderProblem& problem, OrderModel::Form form, const Known& known,
                                const SolverChoice& solver, double seconds, const Task& task) {
  const Bytes better = known.most - OrderModel::unit_of(problem);
  SolvedOrder out{{}, known.most, known.least};
  if (better < known.least) return out;
  const OrderModel model = OrderModel::make(problem, form, known.least, better);
  const auto answer = solve(solver, model.program(), seconds, task);
  if (!answer) return tl::unexpected(answer.error());
  const bool exact = model.program().columns[0].most <= kMostExactUnits;
  if (answer->status == Status::infeasible) {
    if (exact) out.lower_bound = known.most;
    return out;
  }
  const auto bound = answer->status == Status::optimal ? answer->objective : answer->bound;
  if (exact && bound) out.lower_bound = std::max(out.lower_bound, bytes_of(model, *bound, known.most));
  if (!answer->values) return out;
  auto sequence = model.sequence(*answer->values);
  if (!sequence || !respects_arcs(problem, *sequence)) return contradiction(solver, "its solution is no order");
  const Bytes peak = peak_of(problem, *sequence);
  if (exact && peak < out.lower_bound) return contradiction(solver, "an order needs less than its bound");
  if (peak < known.most) {
    out.sequence = std::move(*sequence);
    out.peak = peak;
  }
  return out;
}

}  // namespace stowage::olla
