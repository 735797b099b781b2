// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/faults.h"
#include "core/base/task.h"
#include "core/formats/json.h"

namespace stowage {

/// The part of a file that is in memory at a time, so that no tree of a whole file is built: the document without the
/// items of its lists, or one item of a list or table. Holds what our formats need; of values nested deeper, only the
/// type.
class JsonItem {
 public:
  using Report = std::function<void(std::string place, std::string reason)>;
  using Each = std::function<void(const JsonItem&)>;
  /// The treatment of unknown fields. `kept`, for our own files: they are kept as text. `skipped`, for files of other
  /// programs: they are skipped; a field's list may hold lists, and "args/stream" names the field of a field's object.
  enum class Rest { kept, skipped };
  static constexpr std::size_t kWhole = ~std::size_t{0};  ///< for an index: no item of a list, but all of it

  /// For a document at `prefix` (a JSON pointer; mostly empty), or for the items of the list or table there. They are
  /// objects with the fields `names`, or, without names, values or lists of values. `report` gets faults with their
  /// JSON pointers; `each` is called with every item of a list or table.
  JsonItem(std::string prefix, std::span<const std::string_view> names, Report report, Each each = {},
           Rest rest = Rest::kept)
      : prefix_(std::move(prefix)),
        names_(names),
        report_(std::move(report)),
        each_(std::move(each)),
        rest_(rest),
        fields_(names.size()) {}

  [[nodiscard]] std::size_t index() const { return index_; }      ///< in its list
  [[nodiscard]] const std::string& key() const { return *key_; }  ///< in its table
  [[nodiscard]] const Json& value() const { return value_; }      ///< only the type where it is an object
  [[nodiscard]] bool keeps_unknown() const { return rest_ == Rest::kept; }
  [[nodiscard]] std::string extra() const;  ///< the unknown fields as the text of an object, or ""
  [[nodiscard]] bool has(std::string_view field) const { return fields_[slot(field)].given; }
  /// The field's value, of type discarded where there is none; the item's value for "".
  [[nodiscard]] const Json& at(std::string_view field) const;
  /// The byte of the text at which the field's list or table begins.
  [[nodiscard]] std::size_t offset(std::string_view field) const { return fields_[slot(field)].offset; }

  [[nodiscard]] std::string place(std::string_view field = {}) const;
  void fault(std::string_view field, std::string reason) const { report_(place(field), std::move(reason)); }
  /// The same for an item of the field's list; for kWhole, of the field.
  void fault(std::string_view field, std::size_t index, std::string reason) const {
    report_(place(field) + (index == kWhole ? "" : "/" + std::to_string(index)), std::move(reason));
  }
  /// False, and a fault, where the item is not an object or lacks one of the fields.
  [[nodiscard]] bool is_object_with(std::initializer_list<std::string_view> fields) const;
  /// The field (or the item, for "") as a type; none where it is absent, or of another type, which is a fault.
  [[nodiscard]] std::optional<std::string_view> text(std::string_view field) const { return as(text_of, field); }
  [[nodiscard]] std::optional<bool> boolean(std::string_view field) const { return as(boolean_of, field); }
  [[nodiscard]] std::optional<std::int64_t> whole(std::string_view field) const { return as(whole_of, field); }
  [[nodiscard]] std::span<const Json> list(std::string_view field) const {
    return as(list_of, field).value_or(std::span<const Json>());
  }

 private:
  friend class JsonWalker;  // which fills it

  /// Values stay from item to item, so that the next item uses their memory.
  struct Field {
    Json value;
    bool given = false;
    std::size_t offset = 0;
  };

  template <class T>
  std::optional<T> as(JsonAs<T> (*type)(const Json&), std::string_view field) const {
    const Json& value = at(field);
    if (value.is_discarded()) return {};
    auto out = type(value);
    if (out) return *out;
    fault(field, std::move(out.error()));
    return {};
  }
  void clear();
  [[nodiscard]] std::size_t slot(std::string_view field) const;
  [[nodiscard]] bool has_fields_in(std::string_view object) const;

  std::string prefix_;
  std::span<const std::string_view> names_;
  Report report_;
  Each each_;
  Rest rest_;
  std::size_t index_ = kWhole;      // kWhole for a document
  std::optional<std::string> key_;  // only of an item of a table
  Json value_;
  std::vector<Field> fields_;
  std::string extra_;
  std::vector<std::unordered_set<std::string>> unknown_{1};  // keys of the item and of open objects in an unknown field
};

/// Whether the document is an object with this "format" and "version" 1; a fault if not.
[[nodiscard]] bool check_format(const JsonItem& document, std::string_view format);

/// A Report that adds to the faults of a file, which must outlive it.
[[nodiscard]] JsonItem::Report report_to(Faults& faults);

/// A JSON text (RFC 8259, strict; UTF-8, a byte order mark allowed).
struct JsonSource {
  std::string_view text;
  const std::string& file;
  const Task& task;
};

/// A list or table of a document, and the reader of its items.
struct JsonList {
  std::string_view field;  ///< of the document
  JsonItem* items;         ///< for the list or table at this field
  Json::value_t type = Json::value_t::array;
  bool required = false;            ///< its absence is a fault
  std::string_view example = {};    ///< for this fault: "[1, 2]"
  std::function<void()> done = {};  ///< is called behind the last item of a list that is there
};

/// Checks the whole text, and reads the document's own fields, then the items of the lists, list by list; their
/// order in the text does not matter. `accepts`, if given, is called in between; lists are not read where it is false.
/// A fault of syntax comes alone as the error, with its place "line L, column C" (columns count characters). Also
/// cancelled, timed_out. With an `offset`: reads the object that begins there in a text that was checked before.
[[nodiscard]] Result<void> read_json_document(const JsonSource& source, JsonItem& document,
                                              std::span<const JsonList> lists = {},
                                              const std::function<bool()>& accepts = {}, std::size_t offset = 0);

/// Reads the lists of an item of a text that was checked before. A required list that is missing is a fault of the
/// item, and so is a value of another type, unless the list is optional and unknown fields are skipped.
[[nodiscard]] Result<void> read_json_lists(const JsonSource& source, const JsonItem& item,
                                           std::span<const JsonList> lists);

/// Checks and reads a text that is a list as a whole.
[[nodiscard]] Result<void> read_json_list(const JsonSource& source, JsonItem& item);

/// Whether a larger text that begins with `head` may be readable. bad_input, with the place, where the head has a
/// fault, or where a single value fills half of it, which no format has.
[[nodiscard]] Result<void> check_json_head(const JsonSource& head);

}  // namespace stowage
