// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <QLocale>
#include <QScopedValueRollback>
#include <QString>
#include <QTranslator>

#include "core/base/bytes.h"

namespace stowage {

/// How amounts of memory, and places in it, are written.
struct NumberFormat {
  enum class Units { binary, decimal, exact };  ///< "1.00 MiB", "1.05 MB", "1,048,576 B"
  enum class Offsets { decimal, hexadecimal };  ///< "4,096", "0x1000"
  Units units = Units::binary;
  Offsets offsets = Offsets::decimal;
  friend bool operator==(const NumberFormat&, const NumberFormat&) = default;
};
/// The one that all functions below follow; of the whole process, since every view writes numbers. Any thread may ask.
/// A program that does not set it has the one above.
[[nodiscard]] NumberFormat number_format();
void set_number_format(NumberFormat format);

/// "12,345" in the locale's digits and separators.
template <std::integral N>
[[nodiscard]] QString grouped(N count) {
  return QLocale().toString(static_cast<std::conditional_t<std::is_signed_v<N>, qlonglong, qulonglong>>(count));
}
/// A count as the %Ln of tr() takes it: very large ones are cut.
[[nodiscard]] int as_int(std::uint64_t count);

/// "14.2 MiB", "512 B", in the locale's digits and separators; three significant digits.
[[nodiscard]] QString human_bytes(Bytes bytes, const QLocale& locale = QLocale());
/// "14,889,779 bytes".
[[nodiscard]] QString exact_bytes(Bytes bytes, const QLocale& locale = QLocale());
/// "14.2 MiB (14,889,779 bytes)"; just the exact form below 1 KiB, and where all amounts are exact.
[[nodiscard]] QString full_bytes(Bytes bytes, const QLocale& locale = QLocale());
/// A place in memory: "4,096" or "0x1000".
[[nodiscard]] QString offset_number(std::int64_t offset, const QLocale& locale = QLocale());
/// The sign of a number below zero, in the window; the command line writes ASCII.
inline constexpr QChar kMinus(0x2212);
/// "+14.2 MiB", "−512 B"; "0 B" for nothing.
[[nodiscard]] QString signed_bytes(Bytes bytes, const QLocale& locale = QLocale());
/// "+4.9%"; "0.0%" for nothing only: what rounds to it is "< +0.1%".
[[nodiscard]] QString signed_percent(double fraction, const QLocale& locale = QLocale());
/// "12.4 ms", "1.30 s", "312 µs", "40 ns", "0 s"; three significant digits.
[[nodiscard]] QString human_duration(double milliseconds, const QLocale& locale = QLocale());
/// The same of a number of nanoseconds, 0 or more.
[[nodiscard]] QString human_time(std::int64_t nanoseconds, const QLocale& locale = QLocale());
/// The same of a moment of a run: "0" where it begins.
[[nodiscard]] QString run_time(std::int64_t nanoseconds);
/// "+1.20 ms", "−312 µs" of a number of nanoseconds; "0 s" for nothing.
[[nodiscard]] QString signed_duration(std::int64_t nanoseconds, const QLocale& locale = QLocale());

/// While one that is wanted lives, this thread writes amounts of memory as exact bytes, whatever number_format() says:
/// single bytes cannot be read beside a scale of KiB.
class ExactBytes : QScopedValueRollback<bool> {
 public:
  explicit ExactBytes(bool wanted);
};

/// English is the language of the sources, and its plurals follow one rule: "%Ln tensor(s)" is "1 tensor" or
/// "2 tensors", "%Ln match(es)" is "1 match" or "2 matches". A translation installed later goes first.
class EnglishPlurals final : public QTranslator {
 public:
  using QTranslator::QTranslator;
  [[nodiscard]] QString translate(const char* context, const char* source, const char* disambiguation,
                                  int count) const override;
  [[nodiscard]] bool isEmpty() const override { return false; }
};

/// One labelled place on an axis, in the axis' own unit.
struct Tick {
  double value;
  QString label;
};

/// At most `most` (≥ 1) ticks in [low, high] at 1, 2 or 5 times a power of ten, never below 1: steps, or times.
[[nodiscard]] std::vector<Tick> number_ticks(double low, double high, int most);

/// Ticks in [low, high] bytes at powers of two, labelled in the largest of B, KiB, MiB, … that keeps the labels short
/// and different: "12 MiB", "12.5 MiB". Where amounts are written in decimal units, at 1, 2 or 5 times a power of ten:
/// "20 kB"; where exactly, without a unit.
[[nodiscard]] std::vector<Tick> byte_ticks(double low, double high, int most);
/// The same for places in memory: "0x1000" where offsets are written so.
[[nodiscard]] std::vector<Tick> offset_ticks(double low, double high, int most);

/// Ticks at round values of `times` (ascending; boundary k is at step k) within steps [low, high]; `value` is a step,
/// fractional inside one. Never closer than (high - low) / most apart.
[[nodiscard]] std::vector<Tick> time_ticks(std::span<const std::int64_t> times, double low, double high, int most);

/// Ticks in [low, high] at 1, 2 or 5 times a power of ten nanoseconds: "20 µs", "1.5 ms". The axis is in units of so
/// many of them.
[[nodiscard]] std::vector<Tick> duration_ticks(double low, double high, int most, std::int64_t unit = 1);

}  // namespace stowage
