// SPDX-License-Identifier: Apache-2.0
#include "core/papers/olla/mip.h"

#include <cmath>

#include "core/base/text.h"
#include "core/graph/claims.h"
#include "core/layout/strategies/strategies.h"
#include "core/papers/olla/olla.h"
#include "core/papers/papers.h"
#include "core/plan/bounds.h"

namespace stowage {
namespace {

constexpr double kShareOfSolver = 0.9;      // of the time until a deadline: solvers end late
constexpr double kUnitTolerance = 1e-6;     // what solvers call equal, of a unit
constexpr double kFactorTolerance = 2e-7;   // and of the largest factor, which a choice that is nearly 0 multiplies
constexpr double kPrintedTolerance = 1e-6;  // of numbers printed with eight digits

/// Judges a solver's answer to a program.
class SolverVerdict {
 public:
  SolverVerdict(const MipModel& model, const SolverChoice& solver) : model_(model), solver_(solver) {}

  [[nodiscard]] Result<void> judge(const SolverAnswer& answer, MipOutcome& out) const {
    const bool optimal = answer.status == SolverAnswer::Status::optimal;
    if (answer.status == SolverAnswer::Status::infeasible)
      return wrong_answer(solver_, "it found no plan, but there is a plan of " + bytes(model_.most()));
    if (optimal && !answer.values) return wrong_answer(solver_, "there is no solution in it");
    std::int64_t valid = model_.most();
    if (answer.values) {
      STOWAGE_TRY(auto starts, starts_of(answer));
      valid = model_.top(starts);
      if (optimal && is_exact() && valid != units_of(*answer.objective))
        return wrong_answer(solver_, "it claims that " + bytes(units_of(*answer.objective)) +
                                         " are needed, but its plan has " + bytes(valid));
      for (std::int64_t& start : starts) start *= model_.unit().count;
      out.starts = std::move(starts);
      out.top = {valid * model_.unit().count};
    }
    out.stopped = !optimal;
    const std::optional<double> claim = optimal ? answer.objective : answer.bound;
    if (!claim || !is_exact()) return {};
    if (units_of(*claim) > valid)
      return wrong_answer(solver_, "it claims that more is needed than the " + bytes(valid) + " of a valid plan");
    out.bound = std::max(out.bound, Bytes{units_of(*claim) * model_.unit().count});
    return {};
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

  /// The placement that the solution's choices give.
  [[nodiscard]] Result<std::vector<std::int64_t>> starts_of(const SolverAnswer& answer) const {
    const std::vector<double>& values = *answer.values;
    const double most = static_cast<double>(model_.most());
    if (!answer.objective || std::abs(*answer.objective - values[0]) > tolerance() + kPrintedTolerance * most)
      return wrong_answer(solver_, "its objective is not that of its solution");
    const double overlap = model_.violation(values);
    if (overlap > 0.5 + kPrintedTolerance * most)
      return wrong_answer(solver_, "its solution is not a plan: tensors overlap by " +
                                       bytes(static_cast<std::int64_t>(std::min(overlap, most))));
    auto starts = model_.starts(values);
    if (!starts) return wrong_answer(solver_, "its solution is not a plan: its below/above order contains a cycle");
    return *std::move(starts);
  }

  const MipModel& model_;
  const SolverChoice& solver_;
};

std::string seconds_text(double seconds) {
  return fixed_digits(seconds, 2) + " s";
}

/// " (1 choice)": the size of a program.
std::string choices_text(std::size_t choices) {
  return " (" + grouped_digits(choices) + (choices == 1 ? " choice)" : " choices)");
}

Result<Layout> run_mip(const LayoutProblem& problem, const PlanOptions& options, const Task& task) {
  STOWAGE_TRY(auto offsets, place_by_recipe(problem, *kGreedyBySize.recipe, kAnyFootprint, task));
  STOWAGE_TRY(const Bounds bounds, all_bounds(problem, task));
  std::vector<MipBlock> blocks;
  for (BlockProblem::Block b = 0; b < problem.block_count(); ++b) blocks.push_back({b});
  STOWAGE_TRY(const auto model,
              MipModel::make(problem, blocks, bounds.best(), footprint(problem.sizes(), offsets), task));
  STOWAGE_TRY(const MipOutcome found, solve_in_time(model, options.solver, task));
  for (const MipBlock& each : blocks) problem.write(each.block, (*found.starts)[each.block], offsets);
  return Layout{std::move(offsets), found.bound, found.text(no_plan_by_choice(problem.graph()) + " is smaller")};
}

/// The largest bytes that divide what a block may start and end at. Without groups and alignments of tensors only the
/// blocks of the program count, so that a small part is not measured in the grains of the whole.
std::int64_t grain_of(const LayoutProblem& problem, std::span<const MipBlock> blocks) {
  if (problem.joins_tensors() || problem.graph().has_alignments()) return problem.granularity();
  std::int64_t out = 0;
  for (const MipBlock& each : blocks)
    out = std::gcd(std::gcd(out, each.start.value_or(0)), problem.block_size(each.block).count);
  return std::max<std::int64_t>(out, 1);
}

}  // namespace

std::string MipOutcome::text(const std::string& claim) const {
  if (solver.empty()) return "nothing was left to a solver";
  std::string out(solver);
  if (!stopped)
    out += (proved() ? " proved in " : " says after ") + seconds_text(seconds) + " that " + claim;
  else
    out += " was stopped after " + seconds_text(seconds) + " with a plan " +
           (proved() ? "that meets the proved bound"
            : std::max(gap(top, bound), 0.001) * 100 < 0.1001
                ? std::string("up to 0.1% above the proved bound")
                : fixed_digits(100 * gap(top, bound), 1) + "% above the proved bound");
  if (!stopped && !proved()) out += ", which numbers this large do not prove";
  return out + choices_text(choices);
}

Result<MipOutcome> solve_placement(const MipModel& model, const SolverChoice& solver, double seconds,
                                   const Task& task) {
  MipOutcome out{.starts = {}, .bound = {model.least() * model.unit().count}, .choices = model.choice_count()};
  if (model.pair_count() == 0) {
    out.starts = model.starts({});
    out.top = {model.top(*out.starts) * model.unit().count};
    for (std::int64_t& start : *out.starts) start *= model.unit().count;
    return out;
  }
  out.solver = solver.solver->id;
  out.stopped = true;
  const auto begin = task.now();
  const auto answer = solve(solver, model.program(), seconds, task);
  out.seconds = std::chrono::duration<double>(task.now() - begin).count();
  if (answer) {
    STOWAGE_CHECK(SolverVerdict(model, solver).judge(*answer, out));
  } else if (answer.error().kind == Error::Kind::cancelled) {
    return tl::unexpected(Error::of(Error::Kind::cancelled, std::string(out.solver) + " was cancelled"));
  } else if (answer.error().is_final()) {
    return tl::unexpected(answer.error());
  }
  return out;
}

Result<MipOutcome> solve_in_time(const MipModel& model, const std::string& named, const Task& task) {
  STOWAGE_TRY(const auto solver, choose_solver(named));
  const auto left = task.seconds_left();
  const double seconds = left ? kShareOfSolver * *left : kSolverSeconds;
  if (task.should_stop() || seconds < kLeastSeconds) return tl::unexpected(task.why_stopped());
  STOWAGE_TRY(MipOutcome out, solve_placement(model, solver, seconds, task));
  if (!out.starts)
    return tl::unexpected(Error::of(Error::Kind::timed_out, std::string(out.solver) + " found no plan within " +
                                                                seconds_text(out.seconds) + choices_text(out.choices)));
  return out;
}

Result<MipModel> MipModel::make(const LayoutProblem& problem, std::span<const MipBlock> blocks, Bytes least, Bytes most,
                                const Task& task) {
  MipModel model;
  model.blocks_ = blocks.size();
  model.unit_ = {grain_of(problem, blocks)};
  STOWAGE_CHECK(model.find_pairs(problem, blocks, task));
  model.write_program(problem, least, most);
  return model;
}

Result<void> MipModel::find_pairs(const LayoutProblem& problem, std::span<const MipBlock> blocks, const Task& task) {
  struct Member {
    TensorId tensor;
    Span span;
  };
  std::vector<Member> members;  // by block
  for (std::size_t place = 0; place < blocks.size(); ++place) {
    const auto [b, start] = blocks[place];
    const auto block = problem.block(b);
    if (std::ranges::none_of(block, [&](TensorId t) { return problem.occupies(t); })) continue;
    const auto placed = static_cast<std::uint32_t>(placed_.size());
    placed_.push_back({.place = place,
                       .column = 0,
                       .size = problem.block_size(b).count / unit_.count,
                       .step = std::max<std::int64_t>(1, problem.block_step(b) / unit_.count)});
    if (start) placed_.back().fixed = *start / unit_.count;
    for (const TensorId t : block) {
      const std::int64_t foot = problem.inset(t) / unit_.count;
      const std::int64_t top = foot + problem.sizes()[t.index()].count / unit_.count;
      if (problem.occupies(t)) members.push_back({t, {placed, foot, top}});
    }
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    for (std::size_t j = i + 1; j < members.size(); ++j) {
      const Member &a = members[i], &b = members[j];
      const bool fixed = placed_[a.span.placed].fixed && placed_[b.span.placed].fixed;
      if (fixed || a.span.placed == b.span.placed || !problem.conflicts().unsafe(a.tensor, b.tensor)) continue;
      if (pairs_.size() == kMaxProgramPairs)
        return tl::unexpected(Error::of(Error::Kind::too_large,
                                        "a program takes up to " + grouped_digits(kMaxProgramPairs) + " unsafe pairs"));
      pairs_.push_back({a.span, b.span});
    }
  }
  return {};
}

void MipModel::write_program(const LayoutProblem& problem, Bytes least, Bytes most) {
  program_.add_column({(least.count + unit_.count - 1) / unit_.count, most.count / unit_.count});
  for (Placed& placed : placed_) {
    if (placed.fixed) continue;
    placed.column = program_.add_column({0, (this->most() - placed.size) / placed.step, placed.step > 1});
    const LinearProgram::Term terms[] = {{0, 1}, {placed.column, -placed.step}};
    program_.add_row(terms, placed.size);
  }
  // The mirror image of a plan without groups, steps and fixed blocks is a plan too: the order of one pair may be
  // chosen.
  const bool mirrored =
      problem.block_count() == problem.sizes().size() &&
      std::ranges::all_of(placed_, [](const Placed& placed) { return placed.step == 1 && !placed.fixed; });
  const auto weight = [](const Pair& pair) { return std::min(pair.a.top - pair.a.foot, pair.b.top - pair.b.foot); };
  const auto chosen = std::ranges::max_element(pairs_, {}, weight) - pairs_.begin();
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const auto& [a, b] = pairs_[p];
    LinearProgram::Column choice{0, 1};
    if ((mirrored && p == static_cast<std::size_t>(chosen)) || !may_be_below(b, a)) choice.most = 0;
    if (!may_be_below(a, b)) choice = {1, 1};
    choices_ += choice.least < choice.most ? 1 : 0;
    const std::uint32_t column = program_.add_column(choice);
    add_below(a, b, column, 0);
    add_below(b, a, column, 1);
  }
}

/// `lower` is below `upper` when the choice is `when`; otherwise the row always holds. `big` is the least possible.
void MipModel::add_below(const Span& lower, const Span& upper, std::uint32_t choice, std::int64_t when) {
  const Placed &l = placed_[lower.placed], &u = placed_[upper.placed];
  std::int64_t weight = lower.below(upper);
  const std::int64_t big = weight + highest(l) - lowest(u);
  if (big <= 0) return;
  std::vector<LinearProgram::Term> terms;
  for (const auto& [placed, sign] : {std::pair(&u, 1), {&l, -1}})
    if (placed->fixed)
      weight -= sign * *placed->fixed;
    else
      terms.push_back({placed->column, sign * placed->step});
  terms.push_back({choice, when == 0 ? big : -big});
  program_.add_row(terms, when == 0 ? weight : weight - big);
}

double MipModel::violation(std::span<const double> values) const {
  double worst = 0;
  for (std::uint32_t p = 0; p < placed_.size(); ++p) {
    const double start = start_of(p, values);
    worst = std::max({worst, -start, start + static_cast<double>(placed_[p].size) - values[0]});
  }
  for (const auto& [a, b] : pairs_) {
    const double apart = start_of(b.placed, values) - start_of(a.placed, values);
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
    const double from = start_of(a.placed, values), apart = start_of(b.placed, values) - from;
    if (static_cast<double>(a.below(b)) - apart <= static_cast<double>(b.below(a)) + apart)
      arcs.push_back({a.placed, b.placed, a.below(b), from});
    else
      arcs.push_back({b.placed, a.placed, b.below(a), from + apart});
  }
  std::ranges::stable_sort(arcs, {}, &Precedence::from);  // so that one sweep nearly always settles all
  std::vector<std::int64_t> start;
  for (const Placed& placed : placed_) start.push_back(lowest(placed));
  bool changed = true;
  for (std::size_t sweep = 0; changed; ++sweep) {
    if (sweep > placed_.size()) return {};  // a cycle
    changed = false;
    for (const Precedence& arc : arcs) {
      const std::int64_t least =
          round_up(std::max<std::int64_t>(0, start[arc.lower] + arc.weight), placed_[arc.upper].step);
      if (least <= start[arc.upper]) continue;
      if (least > kMaxTotalSize.count || placed_[arc.upper].fixed) return {};
      start[arc.upper] = least;
      changed = true;
    }
  }
  std::vector<std::int64_t> out(blocks_);
  for (std::size_t p = 0; p < placed_.size(); ++p) out[placed_[p].place] = start[p];
  return out;
}

std::int64_t MipModel::top(std::span<const std::int64_t> starts) const {
  std::int64_t out = 0;
  for (const Placed& placed : placed_) out = std::max(out, starts[placed.place] + placed.size);
  return out;
}

constexpr LayoutStrategy kMip{
    .id = "mip",
    .title = StrategyText::tr("Integer program"),
    .description = StrategyText::tr("The plan that a solver of integer programs finds within its time limit (default: "
                                    "a minute); may prove it optimal"),
    .source = "Levental, MemoMalloc, chapter 1, section 3; Sekiyama et al.",
    .run = run_mip,
    .limits = {.most_tensors = 3000, .most_pairs = kMaxMipPairs}};

}  // namespace stowage
