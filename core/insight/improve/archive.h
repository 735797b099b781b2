// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "core/insight/improve/moves.h"
#include "core/insight/improve/spread.h"

namespace stowage {

using SharedNode = std::shared_ptr<const TradeOffNode>;

/// A node and the bytes by which it is judged: of its bound, of its plan, or between both.
struct JudgedNode {
  SharedNode node;
  Bytes value;
};

/// The undominated nodes found, by their value and makespan; of equal ones the one with fewest edits. Where there are
/// too many, nodes that are close to their neighbours go. The last nodes that did not get in can be drawn too: the way
/// to a better one may lead through them.
class Archive {
 public:
  /// Half of the draws are among nodes that take no longer than `fast`: people look there.
  explicit Archive(std::int64_t fast = std::numeric_limits<std::int64_t>::max()) : fast_(fast) {}

  /// Whether a node with these figures would not get in.
  [[nodiscard]] bool has_better(Bytes value, std::int64_t makespan, std::size_t edits) const;
  /// The least value of the nodes that take no longer than `makespan`; none where all take longer.
  [[nodiscard]] std::optional<Bytes> least_within(std::int64_t makespan) const;
  /// Inserts a node; returns whether it got in.
  bool insert(const JudgedNode& node);
  /// Draws a node to go on from; null where there is none.
  [[nodiscard]] SharedNode draw(std::mt19937_64& engine);
  /// The points of at most `most` nodes, spread over the front, with both ends.
  [[nodiscard]] std::vector<TradeOffPoint> spread(std::size_t most) const;

 private:
  struct Entry {
    JudgedNode judged;
    std::uint64_t draws = 0;

    [[nodiscard]] std::int64_t makespan() const { return judged.node->point.makespan; }
  };
  using Entries = std::vector<Entry>;

  [[nodiscard]] std::vector<std::size_t> shown(std::size_t most) const;
  void thin();

  std::int64_t fast_;
  Entries front_;  ///< ascending by value, descending by makespan
  std::deque<SharedNode> others_;
};

}  // namespace stowage
