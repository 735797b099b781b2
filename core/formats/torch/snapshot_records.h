// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/formats/pickle/pickle.h"
#include "core/insight/recorded/frame_table.h"
#include "core/insight/recorded/record.h"
#include "core/insight/recorded/recorded_heap.h"

namespace stowage {

/// A word of device_traces (TraceEntry::Action of c10/cuda/CUDACachingAllocator.h), and what it does to the heap.
struct SnapshotAction {
  std::string_view name;
  HeapEvent::Action action;
  bool expandable = false;
};

inline constexpr std::string_view kOutOfMemoryAction = "oom";
inline constexpr SnapshotAction kSnapshotActions[] = {
    {"alloc", HeapEvent::Action::allocate},
    {"free_requested", HeapEvent::Action::request_free},
    {"free_completed", HeapEvent::Action::complete_free},
    {"segment_alloc", HeapEvent::Action::add_segment},
    {"segment_free", HeapEvent::Action::remove_segment},
    {"segment_map", HeapEvent::Action::add_segment, true},
    {"segment_unmap", HeapEvent::Action::remove_segment, true},
    {kOutOfMemoryAction, HeapEvent::Action::other},
    {"snapshot", HeapEvent::Action::other},
};

/// Takes the dicts of a PyTorch memory snapshot out of its pickle as they come: frames, stacks, events, blocks,
/// segments and annotations, of all devices. Texts that are no UTF-8, or hold control characters, are made fit to be
/// shown.
class SnapshotRecords final : public PickleRecords {
 public:
  /// What a record is; its number tells (kind_of, index_of).
  enum class Kind : std::uint8_t { frame, stack, event, block, segment, annotation, past };
  static constexpr std::uint32_t kKindShift = 29;
  static constexpr std::uint32_t kMostOfAKind = (1U << kKindShift) - 1;

  enum class State : std::uint8_t { allocated, pending, inactive, unknown };
  struct Block {
    std::optional<std::uint64_t> address;
    std::optional<std::int64_t> size;
    std::optional<std::int64_t> requested;
    std::uint32_t stack = kNoneInHeap;
    State state = State::unknown;
    bool odd_address = false;  ///< it has one, which is none
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
  struct OutOfMemory {
    std::uint32_t event = 0;  ///< into `events`
    std::optional<std::int64_t> device_free;
  };
  /// What of an event cannot be used.
  struct Damage {
    enum class Field : std::uint8_t { fine, missing, odd };
    std::uint32_t event = 0;  ///< into `events`
    std::uint8_t action = 0;  ///< into `action_names`
    Field address = Field::fine, size = Field::fine;
  };

  explicit SnapshotRecords(RecordedHeap& history);

  std::uint32_t take_dict(std::span<const PickleValue> items, const Pickle& pickle) override;
  std::uint32_t take_list(std::span<const PickleValue> items, const Pickle& pickle) override;

  /// The index of a record of that kind; none for other values.
  [[nodiscard]] static std::optional<std::uint32_t> index_of(std::uint32_t record, Kind kind) {
    if (record == kNone || record >> kKindShift != static_cast<std::uint32_t>(kind)) return {};
    return record & kMostOfAKind;
  }

  std::vector<HeapEvent> events;
  std::vector<std::int64_t> times;        ///< of events; kNoTime where there is none, kOddTime
  std::vector<std::uint8_t> actions;      ///< of events, into action_names
  std::vector<std::string> action_names;  ///< those of kSnapshotActions first, then the unknown
  std::vector<OutOfMemory> out_of_memory;
  std::vector<Damage> damaged;  ///< ascending in `event`; those of unknown actions have no address
  std::vector<Block> blocks;
  std::vector<Segment> segments;
  std::vector<Annotation> annotations;
  std::map<std::string, std::size_t, std::less<>> unused_fields;  ///< by name, with how often they came
  std::size_t without_stream = 0;                                 ///< events and segments: taken to be on stream 0
  std::size_t frames_no_list = 0;                                 ///< of events, blocks and segments
  std::size_t stacks_with_others = 0;                             ///< lists of frames in which something is none
  static constexpr std::int64_t kNoTime = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t kOddTime = kNoTime + 1;  ///< there is one, which is no time
  /// Of events that change nothing, as they lack a usable address or size: their action counts as this.
  static constexpr std::uint8_t kDamaged = 255, kManyUnknown = 254;

 private:
  struct Fields;
  struct KnownKey {
    PickleValue key;
    std::uint8_t field = 0;
    std::size_t* unused = nullptr;
  };

  [[nodiscard]] const KnownKey& known(PickleValue key, const Pickle& pickle);
  std::uint32_t take_frame(const Fields& f, const Pickle& pickle);
  std::uint32_t take_event(const Fields& f, const Pickle& pickle);
  std::uint32_t take_block(const Fields& f, const Pickle& pickle);
  std::uint32_t take_segment(const Fields& f, const Pickle& pickle);
  std::uint32_t take_annotation(const Fields& f, const Pickle& pickle);
  std::uint32_t take_past(const Fields& f, const Pickle& pickle);
  std::uint8_t action_of(std::string_view name);
  HeapEvent event_of(const Fields& f, std::uint8_t& action, const Pickle& pickle);
  std::uint32_t stack_of(const Fields& f, const Pickle& pickle);
  std::uint32_t stack_of_list(PickleValue frames, const Pickle& pickle);
  std::uint32_t stream_of(PickleValue stream);
  std::uint32_t pool_of(PickleValue pool, const Pickle& pickle);

  /// Of a legacy block, who asked for it and for how much.
  struct Past {
    std::optional<std::int64_t> requested;
    std::uint32_t stack = kNoneInHeap;
  };

  RecordedHeap& history_;
  FrameTable frames_;
  std::array<KnownKey, 256> keys_{};
  std::vector<Past> past_;
  std::unordered_map<std::int64_t, std::uint32_t> streams_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> pools_;
  std::unordered_map<std::size_t, std::uint32_t> long_stacks_;  // of lists that were not taken, by their number
  std::vector<std::uint32_t> stack_;                            // being made: kept to spare an allocation
};

/// The records of a kind in a list, each with its position: visit(index, position); what is none goes to
/// other(position).
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

}  // namespace stowage
