// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/task.h"

namespace stowage {

/// Maximum flow from vertex 0 to vertex 1 of an acyclic network, and its minimum cut. (Dinic's algorithm, after a
/// first blocking flow that ignores distances, which an acyclic network allows.) Paths are searched towards the sink
/// by their distance to it, so that few of them end nowhere.
/// The sum of the capacities out of vertex 0 must fit in 62 bits.
class MaxFlow {
 public:
  using Vertex = std::uint32_t;
  static constexpr Vertex kSource = 0, kSink = 1;
  static constexpr std::int64_t kUnlimited = std::int64_t{1} << 62;

  MaxFlow() = default;

  Vertex add_vertex() { return static_cast<Vertex>(vertices_++); }
  /// The first blocking flow tries the arcs of a vertex in the order in which they were added.
  void add_arc(Vertex from, Vertex to, std::int64_t capacity) { input_.push_back({from, to, capacity}); }

  /// False where the task was stopped; call once.
  [[nodiscard]] bool run(const Task& task);

  [[nodiscard]] std::int64_t value() const { return value_; }
  /// After run(): whether the vertex is on the source's side of the minimum cut, the smallest such side.
  [[nodiscard]] bool on_source_side(Vertex v) const { return level_[v] != kUnreached; }

 private:
  struct InputArc {
    Vertex from, to;
    std::int64_t capacity;
  };
  struct Arc {
    Vertex to;
    std::uint32_t back;     ///< index of the arc the other way
    std::int64_t capacity;  ///< what is left of it
    std::int64_t both;      ///< what is left of it and of the arc the other way
  };
  static constexpr std::uint32_t kUnreached = ~std::uint32_t{0};

  void index_arcs();
  void find_levels_from_source();
  [[nodiscard]] bool find_levels_to_sink();
  template <class Admissible>
  [[nodiscard]] bool push_blocking_flow(const Task& task, const std::uint32_t* ends, Admissible admissible);
  void augment();

  std::size_t vertices_ = 2;
  std::vector<InputArc> input_;
  std::vector<Arc> arcs_;               // by tail; those that were added before those the other way
  std::vector<std::uint32_t> begin_;    // of the arcs of each vertex
  std::vector<std::uint32_t> added_;    // the end of those that were added
  std::vector<std::uint32_t> current_;  // the arc to try next, by vertex
  std::vector<std::uint32_t> level_;
  std::vector<std::uint32_t> path_;  // arcs from the source
  std::vector<Vertex> queue_;
  std::int64_t value_ = 0;
};

}  // namespace stowage
