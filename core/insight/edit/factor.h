// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace stowage {

/// An exact factor, so that ten bytes times 1.1 are 11 and not 12. Both from 1 to 2^31.
struct Factor {
  std::int64_t numerator = 1, denominator = 1;
};

/// Why nothing can be scaled by the factor; empty if it can.
[[nodiscard]] inline std::string fault_of(Factor factor) {
  constexpr std::int64_t kLargestTerm = std::int64_t{1} << 31;
  for (std::int64_t term : {factor.numerator, factor.denominator})
    if (term < 1 || term > kLargestTerm) return "the factor must be more than 0 and at most 2^31";
  return {};
}

enum class Rounding { down, up, nearest };  ///< halves up

/// value · factor in whole numbers; none where that is more than `most`. With value = q·d + r it is q·n + r·n/d, where
/// nothing overflows. `value` is 0 or more.
[[nodiscard]] inline std::optional<std::int64_t> scaled(std::int64_t value, Factor factor, Rounding rounding,
                                                        std::int64_t most) {
  const std::int64_t whole = value / factor.denominator, rest = value % factor.denominator;
  if (whole > most / factor.numerator) return {};
  const std::int64_t extra = rounding == Rounding::down ? 0
                             : rounding == Rounding::up ? factor.denominator - 1
                                                        : factor.denominator / 2;
  const std::int64_t out = whole * factor.numerator + (rest * factor.numerator + extra) / factor.denominator;
  return out <= most ? std::optional(out) : std::nullopt;
}

}  // namespace stowage
