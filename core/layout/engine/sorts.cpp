// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/sorts.h"

#include <tuple>

#include "core/plan/bounds.h"

namespace stowage {
namespace {

/// The sort key of a block: descending by both numbers, then ascending by block.
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

namespace {

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
  std::vector<std::tuple<std::int64_t, std::int64_t, std::uint32_t>> keys;  // in this order, ascending
  for (std::uint32_t b = 0; b < problem.block_count(); ++b) {
    std::int64_t sum = 0;
    for (TensorId t : problem.block(b)) sum += reusable[t.index()];
    keys.emplace_back(sum, -problem.block_size(b).count, b);
  }
  std::ranges::sort(keys);
  std::vector<std::uint32_t> out;
  for (const auto& key : keys) out.push_back(std::get<2>(key));
  return out;
}

}  // namespace stowage
