// SPDX-License-Identifier: Apache-2.0
#include "core/formats/utf8.h"

#include <algorithm>

namespace stowage {
namespace {

constexpr std::size_t kShown = 40;

/// Length of the well-formed sequence at `at`, or 0.
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U; };
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned lead = byte(0), second = byte(1);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return tail(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F)) return 0;
    return tail(1) && tail(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if ((lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F)) return 0;
    return tail(1) && tail(2) && tail(3) ? 4 : 0;
  }
  return 0;
}

/// Whether the end of the text may be the beginning of a character.
bool is_begun(std::string_view rest) {
  constexpr std::string_view kTails[] = {"\x80", "\x80\x80", "\x80\x80\x80",  // any but
                                         "\xBF\x80", "\xBF\x80\x80"};         // after E0 and F0
  return rest.size() < 4 && std::ranges::any_of(kTails, [&](std::string_view tail) {
           return utf8_length(std::string(rest) += tail, 0) == rest.size() + tail.size();
         });
}

char32_t code_point(std::string_view character) {
  constexpr unsigned kLeadBits[] = {0x7F, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t out = static_cast<unsigned char>(character[0]) & kLeadBits[character.size()];
  for (const char c : character.substr(1)) out = out << 6 | (static_cast<unsigned char>(c) & 0x3FU);
  return out;
}

/// Control characters, C1 codes, marks, embeddings and isolates of the direction, ends of lines and paragraphs, tags,
/// fillers and blanks without a width: they make different names look alike. Joiners (U+200C, U+200D) and the
/// variation selectors of the first plane stay: words and pictures of some scripts need them.
bool is_written_out(char32_t c) {
  struct Range {
    char32_t first, last;
  };
  constexpr Range kRanges[] = {{0, 0x1F},          {0x7F, 0x9F},       {0xAD, 0xAD},      {0x034F, 0x034F},
                               {0x061C, 0x061C},   {0x115F, 0x1160},   {0x17B4, 0x17B5},  {0x180E, 0x180E},
                               {0x200B, 0x200B},   {0x200E, 0x200F},   {0x2028, 0x202E},  {0x2060, 0x206F},
                               {0x3164, 0x3164},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},  {0xFFF9, 0xFFFB},
                               {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};
  return std::ranges::any_of(kRanges, [c](const Range& range) { return c >= range.first && c <= range.last; });
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

void append_hex(std::string& out, std::string_view prefix, char32_t number, int digits) {
  out += prefix;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += "0123456789abcdef"[number >> shift & 0xFU];
}

/// Appends a code point as JSON has it: as a pair beyond the first plane.
void append_code(std::string& out, char32_t c) {
  if (c < 0x10000) return append_hex(out, "\\u", c, 4);
  append_hex(out, "\\u", 0xD800 + ((c - 0x10000) >> 10), 4);
  append_hex(out, "\\u", 0xDC00 + (c & 0x3FFU), 4);
}

}  // namespace

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::size_t append_escaped(std::string& out, std::string_view text, TextEnd end) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    const std::string_view character = text.substr(at, std::max<std::size_t>(length, 1));
    if (length == 0 && end == TextEnd::may_follow && is_begun(text.substr(at))) return at;
    if (length == 0)
      append_hex(out, "\\x", static_cast<unsigned char>(character[0]), 2);
    else if (character != "\n" && is_written_out(code_point(character)))
      append_code(out, code_point(character));
    else
      out += character;
    at += character.size();
  }
  return text.size();
}

std::string with_marks_written_out(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = std::max<std::size_t>(utf8_length(text, at), 1);
    const std::string_view character = text.substr(at, length);
    if (length > 1)
      append_escaped(out, character);
    else
      out += character;
    at += length;
  }
  return out;
}

std::string one_line(std::string_view text) {
  std::string out;
  for (;;) {
    const std::size_t end = text.find('\n');
    append_escaped(out, text.substr(0, end));
    if (end == std::string_view::npos) return out;
    out += "\\u000a";
    text.remove_prefix(end + 1);
  }
}

std::string printable(std::string_view text, const std::string& otherwise) {
  constexpr std::size_t kLongest = 4096;
  std::string out(text.substr(0, kLongest));
  std::ranges::replace_if(out, is_control, '?');
  return out.empty() || !is_utf8(out) ? otherwise : out;
}

std::string clean_text(std::string_view text) {
  std::string out(text);
  std::ranges::replace_if(out, is_control, ' ');
  if (!is_utf8(text))
    std::ranges::replace_if(
        out, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
  return out;
}

std::string shown(std::string_view text) {
  if (text.size() <= kShown) return std::string(text);
  std::size_t end = kShown;
  while (end > kShown - 4 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return std::string(text.substr(0, end)) + "…";
}

std::string in_quotes(std::string_view text) {
  return '"' + one_line(shown(text)) + '"';
}

std::string some_in_quotes(std::span<const std::string_view> names) {
  constexpr std::size_t kMax = 12;
  std::string out;
  for (std::size_t k = 0; k < names.size() && k < kMax; ++k) out += (k > 0 ? ", " : "") + in_quotes(names[k]);
  return names.size() > kMax ? out + " and " + std::to_string(names.size() - kMax) + " more" : out;
}

}  // namespace stowage
