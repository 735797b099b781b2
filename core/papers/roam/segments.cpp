// SPDX-License-Identifier: Apache-2.0
#include "core/papers/roam/roam.h"

#include "core/papers/papers.h"

namespace stowage::roam {
namespace {

using Index = OrderProblem::Index;

constexpr std::array<std::string_view, 8> kInputKinds{"Input",       "Parameter", "Placeholder", "Constant",
                                                      "placeholder", "get_attr",  "parameter",   "Variable"};

/// Marks operators of an input kind, or backward, whose predecessors, if any, are inputs too.
void mark_inputs(const Graph& graph, const OrderProblem& problem, std::vector<Role>& roles) {
  for (OperatorId o : graph.operators()) {
    const auto is_input = [&](Index before) { return roles[before] == Role::input; };
    if ((graph.phase(o) == phase::kBackward || std::ranges::find(kInputKinds, graph.kind(o)) != kInputKinds.end()) &&
        std::ranges::all_of(problem.predecessors[o.index()], is_input))
      roles[o.index()] = Role::input;
  }
}

void mark_updates(const Graph& graph, const OrderProblem& problem, std::vector<Role>& roles) {
  for (std::size_t k = graph.operator_count(); k-- > 0;) {
    const auto is_update = [&](Index after) { return roles[after] == Role::update; };
    if (graph.phase(OperatorId(k)) == phase::kUpdate && std::ranges::all_of(problem.successors[k], is_update))
      roles[k] = Role::update;
  }
}

/// Marks operators where all that follows ends in one operator that only updates need, or nothing. "All that follows
/// ends in updates" would be wrong: the whole step leads to updates.
void mark_sides(const Graph& graph, const OrderProblem& problem, std::vector<Role>& roles) {
  const bool is_training =
      std::ranges::any_of(graph.operators(), [&](OperatorId o) { return graph.phase(o) == phase::kBackward; });
  std::vector<Index> ends(roles.size(), Parts::kNone);  // by operator: the one in which all that follows it ends
  const auto ends_as_one = [&](Index k) {
    const auto phase = graph.phase(OperatorId(std::size_t{k}));
    const auto after = problem.successors[k];
    // A result, such as the loss itself: backward does not need it.
    if (after.empty()) return is_training && (phase == phase::kForward || phase == phase::kLoss);
    return std::ranges::all_of(after, [&](Index o) {
      if (roles[o] == Role::update) return true;
      if (ends[k] == Parts::kNone) ends[k] = ends[o];
      return roles[o] == Role::side && ends[o] == ends[k];
    });
  };
  for (Index k = static_cast<Index>(roles.size()); k-- > 0;) {
    if (roles[k] != Role::trunk || !ends_as_one(k)) continue;
    roles[k] = Role::side;
    if (ends[k] == Parts::kNone) ends[k] = k;
  }
}

/// Connected updates become one branch.
void number_branches(const OrderProblem& problem, Parts& parts) {
  auto parent = numbers_below<Index>(parts.roles.size());
  const auto root = [&](Index v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (Index k = 0; k < parent.size(); ++k) {
    if (parts.roles[k] != Role::update) continue;
    for (Index after : problem.successors[k]) {
      const auto [low, high] = std::minmax({root(k), root(after)});
      parent[high] = low;
    }
  }
  parts.branches.assign(parts.roles.size(), Parts::kNone);
  for (Index k = 0; k < parent.size(); ++k) {
    if (parts.roles[k] != Role::update) continue;
    const Index first = root(k);  // ≤ k
    parts.branches[k] = first == k ? static_cast<std::uint32_t>(parts.branch_count++) : parts.branches[first];
  }
}

/// The first segment not before a stage, and the last one not after it.
constexpr std::uint32_t from(std::uint32_t stage) {
  return (stage + 1) / 2 * 2;
}
constexpr std::uint32_t until(std::uint32_t stage) {
  return stage / 2 * 2;
}

}  // namespace

Parts find_parts(const Graph& graph, const OrderProblem& problem) {
  Parts out;
  out.roles.assign(graph.operator_count(), Role::trunk);
  mark_inputs(graph, problem, out.roles);
  mark_updates(graph, problem, out.roles);
  mark_sides(graph, problem, out.roles);
  if (std::ranges::find(out.roles, Role::trunk) == out.roles.end()) std::ranges::fill(out.roles, Role::trunk);
  number_branches(problem, out);
  return out;
}

Segments find_segments(const Graph& graph, const OrderProblem& problem, const Parts& parts) {
  std::vector<Index> trunk, places(parts.roles.size());  // by place; by operator: its place
  for (Index o = 0; o < parts.roles.size(); ++o) {
    if (parts.roles[o] != Role::trunk) continue;
    places[o] = static_cast<Index>(trunk.size());
    trunk.push_back(o);
  }
  Csr<Index> successors;
  std::vector<Index> row;
  for (Index o : trunk) {
    row.clear();
    for (Index after : problem.successors[o])
      if (parts.roles[after] == Role::trunk) row.push_back(places[after]);
    successors.add_row(row);
  }
  const std::vector<bool> insensitive = memory_insensitive(successors);
  Segments out;
  auto& stages = out.stages;
  stages.assign(graph.operator_count(), 0);
  for (std::size_t k = 0; k < trunk.size(); ++k) {
    stages[trunk[k]] = static_cast<std::uint32_t>(2 * out.insensitive.size() + (insensitive[k] ? 1 : 0));
    if (insensitive[k]) out.insensitive.emplace_back(trunk[k]);
  }
  for (std::size_t k = stages.size(); k-- > 0;) {
    if (parts.roles[k] != Role::input) continue;
    stages[k] = static_cast<std::uint32_t>(out.stage_count() - 1);
    for (Index after : problem.successors[k]) {
      const bool waits = parts.roles[after] == Role::side || parts.roles[after] == Role::update;
      stages[k] = std::min(stages[k], waits ? 0 : until(stages[after]));
    }
  }
  for (std::size_t k = 0; k < stages.size(); ++k)
    if (parts.roles[k] == Role::side)
      for (Index before : problem.predecessors[k]) stages[k] = std::max(stages[k], from(stages[before]));
  std::vector<std::uint32_t> first(parts.branch_count);  // a branch runs in one segment
  for (std::size_t k = 0; k < stages.size(); ++k)
    if (parts.roles[k] == Role::update)
      for (Index before : problem.predecessors[k])
        first[parts.branches[k]] = std::max(first[parts.branches[k]], from(stages[before]));
  for (std::size_t k = 0; k < stages.size(); ++k)
    if (parts.roles[k] == Role::update) stages[k] = first[parts.branches[k]];
  return out;
}

std::vector<StageProblem> stage_problems(const OrderProblem& whole, std::span<const std::uint32_t> stages,
                                         std::size_t stage_count) {
  std::vector<StageProblem> out(stage_count);
  std::vector<Index> places(whole.count());  // by operator: in its stage
  for (Index o = 0; o < whole.count(); ++o) {
    places[o] = static_cast<Index>(out[stages[o]].members.size());
    out[stages[o]].members.push_back(o);
  }
  std::vector<OrderProblemMaker> makers;
  for (const StageProblem& stage : out) {
    std::vector<OperatorId> operators;
    for (Index o : stage.members) operators.push_back(whole.operators[o]);
    makers.emplace_back(std::move(operators));
  }
  for (Index o = 0; o < whole.count(); ++o)
    for (Index after : whole.successors[o])
      if (stages[after] == stages[o]) makers[stages[o]].add_arc(places[o], places[after]);

  std::vector<Bytes> passing(stage_count + 1);  // by stage: growth of the bytes that only pass through it
  std::vector<Index> users;
  for (Index t = 0; t < whole.tensors.size(); ++t) {
    const auto [size, producer, kept] = whole.tensors[t];
    const bool is_made = producer != OrderProblem::kNone;
    // Its first stage and its last, from 1: 0 is before all stages, and stage_count + 1 after them.
    const std::size_t first = is_made ? stages[producer] + std::size_t{1} : 0;
    std::size_t last = first;
    for (Index user : whole.users[t]) last = std::max(last, stages[user] + std::size_t{1});
    if (kept) last = stage_count + 1;
    const auto add_to = [&](std::size_t stage, const OrderProblem::Tensor& tensor) {
      users.clear();
      for (Index user : whole.users[t])
        if (stages[user] == stage) users.push_back(places[user]);
      makers[stage].add_tensor(tensor, users);
    };
    // It changes in its first stage and in its last, and is there all the time in between.
    if (is_made) add_to(first - 1, {size, places[producer], last > first});
    if (last > first && last <= stage_count) add_to(last - 1, {size, OrderProblem::kNone, false});
    if (last <= first + 1) continue;
    passing[first] += size;
    passing[last - 1] -= size;
  }
  Bytes there = whole.base;
  for (std::size_t s = 0; s < stage_count; ++s) {
    there += passing[s];
    makers[s].add_base(there);
    out[s].problem = makers[s].take();
  }
  return out;
}

Csr<OperatorId> Segments::operators() const {
  std::vector<std::pair<std::uint32_t, OperatorId>> pairs;
  pairs.reserve(stages.size());
  for (std::size_t k = 0; k < stages.size(); ++k) pairs.emplace_back(stages[k], OperatorId(k));
  return Csr<OperatorId>::from_pairs(stage_count(), pairs);
}

}  // namespace stowage::roam
