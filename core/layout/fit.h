// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/base/bytes.h"

namespace stowage {

/// Which of the places where a block fits it takes (Lamprou et al., Algorithms 10 and 11).
enum class Fit {
  best,   ///< smallest gap, then lowest offset
  first,  ///< lowest offset
};

/// Finds the place of one block among ranges of forbidden starts, given one by one in ascending order of `lo`.
/// ```
///  floor                                                          last start + 1
///    |    [lo    hi)      [lo  hi)         [lo        hi)              |
///    ^ x         ^ x           ^ x                     ^ x             up
///      gap: x to the next lo;  x is rounded up to a multiple of `step`
/// ```
/// A start x is feasible iff x < the next lo. This is the uniform rule for tensors and groups alike: for a tensor of
/// size s, an occupied [begin, end) forbids the starts [begin - s + 1, end). (The published compare_size asks a group
/// for room for its head once more on top of the forbidden starts, which loses places, and accepts forbidden ones for
/// a head of size 0; its closed brackets for single tensors lose a byte a neighbour.)
template <Fit fit>
class PlaceFinder {
 public:
  static constexpr std::int64_t kNowhere = std::numeric_limits<std::int64_t>::max();

  /// Starts lie in [floor, up).
  PlaceFinder(std::int64_t floor, std::int64_t up, std::int64_t step) : top_(floor), up_(up), step_(step) {}

  /// True: no later range can change the answer.
  bool forbid(std::int64_t lo, std::int64_t hi) {
    if (lo > top_ && consider(std::min(lo, up_)) && fit == Fit::first) return true;
    top_ = std::max(top_, hi);
    return top_ >= up_;
  }
  /// The start, or kNowhere.
  [[nodiscard]] std::int64_t finish() {
    if (top_ < up_ && !(fit == Fit::first && place_ != kNowhere)) consider(up_);
    return place_;
  }

 private:
  bool consider(std::int64_t next) {
    const std::int64_t x = round_up(top_, step_);
    if (x >= next) return false;
    if (fit == Fit::first || next - x < gap_) {
      gap_ = next - x;
      place_ = x;
    }
    return true;
  }

  std::int64_t top_, up_, step_;
  std::int64_t gap_ = kNowhere;
  std::int64_t place_ = kNowhere;
};

}  // namespace stowage
