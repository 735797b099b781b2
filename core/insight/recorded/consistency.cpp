// SPDX-License-Identifier: Apache-2.0
#include "core/insight/recorded/record.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <unordered_map>
#include <vector>

namespace stowage {
namespace {

constexpr std::size_t kAllocationsBetweenPolls = std::size_t{1} << 14;

std::uint64_t requested_end(const HeapAllocation& a) {
  return a.address + static_cast<std::uint64_t>(a.requested.count);
}

/// A set of numbers below a bound. Each bit of a level says whether a word of the level below has any.
class RankSet {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};

  explicit RankSet(std::size_t bound) {
    do levels_.emplace_back(bound = (bound + 63) / 64);
    while (bound > 1);
  }
  void insert(std::size_t rank) {
    for (auto& words : levels_) {
      words[rank / 64] |= std::uint64_t{1} << rank % 64;
      rank /= 64;
    }
  }
  void erase(std::size_t rank) {
    for (auto& words : levels_) {
      if ((words[rank / 64] &= ~(std::uint64_t{1} << rank % 64)) != 0) return;
      rank /= 64;
    }
  }
  [[nodiscard]] std::size_t last_below(std::size_t rank) const {
    for (std::size_t level = 0; level < levels_.size(); ++level, rank /= 64) {
      const std::uint64_t below = levels_[level][rank / 64] & ((std::uint64_t{1} << rank % 64) - 1);
      if (below == 0) continue;
      rank = rank / 64 * 64 + 63 - static_cast<std::size_t>(std::countl_zero(below));
      while (level-- > 0) rank = rank * 64 + 63 - static_cast<std::size_t>(std::countl_zero(levels_[level][rank]));
      return rank;
    }
    return kNone;
  }
  [[nodiscard]] std::size_t first_above(std::size_t rank) const {
    for (std::size_t level = 0; level < levels_.size(); ++level, rank /= 64) {
      const std::uint64_t above =
          levels_[level][rank / 64] & ~(std::uint64_t{1} << rank % 64) & (~std::uint64_t{0} << rank % 64);
      if (above == 0) continue;
      rank = rank / 64 * 64 + static_cast<std::size_t>(std::countr_zero(above));
      while (level-- > 0) rank = rank * 64 + static_cast<std::size_t>(std::countr_zero(levels_[level][rank]));
      return rank;
    }
    return kNone;
  }

 private:
  std::vector<std::vector<std::uint64_t>> levels_;
};

/// Which allocation has the memory at an address. Those that ended are dropped when a search meets them.
class Occupants {
 public:
  explicit Occupants(const RecordedHeap& history) : allocations_(history.allocations), live_(0) {
    std::unordered_map<std::uint64_t, std::uint32_t> known;
    std::vector<std::uint64_t> addresses;
    rank_.reserve(allocations_.size());
    for (const HeapAllocation& a : allocations_) {
      const auto [at, fresh] = known.try_emplace(a.address, static_cast<std::uint32_t>(addresses.size()));
      if (fresh) addresses.push_back(a.address);
      rank_.push_back(at->second);
    }
    std::vector<std::uint32_t> order(addresses.size()), place(addresses.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t k) { return addresses[k]; });
    for (std::uint32_t k = 0; k < order.size(); ++k) place[order[k]] = k;
    for (std::uint32_t& rank : rank_) rank = place[rank];
    live_ = RankSet(addresses.size() + 1);
    occupant_.resize(addresses.size());
  }

  /// Whether the memory of allocation `a` is free when it begins; then `a` takes it.
  bool take(std::size_t a) {
    const HeapAllocation& begun = allocations_[a];
    const std::size_t rank = rank_[a];
    const std::size_t above = next(begun.allocated, [&] { return live_.first_above(rank); });
    if (above != RankSet::kNone && allocations_[occupant_[above]].address < requested_end(begun)) return false;
    const std::size_t below = next(begun.allocated, [&] { return live_.last_below(rank + 1); });
    if (below != RankSet::kNone && requested_end(allocations_[occupant_[below]]) > begun.address) return false;
    live_.insert(rank);
    occupant_[rank] = static_cast<std::uint32_t>(a);
    return true;
  }

 private:
  template <class Find>
  std::size_t next(HeapStep step, const Find& find) {
    for (;;) {
      const std::size_t rank = find();
      if (rank == RankSet::kNone || allocations_[occupant_[rank]].free_completed > step) return rank;
      live_.erase(rank);
    }
  }

  const std::vector<HeapAllocation>& allocations_;
  std::vector<std::uint32_t> rank_;      // of its address, by allocation
  std::vector<std::uint32_t> occupant_;  // by rank
  RankSet live_;
};

/// The segments that live at one step after the other.
class LiveSegments {
 public:
  explicit LiveSegments(const RecordedHeap& history) : segments_(history.segments) {}

  bool hold(const HeapAllocation& a) {
    while (begun_ < segments_.size() && segments_[begun_].born <= a.allocated) {
      by_address_.insert_or_assign(segments_[begun_].address, &segments_[begun_]);
      ++begun_;
    }
    // An allocation may go on from one piece of an expandable segment into the next.
    for (std::uint64_t at = a.address; at < requested_end(a); at = last_->end())
      if (!find(at, a.allocated)) return false;
    return true;
  }

 private:
  bool find(std::uint64_t address, HeapStep step) {
    const auto holds = [&](const HeapSegment& s) { return s.address <= address && address < s.end() && s.died > step; };
    if (last_ != nullptr && holds(*last_)) return true;
    for (auto at = by_address_.upper_bound(address); at != by_address_.begin();) {
      --at;
      if (at->second->died > step) {
        last_ = at->second;
        return holds(*last_);
      }
      at = by_address_.erase(at);
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
  Occupants occupants(history);
  LiveSegments segments(history);
  for (std::size_t k = 0; k < history.allocations.size(); ++k) {
    if (k % kAllocationsBetweenPolls == 0 && task.should_stop()) return tl::unexpected(task.why_stopped());
    const HeapAllocation& a = history.allocations[k];
    if (a.requested <= Bytes{0} || a.allocated >= a.free_completed) continue;
    if (!occupants.take(k)) out.overlapping.add(a.allocated, a.address);
    if (!history.segments.empty() && !segments.hold(a) && !within(a, overlapping))
      out.outside.add(a.allocated, a.address);
  }
  return out;
}

}  // namespace stowage
