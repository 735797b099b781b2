// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/task.h"
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
    failed,  ///< in the clique that failed most
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
  [[nodiscard]] std::ptrdiff_t highest() const {
    for (std::size_t w = words_.size(); w-- > 0;)
      if (words_[w] != 0) return static_cast<std::ptrdiff_t>(w * 64 + 63) - std::countl_zero(words_[w]);
    return -1;
  }

 private:
  std::array<std::uint64_t, kBits / 64> words_{};
};

/// Whether a component fits into a capacity: a complete search that places each tensor on those below it or postpones
/// it, and reasons about what can still be below what. postpone_search.cpp explains and proves it. One object may be
/// run many times; it remembers where it failed, which makes later runs quicker.
///
/// The search decides, draws conclusions, and fails where these contradict each other. Every conclusion carries the
/// decisions it follows from. After a failure, the search goes back to the last decision that had to do with it, skips
/// all that had not, and reverses that one; the reversal follows from the others (conflict-directed backjumping). So it
/// searches parts of the graph that no longer touch each other one after the other, without looking for the parts. A
/// search that fails without any decision has proved that there is no plan.
class PostponeSearch {
 public:
  using Item = ConflictModel::Item;

  /// The model must outlive it.
  explicit PostponeSearch(const ConflictModel& model);

  SearchEnd run(std::int64_t capacity, BranchingHeuristic heuristic, SearchBudget budget, const Task& task);
  /// The item's offset in the plan found; valid until the next run.
  [[nodiscard]] std::int64_t offset(Item i) const { return lowest_[i]; }
  /// Decisions tried in all runs.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  static constexpr Item kNone = ~Item{0};
  struct Change {
    enum class Kind : std::uint8_t { bound, lowest, placed };
    Kind kind;
    Item item;
    std::int64_t value;
    DecisionLevels why;
  };
  struct Decision {
    std::size_t changes;
    Item item;
  };

  void start();
  SearchEnd search(SearchBudget budget);
  bool pick();
  bool decide();
  bool go_back();
  bool reverse(std::size_t level);
  bool propagate();
  bool is_interrupted(std::size_t work);

  [[nodiscard]] std::int64_t aligned(Item i, std::int64_t offset) const {
    return all_aligned_ ? offset : round_up(offset, model_.steps[i]);
  }
  [[nodiscard]] std::int64_t end_of(Item i) const { return bound_[i] + model_.sizes[i]; }
  [[nodiscard]] bool postponed(Item i) const { return bound_[i] > lowest_[i]; }

  bool place(Item i);
  bool raise(Item i, std::int64_t bound, const DecisionLevels& why);
  void take_out(Item i);
  void put_back(Item i);
  void undo(std::size_t changes);
  void look_at_cliques_of(Item i);

  bool look_at_clique(std::uint32_t c);
  void sort_by_bound(std::span<Item> members) const;
  bool check_suffixes(std::span<const Item> members);
  [[nodiscard]] DecisionLevels why_bounds(std::span<const Item> items) const;
  [[nodiscard]] DecisionLevels why_around(Item i) const;
  bool check_item(Item i, bool& changed);
  [[nodiscard]] bool has_blocker(Item i);
  bool check_support(Item i, bool& changed);
  std::int64_t lowest_support(Item i);

  [[nodiscard]] bool goes_before(Item a, Item b) const;
  [[nodiscard]] std::uint32_t pick_clique() const;

  const ConflictModel& model_;
  std::size_t level_shift_ = 0;  // so many levels, as a power of two, share a bit
  bool all_aligned_ = true;

  // of this run
  std::int64_t capacity_ = 0;
  BranchingHeuristic heuristic_{};
  const Task* task_ = nullptr;
  bool stopped_ = false;
  std::size_t work_ = 0;  // since the task was last asked
  std::uint64_t failures_met_ = 0;
  Item next_ = 0;  // to decide on
  DecisionLevels conflict_;
  std::vector<Change> changes_;
  std::vector<Decision> decisions_;

  // of all runs
  std::uint64_t nodes_ = 0;
  std::vector<std::int64_t> failures_;  // by clique

  // by item
  std::vector<double> keys_;          // the largest comes first among equally low ones
  std::vector<std::int64_t> lowest_;  // largest end of the placed ones unsafe to it; its offset once placed
  std::vector<std::int64_t> bound_;   // its offset is at least this
  std::vector<DecisionLevels> why_bound_, why_placed_;
  std::vector<std::uint8_t> placed_;
  std::vector<Item> blocker_, support_;  // the last witnesses found
  std::vector<Item> waiting_;            // the items not placed
  std::vector<std::uint32_t> place_in_waiting_;

  // by clique: its members, those not placed first
  std::vector<std::vector<Item>> members_;
  std::vector<std::uint32_t> unplaced_;
  std::vector<std::int64_t> load_;     // bytes of these
  std::vector<std::int64_t> highest_;  // none of them has a larger bound
  std::vector<std::uint8_t> listed_;
  std::vector<std::uint32_t> to_check_;

  std::vector<std::int64_t> last_starts_;  // scratch, of the members of one clique
};

}  // namespace stowage
