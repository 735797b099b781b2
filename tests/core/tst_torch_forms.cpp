// SPDX-License-Identifier: Apache-2.0
// Forms of memory snapshots that the real files at hand do not have: several devices, expandable segments, and the old
// list of segments alone.

#include "core/formats/document.h"
#include "core/insight/recorded/heap_at.h"
#include "core/insight/recorded/recorded_heap.h"
#include "tests/support/checks.h"
#include "tests/support/device_numbers.h"
#include "tests/support/imports.h"
#include "tests/support/pickles.h"
#include "tests/support/says.h"

using namespace stowage;
using test::PickleText;

namespace {

constexpr std::int64_t kMiB = 1 << 20, kBase = 0x7f0000000000;

PickleText happened(const char* action, std::int64_t address, std::int64_t size) {
  return {{"action", action}, {"addr", address}, {"size", size}, {"stream", 0}, {"frames", PickleText::list({})}};
}
PickleText block(std::int64_t address, std::int64_t size, const char* state) {
  return {{"address", address}, {"size", size}, {"requested_size", size}, {"state", state}};
}
PickleText segment(std::int64_t device, std::int64_t address, std::int64_t size, bool expandable, PickleText blocks) {
  return {{"device", device}, {"address", address},          {"total_size", size},
          {"stream", 0},      {"is_expandable", expandable}, {"blocks", std::move(blocks)}};
}

Document open(const PickleText& snapshot, std::optional<std::int64_t> device = {}) {
  ReadOptions options;
  options.device = device;
  auto document = read_document(snapshot.file(), "s.pickle", options);
  if (!document) throw std::runtime_error(document.error().text());
  return std::move(*document);
}

}  // namespace

TEST_CASE("each device has a heap of its own") {
  const PickleText snapshot{
      {"segments",
       PickleText::list(
           {segment(0, kBase, 2 * kMiB, false, PickleText::list({block(kBase, 2 * kMiB, "active_allocated")})),
            // The same addresses, on another device.
            segment(1, kBase, 4 * kMiB, false, PickleText::list({block(kBase, 4 * kMiB, "inactive")}))})},
      {"device_traces",
       PickleText::list({PickleText::list({happened("alloc", kBase, 2 * kMiB)}),
                         PickleText::list({happened("alloc", kBase, kMiB), happened("free_requested", kBase, kMiB),
                                           happened("free_completed", kBase, kMiB)})})}};
  const Document most = open(snapshot);
  REQUIRE_EQ(test::device_numbers(most), (std::vector<std::int64_t>{0, 1}));
  REQUIRE_EQ(most.history->device, std::int64_t{1});  // it has more events
  REQUIRE_EQ(most.history->event_count, 3u);
  REQUIRE_EQ(most.history->allocations.size(), 1u);
  const Document first = open(snapshot, 0);
  REQUIRE_EQ(first.history->device, std::int64_t{0});
  REQUIRE_EQ(first.history->event_count, 1u);
  REQUIRE_EQ(heap_curves(*first.history).reserved.back().count, 2 * kMiB);
  REQUIRE_EQ(heap_curves(*first.history).active.back().count, 2 * kMiB);
  REQUIRE_EQ(heap_curves(*open(snapshot, 1).history).reserved.back().count, 4 * kMiB);
}

/// Streams and annotations of a device that was not chosen are not taken for its own.
TEST_CASE("only the chosen device is told of") {
  const auto on = [](std::int64_t stream) {
    return PickleText{{"action", "alloc"}, {"addr", kBase}, {"size", 512}, {"stream", stream}, {"time_us", 1}};
  };
  const auto mark = [](std::int64_t device) {
    return PickleText{{"stage", "START"}, {"name", "a"}, {"device", device}, {"time_us", 1}};
  };
  const PickleText snapshot{{"segments", PickleText::list({})},
                            {"device_traces", PickleText::list({PickleText::list({on(0)}), PickleText::list({on(3)})})},
                            {"external_annotations", PickleText::list({mark(0), mark(1), mark(5), mark(5)})}};
  for (const auto& [device, text] : {std::pair(0, "0x device 0 stream 0"), std::pair(1, "0x device 1 stream 3")}) {
    const Document document = open(snapshot, device);
    REQUIRE_EQ(test::told(document.summary, ImportKind::read), test::says(text));
    REQUIRE_EQ(test::told(document.summary, ImportKind::skipped), test::says("3x"));
    REQUIRE_EQ(document.history->annotations.size(), std::size_t{1});
  }
}

/// Events that share a step of the graph widen lifetimes, which is said with the number of both.
TEST_CASE("events that share steps") {
  const auto heap_of = [](std::initializer_list<PickleText> events) {
    return open({{"segments", PickleText::list({})}, {"device_traces", PickleText::list({PickleText::list(events)})}});
  };
  const Document shared = heap_of({happened("alloc", kBase, 512), happened("alloc", kBase + 512, 512),
                                   happened("free_completed", kBase, 512), happened("alloc", kBase, 512)});
  REQUIRE_EQ(shared.graph->operator_count(), 2u);
  REQUIRE_EQ(test::told(shared.summary, ImportKind::assumed), test::says("0x 4 2"));
  const Document apart = heap_of({happened("free_completed", kBase, 512), happened("alloc", kBase, 512)});
  REQUIRE_EQ(apart.graph->operator_count(), 2u);
  REQUIRE_NE(test::told(apart.summary, ImportKind::assumed), test::says("0x 2 2"));
}

TEST_CASE("parts that are no lists") {
  for (const char* part : {"segments", "device_traces"}) {
    const auto document = read_document(PickleText{{part, "abc"}}.file(), "s.pickle");
    REQUIRE(!document);
    REQUIRE_EQ(document.error().text(), test::says("s.pickle:/" + std::string(part) + ": list"));
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
  const Document document = open(
      {{"segments",
        PickleText::list({segment(0, kBase, 4 * kMiB, true, PickleText::list({block(kBase, 4 * kMiB, "inactive")}))})},
       {"device_traces",
        PickleText::list({PickleText::list(
            {happened("segment_map", kBase, 4 * kMiB), happened("segment_map", upper, 4 * kMiB),
             happened("alloc", kBase, 3 * kMiB), happened("alloc", second, 3 * kMiB),
             happened("free_requested", kBase, 3 * kMiB), happened("free_completed", kBase, 3 * kMiB),
             happened("free_requested", second, 3 * kMiB), happened("free_completed", second, 3 * kMiB),
             happened("segment_unmap", upper, 4 * kMiB)})})}});
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
    const PickleText past{{"real_size", requested}, {"frames", PickleText::list({})}};
    return PickleText{{"size", size}, {"state", state}, {"history", PickleText::list({past})}};
  };
  const Document document = open(PickleText::list(
      {{{"device", 0},
        {"address", kBase},
        {"total_size", 4 * kMiB},
        {"stream", 0},
        {"blocks", PickleText::list({legacy(kMiB, "active_allocated", kMiB - 100), legacy(2 * kMiB, "inactive", 1),
                                     legacy(kMiB, "active_allocated", kMiB)})}}}));
  const RecordedHeap& history = *document.history;
  REQUIRE_EQ(history.allocations.size(), 2u);
  REQUIRE_EQ(history.allocations[0].address, static_cast<std::uint64_t>(kBase));
  REQUIRE_EQ(history.allocations[0].requested.count, kMiB - 100);
  REQUIRE_EQ(history.allocations[0].rounded.count, kMiB);
  REQUIRE_EQ(history.allocations[1].address, static_cast<std::uint64_t>(kBase + 3 * kMiB));
  REQUIRE_EQ(heap_at(history, 0).largest.size.count, 2 * kMiB);
}
