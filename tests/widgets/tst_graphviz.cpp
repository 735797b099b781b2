// SPDX-License-Identifier: Apache-2.0
#include "tests/gui/gui_test.h"
#include "widgets/painters/graph/child_process.h"
#include "widgets/painters/graph/graph_layout.h"
#include "widgets/painters/model/graph_subset.h"

using stowage::test::graph_of;
using stowage::test::random_graph;

namespace {

using EdgeKind = GraphLayout::EdgeKind;

GraphLayout laid_out(const Graph& graph, const GraphvizOptions& options = {}) {
  auto layout = layout_graph(graph, all_of(graph), options);
  if (!layout) qFatal("%s", layout.error().text().c_str());
  return *std::move(layout);
}

/// How far a point is from the border of a box, inside or outside.
double from_border(const QRectF& box, QPointF p) {
  const double dx = std::max({box.left() - p.x(), 0.0, p.x() - box.right()});
  const double dy = std::max({box.top() - p.y(), 0.0, p.y() - box.bottom()});
  if (dx > 0 || dy > 0) return std::hypot(dx, dy);
  return std::min({p.x() - box.left(), box.right() - p.x(), p.y() - box.top(), box.bottom() - p.y()});
}

std::size_t count(const GraphLayout& layout, EdgeKind kind) {
  return static_cast<std::size_t>(std::ranges::count(layout.edges, kind, &GraphLayout::Edge::kind));
}

}  // namespace

class GraphvizTest : public QObject {
  Q_OBJECT

 private slots:
  void boxes_do_not_overlap_and_edges_meet_them() {
    for (const auto& [operators, streams] : {std::pair<std::size_t, std::size_t>(1, 1), {12, 3}, {60, 1}, {300, 4}})
      look_at(operators, streams, false);
    look_at(12, 3, true);
  }

  void every_arc_is_drawn_once_in_its_place() {
    const Graph graph = graph_of(R"(
      op a @0; op b @1; op c @0; op d @1
      t x 10 : a -> b c; t y 20 : a -> b; t work 4 : b -> b; t in 5 : - -> c d; t out 7 : d -> !
      sync a d; sync a d)");
    const GraphLayout layout = laid_out(graph);
    QCOMPARE(count(layout, EdgeKind::data), 2u);     // a → b with x and y, a → c
    QCOMPARE(count(layout, EdgeKind::control), 1u);  // a → d
    QCOMPARE(count(layout, EdgeKind::stream), 1u);   // b → d; a → c is data already
    QCOMPARE(layout.edges[0].tensors, (std::vector{TensorId(0), TensorId(1)}));
    QCOMPARE(layout.edges[0].label, QString("x, y"));
    QCOMPARE(layout.edges[1].tensors, std::vector{TensorId(0)});
    QCOMPARE(layout.find(OperatorId(2))->inputs, 1u);
    QCOMPARE(layout.find(OperatorId(3))->outputs, 1u);
    QCOMPARE(layout.find(OperatorId(0))->inputs, 0u);
    // The same graph gives the same places.
    const Graph random = random_graph({.seed = 3, .operators = 40});
    const GraphLayout a = laid_out(random), b = laid_out(random);
    for (std::size_t i = 0; i < a.nodes.size(); ++i) QCOMPARE(a.nodes[i].box, b.nodes[i].box);
  }

  /// Ids never reach Graphviz, so quotes, newlines, HTML and endless names are only text to be painted.
  void takes_any_id() {
    GraphBuilder builder;
    const StreamId stream = builder.add_stream(-3);
    const std::string ids[] = {"\"];}digraph{",           "<b>&amp;", "n0", "zwei\nzeilen\t", "длинное",
                               std::string(100'000, 'x'), ""};
    std::vector<OperatorId> operators;
    for (const std::string& id : ids)
      operators.push_back(builder.add_operator({.name = id, .stream = stream, .kind = id.substr(0, 9)}));
    for (std::size_t i = 0; i + 1 < operators.size(); ++i)
      builder.add_tensor(
          {.name = "<" + ids[i], .size = {1}, .producer = operators[i], .consumers = {&operators[i + 1], 1}});
    auto built = std::move(builder).build();
    if (!built) QSKIP("the builder refuses such ids");
    const GraphLayout layout = laid_out(built->graph);
    QCOMPARE(layout.nodes.size(), std::size(ids));
    const QFontMetricsF metrics(graph_font());
    for (const auto& node : layout.nodes) {
      QVERIFY(metrics.horizontalAdvance(node.title) <= node.box.width());
      QVERIFY(!node.title.contains('\n'));
      QVERIFY(node.box.width() < 250);
    }
  }

  void failures_of_the_child_are_contained() {
    const auto run = [](const char* script, qint64 limit = 1000) {
      return run_child(
          {.program = "sh", .arguments = {"-c", script}, .input = "in", .title = "It", .output_limit = limit}, {});
    };
    QCOMPARE(*run("cat; echo noise >&2"), QByteArray("in"));
    const auto fault = [&](const char* script) { return QString::fromStdString(run(script).error().text()); };
    QVERIFY(says(fault("echo why >&2; exit 3"), {"It ", "3", "why"}));
    const QString crash = fault("kill -SEGV $$"), flood = fault("yes");
    QVERIFY2(crash.startsWith("It ") && flood.startsWith("It ") && crash != flood, qPrintable(crash));
    const Graph graph = random_graph({});
    QVERIFY(!layout_graph(graph, all_of(graph), {.program = "cat"}));   // complains of -Tjson0
    QVERIFY(!layout_graph(graph, all_of(graph), {.program = "true"}));  // says nothing
    // A missing program is said plainly.
    const auto layout = layout_graph(graph, all_of(graph), {.program = "no-such-dot"});
    QVERIFY(!layout);
    QCOMPARE(layout.error().kind, Error::Kind::bad_input);
    QVERIFY2(layout.error().text().find("Graphviz") != std::string::npos, layout.error().text().c_str());
  }

  void stops_when_told() {
    std::stop_source source;
    Task task;
    task.stop = source.get_token();
    const std::jthread canceller([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      source.request_stop();
    });
    const auto cancelled = run_child({.program = "sleep", .arguments = {"60"}, .title = "It"}, task);
    QCOMPARE(cancelled.error().kind, Error::Kind::cancelled);
    const auto late = run_child({.program = "sleep", .arguments = {"60"}, .title = "It", .seconds = 0.05}, {});
    QCOMPARE(late.error().kind, Error::Kind::timed_out);
    QVERIFY(says(QString::fromStdString(late.error().text()), {"It ", "0.05 s"}));
    const Graph graph = random_graph({});
    QCOMPARE(layout_graph(graph, all_of(graph), {}, task).error().kind, Error::Kind::cancelled);
  }

  /// A training step in small: n operators forward, n backward, each keeping something for its counterpart.
  void long_edges_become_arcs_that_keep_the_order() {
    constexpr int kDepth = 80;
    std::string text;
    for (int i = 0; i < 2 * kDepth; ++i) text += "op p" + std::to_string(i) + " @0\n";
    for (int i = 0; i + 1 < 2 * kDepth; ++i)
      text += "t c" + std::to_string(i) + " 1 : p" + std::to_string(i) + " -> p" + std::to_string(i + 1) + "\n";
    for (int i = 0; i + 1 < kDepth; ++i)
      text += "t k" + std::to_string(i) + " 1 : p" + std::to_string(i) + " -> p" + std::to_string(2 * kDepth - 1 - i) +
              "\n";
    const Graph graph = graph_of(text);
    const GraphLayout elements = graph_elements(graph, all_of(graph), true);
    const std::vector<bool> arcs = edges_for_arcs(elements);
    for (std::size_t k = 0; k < arcs.size(); ++k) {
      const std::size_t layers = elements.edges[k].to.index() - elements.edges[k].from.index() - 1;
      QCOMPARE(bool(arcs[k]), layers >= 8);
    }
    for (const auto direction : {GraphvizOptions::Direction::down, GraphvizOptions::Direction::right}) {
      const bool right = direction == GraphvizOptions::Direction::right;
      const GraphLayout layout = laid_out(graph, {.direction = direction});
      for (const auto& edge : layout.edges) {
        const QRectF from = layout.find(edge.from)->box, to = layout.find(edge.to)->box;
        QVERIFY(from_border(from, edge.path.elementAt(0)) < 2);
        QVERIFY(from_border(to, edge.tip) < 2);
        QVERIFY(right ? from.right() <= to.left() : from.bottom() <= to.top());
        QVERIFY(layout.bounds.contains(edge.bounds));
      }
    }
    // Nothing is taken out that alone says that one operator comes before another.
    const Graph loose = graph_of("op a @0\n op b @1\n op c @0\n t x 1 : a -> b");
    for (const bool arc : edges_for_arcs(graph_elements(loose, all_of(loose), true))) QVERIFY(!arc);
  }

  void neighbourhoods_grow_ring_by_ring() {
    // A path of 9 on one stream, and a sync from far away.
    std::string text = "op far @1\n";
    for (int i = 0; i < 9; ++i) text += "op p" + std::to_string(i) + " @0\n";
    const Graph graph = graph_of(text + "sync far p4");
    const OperatorId p4(5);
    const auto index = [](const std::vector<OperatorId>& operators) {
      std::vector<std::size_t> out;
      for (OperatorId o : operators) out.push_back(o.index());
      return out;
    };
    QCOMPARE(index(neighbours(graph, p4)), (std::vector<std::size_t>{0, 4, 6}));
    QCOMPARE(index(neighbours(graph, OperatorId(0))), (std::vector<std::size_t>{5}));
    QCOMPARE(index(neighbourhood(graph, {&p4, 1}, 1)), (std::vector<std::size_t>{5}));
    QCOMPARE(index(neighbourhood(graph, {&p4, 1}, 4)), (std::vector<std::size_t>{0, 4, 5, 6}));
    QCOMPARE(index(neighbourhood(graph, {&p4, 1}, 3)), (std::vector<std::size_t>{4, 5, 6}));  // the nearest of the ring
    QCOMPARE(neighbourhood(graph, {&p4, 1}, 100).size(), 10u);
    QVERIFY(neighbourhood(graph, {}, 100).empty());
  }

  void large_graphs_show_a_part() {
    const Graph graph = random_graph({.operators = 2500, .streams = 4});
    const OperatorId seed(1200);
    const GraphSubset near = choose_operators(graph, {&seed, 1});
    QCOMPARE(near.operators.size(), kNeighbourhoodOperators);
    QVERIFY(std::ranges::binary_search(near.operators, seed));
    const auto layout = layout_graph(graph, near.operators);
    QVERIFY(layout.has_value());
    QVERIFY(!layout->complete());
    // What is not drawn is counted where it would join.
    for (const auto& node : layout->nodes) {
      std::size_t unseen = 0;
      for (OperatorId other : neighbours(graph, node.op)) unseen += layout->find(other) == nullptr ? 1 : 0;
      QCOMPARE(std::size_t{node.unseen}, unseen);
    }
    const Graph small = random_graph({.operators = 100});
    QCOMPARE(choose_operators(small, {}).operators.size(), 100u);
    QVERIFY(choose_operators(small, {}).sentence(small).isEmpty());
  }

 private:
  static void look_at(std::size_t operators, std::size_t streams, bool right) {
    const Graph graph = random_graph({.operators = operators, .streams = streams, .syncs = 6});
    const GraphLayout layout =
        laid_out(graph, {.direction = right ? GraphvizOptions::Direction::right : GraphvizOptions::Direction::down});
    QCOMPARE(layout.nodes.size(), graph.operator_count());
    QVERIFY(layout.complete());
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
      QVERIFY(layout.bounds.contains(layout.nodes[i].box));
      for (std::size_t j = 0; j < i; ++j) QVERIFY(!layout.nodes[i].box.intersects(layout.nodes[j].box));
    }
    for (const auto& edge : layout.edges) {
      const QRectF from = layout.find(edge.from)->box, to = layout.find(edge.to)->box;
      QVERIFY2(from_border(from, edge.path.elementAt(0)) < 2, "an edge starts away from its operator");
      QVERIFY2(from_border(to, edge.tip) < 2, "an edge ends away from its operator");
      if (edge.kind != EdgeKind::stream) QVERIFY(edge.from < edge.to);
      // Later operators lie below, or to the right.
      QVERIFY(right ? from.right() <= to.left() : from.bottom() <= to.top());
    }
  }
};

STOWAGE_GUI_TEST(GraphvizTest);
#include "tst_graphviz.moc"
