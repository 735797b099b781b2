// SPDX-License-Identifier: Apache-2.0
#include "core/papers/olla/order_solver.h"

#include <cmath>

namespace stowage::olla {
namespace {

using Index = OrderProblem::Index;
using Status = SolverAnswer::Status;

constexpr double kTolerance = 1e-3;  // of a unit: what a solver may call equal

/// The bound on all orders that an answer proves, to a program that asks for less than `known.most`. `known.least`
/// where the solver's arithmetic cannot be trusted with numbers that large.
Bytes proved_bound(const SolverAnswer& answer, const OrderModel& model, const Known& known) {
  if (model.program().columns[0].most > kMostExactUnits) return known.least;
  if (answer.status == Status::infeasible) return known.most;
  const auto bound = answer.status == Status::optimal ? answer.objective : answer.bound;
  if (!bound) return known.least;
  const double units = std::ceil(std::max(0.0, *bound - kTolerance));
  const double limit = static_cast<double>((known.most - model.base()).count / model.unit().count);
  const auto whole = static_cast<std::int64_t>(std::min(units, limit));
  return std::max(known.least, model.base() + Bytes{whole * model.unit().count});
}

/// Whether no operator comes before one that it waits for.
bool respects_arcs(const OrderProblem& problem, std::span<const Index> sequence) {
  std::vector<std::size_t> steps(problem.count());
  for (std::size_t k = 0; k < sequence.size(); ++k) steps[sequence[k]] = k;
  for (Index o = 0; o < problem.count(); ++o)
    for (const Index next : problem.successors[o])
      if (steps[o] >= steps[next]) return false;
  return true;
}

/// "the answer of cbc is wrong: …".
Error contradiction(const SolverChoice& solver, const char* what) {
  return Error::of(Error::Kind::external, "the answer of " + std::string(solver.solver->id) + " is wrong: " + what);
}

}  // namespace

Result<SolvedOrder> solve_order(const OrderProblem& problem, const Known& known, const SolverChoice& solver,
                                double seconds, const Task& task) {
  const Bytes better = known.most - OrderModel::unit_of(problem);
  SolvedOrder out{{}, known.most, known.least};
  if (better < known.least) return out;
  const OrderModel model = OrderModel::make(problem, known.least, better);
  STOWAGE_TRY(const auto answer, solve(solver, model.program(), seconds, task));
  out.lower_bound = proved_bound(answer, model, known);
  if (answer.status == SolverAnswer::Status::infeasible) return out;
  if (!answer.values) return out;
  auto sequence = model.sequence(*answer.values);
  if (!sequence || !respects_arcs(problem, *sequence))
    return tl::unexpected(contradiction(solver, "its solution is not an order"));
  const Bytes peak = peak_of(problem, *sequence);
  if (peak < out.lower_bound) return tl::unexpected(contradiction(solver, "an order needs less than its bound"));
  if (peak < known.most) {
    out.sequence = std::move(*sequence);
    out.peak = peak;
  }
  return out;
}

}  // namespace stowage::olla
