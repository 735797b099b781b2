// SPDX-License-Identifier: Apache-2.0
#include "core/safety/detour.h"

#include <algorithm>

namespace stowage {

std::vector<OperatorId> detour(const Graph& graph, const ControlEdge& sync, std::size_t most) {
  const auto [first, last] = sync;
  if (last <= first || last.index() - first.index() > most) return {};
  std::vector<OperatorId> whence(last.index() - first.index() + 1);  // by distance from `first`
  std::vector<OperatorId> queue{first};
  const auto reach = [&](OperatorId from, OperatorId to) {
    if (!to.valid() || to <= first || last < to || whence[to.index() - first.index()].valid()) return;
    whence[to.index() - first.index()] = from;
    queue.push_back(to);
  };
  bool left_out = false;
  for (std::size_t next = 0; next < queue.size() && !whence.back().valid(); ++next) {
    const OperatorId o = queue[next];
    for (TensorId t : graph.outputs(o))
      for (OperatorId use : graph.consumers(t)) reach(o, use);
    reach(o, graph.next_in_stream(o));
    for (OperatorId after : graph.control_successors(o)) {
      if (o == first && after == last && !left_out)
        left_out = true;
      else
        reach(o, after);
    }
  }
  if (!whence.back().valid()) return {};
  std::vector<OperatorId> way{last};
  while (way.back() != first) way.push_back(whence[way.back().index() - first.index()]);
  std::ranges::reverse(way);
  return way;
}

}  // namespace stowage
