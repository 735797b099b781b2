// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/walks/walks.h"
#include "core/papers/papers.h"

namespace stowage {
namespace {

template <const LayoutStrategy& strategy>
Result<Walk> walk_bump(const WalkInput& in, const Task& task) {
  STOWAGE_TRY(const LayoutProblem problem, LayoutProblem::make(*in.graph, *in.conflicts, in.alignment));
  STOWAGE_TRY(const Layout layout, strategy.run(problem, {}, task));
  std::vector<WalkCode> code{{0, WalkText::tr("for each block b, earliest made first:")},
                             {1, WalkText::tr("put b on top of the block before")}};
  if (&strategy == &kBumpReset) code.push_back({1, WalkText::tr("but at 0 if no block before is alive any more")});
  WalkMaker maker(in, std::move(code));
  std::int64_t top = 0;
  for (const std::uint32_t b : block_order(problem, Sort::source)) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    const auto block = problem.block(b);
    const auto member = std::ranges::find_if(block, [&](TensorId t) { return problem.occupies(t); });
    if (member == block.end()) continue;
    const std::int64_t start = layout.offsets[member->index()].value - problem.inset(*member);
    const std::string_view name = in.graph->name(*member);
    maker.begin_block();
    if (start < top)
      maker.step(2, WalkText::tr("No block before is alive any more: %1, %2, is put at 0 again.")
                        .with(name, problem.block_size(b)));
    else
      maker.step(1, WalkText::tr("%1, %2, is put at %3, on top of the block before.")
                        .with(name, problem.block_size(b), Bytes{start}));
    for (TensorId t : block)
      if (problem.occupies(t)) maker.place(walk_box(problem, WalkMark::Role::placed, t, start + problem.inset(t)));
    top = start + problem.block_size(b).count;
  }
  return maker.take();
}

}  // namespace

constexpr WalkInfo kWalkBump{.id = "bump",
                             .title = StrategyText::tr("Bump"),
                             .source = "Levental, MemoMalloc, chapter 1, section 3",
                             .unit = StrategyText::tr("block"),
                             .strategy = &kBump,
                             .most = kMostWalkTensors,
                             .make = walk_bump<kBump>};

constexpr WalkInfo kWalkBumpReset{.id = "bump.reset",
                                  .title = StrategyText::tr("Bump with resets"),
                                  .source = "MemoMalloc's implementation",
                                  .unit = StrategyText::tr("block"),
                                  .strategy = &kBumpReset,
                                  .most = kMostWalkTensors,
                                  .make = walk_bump<kBumpReset>};

}  // namespace stowage
