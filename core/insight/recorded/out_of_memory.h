// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/bytes.h"
#include "core/insight/recorded/recorded_heap.h"

namespace stowage {

/// Why an allocation failed: the free bytes, and the allocations in the way of the bytes asked for.
struct FailedAllocation {
  enum class Way : std::uint8_t {
    none,            ///< nothing that the record shows: a hole is large enough, or all segments together are too small
    one_place,       ///< they lie in a stretch of a segment that could hold the bytes
    whole_segments,  ///< they keep segments from being given back to the device, which lacks the rest of the bytes
  };
  Bytes free;     ///< in holes of the segments of its stream: the allocator takes from no other
  Bytes largest;  ///< the largest of these holes
  Way way = Way::none;
  std::vector<std::uint32_t> in_the_way;  ///< into RecordedHeap::allocations, ascending in address
  Bytes in_the_way_bytes;
};

/// Takes the way to make room with fewer bytes in the way; of equals, one place. In one place these are the fewest
/// possible; whole segments are taken in the order of their share in use, and none in vain. O(n log n) for what is
/// there at the step.
[[nodiscard]] FailedAllocation explain_failure(const RecordedHeap& history, const HeapOutOfMemory& failure);

}  // namespace stowage
