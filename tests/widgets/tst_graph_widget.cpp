// SPDX-License-Identifier: GPL-3.0-or-later
// What the graph widget shows, how it is walked and looked at, and how a graph is edited in its drawing; and modules as
// its nodes: what stands for what, and how they are opened and closed.
#include "core/formats/readers.h"
#include "tests/support/fake_program.h"
#include "tests/widgets/shown_pane.h"
#include "widgets/painters/graph/graph_card.h"
#include "widgets/painters/graph/graph_layout.h"
#include "widgets/painters/graph/graph_painter.h"
#include "widgets/painters/model/graph_subset.h"
#include "widgets/views/graph/graph_widget.h"

namespace {

/// A diamond on two streams: a → b → d, a → c → d.
PlanView diamond() {
  return view_of(graph_of(R"(
    op a @0; op b @0; op c @1; op d @0
    t x 1000 : a -> b; t y 2000 : a -> c; t z 500 : b -> d; t w 500 : c -> d; t out 5 : d -> !
    sync a d)"));
}

/// A widget on screen with its drawing ready; edits in it are made.
struct ShownGraph : EditedPane<GraphWidget> {
  explicit ShownGraph(const PlanView& view) : EditedPane(QSize(700, 600)) {
    graph = view.graph;
    widget.set_view(view);
    wait();
  }
  void wait() {
    wait_until([&] { return !widget.busy(); }, "the layout never ended");
  }
  [[nodiscard]] QPoint place(OperatorId o) const {
    return widget.camera().to_view(widget.graph_layout()->find(o)->box.center()).toPoint();
  }
  [[nodiscard]] QPoint middle_of_edge(std::size_t k) const {
    return widget.camera().to_view(widget.graph_layout()->edges[k].path.pointAtPercent(0.5)).toPoint();
  }
  [[nodiscard]] QPoint right_edge(OperatorId o) const {
    const QRectF& box = widget.graph_layout()->find(o)->box;
    return widget.camera().to_view(QPointF(box.right(), box.center().y())).toPoint();
  }
  /// Opens the context menu with the right button; the entry of that name.
  QAction* menu_entry(QPoint at, const QString& name) { return entry(menu_at(widget, at), name); }

  GraphWidget& widget = pane;
};

/// Operators o0, o1, … each of which reads what the one before makes.
std::string chain(int count) {
  std::string text;
  for (int k = 0; k < count; ++k) text += "op o" + std::to_string(k) + " @0\n";
  for (int k = 1; k < count; ++k)
    text += "t t" + std::to_string(k) + " 64 : o" + std::to_string(k - 1) + " -> o" + std::to_string(k) + "\n";
  return text;
}

std::shared_ptr<const GraphModules> modules_of(const std::shared_ptr<const Graph>& graph) {
  return std::make_shared<const GraphModules>(GraphModules{.graph = graph, .tree = module_tree(*graph)});
}

/// `count` operators in a chain, ten in a block, blocks on two streams by turns; "head" has one of each.
PlanView blocks(std::size_t count) {
  GraphBuilder builder;
  const StreamId streams[] = {builder.add_stream(0), builder.add_stream(1)};
  OperatorId before;
  for (std::size_t k = 0; k < count; ++k) {
    const std::string block = k < 10 ? "head" : "block" + std::to_string(k / 10);
    const std::size_t stream = k < 10 ? k % 2 : k / 10 % 2;
    const OperatorId o =
        builder.add_operator({.name = block + ".op" + std::to_string(k), .stream = streams[stream], .kind = "Add"});
    if (before.valid())
      builder.add_tensor({.name = "t" + std::to_string(k), .size = {8}, .producer = before, .consumers = {&o, 1}});
    before = o;
  }
  return view_of(std::move(std::move(builder).build()->graph));
}

struct ShownModules : ShownGraph {
  explicit ShownModules(const PlanView& of) : ShownGraph(of), view(of) {
    state.set_modules(modules_of(view.graph));
    wait();
  }
  [[nodiscard]] const GraphLayout& layout() const { return *widget.graph_layout(); }
  QToolButton* box() { return part_of<QToolButton>(widget, "graph_modules"); }
  PlanView view;
};

}  // namespace

class GraphWidgetTest : public EnglishTest {
  Q_OBJECT

 private slots:
  void paints_operators_in_their_streams_colours() {
    ShownGraph s(view_of(graph_of("op a @0\nop b @3\nt x 8 : a -> b")));
    // Beside the letter in the middle of the box.
    const auto colour_of = [&](OperatorId o) { return s.image().pixelColor(s.place(o) + QPoint(-12, 0)); };
    QCOMPARE(colour_of(kA), palette_fill(0, Theme::light()).color);
    QCOMPARE(colour_of(kB), palette_fill(3, Theme::light()).color);
    s.state.set_color_by(ColorBy::size);  // says nothing of operators: a stream's colour would mean a size
    for (const OperatorId o : {kA, kB}) QCOMPARE(colour_of(o), Theme::light().neutral);
  }

  void the_mouse_selects_hovers_zooms_and_moves() {
    ShownGraph s(diamond());
    answers_the_mouse({.widget = s.widget,
                       .drawn_at = [&](QPointF p) { return s.widget.camera().to_drawing(p); },
                       .seen_at = [&](QPointF p) { return s.widget.camera().to_view(p); },
                       .hovered = [&] { return s.state.hovered_operator().valid(); },
                       .things = {s.place(kB), s.place(kC)},
                       .nothing = {3, 3},
                       .numbers = {1, 2},
                       .selected = [&] { return numbers_of(s.state.selected_operators()); }});
    const QPoint from = s.place(kB);
    const QPointF before = s.widget.camera().offset;
    s.drag(from, from + QPoint(60, 20));
    QCOMPARE(s.widget.camera().offset - before, QPointF(60, 20));
    QVERIFY(s.state.selected_operators().empty());
    QTest::mouseDClick(&s.widget, Qt::LeftButton, {}, {5, 5});
    QCOMPARE(s.widget.camera().offset, before);
    const QPoint corner(2, 2);
    s.drag(corner, s.widget.rect().bottomRight() - corner, Qt::ShiftModifier);
    QCOMPARE(s.state.selected_operators().size(), s.widget.graph_layout()->nodes.size());
    s.drag(corner, corner + QPoint(20, 0), Qt::ShiftModifier);  // around nothing
    QVERIFY(s.state.selected_operators().empty());
  }

  /// It stands on the rest of the picture, and leaves nothing behind.
  void what_is_under_the_mouse_is_marked_and_selected() {
    ShownGraph s(diamond());
    const QImage plain = s.image();
    s.state.hover(kB);
    const QImage op = s.image();
    QVERIFY(op != plain);
    const auto& edges = s.widget.graph_layout()->edges;
    s.state.hover(edges[0].tensors[0]);
    QVERIFY(s.image() != op && has_colour(s.image(), Theme::light().selection));
    s.state.clear_hover();
    QCOMPARE(s.image(), plain);
    // A click on an edge selects its tensors, on a sync the operators that it joins.
    QCOMPARE(edges[0].from, kA);
    s.hover(s.middle_of_edge(0));
    QCOMPARE(s.state.hovered_tensor(), edges[0].tensors[0]);
    s.click(s.middle_of_edge(0));
    QCOMPARE(s.state.selected_tensors(), edges[0].tensors);
    s.click(s.middle_of_edge(1), Qt::ControlModifier);
    QCOMPARE(s.state.selected_tensors().size(), 2u);
    s.click(s.middle_of_edge(1), Qt::ControlModifier);
    QCOMPARE(s.state.selected_tensors(), edges[0].tensors);
    const auto sync = std::ranges::find(edges, GraphLayout::EdgeKind::control, &GraphLayout::Edge::kind);
    s.click(s.middle_of_edge(std::size_t(sync - edges.begin())));
    QCOMPARE(s.state.selected_operators(), (std::vector{kA, kD}));
  }

  void what_is_selected_played_or_on_a_path_is_lit() {
    ShownGraph s(diamond());
    QVERIFY(!has_colour(s.image(), Theme::light().selection));
    s.state.select_tensors({TensorId(1)});  // y: a → c
    QVERIFY(has_colour(s.image(), Theme::light().selection));
    const std::vector selected{TensorId(1)};
    const GraphLayout& layout = *s.widget.graph_layout();
    const PlanView view = diamond();
    const Coloring coloring(*view.graph, *view.lifetimes, ColorBy::stream);
    const GraphScene scene{.graph = view.graph.get(), .layout = &layout, .coloring = &coloring, .tensors = selected};
    for (OperatorId o : view.graph->operators()) QCOMPARE(is_lit(scene, o), o == kA || o == kC);
    for (const auto& edge : layout.edges)
      QCOMPARE(is_lit(scene, edge), edge.kind == GraphLayout::EdgeKind::data && edge.from == kA && edge.to == kC);
    s.state.clear_selection();
    const QImage plain = s.image();
    s.state.set_path({kA, kB, kD});
    const QImage with_path = s.image();
    QVERIFY(with_path != plain);
    QVERIFY(has_colour(with_path, Theme::light().path));
    QVERIFY(!has_colour(with_path, Theme::light().selection));
    s.state.set_path({});
    QCOMPARE(s.image(), plain);
    PlayedMoment moment;
    moment.finished = {kA};
    moment.running = {kB, kC};
    s.state.set_moment(std::make_shared<const PlayedMoment>(moment));
    const QPoint inside = s.place(kA) + QPoint(-12, 0);
    QVERIFY(s.image().pixelColor(inside) != plain.pixelColor(inside));
    s.state.set_moment(nullptr);
    s.state.set_time_range(StepRange{1, 4});
    QVERIFY(s.image().pixelColor(inside) != plain.pixelColor(inside));
    s.state.set_time_range(std::nullopt);
    QCOMPARE(s.image(), plain);
  }

  /// Who makes a view, or what may be written over an input, has a mark, and the legend says it.
  void shared_bytes_are_marked() {
    const Graph graph = graph_of(
        "op a\nop b\nop c\nop d\nt x 32 : a -> b\nt v 8 : b -> c\nt y 16 : c -> d\nt z 16 : d ->\nview v x\nover z y");
    GraphLayout layout = graph_elements(graph, all_of(graph), false);
    std::vector<std::uint32_t> shares;
    for (const auto& node : layout.nodes) shares.push_back(node.shares);
    QCOMPARE(shares, (std::vector<std::uint32_t>{0, 1, 0, 1}));
    const Coloring coloring(graph, lifetimes(graph), ColorBy::stream);
    const auto legend_has = [&](const Graph& of) {
      const GraphScene scene{.graph = &of, .layout = &layout, .coloring = &coloring};
      const auto items = graph_legend(scene);
      return std::ranges::find(items, GraphLegendItem::Sign::shares, &GraphLegendItem::sign) != items.end();
    };
    QVERIFY(legend_has(graph));
    QVERIFY(says(operator_card(graph, OperatorId(1)).text(), {"v  8 B", "x"}));
    QVERIFY(says(operator_card(graph, OperatorId(3)).text(), {"z  16 B", "y"}));
    const Graph apart =
        graph_of("op a\nop b\nop c\nop d\nt x 32 : a -> b\nt v 8 : b -> c\nt y 16 : c -> d\nt z 16 : d ->");
    restream(apart, layout);  // as after an edit that takes sharing away
    QVERIFY(!legend_has(apart));
  }

  /// While part of the drawing is out of view, a button brings all of it.
  void a_button_shows_all_of_a_long_graph() {
    ShownGraph s(view_of(graph_of(chain(60))));
    const QSize page = s.widget.drawing().natural_size;  // as tall as the graph
    QVERIFY(page.height() >= s.widget.graph_layout()->bounds.height());
    QVERIFY(page.height() > 3 * page.width());
    auto* button = s.widget.findChild<QToolButton*>("graph_fit");
    const auto sees = [&](std::uint32_t o) {
      return QRect(QPoint(), s.widget.size()).contains(s.place(OperatorId(o)));
    };
    QVERIFY(sees(0) && !sees(59));
    QTRY_VERIFY(button->isVisible());
    QVERIFY(s.widget.rect().contains(button->geometry()));
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(sees(0) && sees(59));
    QTRY_VERIFY(!button->isVisible());
    QVERIFY(s.widget.hasFocus());
    QTest::keyClick(&s.widget, Qt::Key_Plus);
    QTest::keyClick(&s.widget, Qt::Key_Plus);
    QTRY_VERIFY(button->isVisible());
    ShownGraph small(diamond());
    (void)small.image();
    QTest::qWait(20);
    QVERIFY(!small.widget.findChild<QToolButton*>("graph_fit")->isVisible());
  }

  void keys_walk_zoom_and_fit() {
    ShownGraph s(diamond());
    s.walk({{Qt::Key_Down, kA},
            {Qt::Key_Down, kB},                                                    // the earliest consumer
            {Qt::Key_Right, kD},                                                   // next on stream 0
            {Qt::Key_Up, kC},                                                      // the latest producer
            {Qt::Key_Left, kC}});                                                  // first of its stream
    QVERIFY(says(s.widget.accessibleDescription(), {"stream 1", "0", "0", "0"}));  // its place, of 0 to 0
    s.key(Qt::Key_Escape);
    QVERIFY(s.state.selected_operators().empty());
    const double before = s.widget.camera().scale;
    s.key(Qt::Key_Plus);
    QVERIFY(s.widget.camera().scale > before);
    s.key(Qt::Key_0);
    QCOMPARE(s.widget.camera().scale, before);
    s.key(Qt::Key_Minus);
    QVERIFY(s.widget.camera().scale < before);
  }

  void a_large_graph_shows_the_neighbourhood_and_says_so() {
    ShownGraph s(view_of(random_graph({.operators = 2500, .streams = 4})));
    QCOMPARE(s.widget.graph_layout()->nodes.size(), kNeighbourhoodOperators);
    const QString of_peak = s.widget.banner();
    QCOMPARE(numbers_in(of_peak), (QList<qint64>{60, 2500}));
    QCOMPARE(s.widget.accessibleDescription(), s.widget.banner());
    const OperatorId far =
        s.widget.graph_layout()->find(OperatorId(2000)) == nullptr ? OperatorId(2000) : OperatorId(100);
    s.state.select_operators({far});
    QVERIFY(s.widget.busy());
    QVERIFY(s.widget.graph_layout() != nullptr);  // the old drawing stays until then
    s.wait();
    QVERIFY(s.widget.graph_layout()->find(far) != nullptr);
    QCOMPARE(numbers_in(s.widget.banner()), (QList<qint64>{60, 2500}));
    QVERIFY(s.widget.banner() != of_peak);
    // What is drawn already needs no new layout.
    s.state.select_operators({s.widget.graph_layout()->nodes.back().op});
    QVERIFY(!s.widget.busy());
  }

  /// The first operator is drawn at the very end where only the last one reads what it makes.
  void something_is_seen_of_a_long_graph_at_first() {
    const ShownGraph s(view_of(graph_of("op early @0\n" + chain(50) + "t e 1 : early -> o49\n")));
    const auto seen = [&](const GraphLayout::Node& node) {
      return QRectF(s.widget.rect()).contains(s.widget.camera().to_view(node.box.center()));
    };
    QVERIFY(std::ranges::any_of(s.widget.graph_layout()->nodes, seen));
    QVERIFY(seen(*s.widget.graph_layout()->find(OperatorId(0))));
  }

  /// The neighbourhood takes all of a path in, and shows it; a very long one says how much is not drawn.
  void a_lit_path_is_drawn_whole() {
    const PlanView view = view_of(make_training_graph(training_graph_of(4400, 8)));
    ShownGraph s(view);
    const Graph& graph = *view.graph;
    std::vector<OperatorId> path;
    const auto stream = graph.operators_of(StreamId(0u));
    for (std::size_t k = 100; k < 190; ++k) path.push_back(stream[k]);
    s.state.set_path(path);
    s.wait();
    for (OperatorId o : path) QVERIFY(s.widget.graph_layout()->find(o) != nullptr);
    QCOMPARE(numbers_in(s.widget.banner()).size(), 2);  // so many of so many operators
    QVERIFY(has_colour(s.image(), Theme::light().path));
    s.state.set_path({path[3], path[4]});  // drawn already
    QVERIFY(!s.widget.busy());
    s.state.set_path({stream.begin(), stream.begin() + 450});
    s.wait();
    QCOMPARE(s.widget.graph_layout()->nodes.size(), kMostOfPath);
    QCOMPARE(numbers_in(s.widget.banner()).value(2), 50);  // without its last
    s.state.set_path({});
    QVERIFY(!s.widget.busy());
  }

  void another_graph_replaces_the_first() {
    ShownGraph s(diamond());
    const PlanView second = view_of(random_graph({.operators = 30}));
    s.widget.set_view(second);
    s.click({300, 300});  // ids of the old drawing mean nothing now
    QVERIFY(s.state.selected_operators().empty());
    s.wait();
    QCOMPARE(s.widget.graph_layout()->nodes.size(), 30u);
    s.widget.set_view({});
    QVERIFY(s.widget.graph_layout() == nullptr);
    QVERIFY(!s.widget.message().isEmpty());
  }

  void says_what_is_wrong() {
    const WithVariable path("PATH", "/nowhere");
    ViewState state;
    GraphWidget widget(state);
    widget.show();
    widget.set_view(diamond());
    QTRY_VERIFY(widget.message().contains("Graphviz"));
    const Drawing drawing = widget.drawing();  // no picture, and why
    QVERIFY(!drawing.paint);
    QCOMPARE(drawing.subtitle, widget.message());
  }

  void lists_of_lifetimes_have_no_graph() {
    GraphBuilder builder;
    const StreamId stream = builder.add_stream(0);
    builder.add_operator({.name = "t=0", .stream = stream});
    builder.set_times({0, 5});
    const std::string_view scopeless =
        "{\"t\": 1, \"op\": \"alloc\", \"id\": 1, \"size\": 4}\n{\"t\": 2, \"op\": \"free\", \"id\": 1}\n";
    for (const Graph& graph : {Graph(std::move(std::move(builder).build()->graph)), *sample("lifetimes.csv"),
                               *read_alloc_trace({scopeless, "x.alloc.jsonl", {}, {}})->graph}) {
      ShownGraph s(view_of(graph));
      QVERIFY(s.widget.graph_layout() == nullptr);
      QVERIFY(!s.widget.message().isEmpty());
    }
  }

  /// What a trace tells of its operators is their order, so they lie in it.
  void scopes_of_a_trace_are_drawn_in_order() {
    const std::shared_ptr<const Graph> trace = sample("inference.alloc.jsonl");
    const Graph& graph = *trace;
    ShownGraph s(view_of(graph));
    QVERIFY2(s.widget.message().isEmpty(), qPrintable(s.widget.message()));
    QCOMPARE(s.widget.graph_layout()->nodes.size(), graph.operator_count());
    double above = -1e9;
    for (OperatorId o : graph.operators()) {
      const double y = s.widget.graph_layout()->find(o)->box.center().y();
      QVERIFY2(y > above, std::string(graph.name(o)).c_str());
      above = y;
    }
  }

  /// All of it on a page of its own size; or the part that the user chose.
  void exports_all_or_the_part_in_view() {
    ShownGraph s(diamond());
    const QRectF bounds = s.widget.graph_layout()->bounds;
    const QSize all = s.widget.drawing().natural_size;
    QVERIFY(all.width() >= bounds.width() && all.height() >= bounds.height());
    s.state.select_tensors({TensorId(1)});
    const QImage image = render_image(s.widget.drawing(), pixel_page(all));
    QVERIFY(has_colour(image, palette_fill(1, Theme::light()).color) && has_colour(image, Theme::light().selection));
    s.state.clear_selection();
    // c, the only operator of its colour, is moved out of view.
    const QPointF away = QPointF(s.place(OperatorId(2))) - QPointF(s.place(OperatorId(1)));
    for (int i = 0; i < 8; ++i) wheel(s.widget, s.place(OperatorId(1)) - (away / 8).toPoint(), 1);
    s.widget.set_legend_shown(false);
    const QPoint hand(s.widget.rect().center()), shift(away.x() > 0 ? 350 : -350, 0);
    drag(s.widget, hand, hand + shift, {}, Qt::MiddleButton);
    QVERIFY(!s.widget.rect().contains(s.place(OperatorId(2))));
    QVERIFY(s.widget.rect().contains(s.place(OperatorId(1))));
    const auto drawn = [&] { return svg_of(s.widget.drawing(), pixel_page({800, 600})); };
    QVERIFY(!drawn().contains(">c<") && drawn().contains(">b<"));
    s.widget.fit();
    QVERIFY(drawn().contains(">c<"));
    QCOMPARE(s.widget.drawing().natural_size, all);
  }

  void stream_order_is_visible_in_both_themes() {
    for (const bool dark : {false, true}) {
      const Theme& theme = Theme::of(dark);
      QVERIFY(contrast(edge_style(GraphLayout::EdgeKind::stream, theme).color, theme.background) >= 3);
    }
  }

  void closing_in_the_middle_of_a_layout_is_fine() {
    const FakePrograms programs;
    const std::string begun = programs.file("begun");
    const QFileInfo dot(QString::fromStdString(programs.make("dot", "touch '" + begun + "'; sleep 600")));
    const WithVariable path("PATH", dot.path().toStdString() + ":" + std::getenv("PATH"));
    ViewState state;
    auto widget = std::make_unique<GraphWidget>(state);
    widget->show();
    widget->set_view(diamond());
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(QString::fromStdString(begun)), kPatience);
    QVERIFY(widget->busy());
    QElapsedTimer timer;
    timer.start();
    widget.reset();
    QVERIFY(timer.elapsed() < 5000);
  }

  // ---- editing

  void syncs_are_dragged_and_deleted() {
    ShownGraph s(diamond());
    s.drag(s.right_edge(kB), s.place(kC));
    QCOMPARE(s.graph->control().back(), (ControlEdge{kB, kC}));
    s.wait();
    QCOMPARE(s.widget.graph_layout()->edges.size(), 6u);
    for (const std::size_t left : {1u, 0u}) {
      const auto& edges = s.widget.graph_layout()->edges;
      const auto sync = std::ranges::find(edges, GraphLayout::EdgeKind::control, &GraphLayout::Edge::kind);
      s.click(s.middle_of_edge(std::size_t(sync - edges.begin())));
      s.key(Qt::Key_Delete);
      QCOMPARE(s.graph->control().size(), left);
      s.wait();
    }
    s.key(Qt::Key_Delete);
    QVERIFY(s.refused.isEmpty());
    // With Shift, a drag may begin at the middle; Esc gives up.
    begin_drag(s.widget, s.place(kC), s.place(kB), Qt::ShiftModifier);
    QTest::keyClick(&s.widget, Qt::Key_Escape);
    QTest::mouseRelease(&s.widget, Qt::LeftButton, Qt::ShiftModifier, s.place(kB));
    QVERIFY(s.graph->control().empty());
    s.drag(s.place(kB), s.place(kC), Qt::ShiftModifier);
    QCOMPARE(s.graph->control().size(), 1u);
    s.wait();
    s.drag(s.place(kD), s.place(kA), Qt::ShiftModifier);  // would close a cycle
    QCOMPARE(s.refused.size(), 1);
    QCOMPARE(s.graph->control().size(), 1u);
  }

  /// Only the lines of the stream order are other ones, and the colours.
  void the_menu_edits_and_other_streams_need_no_layout() {
    ShownGraph s(diamond());
    QTest::keyClick(&s.widget, Qt::Key_Plus);
    const QPointF offset = s.widget.camera().offset;
    const QRectF box = s.widget.graph_layout()->find(kB)->box;
    s.menu_entry(s.place(kB), "move_to_stream")->menu()->actions().at(1)->trigger();
    QCOMPARE(s.state.selected_operators(), std::vector{kB});
    QCOMPARE(s.graph->stream(kB).index(), 1u);
    QApplication::activePopupWidget()->close();
    s.state.clear_selection();
    QVERIFY(!s.widget.busy());
    QVERIFY(s.widget.banner().isEmpty());
    QCOMPARE(s.widget.graph_layout()->find(kB)->box, box);
    QCOMPARE(s.widget.camera().offset, offset);
    const auto& edges = s.widget.graph_layout()->edges;
    const auto joins = [&](OperatorId from, OperatorId to) {
      return std::ranges::any_of(edges, [&](const GraphLayout::Edge& edge) {
        return edge.kind == GraphLayout::EdgeKind::stream && edge.from == from && edge.to == to;
      });
    };
    QVERIFY(joins(kB, kC));  // on one stream now, joined by nothing else
    const QPoint inside = s.place(kB) + QPoint(-12, 0);
    QCOMPARE(s.image().pixelColor(inside), palette_fill(1, Theme::light()).color);
    s.state.select_operators({kB, kC});
    s.menu_entry(s.place(kC), "add_sync_on")->trigger();
    QCOMPARE(s.graph->control().size(), 2u);
    QApplication::activePopupWidget()->close();
    s.wait();
  }

  void until_a_new_layout_is_there_the_old_one_is_greyed() {
    ShownGraph s(view_of(random_graph({.operators = 300, .streams = 3})));
    for (int i = 0; i < 4; ++i) QTest::keyClick(&s.widget, Qt::Key_Plus);
    const QImage before = s.image();
    const auto nodes = s.widget.graph_layout()->nodes.size();
    const QPointF middle = s.widget.camera().to_drawing(s.widget.rect().center());
    const auto away = [&](const GraphLayout::Node& node) { return QLineF(node.box.center(), middle).length(); };
    const OperatorId near = std::ranges::min_element(s.widget.graph_layout()->nodes, {}, away)->op;
    const QPoint place = s.place(near);
    s.take(*add_sync(*s.graph, OperatorId(0), OperatorId(299)));
    QVERIFY(s.widget.busy());
    QVERIFY(!s.widget.banner().isEmpty());
    QCOMPARE(s.widget.graph_layout()->nodes.size(), nodes);
    QVERIFY(s.image() != before);
    s.wait();
    QVERIFY(s.widget.banner().isEmpty());
    QVERIFY((s.place(near) - place).manhattanLength() < 8);  // the reader is where they were
  }

  // ---- modules

  /// A phase that is a level is named in the language of the window, a module as the file has it.
  void phases_are_translated() {
    GraphBuilder builder;
    const StreamId stream = builder.add_stream(0);
    for (const std::string phase : {"forward", "backward", "warm-up"})
      for (const std::string part : {"forward.a", "forward.b"})
        builder.add_operator({.name = part + "." + phase, .stream = stream, .phase = phase});
    const auto modules = modules_of(std::make_shared<const Graph>(std::move(builder).build()->graph));
    QStringList titles;
    {
      const Translated loud([](const QString& context, const QString& text) {
        return context == "stowage::Phases" ? text.toUpper() : QString();
      });
      for (const auto& node : module_elements(*modules, std::vector<std::uint32_t>{0}).nodes) titles << node.title;
    }
    titles.sort();
    QCOMPARE(titles, QStringList({"BACKWARD", "FORWARD", "warm-up"}));
    for (std::uint32_t node = 1; node < modules->tree.nodes.size(); ++node)
      if (modules->tree.nodes[node].kind == ModuleTree::Kind::module)
        QCOMPARE(module_title(*modules, node, 100), QString("forward"));
  }

  /// Every operator has one node, and every arc between nodes its edge, by brute force.
  void elements_stand_for_all() {
    const auto graph = std::make_shared<const Graph>(make_training_graph({.layers = 8, .streams = 3}));
    const auto modules = modules_of(graph);
    for (const std::size_t most : {1, 6, 20, 60, 100'000}) {
      const auto open = open_levels(modules->tree, most);
      const GraphLayout layout = module_elements(*modules, open);
      const auto seen = seen_nodes(modules->tree, open);
      QCOMPARE(layout.nodes.size(), std::set(seen.begin(), seen.end()).size());
      std::size_t operators = 0;
      for (const auto& node : layout.nodes) {
        operators += node.operators;
        std::set<StreamId> streams;
        for (const OperatorId o : graph->operators())
          if (layout.find(o) == &node) streams.insert(graph->stream(o));
        QCOMPARE(node.several_streams, streams.size() > 1);
        QVERIFY(node.box.width() >= 36);
      }
      QCOMPARE(operators, graph->operator_count());
      std::map<std::pair<OperatorId, OperatorId>, std::set<TensorId>> expected;
      for (const TensorId t : graph->tensors())
        for (const OperatorId user : graph->consumers(t)) {
          if (!graph->producer(t).valid()) continue;
          const OperatorId from = layout.find(graph->producer(t))->op, to = layout.find(user)->op;
          if (from != to) expected[{from, to}].insert(t);
        }
      for (const ControlEdge& edge : graph->control())
        if (layout.find(edge.before) != layout.find(edge.after))
          expected[{layout.find(edge.before)->op, layout.find(edge.after)->op}];
      QCOMPARE(layout.edges.size(), expected.size());
      for (const auto& edge : layout.edges) {
        const auto& tensors = expected.at({edge.from, edge.to});
        QVERIFY(std::ranges::equal(edge.tensors, tensors));
        QCOMPARE(edge.kind == GraphLayout::EdgeKind::control, tensors.empty());
      }
    }
  }

  void modules_of_a_large_graph_are_walked_opened_and_closed() {
    ShownModules shown(blocks(2'500));
    QCOMPARE(numbers_in(shown.widget.banner()), (QList<qint64>{250, 2500}));
    QCOMPARE(shown.layout().nodes.size(), std::size_t{250});
    QVERIFY(shown.box()->isVisible() && shown.box()->isChecked());
    QVERIFY(shown.layout().nodes[0].several_streams && !shown.layout().nodes[1].several_streams);
    QCOMPARE(shown.layout().nodes[7].title, QString("block7"));
    QCOMPARE(shown.layout().nodes[7].subtitle, QString("10 operators"));
    shown.widget.setFocus();
    for (const auto& [key, first] :
         {std::pair(Qt::Key_Down, 0u), {Qt::Key_Down, 10u}, {Qt::Key_Right, 20u}, {Qt::Key_Up, 10u}}) {
      shown.key(key);
      QCOMPARE(shown.state.selected_operators().front(), OperatorId(first));
    }
    QVERIFY(shown.layout().by_module());
    shown.state.clear_selection();
    shown.widget.fit();
    const QPoint at = shown.place(OperatorId(30));
    shown.click(at);
    QCOMPARE(shown.state.selected_operators().size(), std::size_t{10});
    QCOMPARE(shown.state.selected_operators().front(), OperatorId(30));
    QVERIFY(shown.layout().by_module());
    QTest::mouseDClick(&shown.widget, Qt::LeftButton, {}, at);
    shown.wait();
    QCOMPARE(shown.layout().nodes.size(), std::size_t{259});
    QCOMPARE(shown.layout().find(OperatorId(33))->module, GraphLayout::kNoModule);
    shown.widget.setFocus();
    QTest::keyClick(&shown.widget, Qt::Key_Backspace);
    shown.wait();
    QCOMPARE(shown.layout().nodes.size(), std::size_t{250});
    QTest::keyClick(&shown.widget, Qt::Key_Return);
    shown.wait();
    QCOMPARE(shown.layout().nodes.size(), std::size_t{259});
    // A selection made elsewhere has its neighbourhood; without one the modules are back.
    shown.state.select_operators({OperatorId(1200)});
    shown.wait();
    QVERIFY(!shown.layout().by_module() && shown.layout().find(OperatorId(1200)));
    QVERIFY(!shown.box()->isChecked());
    shown.state.clear_selection();
    shown.wait();
    QVERIFY(shown.layout().by_module());
    QTest::mouseClick(shown.box(), Qt::LeftButton);
    shown.wait();
    QCOMPARE(numbers_in(shown.widget.banner()), (QList<qint64>{60, 2500}));
  }

  /// Of a small graph on demand only.
  void a_box_shows_them() {
    ShownModules shown(blocks(60));
    QVERIFY(!shown.layout().by_module() && shown.box()->isVisible() && !shown.box()->isChecked());
    QTest::mouseClick(shown.box(), Qt::LeftButton);
    shown.wait();
    QVERIFY(shown.layout().by_module());
    shown.state.set_modules(nullptr);
    shown.wait();
    QVERIFY(!shown.box()->isVisible() && !shown.layout().by_module());
  }
};

STOWAGE_GUI_TEST(GraphWidgetTest);
#include "tst_graph_widget.moc"
