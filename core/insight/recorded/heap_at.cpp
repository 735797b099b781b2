// SPDX-License-Identifier: Apache-2.0
#include "core/insight/recorded/heap_at.h"

#include <map>

#include "core/base/csr.h"
#include "core/insight/recorded/record.h"

namespace stowage {
namespace {

constexpr HeapStep kStepsBetweenPolls = 1 << 10;

/// Notes for each stretch the segment in which it begins, and the largest hole.
void name_segments(const RecordedHeap& history, HeapAt& heap) {
  auto next = heap.segments.begin();
  for (HeapStretch& stretch : heap.stretches) {
    while (next != heap.segments.end() && history.segments[*next].address <= stretch.address) ++next;
    if (next != heap.segments.begin() && stretch.address < history.segments[*std::prev(next)].end())
      stretch.segment = *std::prev(next);
    if (stretch.use == HeapUse::free && stretch.size > heap.largest.size) heap.largest = stretch;
  }
}

template <class Things>
std::vector<std::uint32_t> alive_at(const Things& things, HeapStep step) {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < things.size(); ++i)
    if (things[i].alive(step)) out.push_back(static_cast<std::uint32_t>(i));
  std::ranges::stable_sort(out, {}, [&](std::uint32_t i) { return things[i].address; });
  return out;
}

/// Disjoint ranges of addresses, by begin; some touch where nothing joined them.
using Ranges = std::map<std::uint64_t, std::uint64_t>;

/// The range that contains the address or begins there; end() if none does.
Ranges::iterator range_at(Ranges& ranges, std::uint64_t address) {
  const auto after = ranges.upper_bound(address);
  if (after == ranges.begin() || std::prev(after)->second <= address) return ranges.end();
  return std::prev(after);
}

/// `from` without `minus`; both are disjoint ranges, in any order.
std::vector<HeapRange> subtract(std::vector<HeapRange> from, std::vector<HeapRange> minus) {
  std::ranges::sort(from, {}, &HeapRange::begin);
  std::ranges::sort(minus, {}, &HeapRange::begin);
  std::vector<HeapRange> out;
  std::size_t m = 0;
  for (HeapRange range : from) {
    while (m < minus.size() && minus[m].end <= range.begin) ++m;
    for (std::size_t i = m; i < minus.size() && minus[i].begin < range.end; ++i) {
      if (minus[i].begin > range.begin) out.push_back({range.begin, minus[i].begin});
      range.begin = std::max(range.begin, minus[i].end);
    }
    if (range.begin < range.end) out.push_back(range);
  }
  return out;
}

/// The holes, as segments and allocations come and go.
class FreeSpace {
 public:
  explicit FreeSpace(const RecordedHeap& history) : history_(history) {}

  [[nodiscard]] Bytes free() const { return {free_}; }
  [[nodiscard]] Bytes largest() const { return {sizes_.empty() ? 0 : sizes_.rbegin()->first}; }

  void change_segments(std::span<const std::uint32_t> dying, std::span<const std::uint32_t> born) {
    std::vector<HeapRange> gone, come;
    for (const std::uint32_t s : dying) {
      const HeapSegment& segment = history_.segments[s];
      gone.push_back({segment.address, segment.end()});
      if (const auto at = starts_.find(segment.address); at != starts_.end() && at->second == s) starts_.erase(at);
    }
    for (const std::uint32_t s : born) {
      const HeapSegment& segment = history_.segments[s];
      come.push_back({segment.address, segment.end()});
      starts_[segment.address] = s;
    }
    for (const HeapRange& range : subtract(gone, come)) {
      cut(reserved_, range);
      take(range);
    }
    for (const HeapRange& range : subtract(come, gone)) {
      cut(reserved_, range);
      join(reserved_, range, [](std::uint64_t) { return true; });
      give(range);
    }
  }

  /// Outside the segments there are no holes.
  void free(const HeapAllocation& a) {
    const auto in = range_at(reserved_, a.address);
    if (in != reserved_.end()) give({a.address, std::min(a.end(), in->second)});
  }
  void allocate(const HeapAllocation& a) { take({a.address, a.end()}); }

 private:
  /// Erases a range from `ranges`; those cut lose a part. Calls `tell` for each that goes (-1) and comes (+1).
  template <class Tell>
  static void cut(Ranges& ranges, HeapRange range, Tell&& tell) {
    auto at = range_at(ranges, range.begin);
    if (at == ranges.end()) at = ranges.lower_bound(range.begin);
    while (at != ranges.end() && at->first < range.end) {
      const HeapRange old{at->first, at->second};
      tell(old, -1);
      at = ranges.erase(at);
      for (const HeapRange rest : {HeapRange{old.begin, range.begin}, HeapRange{range.end, old.end}}) {
        if (rest.begin >= rest.end) continue;
        ranges.emplace_hint(at, rest.begin, rest.end);
        tell(rest, +1);
      }
    }
  }
  static void cut(Ranges& ranges, HeapRange range) {
    cut(ranges, range, [](HeapRange, int) {});
  }

  /// Adds a range that overlaps none; joins it with those that it touches where `joins(address)`.
  template <class Joins>
  static HeapRange join(Ranges& ranges, HeapRange range, Joins&& joins) {
    auto next = ranges.lower_bound(range.end);
    if (next != ranges.end() && next->first == range.end && joins(range.end)) {
      range.end = next->second;
      next = ranges.erase(next);
    }
    if (next != ranges.begin() && std::prev(next)->second == range.begin && joins(range.begin)) {
      std::prev(next)->second = range.end;
      return {std::prev(next)->first, range.end};
    }
    ranges.emplace_hint(next, range.begin, range.end);
    return range;
  }

  /// Whether holes below and above the address are one: within a segment, or between pieces of an expandable one.
  [[nodiscard]] bool joins(std::uint64_t address) const {
    const auto at = starts_.find(address);
    if (at == starts_.end()) return true;
    if (at == starts_.begin()) return false;
    const HeapSegment &above = history_.segments[at->second], &below = history_.segments[std::prev(at)->second];
    return above.expandable && below.expandable && below.end() == address && above.stream == below.stream;
  }

  void count(HeapRange range, int sign) {
    const auto size = static_cast<std::int64_t>(range.end - range.begin);
    free_ += sign * size;
    if (sign > 0)
      ++sizes_[size];
    else if (const auto at = sizes_.find(size); --at->second == 0)
      sizes_.erase(at);
  }
  void take(HeapRange range) {
    cut(holes_, range, [this](HeapRange hole, int sign) { count(hole, sign); });
  }
  void give(HeapRange range) {
    take(range);
    const HeapRange whole = join(holes_, range, [this](std::uint64_t address) { return joins(address); });
    if (whole.begin < range.begin) count({whole.begin, range.begin}, -1);
    if (whole.end > range.end) count({range.end, whole.end}, -1);
    count(whole, +1);
  }

  const RecordedHeap& history_;
  std::map<std::uint64_t, std::uint32_t> starts_;  // segments by address
  Ranges reserved_, holes_;
  std::map<std::int64_t, std::uint32_t> sizes_;  // of holes: how many have a size
  std::int64_t free_ = 0;
};

/// By step: the things for which `when` gives it, ascending.
template <class Things, class When>
Csr<std::uint32_t> by_step(const Things& things, HeapStep steps, When when) {
  std::vector<std::pair<HeapStep, std::uint32_t>> pairs;
  for (std::uint32_t i = 0; i < things.size(); ++i)
    if (const HeapStep step = std::invoke(when, things[i]); step < steps) pairs.emplace_back(step, i);
  return Csr<std::uint32_t>::from_pairs(steps, pairs);
}

}  // namespace

HeapAt heap_at(const RecordedHeap& history, HeapStep step) {
  HeapAt out;
  out.segments = alive_at(history.segments, step);
  const HeapSegment* in = nullptr;  // the segment, the end of it and of those it goes on from, and how far we are
  std::uint64_t end = 0, at = 0;
  const auto add_hole = [&](std::uint64_t to) {
    if (in == nullptr || to <= at) return;
    const HeapStretch& hole = out.stretches.emplace_back(HeapStretch{at, {static_cast<std::int64_t>(to - at)}});
    out.free += hole.size;
    at = to;
  };
  const auto leave = [&] {
    add_hole(end);
    in = nullptr;
  };
  const std::vector<std::uint32_t> allocations = alive_at(history.allocations, step);
  auto next = allocations.begin();
  const auto add_allocations = [&](std::uint64_t below) {
    for (; next != allocations.end() && history.allocations[*next].address < below; ++next) {
      const HeapAllocation& a = history.allocations[*next];
      if (a.address >= end) leave();
      add_hole(a.address);
      const std::uint64_t from = std::max(a.address, at);
      if (from >= a.end()) continue;
      const HeapUse use = a.pending(step) ? HeapUse::pending : HeapUse::in_use;
      const Bytes size{static_cast<std::int64_t>(a.end() - from)};
      out.stretches.push_back({from, size, use, *next, kNoneInHeap});
      (use == HeapUse::pending ? out.pending : out.in_use) += size;
      at = a.end();
    }
  };
  for (const std::uint32_t s : out.segments) {
    const HeapSegment& segment = history.segments[s];
    add_allocations(segment.address);
    if (in == nullptr || !segment.goes_on(*in)) {
      leave();
      at = std::max(at, segment.address);
    }
    in = &segment;
    end = std::max(end, segment.end());
    out.reserved += segment.size;
  }
  add_allocations(std::numeric_limits<std::uint64_t>::max());
  leave();
  name_segments(history, out);
  return out;
}

Result<Fragmentation> fragmentation(const RecordedHeap& history, const Task& task) {
  const HeapStep steps = history.step_count();
  const auto born = by_step(history.segments, steps, &HeapSegment::born);
  const auto died = by_step(history.segments, steps, &HeapSegment::died);
  const auto made = by_step(history.allocations, steps, &HeapAllocation::allocated);
  const auto freed = by_step(history.allocations, steps, &HeapAllocation::free_completed);
  Fragmentation out;
  out.free.reserve(steps);
  out.largest.reserve(steps);
  FreeSpace space(history);
  for (HeapStep step = 0; step < steps; ++step) {
    if (step % kStepsBetweenPolls == 0) {
      if (task.should_stop()) return tl::unexpected(task.why_stopped());
      task.report(static_cast<double>(step) / steps);
    }
    for (const std::uint32_t a : freed[step]) space.free(history.allocations[a]);
    if (!died[step].empty() || !born[step].empty()) space.change_segments(died[step], born[step]);
    for (const std::uint32_t a : made[step]) space.allocate(history.allocations[a]);
    out.free.push_back(space.free());
    out.largest.push_back(space.largest());
  }
  return out;
}

HeapStep most_fragmented(const Fragmentation& of, const RecordedHeap& history) {
  std::vector<HeapStep> steps;
  for (const HeapOutOfMemory& failure : history.out_of_memory) steps.push_back(failure.step);
  if (steps.empty()) {
    const std::vector<Bytes> reserved = heap_curves(history).reserved;
    const double enough = 0.95 * static_cast<double>(peak_of(reserved).bytes.count);
    for (HeapStep step = 0; step < history.step_count(); ++step)
      if (static_cast<double>(reserved[step].count) >= enough) steps.push_back(step);
  }
  return *std::ranges::max_element(steps, {}, [&](HeapStep step) { return of.free[step] - of.largest[step]; });
}

}  // namespace stowage
