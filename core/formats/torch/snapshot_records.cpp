// SPDX-License-Identifier: Apache-2.0
#include "core/formats/torch/snapshot_records.h"

#include <algorithm>
#include <bitset>
#include <charconv>
#include <iterator>
#include <ranges>

#include "core/formats/utf8.h"

namespace stowage {
namespace {

using Value = PickleValue;

/// The keys of dicts that are read.
constexpr std::array<std::string_view, 24> kFields{
    "action", "addr",        "address",   "active_size",    "allocated_size",  "blocks",
    "device", "device_free", "filename",  "frames",         "history",         "is_expandable",
    "line",   "name",        "real_size", "requested_size", "segment_pool_id", "segment_type",
    "size",   "stage",       "state",     "stream",         "time_us",         "total_size"};
constexpr std::size_t kMaxUnusedNames = 100;

/// A key: its place in kFields, found when this is compiled.
struct Field {
  std::size_t place = 0;
  consteval Field(const char* name) {
    while (kFields.at(place) != name) ++place;
  }
};

/// The number of a record; kNone where there are too many of its kind.
std::uint32_t number_of(SnapshotRecords::Kind kind, std::size_t index) {
  if (index > SnapshotRecords::kMaxOfAKind) return PickleRecords::kNone;
  return static_cast<std::uint32_t>(kind) << SnapshotRecords::kKindShift | static_cast<std::uint32_t>(index);
}

std::string device_name(const RecordedHeap& history) {
  return "device " + std::to_string(history.device);
}

ImportWords device_words(const RecordedHeap& history) {
  const std::vector<std::int64_t> streams = history.streams_in_use();
  const std::string device = std::to_string(history.device);
  if (streams.empty()) return Read::tr("device %1").with(device);
  const ImportWords words = streams.size() == 1 ? Read::tr("device %1, stream %2") : Read::tr("device %1, streams %2");
  return words.with(device).with(some_numbers(streams, 8));
}

/// Says what is assumed to order the streams, where there are several.
void say_streams(const Graph& graph, HeapStreams streams, ImportSummary& summary) {
  const std::size_t count = graph.stream_count();
  if (count < 2)
    summary.say(Assumed::tr("the order of the events is their order in the file, on one stream"));
  else if (streams == HeapStreams::serial)
    summary.say(Assumed::tr("the %1 streams run in the order of the file, each waiting for the others, so one stream "
                            "may reuse the memory of another")
                    .with(count));
  else
    summary.say(Assumed::tr("nothing orders the %1 streams, so no stream reuses the memory of another; the order of "
                            "the events of one stream is their order in the file")
                    .with(count));
}

void say_assumptions(const RecordedHeap& history, const Graph& graph, HeapStreams streams, ImportSummary& summary) {
  summary.say(Assumed::tr("sizes of tensors are the requested ones rounded up to 512 bytes, as the allocator does"));
  if (history.event_count == 0) {
    summary.say(Assumed::tr("there are no events: every allocation is taken to live all the time"));
  } else {
    summary.say(Assumed::tr("an allocation lives until its free is completed, when its stream has finished with it"));
    say_streams(graph, streams, summary);
  }
  summary.say(Assumed::tr("offsets of the plan are the addresses, with the gaps between segments closed"));
}

}  // namespace

/// The values of a dict, by key.
struct SnapshotRecords::Fields {
  const Pickle& pickle;
  std::array<Value, kFields.size()> values{};  // Kind::none where the key is missing
  std::bitset<kFields.size()> given{};

  [[nodiscard]] Value operator[](Field field) const { return values[field.place]; }
  [[nodiscard]] bool has(Field field) const { return given[field.place]; }
  [[nodiscard]] std::string_view text(Field field) const { return pickle.text(values[field.place]).value_or(""); }
  [[nodiscard]] std::optional<std::int64_t> whole(Field field) const { return Pickle::integer(values[field.place]); }
  [[nodiscard]] std::optional<std::uint64_t> address(Field field) const {
    const auto number = whole(field);
    if (!number || *number < 0 || static_cast<std::uint64_t>(*number) > kMaxHeapAddress) return {};
    return static_cast<std::uint64_t>(*number);
  }
  [[nodiscard]] std::optional<std::int64_t> size(Field field) const {
    const auto number = whole(field);
    return number && *number >= 0 && *number <= kMaxTensorSize.count ? number : std::nullopt;
  }
};

SnapshotRecords::SnapshotRecords(RecordedHeap& history) : history_(history), frames_(history) {
  for (const SnapshotAction& a : kSnapshotActions) action_names.emplace_back(a.name);
}

const SnapshotRecords::KnownKey& SnapshotRecords::known(Value key, const Pickle& pickle) {
  KnownKey& entry = keys_[key.index() % keys_.size()];
  if (entry.key == key && !key.is(Value::Kind::none)) return entry;
  entry = {key, kFields.size(), nullptr};
  const auto text = pickle.text(key);
  if (!text) return entry;
  const auto* const found = std::ranges::find(kFields, *text);
  entry.field = static_cast<std::uint8_t>(found - kFields.begin());
  if (entry.field != kFields.size()) return entry;
  auto counted = unused_fields.find(*text);
  if (counted == unused_fields.end()) {
    const std::string_view shown = unused_fields.size() < kMaxUnusedNames ? *text : "others";
    counted = unused_fields.try_emplace(clean_text(shown)).first;
  }
  entry.unused = &counted->second;
  return entry;
}

std::uint32_t SnapshotRecords::take_dict(std::span<const Value> items, const Pickle& pickle) {
  Fields f{pickle};
  std::array<std::size_t*, 8> unused{};
  std::size_t others = 0;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    const KnownKey& key = known(items[i], pickle);
    if (key.field < kFields.size()) {
      f.values[key.field] = items[i + 1];
      f.given.set(key.field);
    } else if (key.unused != nullptr && others < unused.size()) {
      unused[others++] = key.unused;
    }
  }
  const std::uint32_t record = f.has("action")                          ? take_event(f)
                               : f.has("filename")                      ? take_frame(f)
                               : f.has("total_size") && f.has("blocks") ? take_segment(f)
                               : f.has("state") && f.has("size")        ? take_block(f)
                               : f.has("stage") && f.has("name")        ? take_annotation(f)
                               : f.has("real_size")                     ? take_past(f)
                                                                        : kNone;
  if (record != kNone)
    for (std::size_t i = 0; i < others; ++i) ++*unused[i];
  return record;
}

std::uint32_t SnapshotRecords::take_list(std::span<const Value> items, const Pickle& pickle) {
  stack_.clear();
  for (const Value item : items) {
    const auto frame = index_of(pickle.record(item), Kind::frame);
    if (!frame) return kNone;
    stack_.push_back(*frame);
  }
  return number_of(Kind::stack, frames_.add_stack(stack_));
}

std::uint32_t SnapshotRecords::stack_of(const Fields& f) {
  const Value frames = f["frames"];
  if (const auto stack = index_of(f.pickle.record(frames), Kind::stack)) return *stack;
  if (frames.is(Value::Kind::list)) return stack_of_list(frames, f.pickle);
  if (f.has("frames")) ++frames_no_list;
  return kNoneInHeap;
}

/// The stack of a list that take_list() left: it is too long, or has other items than frames. Looks through it once.
std::uint32_t SnapshotRecords::stack_of_list(Value frames, const Pickle& pickle) {
  if (pickle.item_count(frames) == 0) return kNoneInHeap;
  const auto [at, fresh] = long_stacks_.try_emplace(frames.index(), kNoneInHeap);
  if (!fresh) return at->second;
  stack_.clear();
  bool others = false;
  pickle.for_each_stretch(frames, [&](std::span<const Value> items) {
    for (const Value item : items)
      if (const auto frame = index_of(pickle.record(item), Kind::frame))
        stack_.push_back(*frame);
      else
        others = true;
  });
  stacks_with_others += others;
  return at->second = frames_.add_stack(stack_);
}

std::uint32_t SnapshotRecords::stream_of(const Fields& f) {
  const auto number = f.whole("stream");
  if (!f["stream"].is(Value::Kind::integer)) ++without_stream;
  const auto [at, fresh] =
      streams_.try_emplace(number.value_or(0), static_cast<std::uint32_t>(history_.streams.size()));
  if (fresh) history_.streams.push_back(number.value_or(0));
  return at->second;
}

std::uint32_t SnapshotRecords::pool_of(const Fields& f) {
  const Value pool = f["segment_pool_id"];
  if (!pool.is(Value::Kind::tuple) || f.pickle.item_count(pool) != 2) return kNoneInHeap;
  std::pair<std::int64_t, std::int64_t> id;
  f.pickle.for_each_stretch(pool, [&](std::span<const Value> items) {
    if (items.size() == 2) id = {Pickle::integer(items[0]).value_or(0), Pickle::integer(items[1]).value_or(0)};
  });
  const auto [at, fresh] = pools_.try_emplace(id, static_cast<std::uint32_t>(history_.pools.size()));
  if (fresh) history_.pools.push_back({id.first, id.second});
  return at->second;
}

std::uint32_t SnapshotRecords::take_frame(const Fields& f) {
  return number_of(Kind::frame, frames_.add_frame(clean_text(f.text("name")), clean_text(f.text("filename")),
                                                  f.whole("line").value_or(0)));
}

std::uint8_t SnapshotRecords::action_of(std::string_view name) {
  const auto place = std::ranges::find(action_names, name) - action_names.begin();
  if (place == kManyUnknown) return kManyUnknown;
  if (place == std::ssize(action_names)) action_names.push_back(clean_text(name));
  return static_cast<std::uint8_t>(place);
}

/// Returns the usable part of an event, and notes the damage. Without a size, the address of an allocation or a free
/// still says which life begins or ends.
HeapEvent SnapshotRecords::event_of(const Fields& f, Note& note) {
  using Action = HeapEvent::Action;
  const auto address = f.address("addr");
  const auto size = f.size("size");
  const auto state = [&](Field field, bool fine) {
    return fine ? Note::Field::fine : f.has(field) ? Note::Field::odd : Note::Field::missing;
  };
  if (note.action >= std::size(kSnapshotActions)) {
    note.address = state("addr", address.has_value());
    return {.action = address ? Action::unclear : Action::other, .address = address.value_or(0)};
  }
  const SnapshotAction& a = kSnapshotActions[note.action];
  HeapEvent event{.action = a.action,
                  .expandable = a.expandable,
                  .stream = stream_of(f),
                  .stack = stack_of(f),
                  .address = address.value_or(0),
                  .size = size.value_or(0)};
  if (a.action == Action::other) return event;
  note.address = state("addr", address.has_value());
  note.size = state("size", size.has_value());
  const bool segment = a.action == Action::add_segment || a.action == Action::remove_segment;
  if (!address || (!size && segment))
    event.action = Action::other;
  else if (!size)
    event.size = HeapEvent::kNoSize;
  return event;
}

std::uint32_t SnapshotRecords::take_event(const Fields& f) {
  Note& note = notes.emplace_back();
  note.action = action_of(f.pickle.text(f["action"]).value_or("(no text)"));
  if (const auto free = f.size("device_free"); free && is_out_of_memory(note.action))
    device_free.emplace(events.size(), *free);
  events.push_back(event_of(f, note));
  times.push_back(f.whole("time_us").value_or(f.has("time_us") ? kOddTime : kNoTime));
  return number_of(Kind::event, events.size() - 1);
}

std::uint32_t SnapshotRecords::take_block(const Fields& f) {
  const std::string_view text = f.text("state");
  Block block{.address = f.address("address"),
              .size = f.size("size"),
              .requested = f.size("requested_size"),
              .stack = stack_of(f),
              .state = text == "active_allocated"                                        ? State::allocated
                       : text == "active_pending_free" || text == "active_awaiting_free" ? State::pending
                       : text == "inactive"                                              ? State::inactive
                                                                                         : State::unknown};
  block.odd_address = f.has("address") && !block.address;
  if (const auto past = index_of(f.pickle.record(f.pickle.first_item(f["history"])), Kind::past)) {
    const auto& [requested, stack] = past_[*past];
    if (!block.requested) block.requested = requested;
    if (block.stack == kNoneInHeap) block.stack = stack;
  }
  blocks.push_back(block);
  return number_of(Kind::block, blocks.size() - 1);
}

std::uint32_t SnapshotRecords::take_past(const Fields& f) {
  past_.emplace_back(f.size("real_size"), stack_of(f));
  return number_of(Kind::past, past_.size() - 1);
}

std::uint32_t SnapshotRecords::take_segment(const Fields& f) {
  const std::string_view type = f.text("segment_type");
  const auto at = f.address("address");
  segments.push_back({.segment = {.address = at.value_or(0),
                                  .size = {at ? f.size("total_size").value_or(0) : 0},
                                  .stream = stream_of(f),
                                  .stack = stack_of(f),
                                  .pool = pool_of(f),
                                  .kind = type == "small"   ? SegmentKind::small
                                          : type == "large" ? SegmentKind::large
                                                            : SegmentKind::unknown,
                                  .expandable = Pickle::is_true(f["is_expandable"])},
                      .device = f.whole("device").value_or(0),
                      .blocks = f["blocks"]});
  return number_of(Kind::segment, segments.size() - 1);
}

std::uint32_t SnapshotRecords::take_annotation(const Fields& f) {
  const std::string_view which = f.text("stage");
  const auto time = f.whole("time_us");
  if (!time || (which != "START" && which != "END")) return kNone;
  annotations.push_back({.name = clean_text(f.text("name")),
                         .device = f.whole("device").value_or(0),
                         .time = *time,
                         .start = which == "START"});
  return number_of(Kind::annotation, annotations.size() - 1);
}

std::string some_numbers(std::span<const std::int64_t> numbers, std::size_t most) {
  std::string out;
  for (const std::int64_t number : numbers.first(std::min(most, numbers.size())))
    out += (out.empty() ? "" : ", ") + std::to_string(number);
  return numbers.size() > most ? out + ", …" : out;
}

std::string heap_event_name(const RecordedHeap& history, std::span<const std::uint32_t> no_events, HeapStep step) {
  const std::size_t event = step - 1;
  const auto all = std::views::iota(std::size_t{0}, no_events.size());
  // In front of the k-th item that is not an event, there are as many events as its position minus k.
  const auto after = std::ranges::partition_point(all, [&](std::size_t k) { return no_events[k] - k <= event; });
  const std::size_t position = event + static_cast<std::size_t>(after - all.begin());
  return device_name(history) + " event " + std::to_string(position);
}

void summarize(const RecordedHeap& history, HeapStreams streams, const HeapFound& found, const HeapGraph& made,
               ImportSummary& summary) {
  if (history.allocations.empty())
    summary.say(history.event_count == 0 && history.segments.empty()
                    ? Read::tr("nothing was allocated: the snapshot is empty")
                    : Read::tr("nothing was allocated"));
  else
    summary.say(device_words(history));
  summary.count(Read::tr("allocations"), history.allocations.size());
  summary.count(Read::tr("stack frames"), history.frames.size());
  summary.count(Read::tr("stacks"), history.stacks.row_count());
  summary.count(Read::tr("annotations, as phases of operators"), history.annotations.size());
  summary.count(Read::tr("times the device was out of memory"), history.out_of_memory.size());
  if (!history.allocations.empty()) {
    const Graph& graph = made.graph.graph;
    say_assumptions(history, graph, streams, summary);
    say_steps_of_events(history.event_count, graph.operator_count(), summary);
  }
  const auto tell = [&](const ImportWords& what, const HeapFindings& findings) {
    for (const auto& [step, address] : findings.places) {
      char hex[16];
      const std::string at = " at 0x" + std::string(hex, std::to_chars(hex, hex + sizeof hex, address, 16).ptr);
      const bool at_event = step > 0 && step <= history.last_step();
      summary.add(what, (at_event ? heap_event_name(history, found.no_events, step) : device_name(history)) + at);
    }
    summary.count(what, findings.count - findings.places.size());
  };
  const auto& a = found.assumed;
  tell(Assumed::tr("allocations present at the end and never made in the record: they are present from the start"),
       a.alive_throughout);
  tell(Assumed::tr("allocations freed and never made in the record: they are present from the start"), a.freed_only);
  tell(Assumed::tr("allocations without a readable event, but perhaps with a damaged event: they are taken to be "
                   "present from the start"),
       a.perhaps_damaged);
  tell(Assumed::tr("allocations freed and never made since the free before: they begin at that free"), a.freed_again);
  summary.count(
      found.unclear_segments
          ? Assumed::tr(
                "segments without a readable event, but perhaps with a damaged event: they are present from the start")
          : Assumed::tr("segments never made in the record: they are present from the start"),
      a.segments_at_start);
  tell(Assumed::tr("frees that are completed and were never requested"), a.freed_unasked);
  tell(Assumed::tr("allocations that end where their address is handed out again"), a.address_again);
  tell(Assumed::tr("blocks at the end that were freed last: they begin at that free"), a.freed_at_end);
  tell(Assumed::tr("segments that end where their addresses are mapped again"), a.segments_cut);
  tell(Assumed::tr("allocations whose event has no size: they have the size of their free or their block"),
       a.size_elsewhere);
  tell(Unknown::tr("allocations of unknown size, which are not counted"), a.without_size);
  tell(Unknown::tr("frees and blocks of another size than was allocated: the size of the allocation counts"),
       a.other_size);
  tell(Unknown::tr("allocations over memory that is in use"), found.doubts.overlapping);
  tell(Unknown::tr("segments over another segment"), a.segments_overlap);
  tell(Unknown::tr("allocations outside every segment"), found.doubts.outside);
  tell(Unknown::tr("blocks at an address that another block has: they are taken for one"), a.block_again);
  tell(Unknown::tr("frees requested twice"), a.free_of_nothing);
  tell(Unknown::tr("allocations that no free ends and that are in no block at the end: they are kept"), a.not_at_end);
  if (made.kinds_left_out)
    summary.say(Skipped::tr("stack frames as kinds of tensors, where there are more than 50,000"));
}

}  // namespace stowage
