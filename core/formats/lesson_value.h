// SPDX-License-Identifier: Apache-2.0
#pragma once

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
  void allow(std::span<const std::string_view> fields) const;
  [[nodiscard]] bool has(std::string_view field) const { return value_->is_object() && value_->contains(field); }
  /// Whether the value is an object; a fault if not.
  [[nodiscard]] bool is_object() const;

  /// Empty where the field is absent (a fault if `required`) or not a text (a fault).
  [[nodiscard]] std::string text(std::string_view field = {}, bool required = false) const;
  /// None where the field is absent, or not a whole number from 0 on (a fault).
  [[nodiscard]] std::optional<std::int64_t> whole(std::string_view field) const;
  /// None where the field is absent, or not an object (a fault).
  [[nodiscard]] std::optional<LessonValue> object(std::string_view field) const;
  /// Empty where the field is absent or not a list; more than `most` items are a fault.
  [[nodiscard]] std::vector<LessonValue> items(std::string_view field, std::size_t most) const;
  /// What `find` returns for a field's text, which must be there; none, with `missing` and the text as a fault, where
  /// that is none (T{}).
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
                                                  std::span<const std::string_view> ids) const;

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

/// A kind of file: its format, and the fields of its document.
struct LessonFileKind {
  std::string_view format;
  std::span<const std::string_view> fields;
};
/// Reads the tree of such a file, version 1: JSON without a fault, duplicate or unknown field of the document.
[[nodiscard]] Result<Json> read_lesson_tree(std::string_view bytes, const LessonFileKind& kind, const std::string& file,
                                            const Task& task);

}  // namespace stowage
