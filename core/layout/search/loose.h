// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/plan/problem.h"

namespace stowage {

/// Tensors that need no planning within a capacity: each fits into some gap wherever all the others lie that are not
/// listed before it. So any plan of the rest is one of all; in big graphs the rest is a fraction of the tensors.
struct LooseTensors {
  std::vector<TensorId> order;
  std::vector<bool> listed;  ///< by TensorId
};

/// The rivals of a tensor occupy at most the sum of their sizes, and leave at most one gap more than they are: one of
/// the gaps is long enough if what is left of the capacity is more than all could waste. Members of groups are never
/// listed. What is loose in a capacity is so in larger ones. Fails only with cancelled or timed_out.
[[nodiscard]] Result<LooseTensors> find_loose(const LayoutProblem& problem, Bytes capacity, const Task& task = {});

/// Gives each loose tensor its lowest place, the last listed first; the others must have theirs. None ends above both
/// the capacity that it was found with and the footprint of the others.
void place_loose(const LayoutProblem& problem, const LooseTensors& loose, std::vector<Offset>& offsets);

}  // namespace stowage
