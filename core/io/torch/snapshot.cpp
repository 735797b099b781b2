// SPDX-License-Identifier: Apache-2.0
#include "core/io/torch/snapshot.h"

#include "core/io/file_stem.h"
#include "core/io/torch/snapshot_device.h"
#include "core/io/torch/snapshot_summary.h"
#include "core/recorded/heap_graph.h"

namespace stowage {
namespace {

/// One part of the work, for whom it is from `begin` on to `end`.
Task part_of(const Task& task, double begin, double end) {
  Task part = task;
  if (task.progress)
    part.progress = [progress = task.progress, begin, end](double done) { progress(begin + done * (end - begin)); };
  return part;
}

std::string name_of(const std::string& file) {
  std::string name = stem_of(file, ".gz");
  for (const char* ending : {".pickle", ".pkl"}) name = stem_of(name, ending);
  return name;
}

}  // namespace

Result<Document> read_torch_snapshot(std::string_view bytes, const std::string& file, const ReadOptions& options,
                                     const Task& task) {
  auto device = read_device(bytes, file, options.device, part_of(task, 0, 0.6));
  if (!device) return tl::unexpected(std::move(device.error()));
  auto& [record, history, summary, devices] = *device;
  auto assumed = rebuild(record, *history, part_of(task, 0.6, 0.8));
  if (!assumed) return tl::unexpected(std::move(assumed.error()));
  auto doubts = find_inconsistencies(*history, task, assumed->overlapping);
  if (!doubts) return tl::unexpected(std::move(doubts.error()));
  const HeapFound found{std::move(*assumed), std::move(*doubts), std::move(record.no_events), record.unclear_segments};
  record = {};
  if (!find_regions(*history))
    return tl::unexpected(Error::bad_input(file, "", "the segments and allocations make 2^60 bytes or more"));
  const HeapStreams streams = options.serial_streams ? HeapStreams::serial : HeapStreams::unordered;
  auto made = heap_graph(*history, streams, name_of(file), file, part_of(task, 0.8, 1));
  if (!made) return tl::unexpected(std::move(made.error()));
  summarize(*history, streams, found, *made, summary);
  auto out = make_document(std::move(made->graph), "torch-snapshot", std::move(summary));
  out->plan = std::move(made->plan);
  out->devices = std::move(devices);
  out->history = std::move(history);
  return out;
}

}  // namespace stowage
