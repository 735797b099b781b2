// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>

#include "core/check/validator.h"
#include "core/io/document.h"
#include "core/io/file.h"
#include "core/recorded/fragmentation.h"
#include "core/recorded/heap_at.h"
#include "core/recorded/recorded_heap.h"
#include "core/recorded/stack_blame.h"
#include "tests/folders.h"
#include "tests/start/test_entry.h"
#include "tests/support/pickles.h"
#include "tests/support/shared.h"

using namespace stowage;

namespace {

const std::string kSample = std::string(STOWAGE_SOURCE_DIR) + "/samples/serving.pickle";

Document open(const std::string& bytes, const std::string& file = "s.pickle", const ReadOptions& options = {}) {
  auto document = read_document(bytes, file, options);
  if (!document) qFatal("%s", document.error().text().c_str());
  return std::move(*document);
}

std::size_t count_of(const Document& document, ImportKind kind, std::string_view what) {
  for (const ImportEntry& entry : document.summary.entries())
    if (entry.kind == kind && entry.what.starts_with(what)) return entry.count;
  return 0;
}

/// Empty, or how what is said of the heap in different ways does not agree.
QString disagreement(const Document& document) {
  const RecordedHeap& history = *document.history;
  const HeapCurves curves = heap_curves(history);
  const Fragmentation holes = fragmentation(history).value();
  const StackTree tree = stack_tree(history);
  if (holes.free.size() != history.step_count()) return "steps";
  const HeapStep stride = std::max<HeapStep>(1, history.step_count() / 200);
  for (HeapStep step = 0; step < history.step_count(); step += stride) {
    const HeapAt heap = heap_at(history, step);
    const StackBlame blame = stack_blame(history, tree, step);
    const QString at = " at step " + QString::number(step);
    if (heap.reserved != curves.reserved[step]) return "reserved" + at;
    if (heap.in_use != curves.allocated[step]) return "in use" + at;
    if (heap.in_use + heap.pending != curves.active[step]) return "active" + at;
    if (heap.in_use + heap.pending + heap.free != heap.reserved) return "sum" + at;
    if (heap.free != holes.free[step] || heap.largest.size != holes.largest[step]) return "holes" + at;
    if (blame.nodes[0].bytes != curves.active[step]) return "blame" + at;
    if (blame.nodes[0].own_allocations != 0) return "the root's own" + at;
    std::vector<Bytes> below(tree.nodes.size());  // of each node, its children's
    for (std::size_t n = 1; n < tree.nodes.size(); ++n) below[tree.nodes[n].parent] += blame.nodes[n].bytes;
    for (std::size_t n = 0; n < tree.nodes.size(); ++n)
      if (below[n] + blame.nodes[n].own_bytes != blame.nodes[n].bytes) return "sum of the children" + at;
  }
  if (allocations_under(history, tree, 0).size() != history.allocations.size()) return "allocations under the root";
  const auto check = validate(*document.graph, *document.plan);
  return check && check->valid() ? QString() : "the plan of addresses is not valid";
}

}  // namespace

class TorchSnapshotTest : public QObject {
  Q_OBJECT

 private slots:
  /// Counts by a script of its own that reads the files with Python's pickle.
  void real_files_data() {
    STOWAGE_NEEDS_SHARED();
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("events");
    QTest::addColumn<int>("allocations");
    QTest::addColumn<int>("freed_only");
    QTest::addColumn<int>("throughout");
    QTest::addColumn<int>("segments");
    QTest::addColumn<int>("frames");
    QTest::addColumn<qint64>("peak");
    QTest::addColumn<int>("peak_at");
    QTest::addColumn<qint64>("active_at_end");
    QTest::addColumn<qint64>("reserved_at_end");
    const auto row = [](const char* name, int events, int allocations, int freed, int throughout, int segments,
                        int frames, qint64 peak, int at, qint64 end, qint64 reserved) {
      QTest::newRow(name) << name << events << allocations << freed << throughout << segments << frames << peak << at
                          << end << reserved;
    };
    row("bcrafton.pickle", 6486, 2609, 222, 225, 96, 443, 3857686016, 6464, 3072871424, 4238344192);
    row("decomfl.pickle", 23105, 7946, 0, 0, 61, 137, 1786608128, 11206, 1014430208, 1897922560);
    row("silmont_mem_snapshot.pickle.gz", 97, 36, 0, 0, 9, 245, 3249144832, 53, 31719936, 3781165056);
    row("silmont_memory_forward_bf16_128.pickle.gz", 2811, 1074, 0, 137, 43, 363, 781312000, 2631, 525286400,
        861929472);
    row("wedsonlin_medium_512_inference.pickle", 4998, 1889, 0, 223, 101, 268, 1951309824, 316, 1703448576, 1981808640);
    row("zijiandu_memory.pickle.gz", 0, 2799, 0, 2799, 370, 67, 7626237952, 0, 7626237952, 8143241216);
  }
  void real_files() {
    QFETCH(QString, name);
    QFETCH(qint64, peak);
    QFETCH(qint64, active_at_end);
    QFETCH(qint64, reserved_at_end);
    const std::string path = test::shared_path("data/torch_snapshot/" + name.toStdString());
    const Document document = open(read_file(path).value(), path);
    const RecordedHeap& history = *document.history;
    QCOMPARE(document.format, std::string("torch-snapshot"));
    QVERIFY(document.warnings.empty());
    QCOMPARE(document.devices, std::vector<std::int64_t>{0});
    QTEST(static_cast<int>(history.event_count), "events");
    QTEST(static_cast<int>(history.allocations.size()), "allocations");
    QTEST(static_cast<int>(count_of(document, ImportKind::assumed, "allocations freed and never made")), "freed_only");
    QTEST(static_cast<int>(count_of(document, ImportKind::assumed, "allocations there at the end")), "throughout");
    QTEST(static_cast<int>(history.segments.size()), "segments");
    QTEST(static_cast<int>(history.frames.size()), "frames");
    const HeapCurves curves = heap_curves(history);
    QCOMPARE(qint64{peak_of(curves.active).bytes.count}, peak);
    QTEST(static_cast<int>(peak_of(curves.active).step), "peak_at");
    QCOMPARE(qint64{curves.active.back().count}, active_at_end);
    QCOMPARE(qint64{curves.reserved.back().count}, reserved_at_end);
    QCOMPARE(count_of(document, ImportKind::unknown, ""), 0u);
    QCOMPARE(disagreement(document), QString());
  }

  void the_sample() {
    const std::string bytes = read_file(kSample).value();
    const Document document = open(bytes);
    const RecordedHeap& history = *document.history;
    QCOMPARE(history.event_count, 31u);
    QCOMPARE(history.allocations.size(), 12u);
    QCOMPARE(history.streams, (std::vector<std::int64_t>{0, 7}));
    QCOMPARE(history.annotations.size(), 2u);
    QCOMPARE(history.annotations[0].name, std::string("request 0"));
    QCOMPARE(history.out_of_memory.size(), 1u);
    QCOMPARE(history.out_of_memory[0].device_free.value(), Bytes{9 << 20});
    QCOMPARE(history.segments.size(), 3u);
    QCOMPARE(saved_by(*document.plan, heap_curves(history)).count, (std::int64_t{42} << 20) - 41944064);
    QCOMPARE(disagreement(document), QString());
    // Somebody waited for his stream once in each request.
    std::size_t waited = 0;
    for (const HeapAllocation& a : history.allocations)
      if (a.free_completed <= history.last_step() && a.free_completed > a.free_requested + 1) ++waited;
    QCOMPARE(waited, 2u);
    ReadOptions third;
    third.device = 3;
    const auto other = read_document(bytes, "s.pickle", third);
    QVERIFY(!other);
    QCOMPARE(other.error().text(), std::string("s.pickle: there is no device 3; there is 0"));
  }
  void the_sample_cut_short_is_refused() {
    const std::string bytes = read_file(kSample).value();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const auto document = read_document(std::string_view(bytes).substr(0, size), "s.pickle");
      QVERIFY(!document && document.error().kind == Error::Kind::bad_input);
    }
  }

  void empty_and_foreign_pickles() {
    const Document empty = open("\x80\x04].");
    QCOMPARE(empty.graph->tensor_count(), 0u);
    QVERIFY(std::ranges::any_of(empty.summary.entries(),
                                [](const ImportEntry& e) { return e.what.find("is empty") != std::string::npos; }));
    QVERIFY(!read_document("\x80\x04N.", "s.pickle"));
    QVERIFY(
        !read_document("\x80\x04](K\x01"
                       "e.",
                       "s.pickle"));
    const auto code = read_document(
        "\x80\x04"
        "cos\nsystem\n.",
        "s.pickle");
    QVERIFY(!code && code.error().text().find("byte 2: the pickle's GLOBAL") != std::string::npos);
  }

  void generated_snapshots() {
    const Document document = open(test::make_torch_snapshot(20'000));
    QVERIFY(document.history->event_count >= 19'999);
    QCOMPARE(document.history->stacks.row_count(), 1u);
    QCOMPARE(disagreement(document), QString());
  }
};

STOWAGE_TEST(TorchSnapshotTest);
#include "tst_torch_snapshot.moc"
