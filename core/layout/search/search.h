// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/strategy.h"

namespace stowage {

/// Improves the quick plan (auto.h) until it equals the proved bound, or the budget or the time is used up; 10 s
/// where there is neither. Four searches run side by side, in rounds of twice as many iterations each: one plans the
/// peak in other ways (plan_peak.h), one asks for an exact answer at the bound (exact.h), one lowers the footprint
/// step by step (exact.h), both of which may raise the bound; and one repairs the plan to fit smaller capacities
/// (ejection.h). After each round all go on from the best plan.
///
/// The same plan for the same seed and the same number of iterations, on however many threads.
extern const LayoutStrategy kSearch;

}  // namespace stowage
