// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/strategies.h"

namespace stowage {
namespace {

constexpr Recipe kBySize{.sort = Sort::size_then_begin, .fit = Fit::best};

Result<Layout> run_greedy_by_size(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  return Result<Layout>(place_by_recipe(problem, kBySize, kAnyFootprint, task));
}

}  // namespace

constexpr LayoutStrategy kGreedyBySize{
    .id = "greedy-by-size",
    .title = StrategyText::tr("Greedy by size"),
    .description =
        StrategyText::tr("Largest blocks first (ties: the earliest), each in the smallest gap that holds it"),
    .source = "Pisarchyk and Lee, Efficient Memory Management, section 5.2; Levental, MemoMalloc, chapter 1, section 3",
    .run = run_greedy_by_size,
    .recipe = kBySize};

}  // namespace stowage
