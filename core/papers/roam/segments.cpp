// SPDX-License-Identifier: Apache-2.0
#include "core/papers/roam/segments.h"

#include "core/order/insensitive.h"

namespace stowage::roam {
namespace {

using Index = OrderProblem::Index;

std::vector<OperatorId> trunk_of(const Graph& graph, const Parts& parts) {
  std::vector<OperatorId> out;
  for (OperatorId o : graph.operators())
    if (parts.roles[o.index()] == Role::trunk) out.push_back(o);
  return out;
}

std::vector<bool> insensitive_of(std::span<const OperatorId> trunk, const OrderProblem& problem, const Parts& parts) {
  std::vector<std::uint32_t> places(parts.roles.size());
  for (std::uint32_t k = 0; k < trunk.size(); ++k) places[trunk[k].index()] = k;
  Csr<std::uint32_t> successors;
  std::vector<std::uint32_t> row;
  for (OperatorId o : trunk) {
    row.clear();
    for (Index after : problem.successors[o.index()])
      if (parts.roles[after] == Role::trunk) row.push_back(places[after]);
    successors.add_row(row);
  }
  return memory_insensitive(successors);
}

/// The first segment not before a stage, and the last one not after it.
constexpr std::uint32_t from(std::uint32_t stage) {
  return (stage + 1) / 2 * 2;
}
constexpr std::uint32_t until(std::uint32_t stage) {
  return stage / 2 * 2;
}

void place_inputs(const OrderProblem& problem, const Parts& parts, Segments& out) {
  for (std::size_t k = parts.roles.size(); k-- > 0;) {
    if (parts.roles[k] != Role::input) continue;
    auto stage = static_cast<std::uint32_t>(out.stage_count() - 1);
    for (Index after : problem.successors[k]) {
      const bool waits = parts.roles[after] == Role::side || parts.roles[after] == Role::update;
      stage = std::min(stage, waits ? 0 : until(out.stages[after]));
    }
    out.stages[k] = stage;
  }
}

void place_sides(const OrderProblem& problem, const Parts& parts, Segments& out) {
  for (std::size_t k = 0; k < parts.roles.size(); ++k)
    if (parts.roles[k] == Role::side)
      for (Index before : problem.predecessors[k]) out.stages[k] = std::max(out.stages[k], from(out.stages[before]));
}

/// A branch runs in one segment.
void place_updates(const OrderProblem& problem, const Parts& parts, Segments& out) {
  std::vector<std::uint32_t> first(parts.branch_count);
  for (std::size_t k = 0; k < parts.roles.size(); ++k)
    if (parts.roles[k] == Role::update)
      for (Index before : problem.predecessors[k])
        first[parts.branches[k]] = std::max(first[parts.branches[k]], from(out.stages[before]));
  for (std::size_t k = 0; k < parts.roles.size(); ++k)
    if (parts.roles[k] == Role::update) out.stages[k] = first[parts.branches[k]];
}

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

}  // namespace

Csr<OperatorId> Segments::operators() const {
  std::vector<std::pair<std::uint32_t, OperatorId>> pairs;
  pairs.reserve(stages.size());
  for (std::size_t k = 0; k < stages.size(); ++k) pairs.emplace_back(stages[k], OperatorId(k));
  return Csr<OperatorId>::from_pairs(stage_count(), pairs);
}

Segments find_segments(const Graph& graph, const OrderProblem& problem, const Parts& parts) {
  const auto trunk = trunk_of(graph, parts);
  const auto insensitive = insensitive_of(trunk, problem, parts);
  Segments out;
  out.stages.assign(graph.operator_count(), 0);
  for (std::size_t k = 0; k < trunk.size(); ++k) {
    out.stages[trunk[k].index()] = static_cast<std::uint32_t>(2 * out.insensitive.size() + (insensitive[k] ? 1 : 0));
    if (insensitive[k]) out.insensitive.push_back(trunk[k]);
  }
  place_inputs(problem, parts, out);
  place_sides(problem, parts, out);
  place_updates(problem, parts, out);
  return out;
}

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

}  // namespace stowage::roam
