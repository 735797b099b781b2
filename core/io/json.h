// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/base/error.h"

namespace stowage {

/// Deeper nesting than this is refused: our own formats need five levels.
inline constexpr std::size_t kMaxJsonDepth = 100;

/// Nothing where `text` is one JSON value (RFC 8259, strict; UTF-8, a byte order mark allowed); else the first fault,
/// with its place as "line L, column C" (columns count characters). Needs no memory, however the text is made.
[[nodiscard]] std::optional<Diagnostic> check_json(std::string_view text, const std::string& file);

enum class JsonKind { object, array, string, number, boolean, null };

/// "an object", "null", … for messages.
[[nodiscard]] std::string_view name_of(JsonKind kind);

/// Walks once, forward, over a text that check_json() accepts. Every value must be read or skipped exactly once.
/// ```
/// reader.object([&](std::string_view key) { if (key == "size") size = reader.integer(); else reader.skip(); });
/// ```
/// Numbers stay text until an integer is asked for, so no precision is lost; views are into the text wherever a string
/// has no escapes.
class JsonReader {
 public:
  explicit JsonReader(std::string_view valid_text);

  [[nodiscard]] JsonKind kind() const;

  /// Calls `member(key)` for each member; `key` is valid during the call.
  template <class Member>
  void object(Member&& member) {
    std::string buffer;
    for (bool more = enter('{', '}'); more; more = next('}')) {
      const std::string_view key = string(buffer);
      expect(':');
      member(key);
    }
  }
  /// Calls `item(index)` for each item.
  template <class Item>
  void array(Item&& item) {
    std::size_t index = 0;
    for (bool more = enter('[', ']'); more; more = next(']')) item(index++);
  }
  /// The string's text; `buffer` holds it where it had escapes.
  [[nodiscard]] std::string_view string(std::string& buffer);
  [[nodiscard]] bool boolean();
  /// The number as written.
  [[nodiscard]] std::string_view number();
  void skip();
  /// The next value as written; reads it.
  [[nodiscard]] std::string_view raw();

  /// Where it stands; another reader of the same text can be put there.
  [[nodiscard]] std::size_t offset() const { return at_; }
  void seek(std::size_t offset) { at_ = offset; }

 private:
  bool enter(char open, char close);
  bool next(char close);
  void expect(char c);
  void skip_space();
  void skip_string();

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Tells keys that stand twice in one object.
class JsonKeys {
 public:
  /// False where it is a repetition.
  bool add(std::string_view key);

 private:
  std::vector<std::string> few_;
  std::unordered_set<std::string> many_;
};

/// Reads the next value and returns it on one line in a fixed form ("{"a": [1, 2]}"); strings and numbers stay as
/// written. A key that stands twice sets `repeated` to it.
[[nodiscard]] std::string compact_json(JsonReader& reader, std::optional<std::string>& repeated);

/// Appends `text` as a JSON string, quotes included.
void append_json_string(std::string& out, std::string_view text);

}  // namespace stowage
