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

constexpr std::size_t kFewOperators = 4'096, kFewChoices = 2'000;  // more do not improve a good order in a minute
constexpr double kTolerance = 1e-3;                                // of a unit: what a solver may call equal

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

/// The program. Its first column is the peak, or the footprint, in units above what is always present. Operators may
/// share a step: one after the other they need no more. Where the spans leave a choice, a column says whether an
/// operator has run by a step (Z); whether a tensor is in memory (L) is a real number. The paper's program, with its
/// columns C and P, has the same optimum.
class OrderModel {
 public:
  /// Where no order is within the bounds of the question, the program has no solution. Not whole where the task stops.
  OrderModel(const OrderProblem& problem, const OrderQuestion& question, const Task& task)
      : unit(unit_of(problem)),
        problem_(problem),
        spans_(find_schedule_windows(problem)),
        there_(problem.tensors.size()),
        sums_(problem.count(), {{0, 1}}),
        known_(problem.count()) {
    const auto units = [&](Bytes bytes, std::int64_t more) {
      return std::max<std::int64_t>(0, (bytes - problem.base).count + more) / unit.count;
    };
    program.add_column({units(question.least, unit.count - 1), units(question.most, 0)});
    for (const Lifetime span : spans_.operators) {
      auto& runs = runs_.emplace_back(span.end - span.begin, kOne);
      for (std::size_t k = 0; k + 1 < runs.size(); ++k) runs[k] = choice();
    }
    for (Index o = 0; o < problem.count() && !task.poll(o, 16); ++o) add_order(o);
    for (Index t = 0; t < problem.tensors.size() && !task.poll(t, 16); ++t)
      for (std::uint32_t step = spans_.useful[t].begin; step < spans_.useful[t].end; ++step)
        count_in(t, step, there_[t].emplace_back(add_tensor(t, step)));
    for (std::size_t step = 0; step < problem.count(); ++step) program.add_row(sums_[step], known_[step]);  // (13)
    if (question.with_addresses) add_addresses();
  }

  [[nodiscard]] std::int64_t most() const { return program.columns[0].most; }  ///< in units

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

  /// The tensors of a solution, the lowest first.
  [[nodiscard]] std::vector<Index> upwards(std::span<const double> values) const {
    auto out = numbers_below<Index>(addresses_.size());
    std::ranges::stable_sort(out, {}, [&](Index t) { return values[addresses_[t]]; });
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
      add_to(terms, term, factor);
      lowest += std::min<std::int64_t>(factor, 0);
    }
    if (lowest < least) program.add_row(terms, least);
  }
  /// Solvers refuse a column that is in a row twice.
  static void add_to(std::vector<LinearProgram::Term>& row, Term term, std::int64_t factor) {
    const auto same = std::ranges::find(row, term.column, &LinearProgram::Term::column);
    if (same != row.end())
      same->factor += factor;
    else
      row.push_back({term.column, factor});
  }

  /// Counts the bytes of the tensor at the step where the term is 1.
  void count_in(Index t, std::uint32_t step, Term there) {
    const std::int64_t units = size(t);
    known_[step] += units * there.known;
    if (there.column != Term::kNoColumn && units > 0) add_to(sums_[step], there, -units);
  }
  [[nodiscard]] std::int64_t size(Index t) const { return problem_.tensors[t].size.count / unit.count; }
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

  [[nodiscard]] Term there(Index t, std::uint32_t step) const { return there_[t][step - spans_.useful[t].begin]; }
  void add_addresses() {
    for (Index t = 0; t < there_.size(); ++t) {
      addresses_.push_back(program.add_column({0, most() - size(t), false}));
      const LinearProgram::Term terms[] = {{0, 1}, {addresses_[t], -1}};
      program.add_row(terms, size(t));  // (8)
    }
    for (const auto& [i, j] : pairs_that_meet(problem_, spans_)) {
      const Term below = choice(), above = choice();
      require({{-1, below}, {-1, above}}, -1);  // (6)
      const Lifetime a = spans_.useful[i], b = spans_.useful[j];
      for (std::uint32_t step = std::max(a.begin, b.begin); step < std::min(a.end, b.end); ++step)
        require({{1, below}, {1, above}, {-1, there(i, step)}, {-1, there(j, step)}}, -1);
      add_below(i, j, below);  // (7a)
      add_below(j, i, above);  // (7b)
    }
  }
  void add_below(Index lower, Index upper, Term when) {
    const LinearProgram::Term terms[] = {{addresses_[upper], 1}, {addresses_[lower], -1}, {when.column, -most()}};
    program.add_row(terms, size(lower) - most());
  }

  const OrderProblem& problem_;
  const ScheduleWindows spans_;
  std::vector<std::vector<Term>> there_;  // by tensor, from its first useful step on: whether it is in memory
  std::vector<std::uint32_t> addresses_;  // by tensor: columns
  std::vector<std::vector<Term>> runs_;   // by operator, from its first step on: whether it has run by then
  std::vector<std::vector<LinearProgram::Term>> sums_;  // by step: the peak less what may be there
  std::vector<std::int64_t> known_;                     // by step: units that are certainly there
};

/// The bound on all orders that an answer proves. `least` where the solver's arithmetic cannot be trusted with numbers
/// that large.
Bytes proved_bound(const SolverAnswer& answer, const OrderModel& model, Bytes base, Bytes least) {
  if (model.most() > kMaxExactUnits) return least;
  const auto in_bytes = [&](std::int64_t units) { return std::max(least, base + Bytes{units * model.unit.count}); };
  if (answer.status == Status::infeasible) return in_bytes(model.most() + 1);
  const auto bound = answer.status == Status::optimal ? answer.objective : answer.bound;
  if (!bound) return least;
  const double units = std::ceil(std::max(0.0, *bound - kTolerance));
  return in_bytes(static_cast<std::int64_t>(std::min(units, static_cast<double>(model.most()) + 1)));
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

std::vector<std::pair<Index, Index>> pairs_that_meet(const OrderProblem& problem, const ScheduleWindows& windows) {
  const auto ancestors = Reachability::of_ancestors(problem);
  const auto is_over_before = [&](Index t, Index other) {
    const Index made = problem.tensors[other].producer;
    const auto ran = [&](Index o) { return o != made && (ancestors[made][o / 64] >> o % 64 & 1) != 0; };
    if (made == OrderProblem::kNone || problem.tensors[t].kept) return false;
    return problem.users[t].empty() ? ran(problem.tensors[t].producer) : std::ranges::all_of(problem.users[t], ran);
  };
  std::vector<std::pair<Index, Index>> out;
  for (Index i = 0; i < problem.tensors.size(); ++i)
    for (Index j = i + 1; j < problem.tensors.size(); ++j) {
      const Lifetime a = windows.useful[i], b = windows.useful[j];
      if (a.begin < b.end && b.begin < a.end && !is_over_before(i, j) && !is_over_before(j, i)) out.emplace_back(i, j);
    }
  return out;
}

std::size_t count_choices(const OrderProblem& problem, bool with_addresses) {
  const ScheduleWindows windows = find_schedule_windows(problem);
  std::size_t out = with_addresses ? 2 * pairs_that_meet(problem, windows).size() : 0;
  for (const Lifetime span : windows.operators) out += span.end - span.begin - 1;
  return out;
}

Bytes footprint_of(const OrderProblem& problem, std::span<const Index> sequence, std::span<const Index> tensors) {
  std::vector<std::uint32_t> steps(problem.count());
  for (std::uint32_t k = 0; k < sequence.size(); ++k) steps[sequence[k]] = k;
  struct Block {
    Lifetime life;
    Bytes begin, end;
  };
  std::vector<Block> placed;  // the lowest first
  Bytes out{};
  for (const Index t : tensors) {
    const OrderProblem::Tensor& tensor = problem.tensors[t];
    const std::uint32_t made = tensor.producer == OrderProblem::kNone ? 0 : steps[tensor.producer];
    Lifetime life{made, made + 1};
    for (const Index user : problem.users[t]) life.end = std::max(life.end, steps[user] + 1);
    if (tensor.kept) life.end = static_cast<std::uint32_t>(problem.count());
    Bytes at{};
    for (const Block& other : placed)
      if (other.life.begin < life.end && life.begin < other.life.end && at + tensor.size > other.begin)
        at = std::max(at, other.end);
    const auto above = std::ranges::upper_bound(placed, at, {}, &Block::begin);
    placed.insert(above, {life, at, at + tensor.size});
    out = std::max(out, at + tensor.size);
  }
  return problem.base + out;
}

Result<SolvedOrder> solve_order(const OrderProblem& problem, const OrderQuestion& question, const SolverChoice& solver,
                                double seconds, const Task& task) {
  const OrderModel model(problem, question, task);
  if (task.should_stop()) return tl::unexpected(task.why_stopped());
  STOWAGE_TRY(const auto answer, solve(solver, model.program, seconds, task));
  SolvedOrder out{{{}, {}, proved_bound(answer, model, problem.base, question.least)},
                  answer.status != Status::stopped};
  if (answer.status == Status::infeasible || !answer.values) return out;
  auto sequence = model.sequence(*answer.values);
  if (!sequence || !respects_arcs(problem, *sequence)) return wrong_answer(solver, "its solution is not an order");
  out.peak = question.with_addresses ? footprint_of(problem, *sequence, model.upwards(*answer.values))
                                     : peak_of(problem, *sequence);
  if (out.peak < out.lower_bound) return wrong_answer(solver, "an order needs less than its bound");
  if (out.peak <= question.most) out.sequence = std::move(*sequence);
  return out;
}

Result<void> improve_order(const OrderProblem& problem, OrderFound& known, const SolverChoice& solver, double seconds,
                           const Task& task) {
  if (known.proved() || problem.count() > kFewOperators || count_choices(problem, false) > kFewChoices) return {};
  if (const auto left = task.seconds_left()) seconds = std::min(seconds, *left / 2);
  if (seconds < kLeastSeconds) return {};
  if (known.peak - unit_of(problem) < known.lower_bound) {
    known.lower_bound = known.peak;
    return {};
  }
  STOWAGE_TRY(auto solved, solve_order(problem, {known.lower_bound, known.peak - Bytes{1}}, solver, seconds, task));
  if (!solved.sequence.empty()) {
    known.sequence = std::move(solved.sequence);
    known.peak = solved.peak;
  }
  known.lower_bound = std::min(solved.lower_bound, known.peak);
  return {};
}

}  // namespace stowage::olla
