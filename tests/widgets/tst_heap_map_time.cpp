// SPDX-License-Identifier: GPL-3.0-or-later
// The time range and the time cursor of the heap map, set by mouse and keys; and the map over the time of the simulated
// run: where tensors lie then, and that mouse and keys work as over steps.
#include "tests/support/durations.h"
#include "tests/widgets/shown_map.h"
#include "widgets/views/compare/compare_view.h"

using namespace stowage;
using namespace stowage::test;

namespace {

StepRange range(std::size_t begin, std::size_t end) {
  return {begin, end};
}

/// Stream 0 runs a (0 to 100 ns) and d (400 to 500); stream 1 runs b (100 to 400). x: 0 to 400, y: 100 to 500, z: 400
/// to 500.
PlanView timed(std::int64_t factor = 1) {
  const Graph graph = graph_of(R"(
      streams: 0 1
      op a @0
      op b @1
      op d @0
      t x 1000 : a -> b
      t y 2000 : b -> d
      t z 3000 : d ->
    )");
  return plan_view(with_durations(graph, {100 * factor, 300 * factor, 100 * factor}), {2000, 0, 2000});
}

MapItem item_of(const HeapMapScene& scene, TensorId t) {
  return scene.place(t).value();
}

struct TimedMap : ShownMap {
  explicit TimedMap(const PlanView& view) : ShownMap(view) {
    QTest::keyClick(&map, Qt::Key_T);
    wait_until([&] { return !map.busy() && map.scene()->over_time(); }, "no map over time");
  }
};

}  // namespace

class HeapMapTimeTest : public QObject {
  Q_OBJECT

 private slots:
  void shift_drag_in_the_curve_sets_the_range() {
    ShownMap w(figure_2());
    drag(w.map, w.in_curve(2.5), w.in_curve(4.5), Qt::ShiftModifier);
    QCOMPARE(w.state.time_range(), range(2, 5));
    QVERIFY(!w.state.time_cursor());
    drag(w.map, w.in_curve(6.5), w.in_curve(0.5), Qt::ShiftModifier);  // leftwards
    QCOMPARE(w.state.time_range(), range(0, 7));
    drag(w.map, w.in_curve(3.5), w.in_curve(3.5) + QPoint(1, 0), Qt::ShiftModifier);  // no drag at all
    QCOMPARE(w.state.time_range(), range(0, 7));
  }

  void ends_of_the_range_are_dragged() {
    ShownMap w(figure_2());
    w.state.set_time_range(range(2, 5));
    drag(w.map, w.in_curve(5), w.in_curve(7.1));
    QCOMPARE(w.state.time_range(), range(2, 7));
    drag(w.map, w.in_curve(2), w.in_curve(4.1));
    QCOMPARE(w.state.time_range(), range(4, 7));
    drag(w.map, w.in_curve(4), w.in_curve(8));  // past the other end
    QCOMPARE(w.state.time_range(), range(7, 8));
    QVERIFY(!w.state.time_cursor());
    drag(w.map, w.in_curve(3.5), w.in_curve(1.5));  // elsewhere it is the cursor
    QCOMPARE(w.state.time_cursor(), std::optional<std::size_t>(1));
  }

  void keys_begin_and_end_the_range() {
    ShownMap w(figure_2());
    struct Case {
      std::size_t cursor;
      Qt::Key key;
      StepRange wanted;
    };
    for (const Case& each : {Case{3, Qt::Key_BracketLeft, {3, 8}}, Case{5, Qt::Key_BracketRight, {3, 6}},
                             Case{7, Qt::Key_BracketLeft, {7, 8}},  // after the end: to the end of all
                             Case{0, Qt::Key_BracketRight, {0, 1}}}) {
      w.state.set_time_cursor(each.cursor);
      w.key(each.key);
      QCOMPARE(w.state.time_range(), std::optional(each.wanted));
    }
  }

  void escape_and_double_click_take_the_range_away() {
    ShownMap w(figure_2());
    w.state.set_time_range(range(2, 5));
    w.state.select_tensors({TensorId(1)});
    w.key(Qt::Key_Escape);
    QVERIFY(w.state.selected_tensors().empty() && w.state.time_range());
    w.key(Qt::Key_Escape);
    QVERIFY(!w.state.time_range());
    w.state.set_time_range(range(2, 5));
    w.state.set_time_cursor(3);
    QTest::mouseDClick(&w.map, Qt::LeftButton, {}, w.in_curve(3.5));
    QVERIFY(!w.state.time_range() && w.state.time_cursor());
    QTest::mouseDClick(&w.map, Qt::LeftButton, {}, w.in_curve(3.5));
    QVERIFY(!w.state.time_cursor());
  }

  void outside_of_the_range_is_dimmed() {
    ShownMap w(figure_2());
    const QPoint outside = w.at(0.5, 8 * 1024), held = w.at(2.5, 8 * 1024);
    const QColor in = w.pixel(held), out = w.pixel(outside);
    w.state.set_time_range(range(2, 5));
    QCOMPARE(w.pixel(held), in);
    QVERIFY(w.pixel(outside) != out);
  }

  /// The largest hole and the sums at the cursor, against the bytes themselves in core/tst_byte_usage; here, that they
  /// are shown where they are.
  void holes_at_the_cursor_are_shaded() {
    ShownMap w(figure_2());
    int shaded = 0;
    for (std::size_t step = 0; step < w.map.scene()->steps(); ++step) {
      w.click(w.in_curve(static_cast<double>(step) + 0.3));
      QVERIFY(w.map.overlay().holes);
      const ByteUsage& holes = *w.map.overlay().holes;
      QCOMPARE(holes.alive, w.map.scene()->alive(step));
      const auto low = static_cast<double>(holes.largest.low.value),
                 size = static_cast<double>(holes.largest.size().count);
      if (size < 4096) continue;
      const QPoint p = w.at(static_cast<double>(step) + 0.2, low + size * 0.3);
      const QColor there = w.pixel(p);
      w.state.set_time_cursor(std::nullopt);
      QVERIFY2(w.pixel(p) != there, qPrintable(QString::number(step)));
      ++shaded;
    }
    QVERIFY(shaded > 0);
  }

  /// The plan is safe in every run, so also in this one: no two rectangles share a point, and none reaches into what
  /// another may still need. Also where the run is so long that a place is many nanoseconds.
  void nothing_overlaps() {
    for (std::uint64_t seed = 0; seed < rounds(120); ++seed) {
      const std::int64_t most = seed % 3 == 0 ? 3 : seed % 3 == 1 ? 1'000 : 3'000'000'000;
      const PlanView view = planned(with_random_durations(
          random_graph({.seed = seed, .operators = 25, .streams = 1 + seed % 5, .groups = seed % 3}), seed, most));
      const HeapMapScene scene(view, true);
      QVERIFY(scene.over_time());
      QCOMPARE(scene.scale().unit() > 1, timing_of(*view.graph).makespan > std::int64_t{0xffff'ffff});
      const auto items = scene.index().items();
      for (std::size_t i = 0; i < items.size(); ++i)
        for (std::size_t j = 0; j < items.size(); ++j) {
          if (i == j || items[i].low >= items[j].high || items[j].low >= items[i].high) continue;
          const Lifetime life{items[j].begin, items[j].end};
          QVERIFY(!scene.life(items[i].tensor).overlaps(life));
          QVERIFY(!scene.hold(items[i].tensor).overlaps(life));
        }
    }
  }

  /// The curve at each place, and the byte usage when a step starts, against sums over all tensors.
  void the_curve_sums_what_is_alive() {
    for (std::uint64_t seed = 0; seed < rounds(60); ++seed) {
      const PlanView view =
          planned(with_random_durations(random_graph({.seed = seed, .operators = 15, .streams = 3}), seed, 5));
      const HeapMapScene scene(view, true);
      const Timing run = timing_of(*view.graph);
      Bytes most;
      for (std::int64_t now = 0; now < run.makespan; ++now) {
        Bytes alive;
        for (TensorId t : view.graph->tensors()) {
          const Lifetime life = scene.life(t);
          if (life.begin <= now && now < life.end) alive += view.graph->size(t);
        }
        QCOMPARE(scene.curve().at(static_cast<double>(now)), alive);
        most = std::max(most, alive);
      }
      QCOMPARE(scene.curve().peak(), most);
      QCOMPARE(scene.curve().most(0, static_cast<double>(run.makespan)), most);
      for (std::size_t step = 0; step < scene.steps(); ++step)
        QCOMPARE(scene.byte_usage_at(scene.scale().begin(step)).alive, scene.alive(step));
    }
  }

  void tensors_lie_from_start_to_end() {
    const PlanView view = timed();
    const HeapMapScene scene(view, true);
    const auto expect = [&](const char* name, std::uint32_t begin, std::uint32_t end) {
      const MapItem item = item_of(scene, tensor_named(*view.graph, name));
      QCOMPARE(item.begin, begin);
      QCOMPARE(item.end, end);
    };
    expect("y", 100, 500);
    expect("z", 400, 500);
    QCOMPARE(scene.place_text(400), QString("400 ns"));
    QVERIFY(scene.estimated());
  }

  void without_times_it_stays_over_steps() {
    QVERIFY(!HeapMapScene(figure_2(), true).over_time());
    ShownMap w(figure_2());
    w.key(Qt::Key_T);
    QVERIFY(!w.state.over_time());
    QVERIFY(!w.choose("time_axis", w.at(0.5, 100)));  // the entry is grey
  }

  void a_key_and_the_menu_switch() {
    TimedMap w(timed());
    QCOMPARE(w.map.scene()->scale().length(), 500.0);
    const MapItem y = item_of(*w.map.scene(), tensor_named(w.map.scene()->graph(), "y"));
    const double pixels = w.geometry().x_of(y.end) - w.geometry().x_of(y.begin);
    QVERIFY(std::abs(pixels - 0.8 * w.geometry().plot().width()) < 2);
    QVERIFY(w.choose("time_axis", w.at(300, 500)));
    wait_until([&] { return !w.map.busy() && !w.map.scene()->over_time(); }, "no map over steps");
    QVERIFY(!w.state.over_time());
  }

  void mouse_finds_tensors_and_sets_cursor_and_range() {
    TimedMap w(timed());
    const TensorId y = tensor_named(w.map.scene()->graph(), "y");
    w.click(w.at(110, 500));
    QCOMPARE(w.state.selected_tensors(), std::vector{y});
    w.click(w.in_curve(350));  // b runs
    QCOMPARE(w.state.time_cursor(), std::optional<std::size_t>(1));
    w.click(w.in_curve(450));
    QCOMPARE(w.state.time_cursor(), std::optional<std::size_t>(2));
    drag(w.map, w.in_curve(150), w.in_curve(450), Qt::ShiftModifier);
    QVERIFY(w.state.time_range() == (StepRange{1, 3}));
    w.state.set_time_cursor(0);
    w.key(Qt::Key_Period);
    QCOMPARE(w.state.time_cursor(), std::optional<std::size_t>(1));
  }

  /// The steps in view stay in view.
  void zoom_stays_with_its_steps() {
    const PlanView view = planned(with_random_durations(random_graph({.operators = 200, .streams = 4}), 1, 50));
    ShownMap w(view);
    for (int i = 0; i < 12; ++i) w.map.zoom(1.4);  // at the middle
    QVERIFY(w.geometry().view().width() < 40);
    w.key(Qt::Key_T);
    wait_until([&] { return !w.map.busy() && w.map.scene()->over_time(); }, "no map over time");
    const double now = w.map.scene()->scale().begin(100);
    QVERIFY(w.geometry().view().x0 <= now && now <= w.geometry().view().x1);
    QVERIFY(w.geometry().view().width() < 0.6 * w.map.scene()->scale().length());
  }
};

STOWAGE_GUI_TEST(HeapMapTimeTest);
#include "tst_heap_map_time.moc"
