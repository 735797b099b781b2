// SPDX-License-Identifier: Apache-2.0
// Memory snapshots as the real files at hand are not: of several devices, of expandable segments, as the old list of
// segments alone; and damaged, or not fitting together: each fault is told of by its place, and nothing that a damaged
// event may have made is said to be there from the start.
#include "core/graph/claims.h"
#include "core/insight/recorded/heap_at.h"
#include "core/insight/recorded/recorded_heap.h"
#include "tests/support/core_test.h"
#include "tests/support/pickles.h"

namespace {

constexpr std::int64_t kMiB = 1 << 20, kBase = 0x7f0000000000;

PickleText block(std::int64_t address, std::int64_t size, const char* state) {
  return {{"address", address}, {"size", size}, {"requested_size", size}, {"state", state}};
}
PickleText segment(std::int64_t device, std::int64_t address, std::int64_t size, bool expandable, PickleText blocks) {
  return {{"device", device}, {"address", address},          {"total_size", size},
          {"stream", 0},      {"is_expandable", expandable}, {"blocks", std::move(blocks)}};
}

PickleText used(std::int64_t address, std::int64_t size) {
  return block(address, size, "active_allocated");
}
PickleText segment(std::int64_t address, std::int64_t size, PickleText blocks) {
  return segment(0, address, size, false, std::move(blocks));
}

Document open_events(PickleText events, PickleText segments = list({})) {
  return open_snapshot({{"segments", std::move(segments)}, {"device_traces", list({std::move(events)})}});
}

}  // namespace

/// Nobody saw when its free was asked for: it waits as long as it is known.
TEST_CASE("a block that no event shows may wait for its stream") {
  const auto waiting = list({block(kBase, kMiB, "active_pending_free"), block(kBase + kMiB, kMiB, "inactive")});
  const Document document = open_events(list({}), list({segment(kBase, 2 * kMiB, waiting)}));
  REQUIRE_EQ(heap_at(*document.history, 0).pending.count, kMiB);
}

TEST_CASE("each device has a heap of its own") {
  const PickleText snapshot{
      {"segments", list({segment(0, kBase, 2 * kMiB, false, list({block(kBase, 2 * kMiB, "active_allocated")})),
                         // The same addresses, on another device.
                         segment(1, kBase, 4 * kMiB, false, list({block(kBase, 4 * kMiB, "inactive")}))})},
      {"device_traces", list({list({happened("alloc", kBase, 2 * kMiB)}),
                              list({happened("alloc", kBase, kMiB), happened("free_requested", kBase, kMiB),
                                    happened("free_completed", kBase, kMiB)})})}};
  const Document most = open_snapshot(snapshot);
  REQUIRE_EQ(device_numbers(most), (std::vector<std::int64_t>{0, 1}));
  REQUIRE_EQ(most.history->device, std::int64_t{1});  // it has more events
  REQUIRE_EQ(most.history->event_count, 3u);
  REQUIRE_EQ(most.history->allocations.size(), 1u);
  const Document first = open_snapshot(snapshot, 0);
  REQUIRE_EQ(first.history->device, std::int64_t{0});
  REQUIRE_EQ(first.history->event_count, 1u);
  REQUIRE_EQ(heap_curves(*first.history).reserved.back().count, 2 * kMiB);
  REQUIRE_EQ(heap_curves(*first.history).active.back().count, 2 * kMiB);
  REQUIRE_EQ(heap_curves(*open_snapshot(snapshot, 1).history).reserved.back().count, 4 * kMiB);
}

/// Streams and annotations of a device that was not chosen are not taken for its own.
TEST_CASE("only the chosen device is told of") {
  const auto on = [](std::int64_t stream) {
    return PickleText{{"action", "alloc"}, {"addr", kBase}, {"size", 512}, {"stream", stream}, {"time_us", 1}};
  };
  const auto mark = [](std::int64_t device) {
    return PickleText{{"stage", "START"}, {"name", "a"}, {"device", device}, {"time_us", 1}};
  };
  const PickleText snapshot{{"segments", list({})},
                            {"device_traces", list({list({on(0)}), list({on(3)})})},
                            {"external_annotations", list({mark(0), mark(1), mark(5), mark(5)})}};
  for (const auto& [device, text] : {std::pair(0, "0x device 0 stream 0"), std::pair(1, "0x device 1 stream 3")}) {
    const Document document = open_snapshot(snapshot, device);
    REQUIRE_EQ(told(document.summary, ImportKind::read), says(text));
    REQUIRE_EQ(told(document.summary, ImportKind::skipped), says("3x"));
    REQUIRE_EQ(document.history->annotations.size(), std::size_t{1});
  }
}

/// Events that share a step of the graph widen lifetimes, which is said with the number of both.
TEST_CASE("events that share steps") {
  const Document shared = open_events(list({happened("alloc", kBase, 512), happened("alloc", kBase + 512, 512),
                                            happened("free_completed", kBase, 512), happened("alloc", kBase, 512)}));
  REQUIRE_EQ(shared.graph->operator_count(), 2u);
  REQUIRE_EQ(told(shared.summary, ImportKind::assumed), says("0x 4 2"));
  const Document apart = open_events(list({happened("free_completed", kBase, 512), happened("alloc", kBase, 512)}));
  REQUIRE_EQ(apart.graph->operator_count(), 2u);
  REQUIRE_NE(told(apart.summary, ImportKind::assumed), says("0x 2 2"));
}

TEST_CASE("parts that are no lists") {
  for (const char* part : {"segments", "device_traces"}) {
    REQUIRE_EQ(error_of(read_document(PickleText{{part, "abc"}}.file(), "s.pickle")).text(),
               says("s.pickle:/" + std::string(part) + ": list"));
  }
}

/// Mapped by two pieces of 4 MiB, of which the upper is given back:
/// ```
///  step 2  [░░░░░░░░░░░░░░░░]   one hole of 8 MiB, over both pieces
///  step 4  [██████▓▓▓▓▓▓░░░░]   two of 3 MiB, one of which lies on both
///  step 9  [░░░░░░░░]           4 MiB are left
/// ```
TEST_CASE("pieces of an expandable segment") {
  const std::int64_t upper = kBase + 4 * kMiB, second = kBase + 3 * kMiB;
  const Document document =
      open_events(list({happened("segment_map", kBase, 4 * kMiB), happened("segment_map", upper, 4 * kMiB),
                        happened("alloc", kBase, 3 * kMiB), happened("alloc", second, 3 * kMiB),
                        happened("free_requested", kBase, 3 * kMiB), happened("free_completed", kBase, 3 * kMiB),
                        happened("free_requested", second, 3 * kMiB), happened("free_completed", second, 3 * kMiB),
                        happened("segment_unmap", upper, 4 * kMiB)}),
                  list({segment(0, kBase, 4 * kMiB, true, list({block(kBase, 4 * kMiB, "inactive")}))}));
  const RecordedHeap& history = *document.history;
  const HeapCurves curves = heap_curves(history);
  const Fragmentation holes = fragmentation(history).value();
  const std::int64_t reserved[] = {0, 4, 8, 8, 8, 8, 8, 8, 8, 4};
  const std::int64_t active[] = {0, 0, 0, 3, 6, 6, 3, 3, 0, 0};
  const std::int64_t largest[] = {0, 4, 8, 5, 2, 2, 3, 3, 8, 4};
  REQUIRE_EQ(history.step_count(), 10u);
  for (HeapStep step = 0; step < history.step_count(); ++step) {
    REQUIRE_EQ(curves.reserved[step].count, reserved[step] * kMiB);
    REQUIRE_EQ(curves.active[step].count, active[step] * kMiB);
    REQUIRE_EQ(holes.largest[step].count, largest[step] * kMiB);
    REQUIRE_EQ(heap_at(history, step).largest.size.count, largest[step] * kMiB);
  }
  REQUIRE(document.warnings.empty());
}

/// Blocks have no addresses there: they lie one behind the other.
TEST_CASE("the old list of segments") {
  const auto legacy = [](std::int64_t size, const char* state, std::int64_t requested) {
    const PickleText past{{"real_size", requested}, {"frames", list({})}};
    return PickleText{{"size", size}, {"state", state}, {"history", list({past})}};
  };
  const Document document = open_snapshot(
      list({{{"device", 0},
             {"address", kBase},
             {"total_size", 4 * kMiB},
             {"stream", 0},
             {"blocks", list({legacy(kMiB, "active_allocated", kMiB - 100), legacy(2 * kMiB, "inactive", 1),
                              legacy(kMiB, "active_allocated", kMiB)})}}}));
  const RecordedHeap& history = *document.history;
  REQUIRE_EQ(history.allocations.size(), 2u);
  REQUIRE_EQ(history.allocations[0].address, static_cast<std::uint64_t>(kBase));
  REQUIRE_EQ(history.allocations[0].requested.count, kMiB - 100);
  REQUIRE_EQ(history.allocations[0].rounded.count, kMiB);
  REQUIRE_EQ(history.allocations[1].address, static_cast<std::uint64_t>(kBase + 3 * kMiB));
  REQUIRE_EQ(heap_at(history, 0).largest.size.count, 2 * kMiB);
}

TEST_CASE("damaged events are named") {
  const Document document = open_events(list({happened("alloc", kBase, 512),
                                              happened("alloc", "here", 512),
                                              {{"action", "alloc"}, {"size", 512}, {"stream", 0}},
                                              happened("free_requested", kBase, -4),
                                              PickleText(7),
                                              happened("segment_alloc", kBase, "large"),
                                              happened("vanish", kBase, 512)}));
  REQUIRE_EQ(told(document.summary, ImportKind::unknown),
             says("4x device 0 event 1 alloc addr device 0 event 2 alloc addr "
                  "device 0 event 3 free_requested size device 0 event 5 segment_alloc size"));
  REQUIRE_EQ(told(document.summary, ImportKind::unknown), says("1x device 0 event 4"));
  REQUIRE_EQ(told(document.summary, ImportKind::unknown), says("1x vanish device 0 event 6"));
  REQUIRE_EQ(document.history->allocations.size(), std::size_t{1});
  REQUIRE_EQ(document.history->allocations[0].free_requested, HeapStep{4});  // its address is enough
  REQUIRE_EQ(unknown_sizes(*document.graph), std::size_t{0});
}

/// Only what was freed before the damage is sure to have been there from the start.
TEST_CASE("what a damaged event may have made") {
  const auto freed = [](std::int64_t address) { return happened("free_completed", address, 512); };
  const Document document = open_events(list({freed(kBase), happened("alloc", "here", 512), freed(kBase + 512)}),
                                        list({segment(kBase, 2 * kMiB, list({used(kBase + 1024, 512)}))}));
  REQUIRE_EQ(told(document.summary, ImportKind::assumed), says("1x device 0 event 0 0x7f0000000000"));
  REQUIRE_EQ(told(document.summary, ImportKind::assumed),
             says("2x device 0 event 2 0x7f0000000200 device 0 0x7f0000000400"));
  REQUIRE_NE(told(document.summary, ImportKind::assumed), says("1x device 0 0x7f0000000400"));  // not sure
}

/// Of a damaged event whose address is known, that address alone is in doubt.
TEST_CASE("an unknown action at an address") {
  const Document document = open_events(list({happened("vanish", kBase, 512), happened("free_completed", kBase, 512),
                                              happened("free_completed", kBase + 512, 512)}));
  REQUIRE_EQ(told(document.summary, ImportKind::assumed), says("1x device 0 event 1 0x7f0000000000"));
  REQUIRE_EQ(told(document.summary, ImportKind::assumed), says("1x device 0 event 2 0x7f0000000200"));
}

TEST_CASE("a lost size is that of the free or the block") {
  const Document document =
      open_events(list({happened("alloc", kBase, "large"), happened("free_requested", kBase, 700),
                        happened("free_completed", kBase, 700), happened("alloc", kBase + kMiB, "large"),
                        happened("alloc", kBase, "large"), happened("free_completed", kBase, "large")}),
                  list({segment(kBase, 2 * kMiB, list({used(kBase + kMiB, 2048)}))}));
  const auto& allocations = document.history->allocations;
  REQUIRE_EQ(allocations.size(), std::size_t{3});
  REQUIRE_EQ(allocations[0].requested, Bytes{700});
  REQUIRE_EQ(allocations[0].rounded, Bytes{1024});
  REQUIRE_EQ(allocations[1].requested, Bytes{2048});
  REQUIRE_EQ(told(document.summary, ImportKind::assumed),
             says("2x device 0 event 0 0x7f0000000000 device 0 event 3 0x7f0000100000"));
  REQUIRE_EQ(told(document.summary, ImportKind::unknown), says("1x device 0 event 4 0x7f0000000000"));
  REQUIRE_EQ(unknown_sizes(*document.graph), std::size_t{1});
}

TEST_CASE("what does not fit together") {
  const Document document =
      open_events(list({happened("alloc", kBase, 1024), happened("alloc", kBase + 512, 512),
                        happened("free_requested", kBase, 1000), happened("free_completed", kBase, 1024),
                        happened("alloc", kBase + 4 * kMiB, 512)}),
                  list({segment(kBase, 2 * kMiB, list({used(kBase + 512, 512), used(kBase + 2 * kMiB - 512, 1024)}))}));
  REQUIRE_EQ(told(document.summary, ImportKind::unknown), says("1x device 0 event 2 0x7f0000000000"));
  REQUIRE_EQ(told(document.summary, ImportKind::unknown), says("1x device 0 event 1 0x7f0000000200"));
  REQUIRE_EQ(told(document.summary, ImportKind::unknown),
             says("2x device 0 0x7f00001ffe00 device 0 event 4 0x7f0000400000"));
  REQUIRE_EQ(told(document.summary, ImportKind::unknown), says("1x device 0 event 4 0x7f0000400000"));
}

/// Nobody can tell whose the addresses are; what lies there is in a segment all the same.
/// ```
///  0       2       4 MiB
///  [ A             ]
///          [ B     │       ]     a block here is not "outside"
/// ```
TEST_CASE("segments over each other") {
  const Document document =
      open_events(list({happened("segment_alloc", kBase, 4 * kMiB), happened("alloc", kBase + 8 * kMiB, 512)}),
                  list({segment(kBase, 4 * kMiB, list({})),
                        segment(kBase + 2 * kMiB, 4 * kMiB, list({used(kBase + 3 * kMiB, 512)}))}));
  REQUIRE_EQ(told(document.summary, ImportKind::unknown), says("1x device 0 0x7f0000200000"));
  REQUIRE_EQ(told(document.summary, ImportKind::unknown), says("1x device 0 event 1 0x7f0000800000"));
}

TEST_CASE("odd times are told from missing ones") {
  const auto at = [](PickleText time) {
    return PickleText{{"action", "alloc"}, {"addr", kBase}, {"size", 512}, {"stream", 0}, {"time_us", time}};
  };
  const Document document = open_events(
      list({at(7), at("noon"), at(std::int64_t{-1} << 62), at(6), happened("alloc", kBase + kMiB, 512), at(8)}));
  REQUIRE_EQ(told(document.summary, ImportKind::assumed), says("2x device 0 event 1 device 0 event 2"));
  REQUIRE_EQ(told(document.summary, ImportKind::assumed), says("1x device 0 event 3"));
  REQUIRE_EQ(told(document.summary, ImportKind::assumed), says("1x device 0 event 4"));
  REQUIRE_EQ(document.history->times, (std::vector<std::int64_t>{7, 7, 7, 7, 7, 7, 8}));
  const Document first = open_events(list({at("noon"), at(7)}));
  REQUIRE(first.history->times.empty());
  REQUIRE_EQ(told(first.summary, ImportKind::skipped), says("1x"));
}

TEST_CASE("frames that are none") {
  const auto with = [](std::int64_t address, PickleText frames) {
    return PickleText{
        {"action", "alloc"}, {"addr", address}, {"size", 512}, {"stream", 0}, {"frames", std::move(frames)}};
  };
  const PickleText frame{{"name", "f"}, {"filename", "f.py"}, {"line", 1}};
  const Document document =
      open_events(list({with(kBase, list({frame})), with(kBase + 512, PickleText("f.py")), with(kBase + 1024, list({})),
                        with(kBase + 1536, list({frame, PickleText("x")}))}));
  REQUIRE_EQ(told(document.summary, ImportKind::unknown), says("1x"));
  REQUIRE_EQ(told(document.summary, ImportKind::unknown).size(), 2u);
  const auto& allocations = document.history->allocations;
  REQUIRE((allocations[0].stack != kNoneInHeap && allocations[3].stack == allocations[0].stack));
  REQUIRE((allocations[1].stack == kNoneInHeap && allocations[2].stack == kNoneInHeap));
}

TEST_CASE("what stands twice is refused by its place") {
  const auto refused = [](std::string_view part, const PickleText& item) {
    PickleWriter w;
    w.op("}(").text("segments").op("](");
    if (part != "segments") w.op("e").text("device_traces").op("](](");
    w.op(item.bytes);
    w.get(w.memoize()).op(part == "segments" ? "eu." : "eeu.");
    return fault_text(read_document(w.bytes, "s.pickle"));
  };
  REQUIRE_EQ(refused("segments", segment(kBase, kMiB, list({}))), says("s.pickle:segment 1:"));
  REQUIRE_EQ(refused("device_traces", happened("alloc", kBase, 512)), says("s.pickle:device 0 event 1:"));
}

TEST_CASE("times that go back or are missing") {
  const auto at = [](std::int64_t time) {
    return PickleText{
        {"action", "alloc"}, {"addr", kBase + 512 * time}, {"size", 512}, {"stream", 0}, {"time_us", time}};
  };
  const Document document = open_events(list({at(5), at(3), at(4), at(9), happened("alloc", kBase, 512)}));
  REQUIRE_EQ(document.history->times, (std::vector<std::int64_t>{5, 5, 5, 5, 9, 9}));
  REQUIRE_EQ(told(document.summary, ImportKind::assumed), says("2x device 0 event 1 device 0 event 2"));
  REQUIRE_EQ(told(document.summary, ImportKind::assumed), says("1x device 0 event 4"));
}

TEST_CASE("an empty snapshot assumes nothing") {
  const Document document = open_events(list({}));
  REQUIRE(std::ranges::none_of(document.summary.entries(),
                               [](const ImportEntry& entry) { return entry.kind == ImportKind::assumed; }));
  REQUIRE_EQ(told(document.summary, ImportKind::read), says("0x"));
}
