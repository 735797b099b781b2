// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "tests/support/graphs.h"
#include "tests/support/maps.h"
#include "widgets/painters/export.h"
#include "widgets/painters/heap_map_painter.h"
#include "widgets/painters/numbers.h"

using namespace stowage;

class NumbersTest : public QObject {
  Q_OBJECT

 private slots:
  void percents_data() {
    QTest::addColumn<double>("fraction");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << 0.0 << "0.0%";
    QTest::newRow("one byte in a tebibyte") << 1e-12 << "< +0.1%";
    QTest::newRow("just rounds to nothing") << 0.000499 << "< +0.1%";
    QTest::newRow("a tenth") << 0.001 << "+0.1%";
    QTest::newRow("some") << 0.049 << "+4.9%";
    QTest::newRow("double") << 1.0 << "+100.0%";
    QTest::newRow("nearly ten times") << 8.999 << "+899.9%";
    QTest::newRow("ten times") << 9.0 << "\u00d7 10";
    QTest::newRow("a thousand million times") << 1015624999.0 << "\u00d7 1015625000";
    QTest::newRow("less") << -0.049 << "-4.9%";
    QTest::newRow("hardly less") << -1e-9 << "> -0.1%";
  }
  void percents() {
    QFETCH(double, fraction);
    QTEST(signed_percent(fraction, QLocale::c()), "text");
  }

  /// "0.0%" is said of nothing but 0, however small the gap.
  void no_gap_is_said_to_be_none() {
    for (double gap = 1; gap > 1e-18; gap *= 0.97)
      QVERIFY2(!signed_percent(gap, QLocale::c()).contains("0.0%") || gap > 0.09, qPrintable(QString::number(gap)));
  }

  void durations_data() {
    QTest::addColumn<double>("milliseconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << 0.0 << "< 1 µs";
    QTest::newRow("nanoseconds") << 0.0004 << "< 1 µs";
    QTest::newRow("microseconds") << 0.0042 << "4.20 µs";
    QTest::newRow("many microseconds") << 0.3124 << "312 µs";
    QTest::newRow("rounds to a millisecond") << 0.9996 << "1.00 ms";
    QTest::newRow("milliseconds") << 12.44 << "12.4 ms";
    QTest::newRow("rounds to a second") << 999.6 << "1.00 s";
    QTest::newRow("seconds") << 83'000.0 << "83.0 s";
  }
  void durations() {
    QFETCH(double, milliseconds);
    QTEST(human_duration(milliseconds, QLocale::c()), "text");
  }

  /// The map, too: a footprint one byte over its bound is not "0.0% over", nor a percentage of nothing that is seen.
  void the_heap_map_admits_a_small_gap() {
    Graph graph = test::intervals({{"a", 1'000'000, 0, 4}, {"b", 500'001, 4, 8}});
    const Drawing drawing =
        heap_map_drawing(test::plan_view(std::move(graph), {1, 0}, Bytes{1'000'000}), ColorBy::size);
    const auto svg = render_bytes(ImageFormat::svg, drawing, {.size = {900, 600}});
    QVERIFY(svg.has_value());
    QVERIFY(svg->contains("(1 byte over the bound)"));
    QVERIFY(!svg->contains("0.0%"));
  }
};

QTEST_MAIN(NumbersTest)
#include "tst_numbers.moc"
