// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/task.h"
#include "core/graph/edited.h"

// Edits of control edges ("syncs", also within one stream).
namespace stowage {

/// Refused where it would close a cycle over data arcs, syncs and the local orders of streams (the reason names a
/// shortest one), or is there already. A sync against the global order changes that order to the stable one: of the
/// operators that may come next, always the one that was first. Local orders stay; where a time axis fixes the order,
/// it is refused.
[[nodiscard]] Result<EditedGraph> add_sync(const Graph& graph, OperatorId before, OperatorId after);

/// Adds, of many syncs, those along the global order that are not there yet, each once; leaves the others out. The same
/// graph as if add_sync() had added them one by one. Refused where none is left.
[[nodiscard]] Result<EditedGraph> add_syncs_in_order(const Graph& graph, std::span<const ControlEdge> edges);

/// Removes one copy of each edge given, the last of equal ones; the order stays. Refused where there are too few.
[[nodiscard]] Result<EditedGraph> remove_syncs(const Graph& graph, std::span<const ControlEdge> edges);

/// The syncs that other arcs imply, as places in graph.control(), ascending: data arcs, local orders and the syncs that
/// are not listed have the same closure as all of them. Of equal ones that nothing else implies, the first is kept.
/// This is the transitive reduction, in which the answer does not depend on an order of removal.
/// Cost: that of Conflicts::compute(), and for each sync the arcs out of its first operator. Cancelled, timed out, or
/// too_large where it needs more memory than is sensible.
[[nodiscard]] Result<std::vector<std::size_t>> redundant_syncs(const Graph& graph, const Task& task = {});

}  // namespace stowage
