// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/style/numbers.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
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

/// The least of 1, 2, 5 × 10^k that puts at most `most` ticks on `span`.
double round_distance(double span, int most) {
  const double least = span / most;
  if (least <= 1) return 1;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (double factor : {1.0, 2.0, 5.0})
    if (power * factor >= least * (1 - 1e-9)) return power * factor;
  return power * 10;
}

/// Multiples of `distance` in [low, high].
template <class Label>
std::vector<Tick> multiples(double low, double high, double distance, const Label& label) {
  std::vector<Tick> out;
  for (double k = std::ceil(low / distance - 1e-9); k * distance <= high + distance * 1e-9; ++k)
    out.push_back({k * distance, label(k * distance)});
  return out;
}

QString whole(double value) {
  return grouped(std::llround(value));
}

/// The power of two that puts at most `most` ticks on `span`, as an exponent.
int tick_exponent(double span, int most) {
  return std::max(0, static_cast<int>(std::ceil(std::log2(span / most) - 1e-9)));
}

/// Multiples of `distance` in [low, high], labelled in the largest of `units` that keeps the labels short and
/// different. A unit is a thousand of the one before it, or 2^10 where `base` is 2. `digits` and `largest` are the
/// exponents of distance and `high`.
std::vector<Tick> ticks_in_units(double low, double high, double distance, int base, int digits, int largest,
                                 std::span<const char* const> units) {
  const int group = base == 2 ? 10 : 3;
  const int last = static_cast<int>(units.size()) - 1;
  const int unit = std::clamp(std::min(largest / group, (digits + 2) / group), 0, last);
  const int decimals = std::clamp(unit * group - digits, 0, 2);
  return multiples(low, high, distance, [&](double value) {
    if (value == 0) return QString("0");
    return QLocale().toString(value / std::pow(base, group * unit), 'f', decimals) + ' ' +
           QString::fromUtf8(units[static_cast<std::size_t>(unit)]);
  });
}

std::vector<Tick> decimal_ticks(double low, double high, int most, std::span<const char* const> units) {
  const auto exponent = [](double v) { return static_cast<int>(std::floor(std::log10(v) + 1e-9)); };
  const double distance = round_distance(high - low, most);
  return ticks_in_units(low, high, distance, 10, exponent(distance), high < 1 ? 0 : exponent(high), units);
}

/// The step at which the time axis shows `time`: inside a step, in proportion.
double step_of(std::span<const std::int64_t> times, double time) {
  const auto after = std::ranges::upper_bound(times, time, {}, [](std::int64_t t) { return static_cast<double>(t); });
  if (after == times.begin()) return 0;
  const auto k = static_cast<std::size_t>(after - times.begin() - 1);
  if (k + 1 >= times.size()) return static_cast<double>(times.size() - 1);
  const auto from = static_cast<double>(times[k]), to = static_cast<double>(times[k + 1]);
  return static_cast<double>(k) + (time - from) / (to - from);
}

double time_of(std::span<const std::int64_t> times, double step) {
  const double last = static_cast<double>(times.size() - 1), at = std::clamp(step, 0.0, last);
  const auto k = std::min(static_cast<std::size_t>(at), times.size() - 2);
  const auto from = static_cast<double>(times[k]), to = static_cast<double>(times[k + 1]);
  return from + (at - static_cast<double>(k)) * (to - from);
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

std::vector<Tick> number_ticks(double low, double high, int most) {
  return multiples(low, high, round_distance(high - low, most), whole);
}

std::vector<Tick> byte_ticks(double low, double high, int most) {
  static constexpr std::array<const char*, 7> kBinary{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  static constexpr std::array<const char*, 7> kDecimal{"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  const NumberFormat::Units units = number_format().units;
  if (units == NumberFormat::Units::decimal) return decimal_ticks(low, high, most, kDecimal);
  const int exponent = tick_exponent(high - low, most);
  const double distance = std::ldexp(1.0, exponent);
  if (units == NumberFormat::Units::exact) return multiples(low, high, distance, whole);
  return ticks_in_units(low, high, distance, 2, exponent, high < 1 ? 0 : static_cast<int>(std::log2(high)), kBinary);
}

std::vector<Tick> offset_ticks(double low, double high, int most) {
  if (number_format().offsets == NumberFormat::Offsets::decimal) return byte_ticks(low, high, most);
  return multiples(low, high, std::ldexp(1.0, tick_exponent(high - low, most)),
                   [](double value) { return offset_number(std::llround(value)); });
}

std::vector<Tick> time_ticks(std::span<const std::int64_t> times, double low, double high, int most) {
  if (times.size() < 2) return number_ticks(low, high, most);
  const double from = time_of(times, low), to = time_of(times, high);
  const double apart = (high - low) / most * 0.999;
  std::vector<Tick> densest;
  // Times between steps vary, so neighbours can be too close. Wider even ticks are easier to read than ticks with gaps.
  for (int count = most; count >= std::max(2, most / 3); --count) {
    std::vector<Tick> out;
    bool even = true;
    for (Tick& tick : multiples(from, to, round_distance(to - from, count), whole)) {
      tick.value = step_of(times, tick.value);
      const bool fits = out.empty() || tick.value - out.back().value >= apart;
      if (fits) out.push_back(std::move(tick));
      even = even && fits;
    }
    if (even) return out;
    if (densest.empty()) densest = std::move(out);
  }
  return densest;
}

std::vector<Tick> duration_ticks(double low, double high, int most, std::int64_t unit) {
  static constexpr std::array<const char*, 4> kUnits{"ns", "\u00b5s", "ms", "s"};
  const auto nanoseconds = static_cast<double>(unit);
  std::vector<Tick> ticks = decimal_ticks(low * nanoseconds, high * nanoseconds, most, kUnits);
  for (Tick& tick : ticks) tick.value /= nanoseconds;
  return ticks;
}

}  // namespace stowage
