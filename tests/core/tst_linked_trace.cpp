// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <numeric>

#include "core/io/document.h"
#include "core/io/file.h"
#include "core/io/trace/linked_trace.h"
#include "tests/folders.h"
#include "tests/start/test_entry.h"
#include "tests/support/shared.h"

using namespace stowage;

namespace {

std::string sample() {
  return read_file(std::string(STOWAGE_SOURCE_DIR) + "/samples/two_streams.linked.json").value();
}

std::size_t count_of(const ImportSummary& summary, std::string_view beginning) {
  std::size_t sum = 0;
  for (const ImportEntry& entry : summary.entries())
    if (entry.what.starts_with(beginning)) sum += entry.count;
  return sum;
}

}  // namespace

class LinkedTraceTest : public QObject {
  Q_OBJECT

 private slots:
  /// Storage 200 is two tensors, 100 was there before; one of two waits is between streams.
  void the_sample() {
    const Document document = read_linked_trace(sample(), "x.linked.json").value();
    const Graph& graph = *document.graph;
    QCOMPARE(graph.operator_count(), 4u);
    QCOMPARE(graph.tensor_count(), 4u);
    QCOMPARE(graph.size(graph.find_tensor("storage 200")), Bytes{1024});
    QCOMPARE(graph.size(graph.find_tensor("storage 200#2")), Bytes{512});
    QCOMPARE(graph.control().size(), 1u);
    QCOMPARE(graph.control()[0], (ControlEdge{OperatorId(0), OperatorId(1)}));
  }

  void every_beginning_is_read_or_refused() {
    const std::string text = sample();
    for (std::size_t size = 0; size < text.size(); ++size) {
      const auto read = read_linked_trace(text.substr(0, size), "x.linked.json");
      QVERIFY(read || !read.error().faults.empty());
    }
  }

  /// Counts of a Python script over the same file.
  void a_real_step() {
    STOWAGE_NEEDS_SHARED();
    const std::string path = test::shared_dir() + "/data/streams/dlrm_rank0.linked.json";
    const Document document = read_document(read_file(path).value(), path).value();
    QCOMPARE(document.format, std::string("linked-trace"));
    const Graph& graph = *document.graph;
    QCOMPARE(graph.operator_count(), 261u);
    QCOMPARE(graph.tensor_count(), 118u);
    QCOMPARE(graph.stream_count(), 4u);
    QCOMPARE(count_of(document.summary, "cudaStreamWaitEvent"), 0u);  // most of them are of no use
    const ImportEntry& assumed = *std::ranges::find_if(document.summary.entries(), [](const ImportEntry& entry) {
      return entry.kind == ImportKind::assumed && entry.what.starts_with("waits are of");
    });
    QCOMPARE(assumed.count, 28u);
    QCOMPARE(assumed.names.size(), 28u);
    QCOMPARE(count_of(document.summary, "control edges"), graph.control().size());
    const QRegularExpression place(R"(^/sync/\d+ \(correlation \d+\): /kernels/\d+ before /kernels/\d+$)");
    for (const std::string& name : assumed.names)
      QVERIFY2(place.match(QString::fromStdString(name)).hasMatch(), name.c_str());
    QCOMPARE(count_of(document.summary, "waits "), 44u);  // each is told of, one way or another
    QCOMPARE(count_of(document.summary, "storages that were there before"), 90u);
    QCOMPARE(count_of(document.summary, "syncs by which the host waits"), 11u);
  }
};

STOWAGE_TEST(LinkedTraceTest);
#include "tst_linked_trace.moc"
