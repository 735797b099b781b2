// SPDX-License-Identifier: Apache-2.0
#include "core/plan/plan.h"

#include <utility>

#include "core/graph/claims.h"

namespace stowage {
namespace {

/// Whether the offsets can be those of a plan at that alignment, by the validator's rule.
bool have_alignment(const Graph& graph, std::span<const Offset> offsets, Bytes alignment) {
  const auto follows = [&](TensorId t) { return graph.group(t).valid() && graph.members(graph.group(t)).front() != t; };
  for (TensorId t : graph.tensors())
    if (graph.size(t) > Bytes{} && graph.is_needed(t) && !graph.is_view(t) && !follows(t) &&
        offsets[t.index()].value % alignment.count != 0)
      return false;
  for (GroupId g : graph.groups()) {
    const auto members = graph.members(g);
    for (std::size_t k = 1; k < members.size(); ++k)
      if (offsets[members[k].index()] !=
          offsets[members[k - 1].index()] + round_up(graph.size(members[k - 1]), alignment))
        return false;
  }
  return true;
}

}  // namespace

Bytes footprint(const Graph& graph, std::span<const Offset> offsets, Bytes alignment) {
  assert(graph.tensor_count() == offsets.size());
  Offset end;
  for (TensorId t : graph.tensors())
    if (graph.size(t) > Bytes{}) end = std::max(end, offsets[t.index()] + round_up(graph.size(t), alignment));
  return end - Offset{};
}

std::optional<Plan> at_alignment(const Graph& graph, Plan plan, Bytes alignment) {
  if (plan.alignment == alignment) return plan;
  if (!have_alignment(graph, plan.offsets, alignment)) return std::nullopt;
  plan.alignment = alignment;
  plan.footprint = footprint(graph, plan.offsets, alignment);
  plan.lower_bound = {};
  plan.bound_tensors.clear();
  plan.proved_optimal = false;
  return plan;
}

Plan imported_plan(const Graph& graph, std::vector<Offset> offsets) {
  Plan plan;
  plan.graph = graph.name();
  plan.strategy = "imported";
  plan.alignment = have_alignment(graph, offsets, graph.alignment()) ? graph.alignment() : Bytes{1};
  plan.footprint = footprint(graph, offsets, plan.alignment);
  plan.offsets = std::move(offsets);
  return plan;
}

bool is_measured(const Graph& graph, const Plan& plan) {
  return !plan.assumed && !uncounted(graph).any();
}

}  // namespace stowage
