// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/faults.h"
#include "core/base/task.h"
#include "core/formats/json.h"
#include "core/formats/json_reader.h"
#include "core/formats/utf8.h"

namespace stowage {

/// The most bytes of a file of a lesson or of its words.
inline constexpr std::size_t kMaxLessonBytes = std::size_t{1} << 20;
/// The most bytes of a text of a lesson.
inline constexpr std::size_t kMaxLessonText = 8 * 1024;

/// One value of a lesson's tree and its place; values of another form go to the list of faults. An empty field name
/// means the value itself. The tree and the list must outlive it.
class LessonValue {
 public:
  LessonValue(const Json& value, std::string place, Faults& faults)
      : value_(&value), place_(std::move(place)), faults_(&faults) {}

  /// Makes every other field of the object a fault.
  void allow(std::span<const std::string_view> fields) const {
    for (const auto& [key, value] : value_->items())
      if (std::ranges::find(fields, std::string_view(key)) == fields.end()) fault(key, "there is no such key here");
  }
  [[nodiscard]] bool has(std::string_view field) const { return value_->is_object() && value_->contains(field); }
  /// Whether the value is an object; a fault if not.
  [[nodiscard]] bool is_object() const {
    const auto object = check_object(*value_);
    if (!object) fault("", object.error());
    return object.has_value();
  }

  /// Empty where the field is absent (a fault if `required`) or not a text (a fault).
  [[nodiscard]] std::string text(std::string_view field = {}, bool required = false) const {
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
  /// None where the field is absent, or not a whole number from 0 on (a fault).
  [[nodiscard]] std::optional<std::int64_t> whole(std::string_view field) const {
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
  /// None where the field is absent, or not an object (a fault).
  [[nodiscard]] std::optional<LessonValue> object(std::string_view field) const {
    if (!has(field)) return {};
    const LessonValue value(at(field), place(field), *faults_);
    if (!value.is_object()) return {};
    return value;
  }
  /// Empty where the field is absent or not a list; more than `most` items are a fault.
  [[nodiscard]] std::vector<LessonValue> items(std::string_view field, std::size_t most) const {
    std::vector<LessonValue> out;
    if (!has(field)) return out;
    const auto list = list_of(at(field));
    if (!list) return fault(field, list.error()), out;
    if (list->size() > most) return fault(field, "has more than " + std::to_string(most) + " items"), out;
    for (const Json& item : *list) out.emplace_back(item, place(field) + "/" + std::to_string(out.size()), *faults_);
    return out;
  }
  /// Returns the result of `find` for a field's text, which must be there. Where the result is none (T{}), adds a
  /// fault: `missing` and the text.
  template <class Find>
  [[nodiscard]] auto find(std::string_view field, std::string_view missing, const Find& find) const {
    const std::string name = text(field, true);
    if (name.empty()) return decltype(find(name)){};
    const auto out = find(name);
    if (out == decltype(find(name)){}) fault(field, std::string(missing) + ' ' + in_quotes(name));
    return out;
  }
  /// The place of a field's text, which must be there, among `ids`; none, with a fault, where it is another.
  [[nodiscard]] std::optional<std::size_t> one_of(std::string_view field, std::string_view what,
                                                  std::span<const std::string_view> ids) const {
    const std::string id = text(field, true);
    const auto found = std::ranges::find(ids, id);
    if (found != ids.end()) return static_cast<std::size_t>(found - ids.begin());
    std::string all;
    for (const std::string_view each : ids) all.append(all.empty() ? "" : ", ").append(each);
    if (!id.empty()) fault(field, "there is no " + std::string(what) + ' ' + in_quotes(id) + "; there are " + all);
    return {};
  }

  void fault(std::string_view field, std::string reason) const { faults_->add(place(field), std::move(reason)); }

 private:
  [[nodiscard]] const Json& at(std::string_view field) const { return field.empty() ? *value_ : (*value_)[field]; }
  [[nodiscard]] std::string place(std::string_view field) const {
    return field.empty() ? place_ : place_ + pointer_step(field);
  }

  const Json* value_;
  std::string place_;
  Faults* faults_;
};

/// Reads the tree of a file of a format, version 1: JSON without a fault, whose document has these fields.
[[nodiscard]] inline Result<Json> read_lesson_tree(std::string_view bytes, std::string_view format,
                                                   std::span<const std::string_view> fields, const std::string& file,
                                                   const Task& task) {
  if (bytes.size() > kMaxLessonBytes) return bad_input(file, "", "the lesson is larger than 1 MiB");
  Faults faults(file);
  JsonItem document("", fields, report_to(faults));
  STOWAGE_CHECK(read_json_document({bytes, file, task}, document));
  if (faults.any()) return tl::unexpected(std::move(faults).error());
  Json root = Json::parse(bytes, nullptr, false);
  if (root.is_discarded()) return bad_input(file, "", "a number is out of range");
  if (auto object = check_object(root); !object) return bad_input(file, "", object.error());
  if (root.value("format", Json()) != format)
    return bad_input(file, "/format", "must be \"" + std::string(format) + "\"");
  if (root.value("version", Json()) != 1)
    return bad_input(file, "/version", "must be 1, the version this program reads");
  return root;
}

}  // namespace stowage
