// SPDX-License-Identifier: Apache-2.0
#include "core/io/torch/snapshot_device.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "core/io/torch/clean_text.h"
#include "core/io/torch/snapshot_actions.h"
#include "core/io/torch/snapshot_records.h"

namespace stowage {
namespace {

using Records = SnapshotRecords;
using Value = PickleValue;

/// Puts together what the records of one device say.
class DeviceReader {
 public:
  DeviceReader(const Pickle& pickle, Records& records, const std::string& file, HeapHistory& history,
               ImportSummary& summary)
      : pickle_(pickle), records_(records), file_(file), history_(history), summary_(summary) {}

  Result<HeapRecord> read(std::optional<std::int64_t> wanted, std::vector<std::int64_t>& devices) {
    if (const std::string_view part = part_that_is_no_list(); !part.empty())
      return fault("\"" + std::string(part) + "\" is no list");
    if (!find_root()) return fault("this pickle is no memory snapshot: it has neither segments nor device_traces");
    if (!list_segments()) return fault("a segment is in the list twice");
    if (!choose(wanted, devices)) return fault(no_device(*wanted, devices));
    HeapRecord out;
    if (!take_events(out)) return fault("an event is in a trace twice, or before one that was recorded earlier");
    if (!take_blocks(out)) return fault("two segments share a list of blocks");
    take_annotations();
    count_the_rest();
    return out;
  }

 private:
  [[nodiscard]] tl::unexpected<Error> fault(std::string reason) const {
    return tl::unexpected(Error::bad_input(file_, "", std::move(reason)));
  }
  [[nodiscard]] std::string_view part_that_is_no_list() const;
  bool find_root();
  bool list_segments();
  bool choose(std::optional<std::int64_t> wanted, std::vector<std::int64_t>& devices);
  bool take_events(HeapRecord& out);
  void take_times(const std::vector<std::uint32_t>& taken);
  bool take_blocks(HeapRecord& out);
  void take_block(const Records::Block& block, const Records::Segment& in, std::uint64_t address, HeapRecord& out);
  void take_annotations();
  void count_the_rest();
  [[nodiscard]] HeapStep step_at(std::int64_t time) const;
  [[nodiscard]] static std::string no_device(std::int64_t wanted, const std::vector<std::int64_t>& devices);

  /// The records of a kind in a list, in its order; what is none of them is counted as unknown.
  template <class Visit>
  void for_each_record(Value list, Records::Kind kind, std::string_view otherwise, Visit&& visit) {
    std::size_t others = 0;
    pickle_.for_each_stretch(list, [&](std::span<const Value> items) {
      for (const Value item : items)
        if (const auto index = Records::index_of(pickle_.record(item), kind))
          visit(*index);
        else
          ++others;
    });
    summary_.count(ImportKind::unknown, otherwise, others);
  }

  const Pickle& pickle_;
  Records& records_;
  const std::string& file_;
  HeapHistory& history_;
  ImportSummary& summary_;
  Value segments_, traces_, annotations_;
  std::vector<std::uint32_t> segment_order_;         // of all devices
  std::map<std::int64_t, Value> trace_of_;           // by device, where it is not empty
  std::map<std::int64_t, std::size_t> segments_of_;  // how many
};

std::string_view DeviceReader::part_that_is_no_list() const {
  for (const std::string_view part : {"segments", "device_traces"})
    if (const auto value = pickle_.find(pickle_.root, part); value && !value->is(Value::Kind::list)) return part;
  return {};
}

bool DeviceReader::find_root() {
  const Value root = pickle_.root;
  if (root.is(Value::Kind::list)) {
    segments_ = root;
    summary_.say(ImportKind::read, "an older snapshot: a list of segments without events");
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
        summary_.add(ImportKind::skipped, "parts of the snapshot", key);
    }
  });
  return segments_.is(Value::Kind::list) || traces_.is(Value::Kind::list);
}

bool DeviceReader::list_segments() {
  std::vector<bool> seen(records_.segments.size());
  bool fine = true;
  for_each_record(segments_, Records::Kind::segment, "segments of a kind not known", [&](std::uint32_t s) {
    fine = fine && !seen[s];
    seen[s] = true;
    segment_order_.push_back(s);
    ++segments_of_[records_.segments[s].device];
  });
  return fine;
}

bool DeviceReader::choose(std::optional<std::int64_t> wanted, std::vector<std::int64_t>& devices) {
  std::int64_t device = 0;
  pickle_.for_each_stretch(traces_, [&](std::span<const Value> items) {
    for (const Value trace : items) {
      if (pickle_.item_count(trace) > 0 && trace.is(Value::Kind::list)) trace_of_[device] = trace;
      ++device;
    }
  });
  for (const auto& [number, trace] : trace_of_) devices.push_back(number);
  for (const auto& [number, count] : segments_of_) devices.push_back(number);
  std::ranges::sort(devices);
  devices.erase(std::ranges::unique(devices).begin(), devices.end());
  if (wanted) {
    history_.device = *wanted;
    return std::ranges::binary_search(devices, *wanted);
  }
  const auto weight = [&](std::int64_t d) {
    const auto trace = trace_of_.find(d);
    const auto segments = segments_of_.find(d);
    return std::tuple(trace == trace_of_.end() ? 0 : pickle_.item_count(trace->second),
                      segments == segments_of_.end() ? 0 : segments->second, -d);
  };
  if (!devices.empty()) history_.device = *std::ranges::max_element(devices, {}, weight);
  return true;
}

std::string DeviceReader::no_device(std::int64_t wanted, const std::vector<std::int64_t>& devices) {
  constexpr std::size_t kNamed = 16;
  std::string known;
  for (std::size_t i = 0; i < std::min(devices.size(), kNamed); ++i)
    known += (i == 0 ? "" : ", ") + std::to_string(devices[i]);
  if (devices.size() > kNamed) known += ", …";
  return "there is no device " + std::to_string(wanted) + "; there " +
         (devices.empty() ? "is none" : (devices.size() == 1 ? "is " : "are ") + known);
}

/// The events of the device move to the front of all, which then are the record's: they are recorded in their order.
bool DeviceReader::take_events(HeapRecord& out) {
  const auto trace = trace_of_.find(history_.device);
  std::vector<std::uint32_t> taken;
  bool rising = true;
  if (trace != trace_of_.end()) {
    taken.reserve(pickle_.item_count(trace->second));
    for_each_record(trace->second, Records::Kind::event, "events that are no record of an action",
                    [&](std::uint32_t e) {
                      rising = rising && (taken.empty() || e > taken.back());
                      taken.push_back(e);
                    });
  }
  if (!rising) return false;
  const std::size_t others = records_.events.size() - taken.size();
  std::vector<std::size_t> counts(256);
  for (std::size_t i = 0; i < taken.size(); ++i) {
    records_.events[i] = records_.events[taken[i]];
    ++counts[records_.actions[taken[i]]];
  }
  for (const Records::OutOfMemory& oom : records_.out_of_memory) {
    const auto at = std::ranges::lower_bound(taken, oom.event);
    if (at == taken.end() || *at != oom.event) continue;
    const auto index = static_cast<std::size_t>(at - taken.begin());
    const HeapEvent& event = records_.events[index];
    history_.out_of_memory.push_back(
        {.step = static_cast<HeapStep>(index + 1), .requested = {event.size}, .device_free = {}, .stack = event.stack});
    if (oom.device_free) history_.out_of_memory.back().device_free = Bytes{*oom.device_free};
  }
  take_times(taken);
  for (std::size_t a = 0; a < records_.action_names.size(); ++a)
    if (a < std::size(kSnapshotActions))
      summary_.count(ImportKind::read, "events: " + records_.action_names[a], counts[a]);
    else
      summary_.count(ImportKind::unknown, "events: " + records_.action_names[a], counts[a]);
  summary_.count(ImportKind::unknown, "events: other actions", counts[Records::kManyUnknown]);
  summary_.count(ImportKind::unknown, "events without a usable address or size", counts[Records::kDamaged]);
  summary_.count(ImportKind::skipped, "events of other devices", others);
  records_.events.resize(taken.size());
  out.events = std::exchange(records_.events, {});
  return true;
}

/// A time of each step, ascending: threads may write theirs a little late.
void DeviceReader::take_times(const std::vector<std::uint32_t>& taken) {
  std::int64_t latest = Records::kNoTime;
  if (taken.empty() || records_.times[taken.front()] == Records::kNoTime) return;
  history_.times.reserve(taken.size() + 1);
  history_.times.push_back(records_.times[taken.front()]);
  for (const std::uint32_t e : taken) history_.times.push_back(latest = std::max(latest, records_.times[e]));
}

bool DeviceReader::take_blocks(HeapRecord& out) {
  std::unordered_set<std::size_t> lists;
  std::size_t used = 0, waiting = 0, free = 0;
  for (const std::uint32_t s : segment_order_) {
    const Records::Segment& in = records_.segments[s];
    if (in.device != history_.device) continue;
    if (in.segment.size == Bytes{0}) {
      summary_.count(ImportKind::unknown, "segments without a usable address or size", 1);
      continue;
    }
    out.segments.push_back(in.segment);
    if (!in.blocks.is(Value::Kind::list)) continue;
    if (!lists.insert(in.blocks.index()).second) return false;
    std::uint64_t address = in.segment.address;  // older blocks say only their size: they stand end to end
    for_each_record(in.blocks, Records::Kind::block, "blocks of a kind not known", [&](std::uint32_t b) {
      const Records::Block& block = records_.blocks[b];
      const std::uint64_t at = block.address.value_or(address);
      address = at + static_cast<std::uint64_t>(block.size);
      used += block.state == Records::State::allocated;
      waiting += block.state == Records::State::pending;
      free += block.state == Records::State::inactive;
      take_block(block, in, at, out);
    });
  }
  summary_.count(ImportKind::read, "segments", out.segments.size());
  summary_.count(ImportKind::read, "blocks in use", used);
  summary_.count(ImportKind::read, "blocks whose free is pending", waiting);
  summary_.count(ImportKind::read, "free blocks", free);
  return true;
}

void DeviceReader::take_block(const Records::Block& block, const Records::Segment& in, std::uint64_t address,
                              HeapRecord& out) {
  if (block.state == Records::State::inactive) return;
  if (block.state == Records::State::unknown)
    return summary_.count(ImportKind::unknown, "blocks in a state not known", 1);
  if (address > kMaxHeapAddress) return summary_.count(ImportKind::unknown, "blocks beyond every address", 1);
  if (!block.requested) summary_.count(ImportKind::assumed, "blocks whose whole size was requested", 1);
  out.blocks.push_back({.address = address,
                        .size = block.size,
                        .requested = std::min(block.requested.value_or(block.size), block.size),
                        .stream = in.segment.stream,
                        .stack = block.stack,
                        .pending = block.state == Records::State::pending});
}

/// The step of the last event up to a time; 0 before all.
HeapStep DeviceReader::step_at(std::int64_t time) const {
  const auto after = std::upper_bound(history_.times.begin() + 1, history_.times.end(), time);
  return static_cast<HeapStep>(after - history_.times.begin() - 1);
}

/// A START and the next END of the same name belong together; of nested ones of one name, the innermost.
void DeviceReader::take_annotations() {
  std::vector<const Records::Annotation*> all;
  for_each_record(annotations_, Records::Kind::annotation, "annotations of a kind not known", [&](std::uint32_t a) {
    if (records_.annotations[a].device == history_.device) all.push_back(&records_.annotations[a]);
  });
  if (history_.times.empty())
    return summary_.count(ImportKind::skipped, "annotations, as events have no times", all.size());
  std::ranges::stable_sort(all, {}, [](const Records::Annotation* a) { return a->time; });
  std::map<std::string_view, std::vector<std::size_t>> open;
  std::size_t cut = 0;
  for (const Records::Annotation* a : all) {
    std::vector<std::size_t>& mine = open[a->name];
    const HeapStep next = step_at(a->time) + 1;  // of the first event after that time
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
  summary_.count(ImportKind::assumed, "annotations without a start or an end: they go on to that of the record", cut);
  std::ranges::stable_sort(history_.annotations, {}, &HeapAnnotation::from);
}

void DeviceReader::count_the_rest() {
  const std::size_t segments = records_.segments.size();
  const auto mine = segments_of_.find(history_.device);
  summary_.count(ImportKind::skipped, "segments of other devices",
                 segments - std::min(segments, mine == segments_of_.end() ? 0 : mine->second));
  for (const auto& [name, count] : records_.unused_fields)
    summary_.count(ImportKind::skipped, "fields \"" + name + '"', count);
}

}  // namespace

Result<HeapRecord> read_device(std::string_view bytes, const std::string& file, std::optional<std::int64_t> wanted,
                               HeapHistory& history, ImportSummary& summary, std::vector<std::int64_t>& devices,
                               const Task& task) {
  SnapshotRecords records(history);
  const auto pickle = read_pickle(bytes, file, &records, task);
  if (!pickle) return tl::unexpected(pickle.error());
  if (pickle->end < bytes.size())
    summary.count(ImportKind::skipped, "bytes after the end of the pickle", bytes.size() - pickle->end);
  return DeviceReader(*pickle, records, file, history, summary).read(wanted, devices);
}

}  // namespace stowage
