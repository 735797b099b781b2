// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/layout/strategies/nnc/allocation_graph.h"
#include "core/layout/strategies/nnc/units.h"

namespace stowage {

/// The allocation graph while it grows.
class AllocationEdges {
 public:
  using Node = AllocationGraph::Node;
  using Edge = AllocationGraph::Edge;

  AllocationEdges(const LayoutProblem& problem, const BlockOrder& order, const Task& task)
      : problem_(problem), order_(order), task_(task), starts_(problem.block_count()) {}

  [[nodiscard]] std::size_t buffer_count() const { return edges_.size(); }
  /// The task was stopped: from then on nothing fits.
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
