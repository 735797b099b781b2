// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stowage {

/// Some programs put it before UTF-8 text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Length of the well-formed UTF-8 sequence at `at` (no overlong forms, no surrogates), or 0.
[[nodiscard]] std::size_t utf8_length(std::string_view text, std::size_t at);

/// Whether it is well-formed UTF-8.
[[nodiscard]] bool is_utf8(std::string_view text);

/// Appends the character with that number (≤ 0x10FFFF).
void append_utf8(std::string& out, unsigned code);

/// At most the first forty bytes of something from a file, for a message; cut between characters.
[[nodiscard]] std::string shown(std::string_view text);

}  // namespace stowage
