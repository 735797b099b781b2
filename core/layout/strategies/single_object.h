// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/layout/engine/fit.h"
#include "core/layout/engine/observer.h"
#include "core/layout/engine/sorts.h"
#include "core/plan/plan.h"
#include "core/plan/problem.h"

namespace stowage {

/// Single Object (Lamprou et al., Algorithm 6): one growing buffer; each block in turn takes a place in it.
[[nodiscard]] Result<std::vector<Offset>> plan_single_object(const LayoutProblem& problem, Sort sort, Fit fit,
                                                             const Task& task, PlacementObserver* observer = nullptr);

/// The same with the blocks in an order of the caller's, which names each of them once.
[[nodiscard]] Result<std::vector<Offset>> place_in_order(const LayoutProblem& problem,
                                                         std::span<const std::uint32_t> order, Fit fit,
                                                         const Task& task);

}  // namespace stowage
