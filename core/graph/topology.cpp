// SPDX-License-Identifier: Apache-2.0
#include "core/graph/topology.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace stowage {
namespace {

constexpr std::size_t kCycleNamesShown = 12;

/// Every vertex left over by Kahn's algorithm has a left-over predecessor: walking back must repeat a vertex.
std::vector<std::uint32_t> find_cycle(const Csr<std::uint32_t>& successors,
                                      const std::vector<std::uint32_t>& indegree) {
  const std::size_t n = successors.row_count();
  std::vector<std::uint32_t> predecessor(n);
  std::uint32_t at = 0;
  for (std::uint32_t v = 0; v < n; ++v) {
    if (indegree[v] == 0) continue;
    at = v;
    for (std::uint32_t w : successors[v]) predecessor[w] = v;
  }
  std::vector<bool> seen(n);
  for (; !seen[at]; at = predecessor[at]) seen[at] = true;

  std::vector<std::uint32_t> cycle{at};
  for (std::uint32_t v = predecessor[at]; v != at; v = predecessor[v]) cycle.push_back(v);
  std::ranges::reverse(cycle);
  std::ranges::rotate(cycle, std::ranges::min_element(cycle));
  return cycle;
}

}  // namespace

TopologicalOrder stable_topological_order(const Csr<std::uint32_t>& successors) {
  const std::size_t n = successors.row_count();
  std::vector<std::uint32_t> indegree(n, 0);
  for (std::uint32_t w : successors.items()) ++indegree[w];
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
  for (std::uint32_t v = 0; v < n; ++v)
    if (indegree[v] == 0) ready.push(v);

  TopologicalOrder out;
  out.order.reserve(n);
  while (!ready.empty()) {
    const std::uint32_t v = ready.top();
    ready.pop();
    out.order.push_back(v);
    for (std::uint32_t w : successors[v])
      if (--indegree[w] == 0) ready.push(w);
  }
  if (out.order.size() < n) out.cycle = find_cycle(successors, indegree);
  return out;
}

std::string describe_cycle(const std::vector<std::uint32_t>& cycle, const NameTable& names) {
  std::string out;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    if (i == kCycleNamesShown && cycle.size() > kCycleNamesShown + 1) {
      out += "… (" + std::to_string(cycle.size() - kCycleNamesShown) + " more) → ";
      break;
    }
    out.append(names[cycle[i]]).append(" → ");
  }
  return out.append(names[cycle.front()]);
}

}  // namespace stowage
