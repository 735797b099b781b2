// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

namespace stowage {

/// One value. Numbers that are not 64-bit integers are held as binary values: the characters in the file.
using Json = nlohmann::json;

/// Deeper nesting than this is refused: our own formats need five levels.
inline constexpr std::size_t kMaxJsonDepth = 100;

/// `key` as one step of a JSON pointer.
[[nodiscard]] std::string pointer_step(std::string_view key);

/// The value as the expected type, or an error such as "must be a string, not null". Views are into the value.
template <class T>
using JsonAs = tl::expected<T, std::string>;
[[nodiscard]] JsonAs<std::string_view> text_of(const Json& value);
[[nodiscard]] JsonAs<bool> boolean_of(const Json& value);
/// Only 64-bit integers in plain digits.
[[nodiscard]] JsonAs<std::int64_t> whole_of(const Json& value);
[[nodiscard]] JsonAs<std::span<const Json>> list_of(const Json& value);
[[nodiscard]] JsonAs<void> check_object(const Json& value);
/// A finite number in any form; none where the value is not one.
[[nodiscard]] std::optional<double> real_of(const Json& value);
/// The number of a value that is not a 64-bit integer as the file has it; empty for other values.
[[nodiscard]] std::string written_number(const Json& value);

/// Whether the text begins as a JSON object or a JSON list does.
[[nodiscard]] bool begins_as_json(std::string_view bytes);

/// Whether the bytes begin as a JSON object does and contain `text` anywhere. Reads no further than it must, and does
/// not check the JSON.
[[nodiscard]] bool is_json_object_with(std::string_view bytes, std::string_view text);

/// Appends `text` as a JSON string, quotes included.
void append_json_string(std::string& out, std::string_view text);

}  // namespace stowage
