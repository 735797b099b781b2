// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace stowage {

/// "12,345", as every number of this library's sentences.
[[nodiscard]] std::string grouped_digits(std::integral auto number) {
  std::string digits = std::to_string(number);
  const std::ptrdiff_t first = number < 0 ? 1 : 0;
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > first; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

/// "12.35", with so many digits behind the point.
[[nodiscard]] inline std::string fixed_digits(double number, int digits) {
  std::array<char, 512> text;  // the largest double has 309 digits before the point
  return {text.data(),
          std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, digits).ptr};
}

[[nodiscard]] inline std::string gibibytes(std::size_t bytes) {
  return fixed_digits(static_cast<double>(bytes) / (1 << 30), 1) + " GiB";
}

/// A name in a sentence.
[[nodiscard]] inline std::string quoted(std::string_view name) {
  return '"' + std::string(name) + '"';
}

/// Whether the text is "#rrggbb", with digits in either case.
[[nodiscard]] inline bool is_color(std::string_view text) {
  return text.size() == 7 && text.front() == '#' &&
         text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string_view::npos;
}

/// A number with its digits behind the point and its unit, for display.
struct ToldNumber {
  double number;
  int decimals;
  std::string_view unit;
};

/// A number with three significant digits.
[[nodiscard]] inline ToldNumber three_digits(double number, std::string_view unit) {
  const double size = number < 0 ? -number : number;
  return {number, size < 9.995 ? 2 : size < 99.95 ? 1 : 0, unit};
}

/// An amount of memory: "512 B", "14.2 MiB", or with decimal units "14.9 MB"; three significant digits.
[[nodiscard]] inline ToldNumber told_bytes(std::int64_t bytes, bool decimal = false) {
  static constexpr std::array<std::string_view, 6> kBinary{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  static constexpr std::array<std::string_view, 6> kDecimal{"kB", "MB", "GB", "TB", "PB", "EB"};
  const int factor = decimal ? 1000 : 1024;
  if (std::abs(bytes) < factor) return {static_cast<double>(bytes), 0, "B"};
  double number = static_cast<double>(bytes) / factor;
  std::size_t unit = 0;
  for (; (number < 0 ? -number : number) >= factor - 0.5 && unit + 1 < kBinary.size(); ++unit) number /= factor;
  return three_digits(number, (decimal ? kDecimal : kBinary)[unit]);
}

/// A time of 0 or more: "0 s", "312 ns", "4.20 \u00b5s", "12.4 ms", "83.0 s"; three significant digits.
[[nodiscard]] inline ToldNumber told_time(std::int64_t nanoseconds) {
  if (nanoseconds < 1000) return {static_cast<double>(nanoseconds), 0, nanoseconds == 0 ? "s" : "ns"};
  static constexpr std::array<std::string_view, 3> kUnits{"\u00b5s", "ms", "s"};
  double number = static_cast<double>(nanoseconds) / 1000;
  std::size_t unit = 0;
  for (; number >= 999.5 && unit + 1 < kUnits.size(); ++unit) number /= 1000;  // otherwise it would round to 1000
  return three_digits(number, kUnits[unit]);
}

}  // namespace stowage
