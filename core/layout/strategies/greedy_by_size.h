// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/strategy.h"

namespace stowage {

/// Greedy by size (Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net Inference", section 5.2; the
/// default of MemoMalloc): the largest block first, of equals the one that begins first, then the one that ends first;
/// each in the smallest gap that holds it between those placed that are unsafe to it, else on top of them.
extern const LayoutStrategy kGreedyBySize;

}  // namespace stowage
