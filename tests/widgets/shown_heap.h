// SPDX-License-Identifier: GPL-3.0-or-later
// A small recorded heap for tests of what shows one.
#pragma once

#include "core/insight/recorded/heap_graph.h"
#include "core/insight/recorded/stacks.h"
#include "tests/gui/gui_test.h"

namespace stowage::test {

struct ShownHeap {
  std::shared_ptr<const RecordedHeap> history;
  std::shared_ptr<const Graph> graph;
};

/// ```
///  step           0   1   2   3   4   5   6
///  segment 0 (8 MiB at 0x10000000), from 0
///    a 2 MiB      ├───────────────────────      by main → conv
///    b 4 MiB          ├───────┼┄┄┄┤             freed at 3, pending until 4; by main → relu
///    c 1 MiB                          ├───      by main → conv, above b's place
///  segment 1 (2 MiB at 0x20000000), from 2
///    d 2 MiB              ├─────────────────    by main → conv
/// ```
inline ShownHeap recorded_heap() {
  auto history = std::make_shared<RecordedHeap>();
  history->event_count = 6;
  history->streams = {0};
  FrameTable frames(*history);
  const auto stack = [&](const char* name, std::int64_t line) {
    const std::uint32_t rows[] = {frames.add_frame(name, "/home/me/model.py", line),
                                  frames.add_frame("main", "/home/me/train.py", 7)};
    return frames.add_stack(rows);
  };
  const std::uint32_t conv = stack("conv", 10), relu = stack("relu", 20);
  const HeapStep end = history->step_count();
  history->segments = {{.address = 0x10000000, .size = {8 * kMiB}, .born = 0, .died = end},
                       {.address = 0x20000000, .size = {2 * kMiB}, .born = 2, .died = end}};
  const auto add = [&](std::uint64_t address, std::int64_t mib, HeapStep from, HeapStep to, HeapStep gone,
                       std::uint32_t by) {
    history->allocations.push_back({.address = address,
                                    .requested = {mib * kMiB},
                                    .rounded = {mib * kMiB},
                                    .allocated = from,
                                    .free_requested = to,
                                    .free_completed = gone,
                                    .stack = by});
  };
  add(0x10000000, 2, 0, end, end, conv);
  add(0x10200000, 4, 1, 3, 4, relu);
  add(0x20000000, 2, 2, end, end, conv);
  add(0x10600000, 1, 5, end, end, conv);
  history->annotations = {{"step", 0, 4}, {"inner", 1, 2}, {"after", 4, 6}};
  history->regions = {{0x10000000, {8 * kMiB}, Offset{0}}, {0x20000000, {2 * kMiB}, Offset{8 * kMiB}}};
  auto made = heap_graph(*history, HeapStreams::unordered, "recorded", "recorded.pickle");
  if (!made) return {};
  return {history, std::make_shared<const Graph>(std::move(made->graph.graph))};
}

}  // namespace stowage::test
