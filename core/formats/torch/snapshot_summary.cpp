// SPDX-License-Identifier: Apache-2.0
#include "core/formats/torch/snapshot_summary.h"

#include <algorithm>
#include <charconv>
#include <ranges>
#include <string>
#include <vector>

namespace stowage {
namespace {

std::string device_name(const RecordedHeap& history) {
  return "device " + std::to_string(history.device);
}

std::string device_text(const RecordedHeap& history) {
  const std::vector<std::int64_t> streams = history.streams_in_use();
  return device_name(history) +
         (streams.empty() ? "" : (streams.size() == 1 ? ", stream " : ", streams ") + some_numbers(streams, 8));
}

/// Says what is assumed to order the streams, where there are several.
void say_streams(const Graph& graph, HeapStreams streams, ImportSummary& summary) {
  const std::size_t count = graph.stream_count();
  if (count < 2)
    summary.say(ImportKind::assumed, "the order of the events is their order in the file, on one stream");
  else if (streams == HeapStreams::serial)
    summary.say(ImportKind::assumed, "the " + std::to_string(count) +
                                         " streams run in the order of the file, each waiting for the others, so one "
                                         "stream may reuse the memory of another");
  else
    summary.say(ImportKind::assumed, "nothing orders the " + std::to_string(count) +
                                         " streams, so no stream reuses the memory of another; the order of the events "
                                         "of one stream is their order in the file");
}

void say_assumptions(const RecordedHeap& history, const Graph& graph, HeapStreams streams, ImportSummary& summary) {
  const auto say = [&](std::string_view what) { summary.say(ImportKind::assumed, what); };
  say("sizes of tensors are the requested ones rounded up to 512 bytes, as the allocator does");
  if (history.event_count == 0) {
    say("there are no events: every allocation is taken to live all the time");
  } else {
    say("an allocation lives until its free is completed, when its stream has finished with it");
    say_streams(graph, streams, summary);
  }
  say("offsets of the plan are the addresses, with the gaps between segments closed");
}

}  // namespace

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
  using enum ImportKind;
  if (history.allocations.empty())
    summary.say(read, history.event_count == 0 && history.segments.empty()
                          ? "nothing was allocated: the snapshot is empty"
                          : "nothing was allocated");
  else
    summary.say(read, device_text(history));
  summary.count(read, "allocations", history.allocations.size());
  summary.count(read, "stack frames", history.frames.size());
  summary.count(read, "stacks", history.stacks.row_count());
  summary.count(read, "annotations, as phases of operators", history.annotations.size());
  summary.count(read, "times the device was out of memory", history.out_of_memory.size());
  if (!history.allocations.empty()) {
    const Graph& graph = made.graph.graph;
    say_assumptions(history, graph, streams, summary);
    say_steps_of_events(history.event_count, graph.operator_count(), summary);
  }
  const auto tell = [&](ImportKind kind, std::string_view what, const HeapFindings& findings) {
    for (const auto& [step, address] : findings.places) {
      char hex[16];
      const std::string at = " at 0x" + std::string(hex, std::to_chars(hex, hex + sizeof hex, address, 16).ptr);
      const bool at_event = step > 0 && step <= history.last_step();
      summary.add(kind, what, (at_event ? heap_event_name(history, found.no_events, step) : device_name(history)) + at);
    }
    summary.count(kind, what, findings.count - findings.places.size());
  };
  const auto& a = found.assumed;
  tell(assumed, "allocations present at the end and never made in the record: they are present from the start",
       a.alive_throughout);
  tell(assumed, "allocations freed and never made in the record: they are present from the start", a.freed_only);
  tell(assumed,
       "allocations without a readable event, but perhaps with a damaged event: they are taken to be present from the "
       "start",
       a.perhaps_damaged);
  tell(assumed, "allocations freed and never made since the free before: they begin at that free", a.freed_again);
  summary.count(
      assumed,
      found.unclear_segments
          ? "segments without a readable event, but perhaps with a damaged event: they are present from the start"
          : "segments never made in the record: they are present from the start",
      a.segments_at_start);
  tell(assumed, "frees that are completed and were never requested", a.freed_unasked);
  tell(assumed, "allocations that end where their address is handed out again", a.address_again);
  tell(assumed, "blocks at the end that were freed last: they begin at that free", a.freed_at_end);
  tell(assumed, "segments that end where their addresses are mapped again", a.segments_cut);
  tell(assumed, "allocations whose event has no size: they have the size of their free or their block",
       a.size_elsewhere);
  tell(unknown, "allocations of unknown size, which are not counted", a.without_size);
  tell(unknown, "frees and blocks of another size than was allocated: the size of the allocation counts", a.other_size);
  tell(unknown, "allocations over memory that is in use", found.doubts.overlapping);
  tell(unknown, "segments over another segment", a.segments_overlap);
  tell(unknown, "allocations outside every segment", found.doubts.outside);
  tell(unknown, "blocks at an address that another block has: they are taken for one", a.block_again);
  tell(unknown, "frees requested twice", a.free_of_nothing);
  tell(unknown, "allocations that no free ends and that are in no block at the end: they are kept", a.not_at_end);
  if (made.kinds_left_out)
    summary.say(ImportKind::skipped, "stack frames as kinds of tensors, where there are more than 50,000");
}

}  // namespace stowage
