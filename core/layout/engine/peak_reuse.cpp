// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/peak_reuse.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/plan/bounds.h"

namespace stowage {
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
