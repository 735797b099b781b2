// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/strategy.h"

namespace stowage {

/// Placement as a mixed-integer program, solved by another program (core/solver; core/layout/strategies/mip_model.h).
///
/// It is warm: the best plan of the portfolio (core/layout/search/portfolio.h) bounds the program from above, the
/// heaviest clique from below; where they meet no solver is run. The solver has until the deadline, 60 seconds where
/// there is none; the better plan of the two is given, that of the portfolio where the solver was cancelled, and the
/// remark says how the solver ended, and how far above its bound.
///
/// Nothing of what the solver says is believed but which of two blocks is below: offsets are computed anew from that,
/// in whole numbers, and validated. Its bound is taken for proved where its arithmetic can be trusted with it: no more
/// than kMostExactUnits units (core/process/linear_program.h) up to the plan, and rounded up only beyond what
/// tolerances may hide. A solver that is missing or fails, or whose answer contradicts itself or a valid plan, is an
/// error (external).
extern const LayoutStrategy kMip;

}  // namespace stowage
