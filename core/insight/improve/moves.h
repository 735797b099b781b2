// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "core/insight/improve/trade_off.h"
#include "core/insight/simulate/timing.h"

namespace stowage {

/// A graph of the search, with what its edits aim at.
struct TradeOffNode {
  TradeOffPoint point;
  Timing timing;
  std::vector<OperatorId> critical_path;
  std::vector<TensorId> clique;     ///< the heaviest; no two of it share a byte
  std::vector<std::int64_t> slack;  ///< by OperatorId, as slack_of()
  Bytes value;                      ///< by which it is judged: of its bound, of its plan, or between both
};
using SharedNode = std::shared_ptr<const TradeOffNode>;

/// The kinds of moves.
enum class MoveKind : std::uint8_t { undo, syncs, free_syncs, stream, order, recompute, offload };
inline constexpr std::size_t kMoveKinds = 7;

/// How often each kind of move is tried: those that pay for their work more often. Does not depend on timing.
class MoveShares {
 public:
  [[nodiscard]] MoveKind draw(std::span<const MoveKind> kinds, std::mt19937_64& engine) const;
  void learn(MoveKind kind, double work, double gain);

 private:
  struct Share {
    double gain = 1, work = 1;
  };
  std::array<Share, kMoveKinds> shares_{};
};

/// Edits to try.
struct Move {
  MoveKind kind = MoveKind::undo;
  bool from_given = false;       ///< the edits are all those from the given graph on
  std::vector<LeverEdit> edits;  ///< empty: nothing was found to try

  /// About the time to make the graph and to judge it, in graphs judged.
  [[nodiscard]] double work() const;
};

/// Draws edits at random, aimed at the tensors and operators that decide a node's memory and time; operators use
/// `max_streams` at most.
[[nodiscard]] Move draw_move(const TradeOffNode& node, const Levers& levers, const MoveShares& shares,
                             const HostLink& link, std::size_t max_streams, std::mt19937_64& engine);

}  // namespace stowage
