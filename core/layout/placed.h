// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "core/layout/fit.h"
#include "core/layout/problem.h"

namespace stowage {

/// The tensors placed in one object, in order of offset.
class PlacedList {
 public:
  struct Entry {
    std::int64_t begin, end;
    TensorId tensor;
  };

  /// A feasible start for block `b` in [floor, end), or PlaceFinder::kNowhere.
  template <Fit fit>
  [[nodiscard]] std::int64_t find(const LayoutProblem& problem, std::size_t b, std::int64_t floor,
                                  std::int64_t end) const {
    std::vector<std::pair<std::int64_t, std::int64_t>> forbidden;
    std::int64_t before = 0;
    for (TensorId member : problem.block(b)) {
      const std::int64_t size = problem.sizes()[member.index()].count;
      if (problem.occupies(member))
        for (const Entry& entry : entries_)
          if (problem.conflicts().unsafe(member, entry.tensor))
            forbidden.emplace_back(entry.begin - size + 1 - before, entry.end - before);
      before += size;
    }
    std::ranges::sort(forbidden);
    PlaceFinder<fit> finder(floor, end - problem.block_size(b).count + 1, problem.block_step(b));
    for (auto [lo, hi] : forbidden)
      if (finder.forbid(lo, hi)) break;
    return finder.finish();
  }

  void add(const LayoutProblem& problem, std::size_t b, std::int64_t start) {
    for (TensorId member : problem.block(b)) {
      const std::int64_t end = start + problem.sizes()[member.index()].count;
      if (problem.occupies(member)) {
        const auto at = std::ranges::upper_bound(entries_, start, {}, &Entry::begin);
        entries_.insert(at, {start, end, member});
      }
      start = end;
    }
  }

 private:
  std::vector<Entry> entries_;
};

/// Writes the offsets of a block that starts at `start`.
inline void put_block(const LayoutProblem& problem, std::size_t b, std::int64_t start, std::vector<Offset>& offsets) {
  for (TensorId member : problem.block(b)) {
    offsets[member.index()] = {start};
    start += problem.sizes()[member.index()].count;
  }
}

/// Whether any member keeps bytes from others. A block of none lies at offset 0.
inline bool block_occupies(const LayoutProblem& problem, std::size_t b) {
  return std::ranges::any_of(problem.block(b), [&](TensorId t) { return problem.occupies(t); });
}

}  // namespace stowage
