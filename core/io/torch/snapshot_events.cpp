// SPDX-License-Identifier: Apache-2.0
#include "core/io/torch/snapshot_events.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/io/torch/snapshot_summary.h"

namespace stowage {
namespace {

using Records = SnapshotRecords;

/// Takes the events of one device.
class EventTaker {
 public:
  EventTaker(Records& records, SnapshotDevice& device)
      : records_(records), history_(*device.history), summary_(device.summary), out_(device.record) {}

  std::string take(const Pickle& pickle, PickleValue trace);

 private:
  void take_oom(const std::vector<std::uint32_t>& taken);
  void take_damage(const std::vector<std::uint32_t>& taken);
  void count_actions(const std::vector<std::uint32_t>& taken);
  void take_times(const std::vector<std::uint32_t>& taken);
  [[nodiscard]] std::string position_name(std::size_t position) const {
    return "device " + std::to_string(history_.device) + " event " + std::to_string(position);
  }
  [[nodiscard]] std::string event_name(std::size_t event) const {
    return heap_event_name(history_, out_.no_events, static_cast<HeapStep>(event + 1));
  }

  Records& records_;
  RecordedHeap& history_;
  ImportSummary& summary_;
  HeapRecord& out_;
};

/// They move to the front of the events of all devices, which then are the record's: they are recorded in their order.
std::string EventTaker::take(const Pickle& pickle, PickleValue trace) {
  std::vector<std::uint32_t> taken;
  std::optional<std::size_t> misplaced;
  taken.reserve(pickle.item_count(trace));
  for_each_record(
      pickle, trace, Records::Kind::event,
      [&](std::uint32_t e, std::size_t position) {
        if (!taken.empty() && e <= taken.back() && !misplaced) misplaced = position;
        taken.push_back(e);
      },
      [&](std::size_t position) {
        if (out_.no_events.empty()) out_.unclear_from = static_cast<HeapStep>(taken.size());
        out_.no_events.push_back(static_cast<std::uint32_t>(position));
      });
  if (misplaced) return position_name(*misplaced);
  const std::size_t others = records_.events.size() - taken.size();
  for (std::size_t i = 0; i < taken.size(); ++i) records_.events[i] = records_.events[taken[i]];
  take_oom(taken);
  take_times(taken);
  count_actions(taken);
  take_damage(taken);
  for (const std::uint32_t position : out_.no_events)
    summary_.add(ImportKind::unknown, "events that are no record of an action", position_name(position));
  summary_.count(ImportKind::skipped, "events of other devices", others);
  records_.events.resize(taken.size());
  out_.events = std::exchange(records_.events, {});
  return {};
}

void EventTaker::take_oom(const std::vector<std::uint32_t>& taken) {
  for (const Records::OutOfMemory& oom : records_.out_of_memory) {
    const auto at = std::ranges::lower_bound(taken, oom.event);
    if (at == taken.end() || *at != oom.event) continue;
    const auto index = static_cast<std::size_t>(at - taken.begin());
    const HeapEvent& event = records_.events[index];
    history_.out_of_memory.push_back(
        {.step = static_cast<HeapStep>(index + 1), .requested = {event.size}, .device_free = {}, .stack = event.stack});
    if (oom.device_free) history_.out_of_memory.back().device_free = Bytes{*oom.device_free};
  }
}

void EventTaker::count_actions(const std::vector<std::uint32_t>& taken) {
  constexpr std::size_t kKnown = std::size(kSnapshotActions);
  std::vector<std::size_t> counts(256);
  for (std::size_t i = 0; i < taken.size(); ++i) {
    const std::uint8_t action = records_.actions[taken[i]];
    ++counts[action];
    if (action >= kKnown && action != Records::kDamaged)
      summary_.add(ImportKind::unknown,
                   "events: " + (action == Records::kManyUnknown ? "other actions" : records_.action_names[action]),
                   event_name(i));
  }
  for (std::size_t a = 0; a < kKnown; ++a)
    summary_.count(ImportKind::read, "events: " + records_.action_names[a], counts[a]);
}

/// Names what of events cannot be used, and says from where on something may be missing.
void EventTaker::take_damage(const std::vector<std::uint32_t>& taken) {
  using Field = Records::Damage::Field;
  for (const Records::Damage& damage : records_.damaged) {
    const auto at = std::ranges::lower_bound(taken, damage.event);
    if (at == taken.end() || *at != damage.event) continue;
    const auto index = static_cast<std::size_t>(at - taken.begin());
    const bool known = damage.action < std::size(kSnapshotActions);
    const auto does = known ? kSnapshotActions[damage.action].action : HeapEvent::Action::unclear;
    const bool nowhere = damage.address != Field::fine;
    if (nowhere && (does == HeapEvent::Action::allocate || does == HeapEvent::Action::unclear))
      out_.unclear_from = std::min(out_.unclear_from, static_cast<HeapStep>(index + 1));
    if (does == HeapEvent::Action::add_segment || does == HeapEvent::Action::remove_segment)
      out_.unclear_segments = true;
    if (!known) continue;  // it is named by its action
    std::string name = event_name(index) + " (" + records_.action_names[damage.action] + ')';
    const auto tell = [&](std::string_view field, Field state) {
      if (state != Field::fine) name.append(state == Field::odd ? ": bad " : ": no ").append(field);
    };
    tell("addr", damage.address);
    tell("size", damage.size);
    summary_.add(ImportKind::unknown, "events without a usable address or size", name);
  }
}

/// A time of each step, ascending: threads may write theirs a little late.
void EventTaker::take_times(const std::vector<std::uint32_t>& taken) {
  if (taken.empty()) return;
  const auto has_time = [&](std::uint32_t e) { return records_.times[e] > Records::kOddTime; };
  if (!has_time(taken.front())) {
    const auto others = std::ranges::count_if(taken, has_time);
    return summary_.count(ImportKind::skipped, "times of events, as the first event has none that is usable",
                          static_cast<std::size_t>(others));
  }
  std::int64_t latest = records_.times[taken.front()];
  history_.times.reserve(taken.size() + 1);
  history_.times.push_back(latest);
  for (std::size_t i = 0; i < taken.size(); ++i) {
    const std::int64_t time = records_.times[taken[i]];
    if (time < latest)
      summary_.add(ImportKind::assumed,
                   time == Records::kNoTime    ? "events without a time: they take the latest before them"
                   : time == Records::kOddTime ? "events with a time that is none: they take the latest before them"
                                               : "events whose time goes back: they take the latest before them",
                   event_name(i));
    history_.times.push_back(latest = std::max(latest, time));
  }
}

}  // namespace

std::string take_snapshot_events(const Pickle& pickle, PickleValue trace, SnapshotRecords& records,
                                 SnapshotDevice& device) {
  return EventTaker(records, device).take(pickle, trace);
}

}  // namespace stowage
