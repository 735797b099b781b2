// SPDX-License-Identifier: Apache-2.0
#include <tuple>

#include "core/base/text.h"
#include "core/layout/engine/place_in_order.h"
#include "core/papers/olla/mip.h"
#include "core/papers/papers.h"
#include "core/plan/bounds.h"

namespace stowage {
namespace {

/// The pyramid; the rest largest first, each in the smallest gap that holds it. Bounds the program from above, and
/// stays where the solver finds no plan in time.
Result<std::vector<Offset>> place_pyramid_first(const LayoutProblem& problem, std::span<const TensorId> stack,
                                                const Task& task) {
  std::vector<std::size_t> places(problem.block_count(), stack.size());  // blocks are tensors here
  for (std::size_t k = 0; k < stack.size(); ++k) places[stack[k].index()] = k;
  auto order = numbers_below<std::uint32_t>(problem.block_count());
  std::ranges::sort(order, {}, [&](std::uint32_t b) {
    return std::tuple(places[b], -problem.block_size(b).count, problem.lifetimes()[b].begin, b);
  });
  return place_in_order(problem, order, Fit::best, task);
}

Result<Layout> run_olla_layout(const LayoutProblem& problem, const PlanOptions& options, const Task& task) {
  const std::vector<TensorId> stack = pyramid(problem);
  STOWAGE_TRY(auto offsets, place_pyramid_first(problem, stack, task));
  std::vector<MipBlock> blocks;
  for (BlockProblem::Block b = 0; b < problem.block_count(); ++b) blocks.push_back({b});
  Bytes least = quick_bounds(problem).best();
  for (const TensorId t : stack) {
    blocks[t.index()].start = offsets[t.index()].value;
    least = std::max(least, offsets[t.index()] + problem.sizes()[t.index()] - Offset{});
  }
  STOWAGE_TRY(const auto model, MipModel::make(problem, blocks, least, footprint(problem.sizes(), offsets), task));
  const auto found = solve_in_time(model, options.solver, task);
  if (!found && found.error().kind != Error::Kind::timed_out) return tl::unexpected(found.error());
  for (const MipBlock& each : blocks)
    if (found) problem.write(each.block, (*found->starts)[each.block], offsets);
  return Layout{.offsets = std::move(offsets),
                .remark = grouped_digits(stack.size()) + (stack.size() == 1 ? " tensor" : " tensors") +
                          " in the pyramid; " +
                          (found ? found->text("no plan with this pyramid is smaller")
                                 : found.error().text() + ", " + std::string(kLayoutStandsIn))};
}

}  // namespace

std::vector<TensorId> pyramid(const LayoutProblem& problem, std::vector<TensorId>* examined) {
  const auto& lives = problem.lifetimes();
  std::vector<TensorId> order;
  for (const TensorId t : problem.graph().tensors())
    if (problem.occupies(t) && lives[t.index()].end - lives[t.index()].begin > 1) order.push_back(t);
  std::ranges::sort(order, {}, [&](TensorId t) {
    return std::tuple(-length_of(problem.graph(), lives[t.index()]), -problem.sizes()[t.index()].count, t.index());
  });
  if (examined != nullptr) *examined = order;
  std::vector<TensorId> out;  // a tensor that is not within the last one is not within any later one
  for (const TensorId t : order) {
    const Lifetime life = lives[t.index()];
    const Lifetime within = out.empty() ? life : lives[out.back().index()];
    if (within.begin <= life.begin && life.end <= within.end) out.push_back(t);
  }
  return out;
}

constexpr LayoutStrategy kOllaLayout{
    .id = "olla",
    .title = StrategyText::tr("OLLA"),
    .description = StrategyText::tr("Nested lifetimes at the bottom, the longest-lived lowest; a solver of integer "
                                    "programs places the rest"),
    .source = "Steiner et al., OLLA, function 5 and problem (15)",
    .run = run_olla_layout,
    .limits = {.single_stream = true, .no_groups = true, .most_tensors = 3000, .most_pairs = kMaxProgramPairs}};

}  // namespace stowage
