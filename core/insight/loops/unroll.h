// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/insight/loops/rotating_buffers.h"
#include "core/layout/strategies/nnc/allocation_graph.h"

namespace stowage {

/// As many copies of a loop's body, one after the other, as it takes until every value lies where the one that took its
/// place lay at the start: then the last copy can go over into the first. After each copy comes the exit test; no
/// operator of a copy starts before the test after the copy before has ended.
struct Unrolled {
  Graph graph;
  std::size_t copies = 1;
  /// What must lie at the same address: the values of each slot of each ring, from the first to the last.
  std::vector<Companions> companions;
  std::vector<std::vector<TensorId>> values;  ///< by tensor of the body, by copy: what holds it; none: it lies outside
  std::vector<TensorId> first;                ///< by tensor: its first value, where that is in no ring, else none
};

/// How the tensors of a body take part in what encloses the loop; by tensor.
struct LoopTies {
  std::vector<TensorId> outside;  ///< it (of a tensor that is carried into: its first value) is that one; none: its own
  std::vector<bool> result;       ///< whether it is needed after the loop
};

/// bad_input where a contiguous group holds tensors that the body does not make or that are carried.
[[nodiscard]] Result<Unrolled> unroll(const Graph& body, const RotatingBuffers& rings, const LoopTies& ties);

}  // namespace stowage
