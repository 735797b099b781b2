// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/granularity.h"

#include <algorithm>
#include <numeric>

namespace stowage {

/// What divides every size and, for each step, divides it or is divided by it.
std::int64_t granularity_of(const LayoutProblem& problem) {
  std::int64_t grain = 0;
  for (Bytes size : problem.sizes()) grain = std::gcd(grain, size.count);
  if (grain == 0) return 1;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = 0; b < problem.block_count(); ++b) {
      const std::int64_t step = problem.block_step(b);
      if (grain % step == 0 || step % grain == 0) continue;
      grain = std::gcd(grain, step);
      changed = true;
    }
  }
  return grain;
}

}  // namespace stowage
