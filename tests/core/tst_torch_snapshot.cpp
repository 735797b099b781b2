// SPDX-License-Identifier: Apache-2.0
#include "core/insight/recorded/heap_at.h"
#include "core/insight/recorded/recorded_heap.h"
#include "core/insight/recorded/stacks.h"
#include "tests/support/core_test.h"
#include "tests/support/heaps.h"
#include "tests/support/pickles.h"

namespace {

const std::string kSample = sample_path("serving.pickle");

Document open(const std::string& bytes) {
  return must(read_document(bytes, "s.pickle"));
}

/// Empty, or how what is said of the heap in different ways does not agree.
std::string disagreement(const RecordedHeap& history) {
  const HeapCurves curves = heap_curves(history);
  const Fragmentation holes = fragmentation(history).value();
  const StackTree tree = stack_tree(history);
  if (holes.free.size() != history.step_count()) return "steps";
  const HeapStep stride = std::max<HeapStep>(1, history.step_count() / 200);
  for (HeapStep step = 0; step < history.step_count(); step += stride) {
    const HeapAt heap = heap_at(history, step);
    const StackBlame blame = stack_blame(history, tree, step);
    const std::string at = " at step " + std::to_string(step);
    const std::tuple<const char*, Bytes, Bytes> totals[] = {
        {"reserved", heap.reserved, curves.reserved[step]},
        {"in use", heap.in_use, curves.allocated[step]},
        {"active", heap.in_use + heap.pending, curves.active[step]},
        {"sum", heap.in_use + heap.pending + heap.free, heap.reserved},
        {"free", heap.free, holes.free[step]},
        {"largest hole", heap.largest.size, holes.largest[step]},
        {"blame", blame.nodes[0].bytes, curves.active[step]}};
    for (const auto& [what, one, other] : totals)
      if (one != other) return text(what, at, ": ", one.count, ", not ", other.count);
    if (blame.nodes[0].own_allocations != 0) return "the root's own" + at;
    std::vector<Bytes> below(tree.nodes.size());  // of each node, its children's
    for (std::size_t n = 1; n < tree.nodes.size(); ++n) below[tree.nodes[n].parent] += blame.nodes[n].bytes;
    for (std::size_t n = 0; n < tree.nodes.size(); ++n)
      if (below[n] + blame.nodes[n].own_bytes != blame.nodes[n].bytes) return "sum of the children" + at;
  }
  if (allocations_under(history, tree, 0, 0).size() != stack_blame(history, tree, 0).nodes[0].allocations)
    return "allocations under the root";
  return {};
}
std::string disagreement(const Document& document) {
  const auto check = validate(*document.graph, *document.plan);
  return check && check->valid() ? disagreement(*document.history) : "the plan of addresses is not valid";
}

}  // namespace

/// Counts, and what the headline tells, by two scripts of their own: one reads the files with Python's pickle, the
/// other replays their events and looks for the holes of each step.
TEST_CASE("real files") {
  struct Row {
    std::string name;
    std::size_t events, allocations, freed_only, throughout, segments, frames;
    std::int64_t peak;
    HeapStep peak_at;
    std::int64_t active_at_end, reserved_at_end;
    std::int64_t reserved;
    HeapStep reserved_at;
    std::size_t made;
    HeapStep worst;
    std::int64_t free, largest;  // at the worst step
  };
  STOWAGE_NEEDS_SHARED();
  const std::vector<Row> rows = {
      {"bcrafton.pickle", 6486, 2609, 222, 225, 96, 443, 3857686016, 6464, 3072871424, 4238344192,  //
       4238344192, 0, 0, 0, 1169458176, 155189248},
      {"decomfl.pickle", 23105, 7946, 0, 0, 61, 137, 1786608128, 11206, 1014430208, 1897922560,  //
       1897922560, 11205, 61, 17082, 883496448, 155189248},
      {"silmont_mem_snapshot.pickle.gz", 97, 36, 0, 0, 9, 245, 3249144832, 53, 31719936, 3781165056,  //
       3781165056, 52, 9, 97, 3749445120, 536870912},
      {"silmont_memory_forward_bf16_128.pickle.gz", 2811, 1074, 0, 137, 43, 363, 781312000, 2631, 525286400, 861929472,
       861929472, 0, 0, 0, 336643072, 20971520},
      {"wedsonlin_medium_512_inference.pickle", 4998, 1889, 0, 223, 101, 268, 1951309824, 316, 1703448576, 1981808640,
       1981808640, 0, 0, 0, 278360064, 67108864},
      {"zijiandu_memory.pickle.gz", 0, 2799, 0, 2799, 370, 67, 7626237952, 0, 7626237952, 8143241216,  //
       8143241216, 0, 0, 0, 517003264, 134217728}};
  each_row(rows, [&](const Row& row) {
    const Document document = document_in(shared_path("data/torch_snapshot/" + row.name));
    const RecordedHeap& history = *document.history;
    REQUIRE_EQ(document.format, "torch-snapshot");
    REQUIRE(document.warnings.empty());
    REQUIRE_EQ(device_numbers(document), std::vector<std::int64_t>{0});
    REQUIRE_EQ(history.event_count, row.events);
    REQUIRE_EQ(history.allocations.size(), row.allocations);
    REQUIRE_EQ(count_of(document, ImportKind::assumed, "allocations freed"), row.freed_only);
    REQUIRE_EQ(count_of(document, ImportKind::assumed, "allocations present"), row.throughout);
    REQUIRE_EQ(history.segments.size(), row.segments);
    REQUIRE_EQ(history.frames.size(), row.frames);
    const HeapCurves curves = heap_curves(history);
    const HeapPeak active = peak_of(curves.active), reserved = peak_of(curves.reserved);
    REQUIRE_EQ(active.bytes.count, row.peak);
    REQUIRE_EQ(active.step, row.peak_at);
    REQUIRE_EQ(curves.active.back().count, row.active_at_end);
    REQUIRE_EQ(curves.reserved.back().count, row.reserved_at_end);
    REQUIRE_EQ(count_of(document, ImportKind::unknown, ""), 0u);
    REQUIRE_EQ(disagreement(document), "");
    REQUIRE_EQ(reserved.bytes.count, row.reserved);
    REQUIRE_EQ(reserved.step, row.reserved_at);
    REQUIRE_EQ(history.segment_events.made, row.made);
    REQUIRE_EQ(history.segment_events.freed + history.segment_events.retries, 0u);
    const Fragmentation holes = fragmentation(history).value();
    const HeapStep worst = most_fragmented(holes, history);
    REQUIRE_EQ(worst, row.worst);
    REQUIRE_EQ(holes.free[worst].count, row.free);
    REQUIRE_EQ(holes.largest[worst].count, row.largest);
    // One truth: what is told of the plan of addresses, of the device and of the heap.
    REQUIRE_EQ(document.plan->needed(), reserved.bytes);
    REQUIRE_EQ(document.devices.front().reserved_peak.value(), reserved.bytes);
    REQUIRE_EQ(document.devices.front().events, history.event_count);
  });
}

/// ```
///  0       512     1024    1536
///  [░░░░░░░░][██████][░░░░░░░░]     two holes of the same size
///           [████████]              the later of two over each other is cut short: 256 bytes are in use once
/// ```
TEST_CASE("the lowest of equal holes, and totals that disagree") {
  RecordedHeap history;
  history.event_count = 1;
  history.streams = {0};
  history.segments = {{.address = 0, .size = {1536}, .born = 0, .died = 2}};
  history.allocations = {allocation(512, 512, 0, 2)};
  const HeapAt heap = heap_at(history, 0);
  REQUIRE_EQ(heap.stretches.size(), 3u);
  REQUIRE_EQ(heap.stretches[2].size, heap.largest.size);
  REQUIRE_EQ(heap.largest.address, 0u);
  REQUIRE_EQ(heap.largest.segment, 0u);
  REQUIRE_EQ(disagreement(history), "");
  history.allocations.push_back(allocation(768, 512, 0, 2));
  REQUIRE_EQ(disagreement(history), says("in use at step 0: 768, not 1024"));
}

/// Not where most is free, but where that hurts: at a failure, or else with as much reserved as ever, about.
TEST_CASE("fragmentation is worst where it hurts") {
  const auto bytes = [](std::initializer_list<std::int64_t> all) {
    std::vector<Bytes> out;
    for (const std::int64_t each : all) out.push_back(Bytes{each});
    return out;
  };
  const Fragmentation holes{.free = bytes({900, 300, 400, 200}), .largest = bytes({100, 100, 100, 50})};
  RecordedHeap history;
  history.event_count = 3;
  history.segments = {{.size = Bytes{1000}, .born = 0, .died = 4}, {.size = Bytes{1000}, .born = 1, .died = 4}};
  REQUIRE_EQ(most_fragmented(holes, history), 2u);
  history.out_of_memory = {{.step = 1, .requested = Bytes{500}}, {.step = 3, .requested = Bytes{500}}};
  REQUIRE_EQ(most_fragmented(holes, history), 1u);
}

TEST_CASE("the sample") {
  const std::string bytes = read_file(kSample).value();
  const Document document = open(bytes);
  const RecordedHeap& history = *document.history;
  REQUIRE_EQ(history.event_count, 31u);
  REQUIRE_EQ(history.allocations.size(), 12u);
  REQUIRE_EQ(history.streams, (std::vector<std::int64_t>{0, 7}));
  REQUIRE_EQ(history.annotations.size(), 2u);
  REQUIRE_EQ(history.annotations[0].name, "request 0");
  REQUIRE_EQ(history.out_of_memory.size(), 1u);
  REQUIRE_EQ(history.out_of_memory[0].device_free.value(), Bytes{9 << 20});
  REQUIRE_EQ(history.segments.size(), 3u);
  REQUIRE_EQ(peak_of(heap_curves(history).reserved).bytes, Bytes{42 << 20});
  REQUIRE_EQ(document.plan->footprint, Bytes{41944064});
  REQUIRE_EQ(disagreement(document), "");
  // Somebody waited for his stream once in each request.
  std::size_t waited = 0;
  for (const HeapAllocation& a : history.allocations)
    if (a.free_completed <= history.last_step() && a.free_completed > a.free_requested + 1) ++waited;
  REQUIRE_EQ(waited, 2u);
  REQUIRE_EQ(error_of(read_document(bytes, "s.pickle", {.device = 3})).text(), says("s.pickle: 3 0"));
}

TEST_CASE("empty and foreign pickles") {
  const Document empty = open("\x80\x04].");
  REQUIRE_EQ(empty.graph->tensor_count(), 0u);
  REQUIRE_EQ(empty.history->event_count, 0u);
  REQUIRE(!read_document("\x80\x04N.", "s.pickle"));
  REQUIRE(!read_document("\x80\x04](K\001e.", "s.pickle"));
  const Error error = error_of(read_document("\x80\004cos\nsystem\n.", "s.pickle"));
  REQUIRE_EQ(error.text(), says("s.pickle:byte 2: GLOBAL"));
}

TEST_CASE("generated snapshots") {
  const Document document = open(make_torch_snapshot(20'000));
  REQUIRE(document.history->event_count >= 19'999);
  REQUIRE_EQ(document.history->stacks.row_count(), 1u);
  REQUIRE_EQ(disagreement(document), "");
}
