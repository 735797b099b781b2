// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "core/check/vector_clocks.h"

namespace stowage {

/// A tensor where a plan puts it; of positive size and needed.
struct PlacedTensor {
  TensorId tensor;
  Offset begin, end;
};

/// The pairs that share an address though neither is over when the other begins; each once, lower index first, in no
/// order. Stops after `most` pairs. Errors: cancelled, timed_out.
[[nodiscard]] Result<std::vector<std::pair<TensorId, TensorId>>> find_overlaps(const Graph& graph,
                                                                               const VectorClocks& history,
                                                                               std::vector<PlacedTensor> placed,
                                                                               std::size_t most, const Task& task);

}  // namespace stowage
