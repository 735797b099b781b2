// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/interval.h"
#include "core/plan/problem.h"

namespace stowage {

/// Which blocks NNC inserts first.
enum class NncRule {
  degree,  ///< those of most unsafe partners; each may go in together with a larger one that is safe to it (as
           ///< published)
  alone,   ///< as by degree, but each by itself
  size,    ///< the largest, of equal ones those of most unsafe partners (as the authors do now)
};

/// A plan as the flow of its bytes from block to block (the NNC tensor allocation algorithm): an edge says which
/// addresses pass from its tail to its head, so that a block may take over parts of several others.
/// ```
///  source ──[0,8)──▶ a ──[0,3)──▶ b ──[0,3)──▶ sink        b and c, alive together, share what a leaves
///                    └───[3,7)──▶ c ──[3,7)──▶ sink
/// ```
/// Every edge leads from an earlier to a later block in the order of core/safety, so along the edges each byte has one
/// owner at a time, in every legal execution. Each address of a buffer starts at the source and ends at the sink.
struct AllocationGraph {
  using Node = std::uint32_t;                   ///< a block of the problem, or one of these:
  static constexpr Node kSource = 0xffff'fffe;  ///< the empty buffer, before the first owner
  static constexpr Node kSink = 0xffff'ffff;    ///< the buffer after the last owner

  struct Edge {
    Node tail, head;
    Interval bytes;  ///< addresses in the plan
    friend bool operator==(const Edge&, const Edge&) = default;
  };
  std::vector<Edge> edges;           ///< by first address, then in the order of owners; several may join the same two
  std::vector<Interval> buffers;     ///< in order of creation, which is that of addresses
  std::vector<std::int64_t> starts;  ///< by block; 0 for one that keeps no bytes from others
};

/// Blocks are inserted on an edge of the graph.
struct NncInsertion {
  static constexpr std::size_t kMostRefused = 100;

  /// Candidates tried since the insertion before that fit no edge: the first kMostRefused of so many.
  std::vector<std::vector<AllocationGraph::Node>> refused;
  std::size_t refused_count = 0;
  std::vector<AllocationGraph::Node> blocks;  ///< those inserted, each before the next
  std::int64_t start = 0;                     ///< their address
  bool opens = false;                         ///< the edge belongs to a new buffer
  AllocationGraph::Edge edge;                 ///< it is taken away
  std::vector<AllocationGraph::Edge> made;    ///< in its place
};

/// Tensors that must begin at the same address, each of them before the next.
using Companions = std::vector<TensorId>;

/// Inserts block after block on the edge that fits it (fewest ends at source or sink, then narrowest, then lowest), or
/// opens a buffer for it. A block goes onto an edge only if it is *after* its tail and *before* its head; the published
/// text asks only that they be safe, which makes invalid plans. `companions` are inserted as one; none may be in a
/// contiguous group, and none in two lists.
/// About blocks × edges steps; by degree, safe pairs × edges. Fails only with cancelled or timed_out. `insertions`, if
/// given, gets what happens.
[[nodiscard]] Result<AllocationGraph> allocation_graph(const LayoutProblem& problem, NncRule rule,
                                                       const Task& task = {},
                                                       std::span<const Companions> companions = {},
                                                       std::vector<NncInsertion>* insertions = nullptr);

/// The offsets of an allocation, by TensorId.
[[nodiscard]] std::vector<Offset> offsets_of(const LayoutProblem& problem, const AllocationGraph& allocation);

}  // namespace stowage
