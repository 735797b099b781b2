// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/model/graph_subset.h"

#include <QCoreApplication>
#include <algorithm>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

void make_distinct(std::vector<OperatorId>& operators) {
  std::ranges::sort(operators);
  operators.erase(std::ranges::unique(operators).begin(), operators.end());
}

/// Control predecessors are not stored in the graph; the few control edges are turned round once.
Csr<OperatorId> control_predecessors(const Graph& graph) {
  std::vector<std::pair<std::size_t, OperatorId>> pairs;
  pairs.reserve(graph.control().size());
  for (const ControlEdge& edge : graph.control()) pairs.emplace_back(edge.after.index(), edge.before);
  return Csr<OperatorId>::from_pairs(graph.operator_count(), pairs);
}

std::vector<OperatorId> neighbours(const Graph& graph, const Csr<OperatorId>& before, OperatorId o) {
  std::vector<OperatorId> out;
  for (TensorId t : graph.inputs(o))
    if (graph.producer(t).valid()) out.push_back(graph.producer(t));
  for (TensorId t : graph.outputs(o)) out.insert(out.end(), graph.consumers(t).begin(), graph.consumers(t).end());
  for (OperatorId other : graph.control_successors(o)) out.push_back(other);
  for (OperatorId other : before[o.index()]) out.push_back(other);
  const auto local = graph.operators_of(graph.stream(o));
  const std::size_t at = graph.position(o) - 1;
  if (at > 0) out.push_back(local[at - 1]);
  if (at + 1 < local.size()) out.push_back(local[at + 1]);
  make_distinct(out);
  std::erase(out, o);
  return out;
}

std::size_t distance(std::span<const OperatorId> sorted_seeds, OperatorId o) {
  const auto after = std::ranges::lower_bound(sorted_seeds, o);
  std::size_t best = static_cast<std::size_t>(-1);
  if (after != sorted_seeds.end()) best = after->index() - o.index();
  if (after != sorted_seeds.begin()) best = std::min(best, o.index() - std::prev(after)->index());
  return best;
}

OperatorId operator_at_peak(const Graph& graph) {
  const std::vector<Bytes> curve = memory_curve(graph, lifetimes(graph));
  return OperatorId(static_cast<std::size_t>(std::ranges::max_element(curve) - curve.begin()));
}

}  // namespace

std::vector<OperatorId> neighbours(const Graph& graph, OperatorId o) {
  return neighbours(graph, control_predecessors(graph), o);
}

std::vector<OperatorId> neighbourhood(const Graph& graph, std::span<const OperatorId> seeds,
                                      std::size_t max_operators) {
  const Csr<OperatorId> before = control_predecessors(graph);
  std::vector<OperatorId> start(seeds.begin(), seeds.end());
  make_distinct(start);
  std::vector<bool> seen(graph.operator_count(), false);
  std::vector<OperatorId> out, ring = start;
  for (OperatorId o : ring) seen[o.index()] = true;
  while (!ring.empty() && out.size() < max_operators) {
    const std::size_t room = max_operators - out.size();
    if (ring.size() > room) {
      std::ranges::stable_sort(ring, {}, [&](OperatorId o) { return distance(start, o); });
      ring.resize(room);
    }
    out.insert(out.end(), ring.begin(), ring.end());
    std::vector<OperatorId> next;
    for (OperatorId o : ring)
      for (OperatorId other : neighbours(graph, before, o))
        if (!seen[other.index()]) {
          seen[other.index()] = true;
          next.push_back(other);
        }
    std::ranges::sort(next);
    ring = std::move(next);
  }
  std::ranges::sort(out);
  return out;
}

std::vector<OperatorId> operators_around(const Graph& graph, std::span<const TensorId> tensors) {
  std::vector<OperatorId> out;
  for (TensorId t : tensors) {
    if (graph.producer(t).valid()) out.push_back(graph.producer(t));
    out.insert(out.end(), graph.consumers(t).begin(), graph.consumers(t).end());
  }
  make_distinct(out);
  return out;
}

GraphSubset choose_operators(const Graph& graph, std::span<const OperatorId> selected,
                             std::span<const OperatorId> path) {
  GraphSubset out;
  if (graph.operator_count() <= kMaxDrawnOperators) {
    for (OperatorId o : graph.operators()) out.operators.push_back(o);
    return out;
  }
  if (!path.empty()) {
    out.around = GraphSubset::Around::path;
    const auto seeds = path.first(std::min(path.size(), kMostOfPath));
    out.path_left = path.size() - seeds.size();
    out.operators = neighbourhood(graph, seeds, std::max(seeds.size(), kNeighbourhoodOperators));
    return out;
  }
  out.around = selected.empty() ? GraphSubset::Around::peak : GraphSubset::Around::selection;
  const OperatorId peak = selected.empty() ? operator_at_peak(graph) : OperatorId();
  out.operators = neighbourhood(graph, selected.empty() ? std::span(&peak, 1) : selected, kNeighbourhoodOperators);
  return out;
}

QString GraphSubset::sentence(const Graph& graph) const {
  if (around == Around::everything) return {};

  const QString counts = QCoreApplication::translate("GraphSubset", "%1 of %2 operators")
                             .arg(grouped(operators.size()), grouped(graph.operator_count()));
  if (around == Around::path && path_left > 0)
    return counts +
           QCoreApplication::translate("GraphSubset", ": a proof's path, without its last %1").arg(grouped(path_left));
  return counts + (around == Around::path
                       ? QCoreApplication::translate("GraphSubset", ": a proof's path and its surroundings")
                   : around == Around::selection
                       ? QCoreApplication::translate("GraphSubset", ": the neighbourhood of the selection")
                       : QCoreApplication::translate("GraphSubset", ": the neighbourhood of the memory peak"));
}

QString module_label(const GraphModules& modules, std::uint32_t node, std::size_t most) {
  const std::string_view name = modules.label(node).substr(0, most);
  return modules.tree.nodes[node].kind == ModuleTree::Kind::phase ? phase_label(name) : text_of(name);
}

QString module_title(const GraphModules& modules, std::uint32_t node, std::size_t most) {
  const std::string_view path = modules.path(node);
  return path.empty() ? module_label(modules, node, most) : text_of(path.substr(0, most));
}

}  // namespace stowage
