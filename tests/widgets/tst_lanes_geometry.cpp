// SPDX-License-Identifier: Apache-2.0
// Where operators lie in their lanes, over steps and, to scale, over time.
#include "tests/gui/gui_test.h"
#include "tests/support/durations.h"
#include "widgets/painters/lanes/lanes_geometry.h"
#include "widgets/painters/lanes/lanes_painter.h"

namespace {

const QRectF kRect(0, 0, 900, 200);

LanesGeometry geometry(std::size_t steps, std::size_t lanes) {
  return LanesGeometry(kRect, steps, lanes, 100);
}

bool near(double a, double b) {
  return std::abs(a - b) < 1e-6 * std::max(1.0, std::abs(a));
}

Graph graph_of_seed(std::uint64_t seed, std::size_t operators = 60, std::int64_t most = 1000) {
  return with_random_durations(
      random_graph({.seed = seed, .operators = operators, .streams = 4, .syncs = operators / 8}), seed, most);
}

}  // namespace

class LanesGeometryTest : public QObject {
  Q_OBJECT

 private slots:
  void parts_fill_the_width_and_all_steps_are_seen_first() {
    for (const std::size_t lanes : {1, 3, 64, 5000})
      for (const std::size_t steps : {1, 5, 1000, 1'000'000}) {
        const LanesGeometry g = geometry(steps, lanes);
        QVERIFY(kRect.contains(g.plot()) && kRect.contains(g.axis()) && kRect.contains(g.strip()));
        QCOMPARE(g.plot().bottom(), g.strip().top());
        QCOMPARE(g.strip().bottom(), g.axis().top());
        QCOMPARE(g.names().right(), g.plot().left());
        QCOMPARE(g.plot().right(), kRect.right());
        QVERIFY(g.lane_height() >= 20);
        QCOMPARE(g.most_scroll() > 0, lanes > 7);
        QVERIFY(g.x_of(0) >= g.plot().left() && g.x_of(double(steps)) <= g.plot().right() + 1e-6);
        QVERIFY(g.shows_all_steps() && g.steps_in_view().begin == 0 && g.steps_in_view().end == steps);
        QCOMPARE(g.aggregates(), steps > 800);
      }
  }

  /// Of few operators on few lanes, too: a page is not half blank.
  void a_page_is_filled() {
    for (const std::size_t steps : {1, 4, 1000})
      for (const std::size_t lanes : {1, 3, 64}) {
        LanesGeometry g(QRectF(0, 0, 900, 150), steps, lanes, 100);
        g.fill_page();
        QCOMPARE(g.x_of(0), g.plot().left());
        QCOMPARE(g.x_of(double(steps)), g.plot().right());
        QCOMPARE(g.strip().bottom(), g.axis().top());
        QVERIFY(150 - g.axis().bottom() < double(lanes));  // whole pixels a lane
        QVERIFY(kRect.contains(g.axis()));
      }
  }

  /// The view below may have it; its room goes to the lanes, and presses to the strip.
  void another_view_may_have_the_axis() {
    const LanesGeometry own(kRect, 100, 3, 100, true, LanesGeometry::Margins{100, 12, true});
    const LanesGeometry without(kRect, 100, 3, 100, true, LanesGeometry::Margins{100, 12, false});
    QVERIFY(!own.axis().isEmpty() && without.axis().isEmpty());
    QCOMPARE(own.cursor_row(), own.axis());
    QCOMPARE(without.cursor_row(), without.strip());
    QVERIFY(without.lane_height() > own.lane_height());
    QVERIFY(kRect.contains(without.strip()) && kRect.contains(without.bands()));
  }

  /// Whatever the width and the scale, no column of pixels is empty between operators that follow each other; and the
  /// bars are seen on their ground, whatever their colour.
  void bars_that_touch_leave_no_slit() {
    constexpr std::size_t kSteps = 310;
    for (const std::size_t stream : {0, 3})  // orange, yellow
      for (const double scale : {1.0, 1.5, 2.0})
        for (int width = 620; width <= 1000; width += 31) {
          std::string text = "op first @0\nop second @1\nop third @2\n";
          for (std::size_t k = 3; k < kSteps; ++k)
            text += "op o" + std::to_string(k) + " @" + std::to_string(stream) + '\n';
          const Graph graph = graph_of(text);
          const LaneLinks links(graph);
          const std::size_t lanes = graph.stream_count(), lane = stream == 0 ? 0 : lanes - 1;
          const QRectF rect(0, 0, 96 + width + 12, 26.0 * double(lanes) + 17);
          const LanesGeometry g(rect, kSteps, lanes, 96, false, LanesGeometry::Margins{96, 12, false});
          QVERIFY(g.unit_width() >= 2 && g.unit_width() < 4);
          const auto paint = [&](QPainter& painter) {
            paint_lanes(painter, {.graph = &graph, .links = &links}, g, Theme::light());
          };
          const QImage image = picture(rect.size().toSize(), Theme::light(), paint, scale);
          const int y = int(g.boxes(lane).center().y() * scale);
          for (int x = int(std::ceil(g.x_of(4) * scale)); x < int(g.x_of(kSteps - 1) * scale); ++x)
            QVERIFY2(contrast(image.pixelColor(x, y), Theme::light().surface) > 1.8,
                     qPrintable(QString("%1 of %2 at %3").arg(x).arg(width).arg(scale)));
        }
  }

  void coordinates_turn_round() {
    QVERIFY(!step_scale(random_graph({.operators = 10}), true).over_time());  // without durations
    const Graph graph = graph_of_seed(5, 400);
    const LanesGeometry over_time(kRect, step_scale(graph, true), 40, 100);
    QVERIFY(over_time.over_time() && over_time.shows_all_steps());
    turn_round(over_time, double(timing_of(graph).makespan));
    turn_round(geometry(5000, 40), 5000);
  }

  void boxes_lie_in_their_step_and_lane() {
    LanesGeometry g = geometry(50, 3);
    for (const double factor : {1.0, 3.0, 40.0}) {
      g.zoom_at(g.plot().center().x(), factor);
      for (std::size_t step = 0; step < 50; ++step) {
        const QRectF box = g.box(step, step % 3);
        QVERIFY(box.left() >= g.x_of(double(step)) && box.right() <= g.x_of(double(step + 1)) + 1);
        const QRectF lane = g.lane(step % 3);
        QVERIFY(box.top() > lane.top() && box.bottom() < lane.bottom());
        QVERIFY(g.handle(step, step % 3).contains({box.right(), box.center().y()}));
      }
    }
    QVERIFY(geometry(5000, 3).handle(7, 1).isNull());
  }

  void another_size_keeps_the_view() {
    LanesGeometry g = geometry(1000, 40);
    g.zoom_at(500, 4);
    g.scroll_to(100);
    const LanesGeometry moved = g.moved_to(QRectF(0, 0, 1200, 260), 1000, 41, 100);
    QVERIFY(near(moved.view().begin, g.view().begin) && near(moved.view().end, g.view().end));
    QCOMPARE(moved.view().scroll, 100.0);
    QVERIFY(geometry(1000, 2).moved_to(kRect, 1001, 3, 100).shows_all_steps());
  }

  void syncs_are_found_by_the_steps_they_reach_across() {
    const Graph graph = random_graph({.seed = 5, .operators = 700, .streams = 5, .syncs = 900});
    const LaneLinks links(graph);
    std::set<std::pair<std::size_t, std::size_t>> distinct;
    for (const ControlEdge& edge : graph.control()) distinct.emplace(edge.before.index(), edge.after.index());
    QCOMPARE(links.syncs().size(), distinct.size());
    for (std::size_t begin = 0; begin < 700; begin += 37)
      for (const std::size_t end : {begin + 1, begin + 60, std::size_t{700}}) {
        std::size_t expected = 0;
        for (const auto& [before, after] : distinct) expected += before < end && after >= begin;
        QCOMPARE(links.across(begin, end, 10'000).size(), expected);
        QCOMPARE(links.across(begin, end, 3).size(), std::min<std::size_t>(expected, 4));
      }
    for (OperatorId o : graph.operators()) {
      std::size_t expected = 0;
      for (const auto& [before, after] : distinct) expected += before == o.index() || after == o.index();
      QCOMPARE(links.at(o, 10'000).size(), expected);
    }
    for (std::size_t k = 0; k < links.syncs().size(); ++k) QCOMPARE(links.find(links.syncs()[k]), k);
    QCOMPARE(links.find({OperatorId(699), OperatorId(0)}), links.syncs().size());
  }

  void arcs_are_those_of_the_graph() {
    const Graph graph = random_graph({.seed = 9, .operators = 60});
    std::size_t expected = 0;
    std::vector<DataArc> by_tensor, by_operator;
    for (TensorId t : graph.tensors()) {
      if (graph.producer(t).valid())
        for (OperatorId o : graph.consumers(t)) expected += o != graph.producer(t);
      QVERIFY(add_arcs(graph, t, 1000, by_tensor));
    }
    for (OperatorId o : graph.operators()) QVERIFY(add_arcs(graph, o, 1000, by_operator));
    QCOMPARE(by_tensor.size(), expected);
    QCOMPARE(by_operator.size(), 2 * expected);  // from both ends
    by_tensor.clear();
    bool all = true;
    for (TensorId t : graph.tensors()) all = add_arcs(graph, t, 5, by_tensor) && all;
    QVERIFY(!all);
    QCOMPARE(by_tensor.size(), 5u);
  }

  /// At any zoom: as wide as the operator takes long, and those of a lane one after the other.
  void boxes_are_to_scale_and_apart() {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const Graph graph = graph_of_seed(seed);
      const Timing timing = timing_of(graph);
      LanesGeometry g(kRect, StepScale(timing), graph.stream_count(), 100);
      for (const double factor : {1.0, 7.0, 30.0}) {
        g.zoom_at(g.plot().center().x(), factor);
        for (StreamId s : graph.streams()) {
          double edge = -1e300;
          for (OperatorId o : graph.operators_of(s)) {
            const double exact = double(graph.duration(o).nanoseconds) * g.unit_width();
            const QRectF box = g.box(o.index(), s.index());
            if (exact >= 4)
              QVERIFY(near(box.width(), exact - 1));  // a pixel between it and the next
            else
              QVERIFY(near(box.width(), std::max(exact, 1.0)));
            QVERIFY(std::abs(box.left() - g.x_of(double(timing.starts[o.index()]))) <= 0.5 + 1e-6);
            QVERIFY(box.left() >= edge - 1e-6);
            if (exact >= 1) edge = box.right();
          }
        }
      }
    }
  }

  /// Against every operator, one by one.
  void what_is_in_view_is_found() {
    std::mt19937_64 engine(11);
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      const Graph graph = graph_of_seed(seed, 80, 6);  // many that take no time
      const Timing timing = timing_of(graph);
      LanesGeometry g(kRect, StepScale(timing), graph.stream_count(), 100);
      for (int i = 0; i < 20; ++i) {
        const auto span = double(2 + engine() % 40), begin = double(engine() % 100);
        g.show({begin, begin + span, 0});
        const auto range = g.steps_in_view();
        std::size_t met = 0, closely = 0;
        for (StreamId s : graph.streams()) {
          const auto seen = g.in_view(graph.operators_of(s));
          for (OperatorId o : graph.operators_of(s)) {
            const auto from = double(timing.starts[o.index()]), to = double(timing.ends[o.index()]);
            const bool expected = from < g.view().end && (from >= g.view().begin || to > g.view().begin);
            QCOMPARE(g.is_in_view(o.index()), expected);
            QCOMPARE(std::ranges::find(seen, o) != seen.end(), expected);
            if (expected) QVERIFY(range.begin <= o.index() && o.index() < range.end);
            met += from <= g.view().end && to >= g.view().begin;
            closely += expected;
          }
        }
        QCOMPARE(g.scale().count_within(g.view().begin, g.view().end), met);
        QVERIFY(closely <= met);
      }
    }
  }

  /// The last to have started, by the definition; and the axis never leads out of the graph.
  void a_place_stands_for_what_started_last() {
    const Graph graph = graph_of_seed(7, 50, 20);
    const Timing timing = timing_of(graph);
    const StepScale scale(timing);
    for (double place = -5; place < scale.length() + 5; place += 0.5) {
      const std::size_t step = scale.step_at(place);
      QVERIFY(step < 50);
      for (const std::int64_t start : timing.starts)
        if (double(start) <= place) QVERIFY(start <= timing.starts[step]);
      if (place >= 0) QVERIFY(double(timing.starts[step]) <= place);
    }
  }

  /// And moves nothing where it was whole.
  void revealing_brings_it_into_view() {
    const Graph graph =
        with_random_durations(random_graph({.seed = 9, .operators = 400, .streams = 40, .syncs = 50}), 9, 1000);
    for (const bool over_time : {false, true})
      for (const double factor : {2.0, 20.0, 1e6}) {
        LanesGeometry g(kRect, step_scale(graph, over_time), 40, 100);
        g.zoom_at(g.plot().left(), factor);
        for (OperatorId o : graph.operators()) {
          const std::size_t step = o.index(), lane = graph.stream(o).index();
          const auto before = g.view();
          const auto lanes = g.lanes_in_view();
          const bool whole = g.scale().begin(step) >= before.begin && g.scale().end(step) <= before.end;
          g.reveal(step, lane);
          if (whole) QVERIFY(near(g.view().begin, before.begin));
          if (lanes.begin < lane && lane + 1 < lanes.end) QCOMPARE(g.view().scroll, before.scroll);
          const QRectF box = g.box(step, lane);
          QVERIFY(box.right() >= g.plot().left() - 1 && box.left() <= g.plot().right() + 1);
          QVERIFY(box.top() >= g.plot().top() && box.bottom() <= g.plot().bottom());
        }
      }
  }

  /// The operators in view stay there when the axis changes, either way.
  void the_other_axis_shows_the_same_operators() {
    const Graph graph = graph_of_seed(13, 400);
    const std::size_t lanes = graph.stream_count();
    LanesGeometry steps(kRect, StepScale(400), lanes, 100);
    QVERIFY(steps.moved_to(kRect, step_scale(graph, true), lanes, 100).shows_all_steps());
    steps.show({100, 140, 0});
    const LanesGeometry time = steps.moved_to(kRect, step_scale(graph, true), lanes, 100);
    for (std::size_t step = 100; step < 140; ++step) QVERIFY(time.is_in_view(step));
    QVERIFY(!time.shows_all_steps());
    const LanesGeometry back = time.moved_to(kRect, StepScale(400), lanes, 100);
    for (std::size_t step = 100; step < 140; ++step) QVERIFY(back.is_in_view(step));
  }

  /// At every moment of every stream, against the list of core.
  void gaps_are_those_in_which_streams_wait() {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const Graph graph = graph_of_seed(seed, 40, 8);
      const Timing timing = timing_of(graph);
      const LanesGeometry g(kRect, StepScale(timing), graph.stream_count(), 100);
      for (StreamId s : graph.streams()) {
        const auto gaps = idle_gaps(graph, timing, s);
        for (double place = 0.5; place < g.scale().length(); ++place) {
          const auto expected = std::ranges::find_if(
              gaps, [&](const IdleGap& gap) { return double(gap.begin) < place && place < double(gap.end); });
          const auto found = gap_at(graph, g, s.index(), place);
          QCOMPARE(found.has_value(), expected != gaps.end());
          if (found) QCOMPARE(*found, *expected);
        }
      }
      QVERIFY(!gap_at(graph, LanesGeometry(kRect, 40, graph.stream_count(), 100), 0, 3).has_value());
    }
  }

  /// Nothing takes any time: nothing to divide by.
  void a_run_of_no_length_is_drawn() {
    const Graph graph = with_durations(random_graph({.operators = 10}), {0, 0});
    LanesGeometry g(kRect, step_scale(graph, true), graph.stream_count(), 100);
    QVERIFY(g.over_time());
    g.zoom_at(300, 4);
    g.reveal(9, 0);
    QVERIFY(std::isfinite(g.box(9, 0).left()) && g.box(9, 0).width() >= 1);
  }

 private:
  /// x ↔ place, y ↔ lane, whatever was zoomed and panned; and what is under the pointer stays there. `all`: the length.
  static void turn_round(LanesGeometry g, double all) {
    std::mt19937_64 engine(3);
    const auto below = [&](double most) { return most * double(engine() % 10'000) / 1e4; };
    QVERIFY(near(g.view().end, all));
    for (int i = 0; i < 500; ++i) {
      const double x = g.plot().left() + below(g.plot().width());
      const double fixed = g.place_at(x), factor = 0.5 + below(2);
      const double span = g.view().end - g.view().begin;
      g.zoom_at(x, factor);
      const double now = g.view().end - g.view().begin;
      const bool free = g.view().begin > 0 && g.view().end < all;
      if (free) QVERIFY(near(g.place_at(x), fixed));
      QVERIFY(factor >= 1 ? now <= span + 1e-9 * all : now >= span - 1e-9 * all);
      g.pan(below(400) - 200, below(400) - 200);
      QVERIFY(g.view().begin >= 0 && g.view().end <= all + 1e-6 && g.view().scroll >= 0);
      QVERIFY(g.view().scroll <= g.most_scroll());
      QVERIFY(near(g.place_at(g.x_of(1234.5)), 1234.5));
      const auto lanes = g.lanes_in_view();
      for (std::size_t lane = lanes.begin; lane < lanes.end; ++lane) {
        const double middle = std::clamp(g.lane(lane).center().y(), g.plot().top(), g.plot().bottom() - 1);
        if (g.lane(lane).contains(QPointF(g.plot().center().x(), middle))) QCOMPARE(g.lane_at(middle), lane);
      }
    }
    for (int i = 0; i < 100; ++i) g.zoom_at(400, 1.5);
    QVERIFY(g.over_time() || g.view().end - g.view().begin >= 2);
    for (int i = 0; i < 100; ++i) g.zoom_at(400, 0.5);
    QVERIFY(g.shows_all_steps());
    g.zoom_at(400, 3);
    g.fit();
    QVERIFY(g.shows_all_steps());
  }
};

STOWAGE_GUI_TEST(LanesGeometryTest);
#include "tst_lanes_geometry.moc"
