// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/graph/graph.h"

namespace stowage {

/// What is in the bodies of a graph's operators, bodies in bodies included. Tensors that a body shares with the graph
/// around it are not counted.
struct BodyCounts {
  std::size_t bodies = 0, operators = 0, tensors = 0;
  std::size_t depth = 0;  ///< 1: no body is within another
};
[[nodiscard]] BodyCounts count_bodies(const Graph& graph);

}  // namespace stowage
