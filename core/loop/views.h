// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/loop/loop_plan.h"
#include "core/loop/unroll.h"

namespace stowage {

/// The pointer tables of all tensors of a body, from the plan of its copies.
[[nodiscard]] std::vector<LoopView> loop_views(const Graph& body, const Rings& rings, const Unrolled& unrolled,
                                               const Plan& plan, const std::vector<Run>& buffers, const LoopTies& ties);

}  // namespace stowage
