// SPDX-License-Identifier: Apache-2.0
#include "core/learn/offset_verdict.h"

#include <algorithm>

namespace stowage {
namespace {

std::optional<Avoided> clash_at(const Recording& recording, std::size_t k, Interval place) {
  const AvoidedList avoided = avoided_by(recording, k);
  const bool group = recording.block(k).group;  // forbidden are starts then, else addresses
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
