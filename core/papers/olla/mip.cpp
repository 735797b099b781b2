// SPDX-License-Identifier: Apache-2.0
#include "core/papers/olla/olla.h"

#include <cmath>

#include "core/base/text.h"
#include "core/check/validator.h"
#include "core/graph/claims.h"
#include "core/layout/search/portfolio.h"
#include "core/papers/papers.h"

namespace stowage {
namespace {

constexpr double kSeconds = 60;             // where there is no deadline
constexpr double kShareOfSolver = 0.9;      // of the time until a deadline: solvers end late
constexpr double kUnitTolerance = 1e-6;     // what solvers call equal, of a unit
constexpr double kFactorTolerance = 2e-7;   // and of the largest factor, which a choice that is nearly 0 multiplies
constexpr double kPrintedTolerance = 1e-6;  // of numbers printed with eight digits

/// Judges a solver's answer to a program.
class SolverVerdict {
 public:
  SolverVerdict(const LayoutProblem& problem, const MipModel& model, const SolverChoice& solver)
      : problem_(problem), model_(model), solver_(solver) {}

  /// The better plan of the two, with the bound that is proved.
  [[nodiscard]] Result<Layout> judge(const SolverAnswer& answer, PortfolioPlan best, const Task& task) const {
    const bool optimal = answer.status == SolverAnswer::Status::optimal;
    if (answer.status == SolverAnswer::Status::infeasible)
      return wrong_answer(solver_, "it found no plan, but there is a plan of " + bytes(model_.most()));
    if (optimal && !answer.values) return wrong_answer(solver_, "there is no solution in it");
    if (answer.values) {
      STOWAGE_TRY(Plan plan, plan_of(answer, task));
      const std::int64_t units = plan.footprint.count / model_.unit().count;
      if (optimal && is_exact() && units != units_of(*answer.objective))
        return wrong_answer(solver_, "it claims that " + bytes(units_of(*answer.objective)) +
                                         " are needed, but its plan has " + bytes(units));
      if (plan.footprint < best.footprint) best = {std::move(plan.offsets), plan.footprint, best.lower_bound, ""};
    }
    Bytes bound{model_.least() * model_.unit().count};
    const std::optional<double> claim = optimal ? answer.objective : answer.bound;
    if (claim && is_exact()) {
      const Bytes proved{units_of(*claim) * model_.unit().count};
      if (proved > best.footprint)
        return wrong_answer(solver_, "it claims that more is needed than the " + grouped_digits(best.footprint.count) +
                                         " bytes of a valid plan");
      bound = std::max(bound, proved);
    }
    std::string words = remark(answer, best, bound);
    return Layout{std::move(best.offsets), bound, std::move(words)};
  }

 private:
  [[nodiscard]] std::string bytes(std::int64_t units) const {
    return grouped_digits(units * model_.unit().count) + " bytes";
  }
  /// By how much the solver may err, in units.
  [[nodiscard]] double tolerance() const {
    return kUnitTolerance + kFactorTolerance * static_cast<double>(model_.most());
  }
  [[nodiscard]] bool is_exact() const { return model_.most() <= kMaxExactUnits; }
  /// Rounds a bound up to whole units, less the tolerance; at most `most` + 1.
  [[nodiscard]] std::int64_t units_of(double bound) const {
    const double up = std::ceil(bound - tolerance());
    return static_cast<std::int64_t>(std::clamp(up, 0.0, static_cast<double>(model_.most()) + 1));
  }

  /// The plan that the solution's choices give. The validator shares no code with the program.
  [[nodiscard]] Result<Plan> plan_of(const SolverAnswer& answer, const Task& task) const {
    const std::vector<double>& values = *answer.values;
    const double most = static_cast<double>(model_.most());
    if (!answer.objective || std::abs(*answer.objective - values[0]) > tolerance() + kPrintedTolerance * most)
      return wrong_answer(solver_, "its objective is not that of its solution");
    const double overlap = model_.violation(values);
    if (overlap > 0.5 + kPrintedTolerance * most)
      return wrong_answer(solver_, "its solution is not a plan: tensors overlap by " +
                                       bytes(static_cast<std::int64_t>(std::min(overlap, most))));
    const auto starts = model_.starts(values);
    if (!starts) return wrong_answer(solver_, "its solution is not a plan: its below/above order contains a cycle");
    Plan plan;
    plan.alignment = problem_.alignment();
    plan.offsets.resize(problem_.sizes().size());
    for (std::size_t b = 0; b < problem_.block_count(); ++b)
      problem_.write(b, (*starts)[b] * model_.unit().count, plan.offsets);
    plan.footprint = footprint(problem_.sizes(), plan.offsets);
    STOWAGE_TRY(const auto checked,
                validate(problem_.graph(), plan, 1, {.stop = task.stop, .deadline = {}, .progress = {}}));
    if (!checked.valid()) return wrong_answer(solver_, checked.violations.front().text);
    return plan;
  }

  [[nodiscard]] std::string remark(const SolverAnswer& answer, const PortfolioPlan& best, Bytes bound) const {
    const bool optimal = answer.status == SolverAnswer::Status::optimal;
    std::string out(solver_.solver->id);
    if (optimal)
      out += " says that " + no_plan(problem_.graph()) + " is smaller";
    else
      out += answer.values ? " was stopped with a plan" : " was stopped before it found a plan";
    if (best.footprint > bound) {
      out += ", " + fixed_digits(100 * gap(best.footprint, bound), 1) + "% above the proved bound";
      if (optimal) out += "; with numbers this large the bound is not a proof";
    }
    if (!best.winner.empty()) out += "; the plan is that of " + best.winner;
    return out;
  }

  const LayoutProblem& problem_;
  const MipModel& model_;
  const SolverChoice& solver_;
};

/// Asks the solver for a plan smaller than the best known; where it gave no answer, returns that plan and says why.
Result<Layout> ask_solver(const LayoutProblem& problem, PortfolioPlan best, const std::string& named,
                          const Task& task) {
  const auto without_answer = [&](const std::string& solver) {
    return Layout{std::move(best.offsets), best.lower_bound,
                  solver + (task.cancelled() ? " was cancelled" : " found nothing in time") + "; the plan is that of " +
                      best.winner};
  };
  const auto model = MipModel::make(problem, best.lower_bound, best.footprint, task);
  const bool stopped = !model && !model.error().is_final();
  if (!model && !stopped) return tl::unexpected(model.error());
  STOWAGE_TRY(const auto choice, choose_solver(named));
  const std::string solver(choice.solver->id);
  const auto left = task.seconds_left();
  const double seconds = left ? kShareOfSolver * *left : kSeconds;
  if (stopped || seconds < kLeastSeconds) return without_answer(solver);
  const auto answer = solve(choice, model->program(), seconds, task);
  if (answer) return SolverVerdict(problem, *model, choice).judge(*answer, std::move(best), task);
  if (answer.error().is_stop()) return without_answer(solver);
  return tl::unexpected(answer.error());
}

Result<Layout> run_mip(const LayoutProblem& problem, const PlanOptions& options, const Task& task) {
  STOWAGE_TRY(auto known, run_portfolio(problem, options, task));
  if (known.footprint == known.lower_bound)
    return Layout{std::move(known.offsets), known.lower_bound, known.winner + " meets the bound; no solver was needed"};
  auto out = ask_solver(problem, std::move(known), options.solver, task);
  if (out && options.improved) options.improved({footprint(problem.sizes(), out->offsets), out->lower_bound});
  return out;
}

}  // namespace

Result<MipModel> MipModel::make(const LayoutProblem& problem, Bytes least, Bytes most, const Task& task) {
  MipModel model;
  model.blocks_ = problem.block_count();
  model.unit_ = {problem.granularity()};
  STOWAGE_CHECK(model.find_pairs(problem, task));
  model.write_program(problem, least, most);
  return model;
}

Result<void> MipModel::find_pairs(const LayoutProblem& problem, const Task& task) {
  struct Member {
    TensorId tensor;
    Span span;
  };
  std::vector<Member> members;  // by block
  for (std::size_t b = 0; b < blocks_; ++b) {
    const auto block = problem.block(b);
    if (std::ranges::none_of(block, [&](TensorId t) { return problem.occupies(t); })) continue;
    const auto placed = static_cast<std::uint32_t>(placed_.size());
    placed_.push_back({.block = static_cast<std::uint32_t>(b),
                       .column = 0,
                       .size = problem.block_size(b).count / unit_.count,
                       .step = std::max<std::int64_t>(1, problem.block_step(b) / unit_.count)});
    std::int64_t foot = 0;
    for (const TensorId t : block) {
      const std::int64_t top = foot + problem.sizes()[t.index()].count / unit_.count;
      if (problem.occupies(t)) members.push_back({t, {placed, foot, top}});
      foot = top;
    }
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    for (std::size_t j = i + 1; j < members.size(); ++j) {
      const Member &a = members[i], &b = members[j];
      if (a.span.placed == b.span.placed || !problem.conflicts().unsafe(a.tensor, b.tensor)) continue;
      if (pairs_.size() == kMaxMipPairs)
        return tl::unexpected(Error::of(Error::Kind::too_large, "mip takes up to " + std::to_string(kMaxMipPairs) +
                                                                    " unsafe pairs, and this graph has more"));
      pairs_.push_back({a.span, b.span});
    }
  }
  return {};
}

void MipModel::write_program(const LayoutProblem& problem, Bytes least, Bytes most) {
  program_.add_column({(least.count + unit_.count - 1) / unit_.count, most.count / unit_.count});
  for (Placed& placed : placed_) {
    placed.column = program_.add_column({0, (this->most() - placed.size) / placed.step, placed.step > 1});
    const LinearProgram::Term terms[] = {{0, 1}, {placed.column, -placed.step}};
    program_.add_row(terms, placed.size);
  }
  // The mirror image of a plan without groups and steps is a plan too: the order of one pair may be chosen.
  const bool mirrored = problem.block_count() == problem.sizes().size() &&
                        std::ranges::all_of(placed_, [](const Placed& placed) { return placed.step == 1; });
  const auto weight = [](const Pair& pair) { return std::min(pair.a.top - pair.a.foot, pair.b.top - pair.b.foot); };
  const auto chosen = std::ranges::max_element(pairs_, {}, weight) - pairs_.begin();
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const bool fixed = mirrored && p == static_cast<std::size_t>(chosen);
    const std::uint32_t choice = program_.add_column({0, fixed ? 0 : 1});
    add_below(pairs_[p].a, pairs_[p].b, choice, 0);
    add_below(pairs_[p].b, pairs_[p].a, choice, 1);
  }
}

/// `lower` is below `upper` when the choice is `when`; otherwise the row always holds. `big` is the least possible.
void MipModel::add_below(const Span& lower, const Span& upper, std::uint32_t choice, std::int64_t when) {
  const Placed &l = placed_[lower.placed], &u = placed_[upper.placed];
  const std::int64_t weight = lower.below(upper), big = weight + most() - l.size;
  if (big <= 0) return;
  const LinearProgram::Term terms[] = {{u.column, u.step}, {l.column, -l.step}, {choice, when == 0 ? big : -big}};
  program_.add_row(terms, when == 0 ? weight : weight - big);
}

double MipModel::violation(std::span<const double> values) const {
  double worst = 0;
  for (const Placed& placed : placed_) {
    const double start = static_cast<double>(placed.step) * values[placed.column];
    worst = std::max({worst, -start, start + static_cast<double>(placed.size) - values[0]});
  }
  for (const auto& [a, b] : pairs_) {
    const double apart = start_of(b, values) - start_of(a, values);
    worst = std::max(worst, std::min(static_cast<double>(a.below(b)) - apart, static_cast<double>(b.below(a)) + apart));
  }
  return worst;
}

std::optional<std::vector<std::int64_t>> MipModel::starts(std::span<const double> values) const {
  struct Precedence {
    std::uint32_t lower, upper;
    std::int64_t weight;
    double from;
  };
  std::vector<Precedence> arcs;
  arcs.reserve(pairs_.size());
  for (const auto& [a, b] : pairs_) {
    const double from = start_of(a, values), apart = start_of(b, values) - from;
    if (static_cast<double>(a.below(b)) - apart <= static_cast<double>(b.below(a)) + apart)
      arcs.push_back({a.placed, b.placed, a.below(b), from});
    else
      arcs.push_back({b.placed, a.placed, b.below(a), from + apart});
  }
  std::ranges::stable_sort(arcs, {}, &Precedence::from);  // so that one sweep nearly always settles all
  std::vector<std::int64_t> start(placed_.size());
  bool changed = true;
  for (std::size_t sweep = 0; changed; ++sweep) {
    if (sweep > placed_.size()) return {};  // a cycle
    changed = false;
    for (const Precedence& arc : arcs) {
      const std::int64_t least =
          round_up(std::max<std::int64_t>(0, start[arc.lower] + arc.weight), placed_[arc.upper].step);
      if (least <= start[arc.upper]) continue;
      if (least > kMaxTotalSize.count) return {};
      start[arc.upper] = least;
      changed = true;
    }
  }
  std::vector<std::int64_t> out(blocks_);
  for (std::size_t p = 0; p < placed_.size(); ++p) out[placed_[p].block] = start[p];
  return out;
}

constexpr LayoutStrategy kMip{
    .id = "mip",
    .title = StrategyText::tr("Integer program"),
    .description = StrategyText::tr("The best plan that a solver of integer programs finds within its time limit "
                                    "(default: a minute); may prove it optimal"),
    .source = "Levental, MemoMalloc, chapter 1, section 3; Sekiyama et al.",
    .improves = true,
    .run = run_mip,
    .limits = {.most_tensors = 3000}};

}  // namespace stowage
