// SPDX-License-Identifier: Apache-2.0
#include "tests/support/interval_reference.h"

#include <algorithm>
#include <random>
#include <tuple>

namespace stowage::test {
namespace {

using Int = std::int64_t;

bool overlap(const IntervalRow& a, const IntervalRow& b) {
  return a.begin < b.end && b.begin < a.end;
}

std::uint32_t last_step(const Intervals& rows) {
  std::uint32_t out = 0;
  for (const IntervalRow& row : rows) out = std::max(out, row.end);
  return out;
}

/// A stretch of time, filled up to a height.
struct Stretch {
  Int height;
  std::uint32_t begin, end;
};

}  // namespace

Intervals random_intervals(std::uint64_t seed, std::size_t most_rows, bool equal_sizes) {
  std::mt19937_64 engine(seed);
  const auto below = [&](std::uint64_t n) { return static_cast<std::uint32_t>(engine() % n); };
  const std::uint32_t steps = 2 + below(20);
  Intervals rows;
  for (std::uint32_t count = 1 + below(most_rows); count-- > 0;) {
    if (!rows.empty() && below(8) == 0) {
      rows.push_back(rows[below(rows.size())]);
    } else {
      const std::uint32_t begin = below(steps - 1);
      rows.push_back({"", equal_sizes ? 48 : Int{1} + below(below(3) == 0 ? 100 : 12), begin,
                      begin + 1 + below(std::min(steps - begin, 1 + below(steps)))});
    }
    rows.back().name = "t" + std::to_string(rows.size());
  }
  return rows;
}

std::int64_t load_of(const Intervals& rows) {
  Int most = 0;
  for (std::uint32_t step = 0; step < last_step(rows); ++step) {
    Int sum = 0;
    for (const IntervalRow& row : rows) sum += row.begin <= step && step < row.end ? row.size : 0;
    most = std::max(most, sum);
  }
  return most;
}

/// Step by step: what ends is freed, and where then nothing is live, the sum starts again.
std::vector<std::int64_t> reference_bump_reset(const Intervals& rows) {
  std::vector<Int> out(rows.size());
  Int top = 0;
  std::size_t live = 0;
  for (std::uint32_t step = 0; step < last_step(rows); ++step) {
    for (const IntervalRow& row : rows) live -= row.end == step;
    if (live == 0) top = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].begin != step) continue;
      ++live;
      out[i] = top;
      top += rows[i].size;
    }
  }
  return out;
}

std::vector<std::int64_t> reference_greedy_by_size(const Intervals& rows) {
  std::vector<std::size_t> order(rows.size()), placed;
  for (std::size_t i = 0; i < rows.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::tuple(-rows[i].size, rows[i].begin, rows[i].end, i); });
  std::vector<Int> out(rows.size());
  for (std::size_t i : order) {
    Int top = 0, best = -1, smallest = 0;
    for (std::size_t k : placed) {  // by offset
      if (!overlap(rows[i], rows[k])) continue;
      const Int gap = out[k] - top;
      if (gap >= rows[i].size && (best < 0 || gap < smallest)) {
        best = top;
        smallest = gap;
      }
      top = std::max(top, out[k] + rows[k].size);
    }
    out[i] = best < 0 ? top : best;
    placed.insert(std::ranges::upper_bound(placed, out[i], {}, [&](std::size_t k) { return out[k]; }), i);
  }
  return out;
}

/// The skyline one step of time at a time.
std::vector<std::int64_t> reference_llfb(const Intervals& rows) {
  std::vector<Int> height(last_step(rows)), out(rows.size(), -1);
  for (std::size_t placed = 0; placed < rows.size();) {
    const auto begin = static_cast<std::uint32_t>(std::ranges::min_element(height) - height.begin());
    const Int low = height[begin];
    std::uint32_t end = begin;
    while (end < height.size() && height[end] == low) ++end;
    std::size_t best = rows.size();
    const auto key = [&](std::size_t i) { return std::tuple(Int{rows[i].begin} - Int{rows[i].end}, -rows[i].size, i); };
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (out[i] < 0 && rows[i].begin >= begin && rows[i].end <= end && (best == rows.size() || key(i) < key(best)))
        best = i;
    Int left = begin > 0 ? height[begin - 1] : -1, right = end < height.size() ? height[end] : -1;
    if (best == rows.size()) {
      if (left < 0 || right < 0) left = right = std::max(left, right);
      std::fill(height.begin() + begin, height.begin() + end, std::min(left, right));
      continue;
    }
    out[best] = low;
    ++placed;
    std::fill(height.begin() + rows[best].begin, height.begin() + rows[best].end, low + rows[best].size);
  }
  return out;
}

std::vector<std::int64_t> reference_gergov_heights(const Intervals& rows) {
  std::vector<Stretch> open{{0, 0, last_step(rows)}};
  std::vector<Int> out(rows.size(), -1);
  const auto meets = [&](std::size_t i, const Stretch& s) { return rows[i].begin < s.end && s.begin < rows[i].end; };
  const auto key = [&](std::size_t i) { return std::tuple(rows[i].begin, -rows[i].size, i); };
  while (!open.empty()) {
    const auto least =
        std::ranges::min_element(open, {}, [](const Stretch& s) { return std::pair(s.height, s.begin); });
    const Stretch taken = *least;
    open.erase(least);
    std::size_t job = rows.size();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool fits =
          out[i] < 0 && meets(i, taken) && std::ranges::none_of(open, [&](const Stretch& s) { return meets(i, s); });
      if (fits && (job == rows.size() || key(i) < key(job))) job = i;
    }
    if (job == rows.size()) continue;
    const IntervalRow& row = rows[job];
    out[job] = taken.height;
    open.push_back({taken.height + row.size, std::max(taken.begin, row.begin), std::min(taken.end, row.end)});
    if (taken.begin < row.begin) open.push_back({taken.height, taken.begin, row.begin});
    if (row.end < taken.end) open.push_back({taken.height, row.end, taken.end});
  }
  return out;
}

}  // namespace stowage::test
