// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <random>
#include <vector>

#include "core/tradeoff/moves.h"

namespace stowage {

/// A node and the bytes by which it is judged: of its bound or of its plan.
struct JudgedNode {
  TradeOffNode node;
  Bytes value;
};

/// The undominated nodes found, by their value and makespan; of equal ones the one with fewest edits. Where there are
/// too many, those go whose neighbours stand for them. The nodes that did not get in last can be drawn too: the way to
/// a better one may lead through them.
class Archive {
 public:
  explicit Archive(std::optional<Bytes> budget) : budget_(budget) {}

  /// Whether a node of these would not get in.
  [[nodiscard]] bool has_better(Bytes value, std::int64_t makespan, std::size_t edits) const;
  /// Whether it got in.
  bool insert(JudgedNode node);
  /// One to go on from; there must have been one. The reference holds until the next insert().
  [[nodiscard]] const TradeOffNode& draw(std::mt19937_64& engine);
  /// The points of at most so many nodes, spread over the front, with both ends and those beside the budget.
  [[nodiscard]] std::vector<TradeOffPoint> spread(std::size_t most) const;

 private:
  struct Entry {
    JudgedNode judged;
    std::uint64_t draws = 0;

    [[nodiscard]] std::int64_t makespan() const { return judged.node.point.makespan; }
  };
  using Entries = std::vector<Entry>;

  [[nodiscard]] std::size_t beside_budget() const;
  [[nodiscard]] std::size_t least_missed(const std::vector<std::size_t>& shown) const;
  void thin();

  std::optional<Bytes> budget_;
  Entries front_;  ///< ascending by value, descending by makespan
  std::deque<TradeOffNode> others_;
};

}  // namespace stowage
