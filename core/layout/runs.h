// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stowage {

/// A stretch of addresses, [begin, end).
struct Run {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// A set of addresses as disjoint runs in ascending order; runs that touch are one.
class RunSet {
 public:
  void add(Run run) {
    auto low = runs_.begin();
    for (std::size_t count = runs_.size(); count > 0;) {  // to the first run that ends at or after run.begin
      const std::size_t half = count / 2;
      const bool before = low[static_cast<std::ptrdiff_t>(half)].end < run.begin;
      low = before ? low + static_cast<std::ptrdiff_t>(half + 1) : low;
      count = before ? count - half - 1 : half;
    }
    auto high = low;
    while (high != runs_.end() && high->begin <= run.end) ++high;
    if (low == high) {
      runs_.insert(low, run);
    } else {
      low->begin = std::min(low->begin, run.begin);
      low->end = std::max(high[-1].end, run.end);
      runs_.erase(low + 1, high);
    }
  }
  [[nodiscard]] std::span<const Run> runs() const { return runs_; }

 private:
  std::vector<Run> runs_;
};

}  // namespace stowage
