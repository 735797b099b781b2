// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <map>
#include <thread>

#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/support/maps.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/page/export.h"
#include "widgets/painters/style/axis.h"
#include "widgets/painters/style/numbers.h"

using namespace stowage;

class NumbersTest : public QObject {
  Q_OBJECT

  /// What a label stands for, read anew: "0x10", "1.5 MiB", "20 kB", "4,096".
  static double value_of(const QString& label) {
    if (label.startsWith("0x")) return static_cast<double>(label.mid(2).toLongLong(nullptr, 16));
    static const std::map<QString, double> kUnits{{"", 1},         {"B", 1},        {"KiB", 0x1p10}, {"MiB", 0x1p20},
                                                  {"GiB", 0x1p30}, {"TiB", 0x1p40}, {"kB", 1e3},     {"MB", 1e6},
                                                  {"GB", 1e9},     {"TB", 1e12}};
    const QStringList parts = label.split(' ');
    return QLocale().toDouble(parts[0]) * kUnits.at(parts.value(1));
  }

 private slots:
  /// On one thread, for as long as it is wanted.
  void exact_bytes_for_a_while() {
    QCOMPARE(human_bytes(Bytes{1664}), QString("1.63 KiB"));
    {
      const ExactBytes outer(true), inner(false);
      QCOMPARE(human_bytes(Bytes{1664}), QString("1,664 B"));
      QString other;
      std::thread([&] { other = human_bytes(Bytes{1664}); }).join();
      QCOMPARE(other, QString("1.63 KiB"));
    }
    {
      const ExactBytes unwanted(false);
      QCOMPARE(human_bytes(Bytes{1664}), QString("1.63 KiB"));
    }
    QCOMPARE(human_bytes(Bytes{1664}), QString("1.63 KiB"));
  }

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
    QTest::newRow("less") << -0.049 << "−4.9%";
    QTest::newRow("hardly less") << -1e-9 << "> −0.1%";
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
    QTest::newRow("nothing") << 0.0 << "0 s";
    QTest::newRow("nanoseconds") << 0.0004 << "400 ns";
    QTest::newRow("rounds to a microsecond") << 0.0009996 << "1.00 µs";
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

  void times() {
    QCOMPARE(human_time(0, QLocale::c()), QString("0 s"));
    QCOMPARE(human_time(999, QLocale::c()), QString("999 ns"));
    QCOMPARE(human_time(1'000, QLocale::c()), QString("1.00 µs"));
    QCOMPARE(human_time(12'440'000, QLocale::c()), QString("12.4 ms"));
    QCOMPARE(signed_duration(0, QLocale::c()), QString("0 s"));
    QCOMPARE(signed_duration(40, QLocale::c()), QString("+40 ns"));
    QCOMPARE(signed_duration(-312'400, QLocale::c()), QString("−312 µs"));
  }

  void amounts_in_every_unit_data() {
    QTest::addColumn<qlonglong>("bytes");
    QTest::addColumn<QString>("binary");
    QTest::addColumn<QString>("decimal");
    QTest::addColumn<QString>("exact");
    QTest::newRow("none") << 0ll << "0 B"
                          << "0 B"
                          << "0 B";
    QTest::newRow("below a thousand") << 999ll << "999 B"
                                      << "999 B"
                                      << "999 B";
    QTest::newRow("a thousand") << 1'000ll << "1000 B"
                                << "1.00 kB"
                                << "1000 B";
    QTest::newRow("1 KiB") << 1'024ll << "1.00 KiB"
                           << "1.02 kB"
                           << "1024 B";
    QTest::newRow("nearly a megabyte") << 999'700ll << "976 KiB"
                                       << "1.00 MB"
                                       << "999700 B";
    QTest::newRow("1 MiB") << 1'048'576ll << "1.00 MiB"
                           << "1.05 MB"
                           << "1048576 B";
    QTest::newRow("less") << -3'000'000ll << "-2.86 MiB"
                          << "-3.00 MB"
                          << "-3000000 B";
    QTest::newRow("much") << 9'007'199'254'740'992ll << "8.00 PiB"
                          << "9.01 PB"
                          << "9007199254740992 B";
  }
  void amounts_in_every_unit() {
    QFETCH(qlonglong, bytes);
    const auto in = [&](NumberFormat::Units units) {
      set_number_format({.units = units});
      return human_bytes({bytes}, QLocale::c());
    };
    QTEST(in(NumberFormat::Units::binary), "binary");
    QTEST(in(NumberFormat::Units::decimal), "decimal");
    QTEST(in(NumberFormat::Units::exact), "exact");
    set_number_format({});
  }

  void offsets_in_either_base() {
    QCOMPARE(offset_number(65536, QLocale::c()), QString("65536"));
    set_number_format({.offsets = NumberFormat::Offsets::hexadecimal});
    QCOMPARE(offset_number(65536, QLocale::c()), QString("0x10000"));
    QCOMPARE(offset_number(0, QLocale::c()), QString("0x0"));
    set_number_format({});
  }

  /// Ticks are where their labels say, as many as fit, whatever is chosen.
  void ticks_say_where_they_are() {
    using enum NumberFormat::Units;
    for (const auto units : {binary, decimal, exact}) {
      for (const auto base : {NumberFormat::Offsets::decimal, NumberFormat::Offsets::hexadecimal}) {
        set_number_format({.units = units, .offsets = base});
        for (const double high : {7.0, 1000.0, 4096.0, 123456789.0, 7e12}) {
          for (const auto& ticks : {byte_ticks(0, high, 6), offset_ticks(0, high, 6)}) {
            QVERIFY(ticks.size() >= 2 && ticks.size() <= 7);
            for (const Tick& tick : ticks) {
              QVERIFY(tick.value >= 0 && tick.value <= high * (1 + 1e-9));
              QVERIFY2(std::abs(value_of(tick.label) - tick.value) <= tick.value * 0.006, qPrintable(tick.label));
            }
          }
        }
      }
    }
    set_number_format({});
  }

  /// The map, too: a footprint one byte over its bound is not "0.0% over", nor a percentage of nothing that is seen.
  void the_heap_map_admits_a_small_gap() {
    Graph graph = test::intervals({{"a", 1'000'000, 0, 4}, {"b", 500'001, 4, 8}});
    const Drawing drawing =
        heap_map_drawing(test::plan_view(std::move(graph), {1, 0}, Bytes{1'000'000}), {.by = ColorBy::size}).value();
    const auto svg = render_bytes(ImageFormat::svg, drawing, pixel_page({900, 600}));
    QVERIFY(svg.has_value());
    QVERIFY(svg->contains("(1 byte "));
    QVERIFY(!svg->contains("0.0%"));
  }
};

STOWAGE_GUI_TEST(NumbersTest);
#include "tst_numbers.moc"
