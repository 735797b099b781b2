// SPDX-License-Identifier: Apache-2.0
#include "tests/gui/gui_test.h"
#include "widgets/painters/graph/graph_drawing.h"

using namespace stowage;

namespace {

/// What is drawn of the blocks of a graph.
Graph drawn_of(Graph graph, NncRule rule) {
  const PlanView view = test::conflicts_view(std::move(graph));
  const LayoutProblem problem = LayoutProblem::make(*view.graph, *view.conflicts).value();
  return drawable(problem, allocation_graph(problem, rule).value());
}

/// A of eight bytes, shared by what comes after it.
Graph shared_by_three() {
  return test::intervals({{"A", 8, 0, 2}, {"B", 3, 2, 5}, {"C", 4, 3, 6}, {"D", 1, 2, 6}});
}

class AllocationDrawingTest : public QObject {
  Q_OBJECT

 private slots:
  /// "A 0 · 8 B" hands "3 B @ 0" on to B, and so on: an operator a block and the two ends, a tensor an edge.
  void what_is_drawn() {
    const Graph drawn = drawn_of(shared_by_three(), NncRule::degree);
    QCOMPARE(drawn.operator_count(), 6u);
    std::set<std::string> edges;
    for (TensorId t : drawn.tensors())
      edges.insert(std::string(drawn.name(drawn.producer(t))) + ">" + std::string(drawn.name(drawn.consumers(t)[0])) +
                   " " + std::string(drawn.name(t)));
    QCOMPARE(edges, (std::set<std::string>{"empty buffer>A 8 B @ 0", "A>B 3 B @ 0", "A>C 4 B @ 3", "A>D 1 B @ 7",
                                           "B>free buffer 3 B @ 0", "C>free buffer 4 B @ 3", "D>free buffer 1 B @ 7"}));
    QCOMPARE(drawn.kind(drawn.find_operator("C")), std::string_view("3 · 4 B"));
    for (TensorId t : drawn.tensors()) QVERIFY(drawn.producer(t) < drawn.consumers(t)[0]);
  }

  /// One that is too wide for its place takes it from all, so that no edge seems to be of another kind.
  void all_edges_say_their_places_or_none_does() {
    const auto labels_with_places = [](const std::string& description) {
      const Graph drawn = drawn_of(test::graph_of(description), NncRule::degree);
      std::size_t with = 0;
      for (TensorId t : drawn.tensors()) with += drawn.name(t).find(" @ ") != std::string_view::npos;
      return std::pair(with, drawn.tensor_count());
    };
    const auto [small, of_small] = labels_with_places("op a @0\nop b @0\nt x 4 : a -> b\nt y 6 : a -> b");
    QCOMPARE(small, of_small);
    QVERIFY(small > 1);
    const auto [large, of_large] =
        labels_with_places("op a @0\nop b @0\nt x 123456789012345 : a -> b\nt y 123456789012344 : a -> b");
    QCOMPARE(large, std::size_t{0});
    QCOMPARE(of_large, of_small);
  }

  /// Whatever the graph holds: every byte of every block that is drawn comes in and goes out again.
  void random_graphs() {
    for (std::uint64_t seed = 0; seed < 60; ++seed)
      for (const NncRule rule : {NncRule::degree, NncRule::size}) {
        const Graph drawn = drawn_of(
            test::random_graph({.seed = seed, .operators = 25, .streams = 1 + seed % 4, .groups = seed % 4}), rule);
        std::map<OperatorId, std::int64_t> balance;
        for (TensorId t : drawn.tensors()) {
          balance[drawn.producer(t)] -= drawn.size(t).count;
          balance[drawn.consumers(t)[0]] += drawn.size(t).count;
        }
        for (OperatorId o : drawn.operators())
          if (o != drawn.find_operator("empty buffer") && o != drawn.find_operator("free buffer"))
            QCOMPARE(balance[o], 0);
      }
  }

  /// In all formats; the SVG holds the blocks' names and what the edges carry.
  void images() {
    for (const NncRule rule : {NncRule::degree, NncRule::size}) {
      const auto drawing = allocation_drawing(test::conflicts_view(shared_by_three()), {}, rule);
      QVERIFY2(drawing.has_value(), drawing ? "" : drawing.error().text().c_str());
      QVERIFY(drawing->subtitle.contains("8 B"));
      for (const ImageFormat format : {ImageFormat::png, ImageFormat::svg, ImageFormat::pdf})
        QVERIFY(render_bytes(format, *drawing, pixel_page({800, 600})).value().size() > 1000);
      const QByteArray svg = test::svg_of(*drawing, pixel_page({800, 600}));
      for (const char* text : {">A<", ">D<", ">0 · 8 B<", ">1 B @ 7<", ">empty buffer<", ">free buffer<"})
        QVERIFY2(svg.contains(text), text);
      const QImage light = render_image(*drawing, pixel_page({800, 600})),
                   dark = render_image(*drawing, pixel_page({800, 600}, 1, true));
      QVERIFY(light.pixelColor(2, 2).lightness() > 200 && dark.pixelColor(2, 2).lightness() < 60);
    }
  }

  /// Blocks of one title stay apart; a graph without anything to place has only the two ends.
  void corner_cases() {
    QVERIFY(allocation_drawing(test::conflicts_view(test::graph_of("op a @0")), {}, NncRule::size).has_value());
    const Graph drawn =
        drawn_of(test::graph_of("op a @0\nt empty\u00a0buffer 4 : a -> !\nt x 4 : a -> a\nt y 2 : a -> a\ngroup y x"),
                 NncRule::size);
    QCOMPARE(drawn.operator_count(), 4u);
    QVERIFY(drawn.find_operator("y and 1 more").valid());
  }

  /// Too many are not drawn, and that is said.
  void too_large() {
    const auto drawing = allocation_drawing(
        test::conflicts_view(test::random_graph({.operators = 2200, .plain = true})), {}, NncRule::size);
    QVERIFY(drawing.has_value());
    QVERIFY(!test::svg_of(*drawing, pixel_page({900, 600})).contains(" @ "));  // too many to be drawn
  }

  void stops_when_told() {
    QCOMPARE(allocation_drawing(test::conflicts_view(shared_by_three()), {}, NncRule::size, Task::with_time_limit(-1))
                 .error()
                 .kind,
             Error::Kind::timed_out);
  }
};

}  // namespace

STOWAGE_GUI_TEST(AllocationDrawingTest);
#include "tst_allocation_drawing.moc"
