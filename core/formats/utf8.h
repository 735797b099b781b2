// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// Some programs put these bytes in front of UTF-8 text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
[[nodiscard]] inline std::string_view without_mark(std::string_view text) {
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

/// Whether a text is well-formed UTF-8 (no overlong forms, no surrogates).
[[nodiscard]] bool is_utf8(std::string_view text);

/// At most the first forty bytes of a text, for a message; cut between characters, with "…" behind.
[[nodiscard]] std::string shown(std::string_view text);
/// The same in quotes, with invisible characters written out (one_line()).
[[nodiscard]] std::string in_quotes(std::string_view text);
/// The first twelve of a list of names, for a message: "a", "b" and 3 more.
[[nodiscard]] std::string some_in_quotes(std::span<const std::string_view> names);
/// The same of the names of things.
[[nodiscard]] std::string some_names(const auto& things) {
  std::vector<std::string_view> names;
  for (const auto& each : things) names.push_back(each.name);
  return some_in_quotes(names);
}

/// Whether a text is complete, or may end within a character that goes on later.
enum class TextEnd { final, may_follow };

/// Appends `text` and writes out the characters that a terminal would obey or not show: control characters except the
/// end of a line, C1 codes, marks of the direction of writing, tags and blanks without a width. They are written as in
/// JSON ("\u001b"), so that a JSON text keeps its meaning; bytes that are not UTF-8 are written as "\xff". Returns how
/// many bytes were taken: all, or all but a character that has only begun.
std::size_t append_escaped(std::string& out, std::string_view text, TextEnd end = TextEnd::final);

/// The same for a piece of a line, where ends of lines are also written out.
[[nodiscard]] std::string one_line(std::string_view text);

/// The same for characters that are not ASCII; ASCII, with its control characters, stays as it is.
[[nodiscard]] std::string with_marks_written_out(std::string_view text);

/// A name from a binary file, as a graph may have it: at most 4096 bytes, with question marks for control characters.
/// Returns `otherwise` where it is empty or not UTF-8.
[[nodiscard]] std::string printable(std::string_view text, const std::string& otherwise);

/// A text of a file as one line of UTF-8: control characters become spaces. In a text that is not UTF-8, bytes beyond
/// ASCII become question marks.
[[nodiscard]] std::string clean_text(std::string_view text);

}  // namespace stowage
