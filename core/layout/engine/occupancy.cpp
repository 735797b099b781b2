// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/occupancy.h"

namespace stowage {

void FreeStarts::collect(TensorId t) {
  sure_.clear();
  fringe_lists_.clear();
  const auto& lanes = occupancy_.lanes_;
  lanes[problem_.lane(t)].collect_at(problem_.begin(t), sure_);
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) lanes[lane].collect_made_in(problem_.window(t, lane), sure_);
  if (problem_.last_lane_is_mixed()) occupancy_.undecided_.collect(t, fringe_lists_);
  static constexpr Interval kLast{kEnd, kEnd};
  heads_.resize(1 + sure_.lists.size() + fringe_lists_.size());
  Head* past = heads_.data();
  *past++ = {kEnd, &kLast, &kLast + 1, nullptr};
  for (std::span<const Interval> list : sure_.lists)
    put(past++, {list.front().begin, list.data(), list.data() + list.size(), nullptr});
  for (std::size_t k = 0; k < fringe_lists_.size(); ++k)
    put(past++, {fringe_lists_[k].begin(), nullptr, nullptr, &fringe_lists_[k]});
}

/// Fills forbidden_ with the starts that some member of the group cannot have, in ascending order.
void FreeStarts::forbid_starts(std::span<const TensorId> block) {
  forbidden_.clear();
  std::int64_t before = 0;
  for (TensorId member : block) {
    const std::int64_t size = problem_.sizes()[member.index()].count;
    if (problem_.occupies(member)) {
      const auto members_before = std::ssize(forbidden_);
      std::int64_t low = 0;  // of the interval between this gap and the last
      offer_gaps(member, 1, [&](std::int64_t begin, std::int64_t end) {
        if (begin > low) forbidden_.push_back(forbidden_starts({low, begin}, size, before));
        low = end;
        return false;
      });
      std::ranges::inplace_merge(forbidden_, forbidden_.begin() + members_before, {}, &Interval::begin);
    }
    before += size;
  }
}

std::vector<Interval> FreeStarts::all_for(std::size_t b) {
  std::vector<Interval> out;
  const auto add = [&out](std::int64_t begin, std::int64_t end) {
    out.push_back({begin, end});
    return false;
  };
  if (problem_.block(b).size() == 1)
    offer_gaps(problem_.block(b)[0], 1, add);
  else
    offer_to(b, add);
  return out;
}

void Occupancy::add(std::size_t b, std::int64_t start) {
  for (TensorId t : problem_.block(b)) {
    const Interval interval{start, start + problem_.sizes()[t.index()].count};
    start = interval.end;
    if (!problem_.occupies(t)) continue;
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
