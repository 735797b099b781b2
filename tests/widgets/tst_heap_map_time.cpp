// SPDX-License-Identifier: GPL-3.0-or-later
// The time range and the time cursor of the heap map, set by mouse and keys; the map over the time of the simulated
// run: where tensors lie then, and that mouse and keys work as over steps; and the map of a recorded heap over the
// events of the allocator.
#include "tests/support/durations.h"
#include "tests/widgets/shown_heap.h"
#include "tests/widgets/shown_map.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/views/recorded/heap_pane.h"

namespace {

StepRange range(std::size_t begin, std::size_t end) {
  return {begin, end};
}

/// Stream 0 runs a (0 to 100 ns) and d (400 to 500); stream 1 runs b (100 to 400). x: 0 to 400, y: 100 to 500, z: 400
/// to 500.
PlanView timed() {
  const Graph graph = graph_of(R"(
      streams: 0 1
      op a @0; op b @1; op d @0
      t x 1000 : a -> b; t y 2000 : b -> d; t z 3000 : d ->
    )");
  return plan_view(with_durations(graph, {100, 300, 100}), {2000, 0, 2000});
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

/// With the plan of the record, or with a static one.
PlanView view_of(const ShownHeap& recorded, bool as_recorded) {
  PlanView view = planned(Graph(*recorded.graph));
  view.graph = recorded.graph;
  view.history = recorded.history;
  if (!as_recorded) return view;
  RecordedHeap history = *recorded.history;
  auto made = heap_graph(history, HeapStreams::unordered, "recorded", "recorded.pickle");
  view.plan = std::make_shared<const Plan>(std::move(made->plan));
  return view;
}

std::size_t brute_step_at(const std::vector<std::int64_t>& borders, std::int64_t event) {
  std::size_t step = 0;
  while (step + 2 < borders.size() && borders[step + 1] <= event) ++step;
  return step;
}

}  // namespace

class HeapMapTimeTest : public QObject {
  Q_OBJECT

 private slots:
  void the_mouse_sets_moves_and_drops_the_range() {
    ShownMap w(figure_2());
    drag(w.map, w.in_curve(2.5), w.in_curve(4.5), Qt::ShiftModifier);
    QCOMPARE(w.state.time_range(), range(2, 5));
    QVERIFY(!w.state.time_cursor());
    drag(w.map, w.in_curve(6.5), w.in_curve(0.5), Qt::ShiftModifier);  // leftwards
    QCOMPARE(w.state.time_range(), range(0, 7));
    drag(w.map, w.in_curve(3.5), w.in_curve(3.5) + QPoint(1, 0), Qt::ShiftModifier);  // no drag at all
    QCOMPARE(w.state.time_range(), range(0, 7));
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
    // Outside of the range the map is dimmed.
    const QPoint outside = w.at(0.5, 8 * 1024), held = w.at(2.5, 8 * 1024);
    const QColor in = w.pixel(held), out = w.pixel(outside);
    w.state.set_time_range(range(2, 5));
    QCOMPARE(w.pixel(held), in);
    QVERIFY(w.pixel(outside) != out);
  }

  void keys_set_the_range_and_holes_are_shaded_at_the_cursor() {
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
    // Without times the map stays over steps.
    w.key(Qt::Key_T);
    QVERIFY(!w.state.over_time());
    QVERIFY(!w.choose("time_axis", w.at(0.5, 100)));  // the entry is grey
    // The largest hole and the sums at the cursor, against the bytes themselves in core/tst_byte_usage; here, that they
    // are shown where they are.
    w.state.set_time_range(std::nullopt);
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
    // Edits that change the steps leave a map over steps.
    PlanView other = figure_2();
    other.history = recorded_heap().history;
    const HeapMapScene over_steps(other);
    QVERIFY(!HeapMapScene(figure_2(), true).over_time());
    QVERIFY(!over_steps.scale().over_events() && over_steps.heap() == nullptr);
  }

  void mouse_and_keys_work_over_time() {
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
    // The menu switches, too.
    QCOMPARE(w.map.scene()->scale().length(), 500.0);
    const MapItem place = item_of(*w.map.scene(), y);
    const double pixels = w.geometry().x_of(place.end) - w.geometry().x_of(place.begin);
    QVERIFY(std::abs(pixels - 0.8 * w.geometry().plot().width()) < 2);
    QVERIFY(w.choose("time_axis", w.at(300, 500)));
    wait_until([&] { return !w.map.busy() && !w.map.scene()->over_time(); }, "no map over steps");
    QVERIFY(!w.state.over_time());
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

  // ---- over events

  /// The scale against the definition, at all places.
  void steps_take_their_events() {
    std::mt19937 random(1);
    for (int round = 0; round < 50; ++round) {
      std::vector<std::int64_t> borders{0};
      for (std::size_t n = 1 + random() % 12; n > 0; --n) borders.push_back(borders.back() + 1 + random() % 4);
      const StepScale scale = StepScale::over(borders);
      QVERIFY(scale.over_events() && !scale.over_time());
      QCOMPARE(scale.steps(), borders.size() - 1);
      QCOMPARE(scale.length(), static_cast<double>(borders.back()));
      for (std::int64_t from = 0; from < borders.back(); ++from) {
        QCOMPARE(scale.step_at(static_cast<double>(from)), brute_step_at(borders, from));
        for (std::int64_t to = from + 1; to <= borders.back(); ++to) {
          const StepScale::Range found = scale.steps_within(static_cast<double>(from), static_cast<double>(to));
          QCOMPARE(found.begin, brute_step_at(borders, from));
          QCOMPARE(found.end, brute_step_at(borders, to - 1) + 1);
        }
      }
    }
  }

  /// A tensor lies from its allocation until its free was completed, whatever the plan; no two lie over each other.
  void tensors_lie_where_they_were_there() {
    const ShownHeap recorded = recorded_heap();
    for (const bool as_recorded : {false, true}) {
      const HeapMapScene scene(view_of(recorded, as_recorded));
      QVERIFY(scene.sentence().isEmpty() && scene.heap() != nullptr);
      QCOMPARE(scene.scale().length(), static_cast<double>(recorded.history->step_count()));
      for (const HeapAllocation& each : recorded.history->allocations) {
        QCOMPARE(scene.life(each.tensor).begin, each.allocated);
        QCOMPARE(scene.life(each.tensor).end, each.free_completed);
      }
      for (const MapItem& a : scene.index().items())
        for (const MapItem& b : scene.index().items())
          QVERIFY(a.tensor == b.tensor || a.low >= b.high || b.low >= a.high || a.begin >= b.end || b.begin >= a.end);
    }
    // Of the recorded plan the curve is what the allocator had given out, at every event.
    const HeapCurves curves = heap_curves(*recorded.history);
    const HeapMapScene as_it_was(view_of(recorded, true));
    for (HeapStep event = 0; event < recorded.history->step_count(); ++event)
      QCOMPARE(as_it_was.curve().at(event), curves.active[event]);
    QCOMPARE(as_it_was.place_text(as_it_was.curve().peak_begin()), QString("event 2"));
  }

  /// A click in the curve, and the keys, pick an event for the map and for the pane beside it; and back.
  void one_cursor() {
    const ShownHeap recorded = recorded_heap();
    ShownMap w(view_of(recorded, true));
    const std::unique_ptr<HeapPane> made(make_heap(w.state));
    HeapPane& pane = *made;
    pane.resize(500, 300);
    pane.set_history(recorded.history, recorded.graph);
    show(pane);
    const auto step = [&] {
      wait_until([&] { return !pane.busy(); });
      return static_cast<HeapStep>(numbers_in(part_of<QLabel>(pane, "heap_facts")->text()).value(0));
    };
    for (const HeapStep event : {5U, 3U, 0U, 6U}) {
      QTest::mouseClick(&w.map, Qt::LeftButton, {}, w.in_curve(event + 0.4));
      QCOMPARE(w.state.event_cursor(), std::optional<std::uint32_t>(event));
      QCOMPARE(w.state.time_cursor(), std::optional(graph_step_of(*recorded.graph, event)));
      QCOMPARE(step(), event);
      QCOMPARE(w.map.overlay().time_cursor->begin, static_cast<double>(event));
    }
    w.map.setFocus();
    QTest::keyClick(&w.map, Qt::Key_Comma);
    QCOMPARE(step(), HeapStep(5));
    QTest::keyClick(&w.map, Qt::Key_Period);
    QTest::keyClick(&w.map, Qt::Key_Period);  // it stays at the last
    QCOMPARE(step(), HeapStep(6));
    // A step that another view picks stands for the event with most in it.
    w.state.set_time_cursor(0);
    QCOMPARE(w.map.overlay().time_cursor->begin,
             static_cast<double>(heap_step_of(*recorded.graph, *recorded.history, 0)));
    QCOMPARE(static_cast<double>(step()), w.map.overlay().time_cursor->begin);
    // A range goes from border to border of steps, and is drawn over their events.
    drag(w.map, w.in_curve(3.3), w.in_curve(4.6), Qt::ShiftModifier);
    QVERIFY(w.state.time_range().has_value());
    const auto times = recorded.graph->times();
    const StepRange range = *w.state.time_range();
    QVERIFY(times[range.begin] <= 3 && 3 < times[range.begin + 1]);
    QVERIFY(times[range.end - 1] <= 4 && 4 < times[range.end]);
    QCOMPARE(w.map.overlay().range->begin, static_cast<std::uint32_t>(times[range.begin]));
    QCOMPARE(w.map.overlay().range->end, static_cast<std::uint32_t>(times[range.end]));
  }

  /// The line of what was reserved, and that where the device had no memory left.
  void reserved_and_failures_are_drawn() {
    ShownHeap recorded = recorded_heap();
    const auto paint = [&](const ShownHeap& heap, bool as_recorded = true) {
      const HeapMapContent content{
          .scene = HeapMapScene::make(view_of(heap, as_recorded)), .coloring = nullptr, .hidden = {}};
      const HeapMapGeometry geometry = content.geometry(QRectF(0, 0, 900, 640));
      const QImage image = picture({900, 640}, Theme::light(), [&](QPainter& painter) {
        paint_map_surroundings(painter, geometry, *content.scene, Theme::light());
      });
      return std::pair(image, geometry);
    };
    const auto [plain, geometry] = paint(recorded);
    for (const auto& [event, bytes] : {std::pair{1.5, 8 * kMiB}, std::pair{4.5, 10 * kMiB}}) {
      const QPointF at(geometry.x_of(event), geometry.curve_y_of(static_cast<double>(bytes)));
      QCOMPARE(plain.pixelColor(at.toPoint()), Theme::light().footprint);
    }
    // It is what the allocator held: of a static plan it says nothing.
    const PlanView plan = view_of(recorded, false);
    const HeapMapScene scene(plan);
    QVERIFY(scene.heap() != nullptr && scene.heap()->reserved.peak() > scene.height());
    const auto [unreserved, place] = paint(recorded, false);
    QCOMPARE(place.extent().most_alive, static_cast<double>(scene.height().count));
    QVERIFY(!has_colour(unreserved, Theme::light().footprint, place.curve().toRect()));
    // The page for others is made all the same.
    const auto coloring = std::make_shared<const Coloring>(plan, ColorBy::kind);
    QVERIFY(
        heap_map_page({.scene = HeapMapScene::make(plan), .coloring = coloring, .hidden = {}}, nullptr).has_value());
    auto failed = std::make_shared<RecordedHeap>(*recorded.history);
    failed->out_of_memory = {{.step = 5, .requested = {5 * kMiB}}};
    recorded.history = failed;
    const QImage red = paint(recorded).first;
    const QPoint line(static_cast<int>(std::floor(geometry.x_of(5.5))), static_cast<int>(geometry.plot().center().y()));
    QVERIFY(plain.pixelColor(line) != Theme::light().peak);
    QCOMPARE(red.pixelColor(line), Theme::light().peak);
  }

  /// Where there is a place that hides neither line, it is there.
  void labels_are_off_the_lines_and_apart() {
    ShownHeap recorded = recorded_heap();
    for (const bool as_recorded : {true, false})
      for (const QSizeF size : {QSizeF(900, 640), QSizeF(560, 420), QSizeF(1500, 1000)}) {
        const auto scene = HeapMapScene::make(view_of(recorded, as_recorded));
        const HeapMapGeometry geometry = scene->geometry({QPointF(), size});
        const QRectF label = map_labels(geometry, *scene).peak.box;
        QVERIFY(geometry.curve().contains(label));
        // By eye: what lies at each pixel between its ends.
        for (double x = label.left() + 1; x < label.right() - 1; ++x) {
          const double place = std::clamp(geometry.place_at(x), 0.0, scene->scale().length() - 1e-6);
          const auto hides = [&](Bytes bytes) {
            const double y = geometry.curve_y_of(static_cast<double>(bytes.count));
            return y > label.top() && y < label.bottom();
          };
          QVERIFY(!hides(scene->curve().at(place)));
          if (as_recorded) QVERIFY(!hides(scene->heap()->reserved[static_cast<std::size_t>(place)]));
        }
        if (as_recorded) QVERIFY(!label.intersects(map_labels(geometry, *scene).reserved.box));
        for (const QRectF& name : map_annotation_labels(geometry, *scene->heap())) QVERIFY(!label.intersects(name));
      }
    // Where the device had no memory left is said beside what is said of the levels.
    for (const HeapStep step : {1U, 3U, 5U, 6U}) {
      auto failed = std::make_shared<RecordedHeap>(*recorded.history);
      failed->out_of_memory = {{.step = step, .requested = {5 * kMiB}}};
      recorded.history = failed;
      for (const bool as_recorded : {true, false})
        for (const QSizeF size : {QSizeF(430, 190), QSizeF(560, 420), QSizeF(900, 640)}) {
          const auto scene = HeapMapScene::make(view_of(recorded, as_recorded));
          const HeapMapGeometry geometry = scene->geometry({QPointF(), size});
          const MapLabels labels = map_labels(geometry, *scene);
          QCOMPARE(labels.failures.size(), 1U);
          std::vector<QRectF> boxes{labels.levels.footprint.box, labels.levels.bound.box, labels.failures[0].box,
                                    labels.peak.box, labels.reserved.box};
          for (const QRectF& name : map_annotation_labels(geometry, *scene->heap())) boxes.push_back(name);
          QVERIFY(are_apart(boxes));
        }
    }
  }
};

STOWAGE_GUI_TEST(HeapMapTimeTest);
#include "tst_heap_map_time.moc"
