// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/graph/graph.h"

namespace stowage {

/// Whether nobody knows the tensor's size, so that it counts as 0 bytes: readers give such a tensor the kind
/// tensor_kind::kUnknownSize, which a graph file keeps. An edit that gives it a size makes it known.
[[nodiscard]] bool has_unknown_size(const Graph& graph, TensorId t);

/// How many tensors there are of unknown size.
[[nodiscard]] std::size_t unknown_sizes(const Graph& graph);

}  // namespace stowage
