// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/papers/nnc/allocation_graph.h"

// The units that NNC inserts, and the order in which they may stand.
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

/// The order of blocks that NNC uses, from that of their tensors.
class BlockOrder {
 public:
  explicit BlockOrder(const LayoutProblem& problem) : problem_(problem) {}

  /// Whether every use of the one is over before any member of the other is made. Members that keep no bytes from
  /// others do not count.
  [[nodiscard]] bool before(AllocationGraph::Node a, AllocationGraph::Node b) const;
  /// Whether the blocks of both stand in one line, and some address suits both.
  [[nodiscard]] bool joinable(const NncUnit& a, const NncUnit& b) const;
  /// For joinable units.
  [[nodiscard]] NncUnit joined(const NncUnit& a, const NncUnit& b) const;
  [[nodiscard]] NncRequest request_of_both(const NncUnit& a, const NncUnit& b) const;

 private:
  template <class Take>
  bool merge(const NncUnit& a, const NncUnit& b, const Take& take) const;

  const LayoutProblem& problem_;
};

/// One unit a block that keeps bytes from others, companions as one; in the order of their first block.
[[nodiscard]] std::vector<NncUnit> nnc_units(const LayoutProblem& problem, std::span<const Companions> companions);

/// The allocation graph while it grows.
class AllocationEdges {
 public:
  using Node = AllocationGraph::Node;
  using Edge = AllocationGraph::Edge;

  AllocationEdges(const LayoutProblem& problem, const BlockOrder& order, const Task& task)
      : problem_(problem), order_(order), task_(task), starts_(problem.block_count()) {}

  [[nodiscard]] std::size_t buffer_count() const { return edges_.size(); }
  /// Whether the task was stopped: from then on nothing fits.
  [[nodiscard]] bool stopped() const { return stopped_; }

  /// Where the request fits best among the edges of `first_buffer` and later ones.
  struct Place {
    std::size_t buffer, edge;
    std::int64_t start;
  };
  [[nodiscard]] std::optional<Place> find(const NncRequest& request, std::size_t first_buffer);

  void insert(const NncUnit& unit, const Place& place);
  /// Opens a buffer for the unit, on top of all.
  void open(const NncUnit& unit);

  [[nodiscard]] AllocationGraph result() &&;

 private:
  const LayoutProblem& problem_;
  const BlockOrder& order_;
  const Task& task_;
  std::vector<std::vector<Edge>> edges_;  // by buffer
  std::vector<Interval> buffers_;
  std::vector<std::int64_t> starts_;
  std::size_t steps_ = 0;
  bool stopped_ = false;
};

}  // namespace stowage
