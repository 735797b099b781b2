// SPDX-License-Identifier: Apache-2.0
// Memory snapshots that are damaged, or do not fit together: each fault is told of by its place, and nothing that a
// damaged event may have made is said to be there from the start.

#include "core/formats/document.h"
#include "core/graph/unknown_sizes.h"
#include "core/insight/recorded/recorded_heap.h"
#include "tests/support/checks.h"
#include "tests/support/imports.h"
#include "tests/support/pickles.h"
#include "tests/support/says.h"

using namespace stowage;
using test::PickleText;

namespace {

constexpr std::int64_t kMiB = 1 << 20, kBase = 0x7f0000000000;

PickleText happened(const char* action, PickleText address, PickleText size) {
  return {{"action", action}, {"addr", std::move(address)}, {"size", std::move(size)}, {"stream", 0}};
}
PickleText used(std::int64_t address, std::int64_t size) {
  return {{"address", address}, {"size", size}, {"requested_size", size}, {"state", "active_allocated"}};
}
PickleText segment(std::int64_t address, std::int64_t size, PickleText blocks) {
  return {{"device", 0}, {"address", address}, {"total_size", size}, {"stream", 0}, {"blocks", std::move(blocks)}};
}

Document open(PickleText events, PickleText segments = PickleText::list({})) {
  const PickleText snapshot{{"segments", std::move(segments)},
                            {"device_traces", PickleText::list({std::move(events)})}};
  auto document = read_document(snapshot.file(), "s.pickle");
  if (!document) throw std::runtime_error(document.error().text());
  return std::move(*document);
}

std::vector<std::string> told(const Document& document, ImportKind kind) {
  return test::told(document.summary, kind);
}

}  // namespace

TEST_CASE("damaged events are named") {
  const Document document = open(PickleText::list({happened("alloc", kBase, 512),
                                                   happened("alloc", "here", 512),
                                                   {{"action", "alloc"}, {"size", 512}, {"stream", 0}},
                                                   happened("free_requested", kBase, -4),
                                                   PickleText(7),
                                                   happened("segment_alloc", kBase, "large"),
                                                   happened("vanish", kBase, 512)}));
  REQUIRE_EQ(told(document, ImportKind::unknown),
             test::says("4x device 0 event 1 alloc addr device 0 event 2 alloc addr "
                        "device 0 event 3 free_requested size device 0 event 5 segment_alloc size"));
  REQUIRE_EQ(told(document, ImportKind::unknown), test::says("1x device 0 event 4"));
  REQUIRE_EQ(told(document, ImportKind::unknown), test::says("1x vanish device 0 event 6"));
  REQUIRE_EQ(document.history->allocations.size(), std::size_t{1});
  REQUIRE_EQ(document.history->allocations[0].free_requested, HeapStep{4});  // its address is enough
  REQUIRE_EQ(unknown_sizes(*document.graph), std::size_t{0});
}

/// Only what was freed before the damage is sure to have been there from the start.
TEST_CASE("what a damaged event may have made") {
  const auto freed = [](std::int64_t address) { return happened("free_completed", address, 512); };
  const Document document =
      open(PickleText::list({freed(kBase), happened("alloc", "here", 512), freed(kBase + 512)}),
           PickleText::list({segment(kBase, 2 * kMiB, PickleText::list({used(kBase + 1024, 512)}))}));
  REQUIRE_EQ(told(document, ImportKind::assumed), test::says("1x device 0 event 0 0x7f0000000000"));
  REQUIRE_EQ(told(document, ImportKind::assumed),
             test::says("2x device 0 event 2 0x7f0000000200 device 0 0x7f0000000400"));
  REQUIRE_NE(told(document, ImportKind::assumed), test::says("1x device 0 0x7f0000000400"));  // not sure
}

/// Of a damaged event whose address is known, that address alone is in doubt.
TEST_CASE("an unknown action at an address") {
  const Document document =
      open(PickleText::list({happened("vanish", kBase, 512), happened("free_completed", kBase, 512),
                             happened("free_completed", kBase + 512, 512)}));
  REQUIRE_EQ(told(document, ImportKind::assumed), test::says("1x device 0 event 1 0x7f0000000000"));
  REQUIRE_EQ(told(document, ImportKind::assumed), test::says("1x device 0 event 2 0x7f0000000200"));
}

TEST_CASE("a lost size is that of the free or the block") {
  const Document document =
      open(PickleText::list({happened("alloc", kBase, "large"), happened("free_requested", kBase, 700),
                             happened("free_completed", kBase, 700), happened("alloc", kBase + kMiB, "large"),
                             happened("alloc", kBase, "large"), happened("free_completed", kBase, "large")}),
           PickleText::list({segment(kBase, 2 * kMiB, PickleText::list({used(kBase + kMiB, 2048)}))}));
  const auto& allocations = document.history->allocations;
  REQUIRE_EQ(allocations.size(), std::size_t{3});
  REQUIRE_EQ(allocations[0].requested, Bytes{700});
  REQUIRE_EQ(allocations[0].rounded, Bytes{1024});
  REQUIRE_EQ(allocations[1].requested, Bytes{2048});
  REQUIRE_EQ(told(document, ImportKind::assumed),
             test::says("2x device 0 event 0 0x7f0000000000 device 0 event 3 0x7f0000100000"));
  REQUIRE_EQ(told(document, ImportKind::unknown), test::says("1x device 0 event 4 0x7f0000000000"));
  REQUIRE_EQ(unknown_sizes(*document.graph), std::size_t{1});
}

TEST_CASE("what does not fit together") {
  const Document document = open(
      PickleText::list({happened("alloc", kBase, 1024), happened("alloc", kBase + 512, 512),
                        happened("free_requested", kBase, 1000), happened("free_completed", kBase, 1024),
                        happened("alloc", kBase + 4 * kMiB, 512)}),
      PickleText::list(
          {segment(kBase, 2 * kMiB, PickleText::list({used(kBase + 512, 512), used(kBase + 2 * kMiB - 512, 1024)}))}));
  REQUIRE_EQ(told(document, ImportKind::unknown), test::says("1x device 0 event 2 0x7f0000000000"));
  REQUIRE_EQ(told(document, ImportKind::unknown), test::says("1x device 0 event 1 0x7f0000000200"));
  REQUIRE_EQ(told(document, ImportKind::unknown),
             test::says("2x device 0 0x7f00001ffe00 device 0 event 4 0x7f0000400000"));
  REQUIRE_EQ(told(document, ImportKind::unknown), test::says("1x device 0 event 4 0x7f0000400000"));
}

/// Nobody can tell whose the addresses are; what lies there is in a segment all the same.
/// ```
///  0       2       4 MiB
///  [ A             ]
///          [ B     │       ]     a block here is not "outside"
/// ```
TEST_CASE("segments over each other") {
  const Document document =
      open(PickleText::list({happened("segment_alloc", kBase, 4 * kMiB), happened("alloc", kBase + 8 * kMiB, 512)}),
           PickleText::list({segment(kBase, 4 * kMiB, PickleText::list({})),
                             segment(kBase + 2 * kMiB, 4 * kMiB, PickleText::list({used(kBase + 3 * kMiB, 512)}))}));
  REQUIRE_EQ(told(document, ImportKind::unknown), test::says("1x device 0 0x7f0000200000"));
  REQUIRE_EQ(told(document, ImportKind::unknown), test::says("1x device 0 event 1 0x7f0000800000"));
}

TEST_CASE("odd times are told from missing ones") {
  const auto at = [](PickleText time) {
    return PickleText{{"action", "alloc"}, {"addr", kBase}, {"size", 512}, {"stream", 0}, {"time_us", time}};
  };
  const Document document = open(PickleText::list(
      {at(7), at("noon"), at(std::int64_t{-1} << 62), at(6), happened("alloc", kBase + kMiB, 512), at(8)}));
  REQUIRE_EQ(told(document, ImportKind::assumed), test::says("2x device 0 event 1 device 0 event 2"));
  REQUIRE_EQ(told(document, ImportKind::assumed), test::says("1x device 0 event 3"));
  REQUIRE_EQ(told(document, ImportKind::assumed), test::says("1x device 0 event 4"));
  REQUIRE_EQ(document.history->times, (std::vector<std::int64_t>{7, 7, 7, 7, 7, 7, 8}));
  const Document first = open(PickleText::list({at("noon"), at(7)}));
  REQUIRE(first.history->times.empty());
  REQUIRE_EQ(told(first, ImportKind::skipped), test::says("1x"));
}

TEST_CASE("frames that are none") {
  const auto with = [](std::int64_t address, PickleText frames) {
    return PickleText{
        {"action", "alloc"}, {"addr", address}, {"size", 512}, {"stream", 0}, {"frames", std::move(frames)}};
  };
  const PickleText frame{{"name", "f"}, {"filename", "f.py"}, {"line", 1}};
  const Document document = open(PickleText::list(
      {with(kBase, PickleText::list({frame})), with(kBase + 512, PickleText("f.py")),
       with(kBase + 1024, PickleText::list({})), with(kBase + 1536, PickleText::list({frame, PickleText("x")}))}));
  REQUIRE_EQ(told(document, ImportKind::unknown), test::says("1x"));
  REQUIRE_EQ(told(document, ImportKind::unknown).size(), 2u);
  const auto& allocations = document.history->allocations;
  REQUIRE((allocations[0].stack != kNoneInHeap && allocations[3].stack == allocations[0].stack));
  REQUIRE((allocations[1].stack == kNoneInHeap && allocations[2].stack == kNoneInHeap));
}

TEST_CASE("what stands twice is refused by its place") {
  const auto refused = [](std::string_view part, const PickleText& item) {
    test::PickleWriter w;
    w.op("}(").text("segments").op("](");
    if (part != "segments") w.op("e").text("device_traces").op("](](");
    w.op(item.bytes);
    w.get(w.memoize()).op(part == "segments" ? "eu." : "eeu.");
    const auto document = read_document(w.bytes, "s.pickle");
    return document ? std::string("read") : document.error().text();
  };
  REQUIRE_EQ(refused("segments", segment(kBase, kMiB, PickleText::list({}))), test::says("s.pickle:segment 1:"));
  REQUIRE_EQ(refused("device_traces", happened("alloc", kBase, 512)), test::says("s.pickle:device 0 event 1:"));
}

TEST_CASE("times that go back or are missing") {
  const auto at = [](std::int64_t time) {
    return PickleText{
        {"action", "alloc"}, {"addr", kBase + 512 * time}, {"size", 512}, {"stream", 0}, {"time_us", time}};
  };
  const Document document = open(PickleText::list({at(5), at(3), at(4), at(9), happened("alloc", kBase, 512)}));
  REQUIRE_EQ(document.history->times, (std::vector<std::int64_t>{5, 5, 5, 5, 9, 9}));
  REQUIRE_EQ(told(document, ImportKind::assumed), test::says("2x device 0 event 1 device 0 event 2"));
  REQUIRE_EQ(told(document, ImportKind::assumed), test::says("1x device 0 event 4"));
}

TEST_CASE("an empty snapshot assumes nothing") {
  const Document document = open(PickleText::list({}));
  REQUIRE(std::ranges::none_of(document.summary.entries(),
                               [](const ImportEntry& entry) { return entry.kind == ImportKind::assumed; }));
  REQUIRE_EQ(told(document, ImportKind::read), test::says("0x"));
}
