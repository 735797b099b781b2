// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/interval.h"
#include "core/papers/roam/segments.h"

namespace stowage {

/// Of stages (core/papers/roam/segments.h) or of steps.
using RoamRange = BasicInterval<std::uint32_t>;

/// A part of a training step: stages of the way there, and those of the way back that use what they made.
struct RoamSubgraph {
  enum class Kind : std::uint8_t {
    graph,        ///< all of it: the root
    independent,  ///< all that is made in it is used in it, except what its border operators make or use
    dependent,    ///< a piece of an independent one that was too large
    segments,     ///< of a graph without a way back: some segments in a row
  };
  Kind kind;
  RoamRange forward,
      backward;  ///< of stages; together one range where they touch. Without a way back: `backward` empty
  RoamRange forward_steps, backward_steps;  ///< the same as steps of the graph's order, cut at operators of the trunk
  std::size_t operator_count;
  std::uint32_t parent;                 ///< index into SubgraphTree::nodes; the root is its own parent
  std::vector<std::uint32_t> children;  ///< outermost first; empty: a leaf

  [[nodiscard]] bool is_leaf() const { return children.empty(); }
};

/// ROAM's subgraph tree: which parts of a step are planned on their own.
/// ```
///   forward ──────────────▶ loss ─▶ backward ───────────▶
///   ├── A ──┤├─ B ─┤├─── C ──┼─── C ───┤├─ B ─┤├── A ──┤         root ─┬─ A
///           ├B1┤├B2┤                    ├B2┤├B1┤                      ├─ B ─┬─ B1
///                                                                      └─ C  └─ B2
/// ```
struct SubgraphTree {
  roam::Segments segments;          ///< with updates where they could run first
  std::vector<RoamSubgraph> nodes;  ///< the root first, each node before its children

  /// Indices of the leaves, outermost first.
  [[nodiscard]] std::vector<std::uint32_t> leaves() const;
};

/// The paper's Algorithm 1, from the loss outwards, with four repairs. Of the two borders, there and back, only the one
/// that is in the way moves (a layer may have more insensitive operators back than there); both move where neither or
/// both are. What one side has left over is an independent subgraph too. A subgraph without insensitive
/// operators inside is not split, however large. A graph without a way back is cut into segments. O(operators + arcs +
/// uses).
[[nodiscard]] SubgraphTree make_subgraph_tree(const Graph& graph, std::size_t node_limit);

}  // namespace stowage
