// SPDX-License-Identifier: Apache-2.0
#include "core/layout/timeline.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/layout/overlaps.h"

namespace stowage {
namespace {

using Position = Conflicts::Position;

/// Few leaves make many partial tensors to compare with; many make many sets to merge a long window into. The factor
/// balances the two, as measured.
std::size_t choose_leaf_count(std::span<const Conflicts::Window> windows, Position steps) {
  constexpr double kFactor = 0.06;
  constexpr double kMost = 1 << 14;
  double length = 0, count = 0;
  for (Conflicts::Window window : windows) {
    length += window.end - window.begin;
    count += window.end > window.begin;
  }
  const double alive = std::max(1.0, length / std::max(1, steps));
  const double leaves = std::clamp(kFactor * count / std::sqrt(alive), 1.0, kMost);
  return std::bit_ceil(static_cast<std::size_t>(leaves));
}

}  // namespace

Timeline::Timeline(std::span<const Window> windows) {
  Position steps = 1;
  for (Window window : windows) steps = std::max(steps, window.end);
  leaf_count_ = choose_leaf_count(windows, steps);
  partial_.resize(leaf_count_);
  full_.resize(leaf_count_);
  any_.resize(2 * leaf_count_);

  std::vector<std::uint64_t> ends(static_cast<std::size_t>(steps) + 1);  // then: ends before each step
  for (Window window : windows) {
    if (window.begin >= window.end) continue;
    ++ends[static_cast<std::size_t>(window.begin)];
    ++ends[static_cast<std::size_t>(window.end)];
  }
  std::uint64_t total = 0;
  for (std::uint64_t& count : ends) total += std::exchange(count, total);
  leaf_of_.resize(static_cast<std::size_t>(steps));
  for (std::size_t step = 0; step < leaf_of_.size(); ++step)
    leaf_of_[step] = static_cast<std::uint32_t>(total == 0 ? 0 : ends[step] * leaf_count_ / (total + 1));
  first_step_.resize(leaf_count_ + 1);
  for (std::size_t leaf = 0; leaf <= leaf_count_; ++leaf)
    first_step_[leaf] = static_cast<Position>(std::ranges::lower_bound(leaf_of_, leaf) - leaf_of_.begin());
}

void Timeline::add(Window window, Run run) {
  const std::size_t first = leaf_of_[static_cast<std::size_t>(window.begin)];
  const std::size_t last = leaf_of_[static_cast<std::size_t>(window.end - 1)];
  for (std::size_t leaf = first; leaf <= last; ++leaf) {
    if (covers(window, leaf)) {
      full_[leaf].add(run);
      continue;
    }
    Partial& partial = partial_[leaf];
    const auto at = std::ranges::upper_bound(partial.runs, run.begin, {}, &Run::begin) - partial.runs.begin();
    partial.runs.insert(partial.runs.begin() + at, run);
    partial.from.insert(partial.from.begin() + at, window.begin);
    partial.to.insert(partial.to.begin() + at, window.end);
  }
  for (std::size_t a = first + leaf_count_, z = last + leaf_count_; a > 0; a /= 2, z /= 2)
    for (std::size_t node = a; node <= z; ++node) any_[node].add(run);
}

void Timeline::collect_partial(Window window, std::size_t leaf, RunLists& out, std::vector<Run>& hits) const {
  out.add(full_[leaf].runs());
  constexpr std::size_t kBatch = 512;
  alignas(64) std::array<std::uint8_t, kBatch + 8> flags;
  const Partial& partial = partial_[leaf];
  for (std::size_t begin = 0; begin < partial.runs.size(); begin += kBatch) {
    const std::size_t count = std::min(kBatch, partial.runs.size() - begin);
    flag_overlaps(partial.from.data() + begin, partial.to.data() + begin, count, window, flags.data());
    std::fill_n(flags.data() + count, 8, std::uint8_t{0});
    for_each_flag(flags.data(), count, [&](std::size_t i) { hits.push_back(partial.runs[begin + i]); });
  }
  out.add(hits);
}

void Timeline::collect(Window window, RunLists& out) const {
  if (window.begin >= window.end) return;
  std::size_t first = leaf_of_[static_cast<std::size_t>(window.begin)];
  std::size_t last = leaf_of_[static_cast<std::size_t>(window.end - 1)] + 1;
  if (!covers(window, first)) collect_partial(window, first++, out, out.hits[0]);
  if (first < last && !covers(window, last - 1)) collect_partial(window, --last, out, out.hits[1]);
  for (std::size_t a = first + leaf_count_, z = last + leaf_count_; a < z; a /= 2, z /= 2) {
    if (a % 2 == 1) out.add(any_[a++].runs());
    if (z % 2 == 1) out.add(any_[--z].runs());
  }
}

}  // namespace stowage
