// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/walk.h"

#include <tuple>

#include "core/base/text.h"
#include "core/insight/learn/recording.h"
#include "core/insight/learn/walks/walks.h"
#include "core/layout/blocks_as_tensors.h"

namespace stowage {

std::vector<const WalkMark*> Walk::marks_at(std::size_t step) const {
  std::vector<const WalkMark*> out;
  const std::uint32_t plane = steps[step].plane;
  for (const WalkMark& mark : marks) {
    if (mark.first > step) break;
    if (step < mark.last && steps[mark.first].plane == plane) out.push_back(&mark);
  }
  std::ranges::stable_sort(out, {},
                           [](const WalkMark* mark) { return std::tuple(!mark->faint, mark->role, mark->shape); });
  return out;
}

std::span<const WalkInfo> walks() {
  static const WalkInfo kTable[] = {kWalkBump,        kWalkBumpReset, kWalkLlfb,    kWalkGergov,
                                    kWalkMincostFlow, kWalkNnc,       kWalkNncSize, kWalkPyramid,
                                    kWalkRoam,        kWalkLescea,    kWalkSafety1, kWalkSafety2};
  return kTable;
}

const WalkInfo* find_walk(std::string_view id) {
  const auto at = std::ranges::find(walks(), id, &WalkInfo::id);
  return at == walks().end() ? nullptr : &*at;
}

LayoutStrategy walked(const LayoutStrategy& strategy) {
  LayoutStrategy out = strategy;
  out.limits.most_pairs = Limits::kAny;
  return out;
}

Result<Walk> make_walk(const WalkInfo& info, WalkInput in, const Task& task) {
  if (const std::size_t tensors = in.graph->tensor_count(); tensors > info.most)
    return tl::unexpected(Error::bad_input("", "",
                                           "stepping through " + std::string(info.id) + " is for graphs of up to " +
                                               grouped_digits(info.most) + " tensors; this one has " +
                                               grouped_digits(tensors)));
  if (info.orders && !in.graph->times().empty())
    return tl::unexpected(
        Error::of(Error::Kind::unsupported,
                  std::string(info.id) + " orders operators, and lifetimes on a time axis fix the order"));
  if (info.strategy != nullptr) {
    STOWAGE_TRY(GraphToPlan planned, graph_to_plan(*info.strategy, in.graph, in.conflicts, in.alignment, task));
    STOWAGE_TRY(const LayoutProblem problem, LayoutProblem::make(*planned.graph, *planned.conflicts, in.alignment));
    if (std::string why = refusal(walked(*info.strategy), problem); !why.empty())
      return tl::unexpected(Error::of(Error::Kind::unsupported, std::move(why)));
    if (takes_blocks_as_tensors(*info.strategy, problem)) {
      STOWAGE_TRY(Graph blocks, with_blocks_as_tensors(problem, task));
      planned.graph = std::make_shared<const Graph>(std::move(blocks));
      STOWAGE_TRY(Conflicts conflicts, Conflicts::compute(*planned.graph, task));
      planned.conflicts = std::make_shared<const Conflicts>(std::move(conflicts));
    }
    in.graph = std::move(planned.graph);
    in.conflicts = std::move(planned.conflicts);
  }
  return info.make(in, task).map([&](Walk&& walk) {
    walk.info = find_walk(info.id);
    return std::move(walk);
  });
}

WalkMaker::WalkMaker(const WalkInput& in, std::vector<WalkCode> code) {
  walk_.graph = in.graph;
  walk_.code = std::move(code);
}

void WalkMaker::set_plane(WalkPlane::Along along, WalkPlane::Up up) {
  plane_set_ = true;
  walk_.planes.push_back({.along = along, .up = up});
}

void WalkMaker::step(std::uint32_t line, WalkWords words) {
  if (walk_.planes.empty()) set_plane(WalkPlane::Along::steps, WalkPlane::Up::addresses);
  if (std::exchange(block_ended_, false) && block_steps_ > 0) walk_.add_block(std::exchange(block_steps_, 0));
  ++block_steps_;
  WalkStep step{line, std::move(words), static_cast<std::uint32_t>(walk_.planes.size() - 1), WalkStep::kNone, {}};
  walk_.steps.push_back(std::move(step));
}

std::size_t WalkMaker::add(WalkMark mark) {
  mark.first = walk_.steps.size() - 1;
  WalkPlane& plane = walk_.planes.back();
  plane.length = std::max({plane.length, mark.begin, mark.end});
  plane.top = std::max({plane.top, mark.run.end, mark.to.end});
  walk_.marks.push_back(std::move(mark));
  return walk_.marks.size() - 1;
}

void WalkMaker::once(WalkMark mark) {
  mark.last = walk_.steps.size();
  add(std::move(mark));
}

std::size_t WalkMaker::place(WalkMark mark) {
  const std::size_t out = add(mark);
  mark.role = WalkMark::Role::current;
  once(std::move(mark));
  return out;
}

void WalkMaker::table(std::optional<WalkTable> table, std::vector<std::uint32_t> rows) {
  if (table) walk_.tables.push_back(*std::move(table));
  walk_.steps.back().table = static_cast<std::uint32_t>(walk_.tables.size() - 1);
  std::size_t& columns = walk_.planes.back().columns;
  columns = std::max(columns, walk_.tables.back().columns.size());
  walk_.steps.back().rows = std::move(rows);
}

Walk WalkMaker::take() {
  if (block_steps_ > 0) walk_.add_block(std::exchange(block_steps_, 0));
  return std::move(walk_);
}

WalkMark walk_box(const LayoutProblem& problem, WalkMark::Role role, TensorId t, std::int64_t start) {
  const Lifetime life = problem.lifetimes()[t.index()];
  return {.role = role,
          .begin = static_cast<double>(life.begin),
          .end = static_cast<double>(life.end),
          .run = {start, start + problem.sizes()[t.index()].count},
          .tensor = t};
}

WalkMark walk_arrow(const LayoutProblem& problem, std::optional<std::uint32_t> giver,
                    std::optional<std::uint32_t> taker, Interval run, Interval to) {
  constexpr double kInto = 0.35;  // from a little before the end of the one: a taker may begin just then
  WalkMark out{.role = WalkMark::Role::placed,
               .shape = WalkMark::Shape::arrow,
               .begin = 0,
               .end = static_cast<double>(problem.graph().operator_count()),
               .run = run,
               .to = to,
               .faint = !giver || !taker};
  const auto lives_of = [&](std::uint32_t b, const auto& each) {
    for (TensorId t : problem.block(b))
      if (const Lifetime life = problem.lifetimes()[t.index()]; !life.empty()) each(life);
  };
  if (giver) lives_of(*giver, [&](Lifetime life) { out.begin = std::max(out.begin, life.end - kInto); });
  if (taker) lives_of(*taker, [&](Lifetime life) { out.end = std::min(out.end, life.begin + kInto); });
  return out;
}

void WalkHeights::show(WalkMaker& maker) {
  std::vector<Line> now;
  for (std::size_t begin = 0; begin < heights_.size();) {
    std::size_t end = begin;
    while (end < heights_.size() && heights_[end] == heights_[begin]) ++end;
    now.push_back({begin, end, heights_[begin], 0});
    begin = end;
  }
  auto old = shown_.begin();
  for (Line& line : now) {
    while (old != shown_.end() && old->begin < line.begin) maker.end((old++)->mark);
    if (old != shown_.end() && old->begin == line.begin && old->end == line.end && old->height == line.height) {
      line.mark = (old++)->mark;
      continue;
    }
    line.mark = maker.add({.role = WalkMark::Role::placed,
                           .shape = WalkMark::Shape::line,
                           .begin = static_cast<double>(line.begin),
                           .end = static_cast<double>(line.end),
                           .run = {line.height, line.height}});
  }
  while (old != shown_.end()) maker.end((old++)->mark);
  shown_ = std::move(now);
}

}  // namespace stowage
