// SPDX-License-Identifier: Apache-2.0
// Lanes to scale: where operators lie over time.
#include <QtTest>

#include <algorithm>
#include <random>

#include "tests/start/test_entry.h"
#include "tests/support/durations.h"
#include "tests/support/graphs.h"
#include "widgets/painters/lanes/lanes_geometry.h"
#include "widgets/painters/lanes/lanes_painter.h"

using namespace stowage;

namespace {

const QRectF kRect(0, 0, 900, 200);

Graph graph_of_seed(std::uint64_t seed, std::size_t operators = 60, std::int64_t most = 1000) {
  return test::with_random_durations(
      test::random_graph({.seed = seed, .operators = operators, .streams = 4, .syncs = operators / 8}), seed, most);
}

bool near(double a, double b) {
  return std::abs(a - b) < 1e-6 * std::max(1.0, std::abs(a));
}

}  // namespace

class LanesTimeGeometryTest : public QObject {
  Q_OBJECT

 private slots:
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

  void coordinates_turn_round() {
    std::mt19937_64 engine(3);
    const auto below = [&](double most) { return most * double(engine() % 10'000) / 1e4; };
    const Graph graph = graph_of_seed(5, 400);
    const double all = double(timing_of(graph).makespan);
    LanesGeometry g(kRect, step_scale(graph, true), 40, 100);
    QVERIFY(g.over_time() && g.shows_all_steps());
    QVERIFY(near(g.view().end, all));
    for (int i = 0; i < 300; ++i) {
      const double x = g.plot().left() + below(g.plot().width()), fixed = g.place_at(x);
      g.zoom_at(x, 0.5 + below(2));
      if (g.view().begin > 0 && g.view().end < all) QVERIFY(near(g.place_at(x), fixed));
      g.pan(below(400) - 200, 0);
      QVERIFY(g.view().begin >= 0 && g.view().end <= all + 1e-6);
      QVERIFY(near(g.place_at(g.x_of(1234.5)), 1234.5));
    }
    g.fit();
    QVERIFY(g.shows_all_steps());
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

  void revealing_brings_it_into_view() {
    const Graph graph = graph_of_seed(9, 400);
    for (const double factor : {2.0, 20.0, 1e6}) {
      LanesGeometry g(kRect, step_scale(graph, true), graph.stream_count(), 100);
      g.zoom_at(g.plot().left(), factor);
      for (OperatorId o : graph.operators()) {
        const auto before = g.view();
        const bool whole = g.scale().begin(o.index()) >= before.begin && g.scale().end(o.index()) <= before.end;
        g.reveal(o.index(), graph.stream(o).index());
        if (whole) QVERIFY(near(g.view().begin, before.begin));
        const QRectF box = g.box(o.index(), graph.stream(o).index());
        QVERIFY(box.right() >= g.plot().left() - 1 && box.left() <= g.plot().right() + 1);
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

  void without_durations_there_are_steps() {
    const Graph graph = test::random_graph({.operators = 10});
    QVERIFY(!step_scale(graph, true).over_time());
    QCOMPARE(step_scale(graph, true).length(), 10.0);
  }

  /// Nothing takes any time: nothing to divide by.
  void a_run_of_no_length_is_drawn() {
    const Graph graph = test::with_durations(test::random_graph({.operators = 10}), {0, 0});
    LanesGeometry g(kRect, step_scale(graph, true), graph.stream_count(), 100);
    QVERIFY(g.over_time());
    g.zoom_at(300, 4);
    g.reveal(9, 0);
    QVERIFY(std::isfinite(g.box(9, 0).left()) && g.box(9, 0).width() >= 1);
  }
};

STOWAGE_GUI_TEST(LanesTimeGeometryTest);
#include "tst_lanes_time_geometry.moc"
