// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"

namespace stowage {

/// One value of a pickle, in eight bytes: a small integer itself, the number of a list, tuple or dict, or the byte of
/// the file at which the opcode stands (texts, real and large numbers). So a text that is named a million times is in
/// memory once: in the file.
class PickleValue {
 public:
  enum class Kind : std::uint8_t { none, boolean, integer, large_integer, real, text, bytes, list, tuple, dict };
  /// Integers of at most this size are in the value; larger ones stay in the file.
  static constexpr std::int64_t kMaxInteger = (std::int64_t{1} << 59) - 1;

  constexpr PickleValue() = default;
  constexpr PickleValue(Kind kind, std::int64_t payload)
      : bits_(static_cast<std::uint64_t>(payload) << 4 | static_cast<std::uint64_t>(kind)) {}

  [[nodiscard]] constexpr Kind kind() const { return static_cast<Kind>(bits_ & 15); }
  [[nodiscard]] constexpr bool is(Kind kind) const { return this->kind() == kind; }
  [[nodiscard]] constexpr bool is_container() const { return kind() >= Kind::list; }
  /// The integer, the truth value, the number of the container, or the byte at which the opcode stands.
  [[nodiscard]] constexpr std::int64_t payload() const { return static_cast<std::int64_t>(bits_) >> 4; }
  [[nodiscard]] constexpr std::size_t index() const { return static_cast<std::size_t>(payload()); }
  friend constexpr bool operator==(PickleValue, PickleValue) = default;

 private:
  std::uint64_t bits_ = 0;
};

class Pickle;

/// Takes dicts and lists out of a pickle while it is read, so that millions of similar ones need not be kept.
class PickleRecords {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  PickleRecords() = default;
  PickleRecords(const PickleRecords&) = delete;
  PickleRecords& operator=(const PickleRecords&) = delete;
  virtual ~PickleRecords() = default;
  /// Is given the items of a new dict, keys and values by turns. Returns kNone to leave it a dict. Another number takes
  /// the dict: it is complete, and keeps the number instead of its items.
  virtual std::uint32_t take_dict(std::span<const PickleValue> items, const Pickle& pickle) = 0;
  /// The same for a list.
  virtual std::uint32_t take_list(std::span<const PickleValue> items, const Pickle& pickle) = 0;
};

/// The values of a pickle. Values name lists, tuples and dicts by number: one that is named from a thousand places is
/// here once. A list may contain itself, so users must not follow references without a limit. The bytes must outlive
/// it.
class Pickle {
 public:
  explicit Pickle(std::string_view bytes) : bytes_(bytes) {}

  PickleValue root;
  std::size_t end = 0;  ///< the byte after the pickle

  /// A view of the file; none where the value is not a text.
  [[nodiscard]] std::optional<std::string_view> text(PickleValue value) const;
  /// None where the value is not an integer, or is beyond PickleValue::kMaxInteger.
  [[nodiscard]] static std::optional<std::int64_t> integer(PickleValue value) {
    return value.is(PickleValue::Kind::integer) ? std::optional(value.payload()) : std::nullopt;
  }
  [[nodiscard]] static bool is_true(PickleValue value) {
    return value.is(PickleValue::Kind::boolean) && value.payload() != 0;
  }

  /// Items of a list or a tuple, twice the entries of a dict; 0 for other values and for those taken.
  [[nodiscard]] std::size_t item_count(PickleValue value) const {
    return value.is_container() ? containers_[value.index()].count : 0;
  }
  /// The number that PickleRecords gave, or kNone.
  [[nodiscard]] std::uint32_t record(PickleValue value) const {
    return is_taken(value) ? containers_[value.index()].last : PickleRecords::kNone;
  }
  /// The first item of a list or a tuple, or the first key of a dict; Kind::none where it is empty.
  [[nodiscard]] PickleValue first_item(PickleValue value) const {
    return item_count(value) == 0 ? PickleValue() : arena_[containers_[value.index()].first + 1];
  }
  /// Calls `visit(span of items)` for each stretch, in order; the items of dicts are keys and values by turns.
  template <class Visit>
  void for_each_stretch(PickleValue value, Visit&& visit) const {
    if (item_count(value) == 0) return;
    for (std::uint32_t at = containers_[value.index()].first; at != kEnd;) {
      const auto stretch = stretch_at(at);
      visit(std::span<const PickleValue>(arena_).subspan(at + 1, stretch.count));
      at = stretch.next;
    }
  }
  /// The value of the last entry of a dict with this key; O(entries).
  [[nodiscard]] std::optional<PickleValue> find(PickleValue dict, std::string_view key) const;

  // ---- for the machine that reads it: fewer than 2^32 containers and items, fewer than 2^27 items at a time
  [[nodiscard]] PickleValue add_container(PickleValue::Kind kind);
  void append(PickleValue container, std::span<const PickleValue> items);
  [[nodiscard]] std::size_t containers_made() const { return containers_.size(); }
  [[nodiscard]] std::size_t items_made() const { return arena_.size(); }
  void set_record(PickleValue container, std::uint32_t record) { containers_[container.index()] = {kTaken, record, 0}; }
  [[nodiscard]] bool is_taken(PickleValue value) const {
    return value.is_container() && containers_[value.index()].first == kTaken;
  }

 private:
  static constexpr std::uint32_t kEnd = std::numeric_limits<std::uint32_t>::max(), kTaken = kEnd - 1;
  /// Where the first and the last stretch are in the arena. A taken one has kTaken and its record.
  struct Container {
    std::uint32_t first = kEnd, last = kEnd, count = 0;
  };
  /// The head of a stretch of items: an integer in front of it in the arena.
  struct Stretch {
    std::uint32_t next, count;
  };
  [[nodiscard]] Stretch stretch_at(std::uint32_t at) const {
    const auto bits = static_cast<std::uint64_t>(arena_[at].payload());
    return {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
  }
  void set_stretch(std::uint32_t at, Stretch stretch) {
    arena_[at] = {PickleValue::Kind::integer,
                  static_cast<std::int64_t>(std::uint64_t{stretch.count} << 32 | stretch.next)};
  }

  std::string_view bytes_;
  std::vector<Container> containers_;
  std::vector<PickleValue> arena_;
};

/// Whether the bytes begin as a pickle of protocol 2 to 5, or as a list or dict in an older one.
[[nodiscard]] bool looks_like_pickle(std::string_view bytes);

/// Reads a pickle of protocol 2 to 5 as data: numbers, texts, lists, tuples and dicts. Nothing in it is ever run: an
/// opcode that names a class or calls something (GLOBAL, REDUCE, BUILD, …) is refused with its byte, as is every opcode
/// that plain data does not need. Lengths are checked against the bytes of the file, nothing recurses, and memory is in
/// proportion to the file: eight bytes a value, twelve more a container, shared values once. The opcodes are those of
/// Python's pickletools. Errors: bad_input (also for older protocols), cancelled, timed_out.
[[nodiscard]] Result<Pickle> read_pickle(std::string_view bytes, const std::string& file,
                                         PickleRecords* records = nullptr, const Task& task = {});

}  // namespace stowage
