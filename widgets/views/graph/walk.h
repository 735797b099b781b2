// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

namespace stowage {

/// Where the arrow keys lead from an operator.
enum class Step {
  predecessor,  ///< the latest operator that it waits for: over data, else a sync, else its stream
  successor,    ///< the earliest operator that waits for it, likewise
  stream_before,
  stream_after,
};

/// The operator one step away, or none.
[[nodiscard]] OperatorId walk(const Graph& graph, OperatorId from, Step step);

}  // namespace stowage
