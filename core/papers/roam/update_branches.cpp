// SPDX-License-Identifier: Apache-2.0
#include "core/papers/roam/update_branches.h"

#include <numeric>

#include "core/base/parallel.h"
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

}  // namespace stowage::roam
