// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/csr.h"
#include "core/base/id.h"
#include "core/base/name_table.h"
#include "core/plan/plan.h"

namespace stowage {

/// A moment of a recorded heap: step s is after the first s events of the record, so 0 is its beginning. Lifetimes are
/// half-open: a thing with [born, died) is there at step s if born ≤ s < died.
using HeapStep = std::uint32_t;
/// None: no stack, no pool, …
inline constexpr std::uint32_t kNoneInHeap = std::numeric_limits<std::uint32_t>::max();

enum class SegmentKind : std::uint8_t { unknown, small, large };

/// Memory that the allocator had from the device. Where a piece of an expandable one was given back, the rest goes on
/// as segments of its own from this step on.
struct HeapSegment {
  std::uint64_t address = 0;
  Bytes size;
  HeapStep born = 0, died = 0;
  std::uint32_t stream = 0;           ///< into RecordedHeap::streams
  std::uint32_t stack = kNoneInHeap;  ///< of the code that made it grow
  std::uint32_t pool = kNoneInHeap;   ///< into RecordedHeap::pools; none: not recorded
  SegmentKind kind = SegmentKind::unknown;
  bool expandable = false;

  [[nodiscard]] std::uint64_t end() const { return address + static_cast<std::uint64_t>(size.count); }
  [[nodiscard]] bool alive(HeapStep step) const { return born <= step && step < died; }
  /// Whether a hole may reach from `below` into this one: both are pieces of an expandable segment, and touch.
  [[nodiscard]] bool goes_on(const HeapSegment& below) const {
    return expandable && below.expandable && stream == below.stream && address <= below.end();
  }
};

/// Memory that the program had from the allocator:
/// ```
/// allocated             free_requested      free_completed
///     ├── in use ─────────────┼── pending free ──┤             the stream may still use it while the free is pending
/// ```
struct HeapAllocation {
  std::uint64_t address = 0;
  Bytes requested;                    ///< the bytes that the program asked for
  Bytes rounded;                      ///< what the allocator took for it: a block's size, or rounded up to 512
  HeapStep allocated = 0;             ///< 0: it was there when the record begins
  HeapStep free_requested = 0;        ///< RecordedHeap::step_count(): never in the record
  HeapStep free_completed = 0;        ///< RecordedHeap::step_count(): never in the record
  bool at_least = false;              ///< the size is unknown: it counts as empty
  std::uint32_t stream = 0;           ///< into RecordedHeap::streams
  std::uint32_t stack = kNoneInHeap;  ///< row of RecordedHeap::stacks: of the code that asked for it
  TensorId tensor{};                  ///< of the document's graph

  [[nodiscard]] std::uint64_t end() const { return address + static_cast<std::uint64_t>(rounded.count); }
  [[nodiscard]] bool alive(HeapStep step) const { return allocated <= step && step < free_completed; }
  [[nodiscard]] bool pending(HeapStep step) const { return free_requested <= step && step < free_completed; }
};

/// A function at a place in a file; both texts are in RecordedHeap::texts.
struct HeapFrame {
  std::uint32_t name = 0, file = 0;
  std::int64_t line = 0;
  friend bool operator==(const HeapFrame&, const HeapFrame&) = default;
};

/// A stretch of the record that the program gave a name: "Optimizer.step#AdamW.step".
struct HeapAnnotation {
  std::string name;
  HeapStep from = 0, to = 0;  ///< [from, to)
};

/// The device had no memory left for this.
struct HeapOutOfMemory {
  HeapStep step = 0;
  Bytes requested;
  std::optional<Bytes> device_free{};
  std::uint32_t stream = 0;  ///< into RecordedHeap::streams
  std::uint32_t stack = kNoneInHeap;
};

/// How often the allocator asked the device for segments and gave them back, in the record.
struct HeapSegmentEvents {
  std::size_t made = 0, freed = 0;       ///< whole segments
  std::size_t mapped = 0, unmapped = 0;  ///< pieces of expandable segments
  /// Times that it was refused a segment, gave back the empty ones and asked again, with success or not: as far as the
  /// record shows it, since a segment given back by the same line just before looks alike.
  std::size_t retries = 0;
};

/// A private pool of segments, as the CUDA graphs of PyTorch have them; (0, 0) is the common one.
using HeapPool = std::pair<std::int64_t, std::int64_t>;

/// Addresses [address, address + size), drawn from `offset` on.
struct HeapRegion {
  std::uint64_t address = 0;
  Bytes size;
  Offset offset;
};

/// The events in the heap of one device while a program ran: pure values, from any recorder. A record may begin in
/// the middle of a run and end there; it may also have no events at all, only the state at one moment.
struct RecordedHeap {
  std::int64_t device = 0;
  std::size_t event_count = 0;
  std::vector<std::int64_t> times;    ///< microseconds of each step, ascending; empty where not recorded
  std::vector<std::int64_t> streams;  ///< numbers of streams
  std::vector<HeapPool> pools;
  std::vector<HeapSegment> segments;        ///< ascending in `born`
  std::vector<HeapAllocation> allocations;  ///< ascending in `allocated`
  std::vector<HeapFrame> frames;
  NameTable texts;                          ///< of frames
  Csr<std::uint32_t> stacks;                ///< rows of frames, the innermost first; shared by all with the same stack
  std::vector<HeapAnnotation> annotations;  ///< ascending in `from`
  std::vector<HeapOutOfMemory> out_of_memory;  ///< ascending in `step`
  HeapSegmentEvents segment_events;
  /// All addresses in use at any step, ascending, apart: the gaps between them, which may be terabytes, are closed.
  std::vector<HeapRegion> regions;

  /// Numbers of the streams that have a segment or an allocation here: other devices of the file have streams, too.
  [[nodiscard]] std::vector<std::int64_t> streams_in_use() const;
  /// Steps are 0 … step_count() - 1.
  [[nodiscard]] HeapStep step_count() const { return static_cast<HeapStep>(event_count + 1); }
  [[nodiscard]] HeapStep last_step() const { return static_cast<HeapStep>(event_count); }
  /// The place of an address in the document's plan and on a map; 0 for one in no region. O(log regions).
  [[nodiscard]] Offset offset_of(std::uint64_t address) const;
  /// The allocation that a tensor of the document's graph stands for, or null. O(allocations).
  [[nodiscard]] const HeapAllocation* allocation_of(TensorId t) const;
  [[nodiscard]] std::string_view name(const HeapFrame& frame) const { return texts[frame.name]; }
  [[nodiscard]] std::string_view file(const HeapFrame& frame) const { return texts[frame.file]; }
  /// "forward (model.py:104)"; the folders of the file are left out.
  [[nodiscard]] std::string label(const HeapFrame& frame) const;
  /// The innermost frame of a stack that is useful to a reader: of Python and of no library, or of Python, or any
  /// with a name; null for an empty stack and for kNoneInHeap.
  [[nodiscard]] const HeapFrame* telling_frame(std::uint32_t stack) const;
  /// Frames of a stack, into `frames`, the innermost first: all, or those of Python alone where there are any. None for
  /// kNoneInHeap.
  [[nodiscard]] std::vector<std::uint32_t> frames_of(std::uint32_t stack, bool all) const;
};

/// The facts on one device in a record of several devices.
struct RecordedDevice {
  std::int64_t number = 0;               ///< -1: the host
  std::size_t events = 0;                ///< of its memory
  std::size_t failures = 0;              ///< times that it had no memory left
  std::optional<Bytes> reserved_peak{};  ///< where segments were recorded
};

/// Bytes over time, by step.
struct HeapCurves {
  std::vector<Bytes> reserved;   ///< of segments
  std::vector<Bytes> active;     ///< of allocations, until their free is completed; rounded sizes
  std::vector<Bytes> allocated;  ///< of allocations, until their free is requested; rounded sizes
};
/// O(steps + segments + allocations).
[[nodiscard]] HeapCurves heap_curves(const RecordedHeap& history);

/// The largest value of a curve and the first step at which it is reached; 0 at 0 for an empty one.
struct HeapPeak {
  Bytes bytes;
  HeapStep step = 0;
};
[[nodiscard]] HeapPeak peak_of(std::span<const Bytes> curve);

}  // namespace stowage
