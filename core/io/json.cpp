// SPDX-License-Identifier: Apache-2.0
#include "core/io/json.h"

#include <algorithm>

#include "core/io/json_hex.h"
#include "core/io/utf8.h"

namespace stowage {
namespace {

constexpr std::size_t kFewKeys = 16;

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// The text between the quotes of a valid string that has escapes.
std::string unescaped(std::string_view text) {
  static constexpr std::string_view kNames = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\') {
      out += text[at];
      continue;
    }
    const char escape = text[++at];
    if (escape != 'u') {
      out += kMeant[kNames.find(escape)];
      continue;
    }
    const int unit = hex4(text, at + 1);
    at += 4;
    if (!is_high_surrogate(unit)) {
      append_utf8(out, static_cast<unsigned>(unit));
      continue;
    }
    const int low = hex4(text, at + 3);
    at += 6;
    append_utf8(out, static_cast<unsigned>(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)));
  }
  return out;
}

}  // namespace

std::string_view name_of(JsonKind kind) {
  static constexpr std::string_view kNames[] = {"an object", "a list", "a string", "a number", "true or false", "null"};
  return kNames[static_cast<int>(kind)];
}

JsonReader::JsonReader(std::string_view valid_text) : text_(valid_text) {
  if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  skip_space();
}

JsonKind JsonReader::kind() const {
  switch (text_[at_]) {
    case '{':
      return JsonKind::object;
    case '[':
      return JsonKind::array;
    case '"':
      return JsonKind::string;
    case 't':
    case 'f':
      return JsonKind::boolean;
    case 'n':
      return JsonKind::null;
    default:
      return JsonKind::number;
  }
}

void JsonReader::skip_space() {
  while (at_ < text_.size() && is_space(text_[at_])) ++at_;
}

void JsonReader::expect(char c) {
  skip_space();
  if (text_[at_] == c) ++at_;
  skip_space();
}

bool JsonReader::enter(char open, char close) {
  expect(open);
  if (text_[at_] != close) return true;
  ++at_;
  return skip_space(), false;
}

bool JsonReader::next(char close) {
  const bool more = text_[at_++] != close;
  return skip_space(), more;
}

void JsonReader::skip_string() {
  for (++at_; text_[at_] != '"'; ++at_)
    if (text_[at_] == '\\') ++at_;
  ++at_;
}

std::string_view JsonReader::string(std::string& buffer) {
  const std::size_t begin = at_;
  skip_string();
  const std::string_view inside = text_.substr(begin + 1, at_ - begin - 2);
  skip_space();
  if (inside.find('\\') == std::string_view::npos) return inside;
  return buffer = unescaped(inside);
}

bool JsonReader::boolean() {
  return raw() == "true";
}

std::string_view JsonReader::number() {
  return raw();
}

void JsonReader::skip() {
  static_cast<void>(raw());
}

std::string_view JsonReader::raw() {
  static constexpr std::string_view kEndsWord = ",:]}[{\" \n\r\t";
  const std::size_t begin = at_;
  std::size_t depth = 0;
  do {
    const char c = text_[at_];
    if (c == '"') {
      skip_string();
      continue;
    }
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    at_ = kEndsWord.find(c) == std::string_view::npos ? text_.find_first_of(kEndsWord, at_) : at_ + 1;
    if (at_ == std::string_view::npos) at_ = text_.size();
  } while (depth > 0);
  const std::string_view out = text_.substr(begin, at_ - begin);
  skip_space();
  return out;
}

bool JsonKeys::add(std::string_view key) {
  if (!many_.empty()) return many_.emplace(key).second;
  if (std::ranges::find(few_, key) != few_.end()) return false;
  few_.emplace_back(key);
  if (few_.size() == kFewKeys) many_.insert(few_.begin(), few_.end());
  return true;
}

std::string compact_json(JsonReader& reader, std::optional<std::string>& repeated) {
  std::string out;
  const auto separate = [&] {
    if (out.size() > 1) out += ", ";
  };
  switch (reader.kind()) {
    case JsonKind::object: {
      JsonKeys keys;
      out += '{';
      reader.object([&](std::string_view key) {
        separate();
        if (!keys.add(key)) repeated = std::string(key);
        append_json_string(out, key);
        out.append(": ").append(compact_json(reader, repeated));
      });
      return out + "}";
    }
    case JsonKind::array:
      out += '[';
      reader.array([&](std::size_t) {
        separate();
        out += compact_json(reader, repeated);
      });
      return out + "]";
    default:
      return std::string(reader.raw());
  }
}

void append_json_string(std::string& out, std::string_view text) {
  static constexpr std::string_view kMeant = "\"\\\b\f\n\r\t", kNames = "\"\\bfnrt";
  static constexpr char kHex[] = "0123456789abcdef";
  out += '"';
  for (char c : text) {
    if (const std::size_t at = kMeant.find(c); at != std::string_view::npos) {
      out.append(1, '\\').append(1, kNames[at]);
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out.append("\\u00").append(1, kHex[c >> 4]).append(1, kHex[c & 15]);
    } else {
      out += c;
    }
  }
  out += '"';
}

}  // namespace stowage
