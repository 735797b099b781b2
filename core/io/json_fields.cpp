// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_fields.h"

#include <charconv>

#include "core/io/utf8.h"

namespace stowage {

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

void JsonFields::enter(std::string_view section, std::size_t index) {
  prefix_.assign(section).append("/").append(std::to_string(index));
}

std::string JsonFields::place(std::string_view field) const {
  return field.empty() ? prefix_ : prefix_ + pointer_step(field);
}

bool JsonFields::is(JsonKind wanted, std::string_view field) const {
  const JsonKind kind = reader_.kind();
  if (kind == wanted) return true;
  fault(field, "must be " + std::string(name_of(wanted)) + ", not " + std::string(name_of(kind)));
  reader_.skip();
  return false;
}

std::optional<std::string_view> JsonFields::text(std::string_view field, std::string& buffer) const {
  if (!is(JsonKind::string, field)) return {};
  return reader_.string(buffer);
}

std::optional<std::string_view> JsonFields::id(std::string_view field, std::string& buffer) const {
  const auto out = text(field, buffer);
  if (!out || !out->empty()) return out;
  fault(field, "an id must not be empty");
  return {};
}

std::optional<std::int64_t> JsonFields::whole(std::string_view field) const {
  if (!is(JsonKind::number, field)) return {};
  const std::string_view text = reader_.number();
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) {
    fault(field, "must be a whole number in plain digits, not " + shown(text));
    return {};
  }
  if (code != std::errc()) {
    fault(field, "the number " + shown(text) + " is out of range");
    return {};
  }
  return value;
}

std::optional<bool> JsonFields::boolean(std::string_view field) const {
  if (!is(JsonKind::boolean, field)) return {};
  return reader_.boolean();
}

void JsonFields::keep(std::string& object, std::string_view key) const {
  object += object.empty() ? "{" : ", ";
  append_json_string(object, key);
  std::optional<std::string> repeated;
  object.append(": ").append(compact_json(reader_, repeated));
  if (repeated) fault(key, "the key \"" + shown(*repeated) + "\" stands twice in one object");
}

}  // namespace stowage
