// SPDX-License-Identifier: Apache-2.0
// Memory snapshots that are damaged, or do not fit together: each fault is told of by its place, and nothing that a
// damaged event may have made is said to be there from the start.
#include <QtTest>

#include <algorithm>

#include "core/io/document.h"
#include "core/io/unknown_sizes.h"
#include "core/recorded/recorded_heap.h"
#include "tests/start/test_entry.h"
#include "tests/support/pickles.h"

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
  if (!document) qFatal("%s", document.error().text().c_str());
  return std::move(*document);
}

/// The names of what the summary says in words that begin so; with the number of it in front.
QString told(const Document& document, ImportKind kind, std::string_view what) {
  for (const ImportEntry& entry : document.summary.entries()) {
    if (entry.kind != kind || !entry.what.starts_with(what)) continue;
    QString out = QString::number(entry.count);
    for (const std::string& name : entry.names) out += "; " + QString::fromStdString(name);
    return out;
  }
  return {};
}

}  // namespace

class TorchDamageTest : public QObject {
  Q_OBJECT

 private slots:
  void damaged_events_are_named() {
    const Document document = open(PickleText::list({happened("alloc", kBase, 512),
                                                     happened("alloc", "here", 512),
                                                     {{"action", "alloc"}, {"size", 512}, {"stream", 0}},
                                                     happened("free_requested", kBase, -4),
                                                     PickleText(7),
                                                     happened("segment_alloc", kBase, "large"),
                                                     happened("vanish", kBase, 512)}));
    QCOMPARE(told(document, ImportKind::unknown, "events without a usable"),
             QString("4; device 0 event 1 (alloc): bad addr; device 0 event 2 (alloc): no addr; "
                     "device 0 event 3 (free_requested): bad size; device 0 event 5 (segment_alloc): bad size"));
    QCOMPARE(told(document, ImportKind::unknown, "events that are no record"), QString("1; device 0 event 4"));
    QCOMPARE(told(document, ImportKind::unknown, "events: vanish"), QString("1; device 0 event 6"));
    QCOMPARE(document.history->allocations.size(), std::size_t{1});
    QCOMPARE(document.history->allocations[0].free_requested, HeapStep{4});  // its address is enough
    QCOMPARE(unknown_sizes(document), std::size_t{0});
  }

  /// Only what was freed before the damage is sure to have been there from the start.
  void what_a_damaged_event_may_have_made() {
    const auto freed = [](std::int64_t address) { return happened("free_completed", address, 512); };
    const Document document =
        open(PickleText::list({freed(kBase), happened("alloc", "here", 512), freed(kBase + 512)}),
             PickleText::list({segment(kBase, 2 * kMiB, PickleText::list({used(kBase + 1024, 512)}))}));
    QCOMPARE(told(document, ImportKind::assumed, "allocations freed and never made in the record"),
             QString("1; device 0 event 0 at 0x7f0000000000"));
    QCOMPARE(told(document, ImportKind::assumed, "allocations that no readable event makes"),
             QString("2; device 0 event 2 at 0x7f0000000200; device 0 at 0x7f0000000400"));
    QVERIFY(told(document, ImportKind::assumed, "allocations there at the end").isEmpty());
  }

  /// Of a damaged event whose address is known, that address alone is in doubt.
  void an_unknown_action_at_an_address() {
    const Document document =
        open(PickleText::list({happened("vanish", kBase, 512), happened("free_completed", kBase, 512),
                               happened("free_completed", kBase + 512, 512)}));
    QCOMPARE(told(document, ImportKind::assumed, "allocations that no readable event makes"),
             QString("1; device 0 event 1 at 0x7f0000000000"));
    QCOMPARE(told(document, ImportKind::assumed, "allocations freed and never made in the record"),
             QString("1; device 0 event 2 at 0x7f0000000200"));
  }

  void a_lost_size_is_that_of_the_free_or_the_block() {
    const Document document =
        open(PickleText::list({happened("alloc", kBase, "large"), happened("free_requested", kBase, 700),
                               happened("free_completed", kBase, 700), happened("alloc", kBase + kMiB, "large"),
                               happened("alloc", kBase, "large"), happened("free_completed", kBase, "large")}),
             PickleText::list({segment(kBase, 2 * kMiB, PickleText::list({used(kBase + kMiB, 2048)}))}));
    const auto& allocations = document.history->allocations;
    QCOMPARE(allocations.size(), std::size_t{3});
    QCOMPARE(allocations[0].requested, Bytes{700});
    QCOMPARE(allocations[0].rounded, Bytes{1024});
    QCOMPARE(allocations[1].requested, Bytes{2048});
    QCOMPARE(told(document, ImportKind::assumed, "allocations whose event has no size"),
             QString("2; device 0 event 0 at 0x7f0000000000; device 0 event 3 at 0x7f0000100000"));
    QCOMPARE(told(document, ImportKind::unknown, "allocations of a size that nothing tells"),
             QString("1; device 0 event 4 at 0x7f0000000000"));
    QCOMPARE(unknown_sizes(document), std::size_t{1});
  }

  void what_does_not_fit_together() {
    const Document document =
        open(PickleText::list({happened("alloc", kBase, 1024), happened("alloc", kBase + 512, 512),
                               happened("free_requested", kBase, 1000), happened("free_completed", kBase, 1024),
                               happened("alloc", kBase + 4 * kMiB, 512)}),
             PickleText::list({segment(
                 kBase, 2 * kMiB, PickleText::list({used(kBase + 512, 512), used(kBase + 2 * kMiB - 512, 1024)}))}));
    QCOMPARE(told(document, ImportKind::unknown, "frees and blocks of another size"),
             QString("1; device 0 event 2 at 0x7f0000000000"));
    QCOMPARE(told(document, ImportKind::unknown, "allocations over memory"),
             QString("1; device 0 event 1 at 0x7f0000000200"));
    QCOMPARE(told(document, ImportKind::unknown, "allocations outside every segment"),
             QString("2; device 0 at 0x7f00001ffe00; device 0 event 4 at 0x7f0000400000"));
    QCOMPARE(told(document, ImportKind::unknown, "allocations that no free ends"),
             QString("1; device 0 event 4 at 0x7f0000400000"));
  }

  /// Nobody can tell whose the addresses are; what lies there is in a segment all the same.
  /// ```
  ///  0       2       4 MiB
  ///  [ A             ]
  ///          [ B     │       ]     a block here is not "outside"
  /// ```
  void segments_over_each_other() {
    const Document document =
        open(PickleText::list({happened("segment_alloc", kBase, 4 * kMiB), happened("alloc", kBase + 8 * kMiB, 512)}),
             PickleText::list({segment(kBase, 4 * kMiB, PickleText::list({})),
                               segment(kBase + 2 * kMiB, 4 * kMiB, PickleText::list({used(kBase + 3 * kMiB, 512)}))}));
    QCOMPARE(told(document, ImportKind::unknown, "segments over another segment"),
             QString("1; device 0 at 0x7f0000200000"));
    QCOMPARE(told(document, ImportKind::unknown, "allocations outside every segment"),
             QString("1; device 0 event 1 at 0x7f0000800000"));
  }

  void odd_times_are_told_from_missing_ones() {
    const auto at = [](PickleText time) {
      return PickleText{{"action", "alloc"}, {"addr", kBase}, {"size", 512}, {"stream", 0}, {"time_us", time}};
    };
    const Document document = open(PickleText::list(
        {at(7), at("noon"), at(std::int64_t{-1} << 62), at(6), happened("alloc", kBase + kMiB, 512), at(8)}));
    QCOMPARE(told(document, ImportKind::assumed, "events with a time that is none"),
             QString("2; device 0 event 1; device 0 event 2"));
    QCOMPARE(told(document, ImportKind::assumed, "events whose time goes back"), QString("1; device 0 event 3"));
    QCOMPARE(told(document, ImportKind::assumed, "events without a time"), QString("1; device 0 event 4"));
    QCOMPARE(document.history->times, (std::vector<std::int64_t>{7, 7, 7, 7, 7, 7, 8}));
    const Document first = open(PickleText::list({at("noon"), at(7)}));
    QVERIFY(first.history->times.empty());
    QCOMPARE(told(first, ImportKind::skipped, "times of events"), QString("1"));
  }

  void frames_that_are_none() {
    const auto with = [](std::int64_t address, PickleText frames) {
      return PickleText{
          {"action", "alloc"}, {"addr", address}, {"size", 512}, {"stream", 0}, {"frames", std::move(frames)}};
    };
    const PickleText frame{{"name", "f"}, {"filename", "f.py"}, {"line", 1}};
    const Document document = open(PickleText::list(
        {with(kBase, PickleText::list({frame})), with(kBase + 512, PickleText("f.py")),
         with(kBase + 1024, PickleText::list({})), with(kBase + 1536, PickleText::list({frame, PickleText("x")}))}));
    QCOMPARE(told(document, ImportKind::unknown, "events, blocks and segments whose frames are no list"), QString("1"));
    QCOMPARE(told(document, ImportKind::unknown, "stacks with something in them"), QString("1"));
    const auto& allocations = document.history->allocations;
    QVERIFY(allocations[0].stack != kNoneInHeap && allocations[3].stack == allocations[0].stack);
    QVERIFY(allocations[1].stack == kNoneInHeap && allocations[2].stack == kNoneInHeap);
  }

  void what_stands_twice_is_refused_by_its_place() {
    const auto refused = [](std::string_view part, const PickleText& item) {
      test::PickleWriter w;
      w.op("}(").text("segments").op("](");
      if (part != "segments") w.op("e").text("device_traces").op("](](");
      w.op(item.bytes);
      w.get(w.memoize()).op(part == "segments" ? "eu." : "eeu.");
      const auto document = read_document(w.bytes, "s.pickle");
      return document ? QString("read") : QString::fromStdString(document.error().text());
    };
    QCOMPARE(refused("segments", segment(kBase, kMiB, PickleText::list({}))),
             QString("s.pickle:segment 1: is in the list twice"));
    QCOMPARE(refused("device_traces", happened("alloc", kBase, 512)),
             QString("s.pickle:device 0 event 1: is in the trace twice, or before one that was recorded earlier"));
  }

  void times_that_go_back_or_are_missing() {
    const auto at = [](std::int64_t time) {
      return PickleText{
          {"action", "alloc"}, {"addr", kBase + 512 * time}, {"size", 512}, {"stream", 0}, {"time_us", time}};
    };
    const Document document = open(PickleText::list({at(5), at(3), at(4), at(9), happened("alloc", kBase, 512)}));
    QCOMPARE(document.history->times, (std::vector<std::int64_t>{5, 5, 5, 5, 9, 9}));
    QCOMPARE(told(document, ImportKind::assumed, "events whose time goes back"),
             QString("2; device 0 event 1; device 0 event 2"));
    QCOMPARE(told(document, ImportKind::assumed, "events without a time"), QString("1; device 0 event 4"));
  }

  void an_empty_snapshot_assumes_nothing() {
    const Document document = open(PickleText::list({}));
    QVERIFY(std::ranges::none_of(document.summary.entries(),
                                 [](const ImportEntry& entry) { return entry.kind == ImportKind::assumed; }));
    QVERIFY(!told(document, ImportKind::read, "nothing was allocated: the snapshot is empty").isEmpty());
  }
};

STOWAGE_TEST(TorchDamageTest);
#include "tst_torch_damage.moc"
