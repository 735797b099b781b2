// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/formats/import_summary.h"
#include "core/formats/pickle/pickle.h"
#include "core/insight/recorded/heap_graph.h"
#include "core/insight/recorded/record.h"
#include "core/insight/recorded/recorded_heap.h"
#include "core/insight/recorded/stacks.h"

namespace stowage {

/// A word of device_traces (TraceEntry::Action of c10/cuda/CUDACachingAllocator.h), and its effect on the heap.
struct SnapshotAction {
  std::string_view name;
  HeapEvent::Action action;
  bool expandable = false;
};

inline constexpr SnapshotAction kSnapshotActions[] = {
    {"alloc", HeapEvent::Action::allocate},
    {"free_requested", HeapEvent::Action::request_free},
    {"free_completed", HeapEvent::Action::complete_free},
    {"segment_alloc", HeapEvent::Action::add_segment},
    {"segment_free", HeapEvent::Action::remove_segment},
    {"segment_map", HeapEvent::Action::add_segment, true},
    {"segment_unmap", HeapEvent::Action::remove_segment, true},
    {"oom", HeapEvent::Action::other},
    {"snapshot", HeapEvent::Action::other},
};
/// Whether the action at this place is that the device had no memory left.
[[nodiscard]] constexpr bool is_out_of_memory(std::uint8_t action) {
  return action < std::size(kSnapshotActions) && kSnapshotActions[action].name == "oom";
}

/// Takes the dicts of a PyTorch memory snapshot out of its pickle while it is read: frames, stacks, events, blocks,
/// segments and annotations, of all devices. Makes texts printable that are not UTF-8 or have control characters.
class SnapshotRecords final : public PickleRecords {
 public:
  /// The kind of a record; its number has the kind and the index (index_of()).
  enum class Kind : std::uint8_t { frame, stack, event, block, segment, annotation, past };
  static constexpr std::uint32_t kKindShift = 29;
  static constexpr std::uint32_t kMaxOfAKind = (1U << kKindShift) - 1;

  enum class State : std::uint8_t { allocated, pending, inactive, unknown };
  struct Block {
    std::optional<std::uint64_t> address;
    std::optional<std::int64_t> size;
    std::optional<std::int64_t> requested;
    std::uint32_t stack = kNoneInHeap;
    State state = State::unknown;
    bool odd_address = false;  ///< it has an address that is not valid
  };
  struct Segment {
    HeapSegment segment;
    std::int64_t device = 0;
    PickleValue blocks;
  };
  struct Annotation {
    std::string name;
    std::int64_t device = 0, time = 0;
    bool start = false;
  };
  /// The action of an event, and which of its fields cannot be used.
  struct Note {
    enum class Field : std::uint8_t { fine, missing, odd };
    std::uint8_t action = 0;                          ///< into `action_names`, or kManyUnknown
    Field address = Field::fine, size = Field::fine;  ///< of an unknown action, only the address counts
  };

  explicit SnapshotRecords(RecordedHeap& history);

  std::uint32_t take_dict(std::span<const PickleValue> items, const Pickle& pickle) override;
  std::uint32_t take_list(std::span<const PickleValue> items, const Pickle& pickle) override;

  /// The index of a record of this kind; none for other records.
  [[nodiscard]] static std::optional<std::uint32_t> index_of(std::uint32_t record, Kind kind) {
    if (record == kNone || record >> kKindShift != static_cast<std::uint32_t>(kind)) return {};
    return record & kMaxOfAKind;
  }

  std::vector<HeapEvent> events;
  std::vector<std::int64_t> times;        ///< of events; kNoTime where it is missing, kOddTime where it is not a number
  std::vector<Note> notes;                ///< of events
  std::vector<std::string> action_names;  ///< those of kSnapshotActions first, then unknown ones
  std::unordered_map<std::size_t, std::int64_t> device_free;  ///< of events without memory left, by their index
  std::vector<Block> blocks;
  std::vector<Segment> segments;
  std::vector<Annotation> annotations;
  std::map<std::string, std::size_t, std::less<>> unused_fields;  ///< how often each came, by name
  std::size_t without_stream = 0;      ///< events and segments without a stream: 0 is assumed
  std::size_t frames_no_list = 0;      ///< events, blocks and segments whose frames are not a list
  std::size_t stacks_with_others = 0;  ///< lists of frames with items that are not frames
  static constexpr std::int64_t kNoTime = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t kOddTime = kNoTime + 1;  ///< the time is not a number
  static constexpr std::uint8_t kManyUnknown = 254;  ///< unknown actions beyond the number that `action_names` can have

 private:
  struct Fields;
  struct KnownKey {
    PickleValue key;
    std::uint8_t field = 0;
    std::size_t* unused = nullptr;
  };

  [[nodiscard]] const KnownKey& known(PickleValue key, const Pickle& pickle);
  std::uint32_t take_frame(const Fields& f);
  std::uint32_t take_event(const Fields& f);
  std::uint32_t take_block(const Fields& f);
  std::uint32_t take_segment(const Fields& f);
  std::uint32_t take_annotation(const Fields& f);
  std::uint32_t take_past(const Fields& f);
  std::uint8_t action_of(std::string_view name);
  HeapEvent event_of(const Fields& f, Note& note);
  std::uint32_t stack_of(const Fields& f);
  std::uint32_t stack_of_list(PickleValue frames, const Pickle& pickle);
  std::uint32_t stream_of(const Fields& f);
  std::uint32_t pool_of(const Fields& f);

  RecordedHeap& history_;
  FrameTable frames_;
  std::array<KnownKey, 256> keys_{};
  std::vector<std::pair<std::optional<std::int64_t>, std::uint32_t>> past_;  // requested bytes and stack of old blocks
  std::unordered_map<std::int64_t, std::uint32_t> streams_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> pools_;
  std::unordered_map<std::size_t, std::uint32_t> long_stacks_;  // of lists that are not records, by their number
  std::vector<std::uint32_t> stack_;                            // the stack being made; a member to spare allocations
};

/// Calls visit(index, position) for the records of a kind in a list, and other(position) for its other items.
template <class Visit, class Other>
void for_each_record(const Pickle& pickle, PickleValue list, SnapshotRecords::Kind kind, Visit&& visit, Other&& other) {
  std::size_t position = 0;
  pickle.for_each_stretch(list, [&](std::span<const PickleValue> items) {
    for (const PickleValue item : items) {
      if (const auto index = SnapshotRecords::index_of(pickle.record(item), kind))
        visit(*index, position);
      else
        other(position);
      ++position;
    }
  });
}

/// "device 0 event 17": the position in the file's list. `no_events` are the positions of items that are not events
/// (ascending).
[[nodiscard]] std::string heap_event_name(const RecordedHeap& history, std::span<const std::uint32_t> no_events,
                                          HeapStep step);

/// "0, 1, 7", with "…" behind the first `most`.
[[nodiscard]] std::string some_numbers(std::span<const std::int64_t> numbers, std::size_t most);

/// The findings about a record while its heap was rebuilt.
struct HeapFound {
  HeapAssumptions assumed;
  HeapInconsistencies doubts;
  std::vector<std::uint32_t> no_events;  ///< as HeapRecord::no_events
  bool unclear_segments = false;         ///< as HeapRecord::unclear_segments
};

/// Adds to the summary what the graph has of a recorded heap, what was assumed, and what is inconsistent.
void summarize(const RecordedHeap& history, HeapStreams streams, const HeapFound& found, const HeapGraph& made,
               ImportSummary& summary);

}  // namespace stowage
