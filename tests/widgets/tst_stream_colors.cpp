// SPDX-License-Identifier: GPL-3.0-or-later
// Streams keep their colours while others come and go, in every view.
#include "core/insight/edit/edits.h"
#include "tests/widgets/shown_graph.h"
#include "widgets/controls/swatch.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/heap_map/legend_widget.h"
#include "widgets/views/lanes/lanes_pane.h"

using namespace stowage;

namespace {

/// Five streams in turns, each with a tensor of its own that is alive alone.
Graph five_streams() {
  return test::graph_of(R"(
    op a @0
    op b @1
    op c @2
    op d @3
    op e @4
    t s 4096 : a -> b
    t t 4096 : b -> c
    t u 4096 : c -> d
    t v 4096 : d -> e
    t w 4096 : e -> !)");
}

Graph numbered(const std::vector<std::int64_t>& numbers) {
  GraphBuilder builder;
  for (const std::int64_t number : numbers)
    builder.add_operator({.name = "op" + std::to_string(number), .stream = builder.add_stream(number, {}, {}, {})});
  return std::move(builder).build()->graph;
}

std::vector<Fill> fills(const Graph& graph) {
  std::vector<Fill> out;
  const Coloring coloring(graph, lifetimes(graph), ColorBy::stream);
  for (StreamId s : graph.streams()) {
    out.push_back(stream_fill(graph, s, Theme::light()));
    if (coloring.fill(coloring.class_of(graph.operators_of(s).front()), Theme::light()) != out.back())
      qFatal("the coloring says otherwise");
  }
  return out;
}

std::vector<Fill> palette(const std::vector<std::size_t>& numbers) {
  std::vector<Fill> out;
  for (const std::size_t number : numbers) out.push_back(palette_fill(number, Theme::light()));
  return out;
}

/// The colour of each operator of the graph, by name, as a view shows it.
using Seen = std::map<std::string, QRgb>;

Seen seen_in_map(const PlanView& view) {
  ViewState state;
  HeapMapWidget map(&state);
  map.resize(700, 500);
  map.show();
  map.set_view(view);
  const QImage image = map.grab().toImage();
  Seen out;
  for (TensorId t : view.graph->tensors()) {
    const MapItem item = *map.scene()->place(t);
    const QPointF at(map.geometry_of_map().x_of(item.begin + 0.1), map.geometry_of_map().y_of(double(item.low + 400)));
    out.emplace(view.graph->name(view.graph->producer(t)), image.pixelColor(at.toPoint()).rgb());
  }
  return out;
}

Seen seen_in_lanes(const Graph& graph) {
  ViewState state;
  LanesPane pane(state);
  pane.resize(800, 240);
  pane.show();
  pane.set_graph(std::make_shared<const Graph>(graph));
  const QImage image = pane.grab().toImage();
  Seen out;
  const auto inside = [&](OperatorId o) {
    return pane.geometry_of_lanes().box(o.index(), graph.stream(o).index()).topLeft().toPoint() + QPoint(6, 6);
  };
  for (OperatorId o : graph.operators()) out.emplace(graph.name(o), image.pixelColor(inside(o)).rgb());
  return out;
}

Seen seen_in_graph(const PlanView& view) {
  test::ShownGraph s(view);
  const QImage image = s.image();
  Seen out;
  for (OperatorId o : view.graph->operators())
    out.emplace(view.graph->name(o), image.pixelColor(s.place(o) + QPoint(-12, 0)).rgb());
  return out;
}

/// The swatches, in the order of the streams that have operators.
Seen seen_in_legend(const PlanView& view) {
  ViewState state;
  LegendWidget legend(&state);
  const auto coloring = std::make_shared<const Coloring>(view, ColorBy::stream);
  legend.set_coloring(coloring, view);
  const auto* rows = legend.findChild<QListWidget*>();
  Seen out;
  for (OperatorId o : view.graph->operators())
    for (int row = 0; row < rows->count(); ++row)
      if (rows->item(row)->data(Qt::UserRole).toInt() == coloring->class_of(o))
        out.emplace(view.graph->name(o), rows->item(row)->icon().pixmap(kSwatchSize).toImage().pixel(8, 8));
  return out;
}

}  // namespace

class StreamColorsTest : public QObject {
  Q_OBJECT

 private slots:
  /// Merging the second stream into the first leaves c, d and e as they were, in all four views.
  void a_merge_leaves_the_others_in_their_colours() {
    const PlanView before = test::results_of(five_streams());
    const PlanView after = test::results_of(merge_streams(*before.graph, StreamId(1u), StreamId(0u))->graph);
    QCOMPARE(after.graph->stream_count(), std::size_t{4});
    const std::vector<std::pair<Seen, Seen>> views{{seen_in_map(before), seen_in_map(after)},
                                                   {seen_in_lanes(*before.graph), seen_in_lanes(*after.graph)},
                                                   {seen_in_graph(before), seen_in_graph(after)},
                                                   {seen_in_legend(before), seen_in_legend(after)}};
    for (const auto& [was, is] : views) {
      for (const char* name : {"a", "c", "d", "e"}) QCOMPARE(is.at(name), was.at(name));
      QCOMPARE(is.at("b"), was.at("a"));
      QVERIFY(was.at("b") != was.at("a"));
    }
    for (std::size_t k = 1; k < views.size(); ++k) QCOMPARE(views[k].first, views[0].first);
  }

  void fills_follow_the_numbers_of_the_file() {
    QCOMPARE(fills(numbered({0, 1, 2})), palette({0, 1, 2}));
    QCOMPARE(fills(numbered({5, 3, 249})), palette({5, 3, 249}));
    QCOMPARE(fills(numbered({5, 3, 250})), palette({0, 1, 2}));  // a class is a byte
    QCOMPARE(fills(numbered({-1, 3})), palette({0, 1}));
    QCOMPARE(fills(numbered({7, 47})), palette({0, 1}));  // these two would look the same
    std::vector<std::int64_t> many;
    for (std::int64_t number = 249; number >= 0; --number) many.push_back(number);
    QCOMPARE(fills(numbered(many)).back(), palette_fill(0, Theme::light()));
    QCOMPARE(fills(numbered(many)).front(), palette_fill(249, Theme::light()));
  }
};

STOWAGE_GUI_TEST(StreamColorsTest);
#include "tst_stream_colors.moc"
