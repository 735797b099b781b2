// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/utf8.h"

namespace stowage {

/// Takes the next line (LF or CRLF) off the front.
[[nodiscard]] inline std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

[[nodiscard]] inline bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

/// The text without the blanks and ends of lines around it.
[[nodiscard]] inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// Whether a word is in a list, " Abs Add And ", in which each word stands between blanks.
[[nodiscard]] inline bool has_word(std::string_view list, std::string_view word) {
  return word.find(' ') == std::string_view::npos && list.find(' ' + std::string(word) + ' ') != std::string_view::npos;
}

/// Calls `take(line, number)` for each line, numbered from 1; skips a byte order mark. Errors: cancelled, timed_out.
template <class Take>
[[nodiscard]] Result<void> for_each_line(std::string_view text, const Task& task, Take&& take) {
  constexpr std::size_t kLinesBetweenLooks = 1 << 12;
  const auto size = static_cast<double>(text.size());
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (std::size_t number = 0; !text.empty();) {
    if (number++ % kLinesBetweenLooks == 0) {
      task.report(1 - static_cast<double>(text.size()) / size);
      if (task.should_stop()) return tl::unexpected(task.why_stopped());
    }
    take(take_line(text), number);
  }
  return {};
}

/// The whole number that `text` is; none where other characters are in it.
[[nodiscard]] inline std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// Why whole_number() returns none for `text`, for a sentence: "is not a whole number".
[[nodiscard]] inline std::string_view why_no_whole_number(std::string_view text) {
  const bool digits = text.size() > (text.starts_with('-') ? 1 : 0) &&
                      text.find_first_not_of("0123456789", text.starts_with('-') ? 1 : 0) == std::string_view::npos;
  return digits ? "is larger than a 64-bit number" : "is not a whole number";
}

}  // namespace stowage
