// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/occupancy.h"

namespace stowage {

/// Puts the heads of all lists for `t` in order.
void FreeStarts::collect(TensorId t) {
  sure_.clear();
  fringe_lists_.clear();
  const auto& lanes = occupancy_.lanes_;
  lanes[problem_.lane(t)].collect_at(problem_.begin(t), sure_);
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) lanes[lane].collect_made_in(problem_.window(t, lane), sure_);
  if (problem_.last_lane_is_mixed()) occupancy_.undecided_.collect(t, sure_, fringe_lists_);
  const std::span<const Interval> joined = joined_sets();
  clear_heads();
  if (joined.empty())
    for (const IntervalSet* set : sure_.sets) add_head(set->intervals());
  else
    add_head(joined);
  for (std::span<const Interval> list : sure_.lists) add_head(list);
  for (UndecidedPairs::Cursor& cursor : fringe_lists_) add_head({cursor.begin(), nullptr, nullptr, &cursor});
}

void FreeStarts::clear_heads() {
  static constexpr Interval kLast{kEnd, kEnd};
  heads_.assign(1, {kEnd, &kLast, &kLast + 1, nullptr});
}

/// The union of the sets in sure_; empty where they were not asked for of late, or have changed since.
std::span<const Interval> FreeStarts::joined_sets() {
  const auto is_same = [](const IntervalSet* set, const Version& version) {
    return set == version.set && set->changes() == version.changes;
  };
  constexpr std::size_t kFewIntervals = 128;  // are walked sooner than looked up
  if (sure_.sets.size() < 2 || sure_.intervals_in_sets() < kFewIntervals) return {};
  auto joined = joined_.begin();
  while (joined != joined_.end() && !std::ranges::equal(sure_.sets, joined->sets, is_same)) ++joined;
  if (joined == joined_.end()) {
    --joined;
    joined->sets.clear();
    joined->all.clear();
    for (const IntervalSet* set : sure_.sets) joined->sets.push_back({set, set->changes()});
  } else if (joined->all.empty()) {
    clear_heads();
    for (const IntervalSet* set : sure_.sets) add_head(set->intervals());
    visit_union([&](Interval interval) { joined->all.push_back(interval); });
  }
  std::rotate(joined_.begin(), joined, joined + 1);
  return joined_.front().all;
}

/// Fills forbidden_ with the starts that some member of the block cannot have, in ascending order.
void FreeStarts::forbid_starts(std::span<const TensorId> block) {
  forbidden_.clear();
  for (TensorId member : block) {
    if (!problem_.occupies(member)) continue;
    const std::int64_t size = problem_.sizes()[member.index()].count, before = problem_.inset(member);
    const auto members_before = std::ssize(forbidden_);
    collect(member);
    visit_union([&](Interval placed) { forbidden_.push_back(forbidden_starts(placed, size, before)); });
    std::ranges::inplace_merge(forbidden_, forbidden_.begin() + members_before, {}, &Interval::begin);
  }
}

std::vector<Interval> FreeStarts::all_for(std::size_t b) {
  std::vector<Interval> out;
  const auto add = [&out](std::int64_t begin, std::int64_t end) {
    out.push_back({begin, end});
    return kAnyLength;
  };
  if (problem_.block(b).size() > 1) {
    offer_to(b, add);
  } else {
    collect(problem_.block(b)[0]);
    walk(1, add);
  }
  return out;
}

void Occupancy::add(std::size_t b, std::int64_t start) {
  for (TensorId t : problem_.block(b)) {
    if (!problem_.occupies(t)) continue;
    const std::int64_t begin = start + problem_.inset(t);
    const Interval interval{begin, begin + problem_.sizes()[t.index()].count};
    lanes_[problem_.lane(t)].add_made(problem_.begin(t), interval);
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
      const auto window = problem_.window(t, lane);
      if (window.begin < window.end) lanes_[lane].add_window(window, interval);
    }
    if (problem_.last_lane_is_mixed()) undecided_.add(t, interval);
  }
}

Occupancy::Half Occupancy::half_of(std::size_t b) const {
  if (problem_.last_lane_is_mixed()) return Half::both;  // the undecided pairs are kept by stretches of their own
  bool first = false, second = false;
  for (TensorId t : problem_.block(b)) {
    if (!problem_.occupies(t)) continue;
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
      const auto window = problem_.window(t, lane);
      first |= !axis_.in_second_half(window.begin);
      second |= axis_.in_second_half(std::max(window.begin, window.end - 1));
    }
  }
  return first && second ? Half::both : second ? Half::second : Half::first;
}

}  // namespace stowage
