// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "app/cli/command.h"
#include "core/graph/graph.h"

namespace stowage::cli {

/// Where ROAM cuts a graph: its memory-insensitive operators, the segments between them, and the subgraph tree.
[[nodiscard]] Json segments_json(const Graph& graph, std::size_t node_limit);
void print_segments(const Graph& graph, std::size_t node_limit);

}  // namespace stowage::cli
