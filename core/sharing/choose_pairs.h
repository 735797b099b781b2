// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/safety/owners_graph.h"
#include "core/sharing/permissions.h"
#include "core/sharing/sharing.h"

namespace stowage {

/// Joins the blocks of outputs and inputs to blocks that hold both, as large as their union at the best shift, and
/// needed whenever either is. Chains of pairs join on; at most one output takes the place of an input, and the other
/// way round. Sets Sharing::apart and, where `permitted`, Sharing::in_place. `owners` is `graph` without its views.
///
/// Duties come first, at any cost. Then permissions, first those at the steps where most bytes are alive, and of these
/// those that free most; each only where no step on its way then needs more than the most that any of these did before.
/// Blocks in a contiguous group never grow and are never joined to another of a group. O((T + P) (log T + log N)) for P
/// pairs. bad_input where a duty excludes another, or its tensors cannot lie so.
[[nodiscard]] Result<void> choose_pairs(const Graph& graph, const OwnersGraph& owners, Bytes alignment,
                                        const std::vector<Permission>& permissions, bool permitted, Sharing& out);

}  // namespace stowage
