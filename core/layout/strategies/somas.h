// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/layout/engine/observer.h"
#include "core/layout/strategy.h"

namespace stowage {

/// Lamprou et al., SOMAS: every combination of object model, sort and fit; the ten that the paper compares come first.
[[nodiscard]] std::span<const LayoutStrategy> somas_strategies();

/// The offsets that `run` gives, while `observer` is told of every decision. The strategy must have a recipe.
[[nodiscard]] Result<std::vector<Offset>> run_observed(const LayoutStrategy& strategy, const LayoutProblem& problem,
                                                       PlacementObserver& observer, const Task& task = {});

}  // namespace stowage
