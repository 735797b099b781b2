// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/strategies.h"

#include "core/layout/strategies/nnc/allocation_graph.h"

namespace stowage {
namespace {

template <NncRule rule>
Result<Layout> run(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  return allocation_graph(problem, rule, task).map([&](const AllocationGraph& allocation) {
    return Layout{.offsets = offsets_of(problem, allocation)};
  });
}

constexpr const char* kPaper = "Liu, The NNC tensor allocation algorithm";

}  // namespace

constexpr LayoutStrategy kNncDegree{
    .id = "nnc",
    .title = "NNC, most partners first",
    .description = "Tensors take over parts of what others leave; those of most unsafe partners first, in pairs",
    .source = kPaper,
    .run = run<NncRule::degree>,
    .limits = {.most_tensors = 5'000}};

constexpr LayoutStrategy kNncSize{
    .id = "nnc.size",
    .title = "NNC, largest first",
    .description = "Tensors take over parts of what others leave; the largest first, as its authors do now",
    .source = kPaper,
    .run = run<NncRule::size>,
    .limits = {.most_tensors = 50'000}};

}  // namespace stowage
