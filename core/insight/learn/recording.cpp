// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/recording.h"

#include <tuple>

#include "core/base/bits.h"
#include "core/layout/engine/occupancy.h"
#include "core/layout/strategies/strategies.h"
#include "core/sharing/sharing.h"

namespace stowage {

static_assert(Recording::kOpenEnd == FreeStarts::kEnd);

/// Writes down what the planner reports.
class Recording::Recorder final : public PlacementObserver {
 public:
  Recorder(Recording& out, std::size_t blocks)
      : out_(out), blocks_(blocks), keys_(sort_keys(*out.problem_, out.strategy_->recipe->sort)) {}

  /// More was reported than kMaxFacts.
  [[nodiscard]] bool overflowed() const { return facts_ > kMaxFacts; }

  void looking(std::uint32_t /*b*/, std::span<const Interval> free) override {
    next_.idle = false;
    next_.free.insert(next_.free.end(), free.begin(), free.end());
  }
  void examined(const ExaminedPlace& place) override { next_.examined.push_back(place); }
  void opened(Interval object) override {
    next_.opened = object;
    out_.objects_.push_back(object);
  }
  bool placed(std::uint32_t b, std::int64_t start) override {
    const LayoutProblem& problem = *out_.problem_;
    next_.block = b;
    next_.key = keys_[b];
    next_.size = problem.block_size(b).count;
    next_.step = problem.block_step(b);
    next_.group = problem.block(b).size() > 1;
    next_.start = start;
    next_.footprint_before = next_.footprint;
    for (TensorId t : problem.block(b)) {
      out_.places_[t.index()] = out_.blocks_.size();
      const Bytes end{start + problem.inset(t) + problem.sizes()[t.index()].count};
      if (problem.sizes()[t.index()] > Bytes{0}) next_.footprint = std::max(next_.footprint, end);
    }
    facts_ += next_.free.size() + next_.examined.size();
    const Bytes footprint = next_.footprint;
    out_.blocks_.push_back(std::exchange(next_, {}));
    next_.footprint = footprint;
    return !overflowed() && out_.blocks_.size() < blocks_;
  }

 private:
  Recording& out_;
  std::size_t blocks_, facts_ = 0;
  std::vector<std::int64_t> keys_;  // by block
  RecordedBlock next_;
};

namespace {

Error too_many(const std::string& what) {
  return Error::bad_input(
      "", "", "stepping is for graphs of up to " + std::to_string(Recording::kMaxTensors) + " tensors; " + what);
}

struct Planned : GraphToPlan {
  Bytes footprint;
};

Result<Planned> plan_of(const LayoutStrategy& strategy, Graph graph, Bytes alignment, const Task& task) {
  Planned out{{std::make_shared<const Graph>(std::move(graph)), nullptr}, {}};
  STOWAGE_TRY(Conflicts conflicts, Conflicts::compute(*out.graph, task));
  out.conflicts = std::make_shared<const Conflicts>(std::move(conflicts));
  STOWAGE_TRY(const LayoutProblem problem, LayoutProblem::make(*out.graph, *out.conflicts, alignment));
  STOWAGE_TRY(const Plan plan, make_plan(strategy, problem, task));
  out.footprint = plan.footprint;
  return out;
}

/// Steps before the first gap is looked at.
constexpr std::size_t kBeforeLooks = 3;

/// The gaps in ascending order, cut to each object in order of creation: too small until the planner says otherwise.
std::vector<Look> candidates(const RecordedBlock& block, bool many_objects) {
  static constexpr Interval kWhole{0, Recording::kOpenEnd};
  const auto room = [&](Interval free) {  // where the block may lie, given a free stretch
    if (block.group && free.end != Recording::kOpenEnd) free.end += block.size - 1;
    return free;
  };
  const std::span<const Interval> objects = many_objects ? block.objects : std::span(&kWhole, 1);
  std::vector<Look> out;
  for (std::uint32_t object = 0; object < objects.size(); ++object) {
    const Interval bounds = objects[object];
    const bool is_small = bounds.length() < block.size;
    const std::size_t before = out.size();
    auto gap = std::ranges::partition_point(block.free, [&](Interval free) { return room(free).end <= bounds.begin; });
    for (; !is_small && gap != block.free.end() && gap->begin < bounds.end; ++gap) {
      const Interval in{std::max(gap->begin, bounds.begin), std::min(room(*gap).end, bounds.end)};
      const std::int64_t start = round_up(in.begin, block.step);
      out.push_back({object, object, in, start, in.end - start - block.size, Verdict::too_small, false, false});
    }
    if (out.size() > before) continue;
    const Verdict verdict = is_small ? Verdict::object_too_small : Verdict::object_full;
    if (out.empty() || out.back().verdict != verdict) {
      out.push_back({object, object, bounds, bounds.begin, -block.size, verdict, true, false});
    } else {
      out.back().last_object = object;
      out.back().room.end = bounds.end;
    }
  }
  return out;
}

/// Marks the candidates with what the planner decided on the places it examined; both are in the same order.
void judge(std::vector<Look>& looks, const RecordedBlock& block) {
  auto look = looks.begin();
  Look* chosen = nullptr;
  for (const ExaminedPlace& place : block.examined) {
    // The end of an open gap is where the starts end, not the bytes.
    const std::int64_t slack = place.starts - 1;
    look = std::find_if(look, looks.end(), [&](const Look& l) {
      return l.object == place.object && l.start == place.start && (l.is_open() || l.slack == slack);
    });
    assert(look != looks.end());
    if (place.taken) chosen = &*look;
    if (place.starts > 0) look->verdict = place.taken ? Verdict::taken : Verdict::not_shorter;
    ++look;
  }
  if (chosen) chosen->chosen = true;
}

/// Marks what comes after the planner had ended its search.
void cut(std::vector<Look>& looks, Fit fit) {
  const auto chosen = std::ranges::find(looks, true, &Look::chosen);
  if (chosen == looks.end()) return;
  auto last = chosen + 1;
  if (fit == Fit::best && chosen->slack > 0)  // a shorter one may be in the same object
    last = std::find_if(last, looks.end(), [&](const Look& l) { return l.object != chosen->object; });
  for (; last != looks.end(); ++last) last->verdict = Verdict::not_reached;
}

std::optional<Avoided> clash_at(const Recording& recording, std::size_t k, Interval place) {
  const AvoidedList avoided = avoided_by(recording, k);
  const bool group = recording.block(k).group;  // then starts are forbidden, otherwise addresses
  const auto hit = std::ranges::find_if(avoided.intervals, [&](const Avoided& each) {
    return group ? each.forbidden.begin <= place.begin && place.begin < each.forbidden.end
                 : each.forbidden.begin < place.end && place.begin < each.forbidden.end;
  });
  return hit == avoided.intervals.end() ? std::nullopt : std::optional(*hit);
}

/// How many steps block k has.
std::size_t count_steps(const Recording& recording, std::size_t k) {
  const RecordedBlock& block = recording.block(k);
  return block.idle ? 2 : kBeforeLooks + reached(looks_of(recording, k)) + (block.opened ? 1 : 0) + 1;
}

}  // namespace

Result<GraphToPlan> graph_to_plan(const LayoutStrategy& strategy, std::shared_ptr<const Graph> graph,
                                  std::shared_ptr<const Conflicts> conflicts, Bytes alignment, const Task& task) {
  if (!graph->has_sharing()) return GraphToPlan{std::move(graph), std::move(conflicts)};
  STOWAGE_TRY(Sharing sharing, share(*graph, alignment, true, task));
  STOWAGE_TRY(Planned planned, plan_of(strategy, std::move(sharing.apart.graph), alignment, task));
  if (!sharing.in_place) return planned;
  STOWAGE_TRY(Planned over, plan_of(strategy, std::move(sharing.in_place->graph), alignment, task));
  return over.footprint < planned.footprint ? over : planned;
}

Result<Recording> Recording::make(const LayoutStrategy& strategy, std::shared_ptr<const Graph> graph,
                                  std::shared_ptr<const Conflicts> conflicts, Bytes alignment, const Task& task,
                                  std::size_t blocks) {
  assert(strategy.recipe && graph && conflicts);
  if (graph->tensor_count() > kMaxTensors)
    return tl::unexpected(too_many("this one has " + std::to_string(graph->tensor_count())));
  STOWAGE_TRY(GraphToPlan planned, graph_to_plan(strategy, std::move(graph), std::move(conflicts), alignment, task));
  STOWAGE_TRY(auto problem, LayoutProblem::make(*planned.graph, *planned.conflicts, alignment));
  Recording out;
  out.strategy_ = &strategy;
  out.graph_ = std::move(planned.graph);
  out.conflicts_ = std::move(planned.conflicts);
  out.problem_ = std::make_shared<const LayoutProblem>(std::move(problem));
  out.places_.assign(out.graph_->tensor_count(), kAll);
  out.offsets_.resize(out.graph_->tensor_count());
  if (blocks > 0) {
    Recorder recorder(out, blocks);
    STOWAGE_TRY(out.offsets_, run_observed(strategy, *out.problem_, recorder, task));
    if (recorder.overflowed()) return tl::unexpected(too_many("this one is too dense: its blocks have too many gaps"));
  }
  std::size_t objects = 0;
  for (RecordedBlock& block : out.blocks_) {
    block.objects = std::span(out.objects_).first(objects);
    objects += block.opened ? 1 : 0;
  }
  for (std::size_t k = 0; k < out.blocks_.size(); ++k) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    out.add_block(count_steps(out, k));
  }
  return out;
}

std::vector<Look> looks_of(const Recording& recording, std::size_t k) {
  const RecordedBlock& block = recording.block(k);
  if (block.idle) return {};
  const Recipe& recipe = *recording.strategy().recipe;
  std::vector<Look> looks = candidates(block, recipe.many_objects);
  judge(looks, block);
  cut(looks, recipe.fit);
  return looks;
}

std::size_t reached(std::span<const Look> looks) {
  const auto end = std::ranges::find(looks, Verdict::not_reached, &Look::verdict);
  return static_cast<std::size_t>(end - looks.begin());
}

PlannerStep step_at(const Recording& recording, std::size_t step) {
  const std::size_t k = recording.block_of(step);
  const std::size_t index = step - recording.first_step(k);
  const std::size_t count = recording.first_step(k + 1) - recording.first_step(k);
  if (index + 1 == count) return {k, StepKind::put, 0};
  if (index < kBeforeLooks) return {k, static_cast<StepKind>(index), 0};
  if (index + 2 == count && recording.block(k).opened) return {k, StepKind::open, 0};
  return {k, StepKind::look, index - kBeforeLooks};
}

std::size_t step_of_look(const Recording& recording, std::size_t k, std::size_t look) {
  return recording.first_step(k) + kBeforeLooks + look;
}

AvoidedList avoided_by(const Recording& recording, std::size_t k) {
  const RecordedBlock& block = recording.block(k);
  const LayoutProblem& problem = recording.problem();
  AvoidedList out;
  std::vector<std::uint64_t> row((recording.graph().tensor_count() + 63) / 64), placed(row.size());
  for (TensorId t : recording.graph().tensors())
    if (recording.place(t) < k && problem.occupies(t)) placed[t.index() / 64] |= std::uint64_t{1} << (t.index() % 64);
  for (TensorId member : problem.block(block.block)) {
    if (!problem.occupies(member)) continue;
    const std::int64_t size = problem.sizes()[member.index()].count, before = problem.inset(member);
    problem.conflicts().unsafe_row(member, row);
    for (std::size_t w = 0; w < row.size(); ++w) row[w] &= placed[w];
    for_each_bit(row, [&](std::size_t t) {
      if (++out.total > kMaxAvoided) return;
      const Interval run = recording.run(TensorId(t));
      const Interval forbidden = block.group ? FreeStarts::forbidden_starts(run, size, before) : run;
      out.intervals.push_back({member, TensorId(t), forbidden});
    });
  }
  std::ranges::sort(out.intervals, {}, [](const Avoided& a) {
    return std::tuple(a.forbidden.begin, a.forbidden.end, a.member, a.placed);
  });
  return out;
}

std::vector<Interval> merged_of(const RecordedBlock& block) {
  std::vector<Interval> out;
  std::int64_t top = 0;
  for (const Interval& free : block.free) {
    if (free.begin > top) out.push_back({top, free.begin});
    top = free.end;
  }
  return out;
}

OffsetVerdict judge_offset(const Recording& recording, std::size_t k, std::int64_t start) {
  using enum OffsetVerdict::Why;
  const RecordedBlock& block = recording.block(k);
  const Interval place{start, start + block.size};
  OffsetVerdict out;
  const auto looks = looks_of(recording, k);
  if (const auto it = std::ranges::find_if(looks, &Look::chosen); it != looks.end()) out.chosen = *it;
  const auto holds = [&](const Look& look) { return look.room.begin <= place.begin && place.end <= look.room.end; };
  if (const auto it = std::ranges::find_if(looks, holds); it != looks.end()) out.here = *it;
  if (start == block.start) return out;
  out.clash = clash_at(recording, k, place);
  if (out.clash) {
    out.why = overlaps;
    out.here.reset();
  } else if (!out.here || !out.chosen) {
    out.why = no_object;
  } else if (out.here->object != out.chosen->object) {
    out.why = later_object;
  } else if (out.here->room.begin == out.chosen->room.begin) {
    out.why = not_at_start;
  } else {
    out.why = recording.strategy().recipe->fit == Fit::first ? higher_gap : longer_gap;
  }
  return out;
}

}  // namespace stowage
