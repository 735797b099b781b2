// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/place_in_order.h"

#include <tuple>

#include "core/plan/bounds.h"

namespace stowage {
namespace {

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
    out[b] = earliest;
  }
  return out;
}

/// From the first begin of a member to the last end.
Lifetime block_lifetime(const LayoutProblem& problem, std::uint32_t b) {
  Lifetime out = problem.lifetimes()[problem.block(b)[0].index()];
  for (TensorId t : problem.block(b)) {
    const Lifetime each = problem.lifetimes()[t.index()];
    out = {std::min(out.begin, each.begin), std::max(out.end, each.end)};
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

/// The same where the relation is one of windows: all pairs in which neither ends before the other begins.
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
  const auto degrees = problem.degrees();
  std::vector<std::int64_t> out(problem.block_count());
  for (std::size_t b = 0; b < out.size(); ++b) {
    for (TensorId t : problem.block(b)) out[b] += degrees[t.index()];
    if (problem.block(b).size() == 1) continue;
    const auto windows = problem.conflicts().windows();
    out[b] -=
        2 * (windows.empty() ? inner_pairs(problem, problem.block(b)) : inner_overlaps(windows, problem.block(b)));
  }
  return out;
}

/// All blocks: the blocks with the least keys first, then the larger where sizes count, then the lower number.
std::vector<std::uint32_t> ascending(const LayoutProblem& problem, const std::vector<std::int64_t>& keys,
                                     bool by_size = true) {
  std::vector<std::tuple<std::int64_t, std::int64_t, std::uint32_t>> sorted(keys.size());
  for (std::uint32_t b = 0; b < keys.size(); ++b) sorted[b] = {keys[b], by_size ? -problem.block_size(b).count : 0, b};
  std::ranges::sort(sorted);
  std::vector<std::uint32_t> out(keys.size());
  for (std::size_t k = 0; k < keys.size(); ++k) out[k] = std::get<2>(sorted[k]);
  return out;
}

using Position = Conflicts::Position;

/// Bytes by position in a chain, and the sum of those up to a position.
class Sums {
 public:
  void add(Position at, std::int64_t bytes) { entries_.emplace_back(at, bytes); }
  void finish() {
    std::ranges::sort(entries_);
    for (std::size_t k = 1; k < entries_.size(); ++k) entries_[k].second += entries_[k - 1].second;
  }
  [[nodiscard]] std::int64_t up_to(Position at) const {
    const auto end = std::ranges::upper_bound(entries_, at, {}, &Entry::first);
    return end == entries_.begin() ? 0 : std::prev(end)->second;
  }
  [[nodiscard]] std::int64_t from(Position at) const {
    const std::int64_t all = entries_.empty() ? 0 : entries_.back().second;
    return all - up_to(at - 1);
  }

 private:
  using Entry = std::pair<Position, std::int64_t>;
  std::vector<Entry> entries_;
};

}  // namespace

std::vector<std::int64_t> sort_keys(const LayoutProblem& problem, Sort sort) {
  switch (sort) {
    case Sort::breadth:
      return breadth_keys(problem);
    case Sort::source:
      return source_keys(problem);
    case Sort::unsafe:
      return unsafe_keys(problem);
    case Sort::size:
    case Sort::size_then_begin:
      break;
  }
  std::vector<std::int64_t> out(problem.block_count());
  for (std::size_t b = 0; b < out.size(); ++b) out[b] = problem.block_size(b).count;
  return out;
}

std::vector<std::uint32_t> block_order(const LayoutProblem& problem, Sort sort) {
  if (sort == Sort::size_then_begin) {
    std::vector<Lifetime> lives(problem.block_count());
    for (std::uint32_t b = 0; b < lives.size(); ++b) lives[b] = block_lifetime(problem, b);
    auto order = numbers_below<std::uint32_t>(lives.size());
    std::ranges::sort(order, {}, [&](std::uint32_t b) {
      return std::tuple(-problem.block_size(b).count, lives[b].begin, lives[b].end, b);
    });
    return order;
  }
  std::vector<std::int64_t> keys = sort_keys(problem, sort);
  if (sort == Sort::source) return ascending(problem, keys, false);
  for (std::int64_t& key : keys) key = -key;
  return ascending(problem, keys);
}

/// p at the peak is before t iff t's position is p's release in t's chain or later; t is before p iff p's position is
/// t's release in p's chain or later; never both.
std::vector<std::int64_t> reusable_peak_bytes(const LayoutProblem& problem) {
  const Conflicts& conflicts = problem.conflicts();
  std::vector<std::int64_t> out(problem.sizes().size());
  const std::uint32_t step = quick_bounds(problem).peak_step;
  std::vector<Sums> released(conflicts.chain_count()), made(conflicts.chain_count());
  for (std::size_t p = 0; p < out.size(); ++p) {
    const TensorId t{p};
    const Lifetime life = problem.lifetimes()[p];
    if (!problem.occupies(t) || life.begin > step || life.end <= step) continue;
    const std::int64_t size = problem.sizes()[p].count;
    for (std::size_t c = 0; c < released.size(); ++c)
      if (const Position at = conflicts.release(t, c); at != Conflicts::kNever) released[c].add(at, size);
    if (!made.empty()) made[conflicts.chain(t)].add(conflicts.position(t), size);
  }
  std::ranges::for_each(released, &Sums::finish);
  std::ranges::for_each(made, &Sums::finish);
  for (std::size_t i = 0; i < out.size() && !made.empty(); ++i) {
    const TensorId t{i};
    if (!problem.occupies(t)) continue;
    out[i] = released[conflicts.chain(t)].up_to(conflicts.position(t));
    for (std::size_t c = 0; c < made.size(); ++c)
      if (const Position at = conflicts.release(t, c); at != Conflicts::kNever) out[i] += made[c].from(at);
  }
  return out;
}

std::vector<std::uint32_t> peak_reuse_order(const LayoutProblem& problem) {
  const std::vector<std::int64_t> reusable = reusable_peak_bytes(problem);
  std::vector<std::int64_t> keys(problem.block_count());
  for (std::size_t b = 0; b < keys.size(); ++b)
    for (TensorId t : problem.block(b)) keys[b] += reusable[t.index()];
  return ascending(problem, keys);
}

}  // namespace stowage
