// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/layout/search/feasibility_search.h"

namespace stowage {

/// Whether a component without groups fits into a capacity: a complete search that places each tensor on those below it
/// or postpones it, and reasons about what can still be below what. postpone_search.cpp explains and proves it.
/// `failures_` are by clique.
class PostponeSearch final : public FeasibilitySearch {
 public:
  /// The model must outlive it and have no groups.
  explicit PostponeSearch(const ConflictModel& model);

  [[nodiscard]] std::int64_t offset(Item i) const override { return lowest_[i]; }

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

  bool start() override;
  bool propagate() override;
  bool pick() override;
  bool decide(const DecisionLevels& itself) override;
  bool reverse(std::size_t level) override;
  [[nodiscard]] std::size_t level() const override { return decisions_.size(); }

  [[nodiscard]] std::int64_t aligned(Item i, std::int64_t offset) const {
    return all_aligned_ ? offset : round_up(offset, model_.steps[model_.block_of[i]]);
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
  [[nodiscard]] DecisionLevels why_bounds(std::span<const Item> items) const;
  [[nodiscard]] DecisionLevels why_around(Item i) const;
  bool check_item(Item i, bool& changed);
  [[nodiscard]] bool has_blocker(Item i);
  bool check_support(Item i, bool& changed);
  std::int64_t lowest_support(Item i);

  [[nodiscard]] bool goes_before(Item a, Item b) const;
  [[nodiscard]] std::uint32_t pick_clique() const;

  bool all_aligned_ = true;
  Item next_ = 0;  // to decide on

  // by item
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

  std::vector<Change> changes_;
  std::vector<Decision> decisions_;
};

}  // namespace stowage
