// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <vector>

namespace stowage {

/// A row of values, each the largest value of T at first, that finds the first value from some place on that is small
/// enough. set() and first() take O(log n).
template <class T>
class MinTree {
 public:
  explicit MinTree(std::size_t size)
      : leaves_(std::bit_ceil(std::max<std::size_t>(1, size))), least_(2 * leaves_, std::numeric_limits<T>::max()) {}

  void set(std::size_t k, T value) {
    std::size_t node = leaves_ + k;
    least_[node] = value;
    while ((node /= 2) > 0) least_[node] = std::min(least_[2 * node], least_[2 * node + 1]);
  }
  /// The first place from `from` on with a value ≤ `most`, or a number beyond all places. `most` < the largest value.
  [[nodiscard]] std::size_t first(std::size_t from, T most) const {
    if (from >= leaves_) return leaves_;
    std::size_t node = leaves_ + from;
    while (least_[node] > most) {
      while (node % 2 == 1) node /= 2;  // a right half; node ends at 0 where all are right halves
      if (node == 0) return leaves_;
      ++node;
    }
    while (node < leaves_) node = 2 * node + (least_[2 * node] > most ? 1 : 0);
    return node - leaves_;
  }

 private:
  std::size_t leaves_;
  std::vector<T> least_;  // node 1 is the root, node leaves_ + k the k-th value
};

}  // namespace stowage
