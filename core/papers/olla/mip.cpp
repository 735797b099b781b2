// SPDX-License-Identifier: Apache-2.0
#include "core/papers/papers.h"

#include <cmath>

#include "core/base/text.h"
#include "core/check/validator.h"
#include "core/graph/bound_scope.h"
#include "core/layout/search/portfolio.h"
#include "core/papers/olla/mip_model.h"
#include "core/process/solver.h"

namespace stowage {
namespace {

constexpr double kSeconds = 60;             // where there is no deadline
constexpr double kShareOfSolver = 0.9;      // of the time until a deadline: solvers end late
constexpr double kLeastSeconds = 0.02;      // below, no solver is started
constexpr double kUnitTolerance = 1e-6;     // what solvers call equal, of a unit
constexpr double kFactorTolerance = 2e-7;   // and of the largest factor, which a choice that is nearly 0 multiplies
constexpr double kPrintedTolerance = 1e-6;  // of numbers printed with eight digits

/// A plan and its maker.
struct Incumbent {
  Bytes footprint;
  std::vector<Offset> offsets;  // by TensorId
  std::string maker;            // empty: the solver
};

/// Seconds that the solver may take.
double seconds_for(const Task& task) {
  const auto left = task.seconds_left();
  return left ? std::max(0.0, kShareOfSolver * *left) : kSeconds;
}

/// What to make of a solver's answer to a program.
class SolverVerdict {
 public:
  SolverVerdict(const LayoutProblem& problem, const MipModel& model, const SolverChoice& choice)
      : problem_(problem), model_(model), solver_(choice.solver->id) {}

  /// The better plan of the two, with what is proved of it.
  [[nodiscard]] Result<Layout> judge(const SolverAnswer& answer, Incumbent best, const Task& task) const;

 private:
  [[nodiscard]] tl::unexpected<Error> contradiction(const std::string& what) const {
    return tl::unexpected(
        Error::of(Error::Kind::external, "the answer of " + std::string(solver_) + " is wrong: " + what));
  }
  [[nodiscard]] std::string bytes(std::int64_t units) const {
    return grouped_digits(units * model_.unit().count) + " bytes";
  }
  /// By how much the solver may err, in units.
  [[nodiscard]] double tolerance() const {
    return kUnitTolerance + kFactorTolerance * static_cast<double>(model_.most());
  }
  [[nodiscard]] bool is_exact() const { return model_.most() <= kMostExactUnits; }
  /// Rounds a bound up to whole units, less the tolerance; at most `most` + 1.
  [[nodiscard]] std::int64_t units_of(double bound) const {
    const double up = std::ceil(bound - tolerance());
    return static_cast<std::int64_t>(std::clamp(up, 0.0, static_cast<double>(model_.most()) + 1));
  }
  [[nodiscard]] Result<Plan> plan_of(const SolverAnswer& answer) const;
  [[nodiscard]] Result<void> check_plan(const Plan& plan, const Task& task) const;
  [[nodiscard]] std::string remark(const SolverAnswer& answer, const Incumbent& best, Bytes bound) const;

  const LayoutProblem& problem_;
  const MipModel& model_;
  std::string_view solver_;
};

/// The plan that the solution's choices give.
Result<Plan> SolverVerdict::plan_of(const SolverAnswer& answer) const {
  const std::vector<double>& values = *answer.values;
  const double most = static_cast<double>(model_.most());
  if (!answer.objective || std::abs(*answer.objective - values[0]) > tolerance() + kPrintedTolerance * most)
    return contradiction("its objective is not that of its solution");
  const double overlap = model_.violation(values);
  if (overlap > 0.5 + kPrintedTolerance * most)
    return contradiction("its solution is not a plan: tensors overlap by " +
                         bytes(static_cast<std::int64_t>(std::min(overlap, most))));
  const auto starts = model_.starts(values);
  if (!starts) return contradiction("its solution is not a plan: its below/above order contains a cycle");
  Plan plan;
  plan.alignment = problem_.alignment();
  plan.offsets.resize(problem_.sizes().size());
  for (std::size_t b = 0; b < problem_.block_count(); ++b)
    problem_.write(b, (*starts)[b] * model_.unit().count, plan.offsets);
  plan.footprint = footprint(problem_.sizes(), plan.offsets);
  return plan;
}

/// The validator shares no code with the program.
Result<void> SolverVerdict::check_plan(const Plan& plan, const Task& task) const {
  const auto checked = validate(problem_.graph(), plan, 1, {.stop = task.stop, .deadline = {}, .progress = {}});
  if (!checked) return tl::unexpected(checked.error());
  if (!checked->valid()) return contradiction(checked->violations.front().text);
  return {};
}

std::string SolverVerdict::remark(const SolverAnswer& answer, const Incumbent& best, Bytes bound) const {
  std::string out(solver_);
  if (answer.status == SolverAnswer::Status::optimal)
    out += " says that " + no_plan(problem_.graph()) + " is smaller";
  else if (answer.values)
    out += " was stopped with a plan";
  else
    out += " was stopped before it found a plan";
  if (best.footprint > bound)
    out += ", " + fixed_digits(100 * gap(best.footprint, bound), 1) + "% above the proved bound";
  if (answer.status == SolverAnswer::Status::optimal && best.footprint > bound)
    out += "; with numbers this large the bound is not a proof";
  if (!best.maker.empty()) out += "; the plan is that of " + best.maker;
  return out;
}

Result<Layout> SolverVerdict::judge(const SolverAnswer& answer, Incumbent best, const Task& task) const {
  using Status = SolverAnswer::Status;
  const bool optimal = answer.status == Status::optimal;
  if (answer.status == Status::infeasible)
    return contradiction("it found no plan, but there is a plan of " + bytes(model_.most()));
  if (optimal && !answer.values) return contradiction("there is no solution in it");
  if (answer.values) {
    STOWAGE_TRY(Plan plan, plan_of(answer));
    if (auto checked = check_plan(plan, task); !checked) return tl::unexpected(std::move(checked.error()));
    const std::int64_t units = plan.footprint.count / model_.unit().count;
    if (optimal && is_exact() && units != units_of(*answer.objective))
      return contradiction("it claims that " + bytes(units_of(*answer.objective)) + " are needed, but its plan has " +
                           bytes(units));
    if (plan.footprint < best.footprint) best = {plan.footprint, std::move(plan.offsets), ""};
  }
  Layout out;
  out.lower_bound = {model_.least() * model_.unit().count};
  const std::optional<double> claim = optimal ? answer.objective : answer.bound;
  if (claim && is_exact()) {
    const Bytes proved{units_of(*claim) * model_.unit().count};
    if (proved > best.footprint)
      return contradiction("it claims that more is needed than the " + grouped_digits(best.footprint.count) +
                           " bytes of a valid plan");
    out.lower_bound = std::max(out.lower_bound, proved);
  }
  out.remark = remark(answer, best, out.lower_bound);
  out.offsets = std::move(best.offsets);
  return out;
}

/// Asks the solver for a plan smaller than the best known; where it gave no answer, returns that plan and says why.
Result<Layout> ask_solver(const LayoutProblem& problem, Bytes bound, Incumbent best, const std::string& named,
                          const Task& task) {
  const auto without_answer = [&](const std::string& solver) {
    return Layout{std::move(best.offsets), bound,
                  solver + (task.cancelled() ? " was cancelled" : " found nothing in time") + "; the plan is that of " +
                      best.maker};
  };
  const auto model = MipModel::make(problem, bound, best.footprint, task);
  const bool stopped = !model && !model.error().is_final();
  if (!model && !stopped) return tl::unexpected(model.error());
  STOWAGE_TRY(const auto choice, choose_solver(named));
  const std::string solver(choice.solver->id);
  const double seconds = seconds_for(task);
  if (stopped || seconds < kLeastSeconds) return without_answer(solver);
  const auto answer = solve(choice, model->program(), seconds, task);
  if (answer) return SolverVerdict(problem, *model, choice).judge(*answer, std::move(best), task);
  if (answer.error().is_stop()) return without_answer(solver);
  return tl::unexpected(answer.error());
}

Result<Layout> run(const LayoutProblem& problem, const PlanOptions& options, const Task& task) {
  STOWAGE_TRY(auto known, run_portfolio(problem, options, task));
  const Bytes bound = known.lower_bound;
  if (known.footprint == bound)
    return Layout{std::move(known.offsets), bound, known.winner + " meets the bound; no solver was needed"};
  auto out =
      ask_solver(problem, bound, {known.footprint, std::move(known.offsets), known.winner}, options.solver, task);
  if (out && options.improved) options.improved({footprint(problem.sizes(), out->offsets), out->lower_bound});
  return out;
}

}  // namespace

constexpr LayoutStrategy kMip{.id = "mip",
                              .title = "Integer program",
                              .description =
                                  "The best plan that a solver of integer programs finds within its time limit "
                                  "(default: a minute); may prove it optimal",
                              .source = "Levental, MemoMalloc, chapter 1, section 3; Sekiyama et al.",
                              .improves = true,
                              .run = run,
                              .limits = {.most_tensors = 3000}};

}  // namespace stowage
