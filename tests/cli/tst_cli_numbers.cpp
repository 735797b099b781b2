// SPDX-License-Identifier: Apache-2.0
// The command line writes numbers as the window does.
#include <QtTest>
#include <random>

#include "app/cli/output.h"
#include "tests/cli/program.h"
#include "widgets/painters/style/numbers.h"

using namespace stowage;

class CliNumbersTest : public QObject {
  Q_OBJECT

  const QLocale english_{QLocale::English, QLocale::UnitedStates};
  std::mt19937_64 random_{7};

  static QString ascii(QString text) { return text.replace(kMinus, '-'); }
  void compare_bytes(Bytes bytes) {
    QCOMPARE(QString::fromStdString(cli::human(bytes)), human_bytes(bytes, english_));
    QCOMPARE(QString::fromStdString(cli::full(bytes)), full_bytes(bytes, english_));
    QCOMPARE(QString::fromStdString(cli::exact(bytes)), exact_bytes(bytes, english_));
    QCOMPARE(QString::fromStdString(cli::signed_human(bytes)), ascii(signed_bytes(bytes, english_)));
    QCOMPARE(QString::fromStdString(cli::grouped(bytes.count)), english_.toString(static_cast<qlonglong>(bytes.count)));
  }
  void compare_duration(double time) {
    QCOMPARE(QString::fromStdString(cli::duration(time)), human_duration(time, english_));
  }
  /// Of any size, as many small ones as large ones.
  std::int64_t number() { return static_cast<std::int64_t>(random_() >> (1 + random_() % 63)); }

 private slots:
  void bytes() {
    for (std::int64_t small = -3000; small <= 3000; ++small) compare_bytes({small});
    for (int k = 0; k < 20'000; ++k) {
      const std::int64_t size = number();
      for (const std::int64_t each : {size, -size}) compare_bytes({each});
    }
  }
  /// An eighth of a unit has three decimals, and two are written.
  void halves_are_rounded_as_by_qt() {
    for (const int shift : {10, 20, 30, 40})
      for (std::int64_t eighths = 8; eighths < 9000; ++eighths) compare_bytes({(eighths << shift) / 8});
  }
  void percents() {
    for (int k = -20'000; k <= 20'000; ++k)
      for (const double divisor : {16'000., 1'000., 70'000., 700.})
        QCOMPARE(QString::fromStdString(cli::percent(k / divisor)), ascii(signed_percent(k / divisor, english_)));
  }
  void durations() {
    for (int k = 0; k < 20'000; ++k) compare_duration(static_cast<double>(number() % 1'000'000'000'000) / 1e6);
    for (int k = 0; k < 9000; ++k) compare_duration(k / 8.);
  }
};

STOWAGE_TEST(CliNumbersTest);
#include "tst_cli_numbers.moc"
