// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/roam/parts.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

#include "core/graph/tags.h"

namespace stowage::roam {
namespace {

constexpr std::array<std::string_view, 8> kInputKinds{"Input",       "Parameter", "Placeholder", "Constant",
                                                      "placeholder", "get_attr",  "parameter",   "Variable"};

/// Those of an input kind whose predecessors, if any, are inputs too.
void mark_inputs(const Graph& graph, const Arcs& arcs, std::vector<Role>& roles) {
  for (OperatorId o : graph.operators()) {
    const auto is_input = [&](OperatorId before) { return roles[before.index()] == Role::input; };
    if (std::ranges::find(kInputKinds, graph.kind(o)) != kInputKinds.end() &&
        std::ranges::all_of(arcs.predecessors[o.index()], is_input))
      roles[o.index()] = Role::input;
  }
}

void mark_updates(const Graph& graph, const Arcs& arcs, std::vector<Role>& roles) {
  for (std::size_t k = graph.operator_count(); k-- > 0;) {
    const auto is_update = [&](OperatorId after) { return roles[after.index()] == Role::update; };
    if (graph.phase(OperatorId(k)) == phase::kUpdate && std::ranges::all_of(arcs.successors[k], is_update))
      roles[k] = Role::update;
  }
}

/// The closure of "all that follows me ends in the same gradient". Not of "all that follows me are updates": that would
/// take in the whole step, which exists for nothing else.
void mark_gradients(const Arcs& arcs, std::vector<Role>& roles) {
  std::vector<OperatorId> ends(roles.size());  // of a gradient: the one that makes what updates need
  for (std::size_t k = roles.size(); k-- > 0;) {
    const auto after = arcs.successors[k];
    if (roles[k] != Role::trunk || after.empty()) continue;
    OperatorId end;
    bool same = true;
    for (OperatorId o : after) {
      if (roles[o.index()] == Role::update) continue;
      same = same && roles[o.index()] == Role::gradient && (!end.valid() || ends[o.index()] == end);
      end = ends[o.index()];
    }
    if (!same) continue;
    roles[k] = Role::gradient;
    ends[k] = end.valid() ? end : OperatorId(k);
  }
}

/// Connected updates become one branch.
void number_branches(const Arcs& arcs, Parts& parts) {
  std::vector<std::uint32_t> parent(parts.roles.size());
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (std::uint32_t k = 0; k < parent.size(); ++k) {
    if (parts.roles[k] != Role::update) continue;
    for (OperatorId after : arcs.successors[k]) {
      const auto [low, high] = std::minmax({root(k), root(static_cast<std::uint32_t>(after.index()))});
      parent[high] = low;
    }
  }
  parts.branches.assign(parts.roles.size(), Parts::kNone);
  for (std::uint32_t k = 0; k < parent.size(); ++k) {
    if (parts.roles[k] != Role::update) continue;
    const std::uint32_t first = root(k);  // ≤ k
    parts.branches[k] = first == k ? static_cast<std::uint32_t>(parts.branch_count++) : parts.branches[first];
  }
}

}  // namespace

Parts find_parts(const Graph& graph, const Arcs& arcs) {
  Parts out;
  out.roles.assign(graph.operator_count(), Role::trunk);
  mark_inputs(graph, arcs, out.roles);
  mark_updates(graph, arcs, out.roles);
  mark_gradients(arcs, out.roles);
  if (std::ranges::find(out.roles, Role::trunk) == out.roles.end()) std::ranges::fill(out.roles, Role::trunk);
  number_branches(arcs, out);
  return out;
}

}  // namespace stowage::roam
