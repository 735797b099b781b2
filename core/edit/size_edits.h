// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "core/edit/edited.h"

// Edits of sizes. No tensor may pass kMaxTensorSize, nor all together reach kMaxTotalSize.
namespace stowage {

/// An exact factor, so that ten bytes times 1.1 are 11 and not 12. Both from 1 to 2^31.
struct Factor {
  std::int64_t numerator = 1, denominator = 1;
};

/// Sizes times the factor, rounded up to whole bytes.
[[nodiscard]] Result<EditedGraph> scale_sizes(const Graph& graph, std::span<const TensorId> tensors, Factor factor);
[[nodiscard]] Result<EditedGraph> scale_all_sizes(const Graph& graph, Factor factor);

[[nodiscard]] Result<EditedGraph> set_sizes(const Graph& graph, std::span<const TensorId> tensors, Bytes size);

}  // namespace stowage
