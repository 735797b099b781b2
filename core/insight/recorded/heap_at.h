// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/insight/recorded/recorded_heap.h"

namespace stowage {

/// The use of a stretch of a segment at a step.
enum class HeapUse : std::uint8_t {
  in_use,   ///< an allocation
  pending,  ///< an allocation whose free waits for its stream
  free,     ///< a hole: nothing
};

/// Addresses [address, address + size) of one use.
struct HeapStretch {
  std::uint64_t address = 0;
  Bytes size;
  HeapUse use = HeapUse::free;
  std::uint32_t allocation = kNoneInHeap;  ///< into RecordedHeap::allocations; none for a hole
  std::uint32_t segment = kNoneInHeap;     ///< into RecordedHeap::segments; none for an allocation in none of them

  [[nodiscard]] std::uint64_t end() const { return address + static_cast<std::uint64_t>(size.count); }
};

/// The heap as it was at one step.
/// ```
///  segment 0                  segment 1
/// [███████░░░░██████▒▒▒▒▒░░] [██░░░░░░░░░░]        in use █, pending free ▒, hole ░
///                                └ largest hole: the most that could be had without asking the device
/// ```
struct HeapAt {
  std::vector<std::uint32_t> segments;  ///< the segments at the step, ascending in address
  std::vector<HeapStretch> stretches;   ///< ascending in address
  Bytes reserved, in_use, pending, free;
  HeapStretch largest;  ///< the largest hole, the lowest of equals; of size 0 where there is none
};

/// Holes do not reach from one segment into the next, except where both are pieces of an expandable segment: then the
/// hole is one, of the lower piece. A hole may be smaller than recorded sizes suggest: the allocator does not split the
/// rest from a large block if the rest is below a mebibyte, and the record does not say where. Where allocations of a
/// damaged record overlap, the later one is cut short. O(n log n).
[[nodiscard]] HeapAt heap_at(const RecordedHeap& history, HeapStep step);

/// How much of the reserved memory was of no use, by step.
struct Fragmentation {
  std::vector<Bytes> free;     ///< in holes of segments
  std::vector<Bytes> largest;  ///< the largest hole: the most that could be allocated without asking the device
};

/// By step, as heap_at() has them: 1 − largest / free is the usual measure of how
/// fragmented the heap is. O(n log n) for n segments and allocations. Errors: cancelled, timed_out.
[[nodiscard]] Result<Fragmentation> fragmentation(const RecordedHeap& history, const Task& task = {});

/// The first step at which most bytes were free beside the largest hole, so that no single allocation could have had
/// them. Looks only at steps where this hurts: where the device ran out of memory or, without such steps, steps at
/// which at least 95% of the reserved peak were reserved. Needs a step.
[[nodiscard]] HeapStep most_fragmented(const Fragmentation& of, const RecordedHeap& history);

}  // namespace stowage
