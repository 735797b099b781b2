// SPDX-License-Identifier: Apache-2.0
#include "core/formats/lesson_value.h"

#include <algorithm>
#include <utility>

#include "core/formats/json_reader.h"

namespace stowage {

void LessonValue::allow(std::span<const std::string_view> fields) const {
  for (const auto& [key, value] : value_->items())
    if (std::ranges::find(fields, std::string_view(key)) == fields.end()) fault(key, "there is no such key here");
}

bool LessonValue::is_object() const {
  const auto object = check_object(*value_);
  if (!object) fault("", object.error());
  return object.has_value();
}

std::string LessonValue::text(std::string_view field, bool required) const {
  if (!field.empty() && !has(field)) {
    if (required) fault(field, "is missing");
    return {};
  }
  const auto text = text_of(at(field));
  if (!text) return fault(field, text.error()), std::string();
  if (text->size() > kMaxLessonText) return fault(field, "the text is longer than 8 KiB"), std::string();
  if (text->empty() && required) fault(field, "must not be empty");
  return std::string(*text);
}

std::optional<std::int64_t> LessonValue::whole(std::string_view field) const {
  if (!field.empty() && !has(field)) return {};
  const Json& value = at(field);
  // Unlike JsonItem, the tree holds fractions and numbers beyond 64 bits as numbers.
  if (value.is_number_float() || (value.is_number_unsigned() && value.get<std::uint64_t>() >> 63 != 0))
    return fault(field, "must be a whole number below 2^63 in plain digits"), std::nullopt;
  const auto number = whole_of(value);
  if (!number) return fault(field, number.error()), std::nullopt;
  if (*number < 0) return fault(field, "must not be negative"), std::nullopt;
  return *number;
}

std::optional<LessonValue> LessonValue::object(std::string_view field) const {
  if (!has(field)) return {};
  const LessonValue value(at(field), place(field), *faults_);
  if (!value.is_object()) return {};
  return value;
}

std::vector<LessonValue> LessonValue::items(std::string_view field, std::size_t most) const {
  std::vector<LessonValue> out;
  if (!has(field)) return out;
  const auto list = list_of(at(field));
  if (!list) return fault(field, list.error()), out;
  if (list->size() > most) return fault(field, "has more than " + std::to_string(most) + " items"), out;
  for (const Json& item : *list) out.emplace_back(item, place(field) + "/" + std::to_string(out.size()), *faults_);
  return out;
}

std::optional<std::size_t> LessonValue::one_of(std::string_view field, std::string_view what,
                                               std::span<const std::string_view> ids) const {
  const std::string id = text(field, true);
  const auto found = std::ranges::find(ids, id);
  if (found != ids.end()) return static_cast<std::size_t>(found - ids.begin());
  std::string all;
  for (const std::string_view each : ids) all.append(all.empty() ? "" : ", ").append(each);
  if (!id.empty()) fault(field, "there is no " + std::string(what) + ' ' + in_quotes(id) + "; there are " + all);
  return {};
}

Result<Json> read_lesson_tree(std::string_view bytes, const LessonFileKind& kind, const std::string& file,
                              const Task& task) {
  if (bytes.size() > kMaxLessonBytes)
    return tl::unexpected(Error::bad_input(file, "", "the lesson is larger than 1 MiB"));
  Faults faults(file);
  JsonItem document("", kind.fields, report_to(faults));
  if (auto read = read_json_document({bytes, file, task}, document); !read)
    return tl::unexpected(std::move(read.error()));
  if (faults.any()) return tl::unexpected(std::move(faults).error());
  Json root = Json::parse(bytes, nullptr, false);
  if (root.is_discarded()) return tl::unexpected(Error::bad_input(file, "", "a number is out of range"));
  if (auto object = check_object(root); !object) return tl::unexpected(Error::bad_input(file, "", object.error()));
  if (root.value("format", Json()) != kind.format)
    return tl::unexpected(Error::bad_input(file, "/format", "must be \"" + std::string(kind.format) + "\""));
  if (root.value("version", Json()) != 1)
    return tl::unexpected(Error::bad_input(file, "/version", "must be 1, the version this program reads"));
  return root;
}

}  // namespace stowage
