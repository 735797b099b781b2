// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/place_near.h"

#include "core/layout/engine/place_blocks.h"

namespace stowage {
namespace {

/// Where the block starts if its tensors lie as wanted; negative where it cannot.
std::int64_t wanted_start(const LayoutProblem& problem, std::uint32_t b, std::span<const Offset> wanted) {
  const auto block = problem.block(b);
  const auto known = std::ranges::find_if(block, [&](TensorId t) { return wanted[t.index()] >= Offset{}; });
  if (known == block.end()) return -1;
  const std::int64_t start = wanted[known->index()].value - problem.inset(*known);
  const bool fits = start % problem.block_step(b) == 0 && start <= kMaxTotalSize.count - problem.block_size(b).count;
  return fits ? start : -1;
}

bool is_free(FreeStarts& free, std::uint32_t b, std::int64_t start) {
  bool found = false;
  free.offer_to(b, [&](std::int64_t x, std::int64_t up) {
    found = x <= start && start < up;
    return start < up ? 0 : FreeStarts::kAnyLength;
  });
  return found;
}

}  // namespace

Result<std::vector<Offset>> place_near(const LayoutProblem& problem, std::span<const Offset> wanted, const Task& task) {
  std::vector<Offset> out(wanted.size());
  Occupancy occupancy(problem);
  FreeStarts free(occupancy);
  BlockPlacer placer(occupancy, OneObject<Fit::first>());
  std::vector<std::uint32_t> others;
  std::size_t count = 0;
  for (std::uint32_t b : block_order(problem, Sort::size)) {
    if (task.poll(count++, 256)) return tl::unexpected(task.why_stopped());
    const std::int64_t start = wanted_start(problem, b, wanted);
    const bool occupies = std::ranges::any_of(problem.block(b), [&](TensorId t) { return problem.occupies(t); });
    if (start < 0 || (occupies && !is_free(free, b, start))) {
      others.push_back(b);
      continue;
    }
    occupancy.add(b, start);
    problem.write(b, start, out);
  }
  for (std::uint32_t b : others) {
    if (task.poll(count++, 256)) return tl::unexpected(task.why_stopped());
    problem.write(b, placer.place(b), out);
  }
  return out;
}

}  // namespace stowage
