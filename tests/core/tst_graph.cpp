// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/graph/builder.h"
#include "core/graph/lifetimes.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"

using namespace stowage;
using stowage::test::graph_of;

class GraphTest : public QObject {
  Q_OBJECT

 private slots:
  void positions_and_neighbours() {
    const Graph g = graph_of(R"(
      op a @7
      op b @3
      op c @7
      t x 10 : a -> c b
      t w 4 : b -> b
      t in 5 : - -> c !
      sync b c
      group w x)");
    QCOMPARE(g.stream_count(), 2u);
    QCOMPARE(g.info(StreamId(0)).number, 7);
    QCOMPARE(g.position(OperatorId(2)), 2u);
    QCOMPARE(g.next_in_stream(OperatorId(0)), OperatorId(2));
    QVERIFY(!g.next_in_stream(OperatorId(1)).valid());
    QCOMPARE(g.consumers(TensorId(0)).size(), 2u);
    QCOMPARE(g.consumers(TensorId(0))[0], OperatorId(1));
    QCOMPARE(g.inputs(OperatorId(2)).size(), 2u);
    QCOMPARE(g.outputs(OperatorId(1))[0], TensorId(1));
    QCOMPARE(g.control_successors(OperatorId(1))[0], OperatorId(2));
    QCOMPARE(g.members(GroupId(0))[0], TensorId(1));
    QCOMPARE(g.group(TensorId(0)), GroupId(0));
    QVERIFY(!g.group(TensorId(2)).valid());
    QVERIFY(g.is_output(TensorId(2)));
    QCOMPARE(g.total_size().count, 19);
    QCOMPARE(g.find_tensor("w"), TensorId(1));
    QVERIFY(!g.find_operator("w").valid());
  }

  void lifetimes_and_curve() {
    const Graph g = graph_of(R"(
      op a
      op b
      op c
      t dead 1 : a ->
      t work 2 : b -> b
      t x 4 : a -> b c
      t out 8 : b -> !
      t in 16 : - -> a
      t unused 32 : - ->)");
    const auto life = lifetimes(g);
    QCOMPARE(life[0], (Lifetime{0, 1}));
    QCOMPARE(life[1], (Lifetime{1, 2}));
    QCOMPARE(life[2], (Lifetime{0, 3}));
    QCOMPARE(life[3], (Lifetime{1, 3}));
    QCOMPARE(life[4], (Lifetime{0, 1}));
    QVERIFY(life[5].empty());
    const auto curve = memory_curve(g, life);
    QCOMPARE(curve.size(), 3u);
    QCOMPARE(curve[0].count, 1 + 4 + 16);
    QCOMPARE(curve[1].count, 2 + 4 + 8);
    QCOMPARE(curve[2].count, 4 + 8);
    QCOMPARE(memory_curve(g, life, Bytes{16})[2].count, 32);
  }

  /// Nodes out of order: the ready operator that was added earliest comes first, and a warning says so.
  void derives_a_stable_order() {
    GraphBuilder builder("g.json");
    const StreamId s = builder.add_stream(0);
    for (const char* name : {"d", "c", "b", "a"}) builder.add_operator({.name = name, .stream = s, .extra = name});
    const OperatorId d(0), a(3);
    builder.add_tensor({.name = "t", .size = {1}, .producer = a, .consumers = {&d, 1}});
    auto built = std::move(builder).build();
    QVERIFY(built.has_value());
    QCOMPARE(built->warnings.size(), 1u);
    QString order;
    for (OperatorId o : built->graph.operators()) order += QString::fromStdString(std::string(built->graph.name(o)));
    QCOMPARE(order, QString("cbad"));
    QCOMPARE(built->graph.data().operator_extra.at(3), std::string("d"));
    QCOMPARE(built->graph.producer(TensorId(0)), OperatorId(2));
    QCOMPARE(built->graph.consumers(TensorId(0))[0], OperatorId(3));
  }

  void reports_every_fault_with_its_place() {
    GraphBuilder builder("g.json");
    const StreamId s = builder.add_stream(0);
    builder.add_stream(0);
    const OperatorId a = builder.add_operator({.name = "a", .stream = s});
    builder.add_operator({.name = "a", .stream = StreamId()});
    const TensorId t = builder.add_tensor({.name = "t", .size = {-1}, .producer = a});
    builder.add_tensor({.name = "t", .size = kMaxTensorSize + Bytes{1}, .producer = OperatorId(9), .alignment = 0});
    builder.add_control(a, a);
    builder.add_group(std::vector{t, t});
    builder.add_group(std::vector{t});
    builder.add_group({});
    const auto built = std::move(builder).build();
    QVERIFY(!built.has_value());
    QStringList places;
    for (const Diagnostic& fault : built.error().faults) places << QString::fromStdString(fault.place);
    QCOMPARE(places, (QStringList{"/streams/1/id", "/nodes/1/id", "/nodes/1/stream", "/tensors/0/size", "/tensors/1/id",
                                  "/tensors/1/size", "/tensors/1/alignment", "/tensors/1/producer", "/control/0",
                                  "/contiguous/0", "/contiguous/1", "/contiguous/2"}));
    QCOMPARE(built.error().faults[0].text(), std::string("g.json:/streams/1/id: stream 0 is listed twice"));
  }

  void refuses_ids_that_no_line_or_image_can_show() {
    GraphBuilder builder;
    builder.add_operator({.name = "a\nb", .stream = builder.add_stream(0)});
    builder.add_tensor({.name = std::string_view("t\0", 2), .size = {1}});
    const auto built = std::move(builder).build();
    QVERIFY(!built.has_value());
    QCOMPARE(built.error().faults.size(), 2u);
    QCOMPARE(built.error().faults[0].place, std::string("/nodes/0/id"));
    QCOMPARE(built.error().faults[1].place, std::string("/tensors/0/id"));
  }

  void names_the_operators_of_a_cycle() {
    GraphBuilder builder;
    const StreamId s = builder.add_stream(0);
    std::vector<OperatorId> ops;
    for (const char* name : {"start", "a", "b", "c", "end"})
      ops.push_back(builder.add_operator({.name = name, .stream = s}));
    for (auto [from, to] : {std::pair{0, 1}, {1, 3}, {3, 2}, {2, 1}, {3, 4}})
      builder.add_control(ops[std::size_t(from)], ops[std::size_t(to)]);
    const auto built = std::move(builder).build();
    QVERIFY(!built.has_value());
    QVERIFY2(built.error().text().ends_with("a → c → b → a"), built.error().text().c_str());
  }

  void refuses_sums_that_overflow() {
    GraphBuilder builder;
    for (int i = 0; i < 128; ++i) builder.add_tensor({.name = std::to_string(i), .size = kMaxTensorSize});
    const auto built = std::move(builder).build();
    QVERIFY(!built.has_value());
    QCOMPARE(built.error().faults[0].place, std::string("/tensors/127/size"));
  }

  void an_empty_graph_is_a_graph() {
    auto built = GraphBuilder().build();
    QVERIFY(built.has_value());
    QCOMPARE(built->graph.operator_count(), 0u);
    QVERIFY(lifetimes(built->graph).empty());
    QVERIFY(memory_curve(built->graph, {}).empty());
  }

  /// The generator of the other tests makes what it says, and the same graph for the same seed.
  void random_graphs_are_deterministic() {
    const Graph a = test::random_graph({.seed = 5, .operators = 40, .streams = 4, .groups = 3});
    const Graph b = test::random_graph({.seed = 5, .operators = 40, .streams = 4, .groups = 3});
    QCOMPARE(a.operator_count(), 40u);
    QCOMPARE(a.group_count(), 3u);
    QCOMPARE(test::unsafe_pairs_by_definition(a), test::unsafe_pairs_by_definition(b));
  }
};

STOWAGE_TEST(GraphTest);
#include "tst_graph.moc"
