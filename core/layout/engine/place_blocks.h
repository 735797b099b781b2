// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/layout/engine/observer.h"
#include "core/layout/engine/occupancy.h"
#include "core/plan/plan.h"

namespace stowage {

/// A block about to be placed.
struct BlockSpec {
  std::int64_t size;
  std::int64_t step;  ///< the start must be a multiple of it
};

/// Places all blocks in `order`, each where `chooser` says:
/// `chooser.begin(BlockSpec)`, then `chooser.offer(x, up)` for stretches of free starts until it says true, then
/// `chooser.finish()` gives the start.
/// A block that keeps bytes from nobody (no member is needed and of positive size) lies at offset 0.
/// `observer`: Unobserved or Observed.
template <class Chooser, class Observer>
Result<std::vector<Offset>> place_blocks(const LayoutProblem& problem, std::span<const std::uint32_t> order,
                                         const Task& task, Chooser chooser, Observer observer) {
  std::vector<Offset> offsets(problem.sizes().size());
  Occupancy occupancy(problem);
  std::size_t count = 0;
  for (std::uint32_t b : order) {
    if (task.poll(count++, 256)) return tl::unexpected(task.why_stopped());
    std::int64_t start = 0;
    if (std::ranges::any_of(problem.block(b), [&](TensorId t) { return problem.occupies(t); })) {
      if constexpr (Observer::kActive) observer.observer->looking(b, occupancy.free_for(b));
      chooser.begin({problem.block_size(b).count, problem.block_step(b)});
      occupancy.offer_starts(b, [&](std::int64_t x, std::int64_t up) { return chooser.offer(x, up); });
      start = chooser.finish();
      occupancy.add(b, start);
    }
    problem.write(b, start, offsets);
    if (!observer.placed(b, start)) break;
  }
  return offsets;
}

}  // namespace stowage
