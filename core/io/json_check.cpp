// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/io/json.h"
#include "core/io/json_hex.h"
#include "core/io/utf8.h"

namespace stowage {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// A recursive-descent check without the recursion: the open brackets are a stack of bits.
class Checker {
 public:
  explicit Checker(std::string_view text) : text_(text) {
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  /// Empty where the text is fine, else what is wrong at offset().
  std::string_view run() {
    if (text_.find_first_not_of(" \n\r\t", at_) == std::string_view::npos)
      return at_ = text_.size(), "the file is empty";
    for (;;) {
      if (!value()) return reason_;
      while (!open_value_) {
        skip_space();
        if (depth_ == 0) return end() ? "" : "there is something after the end of the document";
        if (!after_value()) return reason_;
      }
    }
  }
  [[nodiscard]] std::size_t offset() const { return at_; }

 private:
  bool fail(std::string_view reason) {
    reason_ = end() ? "the file ends in the middle of the document" : reason;
    return false;
  }
  [[nodiscard]] bool end() const { return at_ >= text_.size(); }
  [[nodiscard]] char peek() const { return end() ? '\0' : text_[at_]; }
  void skip_space() {
    while (!end() && is_space(text_[at_])) ++at_;
  }

  /// One value, or the opening of one: then open_value_ is set and a value (or a member's) comes next.
  bool value() {
    skip_space();
    open_value_ = false;
    const char c = peek();
    if (c == '{' || c == '[') return opening(c);
    if (c == '"') return string();
    if (c == '-' || is_digit(c)) return number();
    for (std::string_view word : {"true", "false", "null"})
      if (c == word[0]) return literal(word);
    return fail(c == 'N' || c == 'I' ? "NaN and Infinity are no JSON numbers" : "expected a value");
  }

  bool opening(char c) {
    if (depth_ == kMaxJsonDepth) return fail("the document is nested too deeply");
    in_object_[depth_++] = c == '{';
    ++at_;
    skip_space();
    if (peek() == (c == '{' ? '}' : ']')) return ++at_, --depth_, true;
    open_value_ = true;
    return c == '[' || key();
  }

  bool key() {
    skip_space();
    if (peek() != '"') return fail("expected a key in quotes");
    if (!string()) return false;
    skip_space();
    if (peek() != ':') return fail("expected ':' after the key");
    return ++at_, true;
  }

  /// A comma (then a value comes next) or a closing bracket (then we are after a value again).
  bool after_value() {
    const bool object = in_object_[depth_ - 1];
    if (peek() == (object ? '}' : ']')) return ++at_, --depth_, true;
    if (peek() != ',') return fail(object ? "expected ',' or '}'" : "expected ',' or ']'");
    ++at_;
    open_value_ = true;
    return !object || key();
  }

  bool literal(std::string_view word) {
    for (char c : word) {
      if (peek() != c) return fail("expected a value");
      ++at_;
    }
    return true;
  }

  bool digits() {
    if (!is_digit(peek())) return fail("expected a digit");
    while (is_digit(peek())) ++at_;
    return true;
  }

  bool number() {
    if (peek() == '-') ++at_;
    if (peek() == '0') {
      ++at_;
      if (is_digit(peek())) return fail("a number must not start with 0");
    } else if (!digits()) {
      return false;
    }
    if (peek() == '.') {
      ++at_;
      if (!digits()) return false;
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      return digits();
    }
    return true;
  }

  bool string() {
    for (++at_;;) {
      if (end()) return fail("");
      const auto c = static_cast<unsigned char>(text_[at_]);
      if (c == '"') return ++at_, true;
      if (c == '\\') {
        if (!escape()) return false;
      } else if (c < 0x20) {
        return fail("a control character in a string (a quote is missing, or it must be escaped)");
      } else if (c < 0x80) {
        ++at_;
      } else {
        const std::size_t length = utf8_length(text_, at_);
        if (length == 0) return fail("not valid UTF-8");
        at_ += length;
      }
    }
  }

  bool escape() {
    if (at_ + 1 == text_.size()) return ++at_, fail("");
    const char c = text_[at_ + 1];
    if (c != 'u') {
      if (std::string_view("\"\\/bfnrt").find(c) == std::string_view::npos)
        return fail("an unknown escape in a string");
      return at_ += 2, true;
    }
    const int unit = hex4(text_, at_ + 2);
    if (unit < 0) return fail("\\u needs four hexadecimal digits");
    if (is_low_surrogate(unit)) return fail("half of a surrogate pair");
    if (!is_high_surrogate(unit)) return at_ += 6, true;
    const bool pair = text_.substr(at_ + 6, 2) == "\\u" && is_low_surrogate(hex4(text_, at_ + 8));
    if (!pair) return fail("half of a surrogate pair");
    return at_ += 12, true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string_view reason_;
  bool open_value_ = false;
  std::size_t depth_ = 0;
  bool in_object_[kMaxJsonDepth] = {};
};

std::string line_and_column(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto line = 1 + std::ranges::count(before, '\n');
  const std::size_t newline = before.rfind('\n');
  const std::string_view in_line = newline == std::string_view::npos ? before : before.substr(newline + 1);
  const auto continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  const auto column = 1 + std::ranges::count_if(in_line, [&](char c) { return !continuation(c); });
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

}  // namespace

std::optional<Diagnostic> check_json(std::string_view text, const std::string& file) {
  Checker checker(text);
  const std::string_view reason = checker.run();
  if (reason.empty()) return {};
  return Diagnostic{file, line_and_column(text, checker.offset()), std::string(reason)};
}

}  // namespace stowage
