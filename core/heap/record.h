// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/heap/history.h"

namespace stowage {

/// One thing that an allocator did.
struct HeapEvent {
  enum class Action : std::uint8_t {
    allocate,
    request_free,
    complete_free,
    add_segment,     ///< a new segment, or a new piece of an expandable one
    remove_segment,  ///< all that is in its range
    other,           ///< changes nothing: it only takes a step
  };
  Action action = Action::other;
  bool expandable = false;            ///< of add_segment and remove_segment
  std::uint32_t stream = 0;           ///< into HeapHistory::streams
  std::uint32_t stack = kNoneInHeap;  ///< row of HeapHistory::stacks
  std::uint64_t address = 0;          ///< at most kMaxHeapAddress
  std::int64_t size = 0;              ///< 0 … kMaxTensorSize: as requested, of segments as reserved
};
inline constexpr std::uint64_t kMaxHeapAddress = (std::uint64_t{1} << 59) - 1;

/// A block that was allocated (or waited to be free) when the record ended.
struct HeapBlock {
  std::uint64_t address = 0;
  std::int64_t size = 0, requested = 0;  ///< requested ≤ size
  std::uint32_t stream = 0;
  std::uint32_t stack = kNoneInHeap;
  bool pending = false;  ///< its free was requested
};

/// What an allocator wrote down: the last events before a moment, and what there was at that moment.
struct HeapRecord {
  std::vector<HeapEvent> events;
  std::vector<HeapSegment> segments;  ///< at the end; `born` and `died` do not count
  std::vector<HeapBlock> blocks;      ///< at the end
};

/// How often the record alone did not say it. All but the first two are damaged records, or such of several threads.
struct HeapAssumptions {
  std::size_t alive_throughout = 0;   ///< there at the end and never allocated: taken to be there from the beginning
  std::size_t freed_only = 0;         ///< freed and never allocated: likewise
  std::size_t freed_unasked = 0;      ///< a free was completed that the record never requested
  std::size_t address_again = 0;      ///< allocated where something was: that is taken to end there
  std::size_t free_of_nothing = 0;    ///< a free was requested twice
  std::size_t not_at_end = 0;         ///< alive by the events, and of no block at the end: taken to be there
  std::size_t freed_at_end = 0;       ///< a block at the end, although freed last: taken to begin at that free
  std::size_t segments_at_start = 0;  ///< there from the beginning
  std::size_t segments_cut = 0;       ///< added where one was: what was there ends there
};

/// Tells from the events, forward, what lived when; and from what was there at the end, backward, what was there at the
/// beginning, which a ring of the last events has lost. Fills allocations, segments and event_count of `history`, whose
/// streams and stacks the events name. `rounded` is the block's size for what is there at the end, else `requested`
/// rounded up to 512 bytes, as the allocator does at least. O(n log n). Errors: cancelled, timed_out.
[[nodiscard]] Result<HeapAssumptions> rebuild(const HeapRecord& record, HeapHistory& history, const Task& task = {});

/// Sets HeapHistory::regions from its segments and allocations; false where they are 2^60 bytes or more.
[[nodiscard]] bool find_regions(HeapHistory& history);

}  // namespace stowage
