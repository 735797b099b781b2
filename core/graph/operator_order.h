// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/base/bytes.h"
#include "core/graph/graph.h"

// Orders of all operators of a graph, as sequences.
namespace stowage {

/// Bytes alive at each step if the operators run in that order, and the largest of them. O(operators + arcs).
[[nodiscard]] std::vector<Bytes> memory_curve_of(const Graph& graph, std::span<const OperatorId> sequence);
[[nodiscard]] Bytes theoretical_peak(const Graph& graph, std::span<const OperatorId> sequence);

/// Whether all operators are there, each once, after those whose tensors or control edges they wait for.
[[nodiscard]] bool is_order(const Graph& graph, std::span<const OperatorId> sequence);

}  // namespace stowage
