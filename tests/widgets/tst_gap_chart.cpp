// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/gui_test.h"
#include "widgets/views/strategies/gap_chart.h"

using namespace stowage;

namespace {

using test::kMiB;

struct Shown {
  Shown(const std::vector<std::pair<std::int64_t, std::int64_t>>& of, bool dark = false) {
    const Theme& theme = Theme::of(dark);
    QPalette palette(theme.background, theme.background);
    palette.setColor(QPalette::WindowText, theme.text);
    chart.setPalette(palette);
    chart.resize(340, 220);
    chart.begin();
    for (const auto& [footprint, bound] : of) chart.add({Bytes{footprint}, Bytes{bound}});
    test::show(chart);
  }
  [[nodiscard]] QString words() const { return chart.findChild<QLabel*>("gap_note")->text(); }
  Task::Clock::time_point now;
  GapChart chart{nullptr, [this] { return now; }};
};

/// That of the line and of words.
bool is_ink(const QColor& colour, bool dark) {
  return std::abs(colour.lightness() - Theme::of(dark).text.lightness()) < 40;
}

}  // namespace

class GapChartTest : public QObject {
  Q_OBJECT

 private slots:
  /// A first plan that is far worse leaves the axis to what came of it, and is told in words.
  void a_poor_beginning_is_beyond_the_axis() {
    const Shown shown({{100 * kMiB, 8 * kMiB}, {160 * kMiB / 10, 8 * kMiB}, {15 * kMiB, 14 * kMiB}});
    QCOMPARE(shown.chart.axis_high(), Bytes{16 * kMiB});
    QCOMPARE(shown.chart.axis_low(), Bytes{8 * kMiB});
    QVERIFY(test::says(shown.words(), {"15.0 MiB", "+7.1%", "100 MiB"}));  // it began above the axis
    const Shown low({{16 * kMiB, 1}, {16 * kMiB, 15 * kMiB}});
    QCOMPARE(low.chart.axis_low(), Bytes{15 * kMiB});
    QVERIFY(test::says(low.words(), {"1 B"}));  // the bound began below the axis
  }

  /// All is on the axis where nothing is flattened; also where what is left is nothing at all.
  void a_fair_beginning_is_on_it() {
    const Shown shown({{20 * kMiB, 10 * kMiB}, {15 * kMiB, 12 * kMiB}});
    QCOMPARE(shown.chart.axis_high(), Bytes{20 * kMiB});
    QCOMPARE(shown.chart.axis_low(), Bytes{10 * kMiB});
    QVERIFY(!shown.words().contains("20.0 MiB"));
    const Shown optimal({{20 * kMiB, 10 * kMiB}, {12 * kMiB, 12 * kMiB}});
    QCOMPARE(optimal.chart.axis_high(), Bytes{20 * kMiB});
    QVERIFY(test::says(optimal.words(), {"12.0 MiB"}) && !optimal.words().contains('%'));
    const Shown at_once({{12 * kMiB, 12 * kMiB}});
    QCOMPARE(at_once.chart.axis_high(), Bytes{12 * kMiB});
  }

  /// Nor is there a gap, or a best plan, where not everything is counted.
  void what_is_not_counted_has_no_gap() {
    GapChart chart;
    for (const std::int64_t footprint : {20, 10}) {
      chart.begin(false);
      chart.add({Bytes{footprint * kMiB}, Bytes{10 * kMiB}});
      const QString words = chart.findChild<QLabel*>("gap_note")->text();
      QVERIFY2(words.contains("At least") && !words.contains('%'), qPrintable(words));
    }
  }

  /// A run that was over at once is as wide as any other; while it runs, the axis waits for a second.
  void a_short_run_fills_its_axis() {
    Shown shown({{20 * kMiB, 10 * kMiB}, {20 * kMiB, 10 * kMiB}});
    auto* plot = shown.chart.findChild<QWidget*>("gap_plot");
    const auto inked = [&] {  // of the right half, above the numbers of the axis
      const QImage image = plot->grab().toImage();
      const QRect part(image.width() / 2, 0, image.width() / 2, image.height() / 2);
      return test::columns_of(
                 image, [](const QColor& c) { return is_ink(c, false); }, part)
                 .second > image.width() * 4 / 5;
    };
    test::wait_until_idle();
    QVERIFY(!inked());
    shown.now += std::chrono::milliseconds(5);
    shown.chart.end();
    QTRY_VERIFY(inked());
  }

  /// The step from one plan to the next is seen, in both themes: there is ink of the line at both heights. A line is as
  /// long as its plan was the best; the same once more is drawn as long as it is by now.
  void the_steps_are_drawn() {
    for (const bool dark : {false, true}) {
      Shown shown({{900 * kMiB, 10 * kMiB}, {20 * kMiB, 10 * kMiB}}, dark);
      shown.now += std::chrono::seconds(1);
      shown.chart.add({Bytes{12 * kMiB}, Bytes{10 * kMiB}});
      shown.now += std::chrono::seconds(4);
      shown.chart.end();
      test::wait_until_idle();
      auto* plot = shown.chart.findChild<QWidget*>("gap_plot");
      const QImage image = plot->grab().toImage();
      QList<int> rows;
      for (int y = 0; y < image.height(); ++y) {
        int dots = 0;
        for (int x = 0; x < image.width(); ++x) dots += is_ink(image.pixelColor(x, y), dark) ? 1 : 0;
        if (dots > 5) rows += y;
      }
      QVERIFY(!rows.isEmpty());
      QVERIFY2(rows.last() - rows.first() > image.height() / 3,
               qPrintable(QString("%1 … %2").arg(rows.first()).arg(rows.last())));
    }
  }
};

STOWAGE_GUI_TEST(GapChartTest);
#include "tst_gap_chart.moc"
