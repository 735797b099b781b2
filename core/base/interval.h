// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stowage {

/// [begin, end): of addresses, steps or positions.
template <class T>
struct BasicInterval {
  T begin = 0;
  T end = 0;

  [[nodiscard]] constexpr bool empty() const { return begin >= end; }
  [[nodiscard]] constexpr T length() const { return end - begin; }
  [[nodiscard]] constexpr bool contains(T x) const { return begin <= x && x < end; }
  [[nodiscard]] constexpr bool overlaps(BasicInterval other) const { return begin < other.end && other.begin < end; }
  friend bool operator==(const BasicInterval&, const BasicInterval&) = default;
};
/// A stretch of addresses.
using Interval = BasicInterval<std::int64_t>;

/// A set of addresses as disjoint intervals in ascending order; intervals that touch are one.
class IntervalSet {
 public:
  void add(Interval interval) {
    auto low = intervals_.begin();
    // To the first interval that ends at or after interval.begin, without branches.
    for (std::size_t count = intervals_.size(); count > 0;) {
      const std::size_t half = count / 2;
      const bool before = low[static_cast<std::ptrdiff_t>(half)].end < interval.begin;
      low = before ? low + static_cast<std::ptrdiff_t>(half + 1) : low;
      count = before ? count - half - 1 : half;
    }
    auto high = low;
    while (high != intervals_.end() && high->begin <= interval.end) ++high;
    if (low == high) {
      ++changes_;
      intervals_.insert(low, interval);
    } else {
      changes_ += interval.begin < low->begin || interval.end > low->end ? 1 : 0;
      low->begin = std::min(low->begin, interval.begin);
      low->end = std::max(high[-1].end, interval.end);
      intervals_.erase(low + 1, high);
    }
  }
  [[nodiscard]] std::span<const Interval> intervals() const { return intervals_; }
  /// How often it has changed.
  [[nodiscard]] std::size_t changes() const { return changes_; }

 private:
  std::vector<Interval> intervals_;
  std::size_t changes_ = 0;
};

}  // namespace stowage
