// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace stowage {

/// Some programs put it before UTF-8 text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Whether it is well-formed UTF-8 (no overlong forms, no surrogates).
[[nodiscard]] bool is_utf8(std::string_view text);

/// At most the first forty bytes of something from a file, for a message; cut between characters.
[[nodiscard]] std::string shown(std::string_view text);
/// The same in quotes, with all that cannot be seen written out (one_line).
[[nodiscard]] std::string in_quotes(std::string_view text);
/// "a", "b" and 3 more: the first dozen of a list of names, for a message.
[[nodiscard]] std::string some_in_quotes(std::span<const std::string_view> names);

/// Whether the text given is all there is, or a character that it breaks off in may go on.
enum class TextEnd { final, may_follow };

/// Appends `text` with all that a terminal would obey, or show as nothing, written out: control characters but the end
/// of a line, C1 codes, marks of the direction of writing, tags and blanks without a width as in JSON ("\u001b"), so
/// that a JSON text says the same after it; bytes that are no UTF-8 as "\xff". Returns how many bytes were taken: all,
/// or all but a character that has only begun.
std::size_t append_escaped(std::string& out, std::string_view text, TextEnd end = TextEnd::final);

/// The same for a piece of a line, in which ends of lines are written out too.
[[nodiscard]] std::string one_line(std::string_view text);

/// Without all that is not ASCII and that append_escaped() writes out: control characters stay as they are.
[[nodiscard]] std::string with_marks_written_out(std::string_view text);

/// A name out of a binary file as a graph may have it: at most 4096 bytes, with question marks for control characters;
/// `otherwise` where it is empty or no UTF-8.
[[nodiscard]] std::string printable(std::string_view text, const std::string& otherwise);

/// A text of a file as one line of UTF-8: control characters become spaces; where it is no UTF-8, whatever is not ASCII
/// becomes a question mark.
[[nodiscard]] std::string clean_text(std::string_view text);

}  // namespace stowage
