// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/layout/strategy.h"

namespace stowage {

/// The long-lived-first best-fit of Sekiyama et al., "Profile-Guided Memory Optimization for Deep Neural Networks",
/// which ROAM is compared with: of the stretches of time that are filled up to the same height, the lowest takes the
/// longest-lived tensor that fits into it.
extern const LayoutStrategy kLlfb;

/// The same for other orders, and for some tensors only: the lowest stretch takes the first in `order` that fits into
/// it. One chain without groups; tensors that occupy something. Offsets by TensorId, 0 of all others; fails only with
/// cancelled or timed_out.
[[nodiscard]] Result<std::vector<Offset>> fill_lowest_stretches(const LayoutProblem& problem,
                                                                std::span<const TensorId> order, const Task& task);

}  // namespace stowage
