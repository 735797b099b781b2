// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "core/formats/utf8.h"
#include "tests/support/core_test.h"

namespace {

std::string escaped(std::string_view text) {
  std::string out;
  if (append_escaped(out, text) != text.size()) throw std::runtime_error("not all was taken");
  return out;
}

std::string utf8(char32_t c) {
  if (c < 0x80) return {static_cast<char>(c)};
  const auto tail = [](char32_t bits) { return static_cast<char>(0x80 | (bits & 0x3F)); };
  if (c < 0x800) return {static_cast<char>(0xC0 | (c >> 6)), tail(c)};
  return {static_cast<char>(0xE0 | (c >> 12)), tail(c >> 6), tail(c)};  // below 0x10000
}

std::string json_escape(char32_t c) {
  char out[8];
  std::snprintf(out, sizeof out, "\\u%04x", static_cast<unsigned>(c));
  return out;
}

}  // namespace

// Text that a terminal shows and never obeys.
TEST_CASE("plain text stays") {
  for (const char* text : {"", "conv1/relu \"x\" \\ ~", "naïve – Größe × 模型 🙂", "two\nlines\n"})
    REQUIRE_EQ(escaped(text), std::string(text));
}

/// Every code point that is obeyed is written out, as JSON writes it; its neighbours are not.
TEST_CASE("what is obeyed is written out") {
  const auto obeyed = [](char32_t c) {
    return (c < 0x20 && c != '\n') || (c >= 0x7F && c <= 0x9F) || c == 0xAD || c == 0x34F || c == 0x61C ||
           c == 0x115F || c == 0x1160 || c == 0x17B4 || c == 0x17B5 || c == 0x180E || c == 0x200B || c == 0x200E ||
           c == 0x200F || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F);
  };
  for (char32_t c = 0; c < 0x3000; ++c) {
    const std::string shown = escaped("<" + utf8(c) + ">");
    const std::string expected = obeyed(c) ? "<" + json_escape(c) + ">" : "<" + utf8(c) + ">";
    REQUIRE_EQ(shown, expected);
  }
}

/// Tags spell text that nobody sees; JSON writes them as pairs.
TEST_CASE("tags are written out, in quotes too") {
  for (const char* text : {"a\U000E0000", "a\U000E0041", "a\U000E007F"}) {
    const std::string shown = escaped(text);
    REQUIRE_EQ(shown.substr(0, 8), "a\\udb40\\");
    REQUIRE_EQ(nlohmann::json::parse('"' + shown + '"').get<std::string>(), std::string(text));
    REQUIRE_EQ(in_quotes(text), '"' + shown + '"');
  }
  REQUIRE_EQ(in_quotes("a\u202Eb\n"), "\"a\\u202eb\\u000a\"");
}

TEST_CASE("bytes that are no text are written out") {
  REQUIRE_EQ(escaped("a\377b"), "a\\xffb");
  REQUIRE_EQ(escaped("\x80"), "\\x80");
  REQUIRE_EQ(escaped("\xE2\x82"), "\\xe2\\x82");           // cut short
  REQUIRE_EQ(escaped("\xC0\xAF"), "\\xc0\\xaf");           // overlong
  REQUIRE_EQ(escaped("\xED\xA0\x80"), "\\xed\\xa0\\x80");  // a surrogate
}

/// Whichever way the text comes in two pieces.
TEST_CASE("pieces make the same") {
  const std::string text = "a\u202E\u0085\x1b[31m 模🙂\xff\xE2\x82 \xF0\x9F\xC3\xA9\n\xF4\x8F";
  const std::string whole = escaped(text);
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    std::string out, rest = text.substr(0, cut);
    rest.erase(0, append_escaped(out, rest, TextEnd::may_follow));
    REQUIRE_MESSAGE(rest.size() < 4, "more than a character waits");
    rest += text.substr(cut);
    rest.erase(0, append_escaped(out, rest, TextEnd::may_follow));
    append_escaped(out, rest);
    REQUIRE_EQ(out, whole);
  }
}

TEST_CASE("one line is one") {
  REQUIRE_EQ(one_line("a\nb\r\n"), "a\\u000ab\\u000d\\u000a");
  REQUIRE_EQ(one_line(""), "");
}

/// JSON text says the same after it.
TEST_CASE("json comes back") {
  const nlohmann::json value = {{"a\u0085\u202E\x7f", "\x1b[2J \\ \" \n 模"}, {"b", {"\u2066", "\u061C\t"}}};
  const std::string text = escaped(value.dump(2));
  REQUIRE(std::ranges::none_of(text, [](char c) { return (c >= 0 && c < ' ' && c != '\n') || c == 0x7f; }));
  REQUIRE(nlohmann::json::parse(text) == value);
}
