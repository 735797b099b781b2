// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/insight/recorded/recorded_heap.h"

namespace stowage {

/// One thing that an allocator did.
struct HeapEvent {
  enum class Action : std::uint8_t {
    allocate,
    request_free,
    complete_free,
    add_segment,     ///< a new segment, or a new piece of an expandable one
    remove_segment,  ///< the parts of all segments in its range
    unclear,         ///< something at `address`; the record does not say what: it only takes a step
    other,           ///< changes nothing: it only takes a step
  };
  /// The size of an allocation or a free where the record is damaged.
  static constexpr std::int64_t kNoSize = -1;

  Action action = Action::other;
  bool expandable = false;            ///< of add_segment and remove_segment
  std::uint32_t stream = 0;           ///< into RecordedHeap::streams
  std::uint32_t stack = kNoneInHeap;  ///< row of RecordedHeap::stacks
  std::uint64_t address = 0;          ///< at most kMaxHeapAddress
  std::int64_t size = 0;              ///< 0 … kMaxTensorSize, or kNoSize: as requested, of segments as reserved
};
inline constexpr std::uint64_t kMaxHeapAddress = (std::uint64_t{1} << 59) - 1;

/// A block that was allocated (or waited to be free) when the record ended.
struct HeapBlock {
  std::uint64_t address = 0;
  std::int64_t size = 0, requested = 0;  ///< requested ≤ size; where unknown, 0 and HeapEvent::kNoSize
  std::uint32_t stream = 0;
  std::uint32_t stack = kNoneInHeap;
  bool pending = false;  ///< its free was requested
};

/// The record of an allocator: the last events before a moment, and what there was at that moment.
struct HeapRecord {
  std::vector<HeapEvent> events;
  std::vector<HeapSegment> segments;  ///< at the end; `born` and `died` do not count
  std::vector<HeapBlock> blocks;      ///< at the end
  /// From this event on something may have been allocated anywhere: the event is too damaged to say.
  HeapStep unclear_from = kNoneInHeap;
  bool unclear_segments = false;  ///< an event of a segment is too damaged to be followed
  /// Positions, ascending, of entries that are not events in the list that the events were taken from.
  std::vector<std::uint32_t> no_events;
};

/// Something found again and again: how often, and where at first.
struct HeapFindings {
  static constexpr std::size_t kMaxPlaces = 20;
  struct Place {
    HeapStep step = 0;  ///< after the event at which it was found; 0, or beyond the last: at none
    std::uint64_t address = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };

  std::size_t count = 0;
  std::vector<Place> places;  ///< the first of them

  void add(HeapStep step, std::uint64_t address) {
    if (count++ < kMaxPlaces) places.push_back({step, address});
  }
};

/// Addresses [begin, end).
struct HeapRange {
  std::uint64_t begin = 0, end = 0;
};

/// The assumptions where the record is silent. All but the first two: it is damaged, or of several threads.
struct HeapAssumptions {
  HeapFindings alive_throughout;  ///< there at the end and never allocated: taken to be there from the beginning
  HeapFindings freed_only;        ///< freed and never allocated: likewise
  HeapFindings perhaps_damaged;   ///< either of these, where a damaged event may have allocated it: likewise
  HeapFindings freed_again;       ///< freed, and never allocated since its last free: taken to begin at this free
  HeapFindings freed_unasked;     ///< a free was completed that the record never requested
  HeapFindings address_again;     ///< allocated where something was: the old one is taken to end there
  HeapFindings free_of_nothing;   ///< a free was requested twice
  HeapFindings not_at_end;        ///< alive by the events, and of no block at the end: taken to be there
  HeapFindings freed_at_end;      ///< a block at the end, although freed last: taken to begin at that free
  HeapFindings size_elsewhere;    ///< allocated without a size: that of its free or its block
  HeapFindings without_size;      ///< of unknown size: taken to be empty
  HeapFindings other_size;    ///< freed, or a block at the end, in another size than allocated: the first one counts
  HeapFindings block_again;   ///< blocks at an address that another block has: they are one
  HeapFindings segments_cut;  ///< added where one was: what was there ends there
  HeapFindings segments_overlap;         ///< at the end, over another segment: whose the addresses are is unknown
  std::vector<HeapRange> overlapping{};  ///< what such segments make together: ascending, apart
  std::size_t segments_at_start = 0;     ///< there from the beginning
};

/// Finds from the events, forward, what lived when; and from the segments and blocks at the end, backward, what was
/// there at the beginning, which a ring of the last events has lost. Fills allocations, segments, segment_events and
/// event_count of `history`, whose streams and stacks the events name, and whose failures are known. `rounded` is the
/// block's size where the end has a block, otherwise `requested` rounded up to 512 bytes, the least that the allocator
/// takes. O(n log n). Errors: cancelled, timed_out.
[[nodiscard]] Result<HeapAssumptions> rebuild(const HeapRecord& record, RecordedHeap& history, const Task& task = {});

/// Sets RecordedHeap::regions from its segments and allocations; false where they are 2^60 bytes or more.
[[nodiscard]] bool find_regions(RecordedHeap& history);

/// Allocations that no allocator makes, by the bytes requested; each at the step at which an allocation begins.
struct HeapInconsistencies {
  HeapFindings overlapping;  ///< it begins in memory of another; then it counts as taking none itself
  HeapFindings outside;      ///< some of it is in no segment, and not all in ranges where segments overlap
};

/// Looks through the allocations of a history in the order in which they begin. O(n log n) for their addresses,
/// otherwise nearly O(n). Nothing counts as outside where there are no segments, nor in ranges of segments that overlap
/// each other (`overlapping`, ascending, apart). Errors: cancelled, timed_out.
[[nodiscard]] Result<HeapInconsistencies> find_inconsistencies(const RecordedHeap& history, const Task& task = {},
                                                               std::span<const HeapRange> overlapping = {});

}  // namespace stowage
