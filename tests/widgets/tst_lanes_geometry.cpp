// SPDX-License-Identifier: Apache-2.0
#include <QImage>
#include <QPainter>
#include <QtTest>

#include <random>
#include <set>

#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "widgets/painters/lanes/lane_links.h"
#include "widgets/painters/lanes/lanes_geometry.h"
#include "widgets/painters/lanes/lanes_painter.h"

using namespace stowage;

namespace {

const QRectF kRect(0, 0, 900, 200);

LanesGeometry geometry(std::size_t steps, std::size_t lanes) {
  return LanesGeometry(kRect, steps, lanes, 100);
}

bool near(double a, double b) {
  return std::abs(a - b) < 1e-6 * std::max(1.0, std::abs(a));
}

}  // namespace

class LanesGeometryTest : public QObject {
  Q_OBJECT

 private slots:
  void parts_do_not_overlap_and_fill_the_width() {
    for (const std::size_t lanes : {1, 3, 64, 5000}) {
      const LanesGeometry g = geometry(1000, lanes);
      QVERIFY(kRect.contains(g.plot()) && kRect.contains(g.axis()) && kRect.contains(g.strip()));
      QCOMPARE(g.plot().bottom(), g.strip().top());
      QCOMPARE(g.strip().bottom(), g.axis().top());
      QCOMPARE(g.names().right(), g.plot().left());
      QCOMPARE(g.plot().right(), kRect.right());
      QVERIFY(g.lane_height() >= 20);
      QCOMPARE(g.most_scroll() > 0, lanes > 7);
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

  void all_steps_are_seen_first() {
    for (const std::size_t steps : {1, 5, 1000, 1'000'000}) {
      const LanesGeometry g = geometry(steps, 2);
      QVERIFY(g.x_of(0) >= g.plot().left() && g.x_of(double(steps)) <= g.plot().right() + 1e-6);
      QCOMPARE(g.steps_in_view().begin, 0u);
      QCOMPARE(g.steps_in_view().end, steps);
      QCOMPARE(g.aggregates(), steps > 800);
      QVERIFY(g.shows_all_steps());
    }
  }

  /// x ↔ step, y ↔ lane, whatever was zoomed and panned; and what is under the pointer stays there.
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
          const Graph graph = test::graph_of(text);
          const LaneLinks links(graph);
          const std::size_t lanes = graph.stream_count(), lane = stream == 0 ? 0 : lanes - 1;
          const QRectF rect(0, 0, 96 + width + 12, 26.0 * double(lanes) + 17);
          const LanesGeometry g(rect, kSteps, lanes, 96, false, LanesGeometry::Margins{96, 12, false});
          QVERIFY(g.unit_width() >= 2 && g.unit_width() < 4);
          QImage image((rect.size() * scale).toSize(), QImage::Format_RGB32);
          image.setDevicePixelRatio(scale);
          image.fill(Theme::light().background);
          {
            QPainter painter(&image);
            paint_lanes(painter, {.graph = &graph, .links = &links}, g, Theme::light());
          }
          const int y = int(g.boxes(lane).center().y() * scale);
          for (int x = int(std::ceil(g.x_of(4) * scale)); x < int(g.x_of(kSteps - 1) * scale); ++x)
            QVERIFY2(contrast(image.pixelColor(x, y), Theme::light().surface) > 1.8,
                     qPrintable(QString("%1 of %2 at %3").arg(x).arg(width).arg(scale)));
        }
  }

  void coordinates_turn_round() {
    std::mt19937_64 engine(3);
    const auto below = [&](double most) { return most * double(engine() % 10'000) / 1e4; };
    LanesGeometry g = geometry(5000, 40);
    for (int i = 0; i < 500; ++i) {
      const double x = g.plot().left() + below(g.plot().width());
      const double fixed = g.place_at(x), factor = 0.5 + below(2);
      const double span = g.view().end - g.view().begin;
      g.zoom_at(x, factor);
      const double now = g.view().end - g.view().begin;
      const bool free = g.view().begin > 0 && g.view().end < 5000;
      if (free) QVERIFY(near(g.place_at(x), fixed));
      QVERIFY(factor >= 1 ? now <= span + 1e-9 : now >= span - 1e-9);
      g.pan(below(400) - 200, below(400) - 200);
      QVERIFY(g.view().begin >= 0 && g.view().end <= 5000 && g.view().scroll >= 0);
      QVERIFY(g.view().scroll <= g.most_scroll());
      QVERIFY(near(g.place_at(g.x_of(1234.5)), 1234.5));
      const auto lanes = g.lanes_in_view();
      for (std::size_t lane = lanes.begin; lane < lanes.end; ++lane) {
        const double middle = std::clamp(g.lane(lane).center().y(), g.plot().top(), g.plot().bottom() - 1);
        if (g.lane(lane).contains(QPointF(g.plot().center().x(), middle))) QCOMPARE(g.lane_at(middle), lane);
      }
    }
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

  void zooming_ends_where_nothing_is_gained() {
    LanesGeometry g = geometry(1000, 2);
    for (int i = 0; i < 100; ++i) g.zoom_at(400, 1.5);
    QVERIFY(g.view().end - g.view().begin >= 2);
    for (int i = 0; i < 100; ++i) g.zoom_at(400, 0.5);
    QVERIFY(g.shows_all_steps());
  }

  void revealing_moves_no_more_than_needed() {
    LanesGeometry g = geometry(1000, 40);
    g.zoom_at(g.plot().left(), 10);
    const auto before = g.view();
    g.reveal(5, 2);
    QCOMPARE(g.view(), before);
    g.reveal(900, 39);
    const auto steps = g.steps_in_view(), lanes = g.lanes_in_view();
    QVERIFY(steps.begin <= 900 && 900 < steps.end);
    QVERIFY(lanes.begin <= 39 && 39 < lanes.end);
    QVERIFY(g.plot().contains(g.box(900, 39).center()));
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
    const Graph graph = test::random_graph({.seed = 5, .operators = 700, .streams = 5, .syncs = 900});
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
    const Graph graph = test::random_graph({.seed = 9, .operators = 60});
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
};

STOWAGE_GUI_TEST(LanesGeometryTest);
#include "tst_lanes_geometry.moc"
