// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/walks/walks.h"
#include "core/layout/strategies/strategies.h"

namespace stowage {
namespace {

Result<Walk> walk_llfb(const WalkInput& in, const Task& task) {
  STOWAGE_TRY(const LayoutProblem problem, LayoutProblem::make(*in.graph, *in.conflicts, in.alignment));
  std::vector<TensorId> left = longest_lived_first(problem);
  std::vector<FilledStretch> filled;
  STOWAGE_TRY(const auto offsets, fill_lowest_stretches(problem, left, task, &filled));
  const Graph& graph = *in.graph;
  WalkMaker maker(in, {{0, WalkText::tr("until every tensor is placed:")},
                       {1, WalkText::tr("s: the lowest stretch of time, of equal ones the leftmost")},
                       {1, WalkText::tr("among the tensors that live within s, choose the longest-lived")},
                       {1, WalkText::tr("put it on s: over its lifetime, s rises to its end")},
                       {1, WalkText::tr("if no tensor lives within s: raise s to its lower neighbour")}});
  const auto at = [&](std::size_t step) { return walk_place(graph, step); };
  const auto length = [&](TensorId t) { return length_of(graph, problem.lifetimes()[t.index()]); };
  WalkHeights heights(graph.operator_count());
  for (const FilledStretch& each : filled) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    const auto stretch = walk_steps(each.stretch);
    const WalkMark frame{.role = WalkMark::Role::current,
                         .shape = WalkMark::Shape::line,
                         .begin = static_cast<double>(stretch.begin),
                         .end = static_cast<double>(stretch.end),
                         .run = {each.height, each.height}};
    std::vector<TensorId> within;
    for (TensorId t : left) {
      const auto window = problem.conflicts().windows()[t.index()];
      if (each.stretch.begin <= window.begin && window.end <= each.stretch.end) within.push_back(t);
    }
    maker.step(1, WalkText::tr("The lowest stretch, [%1, %2), is filled up to %3.")
                      .with(at(stretch.begin), at(stretch.end), Bytes{each.height}));
    heights.show(maker);
    maker.once(frame);
    if (!each.taken.valid()) {
      heights.set(stretch.begin, stretch.end, each.to);
      maker.step(
          4,
          WalkText::tr("No tensor that is left lives within it: it is raised to %1, the height of its lower neighbour.")
              .with(Bytes{each.to}));
      heights.show(maker);
      continue;
    }
    WalkTable table{{WalkText::tr("Candidate"), walk_length_title(graph), WalkText::tr("Size")}, {}};
    maker.step(2, WalkText::tr("Tensors that live within it: %1. %2 lives longest: %3.")
                      .with(within.size(), graph.name(each.taken), length(each.taken)));
    for (TensorId t : std::span(within).first(std::min(within.size(), kMostWalkRows))) {
      maker.once(walk_box(problem, WalkMark::Role::candidate, t, each.height));
      table.rows.push_back(walk_row(graph.name(t), length(t), problem.sizes()[t.index()]));
    }
    maker.table(std::move(table), {0});
    const auto window = walk_steps(problem.conflicts().windows()[each.taken.index()]);
    heights.set(window.begin, window.end, each.to);
    maker.step(3, WalkText::tr("%1 is put at %2; over [%3, %4) the height is %5 now.")
                      .with(graph.name(each.taken), Bytes{offsets[each.taken.index()].value}, at(window.begin),
                            at(window.end), Bytes{each.to}));
    maker.place(walk_box(problem, WalkMark::Role::placed, each.taken, offsets[each.taken.index()].value));
    heights.show(maker);
    maker.table({}, {0});
    std::erase(left, each.taken);
    maker.begin_block();
  }
  return maker.take();
}

}  // namespace

constexpr WalkInfo kWalkLlfb{.id = "llfb",
                             .title = StrategyText::tr("Longest-lived, best fit"),
                             .source = "Sekiyama et al., section 3",
                             .unit = StrategyText::tr("tensor"),
                             .strategy = &kLlfb,
                             .most = kMostWalkTensors,
                             .make = walk_llfb};

}  // namespace stowage
