// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <random>

#include "core/graph/graph.h"
#include "tests/start/test_entry.h"
#include "widgets/edit/typed_duration.h"

using namespace stowage;

class TypedDurationTest : public QObject {
  Q_OBJECT

 private slots:
  void durations_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<qlonglong>("nanoseconds");
    QTest::newRow("seconds") << "2 s" << 2'000'000'000ll;
    QTest::newRow("milliseconds") << "1.5ms" << 1'500'000ll;
    QTest::newRow("microseconds") << " 250 us " << 250'000ll;
    QTest::newRow("micro sign") << "250 \u00b5s" << 250'000ll;
    QTest::newRow("Greek letter") << "250 \u03bcs" << 250'000ll;
    QTest::newRow("nanoseconds") << "40 ns" << 40ll;
    QTest::newRow("thousands") << "1,250 us" << 1'250'000ll;
    QTest::newRow("rounded") << "0.0007 us" << 1ll;
    QTest::newRow("nothing") << "0" << 0ll;
    QTest::newRow("nothing of a unit") << "0 ms" << 0ll;
  }
  void durations() {
    QFETCH(QString, text);
    QFETCH(qlonglong, nanoseconds);
    QCOMPARE(parse_duration(text), std::optional<std::int64_t>(nanoseconds));
  }

  void what_is_none() {
    for (const char* text : {"", "ms", "5", "-1 ms", "1 m", "1 MS", "1.ms", "soon", "1e3 ms", "0.1", "9999999999999 s"})
      QVERIFY2(!parse_duration(QString::fromUtf8(text)), text);
  }

  void what_is_written_is_read_back() {
    std::mt19937_64 random(1);
    for (int i = 0; i < 2000; ++i) {
      const auto nanoseconds = static_cast<std::int64_t>(random() >> (12 + random() % 50));
      if (nanoseconds > kMaxDuration) continue;
      QCOMPARE(parse_duration(exact_duration(nanoseconds)), std::optional(nanoseconds));
    }
    QCOMPARE(exact_duration(1'500'000), QString("1.5 ms"));
    QCOMPARE(exact_duration(2'000'000'000), QString("2 s"));
    QCOMPARE(exact_duration(999), QString("999 ns"));
  }
};

STOWAGE_GUI_TEST(TypedDurationTest);
#include "tst_typed_duration.moc"
