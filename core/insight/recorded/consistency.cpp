// SPDX-License-Identifier: Apache-2.0
#include "core/insight/recorded/record.h"

#include <map>

#include "core/base/rank_set.h"

namespace stowage {
namespace {

constexpr std::size_t kAllocationsBetweenPolls = std::size_t{1} << 14;

std::uint64_t requested_end(const HeapAllocation& a) {
  return a.address + static_cast<std::uint64_t>(a.requested.count);
}

/// Which allocation has the memory at an address. Allocations that ended are dropped when a search meets them.
class Occupants {
 public:
  explicit Occupants(const std::vector<HeapAllocation>& allocations)
      : allocations_(allocations),
        addresses_(addresses_of(allocations)),
        occupant_(addresses_.size()),
        live_(addresses_.size() + 1) {}

  /// Whether the memory of allocation `a` is free when it begins; then `a` takes it.
  bool take(std::size_t a) {
    const HeapAllocation& begun = allocations_[a];
    const auto rank =
        static_cast<std::size_t>(std::ranges::lower_bound(addresses_, begun.address) - addresses_.begin());
    const auto above = next(begun.allocated, [&] { return live_.above(rank); });
    if (above && addresses_[*above] < requested_end(begun)) return false;
    const auto below = next(begun.allocated, [&] { return live_.below(rank + 1); });
    if (below && requested_end(allocations_[occupant_[*below]]) > begun.address) return false;
    live_.insert(rank);
    occupant_[rank] = static_cast<std::uint32_t>(a);
    return true;
  }

 private:
  static std::vector<std::uint64_t> addresses_of(const std::vector<HeapAllocation>& allocations) {
    std::vector<std::uint64_t> out;
    out.reserve(allocations.size());
    for (const HeapAllocation& a : allocations) out.push_back(a.address);
    sort_distinct(out);
    return out;
  }

  template <class Find>
  std::optional<std::size_t> next(HeapStep step, const Find& find) {
    auto rank = find();
    for (; rank && allocations_[occupant_[*rank]].free_completed <= step; rank = find()) live_.erase(*rank);
    return rank;
  }

  const std::vector<HeapAllocation>& allocations_;
  std::vector<std::uint64_t> addresses_;  // ascending
  std::vector<std::uint32_t> occupant_;   // by place in `addresses_`
  RankSet live_;                          // places in `addresses_`
};

/// The segments that live when one allocation after the other begins.
class LiveSegments {
 public:
  explicit LiveSegments(const RecordedHeap& history) : segments_(history.segments) {}

  bool hold(const HeapAllocation& a) {
    for (; begun_ < segments_.size() && segments_[begun_].born <= a.allocated; ++begun_)
      by_address_.insert_or_assign(segments_[begun_].address, &segments_[begun_]);
    // An allocation may go on from one piece of an expandable segment into the next.
    for (std::uint64_t at = a.address; at < requested_end(a); at = last_->end())
      if (!find(at, a.allocated)) return false;
    return true;
  }

 private:
  bool find(std::uint64_t address, HeapStep step) {
    if (last_ != nullptr && last_->address <= address && address < last_->end() && last_->died > step) return true;
    for (auto at = by_address_.upper_bound(address); at != by_address_.begin(); at = by_address_.erase(at)) {
      last_ = (--at)->second;
      if (last_->died > step) return address < last_->end();
    }
    return false;
  }

  const std::vector<HeapSegment>& segments_;
  std::size_t begun_ = 0;
  std::map<std::uint64_t, const HeapSegment*> by_address_;
  const HeapSegment* last_ = nullptr;
};

bool within(const HeapAllocation& a, std::span<const HeapRange> ranges) {
  const auto range = std::ranges::upper_bound(ranges, a.address, {}, &HeapRange::end);  // the first that ends after it
  return range != ranges.end() && range->begin <= a.address && requested_end(a) <= range->end;
}

}  // namespace

Result<HeapInconsistencies> find_inconsistencies(const RecordedHeap& history, const Task& task,
                                                 std::span<const HeapRange> overlapping) {
  HeapInconsistencies out;
  Occupants occupants(history.allocations);
  LiveSegments segments(history);
  for (std::size_t k = 0; k < history.allocations.size(); ++k) {
    if (task.poll(k, kAllocationsBetweenPolls)) return tl::unexpected(task.why_stopped());
    const HeapAllocation& a = history.allocations[k];
    if (a.requested <= Bytes{0} || a.allocated >= a.free_completed) continue;
    if (!occupants.take(k)) out.overlapping.add(a.allocated, a.address);
    if (!history.segments.empty() && !segments.hold(a) && !within(a, overlapping))
      out.outside.add(a.allocated, a.address);
  }
  return out;
}

}  // namespace stowage
