// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/olla/joint.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <string>
#include <utility>

#include "core/layout/search/search.h"
#include "core/report/report.h"
#include "core/schedule/exact_order.h"
#include "core/schedule/olla/answers.h"
#include "core/schedule/olla/spans.h"
#include "core/schedule/order.h"
#include "core/schedule/reachability.h"

namespace stowage::olla {
namespace {

using Index = OrderProblem::Index;

constexpr std::uint64_t kIterations = 20'000;  // of the plan to start from

/// Which tensors are gone in every order before others are made.
class Precedence {
 public:
  explicit Precedence(const OrderProblem& problem) : problem_(problem), before_(Reachability::of_ancestors(problem)) {}

  [[nodiscard]] bool ordered(Index i, Index j) const { return is_gone(i, j) || is_gone(j, i); }

 private:
  [[nodiscard]] bool is_gone(Index i, Index j) const {
    const OrderProblem::Tensor &tensor = problem_.tensors[i], &later = problem_.tensors[j];
    if (tensor.kept || later.producer == OrderProblem::kNone) return false;
    const auto is_over = [&](Index o) {
      return o != later.producer && (before_[later.producer][o / 64] >> o % 64 & 1) != 0;
    };
    if (problem_.users[i].empty()) return is_over(tensor.producer);
    return std::ranges::all_of(problem_.users[i], is_over);
  }

  const OrderProblem& problem_;
  Reachability before_;
};

/// By tensor: the steps at which it is there.
std::vector<Lifetime> lifetimes_of(const OrderProblem& problem, std::span<const Index> sequence) {
  std::vector<std::uint32_t> steps(sequence.size());
  for (std::uint32_t k = 0; k < steps.size(); ++k) steps[sequence[k]] = k;
  std::vector<Lifetime> out;
  for (Index t = 0; t < problem.tensors.size(); ++t) {
    const OrderProblem::Tensor& tensor = problem.tensors[t];
    Lifetime life;
    if (tensor.producer != OrderProblem::kNone) life = {steps[tensor.producer], steps[tensor.producer] + 1};
    for (const Index user : problem.users[t]) life.end = std::max(life.end, steps[user] + 1);
    if (tensor.kept) life.end = static_cast<std::uint32_t>(steps.size());
    out.push_back(life);
  }
  return out;
}

/// Why the program cannot be written for this graph; empty where it can.
std::string refusal(const Graph& graph) {
  if (graph.stream_count() > 1) return "plans order and offsets of one stream only";
  if (graph.group_count() > 0) return "knows no contiguous groups";
  if (graph.has_alignments()) return "knows no tensors with an alignment of their own";
  if (!graph.times().empty()) return "cannot change an order that the time axis fixes";
  return {};
}

std::vector<Bytes> sizes_of(const Graph& graph) {
  std::vector<Bytes> out;
  for (const TensorId t : graph.tensors()) out.push_back(graph.size(t));
  return out;
}

/// By TensorId: those of the problem at `starts` above what is always there, which lies at the bottom.
std::vector<Offset> offsets_of(const Graph& graph, const OrderProblem& problem, std::span<const std::int64_t> starts) {
  std::vector<Offset> out(graph.tensor_count());
  std::int64_t bottom = 0;
  std::size_t k = 0;
  for (const TensorId t : graph.tensors()) {
    if (!graph.is_needed(t) || graph.size(t) == Bytes{}) continue;
    if (!graph.producer(t).valid() && graph.is_output(t)) {  // as order_problem() has them
      out[t.index()] = {bottom};
      bottom += graph.size(t).count;
    } else {
      out[t.index()] = {problem.base.count + starts[k++]};
    }
  }
  assert(k == problem.tensors.size() && bottom == problem.base.count);
  return out;
}

}  // namespace

Result<JointModel> JointModel::make(const OrderProblem& problem, Bytes least, Bytes most, std::size_t most_choices) {
  const auto refuse = [&] {
    return tl::unexpected(
        Error::bad_input("", "", "the joint program has more than " + std::to_string(most_choices) + " binaries"));
  };
  const Spans spans = find_spans(problem);
  std::size_t choices = 0;
  for (const Lifetime span : spans.operators) choices += span.end - span.begin - 1;
  if (choices > most_choices) return refuse();
  JointModel model(OrderModel::make(problem, OrderModel::Form::compact, least, most));
  const std::int64_t top = model.program_.columns[0].most;
  model.first_start_ = static_cast<std::uint32_t>(model.program_.columns.size());
  for (const OrderProblem::Tensor& tensor : problem.tensors) {
    const std::int64_t size = tensor.size.count / model.unit().count;
    const LinearProgram::Term above[] = {{0, 1},
                                         {model.program_.add_column({0, std::max<std::int64_t>(0, top - size)}), -1}};
    model.program_.add_row(above, size);  // (8)
  }
  const Precedence precedence(problem);
  for (Index i = 0; i < problem.tensors.size(); ++i)
    for (Index j = i + 1; j < problem.tensors.size(); ++j) {
      if (!spans.useful[i].overlaps(spans.useful[j]) || precedence.ordered(i, j)) continue;
      if (model.binary_count() + 2 > most_choices) return refuse();
      model.add_pair(problem, spans, i, j);
    }
  return model;
}

/// (6) and (7)
void JointModel::add_pair(const OrderProblem& problem, const Spans& spans, Index i, Index j) {
  pairs_ += 2;
  const std::uint32_t below = program_.add_column({0, 1}), above = program_.add_column({0, 1});
  const auto size = [&](Index t) { return problem.tensors[t].size.count / unit().count; };
  add_below(first_start_ + i, size(i), first_start_ + j, below);
  add_below(first_start_ + j, size(j), first_start_ + i, above);
  const Lifetime a = spans.useful[i], b = spans.useful[j];
  bool certain = false;
  for (std::uint32_t step = std::max(a.begin, b.begin); step < std::min(a.end, b.end); ++step) {
    const Term there_i = order_.there(i)[step - a.begin], there_j = order_.there(j)[step - b.begin];
    std::vector<LinearProgram::Term> terms{{below, 1}, {above, 1}};
    std::int64_t least = -1, lowest = 0;
    for (const Term& there : {there_i, there_j}) {
      least += there.known;
      if (there.column == Term::kNoColumn) continue;
      --lowest;
      if (terms.back().column == there.column)  // two outputs of one operator
        --terms.back().factor;
      else
        terms.push_back({there.column, -1});
    }
    certain = certain || least == 1;
    if (lowest < least) program_.add_row(terms, least);
  }
  // The mirror image of a plan is one too: which of two that must not overlap is below may be chosen once.
  if (certain && !std::exchange(mirrored_, true)) program_.columns[above].most = 0;
}

void JointModel::add_below(std::uint32_t lower, std::int64_t size, std::uint32_t upper, std::uint32_t choice) {
  const std::int64_t top = program_.columns[0].most;
  const LinearProgram::Term terms[] = {{upper, 1}, {lower, -1}, {choice, -top}};
  program_.add_row(terms, size - top);
}

std::optional<JointModel::Solution> JointModel::solution(const OrderProblem& problem,
                                                         std::span<const double> values) const {
  auto sequence = order_.sequence(values);
  if (!sequence) return {};
  const auto lives = lifetimes_of(problem, *sequence);
  std::vector<Index> order(problem.tensors.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, {}, [&](Index t) {
    const double half = static_cast<double>(problem.tensors[t].size.count) / (2 * static_cast<double>(unit().count));
    return values[first_start_ + t] + half;
  });
  std::vector<std::int64_t> starts(order.size());
  for (auto t = order.begin(); t != order.end(); ++t)
    for (auto lower = order.begin(); lower != t; ++lower)
      if (lives[*t].overlaps(lives[*lower]))
        starts[*t] = std::max(starts[*t], starts[*lower] + problem.tensors[*lower].size.count);
  return Solution{std::move(*sequence), std::move(starts)};
}

Result<JointAnswer> solve_jointly(const Graph& graph, const Known& known, const SolverChoice& solver,
                                  const JointOptions& options, const Task& task) {
  if (const std::string why = refusal(graph); !why.empty())
    return tl::unexpected(Error::bad_input("", "", "the joint program " + why));
  const OrderProblem problem = order_problem(graph);
  const Bytes better = known.most - OrderModel::unit_of(problem);
  JointAnswer out{{}, known.least};
  if (better < known.least) return JointAnswer{{}, known.most};
  const auto model = JointModel::make(problem, known.least, better, options.most_choices);
  if (!model) return tl::unexpected(model.error());
  const auto answer = solve(solver, model->program(), options.seconds, task);
  if (!answer) return tl::unexpected(answer.error());
  out.lower_bound = proved_bound(*answer, model->program(), {model->unit(), model->base()}, known);
  if (answer->status == SolverAnswer::Status::infeasible || !answer->values) return out;
  const auto solution = model->solution(problem, *answer->values);
  if (!solution || !respects_arcs(problem, solution->sequence))
    return tl::unexpected(contradiction(solver, "its solution is no order"));
  JointPlan plan{{solution->sequence.begin(), solution->sequence.end()},
                 offsets_of(graph, problem, solution->starts),
                 {},
                 out.lower_bound};
  plan.footprint = footprint(sizes_of(graph), plan.offsets);
  if (plan.footprint < out.lower_bound) return tl::unexpected(contradiction(solver, "a plan is below its bound"));
  if (plan.footprint < known.most) out.plan = std::move(plan);
  return out;
}

Result<JointPlan> plan_jointly(const Graph& graph, const JointOptions& options, const Task& task) {
  if (const std::string why = refusal(graph); !why.empty())
    return tl::unexpected(Error::bad_input("", "", "the joint program " + why));
  const OrderFound order = exact_order(order_problem(graph), {}, task);
  JointPlan best{{order.sequence.begin(), order.sequence.end()}, {}, {}, order.lower_bound};
  const Graph ordered = with_order(graph, best.sequence).graph;
  const auto conflicts = Conflicts::compute(ordered, task);
  if (!conflicts) return tl::unexpected(conflicts.error());
  const auto problem = LayoutProblem::make(ordered, *conflicts);
  if (!problem) return tl::unexpected(problem.error());
  const auto plan = make_plan(kSearch, *problem, task, {.iterations = kIterations});
  if (!plan) return tl::unexpected(plan.error());
  best.offsets = plan->offsets;
  best.footprint = plan->footprint;
  if (best.proved() || task.should_stop()) return best;
  const auto solver = chosen_solver();
  if (!solver) return tl::unexpected(solver.error());
  auto answer = solve_jointly(graph, {best.lower_bound, best.footprint}, *solver, options, task);
  if (!answer) return tl::unexpected(answer.error());
  if (answer->plan) best = std::move(*answer->plan);
  best.lower_bound = answer->lower_bound;
  return best;
}

}  // namespace stowage::olla
