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

/// What is read at a time, so that no tree of a whole file is ever built: the document without what is in its lists, or
/// one item of a list or table of it. Only what our formats can need is held; of values nested deeper, just the type.
class JsonItem {
 public:
  using Report = std::function<void(std::string place, std::string reason)>;
  using Each = std::function<void(const JsonItem&)>;
  /// What becomes of the rest. Of our own files nothing is lost: unknown fields are kept as text. Of other programs'
  /// they are skipped unseen, a field's list may hold lists, and "args/stream" names the field of a field's object.
  enum class Rest { kept, skipped };

  /// For a document at `prefix` (a JSON pointer; mostly empty), or for items of the list or table there, that are
  /// objects with these fields or, where none are given, a value or a list of values. Faults go to `report` with their
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
  [[nodiscard]] const Json& value() const { return value_; }      ///< of an object only the type
  [[nodiscard]] std::string extra() const;                        ///< the unknown fields as an object's text, or ""
  [[nodiscard]] bool has(std::string_view field) const { return fields_[slot(field)].given; }
  /// The field's value, discarded where there is none; the item itself for "".
  [[nodiscard]] const Json& at(std::string_view field) const;
  /// Where in the text the field's list or table begins.
  [[nodiscard]] std::size_t offset(std::string_view field) const { return fields_[slot(field)].offset; }

  [[nodiscard]] std::string place(std::string_view field = {}) const;
  void fault(std::string_view field, std::string reason) const { report_(place(field), std::move(reason)); }
  void fault(std::string_view field, std::size_t index, std::string reason) const {
    report_(place(field) + "/" + std::to_string(index), std::move(reason));
  }
  /// False, which is a fault, where the item is no object, or lacks one of the fields.
  [[nodiscard]] bool is_object_with(std::initializer_list<std::string_view> fields) const;
  /// The field (or the item, for "") as that type; nothing where it is absent or, which is a fault, of another type.
  [[nodiscard]] std::optional<std::string_view> text(std::string_view field) const { return as(text_of, field); }
  [[nodiscard]] std::optional<bool> boolean(std::string_view field) const { return as(boolean_of, field); }
  [[nodiscard]] std::optional<std::int64_t> whole(std::string_view field) const { return as(whole_of, field); }
  [[nodiscard]] std::span<const Json> list(std::string_view field) const {
    return as(list_of, field).value_or(std::span<const Json>());
  }

 private:
  friend class JsonWalker;  // which fills it

  /// Values stay where they are from item to item, so that the next ones can use their memory.
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
  static constexpr std::size_t kAlone = ~std::size_t{0};

  std::size_t index_ = kAlone;      // kAlone: a document
  std::optional<std::string> key_;  // in a table, never in a list
  Json value_;
  std::vector<Field> fields_;
  std::string extra_;
  std::vector<std::unordered_set<std::string>> unknown_{1};  // keys of the item and of what is open in an unknown field
};

/// Whether the document is an object with this "format", and "version" 1; a fault where not.
[[nodiscard]] bool check_format(const JsonItem& document, std::string_view format);

/// Adds what is reported to the faults of a file.
[[nodiscard]] JsonItem::Report report_to(Faults& faults);

/// A JSON text (RFC 8259, strict; UTF-8, a byte order mark allowed).
struct JsonSource {
  std::string_view text;
  const std::string& file;
  const Task& task;
};

/// A list or table of a document, and who reads its items.
struct JsonList {
  std::string_view field;  ///< of the document
  JsonItem* items;         ///< of a list or table at that field
  Json::value_t type = Json::value_t::array;
  bool required = false;          ///< a document without it is at fault (read_json_lists)
  std::string_view example = {};  ///< of one that is required, for that fault: "[1, 2]"
};

/// Checks all of the text and reads the document's own fields, and the items of `lists` as they come; a field of
/// another type than its list's is left alone. A fault of syntax comes alone as the error, with its place as
/// "line L, column C" (columns count characters).
[[nodiscard]] Result<void> read_json_document(const JsonSource& source, JsonItem& document,
                                              std::span<const JsonList> lists = {});

/// The same for lists of which each needs the ones before it. False where they stand in another order, or one that is
/// required is missing: then the items seen are to be forgotten, and read_json_lists() reads them. With an `offset`:
/// of an object that begins there, within a text that was checked.
[[nodiscard]] Result<bool> read_json_in_order(const JsonSource& source, JsonItem& document,
                                              std::span<const JsonList> lists, std::size_t offset = 0);

/// Reads the items of the lists one list after the other, wherever they stand in a text that was checked. A list that
/// is required and missing, or of another type, is a fault of the document.
[[nodiscard]] Result<void> read_json_lists(const JsonSource& source, const JsonItem& document,
                                           std::span<const JsonList> lists);

/// The same for a text that is a list as a whole; nothing of it was checked before.
[[nodiscard]] Result<void> read_json_list(const JsonSource& source, JsonItem& item);

/// Whether a larger text that begins with `head` can be one that is read: bad_input with the place where it is at fault
/// already, or where a single value fills half of it, which none of our formats has.
[[nodiscard]] Result<void> check_json_head(const JsonSource& head);

}  // namespace stowage
