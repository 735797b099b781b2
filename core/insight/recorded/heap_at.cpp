// SPDX-License-Identifier: Apache-2.0
#include "core/insight/recorded/heap_at.h"

#include <algorithm>

namespace stowage {
namespace {

/// Puts stretches one after the other.
class Sweep {
 public:
  Sweep(const RecordedHeap& history, HeapStep step, HeapAt& out) : history_(history), step_(step), out_(out) {}

  void enter(const HeapSegment& segment) {
    if (in_ == nullptr || !segment.goes_on(*in_)) {
      leave();
      at_ = std::max(at_, segment.address);
    }
    in_ = &segment;
    end_ = std::max(end_, segment.end());
    out_.reserved += segment.size;
  }

  void add(std::uint32_t allocation) {
    const HeapAllocation& a = history_.allocations[allocation];
    if (in_ != nullptr && a.address >= end_) leave();
    if (in_ != nullptr) hole(a.address);
    const std::uint64_t from = std::max(a.address, at_);
    if (from >= a.end()) return;
    const bool pending = a.pending(step_);
    const Bytes size{static_cast<std::int64_t>(a.end() - from)};
    out_.stretches.push_back({from, size, pending ? HeapUse::pending : HeapUse::in_use, allocation, kNoneInHeap});
    (pending ? out_.pending : out_.in_use) += size;
    at_ = a.end();
  }

  /// Ends the segment: its rest is a hole.
  void leave() {
    if (in_ != nullptr) hole(end_);
    in_ = nullptr;
  }

 private:
  void hole(std::uint64_t to) {
    if (to <= at_) return;
    const HeapStretch hole{at_, {static_cast<std::int64_t>(to - at_)}, HeapUse::free, kNoneInHeap, kNoneInHeap};
    if (hole.size > out_.largest.size) out_.largest = hole;
    out_.stretches.push_back(hole);
    out_.free += hole.size;
    at_ = to;
  }

  const RecordedHeap& history_;
  HeapStep step_;
  HeapAt& out_;
  const HeapSegment* in_ = nullptr;
  std::uint64_t at_ = 0, end_ = 0;
};

/// Notes for each stretch the segment in which it begins.
void name_segments(const RecordedHeap& history, HeapAt& heap) {
  auto next = heap.segments.begin();
  for (HeapStretch& stretch : heap.stretches) {
    while (next != heap.segments.end() && history.segments[*next].address <= stretch.address) ++next;
    if (next != heap.segments.begin() && stretch.address < history.segments[*std::prev(next)].end())
      stretch.segment = *std::prev(next);
    if (stretch.use == HeapUse::free && stretch.address == heap.largest.address) heap.largest = stretch;
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

}  // namespace

HeapAt heap_at(const RecordedHeap& history, HeapStep step) {
  HeapAt out;
  out.segments = alive_at(history.segments, step);
  const std::vector<std::uint32_t> allocations = alive_at(history.allocations, step);
  Sweep sweep(history, step, out);
  auto next = allocations.begin();
  for (const std::uint32_t segment : out.segments) {
    while (next != allocations.end() && history.allocations[*next].address < history.segments[segment].address)
      sweep.add(*next++);
    sweep.enter(history.segments[segment]);
  }
  while (next != allocations.end()) sweep.add(*next++);
  sweep.leave();
  name_segments(history, out);
  return out;
}

}  // namespace stowage
