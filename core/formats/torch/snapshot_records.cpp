// SPDX-License-Identifier: Apache-2.0
#include "core/formats/torch/snapshot_records.h"

#include <algorithm>

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
constexpr std::size_t kMostUnusedNames = 100;

/// The place of a key in kFields, found when this is compiled.
consteval std::size_t field(std::string_view name) {
  std::size_t k = 0;
  while (kFields.at(k) != name) ++k;
  return k;
}

std::optional<std::uint64_t> address_of(Value value) {
  const auto number = Pickle::integer(value);
  if (!number || *number < 0 || static_cast<std::uint64_t>(*number) > kMaxHeapAddress) return {};
  return static_cast<std::uint64_t>(*number);
}

std::optional<std::int64_t> size_of(Value value) {
  const auto number = Pickle::integer(value);
  return number && *number >= 0 && *number <= kMaxTensorSize.count ? number : std::nullopt;
}

}  // namespace

/// The values of a dict, by place in kFields; Kind::none where the key is missing.
struct SnapshotRecords::Fields {
  std::array<Value, kFields.size()> at{};
  std::array<bool, kFields.size()> has{};
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
    const std::string_view shown = unused_fields.size() < kMostUnusedNames ? *text : "others";
    counted = unused_fields.try_emplace(clean_text(shown)).first;
  }
  entry.unused = &counted->second;
  return entry;
}

std::uint32_t SnapshotRecords::take_dict(std::span<const Value> items, const Pickle& pickle) {
  Fields f;
  std::array<std::size_t*, 8> unused{};
  std::size_t others = 0;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    const KnownKey& key = known(items[i], pickle);
    if (key.field < kFields.size()) {
      f.at[key.field] = items[i + 1];
      f.has[key.field] = true;
    } else if (key.unused != nullptr && others < unused.size()) {
      unused[others++] = key.unused;
    }
  }
  std::uint32_t record = kNone;
  if (f.has[field("action")])
    record = take_event(f, pickle);
  else if (f.has[field("filename")])
    record = take_frame(f, pickle);
  else if (f.has[field("total_size")] && f.has[field("blocks")])
    record = take_segment(f, pickle);
  else if (f.has[field("state")] && f.has[field("size")])
    record = take_block(f, pickle);
  else if (f.has[field("stage")] && f.has[field("name")])
    record = take_annotation(f, pickle);
  else if (f.has[field("real_size")])
    record = take_past(f, pickle);
  if (record != kNone)
    for (std::size_t i = 0; i < others; ++i) ++*unused[i];
  return record;
}

namespace {

/// The number of the record that was added last to `all`; kNone where there are too many.
template <class All>
std::uint32_t last_of(const All& all, SnapshotRecords::Kind kind) {
  if (all.size() > SnapshotRecords::kMostOfAKind) return PickleRecords::kNone;
  return static_cast<std::uint32_t>(kind) << SnapshotRecords::kKindShift | static_cast<std::uint32_t>(all.size() - 1);
}

}  // namespace

std::uint32_t SnapshotRecords::take_list(std::span<const Value> items, const Pickle& pickle) {
  if (!index_of(pickle.record(items.front()), Kind::frame)) return kNone;
  stack_.clear();
  for (const Value item : items) {
    const auto frame = index_of(pickle.record(item), Kind::frame);
    if (!frame) return kNone;
    stack_.push_back(*frame);
  }
  const std::uint32_t stack = frames_.add_stack(stack_);
  return stack > kMostOfAKind ? kNone : static_cast<std::uint32_t>(Kind::stack) << kKindShift | stack;
}

std::uint32_t SnapshotRecords::stack_of(const Fields& f, const Pickle& pickle) {
  const Value frames = f.at[field("frames")];
  if (const auto stack = index_of(pickle.record(frames), Kind::stack)) return *stack;
  if (frames.is(Value::Kind::list)) return stack_of_list(frames, pickle);
  if (f.has[field("frames")]) ++frames_no_list;
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

std::uint32_t SnapshotRecords::stream_of(Value stream) {
  if (!stream.is(Value::Kind::integer)) ++without_stream;
  const std::int64_t number = Pickle::integer(stream).value_or(0);
  const auto [at, fresh] = streams_.try_emplace(number, static_cast<std::uint32_t>(history_.streams.size()));
  if (fresh) history_.streams.push_back(number);
  return at->second;
}

std::uint32_t SnapshotRecords::pool_of(Value pool, const Pickle& pickle) {
  if (!pool.is(Value::Kind::tuple) || pickle.item_count(pool) != 2) return kNoneInHeap;
  std::pair<std::int64_t, std::int64_t> id;
  pickle.for_each_stretch(pool, [&](std::span<const Value> items) {
    if (items.size() == 2) id = {Pickle::integer(items[0]).value_or(0), Pickle::integer(items[1]).value_or(0)};
  });
  const auto [at, fresh] = pools_.try_emplace(id, static_cast<std::uint32_t>(history_.pools.size()));
  if (fresh) history_.pools.push_back({id.first, id.second});
  return at->second;
}

std::uint32_t SnapshotRecords::take_frame(const Fields& f, const Pickle& pickle) {
  const auto text = [&](std::size_t which) { return clean_text(pickle.text(f.at[which]).value_or("")); };
  const std::uint32_t frame =
      frames_.add_frame(text(field("name")), text(field("filename")), Pickle::integer(f.at[field("line")]).value_or(0));
  return frame > kMostOfAKind ? kNone : static_cast<std::uint32_t>(Kind::frame) << kKindShift | frame;
}

std::uint8_t SnapshotRecords::action_of(std::string_view name) {
  const auto known = std::ranges::find(action_names, name);
  if (known == action_names.end()) {
    if (action_names.size() == kManyUnknown) return kManyUnknown;
    action_names.push_back(clean_text(name));
    return static_cast<std::uint8_t>(action_names.size() - 1);
  }
  return static_cast<std::uint8_t>(known - action_names.begin());
}

/// Returns the usable part of an event, and notes the damage. Without a size, the address of an allocation or a free
/// still says which life begins or ends.
HeapEvent SnapshotRecords::event_of(const Fields& f, std::uint8_t& action, const Pickle& pickle) {
  using Action = HeapEvent::Action;
  const auto address = address_of(f.at[field("addr")]);
  const auto size = size_of(f.at[field("size")]);
  const auto state = [&](std::size_t which, bool fine) {
    return fine ? Damage::Field::fine : f.has[which] ? Damage::Field::odd : Damage::Field::missing;
  };
  const auto note = [&] {
    damaged.push_back({.event = static_cast<std::uint32_t>(events.size()),
                       .action = action,
                       .address = state(field("addr"), address.has_value()),
                       .size = state(field("size"), size.has_value())});
  };
  if (action >= std::size(kSnapshotActions)) {
    if (!address) note();
    return {.action = address ? Action::unclear : Action::other, .address = address.value_or(0)};
  }
  const SnapshotAction& a = kSnapshotActions[action];
  HeapEvent event{.action = a.action,
                  .expandable = a.expandable,
                  .stream = stream_of(f.at[field("stream")]),
                  .stack = stack_of(f, pickle),
                  .address = address.value_or(0),
                  .size = size.value_or(0)};
  if (a.action == Action::other || (address && size)) return event;
  note();
  if (address && a.action != Action::add_segment && a.action != Action::remove_segment) {
    event.size = HeapEvent::kNoSize;
  } else {
    event.action = Action::other;
    action = kDamaged;
  }
  return event;
}

std::uint32_t SnapshotRecords::take_event(const Fields& f, const Pickle& pickle) {
  std::uint8_t action = action_of(pickle.text(f.at[field("action")]).value_or("(no text)"));
  if (action < std::size(kSnapshotActions) && kSnapshotActions[action].name == kOutOfMemoryAction)
    out_of_memory.push_back({static_cast<std::uint32_t>(events.size()), size_of(f.at[field("device_free")])});
  events.push_back(event_of(f, action, pickle));
  times.push_back(Pickle::integer(f.at[field("time_us")]).value_or(f.has[field("time_us")] ? kOddTime : kNoTime));
  actions.push_back(action);
  return last_of(events, Kind::event);
}

std::uint32_t SnapshotRecords::take_block(const Fields& f, const Pickle& pickle) {
  const std::string_view text = pickle.text(f.at[field("state")]).value_or("");
  Block block{.address = address_of(f.at[field("address")]),
              .size = size_of(f.at[field("size")]),
              .requested = size_of(f.at[field("requested_size")]),
              .stack = stack_of(f, pickle),
              .state = State::unknown};
  block.odd_address = f.has[field("address")] && !block.address;
  if (text == "active_allocated")
    block.state = State::allocated;
  else if (text == "active_pending_free" || text == "active_awaiting_free")
    block.state = State::pending;
  else if (text == "inactive")
    block.state = State::inactive;
  if (const auto past = index_of(pickle.record(pickle.first_item(f.at[field("history")])), Kind::past)) {
    if (!block.requested) block.requested = past_[*past].requested;
    if (block.stack == kNoneInHeap) block.stack = past_[*past].stack;
  }
  blocks.push_back(block);
  return last_of(blocks, Kind::block);
}

std::uint32_t SnapshotRecords::take_past(const Fields& f, const Pickle& pickle) {
  past_.push_back({size_of(f.at[field("real_size")]), stack_of(f, pickle)});
  return last_of(past_, Kind::past);
}

std::uint32_t SnapshotRecords::take_segment(const Fields& f, const Pickle& pickle) {
  const std::string_view type = pickle.text(f.at[field("segment_type")]).value_or("");
  const auto at = address_of(f.at[field("address")]);
  segments.push_back({.segment = {.address = at.value_or(0),
                                  .size = {at ? size_of(f.at[field("total_size")]).value_or(0) : 0},
                                  .stream = stream_of(f.at[field("stream")]),
                                  .stack = stack_of(f, pickle),
                                  .pool = pool_of(f.at[field("segment_pool_id")], pickle),
                                  .kind = type == "small"   ? SegmentKind::small
                                          : type == "large" ? SegmentKind::large
                                                            : SegmentKind::unknown,
                                  .expandable = Pickle::is_true(f.at[field("is_expandable")])},
                      .device = Pickle::integer(f.at[field("device")]).value_or(0),
                      .blocks = f.at[field("blocks")]});
  return last_of(segments, Kind::segment);
}

std::uint32_t SnapshotRecords::take_annotation(const Fields& f, const Pickle& pickle) {
  const std::string_view which = pickle.text(f.at[field("stage")]).value_or("");
  const auto time = Pickle::integer(f.at[field("time_us")]);
  if (!time || (which != "START" && which != "END")) return kNone;
  annotations.push_back({.name = clean_text(pickle.text(f.at[field("name")]).value_or("")),
                         .device = Pickle::integer(f.at[field("device")]).value_or(0),
                         .time = *time,
                         .start = which == "START"});
  return last_of(annotations, Kind::annotation);
}

}  // namespace stowage
