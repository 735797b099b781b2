// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/engine/fit.h"
#include "core/layout/engine/observer.h"
#include "core/layout/engine/sorts.h"
#include "core/plan/plan.h"
#include "core/plan/problem.h"

namespace stowage {

/// Many Objects (Lamprou et al., Algorithm 7): each block in turn goes into the first object, in order of creation,
/// that has a place for it; where none has, it opens a new object of its own size on top of all. Objects never grow.
/// Made for Sort::size: with other sorts later blocks may be larger than every object so far.
[[nodiscard]] Result<std::vector<Offset>> plan_many_objects(const LayoutProblem& problem, Sort sort, Fit fit,
                                                            const Task& task, PlacementObserver* observer = nullptr);

}  // namespace stowage
