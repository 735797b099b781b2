// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_item.h"

#include <algorithm>

namespace stowage {

void JsonItem::clear() {
  for (Field& field : fields_) field.given = false;
  extra_.clear();
  if (!unknown_[0].empty()) unknown_.assign(1, {});
}

std::size_t JsonItem::slot(std::string_view field) const {
  return static_cast<std::size_t>(std::ranges::find(names_, field) - names_.begin());
}

/// Whether "object/something" is among the fields.
bool JsonItem::has_fields_in(std::string_view object) const {
  return std::ranges::any_of(names_, [&](std::string_view name) {
    return name.size() > object.size() && name[object.size()] == '/' && name.starts_with(object);
  });
}

const Json& JsonItem::at(std::string_view field) const {
  static const Json kNothing(Json::value_t::discarded);
  if (field.empty()) return value_;
  const Field& found = fields_[slot(field)];
  return found.given ? found.value : kNothing;
}

bool JsonItem::is_object_with(std::initializer_list<std::string_view> fields) const {
  if (const auto object = check_object(value_); !object) return fault("", object.error()), false;
  for (const std::string_view field : fields)
    if (!has(field)) return fault("", "\"" + std::string(field) + "\" is missing"), false;
  return true;
}

bool check_format(const JsonItem& document, std::string_view format) {
  if (!document.is_object_with({})) return false;
  const auto given = document.text("format");
  const auto version = document.whole("version");
  if (!document.has("format") || (given && *given != format))
    document.fault("format", "must be \"" + std::string(format) + "\"");
  else if (!document.has("version") || (version && *version != 1))
    document.fault("version", "must be 1, the version this program reads");
  return given == format && version == 1;
}

JsonItem::Report report_to(Faults& faults) {
  return [&faults](std::string place, std::string reason) { faults.add(std::move(place), std::move(reason)); };
}

std::string JsonItem::extra() const {
  return extra_.empty() ? "" : "{" + extra_ + "}";
}

std::string JsonItem::place(std::string_view field) const {
  std::string out = prefix_;
  if (index_ != kAlone) out += key_ ? pointer_step(*key_) : "/" + std::to_string(index_);
  if (field.empty()) return out;
  const bool path = rest_ == Rest::skipped && slot(field) < names_.size();  // its steps are steps already
  return path ? out.append(1, '/').append(field) : out + pointer_step(field);
}

}  // namespace stowage
