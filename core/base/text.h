// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <charconv>
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

}  // namespace stowage
