// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineEdit>
#include <QMenu>
#include <QtTest>

#include "tests/support/graphs.h"
#include "tests/support/wide_graph.h"
#include "widgets/lanes/lanes_pane.h"
#include "widgets/painters/lane_arrows.h"
#include "widgets/view_state.h"

using namespace stowage;
using stowage::test::graph_of;

namespace {

/// Three streams; a → b → d over data, a → c by a sync, d → e over data.
Graph small() {
  return graph_of(R"(
    op a @0
    op b @1
    op c @2
    op d @1
    op e @0
    op f @0
    t x 16 : a -> b
    t y 16 : b -> d
    t z 16 : d -> e
    t w 16 : c -> !
    sync a c)");
}

const OperatorId kA(0), kB(1), kC(2), kD(3), kE(4), kF(5);

/// A pane on screen whose edits are made, as a document would make them.
struct Shown {
  explicit Shown(Graph first, QSize size = {800, 240}) : pane(state) {
    QObject::connect(&pane, &Pane::edit_requested, &pane, [this](const EditRequest& request) {
      asked << request.text;
      auto edited = request.apply(*graph);
      if (!edited) {
        refused << QString::fromStdString(edited.error().text());
        return;
      }
      graph = std::make_shared<const Graph>(std::move(edited->graph));
      state.renumber(edited->operators);
      pane.set_graph(graph);
    });
    graph = std::make_shared<const Graph>(std::move(first));
    pane.resize(size);
    pane.show();
    pane.set_graph(graph);
    pane.setFocus();
  }
  [[nodiscard]] QRectF box(OperatorId o) const {
    return pane.geometry_of_lanes().box(o.index(), graph->stream(o).index());
  }
  [[nodiscard]] QPoint place(OperatorId o) const { return box(o).center().toPoint(); }
  [[nodiscard]] QPoint handle(OperatorId o) const {
    return pane.geometry_of_lanes().handle(o.index(), graph->stream(o).index()).center().toPoint();
  }
  [[nodiscard]] QPoint in_lane(std::size_t lane, double step) const {
    return QPointF(pane.geometry_of_lanes().x_of(step), pane.geometry_of_lanes().lane(lane).center().y()).toPoint();
  }
  [[nodiscard]] QPoint name_of_lane(std::size_t lane) const {
    const QRectF names = pane.geometry_of_lanes().names();
    return {int(names.center().x()), int(pane.geometry_of_lanes().lane(lane).center().y())};
  }
  [[nodiscard]] QPoint strip() const { return pane.geometry_of_lanes().strip().center().toPoint(); }
  [[nodiscard]] QPoint on_arrow(OperatorId from, OperatorId to) const {
    return lane_arrow(pane.geometry_of_lanes(), *graph, from, to).path.pointAtPercent(0.25).toPoint();
  }
  void click(QPoint at, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseClick(&pane, Qt::LeftButton, modifiers, at);
  }
  void press(QPoint at, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mousePress(&pane, Qt::LeftButton, modifiers, at);
  }
  void move(QPoint at, Qt::MouseButtons buttons = Qt::LeftButton) {
    QMouseEvent event(QEvent::MouseMove, at, pane.mapToGlobal(at), Qt::NoButton, buttons, Qt::NoModifier);
    QCoreApplication::sendEvent(&pane, &event);
  }
  void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) {
    press(from, modifiers);
    for (int i = 1; i <= 5; ++i) move(from + (to - from) * i / 5);
    QTest::mouseRelease(&pane, Qt::LeftButton, modifiers, to);
  }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&pane, key, modifiers); }
  [[nodiscard]] std::size_t stream_of(std::string_view name) const {
    return graph->stream(graph->find_operator(name)).index();
  }
  [[nodiscard]] bool has_sync(OperatorId from, OperatorId to) const {
    return std::ranges::find(graph->control(), ControlEdge{from, to}) != graph->control().end();
  }
  /// Opens the context menu with the right button and returns it.
  QMenu* menu_at(QPoint at) {
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, pane.mapToGlobal(at));
    QCoreApplication::sendEvent(&pane, &event);
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
  }
  [[nodiscard]] QImage image() { return pane.grab().toImage(); }

  ViewState state;
  LanesPane pane;
  std::shared_ptr<const Graph> graph;
  QStringList asked, refused;
};

QAction* entry(QMenu* menu, const QString& text) {
  for (QAction* action : menu->findChildren<QAction*>())
    if (action->text().remove('&') == text) return action;
  return nullptr;
}

}  // namespace

class LanesPaneTest : public QObject {
  Q_OBJECT

 private slots:
  void cleanup() {
    while (QWidget* popup = QApplication::activePopupWidget()) popup->close();
  }

  // ---- seeing

  void operators_stand_in_their_lanes_in_the_colours_of_their_streams() {
    Shown s(small());
    const QImage image = s.image();
    for (OperatorId o : s.graph->operators()) {
      const QPoint inside = s.box(o).topLeft().toPoint() + QPoint(6, 6);
      QCOMPARE(image.pixelColor(inside), palette_fill(s.graph->stream(o).index(), Theme::light()).color);
    }
  }

  void an_empty_pane_says_what_it_is_for() {
    ViewState state;
    LanesPane pane(state);
    QVERIFY(!pane.message().isEmpty());
    pane.resize(400, 200);
    QVERIFY(!pane.grab().isNull());
    QVERIFY(!pane.drawing().paint);
  }

  void a_click_selects_and_ctrl_adds() {
    Shown s(small());
    s.click(s.place(kB));
    QCOMPARE(s.state.selected_operators(), std::vector{kB});
    s.click(s.place(kE), Qt::ControlModifier);
    QCOMPARE(s.state.selected_operators(), (std::vector{kB, kE}));
    s.click(s.place(kB), Qt::ControlModifier);
    QCOMPARE(s.state.selected_operators(), std::vector{kE});
    s.click(s.in_lane(2, 5.5));
    QVERIFY(s.state.selected_operators().empty());
    QVERIFY(s.asked.isEmpty());
  }

  void hovering_tells_the_others() {
    Shown s(small());
    s.move(s.place(kC), Qt::NoButton);
    QCOMPARE(s.state.hovered_operator(), kC);
    s.move(s.in_lane(2, 5.5), Qt::NoButton);
    QVERIFY(!s.state.hovered_operator().valid());
  }

  void arrows_walk_along_and_across() {
    Shown s(small());
    s.key(Qt::Key_Right);
    QCOMPARE(s.state.selected_operators().size(), 1u);
    s.state.select_operators({kA});
    s.key(Qt::Key_Right);
    QCOMPARE(s.state.selected_operators(), std::vector{kE});
    s.key(Qt::Key_Down);
    QCOMPARE(s.state.selected_operators(), std::vector{kD});
    s.key(Qt::Key_Left);
    QCOMPARE(s.state.selected_operators(), std::vector{kB});
    s.key(Qt::Key_Down);
    QCOMPARE(s.state.selected_operators(), std::vector{kC});
    s.key(Qt::Key_Down);
    QCOMPARE(s.state.selected_operators(), std::vector{kC});
    s.key(Qt::Key_Escape);
    QVERIFY(s.state.selected_operators().empty());
  }

  void the_wheel_zooms_at_the_pointer_and_0_fits() {
    Shown s(test::wide_graph({.operators = 2000, .streams = 5}));
    const auto all = s.pane.geometry_of_lanes().view();
    const QPoint at = s.pane.geometry_of_lanes().plot().center().toPoint();
    const double fixed = s.pane.geometry_of_lanes().step_at(at.x());
    for (int i = 0; i < 5; ++i) {
      QWheelEvent event(at, s.pane.mapToGlobal(at), {}, {0, 120}, {}, {}, Qt::NoScrollPhase, false);
      QCoreApplication::sendEvent(&s.pane, &event);
    }
    QVERIFY(s.pane.geometry_of_lanes().view().end - s.pane.geometry_of_lanes().view().begin <
            (all.end - all.begin) / 2);
    QVERIFY(std::abs(s.pane.geometry_of_lanes().step_at(at.x()) - fixed) < 1);
    const double begin = s.pane.geometry_of_lanes().view().begin;
    const QPoint gap = s.pane.geometry_of_lanes().lane(0).topLeft().toPoint() + QPoint(100, 1);
    s.drag(gap, gap + QPoint(80, 0));
    QVERIFY(s.pane.geometry_of_lanes().view().begin < begin);
    s.key(Qt::Key_0);
    QVERIFY(s.pane.geometry_of_lanes().view() == all);
    QVERIFY(s.asked.isEmpty());
  }

  void the_axis_sets_the_time_cursor() {
    Shown s(small());
    const QRectF axis = s.pane.geometry_of_lanes().axis();
    s.click(QPointF(s.pane.geometry_of_lanes().x_of(3.5), axis.center().y()).toPoint());
    QCOMPARE(s.state.time_cursor(), std::size_t{3});
    s.key(Qt::Key_Period);
    QCOMPARE(s.state.time_cursor(), std::size_t{4});
  }

  void a_band_selects_what_it_touches() {
    Shown s(small());
    const QPoint from = s.in_lane(0, 0) - QPoint(0, 18), to = s.in_lane(1, 2) + QPoint(0, 5);
    s.drag(from, to, Qt::ShiftModifier);
    QCOMPARE(s.state.selected_operators(), (std::vector{kA, kB}));
  }

  /// The state may speak of a newer graph than the one shown.
  void ids_beyond_the_graph_are_harmless() {
    Shown s(small());
    s.state.select_operators({kA, OperatorId(1000)});
    s.state.set_path({kA, OperatorId(1000)});
    PlayedMoment moment;
    moment.running = {kB, OperatorId(1000)};
    moment.finished = {kA, OperatorId(999)};
    s.state.set_moment(std::make_shared<const PlayedMoment>(moment));
    s.state.hover(OperatorId(1000));
    QVERIFY(!s.image().isNull());
    s.key(Qt::Key_Right);
    s.key(Qt::Key_Delete);
    s.state.select_tensors({TensorId(1000)});
    s.state.hover(TensorId(1000));
    QVERIFY(!s.image().isNull());
  }

  void what_is_played_and_what_is_lit_is_seen() {
    Shown s(small());
    const QColor alive = s.image().pixelColor(s.box(kA).topLeft().toPoint() + QPoint(6, 6));
    PlayedMoment moment;
    moment.finished = {kA};
    moment.running = {kB};
    s.state.set_moment(std::make_shared<const PlayedMoment>(moment));
    QVERIFY(s.image().pixelColor(s.box(kA).topLeft().toPoint() + QPoint(6, 6)) != alive);
    s.state.set_moment(nullptr);
    QCOMPARE(s.image().pixelColor(s.box(kA).topLeft().toPoint() + QPoint(6, 6)), alive);
    s.state.set_time_range(StepRange{2, 4});
    QVERIFY(s.image().pixelColor(s.box(kA).topLeft().toPoint() + QPoint(6, 6)) != alive);
    s.state.set_time_range(std::nullopt);
    const QImage plain = s.image();
    s.state.set_path({kA, kB, kD});
    QVERIFY(s.image() != plain);
  }

  void exports_what_is_seen() {
    Shown s(small());
    const Drawing drawing = s.pane.drawing();
    QVERIFY(drawing.paint);
    const QImage page = render_image(drawing, {.size = drawing.natural_size});
    bool coloured = false;
    const QColor expected = palette_fill(1, Theme::light()).color;
    for (int y = 0; y < page.height() && !coloured; ++y)
      for (int x = 0; x < page.width() && !coloured; ++x) coloured = page.pixelColor(x, y) == expected;
    QVERIFY(coloured);
    QVERIFY(render_bytes(ImageFormat::svg, drawing, {.size = drawing.natural_size})->contains("stream 1"));
  }

  // ---- editing with the mouse

  void an_operator_is_dragged_to_another_lane() {
    Shown s(small());
    s.drag(s.place(kE), s.in_lane(2, 4.5));
    QCOMPARE(s.asked.size(), 1);
    QCOMPARE(s.stream_of("e"), 2u);
    QCOMPARE(s.state.selected_operators(), std::vector{kE});
  }

  void a_selection_is_dragged_together() {
    Shown s(small());
    s.click(s.place(kA));
    s.click(s.place(kE), Qt::ControlModifier);
    s.drag(s.place(kE), s.in_lane(1, 5.5));
    QCOMPARE(s.asked.size(), 1);
    QCOMPARE(s.stream_of("a"), 1u);
    QCOMPARE(s.stream_of("e"), 1u);
    QCOMPARE(s.stream_of("f"), 0u);
  }

  void the_strip_makes_a_new_lane() {
    Shown s(small());
    s.drag(s.place(kF), s.strip());
    QCOMPARE(s.graph->stream_count(), 4u);
    QCOMPARE(s.stream_of("f"), 3u);
    QVERIFY(s.pane.geometry_of_lanes().lanes() == 4);
  }

  void within_its_lane_an_operator_becomes_earlier_or_later() {
    Shown s(small());
    s.drag(s.place(kF), s.in_lane(0, 2.5));
    QCOMPARE(s.asked.size(), 1);
    QVERIFY2(s.refused.isEmpty(), qPrintable(s.refused.join('|')));
    QCOMPARE(s.graph->find_operator("f"), OperatorId(2));
    QCOMPARE(s.state.selected_operators(), std::vector{OperatorId(2)});  // it is still the one selected
  }

  void beyond_what_its_arcs_allow_it_is_refused() {
    Shown s(small());
    s.drag(s.place(kE), s.in_lane(0, 1.5));  // e uses what d makes, at step 3
    QCOMPARE(s.refused.size(), 1);
    QVERIFY2(s.refused.first().contains("d"), qPrintable(s.refused.first()));
    QCOMPARE(s.graph->find_operator("e"), kE);
  }

  void letting_go_where_it_was_asks_for_nothing() {
    Shown s(small());
    s.drag(s.place(kB), s.place(kB) + QPoint(12, 0));
    s.drag(s.place(kB), QPoint(s.place(kB).x(), -40));
    QVERIFY(s.asked.isEmpty());
  }

  void esc_gives_up_a_drag() {
    Shown s(small());
    for (const QPoint from : {s.place(kE), s.handle(kA)}) {
      s.press(from);
      s.move(s.in_lane(1, 4));
      s.move(s.place(kD));
      s.key(Qt::Key_Escape);
      s.move(s.place(kB));
      QTest::mouseRelease(&s.pane, Qt::LeftButton, {}, s.place(kB));
    }
    QVERIFY(s.asked.isEmpty());
    QCOMPARE(s.stream_of("e"), 0u);
  }

  void a_drag_from_the_handle_adds_a_sync() {
    Shown s(small());
    s.drag(s.handle(kC), s.place(kE));
    QVERIFY(s.has_sync(kC, kE));
    s.drag(s.place(kC), s.place(kF), Qt::AltModifier);
    QVERIFY(s.has_sync(kC, kF));
    QCOMPARE(s.asked.size(), 2);
  }

  void a_sync_against_an_arc_is_refused_with_the_cycle() {
    Shown s(small());
    const auto before = s.graph;
    s.drag(s.handle(kE), s.place(kB));
    QCOMPARE(s.refused.size(), 1);
    QVERIFY2(s.refused.first().contains("b") && s.refused.first().contains("e"), qPrintable(s.refused.first()));
    QCOMPARE(s.graph, before);
  }

  void a_clicked_sync_is_deleted() {
    Shown s(small());
    s.key(Qt::Key_Delete);
    QVERIFY(s.asked.isEmpty());
    s.click(s.on_arrow(kA, kC));
    QCOMPARE(s.state.selected_operators(), (std::vector{kA, kC}));
    s.key(Qt::Key_Delete);
    QVERIFY(!s.has_sync(kA, kC));
    s.key(Qt::Key_Delete);
    QCOMPARE(s.asked.size(), 1);
  }

  /// What an operator selected elsewhere has to do with an arrow clicked before: nothing.
  void another_selection_forgets_the_sync() {
    Shown s(small());
    s.click(s.on_arrow(kA, kC));
    s.state.select_operators({kB});
    s.key(Qt::Key_Delete);
    QVERIFY(s.asked.isEmpty());
  }

  void a_redundant_sync_is_drawn_fainter() {
    Shown s(small());
    s.drag(s.handle(kA), s.place(kD));  // a → b → d says so already
    QVERIFY(s.has_sync(kA, kD));
    const QImage before = s.image();
    PlanView view;
    view.graph = s.graph;
    s.pane.set_view(view);
    QTRY_VERIFY(!s.pane.busy());
    QVERIFY(s.image() != before);
  }

  // ---- editing by keys and menus

  void alt_and_arrows_move_the_selection() {
    Shown s(small());
    s.state.select_operators({kF});
    s.key(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(s.graph->find_operator("f"), kE);
    s.key(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(s.graph->find_operator("f"), kF);
    s.key(Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(s.stream_of("f"), 1u);
    s.key(Qt::Key_Down, Qt::AltModifier);
    s.key(Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(s.graph->stream_count(), 4u);
    QCOMPARE(s.stream_of("f"), 3u);
    s.key(Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(s.stream_of("f"), 2u);
  }

  void a_lane_is_renamed_where_its_name_is() {
    Shown s(small());
    auto* name = s.pane.findChild<QLineEdit*>();
    QVERIFY(!name->isVisible());
    QTest::mouseDClick(&s.pane, Qt::LeftButton, {}, s.name_of_lane(1));
    QVERIFY(name->isVisible());
    QTest::keyClicks(name, "copies");
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(!name->isVisible());
    QCOMPARE(s.graph->label(StreamId(1)), std::string("copies"));
    s.state.select_operators({kC});
    s.key(Qt::Key_F2);
    QVERIFY(name->isVisible());
    QTest::keyClicks(name, "nothing");
    QTest::keyClick(name, Qt::Key_Escape);
    QVERIFY(!name->isVisible());
    QCOMPARE(s.asked.size(), 1);
  }

  void the_menu_moves_to_streams() {
    Shown s(small());
    QMenu* menu = s.menu_at(s.place(kF));
    QVERIFY(menu);
    QCOMPARE(s.state.selected_operators(), std::vector{kF});
    QMenu* streams = entry(menu, "Move to stream")->menu();
    QCOMPARE(streams->actions().size(), 5);  // three, a line, a new one
    QVERIFY(!streams->actions().at(0)->isEnabled());
    streams->actions().at(2)->trigger();
    QCOMPARE(s.stream_of("f"), 2u);
    menu->close();
    menu = s.menu_at(s.place(kF));
    entry(entry(menu, "Move to stream")->menu(), "New stream")->trigger();
    QCOMPARE(s.graph->stream_count(), 4u);
  }

  void the_menu_syncs_two_operators_either_way() {
    Shown s(small());
    s.state.select_operators({kC, kE});
    QMenu* menu = s.menu_at(s.place(kE));
    QVERIFY(entry(menu, "Sync from e to c"));
    entry(menu, "Sync from c to e")->trigger();
    QVERIFY(s.has_sync(kC, kE));
    menu->close();
    menu = s.menu_at(s.place(kE));
    entry(menu, "Remove sync from c to e")->trigger();
    QVERIFY(!s.has_sync(kC, kE));
  }

  void the_menu_of_one_operator_lists_its_syncs() {
    Shown s(small());
    QMenu* menu = s.menu_at(s.place(kC));
    QVERIFY(entry(menu, "a → c"));
    entry(menu, "a → c")->trigger();
    QVERIFY(!s.has_sync(kA, kC));
  }

  void the_menu_key_opens_it_for_the_selection() {
    Shown s(small());
    s.state.select_operators({kF});
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, {});
    QCoreApplication::sendEvent(&s.pane, &event);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    entry(menu, "Move earlier")->trigger();
    QCOMPARE(s.graph->find_operator("f"), kE);
    QVERIFY(entry(menu, "Rename…"));
  }

  void what_cannot_be_is_greyed_out_with_the_reason() {
    Shown s(small());
    QMenu* menu = s.menu_at(s.place(kB));  // at step 1, after a
    QVERIFY(!entry(menu, "Move earlier")->isEnabled());
    QVERIFY(entry(menu, "Move earlier")->toolTip().contains("a"));
    QVERIFY(!entry(menu, "Group outputs contiguously")->isEnabled());
    menu->close();
    menu = s.menu_at(s.name_of_lane(0));
    QVERIFY(!entry(menu, "Remove")->isEnabled());
    QVERIFY(!entry(menu, "As the palette has it")->isEnabled());
  }

  void streams_are_merged_and_removed_by_menu() {
    Shown s(small());
    QMenu* menu = s.menu_at(s.name_of_lane(2));
    entry(menu, "Merge into")->menu()->actions().at(0)->trigger();
    QCOMPARE(s.graph->stream_count(), 2u);
    QCOMPARE(s.stream_of("c"), 0u);
    menu->close();
    s.state.select_operators({kB, kD});
    s.drag(s.place(kB), s.in_lane(0, 1.5));
    QVERIFY(s.graph->operators_of(StreamId(1)).empty());
    menu = s.menu_at(s.name_of_lane(1));
    entry(menu, "Remove")->trigger();
    QCOMPARE(s.graph->stream_count(), 1u);
  }

  void experiments_and_groups() {
    Shown s(small());
    QMenu* menu = s.menu_at(s.place(kA));
    entry(menu, "One stream each")->trigger();
    QCOMPARE(s.graph->stream_count(), 6u);
    menu->close();
    menu = s.menu_at(s.in_lane(0, 3));
    entry(menu, "All on one stream")->trigger();
    QCOMPARE(s.graph->stream_count(), 1u);
    menu->close();
    s.state.select_operators({kA, kB});
    menu = s.menu_at(s.place(kA));
    entry(menu, "Group outputs contiguously")->trigger();
    QCOMPARE(s.graph->group_count(), 1u);
  }

  // ---- large

  void many_operators_are_dragged_together() {
    Shown s(test::wide_graph({.operators = 20'000, .streams = 64}), {1000, 400});
    std::vector<OperatorId> all;
    for (OperatorId o : s.graph->operators_of(StreamId(1))) all.push_back(o);
    s.state.select_operators(all);
    s.pane.fit();
    QVERIFY(s.pane.geometry_of_lanes().aggregates());
    const OperatorId grabbed = all[all.size() / 2];
    QVERIFY(s.pane.geometry_of_lanes().plot().contains(s.place(grabbed)));
    s.drag(s.place(grabbed), s.strip());
    QCOMPARE(s.graph->stream_count(), 65u);
    QCOMPARE(s.graph->operators_of(StreamId(64)).size(), all.size());
    QVERIFY(!s.image().isNull());
  }
};

QTEST_MAIN(LanesPaneTest)
#include "tst_lanes_pane.moc"
