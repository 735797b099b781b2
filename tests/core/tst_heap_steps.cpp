// SPDX-License-Identifier: Apache-2.0

#include "core/insight/recorded/heap_graph.h"
#include "core/insight/recorded/heap_steps.h"
#include "tests/support/checks.h"

using namespace stowage;

namespace {

/// Steps 0 … 6: two allocations in a row, a free, an allocation.
RecordedHeap recorded() {
  RecordedHeap history;
  history.event_count = 6;
  history.streams = {0};
  history.regions = {{0x1000, {0x4000}, {}}};
  const auto add = [&](std::uint64_t address, HeapStep from, HeapStep to) {
    history.allocations.push_back({.address = address,
                                   .requested = {512},
                                   .rounded = {512},
                                   .allocated = from,
                                   .free_requested = to,
                                   .free_completed = to});
  };
  add(0x1000, 0, 3);
  add(0x1200, 1, 7);
  add(0x1400, 2, 4);
  add(0x1000, 5, 7);
  return history;
}

}  // namespace

/// Each step of the history is in the one of the graph that it is mapped to, and the way back stays there.
TEST_CASE("there and back") {
  RecordedHeap history = recorded();
  const auto made = heap_graph(history, HeapStreams::unordered, "g", "f");
  REQUIRE(made.has_value());
  const Graph& graph = made->graph.graph;
  REQUIRE(steps_match(graph, history));
  for (HeapStep step = 0; step < history.step_count(); ++step) {
    const std::size_t at = graph_step_of(graph, step);
    REQUIRE((graph.times()[at] <= step && step < graph.times()[at + 1]));
  }
  const HeapCurves curves = heap_curves(history);
  for (std::size_t at = 0; at < graph.operator_count(); ++at) {
    const HeapStep step = heap_step_of(graph, history, at);
    REQUIRE_EQ(graph_step_of(graph, step), at);
    for (std::int64_t other = graph.times()[at]; other < graph.times()[at + 1]; ++other)
      REQUIRE(curves.active[static_cast<std::size_t>(other)] <= curves.active[step]);
  }
  REQUIRE_EQ(graph_step_of(graph, 1'000), graph.operator_count() - 1);
  // In events, tensors live as they were recorded; what an edit moved elsewhere, as its steps say.
  std::vector<Lifetime> lives = lifetimes(graph);
  for (const HeapAllocation& each : history.allocations) {
    const Lifetime life = heap_lifetimes(graph, history, lives)[each.tensor.index()];
    REQUIRE_EQ(life.begin, each.allocated);
    REQUIRE_EQ(life.end, each.free_completed);
  }
  const std::size_t first = history.allocations[0].tensor.index();
  lives[first] = {1, 2};
  REQUIRE_EQ(heap_lifetimes(graph, history, lives)[first].begin, graph.times()[1]);
  REQUIRE_EQ(heap_lifetimes(graph, history, lives)[first].end, graph.times()[2]);
  history.event_count = 7;
  REQUIRE(!steps_match(graph, history));
}
