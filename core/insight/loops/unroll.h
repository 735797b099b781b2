// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/insight/loops/loop_plan.h"
#include "core/insight/loops/rotating_buffers.h"
#include "core/papers/nnc/allocation_graph.h"

namespace stowage {

/// Copies of a loop's body, one after the other: as many as it takes until every tensor lies where it lay at the start,
/// so that the last copy can go over into the first. After each copy comes an exit test; no operator of the next copy
/// starts before this test has ended.
struct Unrolled {
  Graph graph;
  std::size_t copies = 1;
  /// Values that must lie at the same address: those of each slot of each ring, from the first to the last.
  std::vector<Companions> companions;
  std::vector<std::vector<TensorId>> values;  ///< by tensor of the body, by copy: its holder; none: it lies outside
  std::vector<TensorId> first;                ///< by tensor: its first value, where that is in no ring, else none
};

/// How the tensors of a body are tied to the graph around the loop; by tensor.
struct LoopTies {
  std::vector<TensorId> outside;  ///< it (or its first value, where carried into) is this tensor; none: its own
  std::vector<bool> result;       ///< whether it is needed after the loop
};

/// bad_input where a contiguous group holds tensors that the body does not make or that are carried.
[[nodiscard]] Result<Unrolled> unroll(const Graph& body, const RotatingBuffers& rings, const LoopTies& ties);

/// The pointer tables of all tensors of a body, from the plan of its copies.
[[nodiscard]] std::vector<LoopView> pointer_tables(const Graph& body, const RotatingBuffers& rings,
                                                   const Unrolled& unrolled, const Plan& plan,
                                                   const std::vector<Interval>& buffers, const LoopTies& ties);

}  // namespace stowage
