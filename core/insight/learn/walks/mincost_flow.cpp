// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/walks/walks.h"
#include "core/papers/papers.h"

namespace stowage {
namespace {

constexpr std::size_t kNoMark = ~std::size_t{0};

/// Blocks in a list, each as high as any other, until they have addresses.
class FlowBoxes {
 public:
  /// Shows the list, with all that has its turn later in the background.
  FlowBoxes(const LayoutProblem& problem, const std::vector<ReusePath>& paths, WalkMaker& maker)
      : problem_(problem), listed_(problem.block_count()), marks_(problem.sizes().size(), kNoMark) {
    std::int64_t top = 0;
    for (const ReusePath& path : paths) {  // largest first
      listed_[path.added] = top;
      top += std::ssize(problem.block(path.added));
      if (&path == &paths.front()) continue;
      draw(path.added, [&](WalkMark mark) {
        mark.faint = true;
        marks_[mark.tensor.index()] = maker.add(mark);
      });
    }
  }

  void list(std::uint32_t b, WalkMaker& maker) const {
    draw(b, [&](const WalkMark& mark) {
      if (const std::size_t faint = marks_[mark.tensor.index()]; faint != kNoMark) maker.end(faint);
      maker.place(mark);
    });
  }
  [[nodiscard]] WalkMark arrow(std::uint32_t giver, std::uint32_t taker) const {
    WalkMark out = walk_arrow(problem_, giver, taker, rows(giver), rows(taker));
    out.bytes = std::min(problem_.block_size(giver), problem_.block_size(taker));
    return out;
  }

 private:
  [[nodiscard]] Interval rows(std::uint32_t b) const {
    return {listed_[b], listed_[b] + std::ssize(problem_.block(b))};
  }
  template <class Each>
  void draw(std::uint32_t b, const Each& each) const {
    std::int64_t row = listed_[b];
    for (TensorId t : problem_.block(b)) {
      WalkMark mark = walk_box(problem_, WalkMark::Role::waiting, t, 0);
      mark.run = {row, row + 1};
      each(std::move(mark));
      ++row;
    }
  }

  const LayoutProblem& problem_;
  std::vector<std::int64_t> listed_;  // by block
  std::vector<std::size_t> marks_;    // by tensor
};

Result<Walk> walk_mincost_flow(const WalkInput& in, const Task& task) {
  STOWAGE_TRY(const LayoutProblem problem, LayoutProblem::make(*in.graph, *in.conflicts, in.alignment));
  std::vector<ReusePath> paths;
  STOWAGE_TRY(const Reuse reuse, shared_objects(problem, task, &paths));
  const std::vector<Offset> offsets = stack_objects(problem, reuse);
  WalkMaker maker(in, {{0, WalkText::tr("for each block b, largest first:")},
                       {1, WalkText::tr("of all paths from b, choose the path that adds fewest bytes")},
                       {1, WalkText::tr("it ends where a block opens an object: the object grows by all its bytes")},
                       {1, WalkText::tr("or at a block that nothing takes over yet: only the excess is added")},
                       {1, WalkText::tr("along the path, blocks give way: each takes over another")},
                       {0, WalkText::tr("blocks in a chain share an object, as large as the largest")},
                       {0, WalkText::tr("stack the objects")}});
  maker.set_plane(WalkPlane::Along::steps, WalkPlane::Up::rows);
  std::optional<FlowBoxes> boxes;
  const auto name = [&](std::uint32_t b) { return in.graph->name(problem.block(b)[0]); };
  std::vector<std::size_t> arrows(problem.block_count(), kNoMark);  // marks, by taker
  Bytes paid;
  for (const ReusePath& path : paths) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    paid += Bytes{path.cost};
    maker.begin_block();
    maker.step(1, WalkText::tr("%1, %2: the path that adds least adds %3.")
                      .with(name(path.added), problem.block_size(path.added), Bytes{path.cost}));
    if (!boxes) boxes.emplace(problem, paths, maker);
    boxes->list(path.added, maker);
    for (const auto& take : path.takes) {
      WalkMark arrow = boxes->arrow(take.giver, take.taker);
      arrow.role = WalkMark::Role::candidate, maker.once(std::move(arrow));
    }
    if (path.takes.empty())
      maker.step(2, WalkText::tr("%1 opens an object. Objects have grown to %2 in all.").with(name(path.added), paid));
    else if (path.opens != Reuse::kNone)
      maker.step(2,
                 WalkText::tr(
                     "%1 takes over %2; %3, at the end of the path, opens an object. Objects have grown to %4 in all.")
                     .with(name(path.added), name(path.takes.back().giver), name(path.opens), paid));
    else if (path.takes.size() == 1)
      maker.step(3, WalkText::tr("%1 takes over %2. Objects have grown to %3 in all.")
                        .with(name(path.added), name(path.takes.back().giver), paid));
    else
      maker.step(4,
                 WalkText::tr("%1 takes over %2. Blocks that move on to others: %3. Objects have grown to %4 in all.")
                     .with(name(path.added), name(path.takes.back().giver), path.takes.size() - 1, paid));
    const auto end = [&](std::uint32_t taker) {
      if (arrows[taker] != kNoMark) maker.end(std::exchange(arrows[taker], kNoMark));
    };
    if (path.opens != Reuse::kNone) end(path.opens);
    for (const auto& take : path.takes) end(take.taker);
    for (const auto& take : path.takes) arrows[take.taker] = maker.add(boxes->arrow(take.giver, take.taker));
  }

  std::vector<std::uint32_t> next(problem.block_count(), Reuse::kNone), roots;
  for (const ReusePath& path : paths)
    if (const std::uint32_t giver = reuse.of[path.added]; giver != Reuse::kNone)
      next[giver] = path.added;
    else
      roots.push_back(path.added);
  std::ranges::sort(roots);
  maker.set_plane(WalkPlane::Along::steps, WalkPlane::Up::addresses);
  for (std::uint32_t root : roots) {
    std::vector<std::uint32_t> chain;
    for (std::uint32_t b = root; b != Reuse::kNone; b = next[b]) chain.push_back(b);
    maker.begin_block();
    const auto start = [&](std::uint32_t b) { return offsets[problem.block(b)[0].index()]; };
    Offset end;
    for (std::uint32_t b : chain) end = std::max(end, start(b) + problem.block_size(b));
    maker.step(6, WalkText::tr("Blocks in the object that %1 opens: %2, one at a time. It lies from %3 to %4.")
                      .with(name(root), chain.size(), start(root) - Offset{}, end - Offset{}));
    for (std::uint32_t b : chain)
      for (TensorId t : problem.block(b))
        maker.place(walk_box(problem, WalkMark::Role::placed, t, start(b).value + problem.inset(t)));
  }
  return maker.take();
}

}  // namespace

constexpr WalkInfo kWalkMincostFlow{.id = "mincost-flow",
                                    .title = StrategyText::tr("Minimum-cost flow"),
                                    .source = "Levental, MemoMalloc, chapter 1, section 3, after Lee et al.",
                                    .unit = StrategyText::tr("part"),
                                    .strategy = &kMincostFlow,
                                    .most = 3'000,  // the flow takes the time
                                    .make = walk_mincost_flow};

}  // namespace stowage
