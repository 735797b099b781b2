// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/layout/strategy.h"

namespace stowage {

/// Takes the plan from each strategy that says it proved a bound above the footprint of another's plan of the same
/// problem, and gives the reason in its place (external): such a proof is wrong, and so may be the rest. Only what
/// comes from another program can be.
void reject_false_bounds(std::vector<StrategyResult>& results);

}  // namespace stowage
