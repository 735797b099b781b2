// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// Many short strings in one buffer, by index: a million names are two allocations, of four bytes a name and the text,
/// which copies of the table share until one of them adds a name.
class NameTable {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::size_t add(std::string_view name) {
    Names& own = detached();
    own.text.append(name);
    while (own.text.size() >> kBits > own.wraps.size()) own.wraps.push_back(own.ends.size());
    own.ends.push_back(static_cast<std::uint32_t>(own.text.size()));
    return own.ends.size() - 1;
  }
  [[nodiscard]] std::string_view operator[](std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : names_->end(index - 1);
    return std::string_view(names_->text).substr(begin, names_->end(index) - begin);
  }
  [[nodiscard]] std::size_t size() const { return names_ ? names_->ends.size() : 0; }
  /// All names, one behind the other: what none of them holds is seen soonest there.
  [[nodiscard]] std::string_view text() const { return names_ ? names_->text : std::string_view(); }
  /// The first index of that name, or kNone; O(count). NameIndex is faster.
  [[nodiscard]] std::size_t find(std::string_view name) const {
    for (std::size_t k = 0; k < size(); ++k)
      if ((*this)[k] == name) return k;
    return kNone;
  }
  void reserve(std::size_t names, std::size_t bytes) {
    detached().ends.reserve(names);
    detached().text.reserve(bytes);
  }

 private:
  static constexpr int kBits = 32;

  struct Names {
    std::string text;
    std::vector<std::uint32_t> ends;  // the lowest bits
    std::vector<std::size_t> wraps;   // for each multiple of 2^32: the first name that ends there or beyond

    [[nodiscard]] std::size_t end(std::size_t index) const {
      if (wraps.empty()) return ends[index];
      const auto passed = std::ranges::upper_bound(wraps, index) - wraps.begin();
      return static_cast<std::size_t>(passed) << kBits | ends[index];
    }
  };
  Names& detached() {
    if (names_.use_count() != 1) names_ = names_ ? std::make_shared<Names>(*names_) : std::make_shared<Names>();
    return *names_;
  }

  std::shared_ptr<Names> names_;  // none: no names
};

/// Finds the names of a NameTable: open addressing with eight bytes a slot, so that a million names are one allocation.
/// The table is passed to every call; it must hold every name that was added.
class NameIndex {
 public:
  static constexpr std::uint32_t kNone = NameTable::kNone;

  /// The index under which `name` was added, or kNone.
  [[nodiscard]] std::uint32_t find(std::string_view name, const NameTable& names) const {
    return slots_.empty() ? kNone : slots_[slot_of(name, hash(name), names)].index;
  }

  /// Adds `name`, which is or will be `names[index]`, unless an equal one is there; false in that case.
  bool add(std::string_view name, std::size_t index, const NameTable& names) {
    reserve(count_ + 1);
    const std::uint32_t h = hash(name);
    Slot& slot = slots_[slot_of(name, h, names)];
    if (slot.index != kNone) return false;
    slot = {h, static_cast<std::uint32_t>(index)};
    ++count_;
    return true;
  }

  void reserve(std::size_t count) {
    if (4 * count > 3 * slots_.size()) grow(count);
  }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t index = kNone;
  };

  static std::uint32_t hash(std::string_view name) {
    const std::size_t h = std::hash<std::string_view>()(name);
    return static_cast<std::uint32_t>(h ^ h >> 32);
  }

  /// Where the name is, or the free slot where it would be.
  [[nodiscard]] std::size_t slot_of(std::string_view name, std::uint32_t h, const NameTable& names) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = h & mask;
    while (slots_[at].index != kNone && (slots_[at].hash != h || names[slots_[at].index] != name)) at = (at + 1) & mask;
    return at;
  }

  void grow(std::size_t count) {
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(std::bit_ceil(4 * count / 3 + 1)));
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.index == kNone) continue;
      std::size_t at = slot.hash & mask;
      while (slots_[at].index != kNone) at = (at + 1) & mask;
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t count_ = 0;
};

}  // namespace stowage
