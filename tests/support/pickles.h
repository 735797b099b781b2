// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/document.h"

namespace stowage::test {

/// Writes pickles of protocol 4, opcode by opcode.
class PickleWriter {
 public:
  std::string bytes;

  explicit PickleWriter(std::string beginning = "\x80\x04") : bytes(std::move(beginning)) {}
  PickleWriter& op(std::string_view opcode) { return bytes += opcode, *this; }
  PickleWriter& text(std::string_view text);
  PickleWriter& number(std::int64_t value);
  /// Remembers the value on top of the stack, and says under which number.
  std::uint32_t memoize() { return bytes += '\x94', next_++; }
  PickleWriter& get(std::uint32_t memo);

 private:
  std::uint32_t next_ = 0;
};

/// A value as Python writes it, without the memo: PickleText{{"a", 1}, {"b", list({1, 2})}}.
struct PickleText {
  std::string bytes;
  PickleText(std::int64_t number) : bytes(PickleWriter("").number(number).bytes) {}
  PickleText(int number) : PickleText(std::int64_t{number}) {}
  PickleText(bool value) : bytes(value ? "\x88" : "\x89") {}
  PickleText(const char* text) : bytes(PickleWriter("").text(text).bytes) {}
  PickleText(std::initializer_list<std::pair<PickleText, PickleText>> entries);
  /// As a file.
  [[nodiscard]] std::string file() const { return "\x80\x04" + bytes + '.'; }
};
[[nodiscard]] PickleText list(const std::vector<PickleText>& items);

// Parts of memory snapshots of PyTorch, and one that is read.
/// The stack of an event: a function of the user's model, or none.
[[nodiscard]] PickleText stack_of(const char* function);
[[nodiscard]] PickleText happened(const char* action, PickleText address, PickleText size, const char* by = "");
[[nodiscard]] Document open_snapshot(const PickleText& snapshot, std::optional<std::int64_t> device = {});

/// A memory snapshot of PyTorch with `events` events (a third of them allocations): a ring that has lost its beginning,
/// in segments of 64 blocks of 2 MiB each, whose stacks have `frames` frames in lists of their own.
[[nodiscard]] std::string make_torch_snapshot(std::size_t events, std::size_t frames = 12);

}  // namespace stowage::test
