// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace stowage {

/// A set of decisions of a search, by the level at which each was taken: why something is so. Levels share bits where
/// there are more of them than bits, so that the set may hold more than was put in, but never less.
class DecisionLevels {
 public:
  static constexpr std::size_t kBits = 512;

  void insert(std::size_t bit) { words_[bit / 64] |= std::uint64_t{1} << bit % 64; }
  void remove(std::size_t bit) { words_[bit / 64] &= ~(std::uint64_t{1} << bit % 64); }
  DecisionLevels& operator|=(const DecisionLevels& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
    return *this;
  }
  /// The highest bit, or -1.
  [[nodiscard]] std::ptrdiff_t highest() const;

 private:
  std::array<std::uint64_t, kBits / 64> words_{};
};

}  // namespace stowage
