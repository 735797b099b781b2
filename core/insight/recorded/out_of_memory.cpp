// SPDX-License-Identifier: Apache-2.0
#include "core/insight/recorded/out_of_memory.h"

#include "core/insight/recorded/heap_at.h"

namespace stowage {
namespace {

struct Pieces {
  std::vector<std::uint32_t> allocations;
  Bytes bytes;
};

Bytes bytes_in_use(const HeapStretch& stretch) {
  return stretch.use == HeapUse::free ? Bytes{} : stretch.size;
}

Pieces pieces_of(std::span<const HeapStretch> stretches) {
  Pieces out;
  for (const HeapStretch& stretch : stretches) {
    if (stretch.use == HeapUse::free) continue;
    out.allocations.push_back(stretch.allocation);
    out.bytes += stretch.size;
  }
  return out;
}

/// The stretches in order, grouped by segment; touching pieces of one segment are one group.
std::vector<std::span<const HeapStretch>> places_of(const RecordedHeap& history, const HeapAt& heap) {
  std::vector<std::uint32_t> place(history.segments.size());  // by segment, those of one place the same
  for (std::size_t s = 0; s < heap.segments.size(); ++s) {
    const bool goes_on = s > 0 && history.segments[heap.segments[s]].goes_on(history.segments[heap.segments[s - 1]]);
    place[heap.segments[s]] = goes_on ? place[heap.segments[s - 1]] : heap.segments[s];
  }
  std::vector<std::span<const HeapStretch>> out;
  const std::span all(heap.stretches);
  for (std::size_t first = 0, last = 0; first < all.size(); first = last) {
    const auto place_at = [&](std::size_t k) {
      return all[k].segment == kNoneInHeap ? kNoneInHeap : place[all[k].segment];
    };
    for (last = first + 1; last < all.size() && place_at(last) == place_at(first);) ++last;
    if (place_at(first) != kNoneInHeap) out.push_back(all.subspan(first, last - first));
  }
  return out;
}

/// The fewest bytes of allocations that meet `size` bytes of the place. Bytes that begin within a stretch may as
/// well begin at its start: then they reach no further, and meet no other stretch.
std::optional<Pieces> fewest_in(std::span<const HeapStretch> place, Bytes size) {
  if (size <= Bytes{}) return std::nullopt;  // of a damaged event
  std::optional<std::pair<std::size_t, std::size_t>> best;
  Bytes least, sum;
  std::size_t last = 0;
  for (std::size_t first = 0; first < place.size(); ++first) {
    const std::uint64_t end = place[first].address + static_cast<std::uint64_t>(size.count);
    if (end > place.back().end()) break;
    while (last < place.size() && place[last].address < end) sum += bytes_in_use(place[last++]);
    if (!best || sum < least) best = {first, last}, least = sum;
    sum -= bytes_in_use(place[first]);
  }
  if (!best) return std::nullopt;
  return pieces_of(place.subspan(best->first, best->second - best->first));
}

/// The allocations that keep segments of `lacking` bytes or more from being given back.
std::optional<Pieces> holders_of_segments(const RecordedHeap& history, const HeapAt& heap, Bytes lacking) {
  struct Held {
    std::uint32_t segment;
    Bytes size, used;
  };
  std::vector<Bytes> used(history.segments.size());
  for (const HeapStretch& stretch : heap.stretches)
    if (stretch.segment != kNoneInHeap) used[stretch.segment] += bytes_in_use(stretch);
  std::vector<Held> all;
  for (const std::uint32_t s : heap.segments) all.push_back({s, history.segments[s].size, used[s]});
  std::ranges::stable_sort(all, {}, [](const Held& held) {
    return static_cast<double>(held.used.count) / static_cast<double>(std::max<std::int64_t>(1, held.size.count));
  });
  Bytes given;
  std::vector<Held> taken;
  for (const Held& held : all) {
    if (given >= lacking) break;
    taken.push_back(held);
    given += held.size;
  }
  if (given < lacking) return std::nullopt;
  std::ranges::stable_sort(taken, std::ranges::greater{}, &Held::used);
  std::vector<bool> goes(history.segments.size());
  for (const Held& held : taken) {
    const bool in_vain = given - held.size >= lacking;
    if (in_vain) given -= held.size;
    goes[held.segment] = !in_vain;
  }
  std::vector<HeapStretch> stretches;
  for (const HeapStretch& stretch : heap.stretches)
    if (stretch.segment != kNoneInHeap && goes[stretch.segment]) stretches.push_back(stretch);
  return pieces_of(stretches);
}

}  // namespace

FailedAllocation explain_failure(const RecordedHeap& history, const HeapOutOfMemory& failure) {
  using Way = FailedAllocation::Way;
  FailedAllocation out;
  const HeapAt heap = heap_at(history, failure.step);
  std::optional<Pieces> best;
  const auto take_if_better = [&](std::optional<Pieces> pieces, Way way) {
    if (!pieces || (best && pieces->bytes >= best->bytes)) return;
    best = std::move(pieces);
    out.way = way;
  };
  for (const auto place : places_of(history, heap)) {
    if (history.segments[place.front().segment].stream != failure.stream) continue;
    for (const HeapStretch& stretch : place) {
      if (stretch.use != HeapUse::free) continue;
      out.free += stretch.size;
      out.largest = std::max(out.largest, stretch.size);
    }
    take_if_better(fewest_in(place, failure.requested), Way::one_place);
  }
  if (failure.device_free && *failure.device_free < failure.requested)
    take_if_better(holders_of_segments(history, heap, failure.requested - *failure.device_free), Way::whole_segments);
  if (!best || best->allocations.empty()) {
    out.way = Way::none;
    return out;
  }
  out.in_the_way = std::move(best->allocations);
  out.in_the_way_bytes = best->bytes;
  return out;
}

}  // namespace stowage
