// SPDX-License-Identifier: Apache-2.0
#include "core/safety/explain.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "core/base/csr.h"

namespace stowage {
namespace {

/// The operators that must be over before a tensor's bytes are free, its producer aside where others follow it.
std::vector<OperatorId> uses_of(const Graph& graph, TensorId t) {
  const auto consumers = graph.consumers(t);
  if (!consumers.empty()) return {consumers.begin(), consumers.end()};
  if (graph.producer(t).valid()) return {graph.producer(t)};
  return {};
}

Csr<OperatorId> control_predecessors(const Graph& graph) {
  std::vector<std::pair<std::size_t, OperatorId>> pairs;
  pairs.reserve(graph.control().size());
  for (const auto& [before, after] : graph.control()) pairs.emplace_back(after.index(), before);
  return Csr<OperatorId>::from_pairs(graph.operator_count(), pairs);
}

/// Searches backward from operators, breadth first: finds their ancestors, and a shortest path from each.
class Ancestors {
 public:
  explicit Ancestors(const Graph& graph)
      : graph_(graph), control_(control_predecessors(graph)), step_(graph.operator_count()) {}

  /// Adds all ancestors of `target` that are not there yet.
  void add(OperatorId target) {
    if (!target.valid()) return;
    std::vector<OperatorId> queue{target};
    for (std::size_t k = 0; k < queue.size(); ++k) {
      const OperatorId to = queue[k];
      for (TensorId t : graph_.inputs(to)) visit({PathStep::Kind::data, graph_.producer(t), to, t}, queue);
      for (OperatorId from : control_[to.index()]) visit({PathStep::Kind::control, from, to, {}}, queue);
      if (graph_.position(to) > 1) {
        const OperatorId from = graph_.operators_of(graph_.stream(to))[graph_.position(to) - 2];
        visit({PathStep::Kind::stream, from, to, {}}, queue);
      }
    }
  }

  [[nodiscard]] bool contains(OperatorId o) const { return o.valid() && step_[o.index()].to.valid(); }

  /// From an ancestor to the only target added.
  [[nodiscard]] std::vector<PathStep> path(OperatorId from, OperatorId target) const {
    std::vector<PathStep> out;
    while (from != target) {
      assert(contains(from));
      out.push_back(step_[from.index()]);
      from = out.back().to;
    }
    return out;
  }

 private:
  void visit(const PathStep& step, std::vector<OperatorId>& queue) {
    if (!step.from.valid() || step.from == step.to || contains(step.from)) return;
    step_[step.from.index()] = step;
    queue.push_back(step.from);
  }

  const Graph& graph_;
  Csr<OperatorId> control_;
  std::vector<PathStep> step_;  // by operator: the first step of its path
};

void prove(const Graph& graph, Explanation& out) {
  const OperatorId target = graph.producer(out.later);
  Ancestors ancestors(graph);
  ancestors.add(target);
  for (OperatorId use : uses_of(graph, out.earlier)) out.proofs.push_back({use, ancestors.path(use, target)});
}

/// The execution of the proof in conflicts.cpp: all that must precede the two producers, then these.
std::vector<RunEvent> run_until_both_live(const Graph& graph, TensorId a, TensorId b) {
  OperatorId first = graph.producer(a), second = graph.producer(b);
  if (first > second) std::swap(first, second);  // an operator that there is comes before none
  Ancestors ancestors(graph);
  ancestors.add(second.valid() ? second : OperatorId());
  const bool one_leads_to_the_other = ancestors.contains(first);
  ancestors.add(first);

  std::vector<RunEvent> out;
  for (OperatorId o : graph.operators())
    if (ancestors.contains(o)) out.insert(out.end(), {{RunEvent::Kind::start, o}, {RunEvent::Kind::finish, o}});
  if (first.valid() && !one_leads_to_the_other) out.push_back({RunEvent::Kind::start, first});
  if (second.valid() && second != first) out.push_back({RunEvent::Kind::start, second});
  return out;
}

}  // namespace

Explanation explain(const Graph& graph, const Conflicts& conflicts, TensorId a, TensorId b) {
  assert(a != b);
  Explanation out;
  out.safe = !conflicts.unsafe(a, b);
  out.earlier = a;
  out.later = b;
  if (!out.safe) {
    out.interleaving = run_until_both_live(graph, a, b);
    return out;
  }
  if (!conflicts.before(a, b)) std::swap(out.earlier, out.later);
  if (graph.is_needed(a) && graph.is_needed(b)) prove(graph, out);
  return out;
}

}  // namespace stowage
