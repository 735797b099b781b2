// SPDX-License-Identifier: Apache-2.0
// What NNC inserts, and in which order it may stand.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/layout/strategies/nnc/allocation_graph.h"

namespace stowage {

/// Blocks that are inserted together and begin at the same address: each before the next. One block, but for
/// companions.
struct NncUnit {
  std::vector<AllocationGraph::Node> blocks;
  std::int64_t size = 0;     ///< the largest of them
  std::int64_t step = 1;     ///< their address must be a multiple of it
  std::uint64_t degree = 0;  ///< unsafe partners of all of them
};

/// What decides whether a unit, or two together, fit an edge.
struct NncRequest {
  AllocationGraph::Node first, last;  ///< of their blocks, in order
  std::int64_t size, step;
};
[[nodiscard]] inline NncRequest request_of(const NncUnit& unit) {
  return {unit.blocks.front(), unit.blocks.back(), unit.size, unit.step};
}

/// The order of blocks in which NNC thinks, from that of their tensors.
class BlockOrder {
 public:
  explicit BlockOrder(const LayoutProblem& problem) : problem_(problem) {}

  /// Whether every use of the one is over before any member of the other is made. Members that keep no bytes from
  /// others do not count.
  [[nodiscard]] bool before(AllocationGraph::Node a, AllocationGraph::Node b) const;
  /// Whether the blocks of both stand in one line, and some address suits both.
  [[nodiscard]] bool joinable(const NncUnit& a, const NncUnit& b) const;
  /// For joinable ones.
  [[nodiscard]] NncUnit joined(const NncUnit& a, const NncUnit& b) const;
  [[nodiscard]] NncRequest request_of_both(const NncUnit& a, const NncUnit& b) const;

 private:
  template <class Take>
  bool merge(const NncUnit& a, const NncUnit& b, const Take& take) const;

  const LayoutProblem& problem_;
};

/// One unit a block that keeps bytes from others, companions as one; in the order of their first block.
[[nodiscard]] std::vector<NncUnit> nnc_units(const LayoutProblem& problem, std::span<const Companions> companions);

}  // namespace stowage
