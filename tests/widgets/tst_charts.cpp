// SPDX-License-Identifier: GPL-3.0-or-later
// Small drawings: lifetimes as bars, the headline.
#include "tests/gui/gui_test.h"
#include "widgets/controls/headline.h"
#include "widgets/painters/charts/lifetimes_painter.h"

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

/// The columns of an image in which something is painted, as stretches.
std::vector<std::pair<int, int>> painted(const QImage& image) {
  std::vector<std::pair<int, int>> out;
  const QRgb ground = image.pixel(0, image.height() - 1);
  constexpr int kGap = 12;  // letters and words stand closer
  for (int x = 0; x < image.width(); ++x) {
    if (colours_in(image, {x, 0, 1, image.height()}) == std::set{ground}) continue;
    if (out.empty() || x - out.back().second > kGap) out.emplace_back(x, x);
    out.back().second = x;
  }
  return out;
}

}  // namespace

class ChartsTest : public QObject {
  Q_OBJECT

 private slots:
  // ---- lifetimes

  void rows_are_tensors_in_order_of_birth() {
    const Charted c(graph_of(R"(
      op a @0; op b @1; op c @0
      t late 3 : b -> c; t unused 9 : - ->; t early 5 : a -> b; t in 1 : - -> c)"));
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
    std::vector<IntervalRow> rows;
    for (std::uint32_t i = 0; i < 10; ++i) rows.push_back({std::to_string(i), 1, i * 100, i * 100 + 1});
    rows.push_back({"last", 1, 999, 1000});
    const Charted c(intervals(rows));
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

  // ---- the headline

  /// Whole figures alone are painted: those without room are left out from the right.
  void figures_are_whole_or_left_out() {
    Headline headline;
    headline.set_figures(
        {{"Footprint", "196 MiB"}, {"Lower bound", "195 MiB"}, {"Gap", "+0.5%"}, {"Makespan", "21 ms"}});
    QVERIFY(says(headline.accessibleName(), {"Footprint", "196 MiB", "Lower bound", "195 MiB", "Gap", "+0.5%"}));
    show(headline);
    std::size_t seen = 4;
    std::vector<std::pair<int, int>> all;
    for (const int width : {800, 300, 200, 90}) {
      headline.resize(width, headline.sizeHint().height());
      wait_until_idle();
      const auto now = painted(headline.grab().toImage());
      QVERIFY(now.size() <= seen && !now.empty());
      if (all.empty()) all = now;
      for (std::size_t k = 0; k < now.size(); ++k) QCOMPARE(now[k], all[k]);
      seen = now.size();
    }
    QCOMPARE(all.size(), std::size_t{4});
    QCOMPARE(seen, std::size_t{1});
    headline.set_figures({});
    QVERIFY(headline.accessibleName().isEmpty());
  }

  /// What got better or worse can be read on either ground.
  void tones_have_contrast() {
    for (const bool dark : {false, true})
      for (const auto tone : {Headline::Tone::good, Headline::Tone::bad, Headline::Tone::plain}) {
        const Theme& theme = Theme::of(dark);
        QVERIFY(contrast(Headline::ink_of(tone, theme), theme.background) >= 4.5);
      }
  }
};

STOWAGE_GUI_TEST(ChartsTest);
#include "tst_charts.moc"
