// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stowage {

/// A number with its digits behind the point and its unit, for display.
struct ToldNumber {
  double number;
  int decimals;
  std::string_view unit;
};

/// A time of 0 or more: "0 s", "312 ns", "4.20 \u00b5s", "12.4 ms", "83.0 s"; three significant digits.
[[nodiscard]] inline ToldNumber told_time(std::int64_t nanoseconds) {
  if (nanoseconds < 1000) return {static_cast<double>(nanoseconds), 0, nanoseconds == 0 ? "s" : "ns"};
  static constexpr std::array<std::string_view, 3> kUnits{"\u00b5s", "ms", "s"};
  double number = static_cast<double>(nanoseconds) / 1000;
  std::size_t unit = 0;
  for (; number >= 999.5 && unit + 1 < kUnits.size(); ++unit) number /= 1000;  // else it would round to 1000
  return {number, number < 9.995 ? 2 : number < 99.95 ? 1 : 0, kUnits[unit]};
}

}  // namespace stowage
