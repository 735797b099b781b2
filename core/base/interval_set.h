// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "core/base/interval.h"

namespace stowage {

/// A set of addresses as disjoint intervals in ascending order; intervals that touch are one.
class IntervalSet {
 public:
  void add(Interval interval) {
    auto low = intervals_.begin();
    for (std::size_t count = intervals_.size();
         count > 0;) {  // to the first interval that ends at or after interval.begin
      const std::size_t half = count / 2;
      const bool before = low[static_cast<std::ptrdiff_t>(half)].end < interval.begin;
      low = before ? low + static_cast<std::ptrdiff_t>(half + 1) : low;
      count = before ? count - half - 1 : half;
    }
    auto high = low;
    while (high != intervals_.end() && high->begin <= interval.end) ++high;
    if (low == high) {
      intervals_.insert(low, interval);
    } else {
      low->begin = std::min(low->begin, interval.begin);
      low->end = std::max(high[-1].end, interval.end);
      intervals_.erase(low + 1, high);
    }
  }
  [[nodiscard]] std::span<const Interval> intervals() const { return intervals_; }

 private:
  std::vector<Interval> intervals_;
};

}  // namespace stowage
