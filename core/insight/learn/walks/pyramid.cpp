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
    const auto chosen = std::find(next, examined.end(), t);
    base = round_up(base, problem.block_step(t.index()));
    const auto frame = [&] {
      maker.once({.role = WalkMark::Role::current,
                  .shape = WalkMark::Shape::line,
                  .begin = static_cast<double>(window.begin),
                  .end = static_cast<double>(window.end),
                  .run = {base, base}});
    };
    maker.begin_block();
    WalkTable table{{WalkText::tr("Tensor"), WalkText::tr("Steps"), WalkText::tr("Size"), WalkText::tr("Verdict")}, {}};
    const auto add_row = [&](TensorId each, WalkWords verdict) {
      if (table.rows.size() < kMostWalkRows)
        table.rows.push_back({walk_name(graph, each), walk_value(std::int64_t{life(each).length()}),
                              walk_value(problem.sizes()[each.index()]), std::move(verdict)});
    };
    if (next != chosen) {
      maker.step(2, WalkText::tr("%1 longer-lived tensors do not live within the window, step %2 to step %3.")
                        .with(chosen - next)
                        .with(window.begin + 1)
                        .with(window.end));
      frame();
      for (; next != chosen; ++next) {
        if (table.rows.size() < kMostWalkRows) maker.once(walk_box(problem, WalkMark::Role::refused, *next, base));
        add_row(*next, WalkText::tr("not within"));
      }
    } else {
      maker.step(2, WalkText::tr("The window is step %1 to step %2.").with(window.begin + 1).with(window.end));
      frame();
    }
    std::size_t within = 0;
    for (auto each = chosen; each != examined.end(); ++each) {
      if (life(*each).begin < window.begin || life(*each).end > window.end) continue;
      if (++within < kMostWalkRows) maker.once(walk_box(problem, WalkMark::Role::candidate, *each, base));
      add_row(*each, *each == t ? WalkText::tr("within, the longest-lived") : WalkText::tr("within"));
    }
    maker.table(std::move(table));
    window = life(t);
    maker.step(3, WalkText::tr("Of %1 tensors within the window, %2 lives longest, %3 steps: it is put at %4.")
                      .with(within)
                      .with(graph.name(t))
                      .with(window.length())
                      .with(Bytes{base}));
    maker.add(walk_box(problem, WalkMark::Role::placed, t, base));
    maker.once(walk_box(problem, WalkMark::Role::current, t, base));
    base += problem.sizes()[t.index()].count;
    next = chosen + 1;
  }
  const auto is_left = [&](TensorId t) { return problem.occupies(t) && std::ranges::find(stack, t) == stack.end(); };
  maker.begin_block();
  maker.step(4, WalkText::tr("The pyramid of %1 tensors is %2 high. %3 tensors are left to the program of addresses.")
                    .with(stack.size())
                    .with(Bytes{base})
                    .with(std::ranges::count_if(graph.tensors(), is_left)));
  return maker.take();
}

}  // namespace

constexpr WalkInfo kWalkPyramid{.id = "olla",
                                .title = StrategyText::tr("OLLA pyramid"),
                                .source = "OLLA, function 5",
                                .strategy = &kOllaPyramid,
                                .most = kMostWalkTensors,
                                .make = walk_pyramid};

}  // namespace stowage
