// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/plan/problem.h"

namespace stowage {

/// Tensors that need no planning within a capacity: each fits into some gap wherever all the others lie that are not
/// listed before it. So any plan of the rest is one of all; in big graphs the rest is a fraction of the tensors.
struct Simplified {
  std::vector<TensorId> order;
  std::vector<bool> listed;  ///< by TensorId
};

/// The neighbours of a tensor, those unsafe to it, occupy at most the sum of their sizes, and leave at most one gap
/// more than they are: one of the gaps is long enough if what is left of the capacity is more than all could waste.
/// Members of groups are never listed. What is listed for a capacity is so for larger ones. Fails only with cancelled
/// or timed_out.
[[nodiscard]] Result<Simplified> simplify(const LayoutProblem& problem, Bytes capacity, const Task& task = {});

/// Gives each tensor listed its lowest place, the last listed first; the others must have theirs. None ends above both
/// the capacity that it was found with and the footprint of the others.
void place_simplified(const LayoutProblem& problem, const Simplified& simplified, std::vector<Offset>& offsets);

}  // namespace stowage
