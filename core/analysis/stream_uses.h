// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"

namespace stowage {

/// What the operators of one stream make.
struct StreamUse {
  Bytes made;                   ///< all of it
  Bytes peak;                   ///< the most of it that is alive at one step of the global order
  std::uint32_t peak_step = 0;  ///< the first such step
};

/// By StreamId; tensors present from the start are nobody's. O(N + T).
[[nodiscard]] std::vector<StreamUse> stream_uses(const Graph& graph, std::span<const Lifetime> lifetimes);

}  // namespace stowage
