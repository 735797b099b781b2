// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/postpone_search.h"

#include <algorithm>
#include <cassert>
#include <random>

// Of all plans within the capacity, let S be one whose offsets add up to least. Then in S
//
//   (supported)   every tensor starts at 0 or on the end of one that is unsafe to it, rounded up to its step;
//   (settled)     no tensor could be moved alone to a lower free place.
//
// The search looks for S, so that all it concludes need only be true of S. It knows, of each tensor i that waits, its
// *lowest* start (the largest end of the placed ones unsafe to it) and a *bound* on its offset, at least that.
//
//            i waits           A tensor is chosen under which no waiting neighbour fits any more: bound(k) + size(k) >
//        ┌───────────┐         lowest(i) for all k. Either S has it at lowest(i): it is **placed**, and all neighbours
//        │ i, placed │         that wait lie above. Or not: it is **postponed**, its bound is above its lowest start.
//        └───────────┘lowest   The two are exclusive, so no plan is looked at twice, and they say nothing of tensors
//     ┌──────┐  ┌──────────┐   elsewhere, so the search may work wherever it fails most.
//     │placed│  │ placed   │
//
// A postponed tensor lies on a neighbour that waits (supported): its bound is at least the least end of one. And a
// neighbour that waits must keep it from its lowest start (settled): one with a bound below lowest(i) + size(i). Where
// there is no such neighbour, a postponed tensor is a contradiction, and one that is not postponed is placed without a
// decision.
//
// The members of a clique that wait lie one above the other. So for those of them with a bound of v or more,
// v + their sizes ≤ capacity; and one whose bound is too high to be the lowest of them lies on another that can be.
//
// A decision reversed is a postponement. A search that fails without any decision has proved that there is no S.
//
// (Moffitt's MiniMalloc searches for plans in canonical order of offsets, and splits where no tensor reaches across;
// Le Pape's "schedule or postpone" and conflict-directed backjumping are from scheduling.)

namespace stowage {
namespace {

constexpr std::int64_t kNowhere = std::int64_t{1} << 61;

std::vector<double> sort_keys(const ConflictModel& model, BranchingHeuristic heuristic) {
  std::vector<double> loads(model.cliques.row_count());
  for (std::size_t c = 0; c < loads.size(); ++c)
    for (ConflictModel::Item i : model.cliques[c]) loads[c] += static_cast<double>(model.sizes[i]);
  std::vector<double> out(model.size());
  for (ConflictModel::Item i = 0; i < out.size(); ++i) {
    const double size = static_cast<double>(model.sizes[i]);
    const double lifetime = static_cast<double>(model.cliques_of[i].size());
    double load = 0;
    for (std::uint32_t c : model.cliques_of[i]) load = std::max(load, loads[c]);
    const std::array keys{size * lifetime, lifetime, size, load * lifetime};  // in the order of Key
    out[i] = keys[static_cast<std::size_t>(heuristic.key)];
  }
  if (heuristic.seed == 0) return out;
  std::mt19937_64 engine(heuristic.seed);
  constexpr double kRange = 18446744073709551616.0;  // 2^64
  for (double& key : out) key *= 0.5 + static_cast<double>(engine()) / kRange;
  return out;
}

}  // namespace

PostponeSearch::PostponeSearch(const ConflictModel& model) : model_(model), failures_(model.cliques.row_count()) {
  while ((model.size() >> level_shift_) >= DecisionLevels::kBits) ++level_shift_;
  for (std::int64_t step : model.steps)
    if (model.granularity % step != 0) all_aligned_ = false;
  for (std::uint32_t c = 0; c < model.cliques.row_count(); ++c)
    members_.emplace_back(model.cliques[c].begin(), model.cliques[c].end());
}

SearchEnd PostponeSearch::run(std::int64_t capacity, BranchingHeuristic heuristic, SearchBudget budget,
                              const Task& task) {
  if (capacity < model_.bound) return SearchEnd::exhausted;
  task_ = &task;
  stopped_ = task.should_stop();
  if (stopped_) return SearchEnd::stopped;
  capacity_ = capacity;
  heuristic_ = heuristic;
  keys_ = sort_keys(model_, heuristic);
  failures_met_ = 0;
  start();
  return search(budget);
}

/// Everything waits; all that is known is that offsets are not negative.
void PostponeSearch::start() {
  const std::size_t items = model_.size();
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
}

SearchEnd PostponeSearch::search(SearchBudget budget) {
  if (!propagate()) return stopped_ ? SearchEnd::stopped : SearchEnd::exhausted;
  for (std::uint64_t count = 0; pick(); ++count, ++nodes_) {
    if (count >= budget.nodes || failures_met_ >= budget.failures) return SearchEnd::out_of_budget;
    if (decide() && propagate()) continue;
    if (!stopped_ && !go_back() && !stopped_) return SearchEnd::exhausted;
    if (stopped_) return SearchEnd::stopped;
  }
  return stopped_ ? SearchEnd::stopped : SearchEnd::found;
}

/// Takes the decision that was picked, at the next level.
bool PostponeSearch::decide() {
  DecisionLevels itself;
  itself.insert(std::min(decisions_.size() >> level_shift_, DecisionLevels::kBits - 1));
  decisions_.push_back({changes_.size(), next_});
  why_placed_[next_] = itself;
  return place(next_);
}

/// Reverses the last decision that had to do with the failure, and so on until the reversal does not fail.
bool PostponeSearch::go_back() {
  for (;;) {
    ++failures_met_;
    const std::ptrdiff_t highest = conflict_.highest();
    if (highest < 0) return false;
    const auto bit = static_cast<std::size_t>(highest);
    const std::size_t first = bit << level_shift_;
    const std::size_t past = bit + 1 == DecisionLevels::kBits ? decisions_.size() : (bit + 1) << level_shift_;
    const std::size_t last = std::min(decisions_.size(), past) - 1;
    assert(last >= first);
    if (last == first) conflict_.remove(bit);  // otherwise the failure may be due to another level with this bit
    if (reverse(last) && propagate()) return true;
    if (stopped_) return false;
  }
}

/// Takes back all decisions from this level on, and concludes the opposite of the first of them from `conflict_`.
bool PostponeSearch::reverse(std::size_t level) {
  const Decision decision = decisions_[level];
  decisions_.resize(level);
  undo(decision.changes);
  DecisionLevels why = conflict_;
  why |= why_around(decision.item);
  return raise(decision.item, lowest_support(decision.item), why);
}

/// Places the item at its lowest start, under which no neighbour that waits fits; all of these lie above it then.
bool PostponeSearch::place(Item i) {
  changes_.push_back({Change::Kind::placed, i, 0, {}});
  take_out(i);
  look_at_cliques_of(i);
  const std::int64_t end = lowest_[i] + model_.sizes[i];
  for (Item k : model_.neighbours[i]) {
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

/// Lists the cliques of i that may allow a conclusion: those whose highest member is too high to be the lowest.
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

/// Puts back the item taken out last.
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

/// Applies the rules until none has anything to add. False where they contradict each other (then `conflict_` says
/// why), or where the task was stopped.
bool PostponeSearch::propagate() {
  for (bool changed = true; changed;) {
    while (!to_check_.empty()) {
      const std::uint32_t c = to_check_.back();
      to_check_.pop_back();
      listed_[c] = 0;
      if (!look_at_clique(c)) return false;
    }
    changed = false;
    for (std::size_t k = 0; k < waiting_.size();) {
      const Item i = waiting_[k];
      if (!check_item(i, changed)) return false;
      if (!placed_[i]) ++k;  // otherwise another is in its place
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

/// The members that wait lie one above the other: for those with a bound of v or more, v + their sizes ≤ capacity.
bool PostponeSearch::look_at_clique(std::uint32_t c) {
  const auto members = std::span(members_[c]).first(unplaced_[c]);
  if (is_interrupted(members.size())) return false;
  if (members.empty()) return true;
  sort_by_bound(members);
  highest_[c] = bound_[members.back()];
  // The lowest of those from the k-th on starts at last_starts_[k] at the latest.
  last_starts_.resize(members.size());
  std::int64_t start = capacity_;
  for (std::size_t k = members.size(); k-- > 0;) {
    start -= model_.sizes[members[k]];
    last_starts_[k] = start;
    if (bound_[members[k]] <= start) continue;
    conflict_ = why_bounds(members.subspan(k));
    ++failures_[c];
    return false;
  }
  return check_suffixes(members);
}

/// By insertion: they nearly are sorted.
void PostponeSearch::sort_by_bound(std::span<Item> members) const {
  for (std::size_t k = 1; k < members.size(); ++k) {
    const Item i = members[k];
    std::size_t to = k;
    for (; to > 0 && bound_[members[to - 1]] > bound_[i]; --to) members[to] = members[to - 1];
    members[to] = i;
  }
}

/// Of the members from the k-th on, those that start too high to be the lowest lie on one that can be.
bool PostponeSearch::check_suffixes(std::span<const Item> members) {
  const std::size_t count = members.size();
  std::size_t m = 0;  // the first that cannot be the lowest from the k-th on
  for (std::size_t k = 0; k < count; ++k) {
    while (m < count && bound_[members[m]] <= last_starts_[k]) ++m;
    if (m == count) return true;
    std::int64_t least_end = end_of(members[k]);
    for (std::size_t other = k + 1; other < m && bound_[members[m]] < least_end; ++other)
      least_end = std::min(least_end, end_of(members[other]));
    if (bound_[members[m]] >= least_end) continue;
    const DecisionLevels why = why_bounds(members.subspan(k));
    for (; m < count && bound_[members[m]] < least_end; ++m)
      if (!raise(members[m], aligned(members[m], least_end), why)) return false;
    return true;  // the order may have changed: the clique is looked at again
  }
  return true;
}

DecisionLevels PostponeSearch::why_bounds(std::span<const Item> items) const {
  DecisionLevels why;
  for (Item i : items) why |= why_bound_[i];
  return why;
}

/// Why the item and the neighbours that wait are as high as they are, and the others where they are.
DecisionLevels PostponeSearch::why_around(Item i) const {
  DecisionLevels why = why_bound_[i];
  for (Item k : model_.neighbours[i]) why |= placed_[k] ? why_placed_[k] : why_bound_[k];
  return why;
}

/// Whether a neighbour that waits may keep it from its lowest start.
bool PostponeSearch::has_blocker(Item i) {
  const std::int64_t end = lowest_[i] + model_.sizes[i];
  const auto blocks = [&](Item k) { return !placed_[k] && bound_[k] < end; };
  const auto others = model_.neighbours[i];
  if (blocker_[i] != kNone && blocks(blocker_[i])) return true;
  const auto found = std::ranges::find_if(others, blocks);
  blocker_[i] = found == others.end() ? kNone : *found;
  return found != others.end();
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

/// Raises the bound of a postponed item, which lies on a neighbour that waits.
bool PostponeSearch::check_support(Item i, bool& changed) {
  const Item known = support_[i];
  if (known != kNone && !placed_[known] && end_of(known) <= bound_[i]) return true;
  const std::int64_t lowest = lowest_support(i);
  if (lowest <= bound_[i]) return true;
  changed = true;
  return raise(i, lowest, why_around(i));
}

/// The least start on a neighbour that waits, or kNowhere; remembers which.
std::int64_t PostponeSearch::lowest_support(Item i) {
  support_[i] = kNone;
  for (Item k : model_.neighbours[i])
    if (!placed_[k] && (support_[i] == kNone || end_of(k) < end_of(support_[i]))) support_[i] = k;
  return support_[i] == kNone ? kNowhere : aligned(i, end_of(support_[i]));
}

bool PostponeSearch::goes_before(Item a, Item b) const {
  if (bound_[a] != bound_[b]) return bound_[a] < bound_[b];
  if (keys_[a] != keys_[b]) return keys_[a] > keys_[b];
  return a < b;
}

/// Picks an item under which no neighbour that waits fits. It is not postponed: then it would lie on a neighbour.
bool PostponeSearch::pick() {
  if (waiting_.empty()) return false;
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
    for (Item k : model_.neighbours[i]) {
      if (placed_[k] || end_of(k) > bound_[i]) continue;
      i = k;
      moved = true;
      break;
    }
  }
  assert(!postponed(i));
  next_ = i;
  return true;
}

/// The clique with members that wait that failed most, or any where none has. Measured: that recent failures count
/// more, each by 0.1 or 1 % than the one before, changes no footprint of auto on 59 inputs, nor of search on 9.
std::uint32_t PostponeSearch::pick_clique() const {
  std::uint32_t best = 0;
  std::int64_t most = -1;
  for (std::uint32_t c = 0; c < members_.size(); ++c) {
    if (unplaced_[c] == 0 || failures_[c] <= most) continue;
    most = failures_[c];
    best = c;
  }
  return best;
}

}  // namespace stowage
