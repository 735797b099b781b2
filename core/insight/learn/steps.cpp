// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/steps.h"

#include <bit>
#include <tuple>

#include "core/layout/engine/occupancy.h"

namespace stowage {
namespace {

/// Steps before the first gap is looked at.
constexpr std::size_t kBeforeLooks = 3;

/// Makes the candidates: the gaps in ascending order, cut to each object in order of creation.
class Candidates {
 public:
  Candidates(const RecordedBlock& block, bool many_objects) : block_(block) {
    if (!many_objects)
      add_object(0, {0, Recording::kOpenEnd});
    else
      for (std::size_t k = 0; k < block.objects.size(); ++k)
        add_object(static_cast<std::uint32_t>(k), block.objects[k]);
  }
  [[nodiscard]] std::vector<Look> take() { return std::move(looks_); }

 private:
  /// Where the block may lie, given a free stretch.
  [[nodiscard]] Interval room(Interval free) const {
    if (block_.group && free.end != Recording::kOpenEnd) free.end += block_.size - 1;
    return free;
  }

  void add_object(std::uint32_t object, Interval bounds) {
    if (bounds.end - bounds.begin < block_.size) return pass_over(object, bounds, Verdict::object_too_small);
    const std::size_t before = looks_.size();
    auto gap = std::ranges::partition_point(block_.free, [&](Interval free) { return room(free).end <= bounds.begin; });
    for (; gap != block_.free.end() && gap->begin < bounds.end; ++gap) {
      const Interval all = room(*gap);
      add(object, {std::max(all.begin, bounds.begin), std::min(all.end, bounds.end)});
    }
    if (looks_.size() == before) pass_over(object, bounds, Verdict::object_full);
  }

  /// Too small until the planner says otherwise.
  void add(std::uint32_t object, Interval room) {
    const std::int64_t start = round_up(room.begin, block_.step);
    looks_.push_back({object, object, room, start, room.end - start - block_.size, Verdict::too_small, false, false});
  }

  void pass_over(std::uint32_t object, Interval bounds, Verdict verdict) {
    if (looks_.empty() || looks_.back().verdict != verdict) {
      looks_.push_back({object, object, bounds, bounds.begin, -block_.size, verdict, true, false});
    } else {
      looks_.back().last_object = object;
      looks_.back().room.end = bounds.end;
    }
  }

  const RecordedBlock& block_;
  std::vector<Look> looks_;
};

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

}  // namespace

std::vector<Look> looks_of(const Recording& recording, std::size_t k) {
  const RecordedBlock block = recording.block(k);
  if (block.idle) return {};
  const Recipe& recipe = *recording.strategy().recipe;
  std::vector<Look> looks = Candidates(block, recipe.many_objects).take();
  judge(looks, block);
  cut(looks, recipe.fit);
  return looks;
}

std::size_t reached(std::span<const Look> looks) {
  const auto end = std::ranges::find(looks, Verdict::not_reached, &Look::verdict);
  return static_cast<std::size_t>(end - looks.begin());
}

std::size_t count_steps(const Recording& recording, std::size_t k) {
  const RecordedBlock block = recording.block(k);
  return block.idle ? 2 : kBeforeLooks + reached(looks_of(recording, k)) + (block.opened ? 1 : 0) + 1;
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
  const RecordedBlock block = recording.block(k);
  const LayoutProblem& problem = recording.problem();
  AvoidedList out;
  std::vector<std::uint64_t> row((recording.graph().tensor_count() + 63) / 64), placed(row.size());
  for (TensorId t : recording.graph().tensors())
    if (recording.place(t) < k && problem.occupies(t)) placed[t.index() / 64] |= std::uint64_t{1} << (t.index() % 64);
  std::int64_t before = 0;
  for (TensorId member : problem.block(block.block)) {
    const std::int64_t size = problem.sizes()[member.index()].count;
    if (problem.occupies(member)) {
      problem.conflicts().unsafe_row(member, row);
      for (std::size_t w = 0; w < row.size(); ++w) {
        std::uint64_t word = row[w] & placed[w];
        out.total += static_cast<std::size_t>(std::popcount(word));
        for (; word != 0 && out.intervals.size() < kMostAvoided; word &= word - 1) {
          const TensorId t(64 * w + static_cast<std::size_t>(std::countr_zero(word)));
          const Interval run = recording.run(t);
          out.intervals.push_back({member, t, block.group ? FreeStarts::forbidden_starts(run, size, before) : run});
        }
      }
    }
    before += size;
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

namespace {

std::optional<Avoided> clash_at(const Recording& recording, std::size_t k, Interval place) {
  const AvoidedList avoided = avoided_by(recording, k);
  const bool group = recording.block(k).group;  // then starts are forbidden, otherwise addresses
  const auto hit = std::ranges::find_if(avoided.intervals, [&](const Avoided& each) {
    return group ? each.forbidden.begin <= place.begin && place.begin < each.forbidden.end
                 : each.forbidden.begin < place.end && place.begin < each.forbidden.end;
  });
  return hit == avoided.intervals.end() ? std::nullopt : std::optional(*hit);
}

}  // namespace

OffsetVerdict judge_offset(const Recording& recording, std::size_t k, std::int64_t start) {
  using enum OffsetVerdict::Why;
  const RecordedBlock block = recording.block(k);
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
