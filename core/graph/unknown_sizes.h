// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "core/graph/graph.h"

namespace stowage {

/// Whether nobody knows the tensor's size, so that it counts as 0 bytes: readers give such a tensor the kind
/// tensor_kind::kUnknownSize, which a graph file keeps. An edit that gives it a size makes it known.
[[nodiscard]] bool has_unknown_size(const Graph& graph, TensorId t);

/// How many tensors there are of unknown size, in bodies of loops, too.
[[nodiscard]] std::size_t unknown_sizes(const Graph& graph);

/// What no footprint of a graph counts. Where there is any, each footprint and each bound is only "at least": no plan is
/// optimal, and nobody knows whether a budget is kept.
struct Uncounted {
  std::size_t unknown_sizes = 0;  ///< tensors of unknown size
  std::size_t loops = 0;          ///< operators that are loops: what their bodies need is planned apart (core/loops)

  [[nodiscard]] bool any() const { return unknown_sizes + loops > 0; }
  /// "the size of 1 tensor is unknown, the memory of 2 loops is not counted"; empty where there is nothing.
  [[nodiscard]] std::string text() const;
};
[[nodiscard]] Uncounted uncounted(const Graph& graph);

}  // namespace stowage
