// SPDX-License-Identifier: Apache-2.0
#include "core/formats/json.h"

#include <algorithm>
#include <cmath>

#include "core/formats/lines.h"

namespace stowage {
namespace {

std::string_view type_name(const Json& value) {
  static constexpr std::string_view kNames[] = {"null", "an object", "a list", "a string", "true or false"};
  const auto type = static_cast<std::size_t>(value.type());  // in the order of Json::value_t; after these, numbers
  return type < std::size(kNames) ? kNames[type] : "a number";
}

tl::unexpected<std::string> not_a(std::string_view wanted, const Json& value) {
  std::string given(type_name(value));
  if (value.is_string()) given = "the string " + in_quotes(value.get_ref<const std::string&>());
  if (value.is_number()) given = "the number " + value.dump();
  return tl::unexpected("must be " + std::string(wanted) + ", not " + given);
}

/// The first character of a value, behind a byte order mark and blanks; '\0' where there is none.
char first_character(std::string_view bytes) {
  bytes = without_mark(bytes);
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? '\0' : bytes[first];
}

}  // namespace

std::string pointer_step(std::string_view key) {
  std::string out = "/";
  for (char c : shown(key)) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
  return out;
}

JsonAs<std::string_view> text_of(const Json& value) {
  if (!value.is_string()) return not_a("a string", value);
  return value.get_ref<const std::string&>();
}

JsonAs<bool> boolean_of(const Json& value) {
  if (!value.is_boolean()) return not_a("true or false", value);
  return value.get<bool>();
}

JsonAs<std::int64_t> whole_of(const Json& value) {
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (!value.is_binary()) return not_a("a number", value);
  const std::string written = written_number(value);
  if (written.find_first_not_of("-0123456789") == std::string::npos)
    return tl::unexpected("the number " + shown(written) + " is out of range");
  return tl::unexpected("must be a whole number in plain digits, not " + shown(written));
}

JsonAs<std::span<const Json>> list_of(const Json& value) {
  if (!value.is_array()) return not_a("a list", value);
  return value.get_ref<const Json::array_t&>();
}

std::string written_number(const Json& value) {
  return value.is_binary() ? std::string(value.get_binary().begin(), value.get_binary().end()) : std::string();
}

std::optional<double> real_of(const Json& value) {
  if (value.is_number()) return value.get<double>();
  const auto out = parsed<double>(written_number(value));
  return out && std::isfinite(*out) ? out : std::nullopt;
}

JsonAs<void> check_object(const Json& value) {
  if (!value.is_object()) return not_a("an object", value);
  return {};
}

void append_json_string(std::string& out, std::string_view text) {
  const auto plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };  // nearly all texts
  if (std::ranges::all_of(text, plain))
    out.append(1, '"').append(text).append(1, '"');
  else
    out += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool begins_as_json(std::string_view bytes) {
  return first_character(bytes) == '{' || first_character(bytes) == '[';
}

bool is_json_object_with(std::string_view bytes, std::string_view text) {
  if (first_character(bytes) != '{') return false;
  // Such a text is full of quotes: find(), which looks for the first character, would take long.
  return std::search(bytes.begin(), bytes.end(), std::boyer_moore_horspool_searcher(text.begin(), text.end())) !=
         bytes.end();
}

}  // namespace stowage
