// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/safety/owners_graph.h"
#include "core/sharing/permissions.h"

namespace stowage {

/// An ordinary graph that stands for one with shared bytes: the same operators and tensors, but a tensor in the bytes
/// of another has size 0. The other, its **block**, is as large as all its tensors need, from the first write of any
/// byte to the last use of one. Planners plan this graph, and at() turns the offsets into offsets of the original.
/// ```
///   block of a       a ──▶ b, written over a      v, a view of b
///   ┌──────────┐     ┌──────┐░░░░                 ░░░░░░░┌──┐
///   └──────────┘     └──────┘░░░░  ┌──────────┐   ░░░░░░░└──┘░
///   begins with a                  └──────────┘   inset 7
/// ```
struct SharedGraph {
  Graph graph;
  std::vector<TensorId> block;      ///< by tensor: in whose bytes it lies; itself where it has a block of its own
  std::vector<std::int64_t> inset;  ///< by tensor: from the begin of the block to its own; also of the block's tensor
  std::size_t merged = 0;           ///< in-place pairs that it uses

  /// Offsets of all tensors from the offsets of the blocks.
  [[nodiscard]] std::vector<Offset> at(std::span<const Offset> blocks) const {
    std::vector<Offset> out(block.size());
    for (std::size_t t = 0; t < block.size(); ++t) out[t] = blocks[block[t].index()] + Bytes{inset[t]};
    return out;
  }
  /// The other way round: offsets of blocks from those of all tensors, valid if the plan has each tensor in its block.
  [[nodiscard]] std::vector<Offset> blocks_of(std::span<const Offset> offsets) const {
    std::vector<Offset> out(block.size());
    for (std::size_t t = 0; t < block.size(); ++t)
      if (block[t] == TensorId(t)) out[t] = offsets[t] + Bytes{-inset[t]};
    return out;
  }
};

/// A graph, without names, for which every plan of the original is a plan, whichever of the usable pairs that plan
/// uses; so that a lower bound for it holds for all of them. An operator p with usable pairs runs as two, one after the
/// other on its stream: inputs that may be written over are used by the first alone, outputs that may be written over
/// them are made by the second, and the rest of what p uses spans both. What waits for p waits for the second, and what
/// p waits for is before the first.
/// ```
///            p                     p'   p''
///   input  ──┤             input ──┤    ├── output     An input and an output of p may then lie in the same bytes;
///            ├── output    rest  ══╪════╪══            every other pair that conflicts here conflicts in the graph.
/// ```
struct RelaxedGraph {
  Graph graph;
  std::vector<OperatorId> operators;  ///< by operator of this graph: the original operator
};

/// The graphs to plan in place of a graph in which tensors share bytes, and the graph that bounds its plans.
struct Sharing {
  /// Views in their owners, and outputs over inputs only where they must be.
  SharedGraph apart;
  /// The same with further outputs over inputs, as chosen (choose_pairs()); none where that changes nothing.
  std::optional<SharedGraph> in_place;
  /// The graph for bounds. None where `apart` says exactly which plans there are.
  std::optional<RelaxedGraph> relaxed;
  /// Whether there are usable permissions that no plan may use: bounds then hold for such plans alone.
  bool ignores_permissions = false;
};

/// Fails with bad_input for each duty that is void, or where duties contradict each other or the alignment;
/// `permitted`: whether permissions are used. Sizes and offsets are multiples of `alignment`.
[[nodiscard]] Result<Sharing> share(const Graph& graph, Bytes alignment, bool permitted, const Task& task = {});

/// Joins the blocks of outputs and inputs to blocks that hold both, as large as their union at the best shift, and
/// needed whenever either is. Chains of pairs join on; at most one output takes the place of an input, and the other
/// way round. Sets Sharing::apart and, where `permitted`, Sharing::in_place. `owners` is `graph` without its views.
///
/// Duties come first, at any cost. Then permissions, first those at the steps where most bytes are alive, and of these
/// those that free most; each only where no step on its way then needs more than the most that any of these did before.
/// Blocks in a contiguous group never grow and are never joined to another of a group. O((T + P) (log T + log N)) for P
/// pairs. bad_input where a duty excludes another, or its tensors cannot lie so.
[[nodiscard]] Result<void> choose_pairs(const Graph& graph, const OwnersGraph& owners, Bytes alignment,
                                        const std::vector<Permission>& permissions, bool permitted, Sharing& out);

}  // namespace stowage
