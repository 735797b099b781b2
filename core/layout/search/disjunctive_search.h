// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/layout/search/feasibility_search.h"

namespace stowage {

/// Whether a component with groups fits into a capacity: a complete search that decides, pair by pair of unsafe
/// tensors, which lies below. disjunctive_search.cpp explains it. Slower than PostponeSearch, whose dominance rules
/// fail for groups, which may interlock. `failures_` are by item.
class DisjunctiveSearch final : public FeasibilitySearch {
 public:
  /// The model must outlive it.
  explicit DisjunctiveSearch(const ConflictModel& model);

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

  bool start() override;
  bool propagate() override;
  bool pick() override;
  bool decide(const DecisionLevels& itself) override;
  bool reverse(std::size_t level) override;
  [[nodiscard]] std::size_t level() const override { return decisions_.size(); }

  void list_pairs();
  void undo(std::size_t changes);

  [[nodiscard]] std::int64_t bound(Side side, Item i) const {
    return bounds_[side][model_.block_of[i]] + inset_[side][i];
  }
  [[nodiscard]] const DecisionLevels& why(Side side, Item i) const { return why_bounds_[side][model_.block_of[i]]; }
  [[nodiscard]] std::int64_t room(Item below, Item above) const;
  [[nodiscard]] bool overlap(Item a, Item b) const;
  [[nodiscard]] std::int64_t stepped(Side side, Block b, std::int64_t bound) const;

  [[nodiscard]] bool is_saved(Side side, Block b) const;
  bool raise(Side side, Item i, std::int64_t bound, const DecisionLevels& why);
  bool order(Pair pair, Item below, Item above, const DecisionLevels& why);
  bool follow(Pair pair, Item below, Item above);
  bool check_pairs_of(Item i);
  bool look_at_clique(Side side, std::uint32_t c);
  void look_at(Block b);
  void list_cliques_of(Block b);
  [[nodiscard]] DecisionLevels why_bounds(Side side, std::span<const Item> items) const;

  std::array<std::vector<std::int64_t>, 2> inset_;  // [side][item]: from that side of its block
  std::vector<TwoItems> pairs_;
  Csr<Pair> pairs_of_;  // by item

  std::array<std::vector<std::int64_t>, 2> bounds_;        // [side][block]
  std::array<std::vector<DecisionLevels>, 2> why_bounds_;  // [side][block]
  std::array<std::vector<std::size_t>, 2> saved_;          // [side][block]: the last change of that bound
  std::vector<Order> orders_;                              // by pair
  std::vector<std::uint32_t> why_order_;                   // by pair: the change that ordered it
  std::vector<std::vector<Item>> members_;                 // of the cliques, as they were last sorted
  std::vector<std::uint8_t> block_listed_, clique_listed_;
  std::vector<Block> blocks_to_check_;
  std::vector<std::uint32_t> cliques_to_check_;

  std::vector<Change> changes_;
  std::vector<Decision> decisions_;
  Decision next_{};
};

}  // namespace stowage
