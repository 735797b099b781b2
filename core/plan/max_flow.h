// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/task.h"

namespace stowage {

/// Maximum flow from vertex 0 to vertex 1, and its minimum cut, starting with a known flow. The rest moves in waves:
/// all flow that waits at a vertex goes as far as it can by arcs that lead nearer to the sink, then the distances are
/// computed again. (Push-relabel after Goldberg and Tarjan, with nothing but global relabelling: next to no work where
/// little is left to move, however far it has to go.) No arcs lead to the source.
/// The sum of the capacities out of vertex 0 must fit in 62 bits.
class MaxFlow {
 public:
  using Vertex = std::uint32_t;
  using ArcIndex = std::uint32_t;
  static constexpr Vertex kSource = 0, kSink = 1;
  static constexpr std::int64_t kUnlimited = std::int64_t{1} << 62;

  MaxFlow() = default;

  Vertex add_vertex() { return static_cast<Vertex>(vertices_++); }
  /// Arcs are numbered in the order in which they are added.
  ArcIndex add_arc(Vertex from, Vertex to, std::int64_t capacity) {
    input_.push_back({from, to, capacity, 0});
    return static_cast<ArcIndex>(input_.size() - 1);
  }

  /// Before run() only.
  [[nodiscard]] ArcIndex arc_count() const { return static_cast<ArcIndex>(input_.size()); }
  [[nodiscard]] Vertex head(ArcIndex arc) const { return input_[arc].to; }
  /// Adds to the flow to start with. It must fit, and in the end every vertex must pass on what it receives.
  void start_with(ArcIndex arc, std::int64_t amount) { input_[arc].flow += amount; }

  /// False where the task was stopped; call once.
  [[nodiscard]] bool run(const Task& task);

  [[nodiscard]] std::int64_t value() const { return waiting_[kSink]; }
  /// After run(): whether the vertex is on the source's side of the minimum cut, the largest such side.
  [[nodiscard]] bool on_source_side(Vertex v) const { return level_[v] == kUnreached; }

 private:
  struct InputArc {
    Vertex from, to;
    std::int64_t capacity, flow;
  };
  struct Arc {
    Vertex to;
    std::uint32_t back;     ///< index of the arc the other way
    std::int64_t capacity;  ///< the part that is left
    std::int64_t both;      ///< the parts that are left of it and of the arc the other way
  };
  static constexpr std::uint32_t kUnreached = ~std::uint32_t{0};

  void index_arcs();
  void find_levels();
  [[nodiscard]] bool push_nearer();

  std::size_t vertices_ = 2;
  std::vector<InputArc> input_;
  std::vector<Arc> arcs_;              // by tail
  std::vector<std::uint32_t> begin_;   // of the arcs of each vertex
  std::vector<std::int64_t> waiting_;  // what arrived at a vertex and has not left it; the value, at the sink
  std::vector<std::uint32_t> level_;   // how many arcs to the sink
  std::vector<Vertex> nearest_;        // vertices that lead to the sink, by their level
};

}  // namespace stowage
