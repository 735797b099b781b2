// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/bytes.h"
#include "core/graph/graph.h"

namespace stowage {

/// An ordinary graph that stands for one with shared bytes: the same operators and tensors, but a tensor in the bytes
/// of another has size 0. The other, its **block**, is as large as all its tensors need, from the first write of any
/// byte to the last use of one. Planners plan this graph, and at() turns the offsets into those of the original.
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

  /// Offsets of all tensors from those of the blocks.
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

}  // namespace stowage
