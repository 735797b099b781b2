// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "core/graph/graph.h"

namespace stowage {

/// Whether the tensor's size is unknown: Graph::size() is then the least that it can be. An edit that sets the size
/// makes it known.
[[nodiscard]] inline bool has_unknown_size(const Graph& graph, TensorId t) {
  const auto& at_least = graph.data().tensor_at_least;
  return t.index() < at_least.size() && at_least[t.index()];
}

/// Number of tensors of unknown size, bodies of loops included: a plan's footprint is then only a least one. Views are
/// not counted: the tensor that they lie in has the bytes.
[[nodiscard]] std::size_t unknown_sizes(const Graph& graph);

/// Sets whether a tensor's size is unknown.
void set_unknown_size(Graph::Data& data, std::size_t tensor, bool unknown);

/// What no footprint of a graph counts. Where there is any, each footprint and each bound is only "at least": no plan
/// is optimal, and whether a budget is kept is unknown.
struct Uncounted {
  std::size_t unknown_sizes = 0;  ///< tensors of unknown size
  std::size_t loops = 0;  ///< operators that are loops: what their bodies need is planned apart (core/insight/loops)

  [[nodiscard]] bool any() const { return unknown_sizes + loops > 0; }
  /// "the size of 1 tensor is unknown, the memory of 2 loops is not counted"; empty where there is nothing.
  [[nodiscard]] std::string text() const;
};
[[nodiscard]] Uncounted uncounted(const Graph& graph);

}  // namespace stowage
