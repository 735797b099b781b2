// SPDX-License-Identifier: Apache-2.0
#include "core/papers/olla/models.h"

#include <bit>
#include <cmath>
#include <initializer_list>

#include "core/order/reachability.h"

namespace stowage::olla {
namespace {

using Index = OrderProblem::Index;

/// Counts the operators of a row besides `o` itself.
std::uint32_t others(const Reachability& reach, Index o) {
  const auto bits = [](std::uint32_t sum, std::uint64_t word) {
    return sum + static_cast<std::uint32_t>(std::popcount(word));
  };
  const auto row = reach[o];
  return std::accumulate(row.begin(), row.end(), std::uint32_t{0}, bits) - 1;
}

void add_tensors(ScheduleWindows& spans, const OrderProblem& problem) {
  const auto count = static_cast<std::uint32_t>(problem.count());
  for (Index t = 0; t < problem.tensors.size(); ++t) {
    const OrderProblem::Tensor& tensor = problem.tensors[t];
    const bool made = tensor.producer != OrderProblem::kNone;
    const Lifetime span = made ? spans.operators[tensor.producer] : Lifetime{0, 0};
    Lifetime useful{span.begin, span.end};
    for (const Index user : problem.users[t]) useful.end = std::max(useful.end, spans.operators[user].end);
    if (tensor.kept) useful.end = count;
    spans.useful.push_back(useful);
  }
}

constexpr Term kZero{}, kOne{.known = 1};

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

ScheduleWindows find_schedule_windows(const OrderProblem& problem) {
  const auto count = static_cast<std::uint32_t>(problem.count());
  const auto before = Reachability::of_ancestors(problem), after = Reachability::of_descendants(problem);
  ScheduleWindows spans;
  for (Index o = 0; o < count; ++o) spans.operators.push_back({others(before, o), count - others(after, o)});
  add_tensors(spans, problem);
  return spans;
}

/// Writes one program: whether an operator has run by a step (Z), and for each tensor whether it is there (L).
class ModelMaker {
 public:
  ModelMaker(const OrderProblem& problem, OrderModel& model, Bytes least, Bytes most)
      : problem_(problem),
        spans_(find_schedule_windows(problem)),
        model_(model),
        sums_(problem.count(), {{0, 1}}),
        known_(problem.count()) {
    model.unit_ = OrderModel::unit_of(problem);
    model.base_ = problem.base;
    const auto units = [&](Bytes bytes, std::int64_t more) {
      return std::max<std::int64_t>(0, (bytes - problem.base).count + more) / model.unit_.count;
    };
    model.program_.add_column({units(least, model.unit_.count - 1), units(most, 0)});
  }

  void make() {
    for (Index o = 0; o < count(); ++o) {
      const Lifetime span = spans_.operators[o];
      std::vector<Term> runs(span.end - span.begin, kOne);
      for (std::size_t k = 0; k + 1 < runs.size(); ++k) runs[k] = choice();
      set_runs(o, std::move(runs));
    }
    for (Index o = 0; o < count(); ++o) add_order(o);
    for (Index t = 0; t < problem_.tensors.size(); ++t)
      for (std::uint32_t step = spans_.useful[t].begin; step < spans_.useful[t].end; ++step)
        count_in(t, step, add_tensor(t, step));
    add_peaks();
  }

 private:
  struct Part {
    std::int64_t factor;
    Term term;
  };

  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(problem_.count()); }
  [[nodiscard]] Term choice(bool whole = true) { return {.column = model_.program_.add_column({0, 1, whole})}; }

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
    if (lowest < least) model_.program_.add_row(terms, least);
  }

  /// Counts the bytes of the tensor at the step where the term is 1.
  void count_in(Index t, std::uint32_t step, Term there) {
    const std::int64_t units = problem_.tensors[t].size.count / model_.unit_.count;
    known_[step] += units * there.known;
    if (there.column == Term::kNoColumn || units == 0) return;
    const auto same = std::ranges::find(sums_[step], there.column, &LinearProgram::Term::column);
    if (same != sums_[step].end())
      same->factor -= units;
    else
      sums_[step].push_back({there.column, -units});
  }
  /// The rows of (13).
  void add_peaks() {
    for (std::uint32_t step = 0; step < count(); ++step) model_.program_.add_row(sums_[step], known_[step]);
  }
  [[nodiscard]] const std::vector<Term>& runs(Index o) const { return model_.runs_[o]; }
  void set_runs(Index o, std::vector<Term> runs) {
    model_.begins_.push_back(spans_.operators[o].begin);
    model_.runs_.push_back(std::move(runs));
  }

  /// Whether an operator has run when the step ends; `step` counts from 1 here, so that 0 is before the first.
  [[nodiscard]] Term ran_by(Index o, std::uint32_t step) const {
    const Lifetime span = spans_.operators[o];
    if (step <= span.begin) return kZero;
    return step >= span.end ? kOne : runs(o)[step - 1 - span.begin];
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
  OrderModel& model_;
  std::vector<std::vector<LinearProgram::Term>> sums_;  // by step: the peak less what may be there
  std::vector<std::int64_t> known_;                     // by step: units that are certainly there
};

Bytes OrderModel::unit_of(const OrderProblem& problem) {
  std::int64_t unit = 0;
  for (const OrderProblem::Tensor& tensor : problem.tensors) unit = std::gcd(unit, tensor.size.count);
  return {std::max<std::int64_t>(unit, 1)};
}

OrderModel OrderModel::make(const OrderProblem& problem, Bytes least, Bytes most) {
  OrderModel model;
  ModelMaker(problem, model, least, most).make();
  return model;
}

std::size_t OrderModel::binary_count() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(program_.columns.begin() + 1, program_.columns.end(), &LinearProgram::Column::whole));
}

std::optional<std::vector<Index>> OrderModel::sequence(std::span<const double> values) const {
  std::vector<std::uint32_t> steps;
  for (Index o = 0; o < runs_.size(); ++o) {
    const auto runs = [&](Term term) {
      return term.column == Term::kNoColumn ? term.known : values[term.column] > 0.5;
    };
    const auto found = std::ranges::find_if(runs_[o], runs);
    if (found == runs_[o].end()) return {};
    steps.push_back(begins_[o] + static_cast<std::uint32_t>(found - runs_[o].begin()));
  }
  std::vector<Index> out(runs_.size());
  std::iota(out.begin(), out.end(), Index{0});
  std::ranges::stable_sort(out, {}, [&](Index o) { return steps[o]; });
  return out;
}

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
