// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/roam/parts.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

#include "core/graph/tags.h"

namespace stowage::roam {
namespace {

using Index = OrderProblem::Index;

constexpr std::array<std::string_view, 8> kInputKinds{"Input",       "Parameter", "Placeholder", "Constant",
                                                      "placeholder", "get_attr",  "parameter",   "Variable"};

/// Those of an input kind whose predecessors, if any, are inputs too.
void mark_inputs(const Graph& graph, const OrderProblem& problem, std::vector<Role>& roles) {
  for (OperatorId o : graph.operators()) {
    const auto is_input = [&](Index before) { return roles[before] == Role::input; };
    if (std::ranges::find(kInputKinds, graph.kind(o)) != kInputKinds.end() &&
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

/// The closure of "all that follows me ends in the same gradient". Not of "all that follows me are updates": that would
/// take in the whole step, which exists for nothing else.
void mark_gradients(const OrderProblem& problem, std::vector<Role>& roles) {
  std::vector<Index> ends(roles.size(), Parts::kNone);  // of a gradient: the operator that makes what updates need
  for (Index k = static_cast<Index>(roles.size()); k-- > 0;) {
    const auto after = problem.successors[k];
    if (roles[k] != Role::trunk || after.empty()) continue;
    Index end = Parts::kNone;
    const bool same = std::ranges::all_of(after, [&](Index o) {
      if (roles[o] == Role::update) return true;
      if (end == Parts::kNone) end = ends[o];
      return roles[o] == Role::gradient && ends[o] == end;
    });
    if (!same) continue;
    roles[k] = Role::gradient;
    ends[k] = end == Parts::kNone ? k : end;
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
  mark_gradients(problem, out.roles);
  if (std::ranges::find(out.roles, Role::trunk) == out.roles.end()) std::ranges::fill(out.roles, Role::trunk);
  number_branches(problem, out);
  return out;
}

}  // namespace stowage::roam
