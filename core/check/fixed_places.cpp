// SPDX-License-Identifier: Apache-2.0
#include "core/check/fixed_places.h"

#include <algorithm>
#include <utility>

namespace stowage {

FixedPlaces::FixedPlaces(const Graph& graph, const Plan& plan, bool choices)
    : graph_(graph),
      alignment_(plan.alignment),
      block_of_(graph.tensor_count(), graph.tensor_count()),
      before_(graph.tensor_count()) {
  std::vector<std::vector<std::pair<TensorId, std::int64_t>>> ties(graph.tensor_count());
  const auto tie = [&](TensorId a, TensorId b, std::int64_t distance) {
    ties[a.index()].emplace_back(b, distance);
    ties[b.index()].emplace_back(a, -distance);
  };
  for (const CompanionPair& pair : graph.companions())
    if (choices || !pair.by_choice) tie(pair.first, pair.second, pair.shift);
  for (TensorId t : graph.tensors())
    if (graph.is_view(t)) tie(graph.owner(t), t, graph.inset(t));
  for (GroupId g : graph.groups()) {
    const auto members = graph.members(g);
    for (std::size_t k = 1; k < members.size(); ++k) tie(members[k - 1], members[k], size(members[k - 1]));
  }
  for (TensorId first : graph.tensors()) {
    if (block_of_[first.index()] < graph.tensor_count()) continue;
    std::vector<TensorId> block{first};
    block_of_[first.index()] = blocks_.size();
    std::int64_t lowest = 0;
    for (std::size_t k = 0; k < block.size(); ++k)
      for (const auto& [t, distance] : ties[block[k].index()]) {
        if (std::exchange(block_of_[t.index()], blocks_.size()) == blocks_.size()) continue;
        before_[t.index()] = before_[block[k].index()] + distance;
        lowest = std::min(lowest, before_[t.index()]);
        block.push_back(t);
      }
    for (TensorId t : block) before_[t.index()] -= lowest;
    blocks_.push_back(std::move(block));
  }
}

}  // namespace stowage
