// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"

namespace stowage {

/// Steps of the global order, half-open: [begin, end). Empty for a tensor that is never needed.
struct Lifetime {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] bool empty() const { return begin >= end; }
  [[nodiscard]] bool overlaps(Lifetime other) const { return begin < other.end && other.begin < end; }
  friend bool operator==(Lifetime, Lifetime) = default;
};

/// When each tensor is needed if the graph runs in its global order, one operator a step: from its producer
/// (or step 0) through its last use (or the last step, for an output). By TensorId.
[[nodiscard]] std::vector<Lifetime> lifetimes(const Graph& graph);

/// Bytes alive at each step of the global order (operator_count() values); sizes rounded up to `alignment`.
[[nodiscard]] std::vector<Bytes> memory_curve(const Graph& graph, const std::vector<Lifetime>& lifetimes,
                                              Bytes alignment = {1});

}  // namespace stowage
