// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_map>

#include "core/heap/record.h"
#include "core/heap/segment_map.h"

namespace stowage {
namespace {

using Action = HeapEvent::Action;

constexpr std::size_t kEventsBetweenPolls = std::size_t{1} << 14;
constexpr std::int64_t kBlockRounding = 512;

/// Who has which address, from one event to the next.
class Replay {
 public:
  Replay(const HeapRecord& record, HeapHistory& history) : record_(record), history_(history) {
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
    for (const auto& [address, live] : live_)
      if (!live.at_end && !record_.segments.empty()) ++assumed_.not_at_end;
    std::ranges::stable_sort(history_.allocations, {}, &HeapAllocation::allocated);
    return assumed_;
  }

 private:
  struct Live {
    std::size_t allocation;
    bool at_end = false;  // a block was found for it
  };

  void take(const HeapEvent& event, HeapStep step) {
    switch (event.action) {
      case Action::allocate:
        return allocate(event, step);
      case Action::request_free:
        return request_free(event, step);
      case Action::complete_free:
        return complete_free(event, step);
      default:
        return;
    }
  }

  std::size_t add(const HeapEvent& event, HeapStep from) {
    history_.allocations.push_back({.address = event.address,
                                    .requested = {event.size},
                                    .rounded = {round_up(event.size, kBlockRounding)},
                                    .allocated = from,
                                    .free_requested = never_,
                                    .free_completed = never_,
                                    .stream = event.stream,
                                    .stack = from == 0 ? kNoneInHeap : event.stack});
    return history_.allocations.size() - 1;
  }

  void allocate(const HeapEvent& event, HeapStep step) {
    const auto [at, fresh] = live_.try_emplace(event.address);
    if (!fresh) {
      end(at->second, step);
      ++assumed_.address_again;
    }
    at->second = {add(event, step)};
  }

  /// What the event frees: what lives there, else something that was there before the record begins.
  std::unordered_map<std::uint64_t, Live>::iterator freed_by(const HeapEvent& event) {
    const auto [at, fresh] = live_.try_emplace(event.address);
    if (fresh) {
      const auto before = last_end_.find(event.address);
      at->second = {add(event, before == last_end_.end() ? 0 : before->second)};
      ++assumed_.freed_only;
    }
    return at;
  }

  void request_free(const HeapEvent& event, HeapStep step) {
    HeapAllocation& a = history_.allocations[freed_by(event)->second.allocation];
    if (a.free_requested != never_)
      ++assumed_.free_of_nothing;
    else
      a.free_requested = step;
  }

  void complete_free(const HeapEvent& event, HeapStep step) {
    const auto at = freed_by(event);
    if (history_.allocations[at->second.allocation].free_requested == never_) ++assumed_.freed_unasked;
    end(at->second, step);
    live_.erase(at);
  }

  void end(const Live& live, HeapStep step) {
    HeapAllocation& a = history_.allocations[live.allocation];
    a.free_requested = std::min(a.free_requested, step);
    a.free_completed = step;
    last_end_[a.address] = step;
  }

  void take(const HeapBlock& block) {
    const auto [at, fresh] = live_.try_emplace(block.address);
    if (fresh) {
      const auto before = last_end_.find(block.address);
      const HeapStep from = before == last_end_.end() ? 0 : before->second;
      ++(from == 0 ? assumed_.alive_throughout : assumed_.freed_at_end);
      at->second = {add({.stream = block.stream, .address = block.address, .size = block.requested}, from)};
    }
    at->second.at_end = true;
    HeapAllocation& a = history_.allocations[at->second.allocation];
    a.rounded = {block.size};
    if (a.stack == kNoneInHeap) a.stack = block.stack;
    if (fresh && block.pending) a.free_requested = a.allocated;  // nobody knows since when
  }

  const HeapRecord& record_;
  HeapHistory& history_;
  HeapStep never_ = 0;
  HeapAssumptions assumed_;
  std::unordered_map<std::uint64_t, Live> live_;          // by address
  std::unordered_map<std::uint64_t, HeapStep> last_end_;  // of what was freed at an address
};

}  // namespace

Result<HeapAssumptions> rebuild(const HeapRecord& record, HeapHistory& history, const Task& task) {
  auto assumed = Replay(record, history).run(task);
  if (!assumed) return assumed;
  if (auto done = rebuild_segments(record, history, *assumed, task); !done) return tl::unexpected(done.error());
  return assumed;
}

/// Ranges that touch are one region: an allocation may go on from one piece of a segment into the next.
bool find_regions(HeapHistory& history) {
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
