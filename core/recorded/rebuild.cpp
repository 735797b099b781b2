// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_map>

#include "core/recorded/record.h"
#include "core/recorded/segment_map.h"

namespace stowage {
namespace {

using Action = HeapEvent::Action;

constexpr std::size_t kEventsBetweenPolls = std::size_t{1} << 14;
constexpr std::int64_t kBlockRounding = 512;

/// Who has which address, from one event to the next.
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
  /// An address that something was at.
  struct Place {
    std::uint64_t address = 0;
    std::uint32_t live = kNoneInHeap;  // the allocation there
    HeapStep last_end = 0;             // of what was freed there
    bool at_end = false;               // a block was found for it
    bool has_size = true;              // it was told
    bool unclear = false;              // a damaged event was there, which may have been an allocation
  };

  void take(const HeapEvent& event, HeapStep step) {
    switch (event.action) {
      case Action::allocate:
        return allocate(event, step);
      case Action::request_free:
        return request_free(event, step);
      case Action::complete_free:
        return complete_free(event, step);
      case Action::unclear:
        place_of(event.address).unclear = true;
        return;
      default:
        return;
    }
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
                                    .rounded = {round_up(size, kBlockRounding)},
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

  /// What was never seen to be allocated, until a step: it was there before the record begins, unless something was
  /// freed at its address since, or a damaged event may have made it.
  HeapStep begin_unseen(Place& place, const HeapEvent& event, HeapStep until, HeapFindings& from_start,
                        HeapFindings& since_free) {
    const bool perhaps_damaged = place.unclear || record_.unclear_from < until;
    HeapFindings& found = place.last_end > 0 ? since_free : perhaps_damaged ? assumed_.perhaps_damaged : from_start;
    found.add(until, event.address);
    begin(place, event, place.last_end);
    return place.last_end;
  }

  /// What the event frees: what lives there, else something that nobody saw being allocated.
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
      a.rounded = {round_up(size, kBlockRounding)};
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
    const HeapAllocation& a = allocation_of(place);
    if (!place.has_size) assumed_.without_size.add(a.allocated, a.address);
  }

  /// What is there when the record ends.
  void settle(const Place& place) {
    if (place.live == kNoneInHeap) return;
    settle_size(place);
    if (!place.at_end && !record_.segments.empty())
      assumed_.not_at_end.add(allocation_of(place).allocated, place.address);
  }

  void take(const HeapBlock& block) {
    Place& place = place_of(block.address);
    const bool unseen = place.live == kNoneInHeap;
    if (unseen)
      begin_unseen(place, {.stream = block.stream, .address = block.address, .size = block.requested}, never_,
                   assumed_.alive_throughout, assumed_.freed_at_end);
    else if (!place.has_size || block.requested != block.size || allocation_of(place).requested.count > block.size)
      compare_size(place, block.requested, never_);
    if (place.at_end) assumed_.block_again.add(never_, block.address);
    place.at_end = true;
    HeapAllocation& a = allocation_of(place);
    a.rounded = {block.size};
    if (a.stack == kNoneInHeap) a.stack = block.stack;
    if (unseen && block.pending) a.free_requested = a.allocated;  // nobody knows since when
  }

  const HeapRecord& record_;
  RecordedHeap& history_;
  HeapStep never_ = 0;
  HeapAssumptions assumed_;
  std::unordered_map<std::uint64_t, std::uint32_t> index_;  // of places, by address
  std::vector<Place> places_;
};

}  // namespace

Result<HeapAssumptions> rebuild(const HeapRecord& record, RecordedHeap& history, const Task& task) {
  auto assumed = Replay(record, history).run(task);
  if (!assumed) return assumed;
  if (auto done = rebuild_segments(record, history, *assumed, task); !done) return tl::unexpected(done.error());
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
