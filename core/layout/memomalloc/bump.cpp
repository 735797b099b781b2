// SPDX-License-Identifier: Apache-2.0
#include "core/layout/memomalloc/bump.h"

#include <utility>

namespace stowage {
namespace {

constexpr std::size_t kStopInterval = 4096;

std::int64_t rounded_up(std::int64_t at, std::int64_t step) {
  return (at + step - 1) / step * step;
}

Result<Layout> run(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  Layout out;
  out.offsets.resize(problem.sizes().size());
  std::int64_t top = 0;
  std::size_t count = 0;
  for (std::uint32_t b : block_order(problem, Sort::source)) {
    if (count++ % kStopInterval == 0 && task.should_stop()) return tl::unexpected(task.why_stopped());
    top = rounded_up(top, problem.block_step(b));
    for (TensorId t : problem.block(b)) {
      out.offsets[t.index()] = {top};
      top += problem.sizes()[t.index()].count;
    }
  }
  return out;
}

}  // namespace

constexpr LayoutStrategy kBump{.id = "bump",
                               .title = "Bump",
                               .description = "Every block on top of the one made before; nothing is reused",
                               .source = "Levental, MemoMalloc, section 5",
                               .run = run};

}  // namespace stowage
