// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/walks/walks.h"
#include "core/papers/papers.h"

namespace stowage {
namespace {

Result<Walk> walk_pyramid(const WalkInput& in, const Task& task) {
  STOWAGE_TRY(const LayoutProblem problem, LayoutProblem::make(*in.graph, *in.conflicts, in.alignment));
  std::vector<TensorId> examined;
  const std::vector<TensorId> stack = pyramid(problem, &examined);
  const Graph& graph = *in.graph;
  const auto life = [&](TensorId t) { return problem.lifetimes()[t.index()]; };
  WalkMaker maker(in, {{0, WalkText::tr("window: the whole order; base: address 0")},
                       {0, WalkText::tr("while a tensor that is left lives within the window:")},
                       {1, WalkText::tr("choose the longest-lived of them, of equal ones the largest")},
                       {1, WalkText::tr("put it on the base; its lifetime is the window now, its end the base")},
                       {0, WalkText::tr("the rest is left to the program of addresses")}});
  std::int64_t base = 0;
  auto next = examined.begin();
  Lifetime window{0, static_cast<std::uint32_t>(graph.operator_count())};
  for (TensorId t : stack) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    base = round_up(base, problem.block_step(t.index()));
    maker.begin_block();
    maker.step(
        2,
        WalkText::tr("The window is [%1, %2).").with(walk_place(graph, window.begin), walk_place(graph, window.end)));
    maker.once({.role = WalkMark::Role::current,
                .shape = WalkMark::Shape::line,
                .begin = static_cast<double>(window.begin),
                .end = static_cast<double>(window.end),
                .run = {base, base}});
    WalkTable table{{WalkText::tr("Tensor"), walk_length_title(graph), WalkText::tr("Size"), WalkText::tr("Verdict")},
                    {}};
    std::size_t within = 0;
    std::uint32_t row = 0;
    for (; next != examined.end() && within < kMostWalkRows; ++next) {
      const bool is_within = window.begin <= life(*next).begin && life(*next).end <= window.end;
      maker.once(walk_box(problem, is_within ? WalkMark::Role::candidate : WalkMark::Role::refused, *next, base));
      if (*next == t) row = static_cast<std::uint32_t>(table.rows.size());
      within += is_within ? 1 : 0;
      table.rows.push_back(walk_row(graph.name(*next), length_of(graph, life(*next)), problem.sizes()[next->index()],
                                    is_within ? WalkText::tr("within") : WalkText::tr("not within")));
    }
    next = std::ranges::find(examined, t) + 1;
    window = life(t);
    maker.table(std::move(table));
    maker.step(3, WalkText::tr("Of the tensors within the window, %1 lives longest, %2: it is put at %3.")
                      .with(graph.name(t), length_of(graph, window), Bytes{base}));
    maker.place(walk_box(problem, WalkMark::Role::placed, t, base));
    maker.table({}, {row});
    base += problem.sizes()[t.index()].count;
  }
  const auto is_left = [&](TensorId t) { return problem.occupies(t) && std::ranges::find(stack, t) == stack.end(); };
  maker.begin_block();
  maker.step(4, WalkText::tr("Tensors in the pyramid: %1; it is %2 high. Tensors left to the program of addresses: %3.")
                    .with(stack.size(), Bytes{base}, std::ranges::count_if(graph.tensors(), is_left)));
  return maker.take();
}

}  // namespace

constexpr WalkInfo kWalkPyramid{.id = "olla",
                                .title = StrategyText::tr("OLLA pyramid"),
                                .source = "OLLA, function 5",
                                .unit = StrategyText::tr("part"),
                                .strategy = &kOllaLayout,
                                .most = kMostWalkTensors,
                                .make = walk_pyramid};

}  // namespace stowage
