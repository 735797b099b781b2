// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stowage {

/// A set of numbers below `count` that finds a number's neighbours in a few steps. It has a bit a number and, level by
/// level above, a bit for each word that is not 0. O(log2(count) / 6) each.
class RankSet {
 public:
  explicit RankSet(std::size_t count) {
    do {
      count = (count + 63) / 64;
      levels_.emplace_back(count);
    } while (count > 1);
  }

  void insert(std::size_t k) {
    for (auto& level : levels_) {
      const bool known = level[k / 64] != 0;
      level[k / 64] |= bit(k);
      if (known) return;
      k /= 64;
    }
  }
  void erase(std::size_t k) {
    for (auto& level : levels_) {
      level[k / 64] &= ~bit(k);
      if (level[k / 64] != 0) return;
      k /= 64;
    }
  }
  /// The largest below k.
  [[nodiscard]] std::optional<std::size_t> below(std::size_t k) const {
    return nearest(
        k, [](std::uint64_t word, std::uint64_t own) { return word & (own - 1); }, last);
  }
  /// The smallest above k.
  [[nodiscard]] std::optional<std::size_t> above(std::size_t k) const {
    return nearest(
        k, [](std::uint64_t word, std::uint64_t own) { return word & ~(own - 1) & ~own; }, first);
  }

 private:
  /// Goes up to the first word with a number on the side of k that `beyond` keeps, and down to its end that `pick`
  /// takes.
  template <class Beyond, class Pick>
  [[nodiscard]] std::optional<std::size_t> nearest(std::size_t k, Beyond beyond, Pick pick) const {
    for (std::size_t l = 0; l < levels_.size(); ++l, k /= 64)
      if (const std::uint64_t word = beyond(levels_[l][k / 64], bit(k)); word != 0) {
        k = k / 64 * 64 + pick(word);
        while (l-- > 0) k = k * 64 + pick(levels_[l][k]);
        return k;
      }
    return std::nullopt;
  }
  static std::uint64_t bit(std::size_t k) { return std::uint64_t{1} << (k % 64); }
  static std::size_t first(std::uint64_t word) { return static_cast<std::size_t>(std::countr_zero(word)); }
  static std::size_t last(std::uint64_t word) { return 63 - static_cast<std::size_t>(std::countl_zero(word)); }

  std::vector<std::vector<std::uint64_t>> levels_;
};

}  // namespace stowage
