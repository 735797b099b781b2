// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/layout/search/decision_levels.h"
#include "core/layout/search/feasibility_search.h"

namespace stowage {

/// Whether a component with groups fits into a capacity: a complete search that decides, pair by pair of unsafe
/// tensors, which lies below. Explained on top of pair_search.cpp. Slower than PostponeSearch, whose dominance rules
/// fail for groups, which may interlock.
class DisjunctiveSearch final : public FeasibilitySearch {
 public:
  /// The model must outlive it.
  explicit DisjunctiveSearch(const ConflictModel& model);

  SearchEnd run(std::int64_t capacity, BranchingHeuristic heuristic, SearchBudget budget, const Task& task) override;
  [[nodiscard]] std::int64_t offset(Item i) const override { return bound(kBottom, i); }

 private:
  using Block = std::uint32_t;
  using Pair = std::uint32_t;
  /// A bound is a distance: of the bottom of the block from 0, of its top from the capacity.
  enum Side : std::uint8_t { kBottom, kTop };
  static constexpr std::array kSides = {kBottom, kTop};
  enum class Order : std::uint8_t { open, first_below, second_below };
  struct TwoItems {
    Item first, second;  // first < second
  };
  struct Change {
    bool is_order;
    Side side;
    std::uint32_t index;  // of the block, or of the pair
    std::int64_t value;   // of the bound before, or for an order the change that gave its reason
    DecisionLevels why;   // of the bound before, or of the order now
  };
  struct Decision {
    std::size_t changes;
    Item below, above;
    Pair pair;
  };

  void list_pairs();
  bool start();
  SearchEnd search(SearchBudget budget);
  bool go_back();
  void undo(std::size_t changes);
  bool is_interrupted(std::size_t work);

  [[nodiscard]] std::int64_t bound(Side side, Item i) const {
    return bounds_[side][model_.block_of[i]] + inset_[side][i];
  }
  [[nodiscard]] const DecisionLevels& why(Side side, Item i) const { return why_bounds_[side][model_.block_of[i]]; }
  [[nodiscard]] std::int64_t room(Item below, Item above) const;
  [[nodiscard]] bool overlap(Item a, Item b) const;
  [[nodiscard]] std::int64_t stepped(Side side, Block b, std::int64_t bound) const;

  bool propagate();
  bool raise(Side side, Item i, std::int64_t bound, const DecisionLevels& why);
  bool order(Pair pair, Item below, Item above, const DecisionLevels& why);
  bool follow(Pair pair, Item below, Item above);
  bool check_pairs_of(Item i);
  bool check_clique(Side side, std::uint32_t c);
  bool check_suffixes(Side side, std::span<const Item> members);
  void look_at(Block b);
  void remember_failure(std::span<const Item> items);
  [[nodiscard]] DecisionLevels why_bounds(Side side, std::span<const Item> items) const;
  [[nodiscard]] bool pick(Decision& decision) const;

  const ConflictModel& model_;
  std::array<std::vector<std::int64_t>, 2> inset_;  // [side][item]: from that side of its block
  std::vector<TwoItems> pairs_;
  Csr<Pair> pairs_of_;  // by item
  std::int64_t capacity_ = 0;
  BranchingHeuristic heuristic_{};
  const Task* task_ = nullptr;
  bool stopped_ = false;
  std::size_t work_ = 0;  // since the task was last asked
  std::size_t level_shift_ = 0;

  std::array<std::vector<std::int64_t>, 2> bounds_;        // [side][block]
  std::array<std::vector<DecisionLevels>, 2> why_bounds_;  // [side][block]
  std::vector<Order> orders_;                              // by pair
  std::vector<std::uint32_t> why_order_;                   // by pair: the change that ordered it
  std::vector<double> keys_, failures_;                    // by item
  double failure_weight_ = 1;
  std::vector<std::vector<Item>> members_;  // of the cliques, as they were last sorted
  std::vector<std::uint8_t> block_listed_, clique_listed_;
  std::vector<Block> blocks_to_check_;
  std::vector<std::uint32_t> cliques_to_check_;

  std::vector<Change> changes_;
  std::vector<Decision> decisions_;
  DecisionLevels conflict_;
  std::uint64_t failures_met_ = 0;        // in this run
  std::vector<std::int64_t> last_start_;  // scratch
};

}  // namespace stowage
