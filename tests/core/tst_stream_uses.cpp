// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/analysis/stream_uses.h"
#include "tests/start/test_entry.h"
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

class StreamUsesTest : public QObject {
  Q_OBJECT

 private slots:
  void peaks_are_those_of_the_curves() {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      const Graph graph = test::random_graph({.seed = seed, .operators = 4 + seed, .streams = 1 + seed % 5});
      const auto uses = stream_uses(graph, lifetimes(graph));
      QCOMPARE(uses.size(), graph.stream_count());
      Bytes made;
      for (StreamId s : graph.streams()) {
        const auto curve = curve_by_counting(graph, s);
        const auto top = std::ranges::max_element(curve);
        QCOMPARE(uses[s.index()].peak.count, *top);
        if (*top > 0) QCOMPARE(uses[s.index()].peak_step, static_cast<std::uint32_t>(top - curve.begin()));
        made += uses[s.index()].made;
      }
      for (TensorId t : graph.tensors())
        if (graph.producer(t).valid()) made -= graph.size(t);
      QCOMPARE(made, Bytes{0});
    }
  }

  void without_operators_there_is_nothing() {
    QVERIFY(stream_uses(Graph(), {}).empty());
    const Graph graph = test::graph_of("streams: 3\nt x 5 : - -> !");
    const auto uses = stream_uses(graph, lifetimes(graph));
    QCOMPARE(uses[0].peak.count, 0);
  }
};

}  // namespace

STOWAGE_TEST(StreamUsesTest);
#include "tst_stream_uses.moc"
