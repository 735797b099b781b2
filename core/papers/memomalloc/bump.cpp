// SPDX-License-Identifier: Apache-2.0
#include "core/papers/papers.h"

namespace stowage {
namespace {

using Position = Conflicts::Position;

/// For each place in `order` whether everything before it is over, in every execution, when anything from it on is
/// made: no chain makes a tensor from there on before its last release of a tensor before. Nothing where the task was
/// stopped. O(tensors · chains) time, O(tensors) memory.
Result<std::vector<bool>> resets(const LayoutProblem& problem, std::span<const std::uint32_t> order, const Task& task) {
  const Conflicts& conflicts = problem.conflicts();
  std::vector<bool> out(order.size(), true);
  std::vector<Position> made(order.size());  // by place: the first tensor made from there on, in the chain
  for (std::size_t chain = 0; chain < conflicts.chain_count(); ++chain) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    Position first = Conflicts::kNever;
    for (std::size_t k = order.size(); k-- > 0; made[k] = first)
      for (TensorId t : problem.block(order[k]))
        if (problem.occupies(t) && conflicts.chain(t) == chain) first = std::min(first, conflicts.position(t));
    Position released = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (made[k] < released) out[k] = false;
      for (TensorId t : problem.block(order[k]))
        if (problem.occupies(t)) released = std::max(released, conflicts.release(t, chain));
    }
  }
  return out;
}

template <bool reset>
Result<Layout> run(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  const std::vector<std::uint32_t> order = block_order(problem, Sort::source);
  Result<std::vector<bool>> again;
  if (reset) again = resets(problem, order, task);
  if (!again) return tl::unexpected(std::move(again.error()));
  Layout out;
  out.offsets.resize(problem.sizes().size());
  std::int64_t top = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (task.poll(k)) return tl::unexpected(task.why_stopped());
    if (reset && (*again)[k]) top = 0;
    top = round_up(top, problem.block_step(order[k]));
    problem.write(order[k], top, out.offsets);
    top += problem.block_size(order[k]).count;
  }
  return out;
}

}  // namespace

constexpr LayoutStrategy kBump{.id = "bump",
                               .title = "Bump",
                               .description = "Each block on top of the block before; nothing is reused",
                               .source = "Levental, MemoMalloc, chapter 1, section 3",
                               .run = run<false>};

constexpr LayoutStrategy kBumpReset{
    .id = "bump.reset",
    .title = "Bump with resets",
    .description = "Each block on top of the block before; starts at 0 again when no earlier block is alive",
    .source = "Levental, MemoMalloc, chapter 1, section 3, and its implementation",
    .run = run<true>};

}  // namespace stowage
