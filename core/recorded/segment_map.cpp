// SPDX-License-Identifier: Apache-2.0
#include "core/recorded/segment_map.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

namespace stowage {
namespace {

using Action = HeapEvent::Action;

constexpr std::size_t kEventsBetweenPolls = std::size_t{1} << 14;

/// Ranges of addresses that do not overlap, each with its segment.
class SegmentMap {
 public:
  /// Takes [begin, end) out of all segments, and says how many there were: `ends(segment)` of each, and `begins(rest)`
  /// of what is left of it on either side.
  template <class Ends, class Begins>
  std::size_t cut(std::uint64_t begin, std::uint64_t end, Ends&& ends, Begins&& begins) {
    std::size_t count = 0;
    auto at = by_address_.upper_bound(begin);
    if (at != by_address_.begin() && std::prev(at)->second.end() > begin) --at;
    while (at != by_address_.end() && at->second.address < end) {
      const HeapSegment old = at->second;
      ends(old);
      at = by_address_.erase(at);
      ++count;
      for (const auto& [from, to] : {std::pair(old.address, begin), std::pair(end, old.end())}) {
        if (from >= to) continue;
        HeapSegment rest = old;
        rest.address = from;
        rest.size = {static_cast<std::int64_t>(to - from)};
        begins(rest);
        by_address_.emplace_hint(at, from, rest);
      }
    }
    return count;
  }
  void add(const HeapSegment& segment) { by_address_.emplace(segment.address, segment); }
  [[nodiscard]] const std::map<std::uint64_t, HeapSegment>& all() const { return by_address_; }

 private:
  std::map<std::uint64_t, HeapSegment> by_address_;
};

HeapSegment segment_of(const HeapEvent& event) {
  return {.address = event.address,
          .size = {event.size},
          .stream = event.stream,
          .stack = event.stack,
          .expandable = event.expandable};
}

bool changes_segments(const HeapEvent& event) {
  return event.size > 0 && (event.action == Action::add_segment || event.action == Action::remove_segment);
}

/// What the snapshot's own segments say of the kind and the pool of a range.
class Known {
 public:
  Known(const HeapRecord& record, HeapStep never) : never_(never) {
    for (const HeapSegment& segment : record.segments) by_address_.emplace(segment.address, &segment);
  }
  void describe(HeapSegment& segment) const {
    auto at = by_address_.upper_bound(segment.address);
    if (at == by_address_.begin()) return;
    const HeapSegment& known = *std::prev(at)->second;
    if (segment.address >= known.end() || segment.died != never_) return;
    segment.kind = known.kind;
    segment.pool = known.pool;
    if (segment.stack == kNoneInHeap) segment.stack = known.stack;
  }

 private:
  std::map<std::uint64_t, const HeapSegment*> by_address_;
  HeapStep never_;
};

/// What was there at the end, with every event undone, the last one first.
Result<SegmentMap> at_the_beginning(const HeapRecord& record, const Task& task) {
  const auto nothing = [](const HeapSegment&) {};
  SegmentMap map;
  for (const HeapSegment& segment : record.segments) {
    if (segment.size <= Bytes{0}) continue;
    map.cut(segment.address, segment.end(), nothing, nothing);
    map.add(segment);
  }
  for (std::size_t e = record.events.size(); e-- > 0;) {
    if (e % kEventsBetweenPolls == 0 && task.should_stop()) return tl::unexpected(task.why_stopped());
    const HeapEvent& event = record.events[e];
    if (!changes_segments(event)) continue;
    const HeapSegment segment = segment_of(event);
    map.cut(segment.address, segment.end(), nothing, nothing);
    if (event.action == Action::remove_segment) map.add(segment);
  }
  return map;
}

/// Segments of the end that overlap each other; the map below gives such addresses to one of them.
void find_overlaps(const HeapRecord& record, HeapAssumptions& assumed) {
  std::vector<HeapRange> all;
  for (const HeapSegment& segment : record.segments)
    if (segment.size > Bytes{0}) all.push_back({segment.address, segment.end()});
  std::ranges::sort(all, {}, &HeapRange::begin);
  HeapRange together;  // what the last ones make
  for (const HeapRange& range : all) {
    if (range.begin >= together.end) {
      together = range;
      continue;
    }
    assumed.segments_overlap.add(0, range.begin);
    together.end = std::max(together.end, range.end);
    if (assumed.overlapping.empty() || assumed.overlapping.back().begin != together.begin)
      assumed.overlapping.push_back(together);
    else
      assumed.overlapping.back() = together;
  }
}

}  // namespace

Result<void> rebuild_segments(const HeapRecord& record, RecordedHeap& history, HeapAssumptions& assumed,
                              const Task& task) {
  find_overlaps(record, assumed);
  auto map = at_the_beginning(record, task);
  if (!map) return tl::unexpected(map.error());
  const HeapStep never = history.step_count();
  SegmentMap live;
  HeapStep step = 0;
  const auto ends = [&](HeapSegment segment) {
    segment.died = step;
    history.segments.push_back(segment);
  };
  const auto begins = [&](HeapSegment& segment) { segment.born = step; };
  for (auto [address, segment] : map->all()) {
    segment.born = 0;
    live.add(segment);
    ++assumed.segments_at_start;
  }
  for (std::size_t e = 0; e < record.events.size(); ++e) {
    if (e % kEventsBetweenPolls == 0 && task.should_stop()) return tl::unexpected(task.why_stopped());
    const HeapEvent& event = record.events[e];
    if (!changes_segments(event)) continue;
    step = static_cast<HeapStep>(e + 1);
    HeapSegment segment = segment_of(event);
    const std::size_t met = live.cut(segment.address, segment.end(), ends, begins);
    if (event.action == Action::remove_segment) continue;
    if (met > 0) assumed.segments_cut.add(step, event.address);
    segment.born = step;
    live.add(segment);
  }
  step = never;
  for (const auto& [address, segment] : live.all()) ends(segment);
  const Known known(record, never);
  for (HeapSegment& segment : history.segments) known.describe(segment);
  std::ranges::stable_sort(history.segments, [](const HeapSegment& a, const HeapSegment& b) {
    return std::pair(a.born, a.address) < std::pair(b.born, b.address);
  });
  return {};
}

}  // namespace stowage
