// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/error.h"
#include "core/base/faults.h"
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
  text = without_mark(text);
  for (std::size_t number = 0; !text.empty();) {
    if (number++ % kLinesBetweenLooks == 0) {
      task.report(1 - static_cast<double>(text.size()) / size);
      if (task.should_stop()) return tl::unexpected(task.why_stopped());
    }
    take(take_line(text), number);
  }
  return {};
}

/// A reader of a text line by line, and the faults in its lines.
class LineReader {
 protected:
  explicit LineReader(std::string file) : faults_(std::move(file)) {}

  /// The same as for_each_line(), for `take(line)`.
  template <class Take>
  [[nodiscard]] Result<void> each_line(std::string_view text, const Task& task, const Take& take) {
    return for_each_line(text, task, [&](std::string_view line, std::size_t number) {
      line_ = number;
      take(line);
    });
  }
  [[nodiscard]] std::string place() const { return "line " + std::to_string(line_); }
  /// A fault of the line that is being read, or of the last one.
  void fault(std::string reason) { faults_.add(place(), std::move(reason)); }

  Faults faults_;
  std::size_t line_ = 0;
};

/// The number that `text` is; none where other characters are in it, or its type does not have the number.
template <class Number>
[[nodiscard]] std::optional<Number> parsed(std::string_view text) {
  Number value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}
[[nodiscard]] inline std::optional<std::int64_t> whole_number(std::string_view text) {
  return parsed<std::int64_t>(text);
}

/// Why whole_number() returns none for `text`, for a sentence: "is not a whole number".
[[nodiscard]] inline std::string_view why_no_whole_number(std::string_view text) {
  const bool digits = text.size() > (text.starts_with('-') ? 1 : 0) &&
                      text.find_first_not_of("0123456789", text.starts_with('-') ? 1 : 0) == std::string_view::npos;
  return digits ? "is larger than a 64-bit number" : "is not a whole number";
}

/// Walks a text with nested brackets, quotes that hide them, and comments ("/* … */") anywhere. All steps together read
/// each byte only a few times, at any depth of brackets.
class TextCursor {
 public:
  /// `quotes` are the characters that begin and end quoted text, in which brackets do not count.
  explicit TextCursor(std::string_view text, std::size_t at = 0, std::string_view quotes = "\"")
      : text_(text), at_(at), quotes_(quotes) {}

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[at_]; }
  [[nodiscard]] bool at_line_end() const { return at_end() || peek() == '\n'; }

  /// Passes blanks and comments, but not the end of a line.
  void skip_blanks() {
    for (;;) {
      at_ = std::min(text_.find_first_not_of(" \t\r", at_), text_.size());
      if (!text_.substr(at_).starts_with("/*")) return;
      const std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    }
  }
  bool take(char c) {
    skip_blanks();
    if (peek() != c || at_end()) return false;
    ++at_;
    return true;
  }
  /// A name or a word: up to a blank, a bracket, a comma or an equals sign.
  std::string_view take_word() {
    skip_blanks();
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(" \t\r\n()[]{},=:\"", at_), text_.size());
    return text_.substr(begin, at_ - begin);
  }
  /// Takes the bracket here, and returns the text up to the one that closes it; none where either is missing.
  std::optional<std::string_view> take_nested() {
    const std::size_t begin = at_;
    std::size_t depth = 0;
    while (!at_end()) {
      const char c = text_[at_];
      if (is_quote(c)) {
        if (!skip_quoted()) return {};
        continue;
      }
      if (c == '/' && text_.substr(at_).starts_with("/*")) {
        skip_blanks();
        continue;
      }
      ++at_;
      if (c == '(' || c == '[' || c == '{') ++depth;
      if ((c == ')' || c == ']' || c == '}') && --depth == 0 && c == closing(text_[begin]))
        return text_.substr(begin + 1, at_ - begin - 2);
      if (depth == 0) return {};
    }
    return {};
  }
  /// The text up to a comma or an end of a line outside of brackets and quotes; none where one of these is not closed.
  std::optional<std::string_view> take_value() {
    skip_blanks();
    const std::size_t begin = at_;
    while (!at_line_end() && peek() != ',') {
      const char c = peek();
      if (is_quote(c)) {
        if (!skip_quoted()) return {};
      } else if (c == '(' || c == '[' || c == '{') {
        if (!take_nested()) return {};
      } else {
        ++at_;
      }
    }
    return text_.substr(begin, at_ - begin);
  }
  void skip_line() {
    const std::size_t end = text_.find('\n', at_);
    at_ = end == std::string_view::npos ? text_.size() : end + 1;
  }

 private:
  static char closing(char open) { return open == '(' ? ')' : open == '[' ? ']' : '}'; }
  [[nodiscard]] bool is_quote(char c) const { return quotes_.find(c) != std::string_view::npos; }
  bool skip_quoted() {
    const char quote = text_[at_];
    for (++at_; !at_end(); ++at_)
      if (text_[at_] == '\\')
        ++at_;
      else if (text_[at_] == quote)
        return ++at_, true;
    at_ = text_.size();
    return false;
  }

  std::string_view text_;
  std::size_t at_;
  std::string_view quotes_;
};

/// A name without the sign in front of it: "add.3" of "%add.3".
[[nodiscard]] inline std::string_view bare_name(std::string_view name) {
  if (name.starts_with('%')) name.remove_prefix(1);
  return name;
}

/// The whole number at the front of `text`, or none.
[[nodiscard]] inline std::optional<std::int64_t> leading_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc() ? std::optional(value) : std::nullopt;
}

/// Calls `take(item)` for each item of a list with commas, without blanks and comments in front of it.
template <class Take>
void for_each_item(std::string_view list, const Take& take, std::string_view quotes = "\"") {
  TextCursor cursor(list, 0, quotes);
  for (;;) {
    cursor.skip_blanks();
    if (cursor.at_end()) return;
    // Ends of lines count as blanks here.
    if (cursor.peek() == '\n') {
      cursor.skip_line();
      continue;
    }
    const auto item = cursor.take_value();
    if (!item) return;
    if (!item->empty()) take(*item);
    if (!cursor.take(',') && !cursor.at_line_end()) return;
  }
}

}  // namespace stowage
