// SPDX-License-Identifier: Apache-2.0
#include "core/papers/roam/operator_roles.h"

#include <array>
#include <numeric>

#include "core/graph/tags.h"

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
/// ends in updates" would be wrong: the whole step exists for nothing else.
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
  std::vector<Index> parent(parts.roles.size());
  std::iota(parent.begin(), parent.end(), Index{0});
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

}  // namespace stowage::roam
