// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/fit.h"
#include "core/layout/observer.h"
#include "core/layout/plan.h"
#include "core/layout/problem.h"
#include "core/layout/sorts.h"

namespace stowage {

/// Single Object (Lamprou et al., Algorithm 6): one growing buffer; each block in turn takes a place in it.
[[nodiscard]] Result<std::vector<Offset>> plan_single_object(const LayoutProblem& problem, Sort sort, Fit fit,
                                                             const Task& task, PlacementObserver* observer = nullptr);

}  // namespace stowage
