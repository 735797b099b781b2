// SPDX-License-Identifier: Apache-2.0
// What the search concludes without deciding anything; the rules are explained on top of pair_search.cpp.
#include <algorithm>
#include <limits>

#include "core/layout/search/disjunctive_search.h"

namespace stowage {

/// What is left between the bounds if one lies below the other; negative where that is impossible.
std::int64_t DisjunctiveSearch::room(Item below, Item above) const {
  return capacity_ - bound(kBottom, below) - model_.sizes[below] - model_.sizes[above] - bound(kTop, above);
}

/// At the least starts.
bool DisjunctiveSearch::overlap(Item a, Item b) const {
  const std::int64_t at_a = bound(kBottom, a), at_b = bound(kBottom, b);
  return at_a < at_b + model_.sizes[b] && at_b < at_a + model_.sizes[a];
}

/// The bound that leaves a start that is a multiple of the block's step.
std::int64_t DisjunctiveSearch::stepped(Side side, Block b, std::int64_t bound) const {
  const std::int64_t step = model_.steps[b];
  if (step == 1) return bound;
  if (side == kBottom) return round_up(bound, step);
  const std::int64_t last_start = capacity_ - model_.block_sizes[b] - bound;
  return last_start < 0 ? bound : bound + last_start % step;
}

bool DisjunctiveSearch::is_interrupted(std::size_t work) {
  constexpr std::size_t kWorkBetween = 1 << 18;
  work_ += work;
  if (work_ < kWorkBetween) return false;
  work_ = 0;
  stopped_ = task_->should_stop();
  return stopped_;
}

void DisjunctiveSearch::look_at(Block b) {
  if (!block_listed_[b]) {
    block_listed_[b] = 1;
    blocks_to_check_.push_back(b);
  }
  for (Item i : model_.blocks[b]) {
    for (std::uint32_t c : model_.cliques_of[i]) {
      if (clique_listed_[c]) continue;
      clique_listed_[c] = 1;
      cliques_to_check_.push_back(c);
    }
  }
}

/// Applies the rules until none has anything to add. False where they contradict each other, or the task was stopped.
bool DisjunctiveSearch::propagate() {
  for (;;) {
    if (!blocks_to_check_.empty()) {
      const Block b = blocks_to_check_.back();
      blocks_to_check_.pop_back();
      block_listed_[b] = 0;
      for (Item i : model_.blocks[b])
        if (!check_pairs_of(i)) return false;
    } else if (!cliques_to_check_.empty()) {
      const std::uint32_t c = cliques_to_check_.back();
      cliques_to_check_.pop_back();
      clique_listed_[c] = 0;
      for (Side side : kSides)
        if (!check_clique(side, c)) return false;
    } else {
      return true;
    }
  }
}

/// The item, and its block with it, is at least so far from that side.
bool DisjunctiveSearch::raise(Side side, Item i, std::int64_t bound, const DecisionLevels& why) {
  const Block b = model_.block_of[i];
  const std::int64_t now = stepped(side, b, bound - inset_[side][i]);
  if (now <= bounds_[side][b]) return true;
  changes_.push_back({false, side, b, bounds_[side][b], why_bounds_[side][b]});
  bounds_[side][b] = now;
  why_bounds_[side][b] = why;
  look_at(b);
  if (bounds_[kBottom][b] + model_.block_sizes[b] + bounds_[kTop][b] <= capacity_) return true;
  conflict_ = why_bounds_[kBottom][b];
  conflict_ |= why_bounds_[kTop][b];
  remember_failure(model_.blocks[b]);
  return false;
}

bool DisjunctiveSearch::order(Pair pair, Item below, Item above, const DecisionLevels& why) {
  why_order_[pair] = static_cast<std::uint32_t>(changes_.size());
  changes_.push_back({true, kBottom, pair, 0, why});
  orders_[pair] = below < above ? Order::first_below : Order::second_below;
  return follow(pair, below, above);
}

/// One lies above all of the other, for the reason that ordered them.
bool DisjunctiveSearch::follow(Pair pair, Item below, Item above) {
  const auto push = [&](Side side, Item from, Item to) {
    const std::int64_t least = bound(side, from) + model_.sizes[from];
    if (least <= bound(side, to)) return true;
    DecisionLevels reason = changes_[why_order_[pair]].why;
    reason |= why(side, from);
    return raise(side, to, least, reason);
  };
  return push(kBottom, below, above) && push(kTop, above, below);
}

bool DisjunctiveSearch::check_pairs_of(Item i) {
  const auto pairs = pairs_of_[i];
  if (is_interrupted(pairs.size())) return false;
  for (Pair pair : pairs) {
    auto [below, above] = pairs_[pair];
    if (orders_[pair] != Order::open) {
      if (orders_[pair] == Order::second_below) std::swap(below, above);
      if (!follow(pair, below, above)) return false;
      continue;
    }
    if (room(below, above) >= 0) {
      if (room(above, below) >= 0) continue;
    } else {
      std::swap(below, above);  // the only way left, if it is one
    }
    DecisionLevels reason = why(kBottom, above);
    reason |= why(kTop, below);
    if (!order(pair, below, above, reason)) return false;
  }
  return true;
}

/// As PostponeSearch::check_clique, from either side.
bool DisjunctiveSearch::check_clique(Side side, std::uint32_t c) {
  const std::span members = members_[c];
  if (is_interrupted(members.size())) return false;
  std::ranges::sort(members, {}, [&](Item i) { return bound(side, i); });
  last_start_.resize(members.size());
  std::int64_t start = capacity_;
  for (std::size_t k = members.size(); k-- > 0;) {
    start -= model_.sizes[members[k]];
    last_start_[k] = start;
    if (bound(side, members[k]) <= start) continue;
    conflict_ = why_bounds(side, members.subspan(k));
    remember_failure(members.subspan(k));
    return false;
  }
  return check_suffixes(side, members);
}

bool DisjunctiveSearch::check_suffixes(Side side, std::span<const Item> members) {
  for (std::size_t k = 0; k < members.size(); ++k) {
    if (bound(side, members.back()) <= last_start_[k]) continue;
    std::int64_t least_end = std::numeric_limits<std::int64_t>::max();
    std::size_t m = k;
    for (; bound(side, members[m]) <= last_start_[k]; ++m)
      least_end = std::min(least_end, bound(side, members[m]) + model_.sizes[members[m]]);
    if (bound(side, members[m]) >= least_end) continue;
    const DecisionLevels reason = why_bounds(side, members.subspan(k));
    for (; m < members.size() && bound(side, members[m]) < least_end; ++m)
      if (!raise(side, members[m], least_end, reason)) return false;
    return true;  // the order may have changed: the clique is looked at again
  }
  return true;
}

DecisionLevels DisjunctiveSearch::why_bounds(Side side, std::span<const Item> items) const {
  DecisionLevels out;
  for (Item i : items) out |= why(side, i);
  return out;
}

void DisjunctiveSearch::remember_failure(std::span<const Item> items) {
  constexpr double kGrowth = 1.001, kMost = 1e100;  // what failed of late counts more
  for (Item i : items) failures_[i] += failure_weight_;
  failure_weight_ *= kGrowth;
  if (failure_weight_ < kMost) return;
  for (double& weight : failures_) weight /= kMost;
  failure_weight_ /= kMost;
}

}  // namespace stowage
