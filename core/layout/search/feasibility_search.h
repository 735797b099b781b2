// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/layout/search/conflict_model.h"

namespace stowage {

/// How a search ended. `found` and `exhausted` are proofs; the others prove nothing.
enum class SearchEnd { found, exhausted, out_of_budget, stopped };

/// When a run gives up. Failures say how stuck it is, nodes how much work it was: large graphs take many of these even
/// where nothing fails.
struct SearchBudget {
  std::uint64_t nodes = ~std::uint64_t{0};     ///< decisions tried
  std::uint64_t failures = ~std::uint64_t{0};  ///< contradictions met
};

/// Which tensor a search looks at next. None changes what is true, only how soon it is found.
struct BranchingHeuristic {
  enum class Region {
    lowest,  ///< wherever the lowest free start is
    failed,  ///< in the clique that failed most of late
    tight,   ///< the same, by how little room that clique has left
  };
  enum class Key { area, lifetime, size, load };  ///< among equally low ones: the largest first

  Region region = Region::lowest;
  Key key = Key::area;
  std::uint64_t seed = 0;  ///< not 0: keys are changed at random, by up to a half
};

/// A set of decisions of a search, by the level at which each was taken: why something is so. Levels share bits where
/// there are more of them than bits, so that the set may hold more than was put in, but never less.
class DecisionLevels {
 public:
  static constexpr std::size_t kBits = 512;

  void insert(std::size_t bit) { words_[bit / 64] |= std::uint64_t{1} << bit % 64; }
  void remove(std::size_t bit) { words_[bit / 64] &= ~(std::uint64_t{1} << bit % 64); }
  DecisionLevels& operator|=(const DecisionLevels& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
    return *this;
  }
  /// The highest bit, or -1.
  [[nodiscard]] std::ptrdiff_t highest() const;

 private:
  std::array<std::uint64_t, kBits / 64> words_{};
};

/// A complete search for a plan of one component within a capacity. One object may be run many times; it remembers
/// where it failed, which makes later runs quicker.
///
/// A search decides, draws conclusions, and fails where these contradict each other. Every conclusion carries the
/// decisions it follows from. After a failure, the search goes back to the last decision that had to do with it, skips
/// all that had not, and reverses that one; the reversal follows from the others (conflict-directed backjumping). So it
/// searches parts of the graph that no longer touch each other one after the other, without looking for the parts. A
/// search that fails without any decision has proved that there is no plan.
class FeasibilitySearch {
 public:
  using Item = ConflictModel::Item;

  virtual ~FeasibilitySearch() = default;
  SearchEnd run(std::int64_t capacity, BranchingHeuristic heuristic, SearchBudget budget, const Task& task);
  /// The item's offset in the plan found; valid until the next run.
  [[nodiscard]] virtual std::int64_t offset(Item i) const = 0;
  /// Decisions tried in all runs.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 protected:
  /// The model must outlive it. Beyond `most_levels` decisions at a time, levels share the last bit.
  FeasibilitySearch(const ConflictModel& model, std::size_t most_levels);

  /// Forgets all decisions. False where something fits nowhere.
  virtual bool start() = 0;
  /// Applies the rules until none has anything to add. False where they contradict each other (then `conflict_` says
  /// why), or where the task was stopped.
  virtual bool propagate() = 0;
  /// Chooses the next decision; false where none is left, or the task was stopped.
  virtual bool pick() = 0;
  /// Takes the chosen decision, at the next level; `itself` is its reason.
  virtual bool decide(const DecisionLevels& itself) = 0;
  /// Takes back all decisions from this level on, and concludes the opposite of the first of them from `conflict_`.
  virtual bool reverse(std::size_t level) = 0;
  [[nodiscard]] virtual std::size_t level() const = 0;

  /// Asks for the time now and then. True where the task was stopped.
  bool is_interrupted(std::size_t work);
  /// Adds to failures_; recent failures count more.
  void remember_failure(std::span<const std::uint32_t> where);

  /// Sorts members of a clique, which nearly are sorted, by the least offset of each, `bound(i)`. Returns the highest.
  template <class Bound>
  std::int64_t sort_by_bound(std::span<Item> members, const Bound& bound);
  /// The members of a clique, just sorted by their bounds, lie one above the other: for those with a bound of v or
  /// more, v + their sizes ≤ capacity; and one whose bound is too high to be the lowest of them lies on another that
  /// can be. `why(items)`: the decisions that the items' bounds follow from; `raise(i, offset, why)`: item i lies at
  /// least there; `failed(items)`: those that do not fit.
  template <class Why, class Raise, class Failed>
  bool check_clique(std::span<const Item> members, const Why& why, const Raise& raise, const Failed& failed);

  const ConflictModel& model_;
  std::int64_t capacity_ = 0;
  BranchingHeuristic heuristic_{};
  std::vector<double> keys_;  // by item: the largest comes first among equally low ones
  std::vector<double> failures_;
  DecisionLevels conflict_;
  bool stopped_ = false;

 private:
  SearchEnd search(SearchBudget budget);
  bool go_back();
  template <class Why, class Raise>
  bool check_suffixes(std::span<const Item> members, const Why& why, const Raise& raise);

  std::size_t level_shift_ = 0;
  double failure_weight_ = 1;
  std::uint64_t nodes_ = 0, failures_met_ = 0;  // failures of this run
  const Task* task_ = nullptr;
  std::size_t work_ = 0;                                   // since the task was last asked
  std::vector<std::int64_t> member_bounds_, last_starts_;  // scratch, of the members of one clique
};

template <class Bound>
std::int64_t FeasibilitySearch::sort_by_bound(std::span<Item> members, const Bound& bound) {
  member_bounds_.resize(members.size());
  for (std::size_t k = 0; k < members.size(); ++k) {
    const Item i = members[k];
    const std::int64_t own = bound(i);
    std::size_t to = k;
    for (; to > 0 && member_bounds_[to - 1] > own; --to) {
      members[to] = members[to - 1];
      member_bounds_[to] = member_bounds_[to - 1];
    }
    members[to] = i;
    member_bounds_[to] = own;
  }
  return member_bounds_.empty() ? 0 : member_bounds_.back();
}

template <class Why, class Raise, class Failed>
bool FeasibilitySearch::check_clique(std::span<const Item> members, const Why& why, const Raise& raise,
                                     const Failed& failed) {
  // The lowest of those from the k-th on starts at last_starts_[k] at the latest.
  last_starts_.resize(members.size());
  std::int64_t start = capacity_;
  for (std::size_t k = members.size(); k-- > 0;) {
    start -= model_.sizes[members[k]];
    last_starts_[k] = start;
    if (member_bounds_[k] <= start) continue;
    conflict_ = why(members.subspan(k));
    failed(members.subspan(k));
    return false;
  }
  return check_suffixes(members, why, raise);
}

/// Of the members from the k-th on, those that start too high to be the lowest lie on one that can be.
template <class Why, class Raise>
bool FeasibilitySearch::check_suffixes(std::span<const Item> members, const Why& why, const Raise& raise) {
  const std::size_t count = members.size();
  const auto end_of = [&](std::size_t k) { return member_bounds_[k] + model_.sizes[members[k]]; };
  std::size_t m = 0;  // the first that cannot be the lowest from the k-th on
  for (std::size_t k = 0; k < count; ++k) {
    while (m < count && member_bounds_[m] <= last_starts_[k]) ++m;
    if (m == count) return true;
    std::int64_t least_end = end_of(k);
    for (std::size_t other = k + 1; other < m && member_bounds_[m] < least_end; ++other)
      least_end = std::min(least_end, end_of(other));
    if (member_bounds_[m] >= least_end) continue;
    const DecisionLevels reason = why(members.subspan(k));
    for (; m < count && member_bounds_[m] < least_end; ++m)
      if (!raise(members[m], least_end, reason)) return false;
    return true;  // the order may have changed: the clique is looked at again
  }
  return true;
}

}  // namespace stowage
