// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/postpone_search.h"

#include <algorithm>
#include <cassert>

// Of all plans within the capacity, let S be one whose offsets add up to least. Then in S
//
//   (supported)   every tensor starts at 0 or on the end of one that is unsafe to it, rounded up to its step;
//   (settled)     no tensor could be moved alone to a lower free place.
//
// The search looks for S, so that all it concludes need only be true of S. It knows, of each tensor i that waits, its
// *lowest* start (the largest end of the placed ones unsafe to it) and a *bound* on its offset, at least that.
//
//            i waits           A tensor is chosen under which no waiting rival fits any more: bound(k) + size(k) >
//        ┌───────────┐         lowest(i) for all k. Either S has it at lowest(i): it is **placed**, and all rivals that
//        │ i, placed │         wait lie above. Or not: it is **postponed**, its bound is above its lowest start.
//        └───────────┘lowest   The two are exclusive, so no plan is looked at twice, and they say nothing of tensors
//     ┌──────┐  ┌──────────┐   elsewhere, so the search may work wherever it fails most.
//     │placed│  │ placed   │
//
// A postponed tensor lies on a rival that waits (supported): its bound is at least the least end of one. And a rival
// that waits must keep it from its lowest start (settled): one with a bound below lowest(i) + size(i). Where there is
// no such rival, a postponed tensor is a contradiction, and one that is not postponed is placed without a decision.
//
// The members of a clique that wait lie one above the other. So for those of them with a bound of v or more,
// v + their sizes ≤ capacity; and one whose bound is too high to be the lowest of them lies on another that can be.
//
// Everything concluded carries the decisions it follows from (DecisionLevels). When the search fails it goes back to
// the last decision that had to do with it, over all that had not: tensors in parts of the graph that no longer touch
// each other are thus searched one part after the other, without the parts being looked for. That decision is turned
// into a postponement, which follows from the others. A search that fails without any decision has proved that there is
// no S.
//
// (Moffitt's MiniMalloc searches for plans in canonical order of offsets, and splits where no tensor reaches across;
// Le Pape's "schedule or postpone" and conflict-directed backjumping are from scheduling.)

namespace stowage {

PostponeSearch::PostponeSearch(const ConflictModel& model) : model_(model), failures_(model.cliques.row_count()) {
  assert(!model.has_groups());
  for (std::int64_t step : model.steps)
    if (model.grain % step != 0) all_aligned_ = false;
  for (std::uint32_t c = 0; c < model.cliques.row_count(); ++c)
    members_.emplace_back(model.cliques[c].begin(), model.cliques[c].end());
  while ((model.size() >> level_shift_) >= DecisionLevels::kBits) ++level_shift_;
}

/// Everything waits, nothing is known but that offsets are not negative.
void PostponeSearch::start(BranchingHeuristic heuristic) {
  const std::size_t items = model_.size();
  heuristic_ = heuristic;
  lowest_.assign(items, 0);
  bound_.assign(items, 0);
  why_bound_.assign(items, {});
  why_placed_.assign(items, {});
  placed_.assign(items, 0);
  blocker_.assign(items, kNone);
  support_.assign(items, kNone);
  waiting_.clear();
  place_in_waiting_.clear();
  for (Item i = 0; i < items; ++i) {
    waiting_.push_back(i);
    place_in_waiting_.push_back(i);
  }
  changes_.clear();
  decisions_.clear();
  failures_met_ = 0;
  unplaced_.clear();
  load_.assign(members_.size(), 0);
  highest_.assign(members_.size(), 0);
  to_check_.clear();
  for (std::uint32_t c = 0; c < members_.size(); ++c) {
    unplaced_.push_back(static_cast<std::uint32_t>(members_[c].size()));
    to_check_.push_back(c);
    for (Item i : members_[c]) load_[c] += model_.sizes[i];
  }
  listed_.assign(members_.size(), 1);
  keys_ = sort_keys(model_, heuristic);
}

SearchEnd PostponeSearch::run(std::int64_t capacity, BranchingHeuristic heuristic, SearchBudget budget,
                              const Task& task) {
  if (capacity < model_.bound) return SearchEnd::exhausted;
  capacity_ = capacity;
  task_ = &task;
  stopped_ = task.should_stop();
  start(heuristic);
  return stopped_ ? SearchEnd::stopped : search(budget);
}

SearchEnd PostponeSearch::search(SearchBudget budget) {
  if (!propagate()) return stopped_ ? SearchEnd::stopped : SearchEnd::exhausted;
  for (std::uint64_t count = 0; !waiting_.empty(); ++count, ++nodes_) {
    if (count >= budget.nodes || failures_met_ >= budget.failures) return SearchEnd::out_of_budget;
    const Item i = pick();
    const std::size_t level = decisions_.size();
    decisions_.push_back({changes_.size(), i});
    why_placed_[i] = {};
    why_placed_[i].insert(level >> level_shift_);
    if (place(i) && propagate()) continue;
    if (!stopped_ && !go_back() && !stopped_) return SearchEnd::exhausted;
    if (stopped_) return SearchEnd::stopped;
  }
  return SearchEnd::found;
}

/// Turns the last decision that had to do with the failure into a postponement, until that does not fail.
bool PostponeSearch::go_back() {
  for (;;) {
    ++failures_met_;
    const std::ptrdiff_t bit = conflict_.highest();
    if (bit < 0) return false;
    const std::size_t first = static_cast<std::size_t>(bit) << level_shift_;
    const std::size_t level = std::min(decisions_.size(), first + (std::size_t{1} << level_shift_)) - 1;
    assert(level >= first);
    const Decision decision = decisions_[level];
    decisions_.resize(level);
    undo(decision.changes);
    if (level == first) conflict_.remove(static_cast<std::size_t>(bit));  // else it may be due to one that shares it
    DecisionLevels why = conflict_;
    why |= why_around(decision.item);
    if (raise(decision.item, lowest_support(decision.item), why) && propagate()) return true;
    if (stopped_) return false;
  }
}

/// At its lowest start, under which no rival that waits fits; all of them lie above it then.
bool PostponeSearch::place(Item i) {
  changes_.push_back({Change::Kind::placed, i, 0, {}});
  take_out(i);
  look_at_cliques_of(i);
  const std::int64_t end = lowest_[i] + model_.sizes[i];
  for (Item k : model_.rivals[i]) {
    if (placed_[k]) continue;
    assert(end_of(k) > lowest_[i]);
    const std::int64_t start = aligned(k, end);
    if (lowest_[k] < start) {
      changes_.push_back({Change::Kind::lowest, k, lowest_[k], {}});
      lowest_[k] = start;
    }
    if (bound_[k] >= start) continue;
    DecisionLevels why = why_bound_[k];
    why |= why_placed_[i];
    if (!raise(k, start, why)) return false;
  }
  return true;
}

bool PostponeSearch::raise(Item i, std::int64_t bound, const DecisionLevels& why) {
  if (bound + model_.sizes[i] > capacity_) {
    conflict_ = why;
    return false;
  }
  changes_.push_back({Change::Kind::bound, i, bound_[i], why_bound_[i]});
  bound_[i] = bound;
  why_bound_[i] = why;
  look_at_cliques_of(i);
  return true;
}

/// Those about which there may be something to conclude: where even the highest could be the lowest, there is not.
void PostponeSearch::look_at_cliques_of(Item i) {
  for (std::uint32_t c : model_.cliques_of[i]) {
    highest_[c] = std::max(highest_[c], bound_[i]);
    if (listed_[c] || highest_[c] + load_[c] <= capacity_) continue;
    listed_[c] = 1;
    to_check_.push_back(c);
  }
}

void PostponeSearch::take_out(Item i) {
  placed_[i] = 1;
  const Item last = waiting_.back();
  waiting_[place_in_waiting_[i]] = last;
  place_in_waiting_[last] = place_in_waiting_[i];
  waiting_.pop_back();
  for (std::uint32_t c : model_.cliques_of[i]) {
    auto& members = members_[c];
    std::size_t k = 0;
    while (members[k] != i) ++k;
    std::swap(members[k], members[--unplaced_[c]]);
    load_[c] -= model_.sizes[i];
  }
}

/// The last one taken out.
void PostponeSearch::put_back(Item i) {
  placed_[i] = 0;
  place_in_waiting_[i] = static_cast<std::uint32_t>(waiting_.size());
  waiting_.push_back(i);
  for (std::uint32_t c : model_.cliques_of[i]) {
    ++unplaced_[c];
    load_[c] += model_.sizes[i];
  }
}

void PostponeSearch::undo(std::size_t changes) {
  while (changes_.size() > changes) {
    const Change& change = changes_.back();
    switch (change.kind) {
      case Change::Kind::bound:
        bound_[change.item] = change.value;
        why_bound_[change.item] = change.why;
        break;
      case Change::Kind::lowest:
        lowest_[change.item] = change.value;
        break;
      case Change::Kind::placed:
        put_back(change.item);
        break;
    }
    changes_.pop_back();
  }
  for (std::uint32_t c : to_check_) listed_[c] = 0;
  to_check_.clear();
}

}  // namespace stowage
