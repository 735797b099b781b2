// SPDX-License-Identifier: Apache-2.0
#include "core/layout/single_object.h"

#include "core/layout/placed.h"

namespace stowage {
namespace {

template <Fit fit>
Result<std::vector<Offset>> place_all(const LayoutProblem& problem, Sort sort, const Task& task) {
  std::vector<Offset> offsets(problem.sizes().size());
  PlacedList placed;
  std::size_t count = 0;
  for (std::uint32_t b : block_order(problem, sort)) {
    if (count++ % 256 == 0 && task.should_stop()) return tl::unexpected(task.why_stopped());
    std::int64_t start = 0;
    if (block_occupies(problem, b)) {
      start = placed.find<fit>(problem, b, 0, 2 * kMaxTotalSize.count);
      placed.add(problem, b, start);
    }
    put_block(problem, b, start, offsets);
  }
  return offsets;
}

}  // namespace

Result<std::vector<Offset>> plan_single_object(const LayoutProblem& problem, Sort sort, Fit fit, const Task& task) {
  return fit == Fit::best ? place_all<Fit::best>(problem, sort, task) : place_all<Fit::first>(problem, sort, task);
}

}  // namespace stowage
