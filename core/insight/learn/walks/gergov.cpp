// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/walks/walks.h"
#include "core/layout/strategies/strategies.h"

namespace stowage {
namespace {

WalkMark segment_mark(WalkMark::Role role, const PoppedSegment::Segment& segment) {
  const auto steps = walk_steps(segment.window);
  return {.role = role,
          .shape = WalkMark::Shape::line,
          .begin = static_cast<double>(steps.begin),
          .end = static_cast<double>(steps.end),
          .run = {segment.height, segment.height}};
}

Result<Walk> walk_gergov(const WalkInput& in, const Task& task) {
  STOWAGE_TRY(const LayoutProblem problem, LayoutProblem::make(*in.graph, *in.conflicts, in.alignment));
  std::vector<PoppedSegment> popped;
  STOWAGE_TRY(const GergovHeights heights, gergov_heights(problem, task, &popped));
  const std::vector<std::uint32_t> order = heights.drop_order();
  STOWAGE_TRY(const auto offsets, place_in_order(problem, order, Fit::first, task));
  const Graph& graph = *in.graph;
  WalkMaker maker(
      in, {{0, WalkText::tr("one segment: the whole time, at height 0")},
           {0, WalkText::tr("while there is a segment: take the lowest away")},
           {1, WalkText::tr("choose a tensor that meets it, and no other segment")},
           {1, WalkText::tr("put it there, perhaps over others, in the first colour without an overlap")},
           {1, WalkText::tr("replace the segment: where it meets the tensor, it is higher by the tensor's size")},
           {1, WalkText::tr("if no tensor can be chosen, the segment is gone for good")},
           {0, WalkText::tr("lift each colour above the colours before")},
           {0, WalkText::tr("from the lowest up, drop each tensor to the lowest place that is free")}});
  std::map<Conflicts::Position, std::size_t> segments;  // marks, by begin
  std::vector<std::size_t> boxes(problem.sizes().size());
  for (const PoppedSegment& each : popped) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    const auto steps = walk_steps(each.popped.window);
    maker.step(1, WalkText::tr("The lowest segment is at height %1, from step %2 to step %3.")
                      .with(Bytes{each.popped.height}, steps.begin, steps.end - 1));
    if (segments.empty())
      segments[each.popped.window.begin] = maker.add(segment_mark(WalkMark::Role::placed, each.popped));
    maker.once(segment_mark(WalkMark::Role::current, each.popped));
    const auto shown = segments.find(each.popped.window.begin);
    if (!each.job.valid()) {
      maker.step(5, WalkText::tr("No tensor that is left meets this segment alone: the segment is gone."));
      maker.once(segment_mark(WalkMark::Role::finished, each.popped));
    } else {
      const std::size_t t = each.job.index();
      maker.step(3, WalkText::tr("%1 meets this segment and no other: it is put at height %2, in colour %3.")
                        .with(graph.name(each.job), Bytes{heights.height[t]}, heights.colour[t] + 1));
      boxes[t] = maker.place(walk_box(problem, WalkMark::Role::waiting, each.job, heights.height[t]));
      maker.begin_block();
    }
    maker.end(shown->second);
    segments.erase(shown);
    for (const auto& segment : each.pushed)
      segments[segment.window.begin] = maker.add(segment_mark(WalkMark::Role::placed, segment));
  }
  if (popped.empty()) return maker.take();

  WalkTable table{{WalkText::tr("Tensor"), WalkText::tr("Height"), WalkText::tr("Colour"), WalkText::tr("Lifted to"),
                   WalkText::tr("Drops to")},
                  {}};
  std::vector<TensorId> dropped;
  for (std::uint32_t t : order)
    if (problem.occupies(TensorId(t))) dropped.emplace_back(t);
  for (TensorId each : dropped) {
    const std::size_t t = each.index();
    table.rows.push_back(walk_row(graph.name(each), Bytes{heights.height[t]}, heights.colour[t] + 1,
                                  Bytes{heights.lifted(t)}, offsets[t] - Offset{}));
  }
  maker.begin_block();
  maker.set_plane(WalkPlane::Along::steps, WalkPlane::Up::addresses);
  maker.step(6, WalkText::tr("All tensors have a height. Colours that keep overlaps apart: %1. Each is lifted by %2 "
                             "more than the one before.")
                    .with(heights.colours, Bytes{heights.top}));
  for (TensorId t : dropped)
    boxes[t.index()] = maker.add(walk_box(problem, WalkMark::Role::waiting, t, heights.lifted(t.index())));
  maker.table(std::move(table));
  for (std::uint32_t row = 0; row < dropped.size(); ++row) {
    const TensorId t = dropped[row];
    maker.begin_block();
    const Bytes from{heights.lifted(t.index())}, to{offsets[t.index()].value};
    maker.step(7, from == to
                      ? WalkText::tr("%1 stays at %2: no place below is free.").with(graph.name(t), to)
                      : WalkText::tr("%1 drops from %2 to %3, the lowest place that the tensors below leave free.")
                            .with(graph.name(t), from, to));
    maker.end(boxes[t.index()]);
    maker.place(walk_box(problem, WalkMark::Role::placed, t, to.count));
    maker.table({}, {row});
  }
  return maker.take();
}

}  // namespace

constexpr WalkInfo kWalkGergov{.id = "gergov",
                               .title = StrategyText::tr("Gergov"),
                               .source = "Levental, MemoMalloc, chapter 1, section 3",
                               .unit = StrategyText::tr("part"),
                               .strategy = &kGergov,
                               .most = kMostWalkTensors,
                               .make = walk_gergov};

}  // namespace stowage
