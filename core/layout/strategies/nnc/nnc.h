// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/strategy.h"

namespace stowage {

/// The NNC tensor allocation algorithm (Liu) by either of its rules: core/layout/strategies/nnc/allocation_graph.h.
extern const LayoutStrategy kNncDegree, kNncSize;

}  // namespace stowage
