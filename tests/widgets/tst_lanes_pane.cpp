// SPDX-License-Identifier: GPL-3.0-or-later
// What the lanes show, and how they are walked and looked at.
#include <QtTest>

#include "tests/start/test_entry.h"
#include "tests/support/wide_graph.h"
#include "tests/widgets/shown_lanes.h"

using namespace stowage;
using namespace stowage::test;

class LanesPaneTest : public QObject {
  Q_OBJECT

 private slots:
  void cleanup() {
    while (QWidget* popup = QApplication::activePopupWidget()) popup->close();
  }

  // ---- seeing

  void operators_stand_in_their_lanes_in_the_colours_of_their_streams() {
    ShownLanes s(small());
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
    ShownLanes s(wide_graph({.operators = 2000, .streams = 5}));
    const auto all = s.pane.geometry_of_lanes().view();
    const QPoint at = s.pane.geometry_of_lanes().plot().center().toPoint();
    const double fixed = s.pane.geometry_of_lanes().place_at(at.x());
    for (int i = 0; i < 5; ++i) wheel(s.pane, at, 1);
    QVERIFY(s.pane.geometry_of_lanes().view().end - s.pane.geometry_of_lanes().view().begin <
            (all.end - all.begin) / 2);
    QVERIFY(std::abs(s.pane.geometry_of_lanes().place_at(at.x()) - fixed) < 1);
    const double begin = s.pane.geometry_of_lanes().view().begin;
    const QPoint gap = s.pane.geometry_of_lanes().lane(0).topLeft().toPoint() + QPoint(100, 1);
    s.drag(gap, gap + QPoint(80, 0));
    QVERIFY(s.pane.geometry_of_lanes().view().begin < begin);
    s.key(Qt::Key_0);
    QVERIFY(s.pane.geometry_of_lanes().view() == all);
    QVERIFY(s.asked.isEmpty());
  }

  void the_axis_sets_the_time_cursor() {
    ShownLanes s(small());
    const QRectF axis = s.pane.geometry_of_lanes().axis();
    s.click(QPointF(s.pane.geometry_of_lanes().x_of(3.5), axis.center().y()).toPoint());
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
    ShownLanes s(small());
    const Drawing drawing = s.pane.drawing();
    QVERIFY(drawing.paint);
    const QImage page = render_image(drawing, pixel_page(drawing.natural_size));
    bool coloured = false;
    const QColor expected = palette_fill(1, Theme::light()).color;
    for (int y = 0; y < page.height() && !coloured; ++y)
      for (int x = 0; x < page.width() && !coloured; ++x) coloured = page.pixelColor(x, y) == expected;
    QVERIFY(coloured);
    QVERIFY(render_bytes(ImageFormat::svg, drawing, pixel_page(drawing.natural_size))->contains("stream 1"));
  }

  // ---- large

  void many_operators_are_dragged_together() {
    ShownLanes s(wide_graph({.operators = 20'000, .streams = 64}), {1000, 400});
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

STOWAGE_GUI_TEST(LanesPaneTest);
#include "tst_lanes_pane.moc"
