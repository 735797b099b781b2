// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "core/layout/engine/observer.h"
#include "core/layout/engine/occupancy.h"
#include "core/layout/engine/place_in_order.h"
#include "core/plan/plan.h"

namespace stowage {

/// A block about to be placed.
struct BlockSpec {
  std::int64_t size;
  std::int64_t step;  ///< the start must be a multiple of it
};

/// Places one block after the other into an occupancy, each where `chooser` says: calls `chooser.begin(BlockSpec)`,
/// then `chooser.offer(x, up)` for stretches of free starts as FreeStarts::offer_to() does; `chooser.finish()` returns
/// the start. A block that keeps no bytes from others (no member is needed and of positive size) lies at offset 0.
/// `observer`: Unobserved or Observed.
template <class Chooser, class Observer = Unobserved>
class BlockPlacer {
 public:
  BlockPlacer(Occupancy& occupancy, Chooser chooser, Observer observer = {})
      : occupancy_(occupancy), free_(occupancy), chooser_(chooser), observer_(observer) {}

  /// Returns the start of the block.
  std::int64_t place(std::uint32_t b) {
    const LayoutProblem& problem = occupancy_.problem();
    if (std::ranges::none_of(problem.block(b), [&](TensorId t) { return problem.occupies(t); })) return 0;
    if constexpr (Observer::kActive) observer_.observer->looking(b, free_.all_for(b));
    chooser_.begin({problem.block_size(b).count, problem.block_step(b)});
    free_.offer_to(b, [this](std::int64_t x, std::int64_t up) { return chooser_.offer(x, up); });
    const std::int64_t start = chooser_.finish();
    occupancy_.add(b, start);
    return start;
  }

 private:
  Occupancy& occupancy_;
  FreeStarts free_;
  Chooser chooser_;
  Observer observer_;
};

/// Places all blocks in `order`, as BlockPlacer does. infeasible as soon as a block ends above `most`.
template <class Chooser, class Observer>
Result<std::vector<Offset>> place_blocks(const LayoutProblem& problem, std::span<const std::uint32_t> order,
                                         const Task& task, Chooser chooser, Observer observer,
                                         Bytes most = kAnyFootprint) {
  std::vector<Offset> offsets(problem.sizes().size());
  Occupancy occupancy(problem);
  BlockPlacer placer(occupancy, chooser, observer);
  std::size_t count = 0;
  for (std::uint32_t b : order) {
    if (task.poll(count++, 256)) return tl::unexpected(task.why_stopped());
    const std::int64_t start = placer.place(b);
    if (start > most.count - problem.block_size(b).count) return tl::unexpected(larger_than_asked());
    problem.write(b, start, offsets);
    if (!observer.placed(b, start)) break;
  }
  return offsets;
}

/// Chooses, of all free stretches, the first in which the block can start, or the shortest such. It remembers nothing
/// of the blocks before.
template <Fit fit, class Observer = Unobserved>
class OneObject {
 public:
  explicit OneObject(Observer observer = {}) : observer_(observer) {}
  void begin(BlockSpec spec) {
    spec_ = spec;
    shortest_ = std::numeric_limits<std::int64_t>::max();
  }
  std::int64_t offer(std::int64_t x, std::int64_t up) {
    x = round_up(x, spec_.step);
    const bool taken = up - x > 0 && up - x < shortest_;
    observer_.examined({0, x, up - x, taken});
    if (taken) {
      shortest_ = up - x;
      start_ = x;
      if (fit == Fit::first || shortest_ == 1) return 0;  // nothing above could be shorter
    }
    const bool any = Observer::kActive || shortest_ == std::numeric_limits<std::int64_t>::max();
    return any ? FreeStarts::kAnyLength : shortest_ + spec_.step - 1;  // rounding takes less than a step off
  }
  [[nodiscard]] std::int64_t finish() const { return start_; }

 protected:
  BlockSpec spec_{};

 private:
  Observer observer_;
  std::int64_t shortest_ = 0;
  std::int64_t start_ = 0;
};

}  // namespace stowage
