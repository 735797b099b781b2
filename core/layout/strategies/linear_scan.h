// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/strategy.h"

namespace stowage {

/// The planner for very many tensors: O(n), and next to no memory. Blocks come in the order in which they are made;
/// each takes a stretch that is free by then and hardly larger (FreeStretches), else the top. A block's bytes are free
/// again from the first step on from which whatever any stream makes comes after all of its uses, in every execution:
/// ```
///  step   0    1    2    3    4    5
///  a      made used ────────▶ free            another stream is behind until step 4: nothing made
///  b           made  ...                      before step 4 may lie on a, whatever its stream
/// ```
/// On one stream, these are just the lifetimes. On several it gives away what only some streams could use again.
extern const LayoutStrategy kLinearScan;

}  // namespace stowage
