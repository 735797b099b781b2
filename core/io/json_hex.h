// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace stowage {

/// Four hexadecimal digits at `at`, or -1.
[[nodiscard]] constexpr int hex4(std::string_view text, std::size_t at) {
  if (at + 4 > text.size()) return -1;
  int value = 0;
  for (std::size_t i = at; i < at + 4; ++i) {
    const char c = text[i];
    const char lower = static_cast<char>(c | 0x20);
    if (c >= '0' && c <= '9')
      value = value * 16 + (c - '0');
    else if (lower >= 'a' && lower <= 'f')
      value = value * 16 + (lower - 'a' + 10);
    else
      return -1;
  }
  return value;
}

/// The halves of a character beyond U+FFFF, as JSON escapes it.
[[nodiscard]] constexpr bool is_high_surrogate(int unit) {
  return unit >= 0xD800 && unit <= 0xDBFF;
}
[[nodiscard]] constexpr bool is_low_surrogate(int unit) {
  return unit >= 0xDC00 && unit <= 0xDFFF;
}

}  // namespace stowage
