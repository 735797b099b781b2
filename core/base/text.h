// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
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

/// A name in a sentence.
[[nodiscard]] inline std::string quoted(std::string_view name) {
  return '"' + std::string(name) + '"';
}

/// Whether it is "#rrggbb", the digits in either case.
[[nodiscard]] inline bool is_color(std::string_view text) {
  return text.size() == 7 && text.front() == '#' &&
         text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string_view::npos;
}

}  // namespace stowage
