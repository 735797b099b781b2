// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/graph/graph.h"

namespace stowage {

/// What makes a sync redundant: a shortest way from its first operator to its second over data, local orders of streams
/// and syncs, the sync itself left out (one copy of it, where there are several). The operators of the way, both ends
/// included; empty where there is none, or where more than `most` steps of the global order lie between: no way leaves
/// them. O(arcs out of the operators between).
[[nodiscard]] std::vector<OperatorId> detour(const Graph& graph, const ControlEdge& sync, std::size_t most = 100'000);

}  // namespace stowage
