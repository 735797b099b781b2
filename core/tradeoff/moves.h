// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <random>
#include <vector>

#include "core/simulate/timing.h"
#include "core/tradeoff/trade_off.h"

namespace stowage {

/// A graph on the way, with what edits of it aim at.
struct TradeOffNode {
  TradeOffPoint point;
  Timing timing;
  std::vector<OperatorId> critical_path;
  std::vector<TensorId> clique;  ///< the heaviest; no two of it share a byte
};

/// Edits to try.
struct Move {
  bool from_given = false;       ///< the list is the whole way from the given graph
  std::vector<LeverEdit> edits;  ///< empty: nothing was found to try
};

/// Draws edits at random, aimed at what a node's memory and time depend on.
class Moves {
 public:
  Moves(const TradeOffOptions& options, std::size_t streams) : options_(options), most_streams_(streams) {}

  [[nodiscard]] Move draw(const TradeOffNode& node, std::mt19937_64& engine) const;

 private:
  class Draw;
  const TradeOffOptions& options_;
  std::size_t most_streams_;
};

}  // namespace stowage
