// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/io/json.h"

namespace stowage {

/// `key` as one step of a JSON pointer.
[[nodiscard]] std::string pointer_step(std::string_view key);

/// Reads values of the types that are expected, and reports those that are not, at their JSON pointers.
/// Every function reads exactly one value, whatever it is.
class JsonFields {
 public:
  using Report = std::function<void(std::string place, std::string reason)>;

  JsonFields(JsonReader& reader, Report report) : reader_(reader), report_(std::move(report)) {}

  /// What the places that follow start with.
  void enter(std::string_view prefix) { prefix_ = prefix; }
  void enter(std::string_view section, std::size_t index);
  [[nodiscard]] std::string place(std::string_view field = {}) const;
  void fault(std::string_view field, std::string reason) const { report_(place(field), std::move(reason)); }

  /// Whether the next value is of that kind; if not, it is reported and skipped.
  [[nodiscard]] bool is(JsonKind wanted, std::string_view field) const;
  /// The string, or nothing; valid as long as `buffer`.
  [[nodiscard]] std::optional<std::string_view> text(std::string_view field, std::string& buffer) const;
  /// The same, but empty is a fault too.
  [[nodiscard]] std::optional<std::string_view> id(std::string_view field, std::string& buffer) const;
  /// A whole number of 64 bits written in plain digits, or nothing.
  [[nodiscard]] std::optional<std::int64_t> whole(std::string_view field) const;
  [[nodiscard]] std::optional<bool> boolean(std::string_view field) const;
  /// Adds the next value to a JSON object's text under `key` (empty: a new object without its closing brace).
  void keep(std::string& object, std::string_view key) const;

 private:
  JsonReader& reader_;
  Report report_;
  std::string prefix_;
};

}  // namespace stowage
