// SPDX-License-Identifier: Apache-2.0
#include "core/insight/edit/edits.h"

#include <cassert>
#include <set>

#include "core/graph/indexing.h"
#include "core/insight/simulate/ancestors.h"
#include "core/safety/chains.h"

namespace stowage {
namespace {

/// The cycle that an edge before → after would close, or empty.
std::string cycle_through(const Graph& graph, OperatorId before, OperatorId after) {
  if (after > before) return {};  // every arc leads to a later operator
  Ancestors ancestors(graph);
  ancestors.add(before);
  if (!ancestors.contains(after)) return {};
  std::vector<std::uint32_t> cycle{static_cast<std::uint32_t>(before.index())};
  for (const PathStep& step : ancestors.path(after, before))
    cycle.push_back(static_cast<std::uint32_t>(step.from.index()));
  return describe_cycle(cycle, graph.data().operator_names);
}

/// The global order that the arcs of `data` and the local orders of `graph` allow, closest to the one there is.
TopologicalOrder stable_order(const Graph& graph, const Graph::Data& data) {
  return stable_topological_order(Csr<std::uint32_t>::from_each(graph.operator_count(), [&](const auto& add) {
    for_each_arc(data, [&](Arc arc) { add(arc.from.index(), static_cast<std::uint32_t>(arc.to.index())); });
    for (OperatorId o : graph.operators())
      if (const OperatorId next = graph.next_in_stream(o); next.valid())
        add(o.index(), static_cast<std::uint32_t>(next.index()));
  }));
}

std::string arrow(const Graph& graph, OperatorId before, OperatorId after) {
  return std::string(graph.name(before)) + " → " + std::string(graph.name(after));
}

/// Whether other arcs than the given sync lead from its first operator to its second.
bool others_imply(const Graph& graph, const ChainReachability& first, const ControlEdge& sync) {
  const auto& [u, v] = sync;
  const auto leads = [&, v = v](OperatorId w) { return w == v || (w < v && first.leads_to(w, v)); };
  if (const OperatorId next = graph.next_in_stream(u); next.valid() && leads(next)) return true;
  for (TensorId t : graph.outputs(u))
    for (OperatorId use : graph.consumers(t))
      if (use != u && leads(use)) return true;
  for (OperatorId after : graph.control_successors(u))
    if (after != v && leads(after)) return true;
  return false;
}

/// Copies of an edge after the first, by place in graph.control().
std::vector<bool> repeated_syncs(const Graph& graph) {
  const auto control = graph.control();
  auto order = numbers_below<std::size_t>(control.size());
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return control[i]; });
  std::vector<bool> out(control.size());
  for (std::size_t k = 1; k < order.size(); ++k) out[order[k]] = control[order[k]] == control[order[k - 1]];
  return out;
}

}  // namespace

Result<EditedGraph> add_sync(const Graph& graph, OperatorId before, OperatorId after) {
  const OperatorId both[] = {before, after};
  if (auto fault = fault_of(graph, both); !fault.empty()) return refused(std::move(fault));
  if (before == after) return refused(quoted(graph.name(before)) + " cannot wait for itself");
  const auto waiting = graph.control_successors(before);
  if (std::ranges::find(waiting, after) != waiting.end())
    return refused("there is a sync " + arrow(graph, before, after) + " already");
  if (const std::string cycle = cycle_through(graph, before, after); !cycle.empty())
    return refused("the sync " + arrow(graph, before, after) + " would make a cycle: " + cycle);
  const bool against_order = after < before;
  if (against_order && !graph.times().empty())
    return refused("the sync " + arrow(graph, before, after) +
                   " needs another order of the steps, which the time axis of this graph fixes");

  Graph::Data data = graph.data();
  data.control.push_back({before, after});
  std::vector<OperatorId> now;
  if (against_order) {
    const TopologicalOrder order = stable_order(graph, data);
    assert(order.cycle.empty());
    now = reorder_operators(data, order.order);
    index_all(data);
  } else {
    index_control(data);
  }
  return EditedGraph{Graph(std::move(data)), std::move(now)};
}

Result<EditedGraph> add_syncs_in_order(const Graph& graph, std::span<const ControlEdge> edges) {
  Graph::Data data = graph.data();
  std::set<ControlEdge> added;
  for (const ControlEdge& edge : edges) {
    const auto& [before, after] = edge;
    if (before >= after || after.index() >= graph.operator_count()) continue;
    const auto waiting = graph.control_successors(before);
    if (std::ranges::find(waiting, after) != waiting.end() || !added.insert(edge).second) continue;
    data.control.push_back(edge);
  }
  if (added.empty()) return refused("all of these syncs are there already");
  index_control(data);
  return edited(std::move(data));
}

Result<EditedGraph> remove_syncs(const Graph& graph, std::span<const ControlEdge> edges) {
  if (edges.empty()) return refused("no sync is selected");
  std::vector<ControlEdge> going(edges.begin(), edges.end());
  std::ranges::sort(going);
  std::vector<std::ptrdiff_t> gone(going.size() + 1);  // by place of the first of equal edges
  const auto goes = [&](const ControlEdge& edge) {
    const auto [first, last] = std::ranges::equal_range(going, edge);
    std::ptrdiff_t& count = gone[static_cast<std::size_t>(first - going.begin())];
    return count < last - first && ++count > 0;
  };
  Graph::Data data = graph.data();
  std::vector<ControlEdge> kept;
  for (std::size_t i = data.control.size(); i-- > 0;)
    if (!goes(data.control[i])) kept.push_back(data.control[i]);
  if (kept.size() + going.size() != data.control.size()) return refused("the sync no longer exists");
  std::ranges::reverse(kept);
  data.control = std::move(kept);
  index_control(data);
  return edited(std::move(data));
}

Result<std::vector<std::size_t>> redundant_syncs(const Graph& graph, const Task& task) {
  std::vector<std::size_t> out;
  if (graph.control().empty()) return out;
  STOWAGE_TRY(const ChainCover cover, choose_chains(graph, task));
  ChainReachability first(graph, cover);
  if (!first.compute(task)) return tl::unexpected(task.why_stopped());

  const std::vector<bool> repeated = repeated_syncs(graph);
  for (std::size_t i = 0; i < repeated.size(); ++i) {
    if (task.poll(i)) return tl::unexpected(task.why_stopped());
    if (repeated[i] || others_imply(graph, first, graph.control()[i])) out.push_back(i);
  }
  return out;
}

}  // namespace stowage
