// SPDX-License-Identifier: Apache-2.0
#include "tests/gui/gui_test.h"
#include "widgets/painters/charts/lifetimes_painter.h"

using namespace stowage;
using stowage::test::graph_of;
using stowage::test::random_graph;

namespace {

struct Charted {
  explicit Charted(Graph g)
      : graph(std::move(g)),
        lives(lifetimes(graph)),
        chart(lifetime_chart(graph, lives, StepCurve(memory_curve(graph, lives)))),
        coloring(graph, lives, ColorBy::stream) {}
  Graph graph;
  std::vector<Lifetime> lives;
  LifetimeChart chart;
  Coloring coloring;
};

}  // namespace

class LifetimesPainterTest : public QObject {
  Q_OBJECT

 private slots:
  void rows_are_tensors_in_order_of_birth() {
    const Charted c(graph_of(R"(
      op a @0
      op b @1
      op c @0
      t late 3 : b -> c
      t unused 9 : - ->
      t early 5 : a -> b
      t in 1 : - -> c)"));
    QCOMPARE(c.chart.rows, (std::vector{TensorId(2), TensorId(3), TensorId(0)}));
    QCOMPARE(c.chart.lives, (std::vector<Lifetime>{{0, 2}, {0, 3}, {1, 3}}));
    QCOMPARE(c.chart.never_needed, 1u);
  }

  /// One line of pixels a tensor, one pixel a step: the image is the table of who is alive when.
  void pixels_show_who_is_alive() {
    const Charted c(random_graph({.seed = 4, .operators = 30, .streams = 3}));
    const QSize size(int(c.chart.steps()), int(c.chart.rows.size()));
    const QImage image = lifetime_image(c.chart, c.coloring, size, Theme::light());
    for (std::size_t row = 0; row < c.chart.rows.size(); ++row)
      for (std::size_t step = 0; step < c.chart.steps(); ++step) {
        const TensorId t = c.chart.rows[row];
        const Lifetime life = c.lives[t.index()];
        const bool alive = life.begin <= step && step < life.end;
        const QColor wanted =
            alive ? c.coloring.fill(c.coloring.class_of(t), Theme::light()).color : Theme::light().surface;
        QCOMPARE(image.pixelColor(int(step), int(row)), wanted);
      }
  }

  void crowded_lines_are_mixed_and_short_lives_stay_visible() {
    // Ten tensors of one step each in one line of pixels, at a hundredth of the steps.
    std::vector<test::IntervalRow> rows;
    for (std::uint32_t i = 0; i < 10; ++i) rows.push_back({std::to_string(i), 1, i * 100, i * 100 + 1});
    rows.push_back({"last", 1, 999, 1000});
    const Charted c(test::intervals(rows));
    const QImage image = lifetime_image(c.chart, c.coloring, {10, 1}, Theme::light());
    const QColor full = palette_fill(0, Theme::light()).color, one = image.pixelColor(0, 0),
                 two = image.pixelColor(9, 0);
    QVERIFY(one != Theme::light().surface);
    QVERIFY(contrast(one, Theme::light().surface) < contrast(two, Theme::light().surface));  // the last pixel has two
    QVERIFY(contrast(two, Theme::light().surface) < contrast(full, Theme::light().surface));
    // An image of more lines than tensors repeats them.
    const QImage high = lifetime_image(c.chart, c.coloring, {1000, 44}, Theme::light());
    QCOMPARE(high.pixelColor(0, 3), full);
    QCOMPARE(high.pixelColor(0, 4), Theme::light().surface);
  }

  void says_that_nothing_lives() {
    const Drawing page = *lifetimes_drawing(test::view_of(graph_of("op a\n t unused 1 : - ->")));
    QVERIFY(page.paint != nullptr);
    QVERIFY(!page.legend);
    QVERIFY(!render_image(page, pixel_page({400, 300})).isNull());
  }
};

STOWAGE_GUI_TEST(LifetimesPainterTest);
#include "tst_lifetimes_painter.moc"
