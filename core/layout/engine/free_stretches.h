// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace stowage {

/// Memory from 0 to a top that grows as needed; stretches of it are taken and given back in O(1) each. There is no
/// balanced tree, whose nodes a million stretches would fetch from all over memory.
/// ```
///   |  taken  | free | taken |    free     |  taken  | top
///       a  ⇄     b   ⇄   c   ⇄      d      ⇄    e         neighbours, by address: what is free melts into one
///   lists of free stretches by size, 64 for each power of two:   [40…41) b ⇄ …   [88…90) d ⇄ …
/// ```
/// Segregated fit with boundary tags, after Masmano et al., TLSF: a new dynamic memory allocator for real-time systems
/// (2004); of the few stretches that it looks at it takes the smallest.
class FreeStretches {
 public:
  using Stretch = std::uint32_t;

  /// Takes `size` bytes (> 0) from a multiple of `step` on. Every stretch ever taken starts and ends at multiples of
  /// `unit`, which divides `step`.
  [[nodiscard]] Stretch take(std::int64_t size, std::int64_t step, std::int64_t unit);
  [[nodiscard]] std::int64_t begin(Stretch taken) const { return nodes_[taken].begin; }
  /// Frees a stretch that take() returned; only once.
  void give_back(Stretch taken);
  [[nodiscard]] std::int64_t top() const { return top_; }

 private:
  static constexpr Stretch kNone = std::numeric_limits<Stretch>::max();
  static constexpr std::size_t kLists = 64;  // for each power of two: what one list holds differs by 2 % at most
  struct Node {
    std::int64_t begin, end;
    Stretch below = kNone, above = kNone;   // by address
    Stretch before = kNone, after = kNone;  // in the list of free ones of its size
    bool is_free = false;
  };

  [[nodiscard]] std::int64_t size(Stretch s) const { return nodes_[s].end - nodes_[s].begin; }
  [[nodiscard]] static std::size_t list_of(std::int64_t size);
  /// The first list that is not empty, from `list` on; kNoList where all are empty.
  [[nodiscard]] std::size_t next_list(std::size_t list) const;
  /// The smallest of the first few stretches of a list with at least so many bytes.
  [[nodiscard]] Stretch look_in(std::size_t list, std::int64_t least) const;
  [[nodiscard]] Stretch find(std::int64_t least) const;
  Stretch make(std::int64_t begin, std::int64_t end, Stretch below, Stretch above);
  void drop(Stretch s);
  void enlist(Stretch s);
  void delist(Stretch s);
  void cut_front(Stretch s, std::int64_t at);
  void cut_back(Stretch s, std::int64_t at);
  Stretch take_from_top(std::int64_t size, std::int64_t step);

  static constexpr std::size_t kPowers = 64, kNoList = kPowers * kLists;
  std::vector<Node> nodes_;
  std::vector<Stretch> unused_;
  std::vector<Stretch> first_ = std::vector<Stretch>(kPowers * kLists, kNone);
  std::array<std::uint64_t, kPowers> filled_{};  // a bit a list
  std::uint64_t powers_ = 0;                     // a bit each of these that is not 0
  Stretch last_ = kNone;                         // the highest
  std::int64_t top_ = 0;
};

}  // namespace stowage
