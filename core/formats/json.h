// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

namespace stowage {

/// One value. Numbers that are no integers of 64 bits are held as binary values: their characters as written.
using Json = nlohmann::json;

/// Deeper nesting than this is refused: our own formats need five levels.
inline constexpr std::size_t kMaxJsonDepth = 100;

/// `key` as one step of a JSON pointer.
[[nodiscard]] std::string pointer_step(std::string_view key);

/// The value as the type that is expected, or "must be a string, not null" and the like; views are into the value.
template <class T>
using JsonAs = tl::expected<T, std::string>;
[[nodiscard]] JsonAs<std::string_view> text_of(const Json& value);
[[nodiscard]] JsonAs<bool> boolean_of(const Json& value);
/// Integers of 64 bits in plain digits only.
[[nodiscard]] JsonAs<std::int64_t> whole_of(const Json& value);
[[nodiscard]] JsonAs<std::span<const Json>> list_of(const Json& value);
[[nodiscard]] JsonAs<void> check_object(const Json& value);

/// Whether the text begins as a JSON object or a JSON list does.
[[nodiscard]] bool begins_as_json(std::string_view bytes);

/// Whether the text begins as a JSON object does and mentions `text`, which may stand anywhere in it. Reads no further
/// than it must, and checks nothing.
[[nodiscard]] bool is_json_object_with(std::string_view bytes, std::string_view text);

/// Appends `text` as a JSON string, quotes included.
void append_json_string(std::string& out, std::string_view text);

}  // namespace stowage
