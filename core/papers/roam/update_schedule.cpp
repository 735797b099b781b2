// SPDX-License-Identifier: Apache-2.0
#include "core/papers/roam/update_schedule.h"

#include <numeric>

#include "core/base/parallel.h"
#include "core/graph/tags.h"
#include "core/order/exact_order.h"

namespace stowage::roam {
namespace {

using Index = OrderProblem::Index;

constexpr std::size_t kMostStates = 5'000;  // of one branch; a chain of Adam has about a hundred

/// Operators grouped: each branch, and each other operator by itself.
struct Groups {
  std::vector<std::vector<Index>> members;
  std::vector<Index> group_of;  // by operator
};

Csr<Index> members_of(const Parts& parts) {
  std::vector<std::pair<std::uint32_t, Index>> pairs;
  for (Index k = 0; k < parts.branches.size(); ++k)
    if (parts.branches[k] != Parts::kNone) pairs.emplace_back(parts.branches[k], k);
  return Csr<Index>::from_pairs(parts.branch_count, pairs);
}

/// The problem of one branch alone: its gradients are there from the start, and what is always present is not counted.
class Alone {
 public:
  Alone(const OrderProblem& whole, const Parts& parts, std::span<const Index> members)
      : whole_(whole), parts_(parts), members_(members), branch_(parts.branches[members.front()]) {}

  Branch measure(const Task& task) {
    const OrderProblem problem = make();
    const OrderFound found = exact_order(problem, {.most_states = kMostStates}, task);
    Branch out{{}, gradient_, found.peak, is_there_at_once() ? found.lower_bound : Bytes{}};
    for (Index o : found.sequence) out.sequence.push_back(members_[o]);
    return out;
  }

 private:
  [[nodiscard]] Index place(Index o) const {
    return static_cast<Index>(std::ranges::lower_bound(members_, o) - members_.begin());
  }
  [[nodiscard]] bool is_inside(Index o) const { return parts_.branches[o] == branch_; }
  [[nodiscard]] std::vector<Index> users_inside(Index t) const {
    std::vector<Index> out;
    for (Index user : whole_.users[t])
      if (is_inside(user)) out.push_back(place(user));
    return out;
  }

  OrderProblem make() {
    std::vector<OperatorId> operators;
    for (Index o : members_) operators.push_back(whole_.operators[o]);
    OrderProblemMaker maker(std::move(operators));
    for (Index o : members_) {
      for (Index after : whole_.successors[o]) maker.add_arc(place(o), place(after));
      for (Index t : whole_.outputs[o])
        maker.add_tensor({whole_.tensors[t].size, place(o), whole_.tensors[t].kept}, users_inside(t));
      for (Index t : whole_.inputs[o]) add_gradient(t, o, maker);
    }
    return maker.take();
  }
  /// Adds a gradient once, at its first user.
  void add_gradient(Index t, Index user, OrderProblemMaker& maker) {
    const auto users = users_inside(t);
    if (!is_gradient(t) || users.front() != place(user)) return;
    gradient_ += whole_.tensors[t].size;
    ++gradients_;
    maker.add_tensor({whole_.tensors[t].size, OrderProblem::kNone, false}, users);
  }

  /// Whether the branch has one gradient, which is there as soon as any of its operators can run, as when it is alone.
  [[nodiscard]] bool is_there_at_once() const {
    return gradients_ == 1 && std::ranges::all_of(members_, [&](Index o) {
             return std::ranges::any_of(whole_.predecessors[o], [&](Index before) { return is_inside(before); }) ||
                    std::ranges::any_of(whole_.inputs[o], [&](Index t) { return is_gradient(t); });
           });
  }
  [[nodiscard]] bool is_gradient(Index t) const {
    const Index producer = whole_.tensors[t].producer;
    return producer != OrderProblem::kNone && !is_inside(producer);
  }

  const OrderProblem& whole_;
  const Parts& parts_;
  std::span<const Index> members_;  // ascending
  std::uint32_t branch_;
  Bytes gradient_{};
  std::size_t gradients_ = 0;
};

/// A branch stands where its last operator does: after all it needs, and nothing needs it.
Groups groups_of(const OrderProblem& problem, const Parts& parts, const std::vector<Branch>& branches) {
  std::vector<std::uint32_t> left(parts.branch_count);
  for (std::size_t b = 0; b < branches.size(); ++b) left[b] = static_cast<std::uint32_t>(branches[b].sequence.size());
  Groups out;
  out.group_of.resize(problem.count());
  for (Index o = 0; o < problem.count(); ++o) {
    const std::uint32_t b = parts.branches[o];
    if (b != Parts::kNone && --left[b] > 0) continue;
    out.members.push_back(b == Parts::kNone ? std::vector{o} : branches[b].sequence);
    for (Index member : out.members.back()) out.group_of[member] = static_cast<Index>(out.members.size() - 1);
  }
  return out;
}

/// Tensors that do not leave their group are left out.
void add_tensors(const OrderProblem& problem, const Groups& groups, std::vector<Bytes>& touched,
                 OrderProblemMaker& maker) {
  std::vector<Index> users;
  for (Index t = 0; t < problem.tensors.size(); ++t) {
    OrderProblem::Tensor tensor = problem.tensors[t];
    const bool is_made = tensor.producer != OrderProblem::kNone;
    users.clear();
    for (Index user : problem.users[t]) users.push_back(groups.group_of[user]);
    std::ranges::sort(users);
    users.erase(std::ranges::unique(users).begin(), users.end());
    if (is_made) {
      const Index made_by = groups.group_of[tensor.producer];
      std::erase(users, made_by);
      if (users.empty() && !tensor.kept && groups.members[made_by].size() > 1) continue;
      tensor.producer = made_by;
      touched[made_by] += tensor.size;
    }
    if (is_made)
      for (Index user : users) touched[user] += tensor.size;
    maker.add_tensor(tensor, users);
  }
}

/// Whether an operator can be the last of its stage: all that follows it there is an update, which can wait.
bool can_be_last(const OrderProblem& problem, const Parts& parts, const Segments& segments, OperatorId o) {
  return std::ranges::none_of(problem.successors[o.index()], [&](OrderProblem::Index after) {
    return parts.roles[after] != Role::update && segments.stages[after] == segments.stages[o.index()];
  });
}

constexpr int kMostCeilings = 32;

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
  /// For when nothing fits and nothing else is left.
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
  const auto members = members_of(parts);
  std::vector<Branch> out(parts.branch_count);
  parallel_for(out.size(), [&](std::size_t b) { out[b] = Alone(problem, parts, members[b]).measure(task); });
  return out;
}

Joined join_branches(const OrderProblem& problem, const Parts& parts, const std::vector<Branch>& branches) {
  const Groups groups = groups_of(problem, parts, branches);
  Joined out;
  std::vector<OperatorId> operators;
  for (const auto& members : groups.members) {
    out.members.add_row(members);
    operators.push_back(problem.operators[members.back()]);
  }
  OrderProblemMaker maker(std::move(operators));
  maker.add_base(problem.base);
  for (Index o = 0; o < problem.count(); ++o)
    for (Index after : problem.successors[o])
      if (groups.group_of[o] != groups.group_of[after]) maker.add_arc(groups.group_of[o], groups.group_of[after]);
  std::vector<Bytes> touched(groups.members.size());
  add_tensors(problem, groups, touched, maker);
  for (Index g = 0; g < groups.members.size(); ++g) {
    const std::uint32_t b = parts.branches[groups.members[g].front()];
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
  std::vector<Bytes> change(segments.stage_count() + 1);
  ActivationCurve out;
  for (TensorId t : graph.tensors()) {
    if (!is_activation(graph, t)) continue;
    std::uint32_t end = segments.stages[graph.producer(t).index()] + 1;
    for (OperatorId o : graph.consumers(t))
      end = std::max(end, segments.stages[o.index()] + (can_be_last(problem, parts, segments, o) ? 1 : 0));
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
  for (int n = 0; n < kMostCeilings && low < high; ++n) {
    const Bytes ceiling = n == 0 ? low : Bytes{low.count + (high.count - low.count) / 2};
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
