// SPDX-License-Identifier: Apache-2.0
#include "core/layout/false_bounds.h"

#include <string>

namespace stowage {

void reject_false_bounds(std::vector<StrategyResult>& results) {
  const StrategyResult* smallest = nullptr;
  for (const StrategyResult& result : results)
    if (result.plan && (smallest == nullptr || result.plan->footprint < smallest->plan->footprint)) smallest = &result;
  if (smallest == nullptr) return;
  const Bytes known = smallest->plan->footprint;
  for (StrategyResult& result : results)
    if (result.plan && result.plan->lower_bound > known)
      result.plan = tl::unexpected(
          Error::of(Error::Kind::external, std::string(result.strategy->id) + " claims that more is needed than the " +
                                               std::to_string(known.count) + " bytes of the plan of " +
                                               std::string(smallest->strategy->id)));
}

}  // namespace stowage
