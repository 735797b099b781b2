// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/io/json_item.h"

namespace stowage {

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
  bool required = false;  ///< a document without it is at fault (read_json_lists)
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

/// The same for a text that is a list as a whole, of which nothing was checked before.
[[nodiscard]] Result<void> read_json_list(const JsonSource& source, JsonItem& item);

/// Whether a larger text that begins with `head` can be one that is read: bad_input with the place where it is at fault
/// already, or where a single value fills half of it, which none of our formats has.
[[nodiscard]] Result<void> check_json_head(const JsonSource& head);

}  // namespace stowage
