// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/timeline.h"

#include <array>
#include <bit>
#include <cmath>

#include "core/base/bits.h"

namespace stowage {
namespace {

using Position = Conflicts::Position;

/// Few leaves make many single tensors to compare with; many make many sets to merge a long window into. The factor
/// balances the two. Measured: half and twice take 2 to 10 % more time on three graphs on 1, 8 and 64 streams.
std::size_t choose_leaf_count(double tensors, double alive) {
  constexpr double kFactor = 0.1;
  // At 300 bytes a leaf and lane, 80 MB in 16 lanes. Half and twice take the same time for 1,000,000 intervals.
  constexpr double kMax = 1 << 14;
  const double leaves = std::clamp(kFactor * tensors / std::sqrt(std::max(alive, 1.0)), 2.0, kMax);
  return std::bit_ceil(static_cast<std::size_t>(leaves));
}

/// flags[i] = 1 iff [from[i], to[i]) overlaps `window`, otherwise 0.
STOWAGE_VECTORISED
void flag_overlaps(const Conflicts::Position* from, const Conflicts::Position* to, std::size_t count,
                   Conflicts::Window window, std::uint8_t* flags) {
  for (std::size_t i = 0; i < count; ++i)
    flags[i] = static_cast<std::uint8_t>((from[i] < window.end) & (window.begin < to[i]));
}

/// The union of intervals in order of begin, in the same place.
std::span<Interval> united(std::span<Interval> list) {
  if (list.empty()) return list;
  Interval* last = list.data();
  std::int64_t top = last->end;
  for (const Interval next : list.subspan(1)) {
    last[1].begin = next.begin;
    last += next.begin > top ? 1 : 0;
    top = std::max(top, next.end);
    last->end = top;
  }
  return {list.data(), last + 1};
}

}  // namespace

TimeAxis::TimeAxis(const LayoutProblem& problem) {
  const auto steps = std::max<std::size_t>(1, problem.graph().operator_count());
  std::vector<std::uint64_t> events(steps + 1);  // at each step, then: before each step
  std::uint64_t total = 0;
  double length = 0;
  for (TensorId t : problem.graph().tensors()) {
    if (!problem.occupies(t)) continue;
    const Conflicts::Window window = problem.window(t, problem.lane(t));
    ++events[static_cast<std::size_t>(window.begin)];
    ++events[static_cast<std::size_t>(window.end)];
    total += 2;
    length += window.end - window.begin;
  }
  const double tensors = static_cast<double>(total) / 2, alive = length / static_cast<double>(steps);
  const std::size_t leaves = choose_leaf_count(tensors, alive);
  // Stretches of 2^3 leaves, where a window covers more leaves than that. Measured: 20 % less time for a training step
  // of 100,000 tensors on eight streams, with 2^4 leaves 18 %; where windows are short, one more set costs up to 15 %.
  constexpr int kStretchBits = 3;
  const double covered = alive / std::max(tensors, 1.0) * static_cast<double>(leaves);
  if (covered > 1 << kStretchBits) stretch_bits_ = kStretchBits;
  std::uint64_t before = 0;
  for (std::uint64_t& count : events) before += std::exchange(count, before);
  leaf_of_.resize(steps);
  for (std::size_t step = 0; step < steps; ++step)
    leaf_of_[step] = static_cast<std::uint32_t>(events[step] * leaves / (total + 1));
  first_step_.resize(leaves + 1);
  for (std::size_t leaf = 0; leaf <= leaves; ++leaf)
    first_step_[leaf] = static_cast<Position>(std::ranges::lower_bound(leaf_of_, leaf) - leaf_of_.begin());
}

void Timeline::Singles::insert(Position from_step, Position to_step, Interval interval) {
  const auto at = std::ranges::upper_bound(intervals, interval.begin, {}, &Interval::begin) - intervals.begin();
  intervals.insert(intervals.begin() + at, interval);
  from.insert(from.begin() + at, from_step);
  to.insert(to.begin() + at, to_step);
}

void Timeline::Singles::append(Position from_step, Position to_step, Interval interval) {
  intervals.push_back(interval);
  from.push_back(from_step);
  to.push_back(to_step);
}

void Timeline::Singles::clear() {
  intervals.clear();
  from.clear();
  to.clear();
}

void Timeline::Pile::add(Position from_step, Position to_step, Interval interval) {
  // Half and twice of this, of kBatch and of OffsetOrder::kCapacity together take 4 % more time on 8 and 64 streams.
  constexpr std::size_t kMaxRecent = 64;
  recent.append(from_step, to_step, interval);
  if (recent.intervals.size() < kMaxRecent) return;
  std::array<std::uint8_t, kMaxRecent> order;
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  std::ranges::sort(order, {}, [&](std::uint8_t i) { return recent.intervals[i].begin; });
  // From the back, each to its final place.
  std::size_t old = sorted.intervals.size(), place = old + kMaxRecent;
  sorted.intervals.resize(place);
  sorted.from.resize(place);
  sorted.to.resize(place);
  const auto put = [&](const Singles& source, std::size_t k) {
    --place;
    sorted.intervals[place] = source.intervals[k];
    sorted.from[place] = source.from[k];
    sorted.to[place] = source.to[k];
  };
  for (std::size_t left = kMaxRecent; left > 0;) {
    const std::size_t last = order[left - 1];
    if (old > 0 && sorted.intervals[old - 1].begin > recent.intervals[last].begin)
      put(sorted, --old);
    else
      put(recent, last), --left;
  }
  recent.clear();
}

void Timeline::add_window(Window window, Interval interval) {
  std::size_t leaf = axis_->leaf(window.begin), past = axis_->leaf(window.end - 1) + 1;
  if (!axis_->covers(window, leaf)) leaves_[leaf++].partial.add(window.begin, window.end, interval);
  if (leaf < past && !axis_->covers(window, past - 1)) leaves_[--past].partial.add(window.begin, window.end, interval);
  const std::size_t stretch = axis_->leaves_in_stretch();
  while (leaf < past) {
    const bool whole = leaf % stretch == 0 && past - leaf >= stretch;
    (whole ? stretches_[axis_->stretch(leaf)] : leaves_[leaf].full).add(interval);
    leaf += whole ? stretch : 1;
  }
}

void Timeline::add_made(Position step, Interval interval) {
  const std::size_t leaf = axis_->leaf(step);
  leaves_[leaf].made.insert(step, step + 1, interval);
  for (std::size_t node = leaves_.size() + leaf; node > 1; node /= 2) made_in_[node].add(interval);
}

/// The singles that overlap the window, in their order.
std::span<Interval> Timeline::overlaps(const Singles& singles, Window window, IntervalLists& out) {
  constexpr std::size_t kBatch = 512;
  const std::size_t all = singles.intervals.size();
  if (all == 0) return {};
  alignas(64) std::array<std::uint8_t, kBatch + 8> flags;
  Interval* const hits = out.scratch(all);
  Interval* end = hits;
  for (std::size_t begin = 0; begin < all; begin += kBatch) {
    const std::size_t count = std::min(kBatch, all - begin);
    flag_overlaps(singles.from.data() + begin, singles.to.data() + begin, count, window, flags.data());
    std::fill_n(flags.data() + count, 8, std::uint8_t{0});
    for_each_flag(flags.data(), count, [&](std::size_t i) { *end++ = singles.intervals[begin + i]; });
  }
  return {hits, end};
}

void Timeline::collect_at(Position step, IntervalLists& out) const {
  const std::size_t at = axis_->leaf(step);
  const Leaf& leaf = leaves_[at];
  out.add(stretches_[axis_->stretch(at)]);
  out.add(leaf.full);
  out.add(united(overlaps(leaf.partial.sorted, {step, step + 1}, out)));
  const std::span<Interval> recent = overlaps(leaf.partial.recent, {step, step + 1}, out);
  std::ranges::sort(recent, {}, &Interval::begin);
  out.add(united(recent));
}

void Timeline::collect_made_in(Window window, IntervalLists& out) const {
  if (window.begin >= window.end) return;
  std::size_t first = axis_->leaf(window.begin);
  std::size_t last = axis_->leaf(window.end - 1) + 1;
  if (!axis_->covers(window, first)) out.add(united(overlaps(leaves_[first++].made, window, out)));
  if (first < last && !axis_->covers(window, last - 1)) out.add(united(overlaps(leaves_[--last].made, window, out)));
  for (std::size_t a = first + leaves_.size(), z = last + leaves_.size(); a < z; a /= 2, z /= 2) {
    if (a == 2 && z == 4) return out.add(made_in_[2]), out.add(made_in_[3]);
    if (a % 2 == 1) out.add(made_in_[a++]);
    if (z % 2 == 1) out.add(made_in_[--z]);
  }
}

}  // namespace stowage
