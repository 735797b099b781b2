// SPDX-License-Identifier: Apache-2.0

#include "core/insight/analysis/report.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"

using namespace stowage;

namespace {

/// The bytes of a stream's tensors at each step, counted tensor by tensor.
std::vector<std::int64_t> curve_by_counting(const Graph& graph, StreamId stream) {
  std::vector<std::int64_t> out;
  for (OperatorId step : graph.operators()) {
    std::int64_t sum = 0;
    for (TensorId t : graph.tensors()) {
      const OperatorId producer = graph.producer(t);
      if (!producer.valid() || graph.stream(producer) != stream || producer > step) continue;
      const OperatorId last = graph.consumers(t).empty() ? producer : graph.consumers(t).back();
      if (graph.is_output(t) || last >= step) sum += graph.size(t).count;
    }
    out.push_back(sum);
  }
  return out;
}

TEST_CASE("peaks are those of the curves") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Graph graph = test::random_graph({.seed = seed, .operators = 4 + seed, .streams = 1 + seed % 5});
    const auto uses = stream_uses(graph, lifetimes(graph));
    REQUIRE_EQ(uses.size(), graph.stream_count());
    Bytes made;
    for (StreamId s : graph.streams()) {
      const auto curve = curve_by_counting(graph, s);
      const auto top = std::ranges::max_element(curve);
      REQUIRE_EQ(uses[s.index()].peak.count, *top);
      if (*top > 0) REQUIRE_EQ(uses[s.index()].peak_step, static_cast<std::uint32_t>(top - curve.begin()));
      made += uses[s.index()].made;
    }
    for (TensorId t : graph.tensors())
      if (graph.producer(t).valid()) made -= graph.size(t);
    REQUIRE_EQ(made, Bytes{0});
  }
}

TEST_CASE("without operators there is nothing") {
  REQUIRE(stream_uses(Graph(), {}).empty());
  const Graph graph = test::graph_of("streams: 3\nt x 5 : - -> !");
  const auto uses = stream_uses(graph, lifetimes(graph));
  REQUIRE_EQ(uses[0].peak.count, 0);
}

}  // namespace
