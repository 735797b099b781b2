// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <vector>

#include "core/layout/engine/timeline.h"
#include "core/layout/engine/undecided_pairs.h"

namespace stowage {

/// The blocks placed so far, by place and time.
class Occupancy {
 public:
  explicit Occupancy(const LayoutProblem& problem)
      : problem_(problem), axis_(problem), lanes_(problem.lane_count(), Timeline(axis_)), undecided_(problem) {}
  Occupancy(const Occupancy&) = delete;
  Occupancy& operator=(const Occupancy&) = delete;

  [[nodiscard]] const LayoutProblem& problem() const { return problem_; }
  void add(std::size_t b, std::int64_t start);

  /// Which half of the time axis holds all tensors of block `b`: they end before its middle, or begin after it.
  ///
  /// **Two threads** may ask (each with a FreeStarts of its own) and add at the same time, one for blocks of each half:
  /// they read and write different leaves of the timelines.
  enum class Half : std::uint8_t { first, second, both };
  [[nodiscard]] Half half_of(std::size_t b) const;

 private:
  friend class FreeStarts;
  const LayoutProblem& problem_;
  TimeAxis axis_;
  std::vector<Timeline> lanes_;
  UndecidedPairs undecided_;
};

/// Finds where a block could start in an occupancy, which must outlive it.
///
/// The uniform rule: each placed tensor t of positive size that is unsafe to the j-th member forbids the *block* to
/// start in [offset(t) - size_j + 1 - before_j, offset(t) + size(t) - before_j), where before_j is the size of the
/// members ahead of it. A start that no member forbids is free; there is no other test. (The published Algorithm 8
/// closes the bracket for single tensors, which loses a byte a neighbour; its Algorithm 10 asks the free stretch of a
/// group for room for the group's head once more, which loses places, and accepts forbidden starts for a head of size
/// 0.) Only the union of the occupied addresses matters, so neighbours that touch are merged first.
class FreeStarts {
 public:
  static constexpr std::int64_t kEnd = std::int64_t{1} << 62;

  /// The starts that a tensor placed at `placed` forbids to a block, for an unsafe member of `size` bytes with `before`
  /// bytes of the block ahead of it.
  [[nodiscard]] static constexpr Interval forbidden_starts(Interval placed, std::int64_t size, std::int64_t before) {
    return {placed.begin - size + 1 - before, placed.end - before};
  }

  explicit FreeStarts(const Occupancy& occupancy) : occupancy_(occupancy), problem_(occupancy.problem()) {}

  /// Offers the free starts of block `b` from 0 up to kEnd as stretches [x, up), ascending and never touching, until
  /// `offer(x, up)` returns true.
  template <class Offer>
  void offer_to(std::size_t b, Offer&& offer);

  /// All free stretches, of any length: addresses for a tensor alone, starts for a group.
  [[nodiscard]] std::vector<Interval> all_for(std::size_t b);

 private:
  void collect(TensorId t);
  [[nodiscard]] std::int64_t extend(std::int64_t& top, std::int64_t least);
  template <class Offer>
  void offer_gaps(TensorId t, std::int64_t least, Offer&& offer);
  void forbid_starts(std::span<const TensorId> block);

  const Occupancy& occupancy_;
  const LayoutProblem& problem_;
  // scratch
  IntervalLists sure_;
  UndecidedPairs::Cursors fringe_lists_;
  std::vector<Interval> forbidden_;
};

/// Walks the union of all lists upwards and offers the gaps [begin, end) in it that are at least `least` (≥ 1) long;
/// the last gap ends at kEnd.
template <class Offer>
void FreeStarts::offer_gaps(TensorId t, std::int64_t least, Offer&& offer) {
  collect(t);
  std::int64_t top = 0;
  for (;;) {
    const std::int64_t next = extend(top, least);
    if (next - top < least) continue;
    if (offer(top, next) || next == kEnd) return;
    top = next;
  }
}

/// Moves `top` up over the intervals that begin less than `least` above it. Returns the least begin of one that
/// remains, or kEnd. If that is less than `least` above `top`, there is more to move over.
inline std::int64_t FreeStarts::extend(std::int64_t& top, std::int64_t least) {
  auto& lists = sure_.lists;
  std::int64_t next = kEnd;
  for (std::size_t k = 0; k < lists.size();) {
    const Interval* interval = lists[k].data();
    const Interval* const end = interval + lists[k].size();
    for (; interval != end && interval->begin - top < least; ++interval) top = std::max(top, interval->end);
    if (interval == end) {
      lists[k] = lists.back();
      lists.pop_back();
    } else {
      next = std::min(next, interval->begin);
      lists[k++] = {interval, end};
    }
  }
  if (next - top < least) return next;  // undecided pairs matter only between these
  for (std::size_t k = 0; k < fringe_lists_.size();) {
    UndecidedPairs::Cursor& cursor = fringe_lists_[k];
    do {
      const Interval* interval = cursor.rest.data();
      const Interval* const end = interval + cursor.rest.size();
      for (; interval != end && interval->begin - top < least; ++interval) top = std::max(top, interval->end);
      cursor.rest = {interval, end};
    } while (cursor.rest.empty() && cursor.refill(top));
    if (cursor.rest.empty())
      fringe_lists_.remove(k);
    else
      next = std::min(next, fringe_lists_[k++].rest.front().begin);
  }
  return next;
}

template <class Offer>
void FreeStarts::offer_to(std::size_t b, Offer&& offer) {
  const auto block = problem_.block(b);
  if (block.size() == 1) {
    const std::int64_t size = problem_.block_size(b).count;
    offer_gaps(block[0], size,
               [&](std::int64_t begin, std::int64_t end) { return offer(begin, end == kEnd ? kEnd : end - size + 1); });
    return;
  }
  forbid_starts(block);
  std::int64_t top = 0;
  for (const Interval& interval : forbidden_) {
    if (interval.begin > top && offer(top, interval.begin)) return;
    top = std::max(top, interval.end);
  }
  offer(top, kEnd);
}

}  // namespace stowage
