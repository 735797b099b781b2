// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/disjunctive_search.h"

#include <algorithm>
#include <cassert>

// Once it is decided of every two unsafe tensors which lies below, a plan is a solution of difference constraints
//
//     start(above) + ahead(above) ≥ start(below) + ahead(below) + size(below)
//
// between the starts of their blocks, and so the least solution (longest paths, each start rounded up to its step) is
// one within the capacity if any is. Groups are nothing special then: which tensor of which group rests on which is
// what is decided. The search keeps, for each block, the least distance of its bottom from 0 and of its top from the
// capacity; it decides on a pair that overlaps where every block is at its least start, and has a plan where none does.
//
// A pair is ordered without a decision where only one of the two ways leaves room between the bounds. The members of a
// clique lie one above the other: for those of them with a bound of v or more, v + their sizes ≤ capacity, and one
// whose bound is too high to be the lowest lies on another that can be; the same from the top.
//
// Everything concluded carries the decisions it follows from, and failures go back over those that had nothing to do
// with them, as in single_search.cpp. A decision refuted becomes its opposite, which follows from the others.

namespace stowage {

DisjunctiveSearch::DisjunctiveSearch(const ConflictModel& model) : model_(model), failures_(model.size()) {
  list_pairs();
  for (Item i = 0; i < model.size(); ++i) {
    const std::int64_t behind = model.block_sizes[model.block_of[i]] - model.ahead[i] - model.sizes[i];
    inset_[kBottom].push_back(model.ahead[i]);
    inset_[kTop].push_back(behind);
  }
  for (std::uint32_t c = 0; c < model.cliques.row_count(); ++c)
    members_.emplace_back(model.cliques[c].begin(), model.cliques[c].end());
  constexpr std::size_t kLevelsAnItem = 4;  // beyond, levels share the last bit
  while (((kLevelsAnItem * model.size()) >> level_shift_) >= DecisionLevels::kBits) ++level_shift_;
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

/// Nothing is decided. False where a block fits nowhere.
bool DisjunctiveSearch::start() {
  const std::size_t blocks = model_.blocks.row_count();
  changes_.clear();
  decisions_.clear();
  failures_met_ = 0;
  orders_.assign(pairs_.size(), Order::open);
  why_order_.assign(pairs_.size(), 0);
  blocks_to_check_.clear();
  cliques_to_check_.clear();
  block_listed_.assign(blocks, 0);
  clique_listed_.assign(members_.size(), 0);
  for (Side side : kSides) {
    bounds_[side].assign(blocks, 0);
    why_bounds_[side].assign(blocks, {});
  }
  for (Block b = 0; b < blocks; ++b) {
    bounds_[kTop][b] = stepped(kTop, b, 0);
    look_at(b);
    if (bounds_[kTop][b] + model_.block_sizes[b] > capacity_) return false;
  }
  return true;
}

SearchEnd DisjunctiveSearch::run(std::int64_t capacity, BranchingHeuristic heuristic, SearchBudget budget,
                                 const Task& task) {
  if (capacity < model_.bound) return SearchEnd::exhausted;
  capacity_ = capacity;
  heuristic_ = heuristic;
  keys_ = sort_keys(model_, heuristic);
  task_ = &task;
  stopped_ = task.should_stop();
  if (stopped_) return SearchEnd::stopped;
  return start() ? search(budget) : SearchEnd::exhausted;
}

SearchEnd DisjunctiveSearch::search(SearchBudget budget) {
  if (!propagate()) return stopped_ ? SearchEnd::stopped : SearchEnd::exhausted;
  for (std::uint64_t count = 0;; ++count, ++nodes_) {
    Decision decision{changes_.size(), 0, 0, 0};
    if (is_interrupted(pairs_.size())) return SearchEnd::stopped;
    if (!pick(decision)) return SearchEnd::found;
    if (count >= budget.nodes || failures_met_ >= budget.failures) return SearchEnd::out_of_budget;
    DecisionLevels itself;
    itself.insert(std::min(decisions_.size() >> level_shift_, DecisionLevels::kBits - 1));
    decisions_.push_back(decision);
    if (order(decision.pair, decision.below, decision.above, itself) && propagate()) continue;
    if (!stopped_ && !go_back() && !stopped_) return SearchEnd::exhausted;
    if (stopped_) return SearchEnd::stopped;
  }
}

/// Turns the last decision that had to do with the failure into its opposite, until that does not fail.
bool DisjunctiveSearch::go_back() {
  for (;;) {
    ++failures_met_;
    const std::ptrdiff_t highest = conflict_.highest();
    if (highest < 0) return false;
    const auto bit = static_cast<std::size_t>(highest);
    const std::size_t first = bit << level_shift_;
    const std::size_t past = bit + 1 == DecisionLevels::kBits ? decisions_.size() : (bit + 1) << level_shift_;
    const std::size_t level = std::min(decisions_.size(), past) - 1;
    assert(level >= first);
    const Decision decision = decisions_[level];
    decisions_.resize(level);
    undo(decision.changes);
    if (level == first) conflict_.remove(bit);  // else it may be due to one that shares it
    if (order(decision.pair, decision.above, decision.below, DecisionLevels(conflict_)) && propagate()) return true;
    if (stopped_) return false;
  }
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

/// Two items that overlap at the least starts, and which to put below; false where there are none.
bool DisjunctiveSearch::pick(Decision& decision) const {
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
    decision.pair = pair;
    decision.below = swapped ? two.second : two.first;
    decision.above = swapped ? two.first : two.second;
  }
  return found;
}

}  // namespace stowage
