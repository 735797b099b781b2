// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
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
  static constexpr std::int64_t kAnyLength = std::numeric_limits<std::int64_t>::max();

  /// The starts that a tensor placed at `placed` forbids to a block, for an unsafe member of `size` bytes with `before`
  /// bytes of the block ahead of it.
  [[nodiscard]] static constexpr Interval forbidden_starts(Interval placed, std::int64_t size, std::int64_t before) {
    return {placed.begin - size + 1 - before, placed.end - before};
  }

  explicit FreeStarts(const Occupancy& occupancy) : occupancy_(occupancy), problem_(occupancy.problem()) {}

  /// Offers the free starts of block `b` from 0 up to kEnd as stretches [x, up), ascending and never touching. Those as
  /// long as `offer(x, up)` returned, or longer, need no longer be offered: none after 0, all after kAnyLength.
  template <class Offer>
  void offer_to(std::size_t b, Offer&& offer);

  [[nodiscard]] bool may_start(std::size_t b, std::int64_t start) {
    bool out = false;
    offer_to(b, [&](std::int64_t x, std::int64_t up) {
      out = x <= start && start < up;
      return start < up ? 0 : kAnyLength;
    });
    return out;
  }
  /// All free stretches, of any length: addresses for a tensor alone, starts for a group.
  [[nodiscard]] std::vector<Interval> all_for(std::size_t b);

 private:
  /// A list of occupied addresses, from the interval at hand on.
  struct Head {
    std::int64_t begin;  ///< of the interval at hand
    const Interval* at;
    const Interval* end;
    UndecidedPairs::Cursor* more;  ///< what follows at `end`, or null

    /// Goes on with what follows and ends above `top`; false if nothing does.
    bool refill(std::int64_t top);
  };

  struct Version {
    const IntervalSet* set;
    std::size_t changes;
  };
  /// Sets asked for together, and their union, made once they are asked for again.
  struct JoinedSets {
    std::vector<Version> sets;
    std::vector<Interval> all;
  };

  void collect(TensorId t);
  /// Puts the head at `place` or below, where it belongs among those below, which are in order.
  static void put(Head* place, const Head& head) {
    for (; place[-1].begin < head.begin; --place) *place = place[-1];
    *place = head;
  }
  template <class Offer>
  void walk(std::int64_t least, Offer&& offer);
  template <class Visit>
  void visit_union(const Visit& visit);
  std::span<const Interval> joined_sets();
  void clear_heads();
  void add_head(std::span<const Interval> list) {
    add_head({list.front().begin, list.data(), list.data() + list.size(), nullptr});
  }
  void add_head(const Head& head) {
    heads_.push_back(head);
    put(&heads_.back(), head);
  }
  void forbid_starts(std::span<const TensorId> block);

  const Occupancy& occupancy_;
  const LayoutProblem& problem_;
  // scratch
  IntervalLists sure_;
  std::vector<UndecidedPairs::Cursor> fringe_lists_;
  std::vector<Head> heads_;  // the lowest begin last; the first, at kEnd, stays first
  // The last asked for first. Measured on a training step of 100,000 tensors on eight streams: the sets are among the
  // last one 49 % of the time, two 78 %, four 92 %, and among 64 no more than that.
  std::array<JoinedSets, 4> joined_;
  std::vector<Interval> forbidden_;
};

inline bool FreeStarts::Head::refill(std::int64_t top) {
  const std::span<const Interval> next = more == nullptr ? std::span<const Interval>() : more->next(top);
  if (next.empty()) return false;
  *this = {next.front().begin, next.data(), next.data() + next.size(), more};
  return true;
}

/// Walks the union of all lists upwards and offers the gaps [begin, end) in it that are at least `least` (≥ 1) long,
/// and shorter than `offer` returned last; the last gap ends at kEnd. The list with the lowest begin moves `top` up
/// until a gap follows in it, and takes its place in the order again: one list is touched at a time, as most gaps of
/// one list are filled by others.
template <class Offer>
void FreeStarts::walk(std::int64_t least, Offer&& offer) {
  std::int64_t top = 0;
  std::int64_t past_useful = kAnyLength;
  // Asks in one comparison, which is seldom true, whether `least` <= length < past_useful.
  const auto is_useful = [&](std::int64_t length) {
    return static_cast<std::uint64_t>(length - least) < static_cast<std::uint64_t>(past_useful - least);
  };
  for (Head* past = heads_.data() + heads_.size();;) {
    Head head = past[-1];
    if (head.begin == kEnd) {
      if (is_useful(kEnd - top)) offer(top, kEnd);
      return;
    }
    while (head.at != head.end) {
      if (is_useful(head.begin - top) && (past_useful = offer(top, head.begin)) <= least) return;
      top = std::max(top, head.at->end);
      if (++head.at == head.end) break;
      head.begin = head.at->begin;
      if (head.begin - top >= least && head.begin > past[-2].begin) break;
    }
    if (head.at == head.end) {
      if (head.more != nullptr && head.begin < top + least - 1) {
        head.begin = top + least - 1;  // let other lists move top first: it may leave chunks out
      } else if (!head.refill(top)) {
        --past;
        continue;
      }
    }
    put(past - 1, head);
  }
}

/// Visits what lies between the gaps of the union: its intervals, merged.
template <class Visit>
void FreeStarts::visit_union(const Visit& visit) {
  std::int64_t low = 0;  // of the interval between this gap and the last
  walk(1, [&](std::int64_t begin, std::int64_t end) {
    if (begin > low) visit(Interval{low, begin});
    low = end;
    return kAnyLength;
  });
}

template <class Offer>
void FreeStarts::offer_to(std::size_t b, Offer&& offer) {
  const auto block = problem_.block(b);
  if (block.size() == 1) {
    const std::int64_t size = problem_.block_size(b).count;
    collect(block[0]);
    walk(size, [&](std::int64_t begin, std::int64_t end) {
      const std::int64_t past_useful = offer(begin, end == kEnd ? kEnd : end - size + 1);
      return past_useful > kEnd ? kAnyLength : past_useful + size - 1;
    });
    return;
  }
  forbid_starts(block);
  std::int64_t top = 0;
  for (const Interval& interval : forbidden_) {
    if (interval.begin > top && offer(top, interval.begin) == 0) return;
    top = std::max(top, interval.end);
  }
  offer(top, kEnd);
}

}  // namespace stowage
