// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/safety/conflicts.h"

namespace stowage {

/// The operators of a graph split into **chains**: in each, every operator happens before the next.
/// The streams are such a cover; where there are very many of them, fewer and longer chains often exist.
struct ChainCover {
  struct Place {
    std::uint32_t chain;
    std::int32_t position;  ///< from 1
  };
  std::vector<Place> place;  ///< by OperatorId
  Csr<OperatorId> chains;    ///< at least one, which is empty only in a graph without operators

  [[nodiscard]] std::size_t count() const { return chains.row_count(); }
  /// The next operator of its chain, or none.
  [[nodiscard]] OperatorId next(OperatorId o) const {
    const auto [chain, position] = place[o.index()];
    const auto members = chains[chain];
    const auto after = static_cast<std::size_t>(position);
    return after < members.size() ? members[after] : OperatorId();
  }
};

/// One chain a stream that has operators, in the order of the streams.
[[nodiscard]] ChainCover chains_of_streams(const Graph& graph);

/// A single chain, where every operator of the global order leads to the next; none otherwise. O(N + A), mostly less.
[[nodiscard]] std::optional<ChainCover> chain_of_all(const Graph& graph);

/// Of the covers found cheaply, the one that makes tables by chain smallest: one chain, the streams, or fewer chains
/// than streams. too_large, with a message for the user, where ChainReachability and one number a tensor and chain need
/// more memory than is sensible; other errors are only cancelled or timed_out.
[[nodiscard]] Result<ChainCover> choose_chains(const Graph& graph, const Task& task);

/// For each operator and chain, the first place of the chain that a path of the graph leads to: first(u, s) of the
/// proof on top of conflicts.cpp. Refers to the graph and the cover.
class ChainReachability {
 public:
  using Position = Conflicts::Position;

  ChainReachability(const Graph& graph, const ChainCover& cover);

  /// O((N + A)·S), less where arcs are implied by others. False where the task was stopped.
  [[nodiscard]] bool compute(const Task& task);

  /// Positions in a row: one a chain, and kNever up to a whole number of vectors.
  [[nodiscard]] static std::size_t width_of(std::size_t chains) { return (chains + kLanes - 1) / kLanes * kLanes; }
  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] const Position* row(OperatorId o) const { return cells_.get() + o.index() * width_; }
  /// Whether a path of one arc or more leads from u to v.
  [[nodiscard]] bool leads_to(OperatorId u, OperatorId v) const {
    const auto [chain, position] = cover_.place[v.index()];
    return row(u)[chain] <= position;
  }

 private:
  static constexpr std::size_t kLanes = 4;

  const Graph& graph_;
  const ChainCover& cover_;
  std::size_t width_;
  std::unique_ptr<Position[]> cells_;  // [operator][chain]
};

}  // namespace stowage
