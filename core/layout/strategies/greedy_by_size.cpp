// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/strategies.h"

#include <tuple>

namespace stowage {
namespace {

/// From the first begin of a member to the last end.
Lifetime block_lifetime(const LayoutProblem& problem, std::uint32_t b) {
  Lifetime out = problem.lifetimes()[problem.block(b)[0].index()];
  for (TensorId t : problem.block(b)) {
    const Lifetime each = problem.lifetimes()[t.index()];
    out = {std::min(out.begin, each.begin), std::max(out.end, each.end)};
  }
  return out;
}

Result<Layout> run_greedy_by_size(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  return Result<Layout>(place_by_size(problem, kAnyFootprint, task));
}

}  // namespace

Result<std::vector<Offset>> place_by_size(const LayoutProblem& problem, Bytes most, const Task& task) {
  std::vector<Lifetime> lives(problem.block_count());
  for (std::uint32_t b = 0; b < lives.size(); ++b) lives[b] = block_lifetime(problem, b);
  auto order = numbers_below<std::uint32_t>(lives.size());
  std::ranges::sort(order, {}, [&](std::uint32_t b) {
    return std::tuple(-problem.block_size(b).count, lives[b].begin, lives[b].end, b);
  });
  return place_in_order(problem, order, Fit::best, task, most);
}

constexpr LayoutStrategy kGreedyBySize{
    .id = "greedy-by-size",
    .title = StrategyText::tr("Greedy by size"),
    .description =
        StrategyText::tr("Largest blocks first (ties: the earliest), each in the smallest gap that holds it"),
    .source = "Pisarchyk and Lee, Efficient Memory Management, section 5.2; Levental, MemoMalloc, chapter 1, section 3",
    .run = run_greedy_by_size};

}  // namespace stowage
