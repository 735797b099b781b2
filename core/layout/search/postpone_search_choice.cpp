// SPDX-License-Identifier: Apache-2.0
// Which tensor the search decides on next.
#include <algorithm>
#include <cassert>

#include "core/layout/search/postpone_search.h"

namespace stowage {

bool PostponeSearch::goes_before(Item a, Item b) const {
  if (bound_[a] != bound_[b]) return bound_[a] < bound_[b];
  if (keys_[a] != keys_[b]) return keys_[a] > keys_[b];
  return a < b;
}

/// One under which no rival that waits fits. None of these is postponed: that one would lie on a rival.
PostponeSearch::Item PostponeSearch::pick() const {
  const auto first = [&](std::span<const Item> items) {
    return *std::ranges::min_element(items, [&](Item a, Item b) { return goes_before(a, b); });
  };
  Item i = 0;
  if (heuristic_.region == BranchingHeuristic::Region::lowest || members_.empty()) {
    i = first(waiting_);
  } else {
    const std::uint32_t c = pick_clique();
    i = unplaced_[c] > 0 ? first(std::span(members_[c]).first(unplaced_[c])) : first(waiting_);
  }
  for (bool moved = true; moved;) {
    moved = false;
    for (Item k : model_.rivals[i]) {
      if (placed_[k] || end_of(k) > bound_[i]) continue;
      i = k;
      moved = true;
      break;
    }
  }
  assert(!postponed(i));
  return i;
}

/// The clique with members that wait that failed most, or any where none has.
std::uint32_t PostponeSearch::pick_clique() const {
  constexpr double kLeastRoom = 0.01;  // of the capacity
  std::uint32_t best = 0;
  double best_score = -1;
  for (std::uint32_t c = 0; c < members_.size(); ++c) {
    if (unplaced_[c] == 0) continue;
    double score = failures_[c];
    if (heuristic_.region == BranchingHeuristic::Region::tight && score > 0) {
      std::int64_t least = capacity_, sum = 0;
      for (Item i : std::span(members_[c]).first(unplaced_[c])) {
        least = std::min(least, bound_[i]);
        sum += model_.sizes[i];
      }
      score /= static_cast<double>(capacity_ - least - sum) / static_cast<double>(capacity_) + kLeastRoom;
    }
    if (score > best_score) {
      best_score = score;
      best = c;
    }
  }
  return best;
}

}  // namespace stowage
