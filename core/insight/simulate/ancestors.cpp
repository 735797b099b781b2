// SPDX-License-Identifier: Apache-2.0
#include "core/insight/simulate/ancestors.h"

#include <cassert>

namespace stowage {

Ancestors::Ancestors(const Graph& graph) : graph_(graph), step_(graph.operator_count()) {
  control_ = Csr<OperatorId>::from_each(graph.operator_count(), [&](const auto& add) {
    for (const auto& [before, after] : graph.control()) add(after.index(), before);
  });
}

void Ancestors::add(OperatorId target) {
  if (!target.valid()) return;
  std::vector<OperatorId> queue{target};
  const auto visit = [&](const PathStep& step) {
    if (!step.from.valid() || step.from == step.to || contains(step.from)) return;
    step_[step.from.index()] = step;
    queue.push_back(step.from);
  };
  for (std::size_t k = 0; k < queue.size(); ++k) {
    const OperatorId to = queue[k];
    for (TensorId t : graph_.inputs(to)) visit({PathStep::Kind::data, graph_.producer(t), to, t});
    for (OperatorId from : control_[to.index()]) visit({PathStep::Kind::control, from, to, {}});
    if (graph_.position(to) > 1)
      visit({PathStep::Kind::stream, graph_.operators_of(graph_.stream(to))[graph_.position(to) - 2], to, {}});
  }
}

std::vector<PathStep> Ancestors::path(OperatorId from, OperatorId target) const {
  std::vector<PathStep> out;
  while (from != target) {
    assert(contains(from));
    out.push_back(step_[from.index()]);
    from = out.back().to;
  }
  return out;
}

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
