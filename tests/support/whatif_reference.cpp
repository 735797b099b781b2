// SPDX-License-Identifier: Apache-2.0
#include "tests/support/whatif_reference.h"

#include <algorithm>

#include "core/check/validator.h"
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "tests/support/description.h"
#include "tests/support/exhaustive.h"
#include "tests/support/graphs.h"
#include "tests/support/outcome.h"

namespace stowage::test {

std::optional<Graph> rebuilt(const Graph& graph, const std::vector<ControlEdge>& control) {
  Graph::Data data = graph.data();
  data.control = control;
  const OperatorPairs arcs = arcs_by_definition(Graph(std::move(data)));
  std::vector<std::size_t> waits(graph.operator_count());
  for (auto [from, to] : arcs) ++waits[to];

  const Description given(graph);
  Description now = given;
  now.operators.clear();
  now.control.clear();
  while (now.operators.size() < waits.size()) {
    const auto next = std::size_t(std::ranges::find(waits, std::size_t{0}) - waits.begin());
    if (next == waits.size()) return std::nullopt;
    waits[next] = SIZE_MAX;  // it has run
    for (auto [from, to] : arcs) waits[to] -= from == next ? 1 : 0;
    now.operators.push_back(given.operators[next]);
  }
  for (const auto& [before, after] : control) now.control.emplace_back(graph.name(before), graph.name(after));
  return now.build();
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
  const Conflicts conflicts = must(Conflicts::compute(graph));
  const LayoutProblem problem = must(LayoutProblem::make(graph, conflicts, alignment));
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
