// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/walks/walks.h"
#include "core/papers/papers.h"

namespace stowage {
namespace {

/// Blocks in a list, one above the other, until they have addresses.
class FlowBoxes {
 public:
  FlowBoxes(const LayoutProblem& problem, const std::vector<ReusePath>& paths)
      : problem_(problem), listed_(problem.block_count()) {
    std::int64_t top = 0;
    for (const ReusePath& path : paths) {  // largest first
      listed_[path.added] = top;
      top += problem.block_size(path.added).count;
    }
  }

  [[nodiscard]] std::int64_t listed(std::uint32_t b) const { return listed_[b]; }
  /// A box for each of its tensors.
  template <class Each>
  void draw(WalkMark::Role role, std::uint32_t b, std::int64_t start, const Each& each) const {
    for (TensorId t : problem_.block(b)) each(walk_box(problem_, role, t, start + problem_.inset(t)));
  }
  [[nodiscard]] WalkMark arrow(std::uint32_t giver, std::uint32_t taker) const {
    WalkMark out = walk_arrow(problem_, giver, taker, listed_run(giver), listed_run(taker));
    out.bytes = std::min(problem_.block_size(giver), problem_.block_size(taker));
    return out;
  }

 private:
  [[nodiscard]] Interval listed_run(std::uint32_t b) const {
    return {listed_[b], listed_[b] + problem_.block_size(b).count};
  }

  const LayoutProblem& problem_;
  std::vector<std::int64_t> listed_;  // by block
};

Result<Walk> walk_mincost_flow(const WalkInput& in, const Task& task) {
  STOWAGE_TRY(const LayoutProblem problem, LayoutProblem::make(*in.graph, *in.conflicts, in.alignment));
  std::vector<ReusePath> paths;
  STOWAGE_TRY(const Reuse reuse, shared_objects(problem, task, &paths));
  const std::vector<Offset> offsets = stack_objects(problem, reuse);
  WalkMaker maker(in, {{0, WalkText::tr("for each block b, largest first:")},
                       {1, WalkText::tr("of all paths from b, choose the path that adds fewest bytes")},
                       {1, WalkText::tr("it ends where a block opens an object: the object grows by all its bytes")},
                       {1, WalkText::tr("or at a block that nothing takes over yet: only what is larger is added")},
                       {1, WalkText::tr("along the path, blocks give way: each takes over another")},
                       {0, WalkText::tr("blocks in a chain share an object, as large as the largest")},
                       {0, WalkText::tr("stack the objects")}});
  const FlowBoxes boxes(problem, paths);
  const auto name = [&](std::uint32_t b) { return in.graph->name(problem.block(b)[0]); };
  std::vector<std::uint32_t> giver(problem.block_count(), Reuse::kNone);
  std::vector<std::size_t> arrows(problem.block_count());  // marks, by taker
  std::vector<bool> in_chains(problem.block_count());
  Bytes paid;
  for (const ReusePath& path : paths) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    Bytes before = paid;
    const auto pay = [&](std::uint32_t b, std::int64_t sign) {
      const std::int64_t size = problem.block_size(b).count;
      const std::int64_t less = giver[b] == Reuse::kNone ? 0 : problem.block_size(giver[b]).count;
      paid += Bytes{sign * std::max<std::int64_t>(0, size - less)};
    };
    std::vector<std::uint32_t> moved;  // that had paid
    for (const auto& take : path.takes)
      if (take.taker != path.added) moved.push_back(take.taker);
    if (path.opens != Reuse::kNone && path.opens != path.added) moved.push_back(path.opens);
    for (std::uint32_t b : moved) pay(b, -1);
    for (std::uint32_t b : moved)
      if (giver[b] != Reuse::kNone) giver[b] = Reuse::kNone;
    for (const auto& take : path.takes) giver[take.taker] = take.giver;
    for (std::uint32_t b : moved) pay(b, +1);
    pay(path.added, +1);

    maker.begin_block();
    maker.step(1, WalkText::tr("%1, %2: the path that adds least adds %3.")
                      .with(name(path.added))
                      .with(problem.block_size(path.added))
                      .with(paid - before));
    boxes.draw(WalkMark::Role::waiting, path.added, boxes.listed(path.added),
               [&](WalkMark mark) { maker.add(std::move(mark)); });
    boxes.draw(WalkMark::Role::current, path.added, boxes.listed(path.added),
               [&](WalkMark mark) { maker.once(std::move(mark)); });
    for (const auto& take : path.takes) {
      WalkMark arrow = boxes.arrow(take.giver, take.taker);
      arrow.role = WalkMark::Role::candidate, maker.once(std::move(arrow));
    }
    if (moved.empty() && path.takes.empty())
      maker.step(2, WalkText::tr("%1 opens an object. Bytes of all objects, each as it grows: %2.")
                        .with(name(path.added))
                        .with(paid));
    else if (moved.empty())
      maker.step(3, WalkText::tr("%1 takes over %2, which is over by then. Bytes of all objects, each as it grows: %3.")
                        .with(name(path.added))
                        .with(name(path.takes.back().giver))
                        .with(paid));
    else if (path.opens == Reuse::kNone)
      maker.step(4, WalkText::tr("%1 takes over %2, and %3 blocks on the path move on to others. Bytes of all objects, "
                                 "each as it grows: %4.")
                        .with(name(path.added))
                        .with(name(path.takes.back().giver))
                        .with(moved.size())
                        .with(paid));
    else
      maker.step(2, WalkText::tr("%1 takes over %2; the path ends at %3, which opens an object. Bytes of all objects, "
                                 "each as it grows: %4.")
                        .with(name(path.added))
                        .with(name(path.takes.back().giver))
                        .with(name(path.opens))
                        .with(paid));
    for (std::uint32_t b : moved)
      if (in_chains[b]) maker.end(arrows[b]), in_chains[b] = false;
    for (const auto& take : path.takes) {
      arrows[take.taker] = maker.add(boxes.arrow(take.giver, take.taker));
      in_chains[take.taker] = true;
    }
  }

  std::vector<std::vector<std::uint32_t>> chains;
  std::vector<std::uint32_t> next(problem.block_count(), Reuse::kNone);
  for (const ReusePath& path : paths)
    if (reuse.of[path.added] != Reuse::kNone) next[reuse.of[path.added]] = path.added;
  for (const ReusePath& path : paths)
    if (reuse.of[path.added] == Reuse::kNone)
      for (chains.emplace_back(); std::uint32_t b : {path.added})
        for (; b != Reuse::kNone; b = next[b]) chains.back().push_back(b);
  std::ranges::sort(chains, {}, [](const auto& chain) { return chain.front(); });
  maker.set_plane(WalkPlane::Along::steps, WalkPlane::Up::addresses);
  for (const auto& chain : chains) {
    maker.begin_block();
    std::int64_t begin = offsets[problem.block(chain.front())[0].index()].value, end = begin;
    for (std::uint32_t b : chain)
      end = std::max(end, offsets[problem.block(b)[0].index()].value + problem.block_size(b).count);
    maker.step(6, WalkText::tr("The object that %1 opens holds %2 blocks, one at a time: it lies from %3 to %4.")
                      .with(name(chain.front()))
                      .with(chain.size())
                      .with(Bytes{begin})
                      .with(Bytes{end}));
    for (std::uint32_t b : chain)
      boxes.draw(WalkMark::Role::placed, b, offsets[problem.block(b)[0].index()].value, [&](WalkMark mark) {
        maker.add(mark);
        mark.role = WalkMark::Role::current, maker.once(std::move(mark));
      });
  }
  return maker.take();
}

}  // namespace

constexpr WalkInfo kWalkMincostFlow{.id = "mincost-flow",
                                    .title = StrategyText::tr("Minimum-cost flow"),
                                    .source = "Levental, MemoMalloc, chapter 1, section 3, after Lee et al.",
                                    .strategy = &kMincostFlow,
                                    .most = kMostWalkTensors,
                                    .make = walk_mincost_flow};

}  // namespace stowage
