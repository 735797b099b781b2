// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/formats/torch/snapshot_records.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

using Records = SnapshotRecords;
using Value = PickleValue;

/// The contents of a snapshot for one device.
struct SnapshotDevice {
  HeapRecord record;
  /// Has streams, pools, frames, stacks, annotations, times and failures; rebuild() adds the allocations.
  std::shared_ptr<RecordedHeap> history = std::make_shared<RecordedHeap>();
  ImportSummary summary;                ///< what the file has beside them
  std::vector<RecordedDevice> devices;  ///< all devices of the file
};

std::string segment_name(std::size_t position) {
  return "segment " + std::to_string(position);
}

/// Puts the records of one device together.
class DeviceReader {
 public:
  DeviceReader(const Pickle& pickle, Records& records, const std::string& file, SnapshotDevice& out)
      : pickle_(pickle), records_(records), file_(file), out_(out) {}

  Result<void> read(std::optional<std::int64_t> wanted) {
    for (const std::string_view part : {"segments", "device_traces"})
      if (const auto value = pickle_.find(pickle_.root, part); value && !value->is(Value::Kind::list))
        return fault('/' + std::string(part), "must be a list");
    if (!find_root())
      return fault("", "this pickle is not a memory snapshot: it has neither segments nor device_traces");
    if (const std::string place = list_segments(); !place.empty()) return fault(place, "is in the list twice");
    if (!choose(wanted)) return fault("", no_device(*wanted));
    if (const std::string place = take_events(); !place.empty())
      return fault(place, "is in the trace twice, or before one that was recorded earlier");
    if (const std::string place = take_blocks(); !place.empty())
      return fault(place, "its list of blocks is another segment's, too");
    take_annotations();
    count_the_rest();
    return {};
  }

 private:
  [[nodiscard]] tl::unexpected<Error> fault(std::string place, std::string reason) const {
    return bad_input(file_, std::move(place), std::move(reason));
  }

  /// The contents of the file for a device.
  struct Device {
    Value trace;  // none: it has no events
    std::size_t segments = 0;
    std::int64_t bytes_at_end = 0;  // of these segments
  };

  bool find_root() {
    const Value root = pickle_.root;
    if (root.is(Value::Kind::list)) {
      segments_ = root;
      summary_.say(Read::tr("an older snapshot: a list of segments without events"));
      const auto first = pickle_.record(pickle_.first_item(root));
      return pickle_.item_count(root) == 0 || Records::index_of(first, Records::Kind::segment).has_value();
    }
    const auto list = [&](std::string_view key) { return pickle_.find(root, key).value_or(Value()); };
    segments_ = list("segments");
    traces_ = list("device_traces");
    annotations_ = list("external_annotations");
    pickle_.for_each_stretch(root, [&](std::span<const Value> items) {
      for (std::size_t i = 0; root.is(Value::Kind::dict) && i < items.size(); i += 2) {
        const std::string key = clean_text(pickle_.text(items[i]).value_or("(no text)"));
        if (key != "segments" && key != "device_traces" && key != "external_annotations")
          summary_.add(Skipped::tr("parts of the snapshot"), key);
      }
    });
    return segments_.is(Value::Kind::list) || traces_.is(Value::Kind::list);
  }

  // The list_… and take_… that return a text return the place of a fault, or nothing.
  [[nodiscard]] std::string list_segments() {
    std::vector<bool> seen(records_.segments.size());
    std::string twice;
    for_each_record(
        pickle_, segments_, Records::Kind::segment,
        [&](std::uint32_t s, std::size_t position) {
          if (seen[s] && twice.empty()) twice = segment_name(position);
          seen[s] = true;
          segment_order_.emplace_back(s, position);
          Device& device = devices_[records_.segments[s].device];
          ++device.segments;
          device.bytes_at_end = within_reason(device.bytes_at_end + records_.segments[s].segment.size.count);
        },
        [&](std::size_t position) {
          summary_.add(stowage::Unknown::tr("segments of a kind not known"), segment_name(position));
        });
    return twice;
  }

  /// Moves the device's events to the front of the events of all devices, which then are the record's. Events are
  /// recorded in their order.
  [[nodiscard]] std::string take_events() {
    const Value trace = devices_[history_.device].trace;
    std::optional<std::size_t> misplaced;
    taken_.reserve(pickle_.item_count(trace));
    for_each_record(
        pickle_, trace, Records::Kind::event,
        [&](std::uint32_t e, std::size_t position) {
          if (!taken_.empty() && e <= taken_.back() && !misplaced) misplaced = position;
          taken_.push_back(e);
        },
        [&](std::size_t position) {
          if (out_.record.no_events.empty()) out_.record.unclear_from = static_cast<HeapStep>(taken_.size());
          out_.record.no_events.push_back(static_cast<std::uint32_t>(position));
        });
    if (misplaced) return position_name(*misplaced);
    const std::size_t others = records_.events.size() - taken_.size();
    for (std::size_t i = 0; i < taken_.size(); ++i) records_.events[i] = records_.events[taken_[i]];
    take_oom();
    take_times();
    count_actions();
    take_damage();
    for (const std::uint32_t position : out_.record.no_events)
      summary_.add(stowage::Unknown::tr("events that do not record an action"), position_name(position));
    summary_.count(stowage::Skipped::tr("events of other devices"), others);
    records_.events.resize(taken_.size());
    out_.record.events = std::exchange(records_.events, {});
    return {};
  }

  void take_oom() {
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      if (!is_out_of_memory(records_.notes[taken_[i]].action)) continue;
      const HeapEvent& event = records_.events[i];
      const auto free = records_.device_free.find(taken_[i]);
      history_.out_of_memory.push_back(
          {.step = static_cast<HeapStep>(i + 1),
           .requested = {event.size},
           .device_free = free == records_.device_free.end() ? std::nullopt : std::optional(Bytes{free->second}),
           .stream = event.stream,
           .stack = event.stack});
    }
  }

  /// Names events without a usable field, and notes from which step on events may be missing.
  void take_damage() {
    using Field = Records::Note::Field;
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      const auto& [action, address, size] = records_.notes[taken_[i]];
      if (address == Field::fine && size == Field::fine) continue;
      const bool known = action < std::size(kSnapshotActions);
      const auto does = known ? kSnapshotActions[action].action : HeapEvent::Action::unclear;
      if (address != Field::fine && (does == HeapEvent::Action::allocate || does == HeapEvent::Action::unclear))
        out_.record.unclear_from = std::min(out_.record.unclear_from, static_cast<HeapStep>(i + 1));
      if (does == HeapEvent::Action::add_segment || does == HeapEvent::Action::remove_segment)
        out_.record.unclear_segments = true;
      if (!known) continue;  // count_actions() names it
      std::string name = event_name(i) + " (" + records_.action_names[action] + ')';
      const auto tell = [&](std::string_view field, Field state) {
        if (state != Field::fine) name.append(state == Field::odd ? ": bad " : ": no ").append(field);
      };
      tell("addr", address);
      tell("size", size);
      summary_.add(Unknown::tr("events without a usable address or size"), name);
    }
  }

  /// Events that are too damaged to do what their action says are not counted.
  void count_actions() {
    constexpr std::size_t kKnown = std::size(kSnapshotActions);
    std::vector<std::size_t> counts(kKnown);
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      const std::uint8_t action = records_.notes[taken_[i]].action;
      if (action < kKnown)
        counts[action] += records_.events[i].action == kSnapshotActions[action].action;
      else
        summary_.add(action == Records::kManyUnknown ? Unknown::tr("events: other actions")
                                                     : Unknown::tr("events: %1").with(records_.action_names[action]),
                     event_name(i));
    }
    for (std::size_t a = 0; a < kKnown; ++a)
      summary_.count(Read::tr("events: %1").with(records_.action_names[a]), counts[a]);
  }

  /// Sets the time of each step, ascending: a thread may write its event a little late.
  void take_times() {
    if (taken_.empty()) return;
    const auto has_time = [&](std::uint32_t e) { return records_.times[e] > Records::kOddTime; };
    if (!has_time(taken_.front())) {
      const auto others = std::ranges::count_if(taken_, has_time);
      return summary_.count(Skipped::tr("times of events, as the first event has none that is usable"),
                            static_cast<std::size_t>(others));
    }
    std::int64_t latest = records_.times[taken_.front()];
    history_.times.reserve(taken_.size() + 1);
    history_.times.push_back(latest);
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      const std::int64_t time = records_.times[taken_[i]];
      if (time < latest)
        summary_.add(time == Records::kNoTime
                         ? Assumed::tr("events without a time: they take the latest time before them")
                     : time == Records::kOddTime
                         ? Assumed::tr("events with an invalid time: they take the latest time before them")
                         : Assumed::tr("events whose time goes back: they take the latest time before them"),
                     event_name(i));
      history_.times.push_back(latest = std::max(latest, time));
    }
  }

  [[nodiscard]] std::string position_name(std::size_t position) const {
    return "device " + std::to_string(history_.device) + " event " + std::to_string(position);
  }
  [[nodiscard]] std::string event_name(std::size_t event) const {
    return heap_event_name(history_, out_.record.no_events, static_cast<HeapStep>(event + 1));
  }

  [[nodiscard]] std::string take_blocks() {
    std::unordered_set<std::size_t> lists;
    std::map<Records::State, std::size_t> counts;
    for (const auto& [s, where] : segment_order_) {
      const Records::Segment& in = records_.segments[s];
      if (in.device != history_.device) continue;
      const std::string segment = segment_name(where);
      if (in.segment.size == Bytes{0}) {
        summary_.add(stowage::Unknown::tr("segments without a usable address or size"), segment);
        continue;
      }
      out_.record.segments.push_back(in.segment);
      if (!in.blocks.is(Value::Kind::list)) {
        summary_.add(stowage::Unknown::tr("segments without a list of blocks"), segment);
        continue;
      }
      if (pickle_.item_count(in.blocks) > 0 && !lists.insert(in.blocks.index()).second) return segment;
      std::uint64_t address = in.segment.address;  // older blocks have only a size: they lie end to end
      const auto name = [&](std::size_t position) { return segment + " block " + std::to_string(position); };
      for_each_record(
          pickle_, in.blocks, Records::Kind::block,
          [&](std::uint32_t b, std::size_t position) {
            const Records::Block& block = records_.blocks[b];
            const std::uint64_t at = block.address.value_or(address);
            address = at + static_cast<std::uint64_t>(block.size.value_or(0));
            ++counts[block.state];
            if (block.state != Records::State::inactive) take_block(block, in, at, name(position));
          },
          [&](std::size_t position) {
            summary_.add(stowage::Unknown::tr("blocks of a kind not known"), name(position));
          });
    }
    summary_.count(stowage::Read::tr("segments"), out_.record.segments.size());
    summary_.count(stowage::Read::tr("blocks in use"), counts[Records::State::allocated]);
    summary_.count(stowage::Read::tr("blocks whose free is pending"), counts[Records::State::pending]);
    summary_.count(stowage::Read::tr("free blocks"), counts[Records::State::inactive]);
    return {};
  }

  bool choose(std::optional<std::int64_t> wanted) {
    std::int64_t device = 0;
    pickle_.for_each_stretch(traces_, [&](std::span<const Value> items) {
      for (const Value trace : items) {
        if (!trace.is(Value::Kind::list))
          summary_.add(Unknown::tr("traces that are not a list"), "device " + std::to_string(device));
        else if (pickle_.item_count(trace) > 0)
          devices_[device].trace = trace;
        ++device;
      }
    });
    list_devices();
    if (wanted) {
      history_.device = *wanted;
      return std::ranges::binary_search(out_.devices, *wanted, {}, &RecordedDevice::number);
    }
    const auto weight = [&](const RecordedDevice& d) {
      return std::tuple(d.failures > 0, d.events, devices_[d.number].segments, -d.number);
    };
    if (!out_.devices.empty()) history_.device = std::ranges::max_element(out_.devices, {}, weight)->number;
    return true;
  }

  void list_devices() {
    std::unordered_map<std::size_t, TraceFacts> known;  // by list: devices may share one
    for (const auto& [number, device] : devices_) {
      TraceFacts facts;
      if (device.trace.is(Value::Kind::list)) {
        const auto [at, fresh] = known.try_emplace(device.trace.index());
        if (fresh) at->second = facts_of(device.trace);
        facts = at->second;
      }
      out_.devices.push_back(
          {.number = number, .events = pickle_.item_count(device.trace), .failures = facts.failures});
      if (device.segments > 0 || facts.has_segments)
        out_.devices.back().reserved_peak =
            Bytes{std::max<std::int64_t>(0, device.bytes_at_end - facts.change + facts.most)};
    }
  }

  /// How the events of one device change the reserved bytes.
  struct TraceFacts {
    std::size_t failures = 0;
    bool has_segments = false;
    std::int64_t change = 0, most = 0;  // bytes against the beginning: at the end, and at the peak
  };
  [[nodiscard]] TraceFacts facts_of(Value trace) const {
    TraceFacts out;
    for_each_record(
        pickle_, trace, Records::Kind::event,
        [&](std::uint32_t e, std::size_t) {
          const HeapEvent& event = records_.events[e];
          out.failures += is_out_of_memory(records_.notes[e].action);
          const bool makes = event.action == HeapEvent::Action::add_segment;
          if (!makes && event.action != HeapEvent::Action::remove_segment) return;
          out.has_segments = true;
          out.change = within_reason(out.change + (makes ? event.size : -event.size));
          out.most = std::max(out.most, out.change);
        },
        [](std::size_t) {});
    return out;
  }
  /// Clamps a sum to more than any device has, so that damaged files do not make it overflow.
  [[nodiscard]] static std::int64_t within_reason(std::int64_t bytes) {
    return std::clamp(bytes, -kMaxTotalSize.count, kMaxTotalSize.count);
  }

  /// Takes a block that is not free.
  void take_block(const Records::Block& block, const Records::Segment& in, std::uint64_t address,
                  const std::string& place) {
    if (block.state == Records::State::unknown) return summary_.add(Unknown::tr("blocks in a state not known"), place);
    if (block.odd_address)
      summary_.add(Assumed::tr("blocks without a usable address lie behind the one before them"), place);
    if (address > kMaxHeapAddress) return summary_.add(Unknown::tr("blocks beyond every address"), place);
    const std::int64_t size = block.size.value_or(block.requested.value_or(0));
    if (!block.size && block.requested)
      summary_.add(Assumed::tr("blocks without a usable size are as large as requested"), place);
    else if (block.size && !block.requested)
      summary_.add(Assumed::tr("blocks whose whole size was requested"), place);
    else if (block.requested.value_or(0) > size)
      summary_.add(Unknown::tr("blocks smaller than what was requested of them"), place);
    const bool known = block.size || block.requested;
    out_.record.blocks.push_back(
        {.address = address,
         .size = size,
         .requested = known ? std::min(block.requested.value_or(size), size) : HeapEvent::kNoSize,
         .stream = in.segment.stream,
         .stack = block.stack,
         .pending = block.state == Records::State::pending});
  }

  /// Pairs each END with the innermost open START of its name.
  void take_annotations() {
    std::vector<const Records::Annotation*> all;
    for_each_record(
        pickle_, annotations_, Records::Kind::annotation,
        [&](std::uint32_t a, std::size_t) {
          const Records::Annotation& annotation = records_.annotations[a];
          if (annotation.device == history_.device)
            all.push_back(&annotation);
          else
            summary_.add(Skipped::tr("annotations of other devices"), "device " + std::to_string(annotation.device));
        },
        [&](std::size_t position) {
          summary_.add(Unknown::tr("annotations of a kind not known"), "annotation " + std::to_string(position));
        });
    if (history_.times.empty()) return summary_.count(Skipped::tr("annotations, as events have no times"), all.size());
    std::ranges::stable_sort(all, {}, [](const Records::Annotation* a) { return a->time; });
    std::map<std::string_view, std::vector<std::size_t>> open;
    std::size_t cut = 0;
    for (const Records::Annotation* a : all) {
      std::vector<std::size_t>& mine = open[a->name];
      const HeapStep next = step_at(a->time) + 1;  // the step of the first event after this time
      if (a->start) {
        mine.push_back(history_.annotations.size());
        history_.annotations.push_back({a->name, next, static_cast<HeapStep>(history_.times.size())});
      } else if (mine.empty()) {
        history_.annotations.push_back({a->name, 0, next});
        ++cut;
      } else {
        history_.annotations[mine.back()].to = next;
        mine.pop_back();
      }
    }
    for (const auto& [name, indices] : open) cut += indices.size();
    summary_.count(
        Assumed::tr("annotations without a start or an end: they last from the start or to the end of the record"),
        cut);
    std::ranges::stable_sort(history_.annotations, {}, &HeapAnnotation::from);
  }

  void count_the_rest() {
    summary_.count(Skipped::tr("segments of other devices"),
                   records_.segments.size() - devices_[history_.device].segments);
    summary_.count(Assumed::tr("events and segments without a stream are of stream 0"), records_.without_stream);
    summary_.count(Unknown::tr("events, blocks and segments whose frames are not a list: they have no stack"),
                   records_.frames_no_list);
    summary_.count(Unknown::tr("stacks with entries that are not frames: these entries are left out"),
                   records_.stacks_with_others);
    for (const auto& [name, count] : records_.unused_fields)
      summary_.count(Skipped::tr("fields \"%1\"").with(name), count);
  }

  /// The step of the last event up to a time; 0 before the first.
  [[nodiscard]] HeapStep step_at(std::int64_t time) const {
    const auto after = std::upper_bound(history_.times.begin() + 1, history_.times.end(), time);
    return static_cast<HeapStep>(after - history_.times.begin() - 1);
  }

  [[nodiscard]] std::string no_device(std::int64_t wanted) const {
    const std::vector<RecordedDevice>& devices = out_.devices;
    std::vector<std::int64_t> numbers;
    for (const RecordedDevice& device : devices) numbers.push_back(device.number);
    return "there is no device " + std::to_string(wanted) + "; there " +
           (devices.empty() ? "is none" : (devices.size() == 1 ? "is " : "are ") + some_numbers(numbers, 16));
  }

  const Pickle& pickle_;
  Records& records_;
  const std::string& file_;
  SnapshotDevice& out_;
  RecordedHeap& history_ = *out_.history;
  ImportSummary& summary_ = out_.summary;
  Value segments_, traces_, annotations_;
  std::vector<std::pair<std::uint32_t, std::size_t>> segment_order_;  // of all devices, with their positions
  std::map<std::int64_t, Device> devices_;                            // by number
  std::vector<std::uint32_t> taken_;  // numbers of the device's events, among all events
};

/// Reads the device `wanted`, or the one that choose() takes.
Result<SnapshotDevice> read_device(std::string_view bytes, const std::string& file, std::optional<std::int64_t> wanted,
                                   const Task& task) {
  SnapshotDevice out;
  SnapshotRecords records(*out.history);
  STOWAGE_TRY(const auto pickle, read_pickle(bytes, file, &records, task));
  if (pickle.end < bytes.size())
    out.summary.count(Skipped::tr("bytes after the end of the pickle"), bytes.size() - pickle.end);
  return DeviceReader(pickle, records, file, out).read(wanted).map([&] { return std::move(out); });
}

/// A task for a part of the work: its progress goes from `begin` to `end`.
Task part_of(const Task& task, double begin, double end) {
  Task part = task;
  if (task.progress)
    part.progress = [progress = task.progress, begin, end](double done) { progress(begin + done * (end - begin)); };
  return part;
}

std::string title_of(const std::string& file) {
  std::string name = stem_of(file, ".gz");
  for (const char* ending : {".pickle", ".pkl"}) name = stem_of(name, ending);
  return name;
}

}  // namespace

Result<Document> read_torch_snapshot(const FileToRead& in) {
  STOWAGE_TRY(auto device, read_device(in.bytes, in.file, in.options.device, part_of(in.task, 0, 0.6)));
  auto& [record, history, summary, devices] = device;
  STOWAGE_TRY(auto assumed, rebuild(record, *history, part_of(in.task, 0.6, 0.8)));
  STOWAGE_TRY(auto doubts, find_inconsistencies(*history, in.task, assumed.overlapping));
  const HeapFound found{std::move(assumed), std::move(doubts), std::move(record.no_events), record.unclear_segments};
  record = {};
  if (!find_regions(*history)) return bad_input(in.file, "", "the segments and allocations make 2^60 bytes or more");
  const HeapStreams streams = in.options.serial_streams ? HeapStreams::serial : HeapStreams::unordered;
  STOWAGE_TRY(auto made, heap_graph(*history, streams, title_of(in.file), in.file, part_of(in.task, 0.8, 1)));
  for (RecordedDevice& each : devices)
    if (each.number == history->device && !history->segments.empty())
      each.reserved_peak = peak_of(heap_curves(*history).reserved).bytes;
  summarize(*history, streams, found, made, summary);
  summary.say(Read::tr("an alignment of 512 bytes, to which the caching allocator rounds sizes up"));
  auto out = make_document(std::move(made.graph), "torch-snapshot", std::move(summary));
  out->plan = std::move(made.plan);
  out->devices = std::move(devices);
  out->history = std::move(history);
  return out;
}

}  // namespace stowage
