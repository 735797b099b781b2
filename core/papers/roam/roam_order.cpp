// SPDX-License-Identifier: Apache-2.0
#include "core/papers/roam/roam.h"

#include "core/base/parallel.h"
#include "core/order/exact_order.h"
#include "core/papers/papers.h"

namespace stowage::roam {
namespace {

using Index = OrderProblem::Index;

/// The limits for a stage, and for one with more operators than the limit. Half as many of the latter need up to 2.5 %
/// more in two of 41 graphs, twice as many 0.8 % less in one and take longer; half and twice as many of the former find
/// the same.
constexpr std::size_t kStatesOfStage = 200'000, kFewStates = 20'000;

/// The stages [begin, end) at whose memory-insensitive operators a tensor is there in any order. An operator of the
/// trunk runs in its stage; a side there or later, an input there or earlier, an update maybe earlier than its branch.
std::pair<std::size_t, std::size_t> sure_stages(const OrderProblem& problem, const Parts& parts,
                                                const Segments& segments, std::size_t t) {
  const OrderProblem::Tensor& tensor = problem.tensors[t];
  std::size_t first_use = segments.stage_count(), end = 0;
  for (Index user : problem.users[t]) {
    const std::size_t stage = segments.stages[user];
    if (parts.roles[user] == Role::trunk) first_use = std::min(first_use, stage);
    if (parts.roles[user] == Role::trunk || parts.roles[user] == Role::side) end = std::max(end, stage + 1);
  }
  if (tensor.kept) end = segments.stage_count();
  if (tensor.producer == OrderProblem::kNone) return {0, end};
  const std::size_t made = segments.stages[tensor.producer];
  if (parts.roles[tensor.producer] == Role::trunk) return {made, std::max(end, made + 1)};
  return {first_use, end};
}

/// Returns the most bytes in memory at a memory-insensitive operator in any order: what the trunk has made, and what
/// operators after it need. No order has a smaller peak. `segments`: as found. O(operators + tensors + uses).
Bytes least_at_insensitive(const OrderProblem& problem, const Parts& parts, const Segments& segments) {
  std::vector<Bytes> change(segments.stage_count() + 1);
  for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
    const auto [begin, end] = sure_stages(problem, parts, segments, t);
    if (begin >= end) continue;
    change[begin] += problem.tensors[t].size;
    change[end] -= problem.tensors[t].size;
  }
  Bytes out{}, now = problem.base;
  for (std::size_t s = 0; s < segments.stage_count(); ++s) {
    now += change[s];
    if (s % 2 == 1) out = std::max(out, now);
  }
  return out;
}

struct StagesOrdered {
  std::vector<OrderProblem::Index> sequence;
  Bytes lower_bound;  ///< proved: no order with these stages has a smaller peak
};

/// Orders stage by stage, on all cores, and puts the answers together: equations (2) and (3). Stages of at most
/// `node_limit` operators are searched for long, larger ones shortly. A search ends as soon as its stage needs no more
/// than some stage needs anyway. When stopped, returns the best so far.
StagesOrdered order_stages(const OrderProblem& whole, std::span<const std::uint32_t> stages, std::size_t stage_count,
                           std::size_t node_limit, const Task& task) {
  const auto parts = stage_problems(whole, stages, stage_count);
  std::vector<Bytes> floors(parts.size());
  parallel_for(parts.size(), [&](std::size_t s) { floors[s] = least_peak(parts[s].problem, task); });
  StagesOrdered out{{}, std::ranges::max(floors)};
  auto longest_first = numbers_below<std::size_t>(parts.size());
  std::ranges::stable_sort(longest_first, std::ranges::greater(),
                           [&](std::size_t s) { return parts[s].members.size(); });

  std::vector<OrderFound> answers(parts.size());
  parallel_for(parts.size(), [&](std::size_t k) {
    const auto& [problem, members] = parts[longest_first[k]];
    const std::size_t states = members.size() <= node_limit ? kStatesOfStage : kFewStates;
    answers[longest_first[k]] = exact_order(problem, {.most_states = states, .floor = out.lower_bound}, task);
  });
  for (std::size_t s = 0; s < parts.size(); ++s) {
    for (Index o : answers[s].sequence) out.sequence.push_back(parts[s].members[o]);
    out.lower_bound = std::max(out.lower_bound, answers[s].lower_bound);
  }
  return out;
}

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
  std::size_t gradients = 0;
  bool waits_for_gradients = true;  // no operator can run before one of them is there
  for (Index o : members) {
    for (Index after : whole.successors[o]) maker.add_arc(place(o), place(after));
    for (Index t : whole.outputs[o]) add_tensor(t, place(o), whole.tensors[t].kept);
    bool waits = std::ranges::any_of(whole.predecessors[o], is_inside);
    for (Index t : whole.inputs[o]) {
      const Index producer = whole.tensors[t].producer;
      if (producer == OrderProblem::kNone || is_inside(producer)) continue;
      waits = true;
      if (*std::ranges::find_if(whole.users[t], is_inside) != o) continue;  // counted at its first user
      out.gradient += whole.tensors[t].size;
      ++gradients;
      add_tensor(t, OrderProblem::kNone, false);
    }
    waits_for_gradients = waits_for_gradients && waits;
  }
  const OrderFound found = exact_order(maker.take(), {.most_states = kMaxStates}, task);
  for (Index o : found.sequence) out.sequence.push_back(members[o]);
  out.peak = found.peak;
  // A single gradient is there as soon as any of the operators can run, as when the branch is alone.
  if (gradients == 1 && waits_for_gradients) out.least = found.lower_bound;
  return out;
}

/// One run of all operators under a ceiling.
class UpdateFitting {
 public:
  UpdateFitting(const OrderProblem& problem, std::span<const Role> roles, Bytes ceiling)
      : problem_(problem), roles_(roles), ceiling_(ceiling), alive_(problem.base) {
    for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
      uses_.push_back(problem.users[t].size());
      if (problem.tensors[t].producer == OrderProblem::kNone) alive_ += problem.tensors[t].size;
    }
    for (Index o = 0; o < problem.count(); ++o) {
      waits_.push_back(problem.predecessors[o].size());
      if (waits_[o] == 0) make_ready(o);
    }
  }

  void follow(std::span<const Index> others) {
    for (Index o : others) {
      if (is_free(o)) continue;
      while (const auto next = next_that_fits()) run_waiting(*next);
      run(o);
    }
    while (!branches_.empty() || !sides_.empty()) {
      const auto next = next_that_fits();
      run_waiting(next ? *next : least_of_all());
    }
  }

  std::vector<Index> sequence;
  Bytes peak{};

 private:
  [[nodiscard]] bool is_free(Index o) const { return roles_[o] == Role::side || roles_[o] == Role::update; }
  void make_ready(Index o) {
    if (roles_[o] == Role::update) branches_.push_back(o);
    if (roles_[o] == Role::side) sides_.push_back(o);
  }
  [[nodiscard]] Bytes made_by(Index o) const {
    Bytes out{};
    for (Index t : problem_.outputs[o]) out += problem_.tensors[t].size;
    return out;
  }
  /// Bytes in memory after the operator, less those before it.
  [[nodiscard]] Bytes growth(Index o) const {
    Bytes out{};
    for (Index t : problem_.outputs[o])
      if (uses_[t] > 0 || problem_.tensors[t].kept) out += problem_.tensors[t].size;
    for (Index t : problem_.inputs[o])
      if (uses_[t] == 1 && !problem_.tensors[t].kept) out -= problem_.tensors[t].size;
    return out;
  }

  /// A branch; or a gradient that takes no more than it gives back, or whose branch fits too.
  [[nodiscard]] std::optional<Index> next_that_fits() const {
    for (Index o : branches_)
      if (alive_ + made_by(o) <= ceiling_) return o;
    for (Index o : sides_)
      if (alive_ + made_by(o) <= ceiling_ && (growth(o) <= Bytes{} || branch_fits_after(o))) return o;
    return {};
  }
  [[nodiscard]] bool branch_fits_after(Index o) const {
    const auto after = problem_.successors[o];
    return !after.empty() && std::ranges::all_of(after, [&](Index b) {
      return roles_[b] == Role::update && waits_[b] == 1 && alive_ + growth(o) + made_by(b) <= ceiling_;
    });
  }
  /// Where none fits: the branch that makes least; without branches, the side that adds least.
  [[nodiscard]] Index least_of_all() const {
    if (!branches_.empty()) return *std::ranges::min_element(branches_, {}, [&](Index o) { return made_by(o); });
    return *std::ranges::min_element(sides_, {}, [&](Index o) { return growth(o); });
  }

  void run_waiting(Index o) {
    std::erase(roles_[o] == Role::update ? branches_ : sides_, o);
    run(o);
  }
  void run(Index o) {
    sequence.push_back(o);
    alive_ += made_by(o);
    peak = std::max(peak, alive_);
    const auto release = [&](Index t) {
      if (uses_[t] == 0 && !problem_.tensors[t].kept) alive_ -= problem_.tensors[t].size;
    };
    for (Index t : problem_.outputs[o]) release(t);
    for (Index t : problem_.inputs[o]) {
      --uses_[t];
      release(t);
    }
    for (Index after : problem_.successors[o])
      if (--waits_[after] == 0) make_ready(after);
  }

  const OrderProblem& problem_;
  std::span<const Role> roles_;
  Bytes ceiling_, alive_;
  std::vector<std::size_t> waits_, uses_;  // by operator: predecessors to come; by tensor: uses to come
  std::vector<Index> branches_, sides_;    // that could run, in the order in which they could first
};

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

Joined join_branches(const OrderProblem& problem, const Parts& parts, const std::vector<Branch>& branches) {
  Joined out;
  std::vector<OperatorId> operators;
  std::vector<Index> joined_of(problem.count());
  std::vector<std::size_t> left;  // by branch: operators to come
  for (const Branch& branch : branches) left.push_back(branch.sequence.size());
  for (Index o = 0; o < problem.count(); ++o) {
    const std::uint32_t b = parts.branches[o];
    // A branch stands where its last operator does: after all it needs, and nothing needs it.
    if (b != Parts::kNone && --left[b] > 0) continue;
    const std::vector<Index> members = b == Parts::kNone ? std::vector{o} : branches[b].sequence;
    for (Index member : members) joined_of[member] = static_cast<Index>(operators.size());
    operators.push_back(problem.operators[members.back()]);
    out.members.add_row(members);
  }
  OrderProblemMaker maker(std::move(operators));
  maker.add_base(problem.base);
  for (Index o = 0; o < problem.count(); ++o)
    for (Index after : problem.successors[o])
      if (joined_of[o] != joined_of[after]) maker.add_arc(joined_of[o], joined_of[after]);
  std::vector<Bytes> touched(out.members.row_count());
  std::vector<Index> users;
  for (Index t = 0; t < problem.tensors.size(); ++t) {
    OrderProblem::Tensor tensor = problem.tensors[t];
    users.clear();
    for (Index user : problem.users[t]) users.push_back(joined_of[user]);
    sort_distinct(users);
    if (tensor.producer != OrderProblem::kNone) {
      tensor.producer = joined_of[tensor.producer];
      std::erase(users, tensor.producer);
      const bool stays_inside = users.empty() && !tensor.kept && out.members[tensor.producer].size() > 1;
      if (stays_inside) continue;
      touched[tensor.producer] += tensor.size;
      for (Index user : users) touched[user] += tensor.size;
    }
    maker.add_tensor(tensor, users);
  }
  for (Index g = 0; g < touched.size(); ++g) {
    const std::uint32_t b = parts.branches[out.members[g].front()];
    if (b != Parts::kNone && branches[b].peak > touched[g])
      maker.add_tensor({branches[b].peak - touched[g], g, false}, std::span<const Index>());
  }
  out.problem = maker.take();
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

std::vector<Index> fit_updates(const OrderProblem& joined, std::span<const Role> roles, std::span<const Index> sequence,
                               Bytes floor) {
  const auto run_under = [&](Bytes ceiling) {
    UpdateFitting run(joined, roles, ceiling);
    run.follow(sequence);
    return std::pair(run.peak, std::move(run.sequence));
  };
  auto best = run_under({std::numeric_limits<std::int64_t>::max() / 2});
  Bytes low = floor,
        high = best.first;  // all fit under `high`; under less than `low`, as far as is known, they do not
  for (bool first = true; low < high; first = false) {
    const Bytes ceiling = first ? low : Bytes{low.count + (high.count - low.count) / 2};
    auto found = run_under(ceiling);
    if (found.first > ceiling)
      low = ceiling + Bytes{1};
    else
      high = found.first;
    if (found.first < best.first) best = std::move(found);
  }
  return std::move(best.second);
}

}  // namespace stowage::roam

namespace stowage {
namespace {

using Index = OrderProblem::Index;

// The limits of the last search. On 41 graphs, half as many states prove less of one, twice as many make one order
// 0.03 % smaller and take half as long again; half and twice as many looks find the same.
constexpr std::size_t kStates = 20'000, kLooks = 20'000'000;

class Roam {
 public:
  Roam(const Graph& graph, const OrderOptions& options, const Task& task)
      : graph_(graph),
        options_(options),
        task_(task),
        problem_(order_problem(graph)),
        parts_(roam::find_parts(graph, problem_)),
        segments_(roam::find_segments(graph, problem_, parts_)) {}

  Order run() && {
    auto given = numbers_below<Index>(problem_.count());
    offer(given);
    const auto lescea = *lescea_order(problem_);  // takes milliseconds: a stopped run returns at least this
    offer(lescea);
    prove(std::max(least_peak(problem_, task_), roam::least_at_insensitive(problem_, parts_, segments_)));
    join_branches();
    for (const roam::Segments& segments : candidates()) try_segments(segments);
    try_fit(trunk_of(lescea));
    try_fit(trunk_of(given));
    search_shortly();
    return {{best_.sequence.begin(), best_.sequence.end()}, best_.lower_bound, describe(best_)};
  }

 private:
  void prove(Bytes lower_bound) { best_.lower_bound = std::max(best_.lower_bound, lower_bound); }
  void offer(std::vector<Index> sequence) {
    const Bytes peak = peak_of(problem_, sequence);
    if (!best_.sequence.empty() && peak >= best_.peak) return;
    best_.peak = peak;
    best_.sequence = std::move(sequence);
    if (options_.improved) options_.improved({best_.peak, best_.lower_bound});
  }
  [[nodiscard]] bool is_done() const { return task_.should_stop() || best_.peak <= best_.lower_bound; }

  void join_branches() {
    branches_ = roam::measure_branches(problem_, parts_, task_);
    for (const roam::Branch& branch : branches_) prove(problem_.base + branch.least);
    joined_ = roam::join_branches(problem_, parts_, branches_);
    joined_of_.resize(problem_.count());
    for (Index o = 0; o < joined_.problem.count(); ++o) {
      roles_.push_back(parts_.roles[joined_.members[o].front()]);
      for (Index member : joined_.members[o]) joined_of_[member] = o;
    }
  }

  /// As published, with a proved bound where that is above the estimate, and never waiting; each once.
  [[nodiscard]] std::vector<roam::Segments> candidates() const {
    const auto curve = roam::activation_curve(graph_, problem_, parts_, segments_);
    std::vector<roam::Segments> out;
    const auto add = [&](roam::Segments segments) {
      if (std::ranges::find(out, segments.stages, &roam::Segments::stages) == out.end())
        out.push_back(std::move(segments));
    };
    add(waiting_until(curve, curve.total));
    add(waiting_until(curve, std::max(curve.total, best_.lower_bound)));
    add(segments_);
    return out;
  }
  [[nodiscard]] roam::Segments waiting_until(const roam::ActivationCurve& curve, Bytes peak) const {
    const double tensors = static_cast<double>(std::max<std::size_t>(1, graph_.tensor_count()));
    const roam::DelayRule rule{peak, static_cast<double>(graph_.total_size().count) / tensors, options_.delay_radius};
    return schedule_updates(segments_, branches_, curve.alive, rule, options_.alpha);
  }

  void try_segments(const roam::Segments& segments) {
    if (is_done()) return;
    std::vector<std::uint32_t> stages;
    for (Index o = 0; o < joined_.problem.count(); ++o) stages.push_back(segments.stages[joined_.members[o].front()]);
    const auto found = roam::order_stages(joined_.problem, stages, segments.stage_count(), options_.node_limit, task_);
    // Exact for the whole only where nothing stands beside the trunk.
    if (std::ranges::all_of(roles_, [](roam::Role role) { return role == roam::Role::trunk; }))
      prove(found.lower_bound);
    offer_joined(found.sequence);
    try_fit(found.sequence);
  }
  void try_fit(const std::vector<Index>& sequence) {
    if (is_done() || branches_.empty()) return;
    offer_joined(roam::fit_updates(joined_.problem, roles_, sequence, best_.lower_bound));
  }

  /// Often proves the best so far, and sometimes finds a better one, as it need not keep to segments.
  void search_shortly() {
    if (is_done()) return;
    OrderFound found = exact_order(
        problem_, {.most_states = kStates, .most_looks = kLooks, .floor = best_.lower_bound, .known = best_.sequence},
        task_);
    prove(found.lower_bound);
    offer(std::move(found.sequence));
  }

  /// A sequence in the joined problem, without branches.
  [[nodiscard]] std::vector<Index> trunk_of(std::span<const Index> sequence) const {
    std::vector<Index> out;
    for (Index o : sequence)
      if (parts_.roles[o] != roam::Role::update) out.push_back(joined_of_[o]);
    return out;
  }
  void offer_joined(const std::vector<Index>& sequence) {
    std::vector<Index> operators;
    for (Index o : sequence) operators.insert(operators.end(), joined_.members[o].begin(), joined_.members[o].end());
    offer(std::move(operators));
  }

  const Graph& graph_;
  const OrderOptions& options_;
  const Task& task_;
  OrderProblem problem_;
  roam::Parts parts_;
  roam::Segments segments_;
  std::vector<roam::Branch> branches_;
  roam::Joined joined_;
  std::vector<roam::Role> roles_;  // by operator of joined_
  std::vector<Index> joined_of_;   // by operator of problem_
  OrderFound best_;
};

Result<Order> run_roam_order(const Graph& graph, const OrderOptions& options, const Task& task) {
  return Roam(graph, options, task).run();
}

}  // namespace

constexpr OrderStrategy kRoamOrder{
    .id = "roam",
    .title = "ROAM",
    .description = OrderText::tr(
        "Cuts at memory-insensitive operators, puts updates where they cost least, and orders each segment exactly"),
    .source = "Shu et al., ROAM: memory-efficient large DNN training via optimized operator ordering and memory layout",
    .run = run_roam_order};

}  // namespace stowage
