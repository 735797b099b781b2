// SPDX-License-Identifier: Apache-2.0
#include "core/papers/roam/roam.h"

#include <tuple>

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/papers/olla/olla.h"
#include "core/papers/papers.h"

namespace stowage::roam {
namespace {

using Index = OrderProblem::Index;

/// The limits for a stage, and for one with more operators than the limit. Half as many of the latter need up to 2.5 %
/// more in two of 41 graphs, twice as many 0.8 % less in one and take longer; half and twice as many of the former find
/// the same.
constexpr std::size_t kStatesOfStage = 200'000, kFewStates = 20'000;
constexpr double kSecondsOfStage = 60;  // for a solver

/// The limit for one branch; a chain of Adam has about a hundred. Half and twice as many: the same orders of 41 graphs.
constexpr std::size_t kMaxStates = 5'000;

/// One branch alone: its gradients are there from the start, and what is always present is not counted. `members`:
/// ascending.
Branch measure(const OrderProblem& whole, const Parts& parts, std::span<const Index> members, const Task& task) {
  const auto is_inside = [&](Index o) { return parts.branches[o] == parts.branches[members.front()]; };
  const auto place = [&](Index o) {
    return static_cast<Index>(std::ranges::lower_bound(members, o) - members.begin());
  };
  std::vector<OperatorId> operators;
  for (Index o : members) operators.push_back(whole.operators[o]);
  OrderProblemMaker maker(std::move(operators));
  std::vector<Index> users;
  const auto add_tensor = [&](Index t, Index producer, bool kept) {
    users.clear();
    for (Index user : whole.users[t])
      if (is_inside(user)) users.push_back(place(user));
    maker.add_tensor({whole.tensors[t].size, producer, kept}, users);
  };
  Branch out;
  for (Index o : members) {
    for (Index after : whole.successors[o]) maker.add_arc(place(o), place(after));
    for (Index t : whole.outputs[o]) add_tensor(t, place(o), whole.tensors[t].kept);
    for (Index t : whole.inputs[o]) {
      const Index producer = whole.tensors[t].producer;
      if (producer == OrderProblem::kNone || is_inside(producer)) continue;
      if (*std::ranges::find_if(whole.users[t], is_inside) != o) continue;  // counted at its first user
      out.gradient += whole.tensors[t].size;
      add_tensor(t, OrderProblem::kNone, false);
    }
  }
  const OrderFound found = exact_order(maker.take(), {.most_states = kMaxStates}, task);
  for (Index o : found.sequence) out.sequence.push_back(members[o]);
  out.peak = found.peak;
  return out;
}

/// The stages, ordered each on its own.
struct StagesOrdered {
  std::vector<Index> sequence;          ///< of the whole: equation (3)
  Bytes lower_bound;                    ///< proved: no order with these stages has a smaller peak
  std::size_t ordered = 0, proved = 0;  ///< stages of several operators; those in an order of least peak
};

/// Orders stage by stage, on all cores: equation (2). Stages of at most `node_limit` operators are searched for long,
/// and by the solver, if there is one, where the search proves nothing; larger ones shortly. When stopped, returns the
/// best so far.
StagesOrdered order_stages(const OrderProblem& whole, std::span<const std::uint32_t> stages, std::size_t stage_count,
                           std::size_t node_limit, const SolverChoice* solver, const Task& task) {
  const auto parts = stage_problems(whole, stages, stage_count);
  auto longest_first = numbers_below<std::size_t>(parts.size());
  std::ranges::stable_sort(longest_first, std::ranges::greater(),
                           [&](std::size_t s) { return parts[s].members.size(); });
  std::vector<OrderFound> answers(parts.size());
  parallel_for(parts.size(), [&](std::size_t k) {
    const auto& [problem, members] = parts[longest_first[k]];
    const std::size_t states = members.size() <= node_limit ? kStatesOfStage : kFewStates;
    answers[longest_first[k]] = exact_order(problem, {.most_states = states}, task);
  });
  StagesOrdered out;
  for (std::size_t s = 0; s < parts.size(); ++s) {
    const auto& [problem, members] = parts[s];
    OrderFound& found = answers[s];
    // A solver that fails leaves the order of the search, with its bound.
    if (solver != nullptr && members.size() <= node_limit)
      std::ignore = olla::improve_order(problem, found, *solver, kSecondsOfStage, task);
    for (Index o : found.sequence) out.sequence.push_back(members[o]);
    out.lower_bound = std::max(out.lower_bound, found.lower_bound);
    if (members.size() < 2) continue;
    ++out.ordered;
    if (found.proved()) ++out.proved;
  }
  return out;
}

}  // namespace

std::vector<Branch> measure_branches(const OrderProblem& problem, const Parts& parts, const Task& task) {
  std::vector<std::pair<std::uint32_t, Index>> pairs;
  for (Index k = 0; k < parts.branches.size(); ++k)
    if (parts.branches[k] != Parts::kNone) pairs.emplace_back(parts.branches[k], k);
  const auto members = Csr<Index>::from_pairs(parts.branch_count, pairs);
  std::vector<Branch> out(parts.branch_count);
  parallel_for(out.size(), [&](std::size_t b) { out[b] = measure(problem, parts, members[b], task); });
  return out;
}

bool is_activation(const Graph& graph, TensorId t) {
  const OperatorId producer = graph.producer(t);
  return producer.valid() && (graph.phase(producer) == phase::kForward || graph.phase(producer) == phase::kLoss) &&
         std::ranges::any_of(graph.consumers(t), [&](OperatorId o) { return graph.phase(o) == phase::kBackward; });
}

ActivationCurve activation_curve(const Graph& graph, const OrderProblem& problem, const Parts& parts,
                                 const Segments& segments) {
  // An operator can be the last of its stage if all that follows it there is an update, which can wait.
  const auto can_be_last = [&](OperatorId o) {
    return std::ranges::none_of(problem.successors[o.index()], [&](Index after) {
      return parts.roles[after] != Role::update && segments.stages[after] == segments.stages[o.index()];
    });
  };
  std::vector<Bytes> change(segments.stage_count() + 1);
  ActivationCurve out;
  for (TensorId t : graph.tensors()) {
    if (!is_activation(graph, t)) continue;
    std::uint32_t end = segments.stages[graph.producer(t).index()] + 1;
    for (OperatorId o : graph.consumers(t)) end = std::max(end, segments.stages[o.index()] + (can_be_last(o) ? 1 : 0));
    change[segments.stages[graph.producer(t).index()]] += graph.size(t);
    change[end] -= graph.size(t);
    out.total += graph.size(t);
  }
  std::partial_sum(change.begin(), change.end(), change.begin());
  change.pop_back();
  out.alive = std::move(change);
  return out;
}

Segments schedule_updates(Segments segments, const std::vector<Branch>& branches,
                          std::span<const Bytes> activations_alive, const DelayRule& rule, double alpha) {
  const std::size_t last = segments.stage_count() - 1;
  for (const Branch& branch : branches) {
    std::uint32_t stage = segments.stages[branch.sequence.front()];
    const double factor = alpha > 0 ? alpha : branch.alpha();
    while (stage < last && rule.waits(activations_alive[stage], branch.gradient, factor)) stage += 2;
    for (OrderProblem::Index o : branch.sequence) segments.stages[o] = stage;
  }
  return segments;
}

namespace {

Result<Order> run_order(const Graph& graph, const OrderOptions& options, const Task& task) {
  const OrderProblem problem = order_problem(graph);
  const auto parts = find_parts(graph, problem);
  const auto found = find_segments(graph, problem, parts);
  const auto curve = activation_curve(graph, problem, parts, found);
  const auto tensors = static_cast<double>(std::max<std::size_t>(1, graph.tensor_count()));
  const DelayRule rule{curve.total, static_cast<double>(graph.total_size().count) / tensors, options.delay_radius};
  const auto segments =
      schedule_updates(found, measure_branches(problem, parts, task), curve.alive, rule, options.alpha);
  const auto solver = choose_solver(options.solver);
  auto ordered = order_stages(problem, segments.stages, segments.stage_count(), options.node_limit,
                              solver ? &*solver : nullptr, task);
  OrderFound out{std::move(ordered.sequence), {}, least_peak(problem, task)};
  out.peak = peak_of(problem, out.sequence);
  // Exact for the whole where nothing stands beside the trunk.
  if (std::ranges::all_of(parts.roles, [](Role role) { return role == Role::trunk; }))
    out.lower_bound = std::max(out.lower_bound, ordered.lower_bound);
  if (options.improved) options.improved({out.peak, out.lower_bound});
  std::string remark = "least peak proved for " + grouped_digits(ordered.proved) + " of " +
                       grouped_digits(ordered.ordered) + " segments";
  if (ordered.proved < ordered.ordered) remark += ", the rest is cut short";
  return Order{{out.sequence.begin(), out.sequence.end()}, out.lower_bound, remark + "; " + describe(out)};
}

}  // namespace

}  // namespace stowage::roam

namespace stowage {

constexpr OrderStrategy kRoamOrder{
    .id = "roam",
    .title = "ROAM",
    .description = OrderText::tr("Cuts at memory-insensitive operators, lets updates wait for a later segment while "
                                 "activations fill the memory, and gives each segment its least peak"),
    .source = "Shu et al., ROAM: memory-efficient large DNN training via optimized operator ordering and memory layout",
    .run = roam::run_order};

}  // namespace stowage
