// SPDX-License-Identifier: Apache-2.0
// What the search concludes without deciding anything; the rules are explained on top of single_search.cpp.
#include <algorithm>

#include "core/layout/search/postpone_search.h"

namespace stowage {
namespace {

constexpr std::int64_t kNowhere = std::int64_t{1} << 61;

}  // namespace

/// Applies the rules until none has anything to add. False where they contradict each other, or the task was stopped.
bool PostponeSearch::propagate() {
  for (bool changed = true; changed;) {
    while (!to_check_.empty()) {
      const std::uint32_t c = to_check_.back();
      to_check_.pop_back();
      listed_[c] = 0;
      if (!check_clique(c)) return false;
    }
    changed = false;
    for (std::size_t k = 0; k < waiting_.size();) {
      const Item i = waiting_[k];
      if (!check_item(i, changed)) return false;
      if (!placed_[i]) ++k;  // else another is in its place
    }
    changed = changed || !to_check_.empty();
    if (is_interrupted(waiting_.size())) return false;
  }
  return true;
}

/// Asks for the time now and then. True where the task was stopped.
bool PostponeSearch::is_interrupted(std::size_t work) {
  constexpr std::size_t kWorkBetween = 1 << 18;
  work_ += work;
  if (work_ < kWorkBetween) return false;
  work_ = 0;
  stopped_ = task_->should_stop();
  return stopped_;
}

bool PostponeSearch::check_clique(std::uint32_t c) {
  const auto members = std::span(members_[c]).first(unplaced_[c]);
  if (is_interrupted(members.size())) return false;
  if (members.empty()) return true;
  sort_by_bound(members);
  highest_[c] = bounds_.back();
  // The lowest of those from the k-th on starts at last_starts_[k] at the latest.
  last_starts_.resize(members.size());
  std::int64_t start = capacity_;
  for (std::size_t k = members.size(); k-- > 0;) {
    start -= model_.sizes[members[k]];
    last_starts_[k] = start;
    if (bounds_[k] <= start) continue;
    remember_failure(c);
    conflict_ = why_bounds(members.subspan(k));
    return false;
  }
  return check_suffixes(members);
}

/// They nearly are. Leaves their bounds in bounds_.
void PostponeSearch::sort_by_bound(std::span<Item> members) {
  bounds_.resize(members.size());
  for (std::size_t k = 0; k < members.size(); ++k) {
    const Item i = members[k];
    const std::int64_t bound = bound_[i];
    std::size_t to = k;
    for (; to > 0 && bounds_[to - 1] > bound; --to) {
      members[to] = members[to - 1];
      bounds_[to] = bounds_[to - 1];
    }
    members[to] = i;
    bounds_[to] = bound;
  }
}

/// Of the members from the k-th on, those that start too high to be the lowest lie on one that can be.
bool PostponeSearch::check_suffixes(std::span<const Item> members) {
  const std::size_t count = members.size();
  std::size_t m = 0;  // the first that cannot be the lowest from the k-th on
  for (std::size_t k = 0; k < count; ++k) {
    while (m < count && bounds_[m] <= last_starts_[k]) ++m;
    if (m == count) return true;
    std::int64_t least_end = end_of(members[k]);
    for (std::size_t other = k + 1; other < m && bounds_[m] < least_end; ++other)
      least_end = std::min(least_end, end_of(members[other]));
    if (bounds_[m] >= least_end) continue;
    const DecisionLevels why = why_bounds(members.subspan(k));
    for (; m < count && bounds_[m] < least_end; ++m)
      if (!raise(members[m], aligned(members[m], least_end), why)) return false;
    return true;  // the order may have changed: the clique is looked at again
  }
  return true;
}

void PostponeSearch::remember_failure(std::uint32_t c) {
  constexpr double kGrowth = 1.001, kMost = 1e100;  // what failed of late counts more
  failures_[c] += failure_weight_;
  failure_weight_ *= kGrowth;
  if (failure_weight_ < kMost) return;
  for (double& weight : failures_) weight /= kMost;
  failure_weight_ /= kMost;
}

DecisionLevels PostponeSearch::why_bounds(std::span<const Item> items) const {
  DecisionLevels why;
  for (Item i : items) why |= why_bound_[i];
  return why;
}

/// Why the item and the rivals that wait are as high as they are, and the others where they are.
DecisionLevels PostponeSearch::why_around(Item i) const {
  DecisionLevels why = why_bound_[i];
  for (Item k : model_.rivals[i]) why |= placed_[k] ? why_placed_[k] : why_bound_[k];
  return why;
}

/// Whether a rival that waits may keep it from its lowest start.
bool PostponeSearch::has_blocker(Item i) {
  const std::int64_t end = lowest_[i] + model_.sizes[i];
  const auto blocks = [&](Item k) { return !placed_[k] && bound_[k] < end; };
  const auto rivals = model_.rivals[i];
  if (blocker_[i] != kNone && blocks(blocker_[i])) return true;
  const auto found = std::ranges::find_if(rivals, blocks);
  blocker_[i] = found == rivals.end() ? kNone : *found;
  return found != rivals.end();
}

bool PostponeSearch::check_item(Item i, bool& changed) {
  if (has_blocker(i)) return !postponed(i) || check_support(i, changed);
  const DecisionLevels why = why_around(i);
  if (postponed(i)) {
    conflict_ = why;
    return false;
  }
  why_placed_[i] = why;
  changed = true;
  return place(i);
}

/// A postponed one lies on a rival that waits.
bool PostponeSearch::check_support(Item i, bool& changed) {
  const Item known = support_[i];
  if (known != kNone && !placed_[known] && end_of(known) <= bound_[i]) return true;
  const std::int64_t lowest = lowest_support(i);
  if (lowest <= bound_[i]) return true;
  changed = true;
  return raise(i, lowest, why_around(i));
}

/// The least start on a rival that waits, or kNowhere; remembers which.
std::int64_t PostponeSearch::lowest_support(Item i) {
  support_[i] = kNone;
  for (Item k : model_.rivals[i])
    if (!placed_[k] && (support_[i] == kNone || end_of(k) < end_of(support_[i]))) support_[i] = k;
  return support_[i] == kNone ? kNowhere : aligned(i, end_of(support_[i]));
}

}  // namespace stowage
