// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/graph/builder.h"
#include "core/safety/conflicts.h"
#include "core/safety/paper/somas_safety.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"

using namespace stowage;
using stowage::test::graph_of;
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

namespace {

Pairs pairs_of(const SafetyMethod& method, const Graph& graph) {
  const auto bits = method.run(graph, {});
  if (!bits) qFatal("%s", bits.error().text().c_str());
  Pairs out;
  for (std::size_t i = 0; i < graph.tensor_count(); ++i)
    for (std::size_t j = i + 1; j < graph.tensor_count(); ++j)
      if (bits->get(j, i)) out.emplace_back(i, j);
  if (bits->count() != out.size() || bits->tensor_count() != graph.tensor_count()) qFatal("the count is wrong");
  return out;
}

bool unsafe(const SafetyMethod& method, const Graph& graph, const char* a, const char* b) {
  return method.run(graph, {})->get(graph.find_tensor(a).index(), graph.find_tensor(b).index());
}

}  // namespace

class PublishedSafetyTest : public QObject {
  Q_OBJECT

 private:
  static void methods() {
    QTest::addColumn<const SafetyMethod*>("method");
    for (const SafetyMethod& method : published_safety_methods()) QTest::newRow(method.id.data()) << &method;
  }

 private slots:
  void the_table() {
    QStringList ids;
    for (const SafetyMethod& method : published_safety_methods()) ids << QString::fromUtf8(method.id.data());
    QCOMPARE(ids, (QStringList{"ancestor", "ancestor-opt", "stream-graph"}));
  }

  void equals_the_definition_data() { methods(); }
  void equals_the_definition() {
    QFETCH(const SafetyMethod*, method);
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
      const Graph graph = test::random_graph({.seed = seed,
                                              .operators = 1 + seed % 37,
                                              .streams = 1 + seed / 7 % 6,
                                              .fan = 1 + seed / 3 % 4,
                                              .window = 2 + seed / 5 % 30,
                                              .syncs = seed % 11,
                                              .plain = seed % 4 == 0});
      QVERIFY2(pairs_of(*method, graph) == test::unsafe_pairs_by_definition(graph), std::to_string(seed).c_str());
    }
  }

  /// Erratum 1: taken literally, a tensor without consumers would share its bytes with everything.
  void erratum_1_dead_tensors_data() { methods(); }
  void erratum_1_dead_tensors() {
    QFETCH(const SafetyMethod*, method);
    const Graph graph = graph_of("op 1\nop 2\nt in 1 : 1 -> 2\nt dead 1 : 2 ->\nt other 1 : 2 ->");
    QVERIFY(unsafe(*method, graph, "in", "dead"));
    QVERIFY(unsafe(*method, graph, "dead", "other"));
  }

  /// Erratum 2: the last operator of a stream need not be a use.
  void erratum_2_max_nodes_data() { methods(); }
  void erratum_2_max_nodes() {
    QFETCH(const SafetyMethod*, method);
    const Graph graph = graph_of(R"(
      op 1 @0
      op 2 @1
      op 3 @1
      op 4 @0
      op 5 @1
      t a 1 : 1 -> 2 3
      t b 1 : 2 -> 4
      t c 1 : 4 -> 5)");
    QVERIFY(unsafe(*method, graph, "a", "c"));  // 3 may still run when 4 starts
    QVERIFY(unsafe(*method, graph, "a", "b"));
  }

  /// Erratum 3: two tensors that stay in one stream share where their lifetimes are apart.
  void erratum_3_same_stream_data() { methods(); }
  void erratum_3_same_stream() {
    QFETCH(const SafetyMethod*, method);
    const Graph graph = graph_of("op 1\nop 2\nop 3\nt a 1 : 1 -> 2\nt b 1 : 2 -> 3\nt c 1 : 3 ->");
    QVERIFY(!unsafe(*method, graph, "a", "c"));
    QVERIFY(unsafe(*method, graph, "a", "b"));
  }

  /// Erratum 4: the first operator of a stream is not the same as none of it.
  void erratum_4_first_position_data() { methods(); }
  void erratum_4_first_position() {
    QFETCH(const SafetyMethod*, method);
    const Graph graph = graph_of(R"(
      op 1 @0
      op 2 @1
      op 3 @0
      op 4 @1
      t a 1 : 1 ->
      t b 1 : 2 ->
      t c 1 : 3 -> 4)");
    QVERIFY(unsafe(*method, graph, "a", "b"));  // stream 0 leads to stream 1, but not to operator 2
    QVERIFY(unsafe(*method, graph, "b", "c"));
    QVERIFY(!unsafe(*method, graph, "a", "c"));
  }

  /// Erratum 5: an operator is no ancestor of itself, where streams are ancestors of each other too.
  void erratum_5_same_operator_data() { methods(); }
  void erratum_5_same_operator() {
    QFETCH(const SafetyMethod*, method);
    const Graph graph = graph_of(R"(
      op 1 @0
      op 2 @1
      op 3 @0
      op 4 @1
      t a 1 : 1 -> 2 3
      t b 1 : 2 -> 3
      t c 1 : 3 -> 4
      t d 1 : 4 ->)");
    QVERIFY(unsafe(*method, graph, "a", "c"));
    QVERIFY(unsafe(*method, graph, "b", "c"));
    QVERIFY(!unsafe(*method, graph, "a", "d"));
    QVERIFY(!unsafe(*method, graph, "b", "d"));
  }

  void too_many_tensors_data() { methods(); }
  void too_many_tensors() {
    QFETCH(const SafetyMethod*, method);
    GraphBuilder builder;
    const OperatorId o = builder.add_operator({.name = "o", .stream = builder.add_stream(0)});
    for (int t = 0; t < 200000; ++t) builder.add_tensor({.name = std::to_string(t), .size = {1}, .producer = o});
    const auto graph = std::move(builder).build();
    const auto bits = method->run(graph->graph, {});
    QVERIFY(!bits.has_value());
    QCOMPARE(bits.error().kind, Error::Kind::too_large);
    QVERIFY(bits.error().text().ends_with("needs 4.7 GiB of memory for this graph, more than the 4 GiB allowed"));
  }

  void can_be_stopped_data() { methods(); }
  void can_be_stopped() {
    QFETCH(const SafetyMethod*, method);
    std::stop_source source;
    source.request_stop();
    Task task;
    task.stop = source.get_token();
    const auto bits = method->run(test::random_graph({.operators = 500}), task);
    QVERIFY(!bits.has_value());
    QCOMPARE(bits.error().kind, Error::Kind::cancelled);
  }
};

STOWAGE_TEST(PublishedSafetyTest);
#include "tst_somas_safety.moc"
