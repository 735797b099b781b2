// SPDX-License-Identifier: GPL-3.0-or-later
// What the lanes show, and how they are walked and looked at.
#include "tests/support/wide_graph.h"
#include "tests/widgets/shown_lanes.h"

using namespace stowage;
using namespace stowage::test;

class LanesPaneTest : public QObject {
  Q_OBJECT

 private slots:
  // ---- seeing

  void operators_stand_in_their_lanes_in_the_colours_of_their_streams() {
    ShownLanes s(small());
    const QImage image = s.image();
    for (OperatorId o : s.graph->operators()) {
      const QPoint inside = s.box(o).topLeft().toPoint() + QPoint(6, 6);
      QCOMPARE(image.pixelColor(inside), palette_fill(s.graph->stream(o).index(), Theme::light()).color);
    }
  }

  void a_click_selects_and_ctrl_adds() {
    ShownLanes s(small());
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
    ShownLanes s(small());
    s.move(s.place(kC), Qt::NoButton);
    QCOMPARE(s.state.hovered_operator(), kC);
    s.move(s.in_lane(2, 5.5), Qt::NoButton);
    QVERIFY(!s.state.hovered_operator().valid());
  }

  void arrows_walk_along_and_across() {
    ShownLanes s(small());
    s.key(Qt::Key_Right);
    QCOMPARE(s.state.selected_operators().size(), 1u);
    s.state.select_operators({kA});
    s.walk({{Qt::Key_Right, kE}, {Qt::Key_Down, kD}, {Qt::Key_Left, kB}, {Qt::Key_Down, kC}, {Qt::Key_Down, kC}});
    s.key(Qt::Key_Escape);
    QVERIFY(s.state.selected_operators().empty());
  }

  void the_wheel_zooms_at_the_pointer_and_0_fits() {
    ShownLanes s(wide_graph({.operators = 2000, .streams = 5}));
    const auto all = s.geometry().view();
    const QPoint at = s.geometry().plot().center().toPoint();
    const double fixed = s.geometry().place_at(at.x());
    for (int i = 0; i < 5; ++i) wheel(s.pane, at, 1);
    QVERIFY(s.geometry().view().end - s.geometry().view().begin < (all.end - all.begin) / 2);
    QVERIFY(std::abs(s.geometry().place_at(at.x()) - fixed) < 1);
    const double begin = s.geometry().view().begin;
    const QPoint gap = s.geometry().lane(0).topLeft().toPoint() + QPoint(100, 1);
    s.drag(gap, gap + QPoint(80, 0));
    QVERIFY(s.geometry().view().begin < begin);
    s.key(Qt::Key_0);
    QVERIFY(s.geometry().view() == all);
    QVERIFY(s.asked.isEmpty());
  }

  void the_axis_sets_the_time_cursor() {
    ShownLanes s(small());
    const QRectF axis = s.geometry().axis();
    s.click(QPointF(s.geometry().x_of(3.5), axis.center().y()).toPoint());
    QCOMPARE(s.state.time_cursor(), std::size_t{3});
    s.key(Qt::Key_Period);
    QCOMPARE(s.state.time_cursor(), std::size_t{4});
  }

  void a_band_selects_what_it_touches() {
    ShownLanes s(small());
    const QPoint from = s.in_lane(0, 0) - QPoint(0, 18), to = s.in_lane(1, 2) + QPoint(0, 5);
    s.drag(from, to, Qt::ShiftModifier);
    QCOMPARE(s.state.selected_operators(), (std::vector{kA, kB}));
  }

  /// The state may speak of a newer graph than the one shown.
  void ids_beyond_the_graph_are_harmless() {
    ShownLanes s(small());
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
    ShownLanes s(small());
    const auto colour = [&] { return s.image().pixelColor(s.box(kA).topLeft().toPoint() + QPoint(6, 6)); };
    const QColor alive = colour();
    PlayedMoment moment;
    moment.finished = {kA};
    moment.running = {kB};
    s.state.set_moment(std::make_shared<const PlayedMoment>(moment));
    QVERIFY(colour() != alive);
    s.state.set_moment(nullptr);
    QCOMPARE(colour(), alive);
    s.state.set_time_range(StepRange{2, 4});
    QVERIFY(colour() != alive);
    s.state.set_time_range(std::nullopt);
    const QImage plain = s.image();
    s.state.set_path({kA, kB, kD});
    QVERIFY(s.image() != plain);
  }

  void exports_what_is_seen() {
    ShownLanes s(small());
    const Drawing drawing = s.pane.drawing();
    QVERIFY(drawing.paint);
    const QImage page = render_image(drawing, pixel_page(drawing.natural_size));
    QVERIFY(has_colour(page, palette_fill(1, Theme::light()).color));
    QVERIFY(svg_of(drawing, pixel_page(drawing.natural_size)).contains("stream 1"));
  }

  // ---- large

  void many_operators_are_dragged_together() {
    ShownLanes s(wide_graph({.operators = 20'000, .streams = 64}), {1000, 400});
    std::vector<OperatorId> all;
    for (OperatorId o : s.graph->operators_of(StreamId(1))) all.push_back(o);
    s.state.select_operators(all);
    s.pane.fit();
    QVERIFY(s.geometry().aggregates());
    const OperatorId grabbed = all[all.size() / 2];
    QVERIFY(s.geometry().plot().contains(s.place(grabbed)));
    s.drag(s.place(grabbed), s.strip());
    QCOMPARE(s.graph->stream_count(), 65u);
    QCOMPARE(s.graph->operators_of(StreamId(64)).size(), all.size());
    QVERIFY(!s.image().isNull());
  }
};

STOWAGE_GUI_TEST(LanesPaneTest);
#include "tst_lanes_pane.moc"
