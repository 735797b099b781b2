// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/insight/recorded/heap_graph.h"
#include "core/insight/recorded/record.h"

namespace stowage {
namespace {

using Action = HeapEvent::Action;

constexpr std::size_t kEventsBetweenPolls = std::size_t{1} << 14;

/// Replays the events: which allocation has which address.
class Replay {
 public:
  Replay(const HeapRecord& record, RecordedHeap& history) : record_(record), history_(history) {
    history_.event_count = record.events.size();
    never_ = history_.step_count();
  }

  Result<HeapAssumptions> run(const Task& task) {
    history_.allocations.reserve(record_.events.size() / 3 + record_.blocks.size());
    for (std::size_t e = 0; e < record_.events.size(); ++e) {
      if (e % kEventsBetweenPolls == 0) {
        if (task.should_stop()) return tl::unexpected(task.why_stopped());
        task.report(static_cast<double>(e) / static_cast<double>(record_.events.size()));
      }
      take(record_.events[e], static_cast<HeapStep>(e + 1));
    }
    for (const HeapBlock& block : record_.blocks) take(block);
    for (const Place& place : places_) settle(place);
    if (!std::ranges::is_sorted(history_.allocations, {}, &HeapAllocation::allocated))
      std::ranges::stable_sort(history_.allocations, {}, &HeapAllocation::allocated);
    return std::move(assumed_);
  }

 private:
  /// An address at which something was.
  struct Place {
    std::uint64_t address = 0;
    std::uint32_t live = kNoneInHeap;  // the allocation there
    HeapStep last_end = 0;             // of what was freed there
    bool at_end = false;               // a block was found for it
    bool has_size = true;              // it is known
    bool unclear = false;              // a damaged event was there, which may have been an allocation
  };

  void take(const HeapEvent& event, HeapStep step) {
    if (event.action == Action::allocate) allocate(event, step);
    if (event.action == Action::request_free) request_free(event, step);
    if (event.action == Action::complete_free) complete_free(event, step);
    if (event.action == Action::unclear) place_of(event.address).unclear = true;
  }

  Place& place_of(std::uint64_t address) {
    const auto [at, fresh] = index_.try_emplace(address, static_cast<std::uint32_t>(places_.size()));
    if (fresh) places_.push_back({.address = address});
    return places_[at->second];
  }
  HeapAllocation& allocation_of(const Place& place) { return history_.allocations[place.live]; }

  void begin(Place& place, const HeapEvent& event, HeapStep from) {
    place.live = static_cast<std::uint32_t>(history_.allocations.size());
    place.at_end = false;
    place.has_size = event.size != HeapEvent::kNoSize;
    const std::int64_t size = std::max<std::int64_t>(event.size, 0);
    history_.allocations.push_back({.address = event.address,
                                    .requested = {size},
                                    .rounded = {round_up(size, kHeapRounding)},
                                    .allocated = from,
                                    .free_requested = never_,
                                    .free_completed = never_,
                                    .stream = event.stream,
                                    .stack = from == 0 ? kNoneInHeap : event.stack});
  }

  void allocate(const HeapEvent& event, HeapStep step) {
    Place& place = place_of(event.address);
    if (place.live != kNoneInHeap) {
      settle_size(place);
      end(place, step);
      assumed_.address_again.add(step, event.address);
    }
    begin(place, event, step);
  }

  /// Begins an allocation that the record does not show, found at step `until`: it was there before the record begins,
  /// or since the last free at its address; a damaged event may have made it.
  void begin_unseen(Place& place, const HeapEvent& event, HeapStep until, HeapFindings& from_start,
                    HeapFindings& since_free) {
    const bool perhaps_damaged = place.unclear || record_.unclear_from < until;
    HeapFindings& found = place.last_end > 0 ? since_free : perhaps_damaged ? assumed_.perhaps_damaged : from_start;
    found.add(until, event.address);
    begin(place, event, place.last_end);
  }

  /// The place that the event frees: of a live allocation, or of one that the record does not show.
  Place& freed_by(const HeapEvent& event, HeapStep step) {
    Place& place = place_of(event.address);
    if (place.live == kNoneInHeap)
      begin_unseen(place, event, step, assumed_.freed_only, assumed_.freed_again);
    else if (event.size != HeapEvent::kNoSize)
      compare_size(place, event.size, step);
    return place;
  }

  void compare_size(Place& place, std::int64_t size, HeapStep step) {
    HeapAllocation& a = allocation_of(place);
    if (!place.has_size) {
      a.requested = {size};
      a.rounded = {round_up(size, kHeapRounding)};
      place.has_size = true;
      assumed_.size_elsewhere.add(a.allocated, a.address);
    } else if (a.requested.count != size) {
      assumed_.other_size.add(step, a.address);
    }
  }

  void request_free(const HeapEvent& event, HeapStep step) {
    HeapAllocation& a = allocation_of(freed_by(event, step));
    if (a.free_requested != never_)
      assumed_.free_of_nothing.add(step, a.address);
    else
      a.free_requested = step;
  }

  void complete_free(const HeapEvent& event, HeapStep step) {
    Place& place = freed_by(event, step);
    if (allocation_of(place).free_requested == never_) assumed_.freed_unasked.add(step, event.address);
    settle_size(place);
    end(place, step);
  }

  void end(Place& place, HeapStep step) {
    HeapAllocation& a = allocation_of(place);
    a.free_requested = std::min(a.free_requested, step);
    a.free_completed = step;
    place.last_end = step;
    place.live = kNoneInHeap;
  }

  void settle_size(const Place& place) {
    HeapAllocation& a = allocation_of(place);
    a.at_least = !place.has_size;
    if (a.at_least) assumed_.without_size.add(a.allocated, a.address);
  }

  /// Settles the allocation that is there when the record ends.
  void settle(const Place& place) {
    if (place.live == kNoneInHeap) return;
    settle_size(place);
    if (!place.at_end && !record_.segments.empty())
      assumed_.not_at_end.add(allocation_of(place).allocated, place.address);
  }

  void take(const HeapBlock& block) {
    Place& place = place_of(block.address);
    const bool unseen = place.live == kNoneInHeap, known = block.requested != HeapEvent::kNoSize;
    if (unseen)
      begin_unseen(place, {.stream = block.stream, .address = block.address, .size = block.requested}, never_,
                   assumed_.alive_throughout, assumed_.freed_at_end);
    else if (known &&
             (!place.has_size || block.requested != block.size || allocation_of(place).requested.count > block.size))
      compare_size(place, block.requested, never_);
    if (place.at_end) assumed_.block_again.add(never_, block.address);
    place.at_end = true;
    HeapAllocation& a = allocation_of(place);
    if (known) a.rounded = {block.size};
    if (a.stack == kNoneInHeap) a.stack = block.stack;
    if (unseen && block.pending) a.free_requested = a.allocated;  // since when is unknown
  }

  const HeapRecord& record_;
  RecordedHeap& history_;
  HeapStep never_ = 0;
  HeapAssumptions assumed_;
  std::unordered_map<std::uint64_t, std::uint32_t> index_;  // of places, by address
  std::vector<Place> places_;
};

/// Segments that do not overlap, by address.
class SegmentMap {
 public:
  /// Takes the range of a segment out of all others; returns how many it met. They end at `step`, and are added to
  /// `ended` where that is given; what is left of them on either side begins at `step`.
  std::size_t cut(const HeapSegment& range, HeapStep step, std::vector<HeapSegment>* ended = nullptr) {
    std::size_t count = 0;
    auto at = by_address_.upper_bound(range.address);
    if (at != by_address_.begin() && std::prev(at)->second.end() > range.address) --at;
    for (; at != by_address_.end() && at->second.address < range.end(); ++count) {
      HeapSegment old = at->second;
      at = by_address_.erase(at);
      for (const auto& [from, to] : {std::pair(old.address, range.address), std::pair(range.end(), old.end())}) {
        if (from >= to) continue;
        HeapSegment rest = old;
        rest.address = from;
        rest.size = {static_cast<std::int64_t>(to - from)};
        rest.born = step;
        by_address_.emplace_hint(at, from, rest);
      }
      old.died = step;
      if (ended != nullptr) ended->push_back(old);
    }
    return count;
  }
  void add(HeapSegment segment, HeapStep born) {
    segment.born = born;
    by_address_.emplace(segment.address, segment);
  }
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

/// Gives segments that are there at the end the kind and the pool that the record knows for their address.
void describe(std::vector<HeapSegment>& segments, const HeapRecord& record, HeapStep never) {
  std::map<std::uint64_t, const HeapSegment*> by_address;
  for (const HeapSegment& segment : record.segments) by_address.emplace(segment.address, &segment);
  for (HeapSegment& segment : segments) {
    const auto above = by_address.upper_bound(segment.address);
    if (segment.died != never || above == by_address.begin()) continue;
    const HeapSegment& known = *std::prev(above)->second;
    if (segment.address >= known.end()) continue;
    segment.kind = known.kind;
    segment.pool = known.pool;
    if (segment.stack == kNoneInHeap) segment.stack = known.stack;
  }
}

/// The segments at the beginning: the segments at the end, with every event undone, the last one first.
Result<SegmentMap> at_the_beginning(const HeapRecord& record, const Task& task) {
  SegmentMap map;
  for (const HeapSegment& segment : record.segments) {
    if (segment.size <= Bytes{0}) continue;
    map.cut(segment, 0);
    map.add(segment, 0);
  }
  for (std::size_t e = record.events.size(); e-- > 0;) {
    if (task.poll(e, kEventsBetweenPolls)) return tl::unexpected(task.why_stopped());
    const HeapEvent& event = record.events[e];
    if (!changes_segments(event)) continue;
    map.cut(segment_of(event), 0);
    if (event.action == Action::remove_segment) map.add(segment_of(event), 0);
  }
  return map;
}

/// Segments of the end that overlap each other; at_the_beginning() gives such addresses to one of them.
void find_overlaps(const HeapRecord& record, HeapAssumptions& assumed) {
  std::vector<HeapRange> all;
  for (const HeapSegment& segment : record.segments)
    if (segment.size > Bytes{0}) all.push_back({segment.address, segment.end()});
  std::ranges::sort(all, {}, &HeapRange::begin);
  HeapRange together;  // the union of the last ones
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

/// The part of rebuild() that follows segments: fills RecordedHeap::segments. A piece of a segment that is removed
/// while the rest stays ends it; the rest goes on as segments of its own.
Result<void> rebuild_segments(const HeapRecord& record, RecordedHeap& history, HeapAssumptions& assumed,
                              const Task& task) {
  find_overlaps(record, assumed);
  STOWAGE_TRY(SegmentMap live, at_the_beginning(record, task));
  assumed.segments_at_start = live.all().size();
  for (std::size_t e = 0; e < record.events.size(); ++e) {
    if (task.poll(e, kEventsBetweenPolls)) return tl::unexpected(task.why_stopped());
    const HeapEvent& event = record.events[e];
    if (!changes_segments(event)) continue;
    const auto step = static_cast<HeapStep>(e + 1);
    const std::size_t met = live.cut(segment_of(event), step, &history.segments);
    if (event.action == Action::remove_segment) continue;
    if (met > 0) assumed.segments_cut.add(step, event.address);
    live.add(segment_of(event), step);
  }
  const HeapStep never = history.step_count();
  for (const auto& [address, segment] : live.all()) history.segments.emplace_back(segment).died = never;
  describe(history.segments, record, never);
  std::ranges::stable_sort(history.segments, {}, [](const HeapSegment& s) { return std::pair(s.born, s.address); });
  return {};
}

/// Counts segments and retries. PyTorch's allocator asks the device again, once, where it was refused a segment: it
/// gives back all empty segments, and asks for the same. All of these events are of one request, so that they have its
/// stack; meanwhile frees may complete, but nothing is requested. `torch.cuda.empty_cache()` gives segments back by a
/// stack of its own, so the next segment is not a retry. A retry with nothing to give back leaves no trace, except the
/// failure that it ends with.
HeapSegmentEvents segment_events_of(const HeapRecord& record, std::span<const HeapOutOfMemory> failures) {
  HeapSegmentEvents out;
  bool given_back = false;
  std::uint32_t given_by = kNoneInHeap;  // the stack
  const auto asks = [&](std::uint32_t stack) {
    const bool by_other = given_by != stack && given_by != kNoneInHeap && stack != kNoneInHeap;
    out.retries += std::exchange(given_back, false) && !by_other ? 1 : 0;
  };
  auto failure = failures.begin();
  for (std::size_t e = 0; e < record.events.size(); ++e) {
    const HeapEvent& event = record.events[e];
    for (; failure != failures.end() && failure->step <= e + 1; ++failure) asks(failure->stack);
    switch (event.action) {
      case Action::add_segment:
        ++(event.expandable ? out.mapped : out.made);
        asks(event.stack);
        break;
      case Action::remove_segment:
        ++(event.expandable ? out.unmapped : out.freed);
        given_back = true;
        given_by = event.stack;
        break;
      case Action::complete_free:
        break;
      default:
        given_back = false;
    }
  }
  return out;
}

}  // namespace

Result<HeapAssumptions> rebuild(const HeapRecord& record, RecordedHeap& history, const Task& task) {
  STOWAGE_TRY(auto assumed, Replay(record, history).run(task));
  STOWAGE_CHECK(rebuild_segments(record, history, assumed, task));
  history.segment_events = segment_events_of(record, history.out_of_memory);
  return assumed;
}

/// Ranges that touch are one region: an allocation may go on from one piece of a segment into the next.
bool find_regions(RecordedHeap& history) {
  std::vector<HeapRegion> all;
  all.reserve(history.segments.size() + history.allocations.size());
  for (const HeapSegment& segment : history.segments) all.push_back({segment.address, segment.size, {}});
  for (const HeapAllocation& a : history.allocations) all.push_back({a.address, a.rounded, {}});
  std::ranges::sort(all, {}, &HeapRegion::address);
  history.regions.clear();
  std::uint64_t end = 0;
  for (const HeapRegion& range : all) {
    const std::uint64_t range_end = range.address + static_cast<std::uint64_t>(range.size.count);
    if (history.regions.empty() || range.address > end) {
      const std::int64_t offset =
          history.regions.empty() ? 0 : (history.regions.back().offset + history.regions.back().size).value;
      history.regions.push_back({range.address, {}, {offset}});
    }
    HeapRegion& last = history.regions.back();
    end = std::max(end, range_end);
    last.size = {static_cast<std::int64_t>(end - last.address)};
    if (last.offset.value + last.size.count >= kMaxTotalSize.count) return false;
  }
  return true;
}

}  // namespace stowage
