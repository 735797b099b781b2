// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "core/insight/improve/moves.h"

namespace stowage {

/// The undominated nodes found, by their value and makespan; of equal ones the one with fewest edits. Where there are
/// too many, nodes that are close to their neighbours go. The last nodes that did not get in can be drawn too: the way
/// to a better one may lead through them.
class Archive {
 public:
  /// Half of the draws are among nodes that take no longer than `fast`: these matter most to users.
  explicit Archive(std::int64_t fast = std::numeric_limits<std::int64_t>::max()) : fast_(fast) {}

  /// Whether a node with these figures would not get in.
  [[nodiscard]] bool has_better(Bytes value, std::int64_t makespan, std::size_t edits) const;
  /// The least value of the nodes that take no longer than `makespan`; none where all take longer.
  [[nodiscard]] std::optional<Bytes> least_within(std::int64_t makespan) const;
  /// Inserts a node; returns whether it got in.
  bool insert(const SharedNode& node);
  /// Draws a node to go on from; null where there is none.
  [[nodiscard]] SharedNode draw(std::mt19937_64& engine);
  /// The points of at most `most` nodes, spread over the front, with both ends.
  [[nodiscard]] std::vector<TradeOffPoint> spread(std::size_t most) const;

 private:
  struct Entry {
    SharedNode node;
    std::uint64_t draws = 0;

    [[nodiscard]] Bytes value() const { return node->value; }
    [[nodiscard]] std::int64_t makespan() const { return node->point.makespan; }
  };

  [[nodiscard]] std::vector<std::size_t> shown(std::size_t most) const;

  std::int64_t fast_;
  std::vector<Entry> front_;  ///< ascending by value, descending by makespan
  std::deque<SharedNode> others_;
};

/// The points that a front must keep when it is handed over.
struct FrontDuties {
  std::vector<TradeOffPoint> known{};  ///< found before: for each, the fastest point that needs no more stays
  std::optional<Bytes> budget{};       ///< the fastest point within it stays
  std::int64_t makespan = 0;           ///< the smallest point that takes no longer stays
  std::size_t most = 0;                ///< spread over the front; more where those that stay leave no room
};

/// Returns the undominated of these points and the known ones, the smallest footprint first; of equal ones that with
/// fewest edits. Some points are left out; no known point is better than all that stay.
[[nodiscard]] std::vector<TradeOffPoint> front_of(std::vector<TradeOffPoint> points, const FrontDuties& duties);

}  // namespace stowage
