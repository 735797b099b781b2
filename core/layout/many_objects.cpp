// SPDX-License-Identifier: Apache-2.0
#include "core/layout/many_objects.h"

#include "core/layout/placed.h"

namespace stowage {
namespace {

struct Object {
  std::int64_t begin, end;
  PlacedList placed;
};

template <Fit fit>
std::int64_t place(const LayoutProblem& problem, std::size_t b, std::vector<Object>& objects) {
  for (Object& object : objects) {
    const std::int64_t start = object.placed.find<fit>(problem, b, object.begin, object.end);
    if (start == PlaceFinder<fit>::kNowhere) continue;
    object.placed.add(problem, b, start);
    return start;
  }
  const std::int64_t begin = round_up(objects.empty() ? 0 : objects.back().end, problem.block_step(b));
  objects.push_back({begin, begin + problem.block_size(b).count, {}});
  objects.back().placed.add(problem, b, begin);
  return begin;
}

template <Fit fit>
Result<std::vector<Offset>> place_all(const LayoutProblem& problem, Sort sort, const Task& task) {
  std::vector<Offset> offsets(problem.sizes().size());
  std::vector<Object> objects;
  std::size_t count = 0;
  for (std::uint32_t b : block_order(problem, sort)) {
    if (count++ % 256 == 0 && task.should_stop()) return tl::unexpected(task.why_stopped());
    put_block(problem, b, block_occupies(problem, b) ? place<fit>(problem, b, objects) : 0, offsets);
  }
  return offsets;
}

}  // namespace

Result<std::vector<Offset>> plan_many_objects(const LayoutProblem& problem, Sort sort, Fit fit, const Task& task) {
  return fit == Fit::best ? place_all<Fit::best>(problem, sort, task) : place_all<Fit::first>(problem, sort, task);
}

}  // namespace stowage
