// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/style/numbers.h"

#include <QCoreApplication>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>

#include "core/base/text.h"

namespace stowage {
namespace {

struct NumbersText {
  Q_DECLARE_TR_FUNCTIONS(stowage::Numbers)
};

std::atomic<NumberFormat> format_of_all;
thread_local bool exact_here = false;

/// With the sign that is as wide as a plus.
QString with_minus(QString number) {
  if (number.startsWith('-')) number[0] = kMinus;
  return number;
}

QString text_of(const ToldNumber& told, const QLocale& locale) {
  return locale.toString(told.number, 'f', told.decimals) + ' ' +
         QString::fromUtf8(told.unit.data(), static_cast<qsizetype>(told.unit.size()));
}

}  // namespace

NumberFormat number_format() {
  NumberFormat out = format_of_all;
  if (exact_here) out.units = NumberFormat::Units::exact;
  return out;
}

void set_number_format(NumberFormat format) {
  format_of_all = format;
}

ExactBytes::ExactBytes(bool wanted) : QScopedValueRollback(exact_here, exact_here || wanted) {}

int as_int(std::uint64_t count) {
  return static_cast<int>(std::min<std::uint64_t>(count, 2'000'000'000));
}

QString human_bytes(Bytes bytes, const QLocale& locale) {
  const NumberFormat::Units units = number_format().units;
  if (units == NumberFormat::Units::exact) return locale.toString(static_cast<qlonglong>(bytes.count)) + " B";
  return text_of(told_bytes(bytes.count, units == NumberFormat::Units::decimal), locale);
}

QString offset_number(std::int64_t offset, const QLocale& locale) {
  if (number_format().offsets == NumberFormat::Offsets::hexadecimal && offset >= 0)
    return "0x" + QString::number(offset, 16);
  return locale.toString(static_cast<qlonglong>(offset));
}

QString exact_bytes(Bytes bytes, const QLocale& locale) {
  const QString number = locale.toString(static_cast<qlonglong>(bytes.count));
  return (bytes.count == 1 ? NumbersText::tr("%1 byte") : NumbersText::tr("%1 bytes")).arg(number);
}

QString full_bytes(Bytes bytes, const QLocale& locale) {
  const NumberFormat::Units units = number_format().units;
  const int factor = units == NumberFormat::Units::decimal ? 1000 : 1024;
  if (units == NumberFormat::Units::exact || std::abs(bytes.count) < factor) return exact_bytes(bytes, locale);
  return human_bytes(bytes, locale) + " (" + exact_bytes(bytes, locale) + ')';
}

QString signed_bytes(Bytes bytes, const QLocale& locale) {
  return (bytes.count > 0 ? QStringLiteral("+") : QString()) + with_minus(human_bytes(bytes, locale));
}

QString signed_percent(double fraction, const QLocale& locale) {
  constexpr double kFactorFrom = 9;     // ten times as much: from here on the factor is said
  constexpr double kLeastShown = 0.05;  // below it a tenth of a percent rounds to nothing
  const auto text = [&](double percent) { return with_minus(locale.toString(percent, 'f', 1)) + locale.percent(); };
  const double percent = fraction * 100;
  if (fraction >= kFactorFrom)  // "+101,562,499,900.0 %" helps nobody
    return QStringLiteral("\u00d7 ") + locale.toString(std::round(fraction + 1), 'f', 0);
  if (percent >= kLeastShown) return '+' + text(percent);
  if (percent > 0) return "< +" + text(0.1);
  if (percent < 0 && percent > -kLeastShown) return "> " + text(-0.1);
  return text(percent);
}

QString human_duration(double milliseconds, const QLocale& locale) {
  return human_time(std::llround(milliseconds * 1e6), locale);
}

QString human_time(std::int64_t nanoseconds, const QLocale& locale) {
  return text_of(told_time(nanoseconds), locale);
}

QString run_time(std::int64_t nanoseconds) {
  return nanoseconds == 0 ? grouped(0) : human_time(nanoseconds);
}

QString signed_duration(std::int64_t nanoseconds, const QLocale& locale) {
  const QString size = human_time(std::abs(nanoseconds), locale);
  return (nanoseconds > 0 ? QStringLiteral("+") : nanoseconds < 0 ? QString(kMinus) : QString()) + size;
}

QString EnglishPlurals::translate(const char* /*context*/, const char* source, const char* /*disambiguation*/,
                                  int count) const {
  if (count < 0) return {};  // not a text with a number
  return QString::fromUtf8(source).replace("(s)", count == 1 ? "" : "s").replace("(es)", count == 1 ? "" : "es");
}

}  // namespace stowage
