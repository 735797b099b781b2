// SPDX-License-Identifier: Apache-2.0
#include "core/papers/olla/olla.h"

#include <cmath>
#include <initializer_list>

#include "core/base/bits.h"
#include "core/order/reachability.h"

namespace stowage::olla {
namespace {

using Index = OrderProblem::Index;

/// Counts the operators of a row besides `o` itself.
std::uint32_t others(const Reachability& reach, Index o) {
  return static_cast<std::uint32_t>(count_bits(reach[o])) - 1;
}

using Status = SolverAnswer::Status;

constexpr double kTolerance = 1e-3;  // of a unit: what a solver may call equal

/// Whether no operator comes before one that it waits for.
bool respects_arcs(const OrderProblem& problem, std::span<const Index> sequence) {
  std::vector<std::size_t> steps(problem.count());
  for (std::size_t k = 0; k < sequence.size(); ++k) steps[sequence[k]] = k;
  for (Index o = 0; o < problem.count(); ++o)
    for (const Index next : problem.successors[o])
      if (steps[o] >= steps[next]) return false;
  return true;
}

/// A number in a program: a column or a known value.
struct Term {
  static constexpr std::uint32_t kNoColumn = 0;  // that is the peak

  std::uint32_t column = kNoColumn;
  std::int64_t known = 0;
};

constexpr Term kZero{}, kOne{.known = 1};

/// Bytes that divide all sizes; two peaks differ by a multiple of it.
Bytes unit_of(const OrderProblem& problem) {
  std::int64_t unit = 0;
  for (const OrderProblem::Tensor& tensor : problem.tensors) unit = std::gcd(unit, tensor.size.count);
  return {std::max<std::int64_t>(unit, 1)};
}

/// The program. Its first column is the peak in units above what is always present. Operators may share a step: one
/// after the other they need no more. Where the spans leave a choice, a column says whether an operator has run by a
/// step (Z); whether a tensor is in memory (L) is a real number. The paper's program, with its columns C and P, has the
/// same optimum.
class OrderModel {
 public:
  /// The peak is within [least, most]; where that is not possible the program has no solution.
  OrderModel(const OrderProblem& problem, Bytes least, Bytes most)
      : unit(unit_of(problem)),
        problem_(problem),
        spans_(find_schedule_windows(problem)),
        sums_(problem.count(), {{0, 1}}),
        known_(problem.count()) {
    const auto units = [&](Bytes bytes, std::int64_t more) {
      return std::max<std::int64_t>(0, (bytes - problem.base).count + more) / unit.count;
    };
    program.add_column({units(least, unit.count - 1), units(most, 0)});
    for (const Lifetime span : spans_.operators) {
      auto& runs = runs_.emplace_back(span.end - span.begin, kOne);
      for (std::size_t k = 0; k + 1 < runs.size(); ++k) runs[k] = choice();
    }
    for (Index o = 0; o < problem.count(); ++o) add_order(o);
    for (Index t = 0; t < problem.tensors.size(); ++t)
      for (std::uint32_t step = spans_.useful[t].begin; step < spans_.useful[t].end; ++step)
        count_in(t, step, add_tensor(t, step));
    for (std::size_t step = 0; step < problem.count(); ++step) program.add_row(sums_[step], known_[step]);  // (13)
  }

  /// Returns the operators by the steps of a solution (function 1), those of one step by their numbers; nothing where
  /// an operator has no step.
  [[nodiscard]] std::optional<std::vector<Index>> sequence(std::span<const double> values) const {
    std::vector<std::uint32_t> steps;
    for (Index o = 0; o < problem_.count(); ++o) {
      const auto runs = [&](Term term) {
        return term.column == Term::kNoColumn ? term.known == 1 : values[term.column] > 0.5;
      };
      const auto found = std::ranges::find_if(runs_[o], runs);
      if (found == runs_[o].end()) return {};
      steps.push_back(spans_.operators[o].begin + static_cast<std::uint32_t>(found - runs_[o].begin()));
    }
    auto out = numbers_below<Index>(steps.size());
    std::ranges::stable_sort(out, {}, [&](Index o) { return steps[o]; });
    return out;
  }

  LinearProgram program;
  Bytes unit;

 private:
  struct Part {
    std::int64_t factor;
    Term term;
  };

  [[nodiscard]] Term choice(bool whole = true) { return {.column = program.add_column({0, 1, whole})}; }

  /// Adds Σ factor · term >= least, unless columns between 0 and 1 always satisfy it.
  void require(std::initializer_list<Part> parts, std::int64_t least) {
    std::vector<LinearProgram::Term> terms;
    std::int64_t lowest = 0;
    for (const auto& [factor, term] : parts) {
      least -= factor * term.known;
      if (term.column == Term::kNoColumn) continue;
      terms.push_back({term.column, factor});
      lowest += std::min<std::int64_t>(factor, 0);
    }
    if (lowest < least) program.add_row(terms, least);
  }

  /// Counts the bytes of the tensor at the step where the term is 1.
  void count_in(Index t, std::uint32_t step, Term there) {
    const std::int64_t units = problem_.tensors[t].size.count / unit.count;
    known_[step] += units * there.known;
    if (there.column == Term::kNoColumn || units == 0) return;
    const auto same = std::ranges::find(sums_[step], there.column, &LinearProgram::Term::column);
    if (same != sums_[step].end())
      same->factor -= units;
    else
      sums_[step].push_back({there.column, -units});
  }
  /// Whether an operator has run when the step ends; `step` counts from 1 here, so that 0 is before the first.
  [[nodiscard]] Term ran_by(Index o, std::uint32_t step) const {
    const Lifetime span = spans_.operators[o];
    if (step <= span.begin) return kZero;
    return step >= span.end ? kOne : runs_[o][step - 1 - span.begin];
  }

  void add_order(Index o) {
    const Lifetime span = spans_.operators[o];
    for (std::uint32_t step = span.begin + 1; step <= span.end; ++step) {
      if (step < span.end) require({{1, ran_by(o, step + 1)}, {-1, ran_by(o, step)}}, 0);
      for (const Index before : problem_.predecessors[o])
        require({{1, ran_by(before, step - 1)}, {-1, ran_by(o, step)}}, 0);
    }
  }

  /// A tensor is there as soon as it is made, until its last user has run: L >= Z(producer, step) - Z(user, step - 1).
  [[nodiscard]] Term add_tensor(Index t, std::uint32_t step) {
    const OrderProblem::Tensor& tensor = problem_.tensors[t];
    const Term made = tensor.producer == OrderProblem::kNone ? kOne : ran_by(tensor.producer, step + 1);
    if (tensor.kept) return made;
    std::vector<Index> users(problem_.users[t].begin(), problem_.users[t].end());
    if (users.empty()) users.push_back(tensor.producer);  // while it is made
    const auto waits_for_certain = [&](Index user) { return step <= spans_.operators[user].begin; };
    if (std::ranges::any_of(users, waits_for_certain)) return made;
    const Term there = choice(false);
    for (const Index user : users) require({{1, there}, {-1, made}, {1, ran_by(user, step)}}, 0);
    return there;
  }

  const OrderProblem& problem_;
  const ScheduleWindows spans_;
  std::vector<std::vector<Term>> runs_;  // by operator, from its first step on: whether it has run by then
  std::vector<std::vector<LinearProgram::Term>> sums_;  // by step: the peak less what may be there
  std::vector<std::int64_t> known_;                     // by step: units that are certainly there
};

/// The bound on all orders that an answer proves, to a program that asks for less than `known.most`. `known.least`
/// where the solver's arithmetic cannot be trusted with numbers that large.
Bytes proved_bound(const SolverAnswer& answer, const OrderModel& model, Bytes base, const Known& known) {
  if (model.program.columns[0].most > kMaxExactUnits) return known.least;
  if (answer.status == Status::infeasible) return known.most;
  const auto bound = answer.status == Status::optimal ? answer.objective : answer.bound;
  if (!bound) return known.least;
  const double units = std::ceil(std::max(0.0, *bound - kTolerance));
  const double limit = static_cast<double>((known.most - base).count / model.unit.count);
  const auto whole = static_cast<std::int64_t>(std::min(units, limit));
  return std::max(known.least, base + Bytes{whole * model.unit.count});
}

}  // namespace

ScheduleWindows find_schedule_windows(const OrderProblem& problem) {
  const auto count = static_cast<std::uint32_t>(problem.count());
  const auto before = Reachability::of_ancestors(problem), after = Reachability::of_descendants(problem);
  ScheduleWindows out;
  for (Index o = 0; o < count; ++o) out.operators.push_back({others(before, o), count - others(after, o)});
  for (Index t = 0; t < problem.tensors.size(); ++t) {
    const OrderProblem::Tensor& tensor = problem.tensors[t];
    Lifetime useful{0, 0};
    if (tensor.producer != OrderProblem::kNone) useful = out.operators[tensor.producer];
    for (const Index user : problem.users[t]) useful.end = std::max(useful.end, out.operators[user].end);
    if (tensor.kept) useful.end = count;
    out.useful.push_back(useful);
  }
  return out;
}

Result<OrderFound> solve_order(const OrderProblem& problem, const Known& known, const SolverChoice& solver,
                               double seconds, const Task& task) {
  const Bytes better = known.most - unit_of(problem);
  OrderFound out{{}, known.most, known.least};
  if (better < known.least) return out;
  const OrderModel model(problem, known.least, better);
  STOWAGE_TRY(const auto answer, solve(solver, model.program, seconds, task));
  out.lower_bound = proved_bound(answer, model, problem.base, known);
  if (answer.status == Status::infeasible || !answer.values) return out;
  auto sequence = model.sequence(*answer.values);
  if (!sequence || !respects_arcs(problem, *sequence)) return wrong_answer(solver, "its solution is not an order");
  const Bytes peak = peak_of(problem, *sequence);
  if (peak < out.lower_bound) return wrong_answer(solver, "an order needs less than its bound");
  if (peak < known.most) {
    out.sequence = std::move(*sequence);
    out.peak = peak;
  }
  return out;
}

}  // namespace stowage::olla
