// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/strategy.h"

namespace stowage {

/// Improves the plan of the portfolio until it equals the proved bound, or the budget or the time is used up; 10 s
/// where there is neither. Two searches run side by side, in rounds of twice as many iterations each: one repairs
/// the plan to fit smaller capacities (ejection.h); one looks for exact answers at capacities from the bound up, and
/// so raises the bound too (exact.h). After each round both go on from the better plan.
///
/// The same plan for the same seed and the same number of iterations, on however many threads: what one search finds
/// in a round does not depend on the other, but that the exact one may end once the repair has met the bound.
extern const LayoutStrategy kSearch;

}  // namespace stowage
