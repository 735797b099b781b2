// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/csr.h"

namespace stowage {

/// Which vertices stand at the same step in every topological order: those comparable with all others. Their steps need
/// the same memory in every order, hence ROAM's **memory-insensitive operators**; and the vertices between two of them
/// can be ordered without regard to the rest.
/// ```
///       ┌─▶ 1 ─▶ 2 ─┐
///   0 ──┤           ├─▶ 4 ──▶ 5      0, 4 and 5 are insensitive; 1, 2 and 3 are an independent segment
///       └────▶ 3 ───┘
/// ```
/// Vertices are numbered in some topological order; successors may repeat. Vertex i is insensitive iff each vertex
/// before it has a successor that is not after it, and each vertex after it a predecessor that is not before it: then
/// paths from all the former lead to it, and from it to all the latter. Two scans; O(V + E).
[[nodiscard]] std::vector<bool> memory_insensitive(const Csr<std::uint32_t>& successors);

}  // namespace stowage
