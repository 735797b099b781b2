// SPDX-License-Identifier: Apache-2.0
#include "tests/support/whatif_reference.h"

#include <algorithm>

#include "core/check/validator.h"
#include "core/graph/builder.h"
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "tests/support/graphs.h"

namespace stowage::test {
std::optional<Graph> rebuilt(const Graph& graph, const std::vector<ControlEdge>& control) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  const auto arc = [&](OperatorId from, OperatorId to) { pairs.emplace_back(from.index(), to.index()); };
  for (StreamId s : graph.streams())
    for (std::size_t k = 1; k < graph.operators_of(s).size(); ++k)
      arc(graph.operators_of(s)[k - 1], graph.operators_of(s)[k]);
  for (TensorId t : graph.tensors())
    for (OperatorId use : graph.consumers(t))
      if (graph.producer(t).valid() && use != graph.producer(t)) arc(graph.producer(t), use);
  for (const ControlEdge& each : control) arc(each.before, each.after);
  std::vector<std::size_t> waits(graph.operator_count());
  for (auto [from, to] : pairs) ++waits[to];
  std::vector<bool> done(waits.size());
  std::vector<OperatorId> now(waits.size());

  GraphBuilder builder;
  builder.set_name(graph.name());
  for (StreamId s : graph.streams()) builder.add_stream(graph.info(s).number);
  for (std::size_t step = 0; step < waits.size(); ++step) {
    std::size_t next = 0;
    while (next < waits.size() && (done[next] || waits[next] > 0)) ++next;
    if (next == waits.size()) return std::nullopt;
    done[next] = true;
    for (auto [from, to] : pairs) waits[to] -= from == next ? 1 : 0;
    const OperatorId o(next);
    now[next] = builder.add_operator({.name = graph.name(o), .stream = graph.stream(o), .duration = graph.duration(o)});
  }
  for (TensorId t : graph.tensors()) {
    std::vector<OperatorId> uses;
    for (OperatorId use : graph.consumers(t)) uses.push_back(now[use.index()]);
    builder.add_tensor({.name = graph.name(t),
                        .size = graph.size(t),
                        .producer = graph.producer(t).valid() ? now[graph.producer(t).index()] : OperatorId(),
                        .consumers = uses,
                        .output = graph.is_output(t)});
  }
  for (GroupId g : graph.groups()) builder.add_group(graph.members(g));
  for (const ControlEdge& each : control) builder.add_control(now[each.before.index()], now[each.after.index()]);
  return std::move(builder).build().value().graph;
}

std::vector<ControlEdge> control_of(const Graph& graph) {
  return {graph.control().begin(), graph.control().end()};
}

std::optional<Graph> rebuilt_with(const Graph& graph, ControlEdge sync) {
  std::vector<ControlEdge> control = control_of(graph);
  control.push_back(sync);
  return rebuilt(graph, control);
}

Measured measured(const Graph& graph, Bytes alignment) {
  const Conflicts conflicts = Conflicts::compute(graph).value();
  const LayoutProblem problem = LayoutProblem::make(graph, conflicts, alignment).value();
  Bounds bounds = quick_bounds(problem);
  bounds.clique = heaviest_clique(problem).value();
  Measured out{kMaxTotalSize, bounds.best()};
  for (const LayoutStrategy& strategy : layout_strategies()) {
    if (!strategy.standard) continue;
    const Plan plan = make_plan(strategy, problem).value();
    if (!validate(graph, plan)->valid()) throw std::runtime_error("an invalid plan");
    out.footprint = std::min(out.footprint, plan.footprint);
  }
  return out;
}

std::vector<std::pair<ControlEdge, Measured>> all_syncs(const Graph& graph) {
  std::vector<std::pair<ControlEdge, Measured>> out;
  for (OperatorId u : graph.operators())
    for (OperatorId v : graph.operators())
      if (u != v)
        if (const auto with = rebuilt_with(graph, {u, v})) out.push_back({{u, v}, measured(*with)});
  return out;
}

Bytes least_with_a_sync(const Graph& graph, Bytes now) {
  for (const auto& [sync, with] : all_syncs(graph)) now = std::min(now, with.footprint);
  return now;
}

namespace {

/// Whether one comes before the other in every execution, or is it.
bool leads_to(const Graph& graph, OperatorId u, OperatorId v) {
  return u == v || !rebuilt_with(graph, {v, u});
}

}  // namespace

std::string fault_of(const Graph& graph, const SyncSuggestions& found) {
  for (std::size_t k = 0; k < found.best.size() && graph.operator_count() < 30; ++k)
    for (std::size_t less = k + 1; less < found.best.size(); ++less) {  // it orders more, and saves no more
      const ControlEdge &weaker = found.best[k].sync, &by = found.best[less].sync;
      if (leads_to(graph, weaker.before, by.before) && leads_to(graph, by.after, weaker.after))
        return "a later one orders more";
    }
  for (std::size_t k = 0; k < found.best.size(); ++k) {
    const SyncSuggestion& each = found.best[k];
    if (k > 0 && each.saved > found.best[k - 1].saved) return "not sorted by what they save";
    if (each.saved <= Bytes{0}) return "saves nothing";
    if (graph.stream(each.sync.before) == graph.stream(each.sync.after)) return "within a stream";
    const auto with = rebuilt_with(graph, each.sync);
    if (!with) return "makes a cycle";
    const Measured real = measured(*with);
    if (each.with.footprint != real.footprint) return "another footprint";
    if (each.with.bound != real.bound) return "another bound";
    if (each.saved != found.now.footprint - real.footprint) return "saves something else";
    std::size_t later = 0;
    for (OperatorId o : graph.operators()) later += with->find_operator(graph.name(o)) > o ? 1 : 0;
    if (each.later != later) return "moves other operators";
    if ((each.later > 0) != (each.sync.after < each.sync.before)) return "moves operators for no reason";
  }
  return {};
}

Graph small_random(std::uint64_t seed) {
  return random_graph({.seed = seed,
                       .operators = 5 + seed % 8,
                       .streams = 2 + seed / 2 % 3,
                       .fan = 1 + seed / 3 % 3,
                       .window = 3 + seed / 7 % 8,
                       .groups = seed % 5 == 0 ? 1u : 0u,
                       .syncs = seed % 4,
                       .plain = seed % 3 == 0});
}

}  // namespace stowage::test
