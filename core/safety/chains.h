// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"

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

/// A single chain, where every operator of the global order leads to the next; else none. O(N + A), mostly less.
[[nodiscard]] std::optional<ChainCover> chain_of_all(const Graph& graph);

/// Chains found greedily: each operator, in global order, continues the chain whose last operator is its most recent
/// ancestor, or starts a new one. O(arcs · chains) time; none where it would use more than `memory_limit` bytes or
/// `most` chains, or where the task was stopped.
[[nodiscard]] std::optional<ChainCover> chains_of_ancestors(const Graph& graph, std::size_t most,
                                                            std::size_t memory_limit, const Task& task);

}  // namespace stowage
