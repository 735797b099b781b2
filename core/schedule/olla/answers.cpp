// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/olla/answers.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/layout/memomalloc/mip.h"

namespace stowage::olla {
namespace {

using Index = OrderProblem::Index;
using Status = SolverAnswer::Status;

constexpr double kTolerance = 1e-3;  // of a unit: what a solver may call equal

}  // namespace

Bytes proved_bound(const SolverAnswer& answer, const LinearProgram& program, const PeakScale& scale,
                   const Known& known) {
  if (program.columns[0].most > kMostExactUnits) return known.least;
  if (answer.status == Status::infeasible) return known.most;
  const auto bound = answer.status == Status::optimal ? answer.objective : answer.bound;
  if (!bound) return known.least;
  const double units = std::ceil(std::max(0.0, *bound - kTolerance));
  const double limit = static_cast<double>((known.most - scale.base).count / scale.unit.count);
  const auto whole = static_cast<std::int64_t>(std::min(units, limit));
  return std::max(known.least, scale.base + Bytes{whole * scale.unit.count});
}

bool respects_arcs(const OrderProblem& problem, std::span<const Index> sequence) {
  std::vector<std::size_t> steps(problem.count());
  for (std::size_t k = 0; k < sequence.size(); ++k) steps[sequence[k]] = k;
  for (Index o = 0; o < problem.count(); ++o)
    for (const Index next : problem.successors[o])
      if (steps[o] >= steps[next]) return false;
  return true;
}

Error contradiction(const SolverChoice& solver, const char* what) {
  return Error::bad_input("", "", "the answer of " + std::string(solver.solver->id) + " is wrong: " + what);
}

}  // namespace stowage::olla
