// SPDX-License-Identifier: GPL-3.0-or-later
// The heap map of a recorded heap: over the events of the allocator, with what it had reserved, and one cursor with the
// pane of the heap.
#include "tests/widgets/shown_heap.h"
#include "tests/widgets/shown_map.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/views/recorded/heap_pane.h"

using namespace stowage;
using namespace stowage::test;

namespace {

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

class HeapMapEventsTest : public QObject {
  Q_OBJECT

 private slots:
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
  }

  /// Of the recorded plan the curve is what the allocator had given out, at every event.
  void the_curve_is_that_of_the_record() {
    const ShownHeap recorded = recorded_heap();
    const HeapCurves curves = heap_curves(*recorded.history);
    const HeapMapScene scene(view_of(recorded, true));
    for (HeapStep event = 0; event < recorded.history->step_count(); ++event)
      QCOMPARE(scene.curve().at(event), curves.active[event]);
    QCOMPARE(scene.place_text(scene.curve().peak_begin()), QString("event 2"));
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
  }

  /// A range goes from border to border of steps, and is drawn over their events.
  void a_range_is_of_whole_steps() {
    const ShownHeap recorded = recorded_heap();
    ShownMap w(view_of(recorded, true));
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
    const auto paint = [&](const ShownHeap& heap) {
      const HeapMapContent content{.scene = HeapMapScene::make(view_of(heap, true)), .coloring = nullptr, .hidden = {}};
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
    auto failed = std::make_shared<RecordedHeap>(*recorded.history);
    failed->out_of_memory = {{.step = 5, .requested = {5 * kMiB}}};
    recorded.history = failed;
    const QImage red = paint(recorded).first;
    const QPoint line(static_cast<int>(std::floor(geometry.x_of(5.5))), static_cast<int>(geometry.plot().center().y()));
    QVERIFY(plain.pixelColor(line) != Theme::light().peak);
    QCOMPARE(red.pixelColor(line), Theme::light().peak);
  }

  /// It is what the allocator held: of a static plan it says nothing.
  void a_static_plan_has_no_reserved_line() {
    const ShownHeap recorded = recorded_heap();
    const HeapMapContent content{
        .scene = HeapMapScene::make(view_of(recorded, false)), .coloring = nullptr, .hidden = {}};
    QVERIFY(content.scene->heap() != nullptr && content.scene->heap()->reserved.peak() > content.scene->height());
    const HeapMapGeometry geometry = content.geometry(QRectF(0, 0, 900, 640));
    QCOMPARE(geometry.extent().most_alive, static_cast<double>(content.scene->height().count));
    const QImage image = picture({900, 640}, Theme::light(), [&](QPainter& painter) {
      paint_map_curve(painter, geometry, *content.scene, Theme::light());
    });
    QVERIFY(!has_colour(image, Theme::light().footprint));
    // The page for others is made all the same.
    const auto coloring = std::make_shared<const Coloring>(content.scene->plan_view(), ColorBy::kind);
    QVERIFY(heap_map_page({.scene = content.scene, .coloring = coloring, .hidden = {}}, nullptr).has_value());
  }

  /// Where there is a place that hides neither line, it is there.
  void the_label_of_the_peak_is_off_the_lines() {
    const ShownHeap recorded = recorded_heap();
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
  }

  /// Where the device had no memory left is said beside what is said of the levels.
  void no_label_lies_on_another() {
    ShownHeap recorded = recorded_heap();
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

  /// Edits that change the steps leave a map over steps.
  void a_graph_of_other_steps_stays_over_steps() {
    PlanView view = figure_2();
    view.history = recorded_heap().history;
    const HeapMapScene scene(view);
    QVERIFY(!scene.scale().over_events() && scene.heap() == nullptr);
  }
};

STOWAGE_GUI_TEST(HeapMapEventsTest);
#include "tst_heap_map_events.moc"
