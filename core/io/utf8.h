// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stowage {

/// Some programs put it before UTF-8 text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Whether it is well-formed UTF-8 (no overlong forms, no surrogates).
[[nodiscard]] bool is_utf8(std::string_view text);

/// At most the first forty bytes of something from a file, for a message; cut between characters.
[[nodiscard]] std::string shown(std::string_view text);
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  return "\"" + shown(text) + "\"";
}

}  // namespace stowage
