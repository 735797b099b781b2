// SPDX-License-Identifier: Apache-2.0
#include "core/papers/papers.h"

#include <tuple>

#include "core/layout/engine/place_in_order.h"

namespace stowage {
namespace {

Result<Layout> run(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  std::vector<std::uint32_t> order;  // blocks are tensors here
  std::vector<bool> chosen(problem.block_count());
  for (const TensorId t : pyramid(problem)) {
    order.push_back(static_cast<std::uint32_t>(t.index()));
    chosen[t.index()] = true;
  }
  const auto rest = static_cast<std::ptrdiff_t>(order.size());
  for (std::uint32_t b = 0; b < problem.block_count(); ++b)
    if (!chosen[b]) order.push_back(b);
  std::ranges::sort(order.begin() + rest, order.end(), {}, [&](std::uint32_t b) {
    return std::tuple(-problem.block_size(b).count, problem.lifetimes()[b].begin, b);
  });
  return Result<Layout>(place_in_order(problem, order, Fit::best, task));
}

}  // namespace

std::vector<TensorId> pyramid(const LayoutProblem& problem) {
  const auto& lives = problem.lifetimes();
  std::vector<TensorId> order;
  for (const TensorId t : problem.graph().tensors())
    if (problem.occupies(t) && lives[t.index()].end - lives[t.index()].begin > 1) order.push_back(t);
  std::ranges::sort(order, {}, [&](TensorId t) {
    const Lifetime life = lives[t.index()];
    return std::tuple(std::int64_t{life.begin} - life.end, -problem.sizes()[t.index()].count, t.index());
  });
  std::vector<TensorId> out;  // a tensor that is not within the last one is not within any later one
  for (const TensorId t : order) {
    const Lifetime life = lives[t.index()];
    const Lifetime within = out.empty() ? life : lives[out.back().index()];
    if (within.begin <= life.begin && life.end <= within.end) out.push_back(t);
  }
  return out;
}

constexpr LayoutStrategy kOllaPyramid{
    .id = "olla.pyramid",
    .title = "OLLA pyramid",
    .description = "Nested lifetimes at the bottom, the longest-lived lowest; the rest largest first",
    .source = "OLLA, function 5",
    .run = run,
    .limits = {.single_stream = true, .no_groups = true}};

}  // namespace stowage
