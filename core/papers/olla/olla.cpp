// SPDX-License-Identifier: Apache-2.0
#include "core/papers/olla/olla.h"

#include "core/base/text.h"
#include "core/graph/indexing.h"
#include "core/papers/papers.h"

namespace stowage::olla {
namespace {

using Index = OrderProblem::Index;
using Levels = std::vector<std::int64_t>;

/// Longest paths from sources.
Levels forward_levels(const OrderProblem& problem) {
  Levels out(problem.count());
  for (Index o = 0; o < problem.count(); ++o)
    for (const Index before : problem.predecessors[o]) out[o] = std::max(out[o], out[before] + 1);
  return out;
}

/// Longest paths to sinks.
Levels backward_levels(const OrderProblem& problem) {
  Levels out(problem.count());
  for (auto o = static_cast<Index>(problem.count()); o-- > 0;)
    for (const Index after : problem.successors[o]) out[o] = std::max(out[o], out[after] + 1);
  return out;
}

struct Candidate {
  Index anchor = OrderProblem::kNone;
  std::int64_t level;
};

/// By operator: the candidate that function 4 finds from it. Of a path only the first above the level counts.
std::vector<Candidate> candidates(const OrderProblem& problem, const Levels& forward, const Levels& backward,
                                  std::int64_t level, std::int64_t least) {
  std::vector<Candidate> out(problem.count(), {.level = least});
  for (auto o = static_cast<Index>(problem.count()); o-- > 0;)
    for (const Index after : problem.successors[o]) {
      const Candidate here = forward[after] > level ? Candidate{after, backward[after]} : out[after];
      if (backward[after] > out[o].level && here.level > out[o].level) out[o] = here;
    }
  return out;
}

/// The predecessors of a ring that no earlier ring had, ascending.
std::vector<Index> ring_before(const OrderProblem& problem, const std::vector<Index>& ring, std::vector<bool>& seen) {
  std::vector<Index> out;
  for (const Index o : ring)
    for (const Index before : problem.predecessors[o]) {
      if (seen[before]) continue;
      seen[before] = true;
      out.push_back(before);
    }
  std::ranges::sort(out);
  return out;
}

}  // namespace

std::optional<std::vector<Anchor>> early_updates(const OrderProblem& problem, std::span<const Index> updates,
                                                 const Task& task, std::int64_t least) {
  const Levels forward = forward_levels(problem), backward = backward_levels(problem);
  std::vector<Anchor> out;
  for (const Index update : updates) {
    if (task.should_stop()) return {};
    const auto found = candidates(problem, forward, backward, forward[update], least);
    std::vector<bool> seen(problem.count());
    Candidate best{.level = least};
    for (std::vector<Index> ring{update}; best.anchor == OrderProblem::kNone && !ring.empty();) {
      ring = ring_before(problem, ring, seen);
      for (const Index start : ring)
        if (found[start].level > best.level) best = found[start];
    }
    if (best.anchor != OrderProblem::kNone) out.emplace_back(update, best.anchor);
  }
  return out;
}

std::vector<Index> update_operators(const OrderProblem& problem, const Graph& graph) {
  std::vector<Index> out;
  for (Index o = 0; o < problem.count(); ++o)
    if (problem.successors[o].empty() && graph.phase(problem.operators[o]) == phase::kUpdate) out.push_back(o);
  return out;
}

AnchoredProblem with_anchors(const OrderProblem& problem, std::span<const Anchor> anchors) {
  std::vector<Anchor> arcs(anchors.begin(), anchors.end());
  for (Index o = 0; o < problem.count(); ++o)
    for (const Index next : problem.successors[o]) arcs.emplace_back(o, next);
  AnchoredProblem out{{}, stable_topological_order(Csr<Index>::from_pairs(problem.count(), arcs)).order};
  std::vector<Index> now(problem.count());
  std::vector<OperatorId> operators;
  for (const Index o : out.numbers) {
    now[o] = static_cast<Index>(operators.size());
    operators.push_back(problem.operators[o]);
  }
  OrderProblemMaker maker(std::move(operators));
  maker.add_base(problem.base);
  for (const auto& [before, after] : arcs) maker.add_arc(now[before], now[after]);
  for (Index t = 0; t < problem.tensors.size(); ++t) {
    OrderProblem::Tensor tensor = problem.tensors[t];
    if (tensor.producer != OrderProblem::kNone) tensor.producer = now[tensor.producer];
    std::vector<Index> users;
    for (const Index user : problem.users[t]) users.push_back(now[user]);
    maker.add_tensor(tensor, users);
  }
  out.problem = maker.take();
  return out;
}

}  // namespace stowage::olla

namespace stowage {
namespace {

using Index = OrderProblem::Index;

// Of networks of the zoo, cbc orders all of up to 21,976 choices (GPT-2 XL with SGD), the slowest in 23 s. Of those
// with Adam (30,858 for AlexNet; 644,304 for BERT-base, which take it 1.5 GB) it orders none in a minute; ROAM's
// authors saw the same in an hour. With addresses, it orders those of up to 868 (ResNet-50 forward) in 16 s.
constexpr std::size_t kMostOperators = 5'000, kMostChoices = 1'000'000, kMostJointTensors = 1'000,
                      kMostJointChoices = 1'000;
constexpr double kSeconds = 60;         // where there is no deadline
constexpr double kShareOfSolver = 0.9;  // of the time until a deadline: solvers end late

/// The choices of the program, where they are not too many.
Result<std::size_t> checked_choices(const OrderProblem& problem, bool with_addresses) {
  const auto refuse = [&](std::size_t most, const char* what, std::size_t count) {
    return tl::unexpected(Error::of(Error::Kind::too_large, (with_addresses ? "olla.joint" : "olla") +
                                                                (" takes up to " + grouped_digits(most)) + ' ' + what +
                                                                ", and this graph has " + grouped_digits(count)));
  };
  if (problem.count() > kMostOperators) return refuse(kMostOperators, "operators", problem.count());
  if (with_addresses && problem.tensors.size() > kMostJointTensors)
    return refuse(kMostJointTensors, "tensors", problem.tensors.size());
  const std::size_t choices = olla::count_choices(problem, with_addresses);
  const std::size_t most = with_addresses ? kMostJointChoices : kMostChoices;
  if (choices > most) return refuse(most, "choices", choices);
  return choices;
}

/// Problem (14), or (9), as the paper has it: the solver gets the peak, or a footprint, of the given order with early
/// updates. That order stays where the solver finds none, or the one without early updates where they need more.
Result<Order> ask_solver(bool with_addresses, const Graph& graph, const OrderOptions& options, const Task& task) {
  const OrderProblem whole = order_problem(graph);
  if (whole.count() == 0) return Order{};
  std::vector<olla::Anchor> anchors;
  if (options.early_updates)
    anchors = olla::early_updates(whole, olla::update_operators(whole, graph), task).value_or(anchors);
  const auto [problem, numbers] = olla::with_anchors(whole, anchors);
  STOWAGE_TRY(const std::size_t choices, checked_choices(problem, with_addresses));
  STOWAGE_TRY(const auto solver, choose_solver(options.solver));
  const auto given = numbers_below<Index>(problem.count());
  const auto needs = [&](const OrderProblem& of) {
    if (!with_addresses) return peak_of(of, given);
    auto largest_first = numbers_below<Index>(of.tensors.size());
    std::ranges::stable_sort(largest_first, std::greater(), [&](Index t) { return of.tensors[t].size; });
    return olla::footprint_of(of, given, largest_first);
  };
  const Bytes least = least_peak(problem, task), most = needs(problem);
  if (task.should_stop()) return tl::unexpected(task.why_stopped());
  const auto start = task.now();
  const double seconds = task.deadline ? kShareOfSolver * *task.seconds_left() : kSeconds;
  const auto solved = olla::solve_order(problem, {least, most, with_addresses}, solver, seconds, task);
  if (!solved && solved.error().kind != Error::Kind::timed_out) return tl::unexpected(solved.error());
  olla::SolvedOrder found = solved.value_or(olla::SolvedOrder{{{}, {}, least}});
  const double took = std::chrono::duration<double>(task.now() - start).count();
  std::string remark =
      std::string(solver.solver->id) + ", " + fixed_digits(took, 1) + " s, " + grouped_digits(choices) + " choices: ";
  const Bytes bound = least_peak(whole, task);
  bool early = !anchors.empty();
  if (found.sequence.empty()) {
    if (found.finished) return wrong_answer(solver, "it found no order, but there is one");
    found = {{given, most, std::min(found.lower_bound, most)}};
    if (early && needs(whole) <= most) {
      early = false;
      found = {{given, needs(whole), bound}};
    }
    remark += std::string(kOrderStandsIn) + (early ? " with " : "; ");
  } else if (early) {
    remark += "an order with ";
  }
  if (early) remark += grouped_digits(anchors.size()) + (anchors.size() > 1 ? " updates" : " update") + " early; ";
  if (with_addresses) remark += "the tensors fit into " + grouped_digits(found.peak.count) + " bytes; ";
  if (found.finished && !found.proved())
    remark += std::string("it claims that no order") + (early ? " with these updates early" : "") +
              " needs less, but numbers this large leave the claim unproved";
  else if (early && found.proved() && found.peak > bound)
    remark += "no order with these updates early needs less";
  else  // what is proved of orders with early updates is not proved of all
    remark += describe(OrderFound{{}, found.peak, early ? bound : found.lower_bound});
  // The bound of a footprint, or of orders with early updates, is none of the peak of all orders.
  Order out{{}, with_addresses || !anchors.empty() ? bound : found.lower_bound, std::move(remark)};
  for (const Index o : found.sequence) out.sequence.emplace_back(early ? numbers[o] : o);
  if (options.improved) options.improved({theoretical_peak(graph, out.sequence), out.lower_bound});
  return out;
}

Result<Order> run_olla(const Graph& graph, const OrderOptions& options, const Task& task) {
  return ask_solver(false, graph, options, task);
}

Result<Order> run_olla_joint(const Graph& graph, const OrderOptions& options, const Task& task) {
  return ask_solver(true, graph, options, task);
}

}  // namespace

constexpr OrderStrategy kOlla{
    .id = "olla",
    .title = "OLLA",
    .description =
        OrderText::tr("The least peak that a solver of integer programs finds within its time limit (default: a "
                      "minute), with early weight updates; up to 1,000,000 choices"),
    .source = "OLLA, problem (14), functions 1 to 4",
    .run = run_olla};

constexpr OrderStrategy kOllaJoint{
    .id = "olla.joint",
    .title = "OLLA with addresses",
    .description = OrderText::tr("Order and addresses at once: the order whose tensors need the smallest "
                                 "footprint; up to 1,000 choices"),
    .source = "OLLA, problem (9)",
    .run = run_olla_joint};

}  // namespace stowage
