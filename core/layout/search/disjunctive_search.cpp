// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/disjunctive_search.h"

#include <cassert>

// Once it is decided of every two unsafe tensors which lies below, a plan is a solution of difference constraints
//
//     start(above) + ahead(above) ≥ start(below) + ahead(below) + size(below)
//
// between the starts of their blocks, and so the least solution (longest paths, each start rounded up to its step) is
// one within the capacity if any is. Groups need no rule of their own: the search decides which tensor of which group
// rests on which. It keeps, for each block, the least distance of its bottom from 0 and of its top from the capacity;
// it decides on a pair that overlaps where every block is at its least start, and has a plan where none does.
//
// A pair is ordered without a decision where only one of the two ways leaves room between the bounds. The members of a
// clique lie one above the other: for those of them with a bound of v or more, v + their sizes ≤ capacity, and one
// whose bound is too high to be the lowest lies on another that can be; the same from the top.
//
// A decision reversed puts the other of the two below.

namespace stowage {
namespace {

constexpr std::size_t kLevelsAnItem = 4;

}  // namespace

DisjunctiveSearch::DisjunctiveSearch(const ConflictModel& model)
    : FeasibilitySearch(model, kLevelsAnItem * model.size()) {
  failures_.resize(model.size());
  list_pairs();
  for (Item i = 0; i < model.size(); ++i) {
    const std::int64_t behind = model.block_sizes[model.block_of[i]] - model.ahead[i] - model.sizes[i];
    inset_[kBottom].push_back(model.ahead[i]);
    inset_[kTop].push_back(behind);
  }
  for (std::uint32_t c = 0; c < model.cliques.row_count(); ++c)
    members_.emplace_back(model.cliques[c].begin(), model.cliques[c].end());
}

void DisjunctiveSearch::list_pairs() {
  std::vector<std::pair<Item, Pair>> rows;
  for (Item i = 0; i < model_.size(); ++i) {
    for (Item k : model_.rivals[i]) {
      if (k < i) continue;
      rows.emplace_back(i, static_cast<Pair>(pairs_.size()));
      rows.emplace_back(k, static_cast<Pair>(pairs_.size()));
      pairs_.push_back({i, k});
    }
  }
  pairs_of_ = Csr<Pair>::from_pairs(model_.size(), rows);
}

/// Takes back all decisions. False where a block fits nowhere.
bool DisjunctiveSearch::start() {
  const std::size_t blocks = model_.blocks.row_count();
  changes_.clear();
  decisions_.clear();
  orders_.assign(pairs_.size(), Order::open);
  why_order_.assign(pairs_.size(), 0);
  blocks_to_check_.clear();
  cliques_to_check_.clear();
  block_listed_.assign(blocks, 0);
  clique_listed_.assign(members_.size(), 0);
  for (Side side : kSides) {
    bounds_[side].assign(blocks, 0);
    why_bounds_[side].assign(blocks, {});
    saved_[side].assign(blocks, 0);
  }
  for (Block b = 0; b < blocks; ++b) {
    bounds_[kTop][b] = stepped(kTop, b, 0);
    look_at(b);
    if (bounds_[kTop][b] + model_.block_sizes[b] > capacity_) return false;
  }
  return true;
}

bool DisjunctiveSearch::decide(const DecisionLevels& itself) {
  decisions_.push_back(next_);
  return order(next_.pair, next_.below, next_.above, itself);
}

bool DisjunctiveSearch::reverse(std::size_t level) {
  const Decision decision = decisions_[level];
  decisions_.resize(level);
  undo(decision.changes);
  return order(decision.pair, decision.above, decision.below, DecisionLevels(conflict_));
}

void DisjunctiveSearch::undo(std::size_t changes) {
  for (; changes_.size() > changes; changes_.pop_back()) {
    const Change& change = changes_.back();
    if (change.is_order) {
      orders_[change.index] = Order::open;
    } else {
      bounds_[change.side][change.index] = change.value;
      why_bounds_[change.side][change.index] = change.why;
    }
  }
  for (Block b : blocks_to_check_) block_listed_[b] = 0;
  for (std::uint32_t c : cliques_to_check_) clique_listed_[c] = 0;
  blocks_to_check_.clear();
  cliques_to_check_.clear();
}

/// Picks two items that overlap at the least starts, and which to put below; false where there are none.
bool DisjunctiveSearch::pick() {
  if (is_interrupted(pairs_.size())) return false;
  next_.changes = changes_.size();
  const auto score = [&](TwoItems two) {
    const double failures = failures_[two.first] + failures_[two.second];
    const auto low = static_cast<double>(std::max(bound(kBottom, two.first), bound(kBottom, two.second)));
    if (heuristic_.region == BranchingHeuristic::Region::lowest) return std::pair(-low, failures);
    if (heuristic_.region == BranchingHeuristic::Region::failed) return std::pair(failures, -low);
    const auto open = std::max(room(two.first, two.second), room(two.second, two.first));
    return std::pair(failures / static_cast<double>(open + 1), -low);
  };
  std::pair<double, double> best;
  bool found = false;
  for (Pair pair = 0; pair < pairs_.size(); ++pair) {
    const TwoItems two = pairs_[pair];
    if (orders_[pair] != Order::open || !overlap(two.first, two.second)) continue;
    const auto here = score(two);
    if (found && here <= best) continue;
    found = true;
    best = here;
    const auto first_below = std::pair(room(two.first, two.second), keys_[two.first]);
    const bool swapped = std::pair(room(two.second, two.first), keys_[two.second]) > first_below;
    next_.pair = pair;
    next_.below = swapped ? two.second : two.first;
    next_.above = swapped ? two.first : two.second;
  }
  return found;
}

/// The room between the bounds if one item lies below the other; negative where that is impossible.
std::int64_t DisjunctiveSearch::room(Item below, Item above) const {
  return capacity_ - bound(kBottom, below) - model_.sizes[below] - model_.sizes[above] - bound(kTop, above);
}

/// Whether the items overlap at their least starts.
bool DisjunctiveSearch::overlap(Item a, Item b) const {
  const std::int64_t at_a = bound(kBottom, a), at_b = bound(kBottom, b);
  return at_a < at_b + model_.sizes[b] && at_b < at_a + model_.sizes[a];
}

/// The bound, raised until it leaves a start that is a multiple of the block's step.
std::int64_t DisjunctiveSearch::stepped(Side side, Block b, std::int64_t bound) const {
  const std::int64_t step = model_.steps[b];
  if (step == 1) return bound;
  if (side == kBottom) return round_up(bound, step);
  const std::int64_t last_start = capacity_ - model_.block_sizes[b] - bound;
  return last_start < 0 ? bound : bound + last_start % step;
}

/// Lists the block; its cliques wait, as a block with hundreds of items may be raised thousands of times before.
void DisjunctiveSearch::look_at(Block b) {
  if (block_listed_[b]) return;
  block_listed_[b] = 1;
  blocks_to_check_.push_back(b);
}

bool DisjunctiveSearch::propagate() {
  for (;;) {
    if (!blocks_to_check_.empty()) {
      const Block b = blocks_to_check_.back();
      blocks_to_check_.pop_back();
      block_listed_[b] = 0;
      list_cliques_of(b);
      for (Item i : model_.blocks[b])
        if (!check_pairs_of(i)) return false;
    } else if (!cliques_to_check_.empty()) {
      const std::uint32_t c = cliques_to_check_.back();
      cliques_to_check_.pop_back();
      clique_listed_[c] = 0;
      for (Side side : kSides)
        if (!look_at_clique(side, c)) return false;
    } else {
      return true;
    }
  }
}

void DisjunctiveSearch::list_cliques_of(Block b) {
  for (Item i : model_.blocks[b]) {
    for (std::uint32_t c : model_.cliques_of[i]) {
      if (clique_listed_[c]) continue;
      clique_listed_[c] = 1;
      cliques_to_check_.push_back(c);
    }
  }
}

/// Whether the bound before the last decision is saved: bounds that raise each other by little would save millions.
bool DisjunctiveSearch::is_saved(Side side, Block b) const {
  const std::size_t at = saved_[side][b];
  const std::size_t last_level = decisions_.empty() ? 0 : decisions_.back().changes;
  if (at < last_level || at >= changes_.size()) return false;  // or one since taken back
  const Change& change = changes_[at];
  return !change.is_order && change.side == side && change.index == b;
}

/// Raises the bound of the item, and of its block with it, from that side.
bool DisjunctiveSearch::raise(Side side, Item i, std::int64_t bound, const DecisionLevels& why) {
  const Block b = model_.block_of[i];
  const std::int64_t now = stepped(side, b, bound - inset_[side][i]);
  if (now <= bounds_[side][b]) return true;
  if (!is_saved(side, b)) {
    saved_[side][b] = changes_.size();
    changes_.push_back({false, side, b, bounds_[side][b], why_bounds_[side][b]});
  }
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

/// Puts one item above all of the other, for the reason that ordered them.
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
      std::swap(below, above);  // the only way left, if any
    }
    DecisionLevels reason = why(kBottom, above);
    reason |= why(kTop, below);
    if (!order(pair, below, above, reason)) return false;
  }
  return true;
}

/// Checks a clique from the bottom, or from the top.
bool DisjunctiveSearch::look_at_clique(Side side, std::uint32_t c) {
  const std::span members = members_[c];
  if (is_interrupted(members.size())) return false;
  sort_by_bound(members, [&](Item i) { return bound(side, i); });
  return check_clique(
      members, [&](std::span<const Item> items) { return why_bounds(side, items); },
      [&](Item i, std::int64_t offset, const DecisionLevels& why) { return raise(side, i, offset, why); },
      [&](std::span<const Item> items) { remember_failure(items); });
}

DecisionLevels DisjunctiveSearch::why_bounds(Side side, std::span<const Item> items) const {
  DecisionLevels out;
  for (Item i : items) out |= why(side, i);
  return out;
}

}  // namespace stowage
