// SPDX-License-Identifier: Apache-2.0
#include "core/io/torch/snapshot_summary.h"

#include <string>

namespace stowage {
namespace {

std::string device_text(const HeapHistory& history) {
  std::string out = "device " + std::to_string(history.device);
  if (!history.streams.empty()) out += history.streams.size() == 1 ? ", stream" : ", streams";
  std::size_t shown = 0;
  for (const std::int64_t stream : history.streams) {
    out += (shown == 0 ? " " : ", ") + std::to_string(stream);
    if (++shown == 8 && history.streams.size() > 8) return out + ", …";
  }
  return out;
}

}  // namespace

void summarize(const HeapHistory& history, const HeapAssumptions& assumed, const HeapGraph& made,
               ImportSummary& summary) {
  using ImportKind::read, ImportKind::skipped, ImportKind::unknown;
  summary.say(read, device_text(history));
  summary.count(read, "allocations", history.allocations.size());
  summary.count(read, "stack frames", history.frames.size());
  summary.count(read, "stacks", history.stacks.row_count());
  summary.count(read, "annotations, as phases of operators", history.annotations.size());
  summary.count(read, "times the device was out of memory", history.out_of_memory.size());
  if (history.allocations.empty()) summary.say(read, "nothing was allocated: the snapshot is empty");

  summary.say(ImportKind::assumed,
              "sizes of tensors are the requested ones rounded up to 512 bytes, as the allocator does");
  if (history.event_count == 0)
    summary.say(ImportKind::assumed, "there are no events: every allocation is taken to live all the time");
  else
    summary.say(ImportKind::assumed,
                "an allocation lives until its free is completed, which is when its stream is done with it");
  summary.say(ImportKind::assumed, "the order of the events is their order in the file, on one stream");
  summary.say(ImportKind::assumed, "offsets of the plan are the addresses, with the gaps between segments closed");
  const auto count = [&](std::string_view what, std::size_t number) {
    summary.count(ImportKind::assumed, what, number);
  };
  count("allocations there at the end and never made in the record: they are there from the start",
        assumed.alive_throughout);
  count("allocations freed and never made in the record: they are there from the start", assumed.freed_only);
  count("segments never made in the record: they are there from the start", assumed.segments_at_start);
  count("frees that are completed and were never requested", assumed.freed_unasked);
  count("allocations that end where their address is handed out again", assumed.address_again);
  count("blocks at the end that were freed last: they begin at that free", assumed.freed_at_end);
  count("segments that end where their addresses are mapped again", assumed.segments_cut);
  if (made.kinds_left_out) summary.say(skipped, "stack frames as kinds of tensors, where there are more than 50,000");
  summary.count(unknown, "frees requested twice", assumed.free_of_nothing);
  summary.count(unknown, "allocations that no free ends and that are in no block at the end: they are kept",
                assumed.not_at_end);
}

}  // namespace stowage
