// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/loops/loop_plan.h"
#include "core/loops/unroll.h"

namespace stowage {

/// The pointer tables of all tensors of a body, from the plan of its copies.
[[nodiscard]] std::vector<LoopView> pointer_tables(const Graph& body, const RotatingBuffers& rings,
                                                   const Unrolled& unrolled, const Plan& plan,
                                                   const std::vector<Interval>& buffers, const LoopTies& ties);

}  // namespace stowage
