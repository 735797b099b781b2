// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/graph/edited.h"
#include "core/insight/edit/factor.h"

// Edits of sizes. No tensor may pass kMaxTensorSize, nor all together reach kMaxTotalSize.
namespace stowage {

/// Multiplies sizes by the factor, rounded up to whole bytes.
[[nodiscard]] Result<EditedGraph> scale_sizes(const Graph& graph, std::span<const TensorId> tensors, Factor factor);
[[nodiscard]] Result<EditedGraph> scale_all_sizes(const Graph& graph, Factor factor);

[[nodiscard]] Result<EditedGraph> set_sizes(const Graph& graph, std::span<const TensorId> tensors, Bytes size);

}  // namespace stowage
