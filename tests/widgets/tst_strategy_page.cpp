// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/shown_strategies.h"
#include "widgets/painters/charts/strategy_chart.h"

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr QSize kPage(1000, 700);
constexpr int kShown = 3;

std::int64_t footprint_of(int row) {
  return 53'000 + 311 * row;
}

/// All strategies, one of them shown, an imported plan and a bound.
struct Filled {
  Filled() {
    auto bounds = std::make_shared<Bounds>();
    bounds->lifetime.bytes = Bytes{52'000};
    ToldResults results(model);
    results.begin();
    int row = 0;
    for (const StrategyRow& each : std::vector(model.rows().begin(), model.rows().end()))
      results.set_result(*each.strategy, Bytes{footprint_of(row++)}, 1);
    results.set_bounds(std::move(bounds));
  }
  [[nodiscard]] Drawing drawing() const { return strategy_page(model.results(), &model.rows()[kShown], "mobilenet"); }
  StrategyTableModel model;
};

bool bluish(const QColor& color) {
  return color.blue() > color.red() + 40;
}

struct BarSeen {
  int left = 0, right = 0;
  QColor color;
};
/// The bars of an image, from above: runs of lines with much blue in them. The bound's dashes may cross a bar.
std::vector<BarSeen> bars_of(const QImage& image) {
  std::vector<BarSeen> bars;
  bool inside = false;
  for (int y = 0; y < image.height(); ++y) {
    std::vector<int> blue;
    for (int x = 0; x < image.width(); ++x)
      if (bluish(image.pixelColor(x, y))) blue.push_back(x);
    const bool bar = blue.size() > 20;
    if (bar && !inside) bars.push_back({blue.front(), blue.back() + 1, Qt::white});
    inside = bar;
    if (!bar) continue;
    const QColor color = image.pixelColor(blue[blue.size() / 2], y);
    if (color.red() < bars.back().color.red()) bars.back().color = color;  // not that of a smoothed edge
  }
  return bars;
}

}  // namespace

class StrategyPageTest : public QObject {
  Q_OBJECT

 private slots:
  /// Lengths are measured in the picture: each bar ends where its footprint is on the axis.
  void bars_are_as_long_as_they_say() {
    const Filled filled;
    const auto bars = bars_of(render_image(filled.drawing(), pixel_page(kPage, 2)));
    const auto count = static_cast<int>(filled.model.rows().size());
    QCOMPARE(static_cast<int>(bars.size()), count);
    const double from = 52'000;  // plans differ by little: bars begin at the bound
    const auto length = [&](int row) {
      return bars[static_cast<std::size_t>(row)].right - bars[static_cast<std::size_t>(row)].left;
    };
    for (int row = 1; row < count; ++row) {
      const double expected =
          length(count - 1) * (double(footprint_of(row)) - from) / (double(footprint_of(count - 1)) - from);
      QVERIFY2(std::abs(length(row) - expected) <= 3, qPrintable(QString::number(row)));
    }
  }

  void the_bar_of_the_plan_shown_is_strongest() {
    const Filled filled;
    const auto bars = bars_of(render_image(filled.drawing(), pixel_page(kPage)));
    for (std::size_t row = 0; row < bars.size(); ++row)
      QCOMPARE(bars[row].color == QColor(0, 114, 178), static_cast<int>(row) == kShown);
  }

  /// Names are whole, stay off the edge of the page, and the page says what it is of.
  void words_are_complete() {
    const Filled filled;
    const QStringList texts = words_in(svg_of(filled.drawing(), pixel_page(kPage)));
    QVERIFY2(texts.contains("mobilenet"), qPrintable(texts.join('|')));
    for (const StrategyRow& row : filled.model.rows())
      for (const QString& words : {StrategyTableModel::short_name(row), human_bytes(*row.footprint)})
        QVERIFY2(texts.filter(words).size() > 0, qPrintable(words + " of " + texts.join('|')));
    QCOMPARE(texts.filter("50.8 KiB").size(), 2);  // the bound, and how far beyond it
    const QImage image = render_image(filled.drawing(), pixel_page(kPage));
    for (int y = 0; y < image.height(); ++y)
      for (const int x : {0, 5, 10, image.width() - 6, image.width() - 1})
        QCOMPARE(image.pixelColor(x, y), Theme::light().background);
  }

  void a_drawing_outlives_the_plans() {
    Drawing drawing;
    {
      const Filled filled;
      drawing = filled.drawing();
    }
    QVERIFY(bars_of(render_image(drawing, pixel_page(kPage))).size() > 5);
  }

  void any_size_of_page_can_be_drawn() {
    const Filled filled;
    for (const QSize size : {QSize(64, 64), QSize(64, 2000), QSize(2000, 64)})
      QVERIFY(!render_image(filled.drawing(), pixel_page(size)).isNull());
    QVERIFY(!render_image(strategy_page(PlanSet(), nullptr, {}), pixel_page(kPage)).isNull());
  }

  /// Every axis begins at zero: with no bytes, or with the bound where plans differ by little.
  void axes_begin_at_zero() {
    const auto axis_of = [](std::int64_t least, std::int64_t most, std::optional<Bytes> bound) {
      return strategy_axis({.bars = {{"a", Bytes{least}}, {"b", Bytes{most}}}, .bound = bound, .baseline = {}});
    };
    const StrategyAxis far = axis_of(100, 1000, Bytes{90});
    QVERIFY(!far.above_bound && far.zero == Bytes{0} && far.most >= 1000);
    const StrategyAxis close = axis_of(990, 1000, Bytes{980});
    QVERIFY(close.above_bound && close.zero == Bytes{980} && close.most >= 20 && close.most < 30);
    QVERIFY(!axis_of(990, 1000, {}).above_bound);
    QVERIFY(!axis_of(970, 1000, Bytes{980}).above_bound);    // a wrong plan is below the bound
    QVERIFY(!axis_of(1000, 1000, Bytes{1000}).above_bound);  // all are the best there is
  }

  /// What is written at a tick is where it stands, to the byte.
  void ticks_are_exact_and_have_room() {
    std::mt19937_64 random(7);
    const auto width = [](const QString& label) { return 7.0 * static_cast<double>(label.size()); };
    int seen = 0;
    for (int round = 0; round < 3000; ++round) {
      const auto most = static_cast<std::int64_t>(random() >> (24 + random() % 40));
      const auto least = most - static_cast<std::int64_t>(static_cast<double>(most) * std::pow(0.5, random() % 12));
      const StrategyAxis axis =
          strategy_axis({.bars = {{"a", Bytes{least}}, {"b", Bytes{most}}}, .bound = Bytes{least / 2}, .baseline = {}});
      const double length = 150 + static_cast<double>(random() % 800);
      const std::vector<Tick> ticks = strategy_ticks(axis, length, width);
      double end = -1e9;
      for (const Tick& tick : ticks) {
        const QStringList words = tick.label.split(' ');
        const double number = QLocale().toDouble(words[0]);
        const double unit = std::pow(
            1024.0, words.size() < 2
                        ? 0.0
                        : static_cast<double>(QStringList({"B", "KiB", "MiB", "GiB", "TiB", "PiB"}).indexOf(words[1])));
        QCOMPARE(number * unit, tick.value);
        QVERIFY(tick.value >= 0 && tick.value <= axis.most);
        const double middle = tick.value / axis.most * length;
        QVERIFY(middle - width(tick.label) / 2 > end);
        end = middle + width(tick.label) / 2;
      }
      if (ticks.size() >= 2) ++seen;
    }
    QVERIFY(seen > 2500);
  }
};

STOWAGE_GUI_TEST(StrategyPageTest);
#include "tst_strategy_page.moc"
