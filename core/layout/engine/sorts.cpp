// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/sorts.h"

#include <algorithm>

namespace stowage {
namespace {

/// What is sorted: descending by both keys, then ascending by block.
struct Key {
  std::int64_t first = 0;
  std::int64_t second = 0;
  std::uint32_t block = 0;
};

/// Bytes alive while each operator runs; a tensor present from the start counts as made by operator 0.
std::vector<std::int64_t> breadth_keys(const LayoutProblem& problem) {
  const auto life = problem.lifetimes();
  const auto alive = curve_of(problem.sizes(), life, problem.graph().operator_count());
  std::vector<std::int64_t> out(problem.block_count());
  for (std::size_t b = 0; b < out.size(); ++b)
    for (TensorId t : problem.block(b))
      if (!life[t.index()].empty()) out[b] = std::max(out[b], alive[life[t.index()].begin].count);
  return out;
}

std::vector<std::int64_t> source_keys(const LayoutProblem& problem) {
  std::vector<std::int64_t> out(problem.block_count());
  for (std::size_t b = 0; b < out.size(); ++b) {
    std::uint32_t earliest = ~std::uint32_t{0};
    for (TensorId t : problem.block(b)) earliest = std::min(earliest, problem.lifetimes()[t.index()].begin);
    out[b] = -std::int64_t{earliest};
  }
  return out;
}

/// Unsafe pairs within one block.
std::int64_t inner_pairs(const LayoutProblem& problem, std::span<const TensorId> block) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < block.size(); ++i)
    for (std::size_t j = i + 1; j < block.size(); ++j) count += problem.conflicts().unsafe(block[i], block[j]);
  return count;
}

/// The same where the relation is one of windows: all pairs but those of which one ends before the other begins.
std::int64_t inner_overlaps(std::span<const Conflicts::Window> windows, std::span<const TensorId> block) {
  std::vector<Conflicts::Position> ends;
  for (TensorId t : block)
    if (windows[t.index()].begin < windows[t.index()].end) ends.push_back(windows[t.index()].end);
  std::ranges::sort(ends);
  const auto needed = static_cast<std::int64_t>(ends.size());
  std::int64_t count = needed * (needed - 1) / 2;
  for (TensorId t : block)
    if (windows[t.index()].begin < windows[t.index()].end)
      count -= std::ranges::upper_bound(ends, windows[t.index()].begin) - ends.begin();
  return count;
}

std::vector<std::int64_t> unsafe_keys(const LayoutProblem& problem) {
  std::vector<std::int64_t> out(problem.block_count());
  for (std::size_t b = 0; b < out.size(); ++b) {
    for (TensorId t : problem.block(b)) out[b] += problem.degrees()[t.index()];
    if (problem.block(b).size() == 1) continue;
    const auto windows = problem.conflicts().windows();
    out[b] -=
        2 * (windows.empty() ? inner_pairs(problem, problem.block(b)) : inner_overlaps(windows, problem.block(b)));
  }
  return out;
}

std::vector<std::int64_t> first_keys(const LayoutProblem& problem, Sort sort) {
  switch (sort) {
    case Sort::breadth:
      return breadth_keys(problem);
    case Sort::source:
      return source_keys(problem);
    case Sort::unsafe:
      return unsafe_keys(problem);
    case Sort::size:
      break;
  }
  return std::vector<std::int64_t>(problem.block_count());
}

}  // namespace

std::vector<std::int64_t> sort_keys(const LayoutProblem& problem, Sort sort) {
  std::vector<std::int64_t> out = first_keys(problem, sort);
  for (std::size_t b = 0; b < out.size(); ++b) {
    if (sort == Sort::size) out[b] = problem.block_size(b).count;
    if (sort == Sort::source) out[b] = -out[b];
  }
  return out;
}

std::vector<std::uint32_t> block_order(const LayoutProblem& problem, Sort sort) {
  const std::vector<std::int64_t> first = first_keys(problem, sort);
  std::vector<Key> keys(problem.block_count());
  for (std::size_t b = 0; b < keys.size(); ++b)
    keys[b] = {first[b], sort == Sort::source ? 0 : problem.block_size(b).count, static_cast<std::uint32_t>(b)};
  std::ranges::sort(keys, [](const Key& a, const Key& b) {
    if (a.first != b.first) return a.first > b.first;
    if (a.second != b.second) return a.second > b.second;
    return a.block < b.block;
  });
  std::vector<std::uint32_t> out(keys.size());
  for (std::size_t k = 0; k < keys.size(); ++k) out[k] = keys[k].block;
  return out;
}

}  // namespace stowage
