// SPDX-License-Identifier: Apache-2.0
// Why an allocation of a recorded heap failed, how often the allocator tried again, and which device failed.
#include "core/insight/recorded/heap_at.h"
#include "core/insight/recorded/heap_graph.h"
#include "core/insight/recorded/out_of_memory.h"
#include "core/insight/recorded/record.h"
#include "core/insight/recorded/recorded_heap.h"
#include "tests/support/core_test.h"
#include "tests/support/heaps.h"
#include "tests/support/pickles.h"

namespace {

constexpr std::uint64_t kUnit = 512;
constexpr std::int64_t kMiB = 1 << 20, kBase = 0x7f0000000000;

HeapSegment segment_of(std::uint64_t from, std::uint64_t units, std::uint32_t stream = 0, bool expandable = false) {
  return {.address = from * kUnit,
          .size = {static_cast<std::int64_t>(units * kUnit)},
          .born = 0,
          .died = 1,
          .stream = stream,
          .expandable = expandable};
}
HeapAllocation block_of(std::uint64_t from, std::uint64_t units, std::uint32_t stream = 0) {
  return allocation(from * kUnit, static_cast<std::int64_t>(units * kUnit), 0, 1, stream);
}
Bytes units(std::int64_t count) {
  return {count * static_cast<std::int64_t>(kUnit)};
}

/// Segments of random streams, some of which are touching pieces, with blocks and holes.
RecordedHeap random_heap(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  RecordedHeap heap;
  heap.streams = {0, 7};
  std::uint64_t at = 1;
  for (std::uint64_t s = 0, count = 1 + below(4); s < count; ++s) {
    const std::uint64_t size = 1 + below(8);
    const auto stream = static_cast<std::uint32_t>(below(4) == 0);
    heap.segments.push_back(segment_of(at, size, stream, below(2) == 0));
    for (std::uint64_t place = 0; place < size;) {
      const std::uint64_t length = std::min(1 + below(3), size - place);
      if (below(2) == 0) heap.allocations.push_back(block_of(at + place, length, stream));
      place += length;
    }
    at += size + below(2);
  }
  return heap;
}

/// The fewest bytes of blocks that meet a stretch of so many units, tried at every unit.
std::optional<Bytes> fewest_by_trying(const RecordedHeap& heap, std::uint64_t length, std::uint32_t stream) {
  const auto segment_at = [&](std::uint64_t unit) -> const HeapSegment* {
    for (const HeapSegment& s : heap.segments)
      if (s.address <= unit * kUnit && unit * kUnit < s.end()) return &s;
    return nullptr;
  };
  std::optional<Bytes> best;
  for (std::uint64_t from = 1; from < 60; ++from) {
    bool fits = true;
    for (std::uint64_t u = from; fits && u < from + length; ++u) {
      const HeapSegment *here = segment_at(u), *before = u > from ? segment_at(u - 1) : here;
      fits = here && here->stream == stream && (here == before || (here->expandable && before->expandable));
    }
    if (!fits) continue;
    Bytes met;
    for (const HeapAllocation& a : heap.allocations)
      if (a.address < (from + length) * kUnit && from * kUnit < a.end()) met += a.rounded;
    if (!best || met < *best) best = met;
  }
  return best;
}

PickleText failed(std::int64_t size, std::int64_t device_free, const char* by = "") {
  return {{"action", "oom"}, {"size", size}, {"stream", 0}, {"device_free", device_free}, {"frames", stack_of(by)}};
}
PickleText segment(std::int64_t device, std::int64_t address, std::int64_t size) {
  return {{"device", device}, {"address", address}, {"total_size", size}, {"stream", 0}, {"blocks", list({})}};
}

}  // namespace

/// Without a word on the device, only one place can be made free: no window of any segment has fewer bytes in it.
TEST_CASE("what stood in the way of a place is the least that there is") {
  for (std::uint64_t seed = 1; seed <= rounds(2'000); ++seed) {
    const RecordedHeap heap = random_heap(seed);
    for (std::int64_t size = 1; size <= 10; ++size) {
      const FailedAllocation why = explain_failure(heap, {.requested = units(size)});
      const auto least = fewest_by_trying(heap, static_cast<std::uint64_t>(size), 0);
      REQUIRE_MESSAGE(why.in_the_way_bytes == least.value_or(Bytes{}), text("seed ", seed, ", ", size, " units"));
      REQUIRE_EQ(why.way == FailedAllocation::Way::one_place, least.value_or(Bytes{}) > Bytes{});
      REQUIRE(std::ranges::is_sorted(why.in_the_way));
      Bytes sum;
      for (const std::uint32_t a : why.in_the_way) sum += heap.allocations[a].rounded;
      REQUIRE_EQ(sum, why.in_the_way_bytes);
    }
  }
}

/// Segments that are given back are enough, and each of them is needed.
TEST_CASE("whole segments are given back for what the device lacks") {
  std::size_t seen = 0;
  for (std::uint64_t seed = 1; seed <= rounds(2'000); ++seed) {
    const RecordedHeap heap = random_heap(seed);
    const HeapOutOfMemory failure{.requested = units(12), .device_free = units(static_cast<std::int64_t>(seed % 10))};
    const FailedAllocation why = explain_failure(heap, failure);
    if (why.way != FailedAllocation::Way::whole_segments) continue;
    ++seen;
    std::vector<Bytes> given;  // of segments that are left empty, and were not
    Bytes all;
    for (const HeapSegment& s : heap.segments) {
      const auto lies_in = [&](const HeapAllocation& a) { return s.address <= a.address && a.address < s.end(); };
      bool emptied = true;
      for (std::uint32_t a = 0; a < heap.allocations.size(); ++a)
        if (lies_in(heap.allocations[a])) emptied &= std::ranges::binary_search(why.in_the_way, a);
      if (!emptied) continue;
      all += s.size;
      if (std::ranges::any_of(heap.allocations, lies_in)) given.push_back(s.size);
    }
    REQUIRE_MESSAGE(all + *failure.device_free >= failure.requested, std::to_string(seed));
    for (const Bytes size : given)
      REQUIRE_MESSAGE(all - size + *failure.device_free < failure.requested, std::to_string(seed));
  }
  REQUIRE(seen > 100);
}

/// ```
///  segment at 1   [███░░█░░]   8 units: a has 3, b has 1
///  segment at 20  [░███]       4 units, of another stream
/// ```
TEST_CASE("a failure by hand") {
  RecordedHeap heap;
  heap.streams = {0, 7};
  heap.segments = {segment_of(1, 8), segment_of(20, 4, 1)};
  heap.allocations = {block_of(1, 3), block_of(6, 1), block_of(21, 3, 1)};
  const FailedAllocation five = explain_failure(heap, {.requested = units(5)});
  REQUIRE_EQ(five.free, units(4));  // the other stream's hole is of no use
  REQUIRE_EQ(five.largest, units(2));
  REQUIRE(five.way == FailedAllocation::Way::one_place);
  REQUIRE_EQ(five.in_the_way, (std::vector<std::uint32_t>{1}));
  // The device has 9 of 12 units: the rest comes cheapest from the segment of which half is in use.
  const FailedAllocation twelve = explain_failure(heap, {.requested = units(12), .device_free = units(9)});
  REQUIRE(twelve.way == FailedAllocation::Way::whole_segments);
  REQUIRE_EQ(twelve.in_the_way, (std::vector<std::uint32_t>{0, 1}));
  REQUIRE_EQ(twelve.in_the_way_bytes, units(4));
  REQUIRE(explain_failure(heap, {.requested = units(2)}).in_the_way.empty());
  REQUIRE(explain_failure(heap, {.requested = units(0)}).in_the_way.empty());
  REQUIRE(explain_failure(heap, {.requested = units(99), .device_free = units(1)}).in_the_way.empty());
  // Pieces that touch have one hole together, but not with a piece of another stream.
  heap.segments = {segment_of(1, 4, 0, true), segment_of(5, 3, 0, true), segment_of(8, 5, 1, true)};
  heap.allocations.clear();
  REQUIRE_EQ(must(fragmentation(heap)).largest, std::vector{units(7)});
}

TEST_CASE("segments made and given back are counted, and what is tried again") {
  const std::int64_t other = kBase + 64 * kMiB;
  const Document document = open_snapshot(
      {{"segments", list({segment(0, other, 4 * kMiB)})},
       {"device_traces",
        list({list({happened("segment_alloc", kBase, 2 * kMiB), happened("alloc", kBase, kMiB),
                    happened("free_requested", kBase, kMiB), happened("free_completed", kBase, kMiB),
                    happened("segment_free", kBase, 2 * kMiB),  // given back, and asked again at once
                    happened("segment_alloc", other, 4 * kMiB), happened("segment_map", other + 8 * kMiB, 2 * kMiB),
                    happened("segment_unmap", other + 8 * kMiB, 2 * kMiB),  // given back for good
                    happened("alloc", other, kMiB), happened("segment_alloc", kBase, 2 * kMiB),
                    happened("segment_free", kBase, 2 * kMiB),  // given back, and not enough
                    failed(8 * kMiB, kMiB)})})}});
  const RecordedHeap& heap = *document.history;
  REQUIRE_EQ(heap.segment_events.made, 3u);
  REQUIRE_EQ(heap.segment_events.freed, 2u);
  REQUIRE_EQ(heap.segment_events.mapped, 1u);
  REQUIRE_EQ(heap.segment_events.unmapped, 1u);
  REQUIRE_EQ(heap.segment_events.retries, 2u);
  REQUIRE_EQ(heap.out_of_memory.size(), 1u);
  REQUIRE_EQ(heap.out_of_memory[0].step, 12u);
  const FailedAllocation why = explain_failure(heap, heap.out_of_memory[0]);
  REQUIRE_EQ(why.free.count, 3 * kMiB);
  REQUIRE_EQ(why.in_the_way, std::vector<std::uint32_t>{});  // 1 MiB and the segment's 4 MiB are no 8 MiB
}

/// What a program gives back by itself is no retry: its stack is another, or something was asked for meanwhile.
TEST_CASE("a retry is of one request") {
  const auto retries = [&](std::initializer_list<PickleText> events) {
    const Document document =
        open_snapshot({{"segments", list({segment(0, kBase, 2 * kMiB)})}, {"device_traces", list({list(events)})}});
    return document.history->segment_events.retries;
  };
  const std::int64_t other = kBase + 64 * kMiB;
  const auto freed = [&](const char* by) { return happened("segment_free", other, 2 * kMiB, by); };
  const auto made = [&](const char* by) { return happened("segment_alloc", other, 4 * kMiB, by); };
  const auto there = happened("alloc", kBase, kMiB), asked = happened("free_requested", kBase, kMiB),
             ends = happened("free_completed", kBase, kMiB);
  REQUIRE_EQ(retries({freed("forward"), made("forward")}), 1u);
  REQUIRE_EQ(retries({freed("empty_cache"), made("forward")}), 0u);
  REQUIRE_EQ(retries({freed("forward"), freed("forward"), made("forward")}), 1u);  // all for one request
  REQUIRE_EQ(retries({freed("empty_cache"), freed("forward"), made("forward")}), 1u);
  REQUIRE_EQ(retries({there, asked, freed(""), ends, made("")}), 1u);  // a free completes meanwhile
  REQUIRE_EQ(retries({there, freed(""), asked, ends, made("")}), 0u);  // the program went on meanwhile
  REQUIRE_EQ(retries({freed("forward"), failed(8 * kMiB, kMiB, "forward")}), 1u);
  REQUIRE_EQ(retries({freed("empty_cache"), failed(8 * kMiB, kMiB, "forward")}), 0u);
}

/// The device that failed is opened, though another has more events; each is told of as if it had been opened alone.
TEST_CASE("the device that failed comes first") {
  const auto some = happened("segment_alloc", kBase, 2 * kMiB);
  const PickleText snapshot{
      {"segments", list({segment(0, kBase, 2 * kMiB), segment(1, kBase, 4 * kMiB)})},
      {"device_traces", list({list({some, happened("alloc", kBase, kMiB), happened("alloc", kBase + kMiB, 512)}),
                              list({happened("segment_free", kBase + 64 * kMiB, 6 * kMiB), failed(kMiB, 0)}),
                              list({happened("segment_alloc", kBase, kMiB)})})}};
  const Document document = open_snapshot(snapshot);
  REQUIRE_EQ(document.history->device, std::int64_t{1});
  REQUIRE_EQ(document.devices.size(), 3u);
  const std::int64_t peaks[] = {2 * kMiB, 10 * kMiB, 0};
  for (std::size_t d = 0; d < 3; ++d) {
    const RecordedDevice& device = document.devices[d];
    REQUIRE_EQ(device.number, static_cast<std::int64_t>(d));
    REQUIRE_EQ(device.failures, d == 1 ? 1u : 0u);
    if (d == 2) continue;  // damaged: what was made is not there at the end
    REQUIRE_EQ(device.reserved_peak.value().count, peaks[d]);
    const Document alone = open_snapshot(snapshot, device.number);
    REQUIRE_EQ(alone.history->event_count, device.events);
    REQUIRE_EQ(peak_of(heap_curves(*alone.history).reserved).bytes, *device.reserved_peak);
  }
}

/// One stream after the other needs the bytes of the larger; side by side, of both.
TEST_CASE("static plans of both readings of the streams") {
  RecordedHeap heap;
  heap.event_count = 4;
  heap.streams = {0, 7};
  heap.allocations = {allocation(0x1000, units(3).count, 1, 2, 0), allocation(0x2000, units(5).count, 3, 4, 1)};
  REQUIRE(find_regions(heap));
  REQUIRE_EQ(static_footprint(heap, HeapStreams::serial, Bytes{512}).value(), units(5));
  REQUIRE_EQ(static_footprint(heap, HeapStreams::unordered, Bytes{512}).value(), units(8));
}
