// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/undecided_pairs.h"

#include <array>

#include "core/base/bits.h"

namespace stowage {
namespace {

/// flags[i] = 1 iff edges[i] >= edge and position + positions[i] < limits[indices[i]], otherwise 0.
STOWAGE_VECTORISED
void flag_unsafe(const Conflicts::Position* edges, Conflicts::Position edge, const Conflicts::Position* positions,
                 Conflicts::Position position, const Conflicts::Position* limits, const std::int32_t* indices,
                 std::size_t count, std::uint8_t* __restrict flags) {
  for (std::size_t i = 0; i < count; ++i)
    flags[i] = static_cast<std::uint8_t>((edges[i] >= edge) & (position + positions[i] < limits[indices[i]]));
}

}  // namespace

void OffsetOrder::Chunk::insert(const Entry& entry) {
  const auto at = std::ranges::upper_bound(intervals, entry.interval.begin, {}, &Interval::begin) - intervals.begin();
  intervals.insert(intervals.begin() + at, entry.interval);
  edges.insert(edges.begin() + at, entry.edge);
  positions.insert(positions.begin() + at, entry.position);
  indices.insert(indices.begin() + at, entry.index);
  top = std::max(top, entry.interval.end);
}

OffsetOrder::Chunk OffsetOrder::Chunk::split() {
  const auto half = static_cast<std::ptrdiff_t>(intervals.size() / 2);
  const auto move_half = [half](auto& from, auto& to) {
    to.assign(from.begin() + half, from.end());
    from.erase(from.begin() + half, from.end());
  };
  Chunk high;
  move_half(intervals, high.intervals);
  move_half(edges, high.edges);
  move_half(positions, high.positions);
  move_half(indices, high.indices);
  top = std::ranges::max_element(intervals, {}, &Interval::end)->end;
  high.top = std::ranges::max_element(high.intervals, {}, &Interval::end)->end;
  return high;
}

void OffsetOrder::add(const Entry& entry) {
  if (chunks_.empty()) chunks_.emplace_back();
  // The last chunk that begins at or before the entry, or the first.
  const auto chunk =
      std::upper_bound(chunks_.begin() + 1, chunks_.end(), entry.interval.begin,
                       [](std::int64_t begin, const Chunk& c) { return begin < c.intervals.front().begin; }) -
      1;
  chunk->insert(entry);
  if (chunk->intervals.size() < kCapacity) return;
  Chunk high = chunk->split();
  chunks_.insert(chunk + 1, std::move(high));
}

std::span<const Interval> UndecidedPairs::Cursor::next(std::int64_t top) {
  alignas(64) std::array<std::uint8_t, OffsetOrder::kCapacity + 8> flags;
  while (!chunks_.empty()) {
    const OffsetOrder::Chunk& chunk = chunks_.front();
    chunks_ = chunks_.subspan(1);
    if (chunk.top <= top) continue;
    const std::size_t count = chunk.intervals.size();
    flag_unsafe(chunk.edges.data(), edge_, chunk.positions.data(), position_, table_, chunk.indices.data(), count,
                flags.data());
    std::fill_n(flags.data() + count, 8, std::uint8_t{0});
    Interval* end = hits_;
    for_each_flag(flags.data(), count, [&](std::size_t i) { *end++ = chunk.intervals[i]; });
    if (end != hits_) return {hits_, end};
  }
  return {};
}

UndecidedPairs::UndecidedPairs(const LayoutProblem& problem) : problem_(problem) {
  if (!problem.last_lane_is_mixed()) return;
  std::size_t length = 0, count = 1;
  for (TensorId t : problem.graph().tensors()) {
    const Conflicts::Position lag = problem.settled(t) - window(t).end;
    if (!problem.occupies(t) || lag <= 0) continue;
    length += static_cast<std::size_t>(lag);
    ++count;
  }
  // About one list to walk for each tensor. Measured: four lists take up to 13 % more time, two as much as one.
  stretch_length_ = std::max<std::size_t>(1, length / count);
  const std::size_t stretches = problem.graph().operator_count() / stretch_length_ + 1;
  beginning_.resize(stretches);
  unsettled_.resize(stretches);
}

void UndecidedPairs::add(TensorId t, Interval interval) {
  const Conflicts& conflicts = problem_.conflicts();
  const auto window = this->window(t);
  const Conflicts::Position settled = problem_.settled(t);
  if (in_lane(t)) {  // the table of all releases has less than 2^31 cells: Conflicts refuses larger ones
    const std::size_t column = conflicts.chain(t) * conflicts.tensor_count();
    beginning_[stretch(window.begin)].add(
        {interval, window.begin, static_cast<std::int32_t>(column), conflicts.position(t)});
  }
  for (std::size_t k = stretch(window.end); window.end < settled && k <= stretch(settled - 1); ++k)
    unsettled_[k].add({interval, -window.end, static_cast<std::int32_t>(t.index()), 0});
}

void UndecidedPairs::collect(TensorId t, IntervalLists& lists, std::vector<Cursor>& out) const {
  const Conflicts& conflicts = problem_.conflicts();
  const auto window = this->window(t);
  const Conflicts::Position settled = problem_.settled(t);
  const auto add = [&](const OffsetOrder& order, bool later) {
    if (order.chunks().empty()) return;
    Cursor& cursor = out.emplace_back();
    cursor.hits_ = lists.scratch(OffsetOrder::kCapacity);
    cursor.chunks_ = order.chunks();
    cursor.edge_ = later ? window.end : -window.begin;
    cursor.position_ = later ? 0 : conflicts.position(t);
    cursor.table_ = later ? &conflicts.releases(0)[t.index()] : conflicts.releases(conflicts.chain(t)).data();
  };
  if (in_lane(t)) add(unsettled_[stretch(window.begin)], false);
  for (std::size_t k = stretch(window.end); window.end < settled && k <= stretch(settled - 1); ++k)
    add(beginning_[k], true);
}

}  // namespace stowage
