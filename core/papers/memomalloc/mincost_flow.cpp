// SPDX-License-Identifier: Apache-2.0
#include "core/papers/papers.h"

#include "core/base/simd.h"

namespace stowage {
namespace {

using Position = Conflicts::Position;
constexpr std::size_t kMostTensors = 4000;

/// flags[i] = 0 where releases[i] > position.
STOWAGE_VECTORISED void clear_unreleased(const Position* releases, Position position, std::size_t count,
                                         std::uint8_t* flags) {
  for (std::size_t i = 0; i < count; ++i)
    flags[i] = static_cast<std::uint8_t>(flags[i] & static_cast<std::uint8_t>(releases[i] <= position));
}

/// The blocks that keep bytes from others, and when each as a whole is over: [chain][item], as Conflicts has it.
struct Items {
  std::vector<std::uint32_t> blocks;
  std::vector<std::vector<Position>> releases;
};

Items items_of(const LayoutProblem& problem) {
  Items out;
  const auto occupies = [&](TensorId t) { return problem.occupies(t); };
  for (std::uint32_t b = 0; b < problem.block_count(); ++b)
    if (std::ranges::any_of(problem.block(b), occupies)) out.blocks.push_back(b);
  out.releases.assign(problem.conflicts().chain_count(), std::vector<Position>(out.blocks.size()));
  for (std::size_t chain = 0; chain < out.releases.size(); ++chain)
    for (std::size_t i = 0; i < out.blocks.size(); ++i)
      for (TensorId t : problem.block(out.blocks[i]))
        if (occupies(t))
          out.releases[chain][i] = std::max(out.releases[chain][i], problem.conflicts().release(t, chain));
  return out;
}

/// [j][i]: all tensors of item i are before all of item j.
Result<std::vector<std::uint8_t>> allowed_reuse(const LayoutProblem& problem, const Items& items, const Task& task) {
  const std::size_t n = items.blocks.size();
  std::vector<std::uint8_t> out(n * n, 1);
  for (std::size_t j = 0; j < n; ++j) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    for (TensorId t : problem.block(items.blocks[j]))
      if (problem.occupies(t))
        clear_unreleased(items.releases[problem.conflicts().chain(t)].data(), problem.conflicts().position(t), n,
                         out.data() + j * n);
  }
  return out;
}

/// Stacks the chains in the order of the blocks that open them, each an object on top of the one before; blocks that
/// keep no bytes from others lie at 0.
Layout stack(const LayoutProblem& problem, const Reuse& reuse) {
  Layout out;
  out.offsets.resize(problem.sizes().size());
  std::vector<std::uint32_t> next(reuse.of.size(), Reuse::kNone);
  for (std::uint32_t b = 0; b < reuse.of.size(); ++b)
    if (reuse.of[b] != Reuse::kNone) next[reuse.of[b]] = b;
  std::int64_t top = 0;
  for (std::uint32_t root = 0; root < reuse.of.size(); ++root) {
    if (reuse.of[root] != Reuse::kNone) continue;
    std::int64_t end = top;
    if (std::ranges::none_of(problem.block(root), [&](TensorId t) { return problem.occupies(t); })) {
      problem.write(root, 0, out.offsets);
    } else {
      for (std::uint32_t b = root; b != Reuse::kNone; b = next[b]) {
        const std::int64_t start = round_up(top, problem.block_step(b));
        problem.write(b, start, out.offsets);
        end = std::max(end, start + problem.block_size(b).count);
      }
    }
    top = end;
  }
  return out;
}

Result<Layout> run(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  return shared_objects(problem, task).map([&](const Reuse& reuse) { return stack(problem, reuse); });
}

}  // namespace

Result<Reuse> shared_objects(const LayoutProblem& problem, const Task& task) {
  const Items items = items_of(problem);
  STOWAGE_TRY(const auto allowed, allowed_reuse(problem, items, task));
  std::vector<std::int64_t> sizes;
  for (std::uint32_t b : items.blocks) sizes.push_back(problem.block_size(b).count);
  STOWAGE_TRY(const Reuse found, cheapest_reuse(sizes, allowed, task));
  Reuse out{std::vector<std::uint32_t>(problem.block_count(), Reuse::kNone), found.cost};
  for (std::size_t i = 0; i < items.blocks.size(); ++i)
    if (found.of[i] != Reuse::kNone) out.of[items.blocks[i]] = items.blocks[found.of[i]];
  return out;
}

constexpr LayoutStrategy kMincostFlow{
    .id = "mincost-flow",
    .title = "Minimum-cost flow",
    .description = "Objects that each hold one block at a time; a cheapest matching decides which block follows which",
    .source = "Lee et al., On-Device Neural Net Inference with Mobile GPUs; Levental, MemoMalloc, chapter 1, section 3",
    .run = run,
    .limits = {.most_tensors = kMostTensors}};

}  // namespace stowage
