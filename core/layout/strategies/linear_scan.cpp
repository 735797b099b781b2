// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/strategies.h"

#include "core/layout/engine/free_stretches.h"

namespace stowage {
namespace {

using Position = Conflicts::Position;

/// The time of a block: from its first tensor made until nothing made later may meet any of them.
struct Stay {
  Position begin;
  Position end;
  std::uint32_t block;
};

/// The step from which on all that is made, in any lane, comes after all uses of t.
Position over(const LayoutProblem& problem, TensorId t) {
  const std::size_t lanes = problem.lane_count(), own = lanes - (problem.last_lane_is_mixed() ? 1 : 0);
  Position out = problem.last_lane_is_mixed() ? problem.settled(t) : 0;
  for (std::size_t lane = 0; lane < own; ++lane) out = std::max(out, problem.window(t, lane).end);
  return std::max(out, problem.begin(t) + 1);
}

/// Indices of `stays`, sorted by `step_of`; equals stay in their order.
template <class StepOf>
std::vector<std::uint32_t> in_order(const std::vector<Stay>& stays, std::size_t steps, const StepOf& step_of) {
  std::vector<std::uint32_t> next(steps + 1);  // place of the next of each step
  for (const Stay& stay : stays) ++next[static_cast<std::size_t>(step_of(stay)) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::uint32_t> out(stays.size());
  for (std::uint32_t k = 0; k < stays.size(); ++k) out[next[static_cast<std::size_t>(step_of(stays[k]))]++] = k;
  return out;
}

std::vector<Stay> stays_of(const LayoutProblem& problem) {
  std::vector<Stay> out;
  out.reserve(problem.block_count());
  for (std::uint32_t b = 0; b < problem.block_count(); ++b) {
    Stay stay{Conflicts::kNever, 0, b};
    for (TensorId t : problem.block(b)) {
      if (!problem.occupies(t)) continue;
      stay.begin = std::min(stay.begin, problem.begin(t));
      stay.end = std::max(stay.end, over(problem, t));
    }
    if (stay.end > 0) out.push_back(stay);
  }
  return out;
}

Result<Layout> run(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  Layout out;
  out.offsets = problem.all_at_zero();
  const std::vector<Stay> stays = stays_of(problem);
  const std::size_t steps = problem.graph().operator_count() + 2;  // ends may be one past the last step
  const auto made = in_order(stays, steps, [](const Stay& stay) { return stay.begin; });
  const auto over = in_order(stays, steps, [](const Stay& stay) { return stay.end; });
  FreeStretches memory;
  std::vector<FreeStretches::Stretch> taken(stays.size());
  auto next_over = over.begin();
  std::size_t count = 0;
  for (const std::uint32_t k : made) {
    if (task.poll(count++)) return tl::unexpected(task.why_stopped());
    for (; stays[*next_over].end <= stays[k].begin; ++next_over) memory.give_back(taken[*next_over]);
    const std::uint32_t b = stays[k].block;
    taken[k] = memory.take(problem.block_size(b).count, problem.block_step(b), problem.alignment().count);
    problem.write(b, memory.begin(taken[k]), out.offsets);
  }
  return out;
}

}  // namespace

constexpr LayoutStrategy kLinearScan{
    .id = "linear-scan",
    .title = "Linear scan",
    .description = "Places blocks in the order in which they are written, each in a small gap that is free then",
    .source = "Poletto and Sarkar, Linear Scan Register Allocation; Masmano et al., TLSF",
    .run = run};

}  // namespace stowage
