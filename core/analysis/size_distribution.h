// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/id.h"
#include "core/graph/graph.h"

namespace stowage {

/// Tensors of like size: [from, to), where `from` is a power of two and `to` the next; [0, 1) for those of size 0.
struct SizeBin {
  Bytes from, to;
  std::size_t count = 0;
  Bytes bytes;  ///< of all of them

  [[nodiscard]] bool holds(Bytes size) const { return from <= size && size < to; }
  friend bool operator==(const SizeBin&, const SizeBin&) = default;
};

/// How many tensors are of which size (Levental, MemoMalloc, chapter 7, section 3): one bin for every power of two from
/// the least size to the greatest, empty ones too, so that bins are evenly spaced on a logarithmic axis; before them
/// one of the tensors of size 0, if there are any. Sizes are those of the graph, without alignment. Empty for no
/// tensors.
[[nodiscard]] std::vector<SizeBin> size_distribution(const Graph& graph);

/// Those tensors of the graph that a bin counts, ascending.
[[nodiscard]] std::vector<TensorId> tensors_in(const SizeBin& bin, const Graph& graph);

}  // namespace stowage
