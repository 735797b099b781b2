// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/io/document.h"
#include "core/io/file.h"
#include "core/io/trace/kineto.h"
#include "core/io/trace/kineto_events.h"
#include "tests/folders.h"
#include "tests/start/test_entry.h"
#include "tests/support/shared.h"

using namespace stowage;

namespace {

std::string sample() {
  return read_file(std::string(STOWAGE_SOURCE_DIR) + "/samples/step.pt.trace.json").value();
}

Document real(const std::string& name) {
  const std::string path = test::shared_dir() + "/data/streams/" + name;
  auto document = read_document(read_file(path).value(), path);
  if (!document) qFatal("%s", document.error().text().c_str());
  return std::move(*document);
}

}  // namespace

class KinetoTest : public QObject {
  Q_OBJECT

 private slots:
  void times() {
    QCOMPARE(nanoseconds("12.5"), std::optional<std::int64_t>(12'500));
    QCOMPARE(nanoseconds("1669783687389324.123456"), std::optional<std::int64_t>(1'669'783'687'389'324'123));
    QCOMPARE(nanoseconds("-3"), std::optional<std::int64_t>(-3'000));
    QCOMPARE(nanoseconds("1.5e3"), std::optional<std::int64_t>(1'500'000));
    for (const char* bad : {"", ".", "1.2.3", "1e400", "99999999999999999999", "x"}) QVERIFY2(!nanoseconds(bad), bad);
  }

  void the_sample() {
    const Document document = read_kineto(sample(), "x.pt.trace.json").value();
    const Graph& graph = *document.graph;
    QCOMPARE(graph.tensor_count(), 3u);
    QCOMPARE(graph.operator_count(), 3u);
    QCOMPARE(QString::fromStdString(std::string(graph.name(OperatorId(0)))), QString("aten::addmm"));
    QVERIFY(graph.is_output(TensorId(1)));          // never freed
    QVERIFY(!graph.producer(TensorId(2)).valid());  // never allocated
    QCOMPARE(graph.times()[1] - graph.times()[0], 54'500);
    QCOMPARE(document.devices, (std::vector<std::int64_t>{-1, 0}));
  }

  void another_device() {
    const Document host = read_kineto(sample(), "x.json", {.intervals = {}, .dimensions = {}, .device = -1}).value();
    QCOMPARE(host.graph->tensor_count(), 1u);
    QVERIFY(!read_kineto(sample(), "x.json", {.intervals = {}, .dimensions = {}, .device = 5}));
  }

  void a_bare_list() {
    const std::string text = sample();
    const auto begin = text.find('['), end = text.rfind(']');
    const std::string list = text.substr(begin, end - begin + 1);
    QVERIFY(looks_like_kineto(list));
    QCOMPARE(read_kineto(list, "x.json").value().graph->tensor_count(), 3u);
  }

  /// A call that makes a stream wait is of use only where a sync tells what for; it is never claimed to be read.
  void waits_that_nothing_tells_of() {
    const std::string kernel = R"({"ph": "X", "cat": "kernel", "name": "k", "ts": 1, "dur": 1,
        "args": {"device": 0, "stream": 7, "correlation": 1}})";
    const auto call = [](int correlation) {
      return R"({"ph": "X", "cat": "cuda_runtime", "name": "cudaStreamWaitEvent", "ts": 2, "dur": 1, "pid": 1, "tid": 1,
        "args": {"correlation": )" +
             std::to_string(correlation) + "}}";
    };
    const std::string sync = R"({"ph": "X", "cat": "cuda_sync", "name": "Stream Wait Event", "ts": 2, "dur": 1,
        "args": {"device": 0, "stream": 7, "wait_on_stream": 20, "wait_on_cuda_event_record_corr_id": 1,
                 "correlation": 3}})";
    const std::string text = "{\"traceEvents\": [" + kernel + "," + call(2) + "," + sync + "," + call(3) + "]}";
    const Document document = read_kineto(text, "x.json").value();
    const auto entries = document.summary.entries();
    QVERIFY(std::ranges::none_of(entries, [](const ImportEntry& entry) {
      return entry.kind == ImportKind::read && entry.what.find("cudaStreamWaitEvent") != std::string::npos;
    }));
    const auto untold = std::ranges::find_if(entries, [](const ImportEntry& entry) {
      return entry.kind == ImportKind::unknown && entry.what.starts_with("calls of cudaStreamWaitEvent");
    });
    QVERIFY(untold != entries.end());
    QCOMPARE(untold->count, std::size_t{1});
    QCOMPARE(untold->names, std::vector<std::string>{"/traceEvents/1"});
  }

  void every_beginning_is_refused() {
    const std::string text = sample();
    for (std::size_t size = 0; size + 3 < text.size(); ++size)
      QVERIFY(!read_kineto(text.substr(0, size), "x.json").has_value());
  }

  /// Counts of a Python script over the same files.
  void real_traces() {
    STOWAGE_NEEDS_SHARED();
    const Document h100 = real("h100_gaunernst_bert-small-uncased__1016001.json.gz");
    QCOMPARE(h100.graph->tensor_count(), 109u);
    const Document large = real("hta_df_index_resolver.json.gz");
    QCOMPARE(large.graph->tensor_count(), 13385u);
    QCOMPARE(large.devices, (std::vector<std::int64_t>{-1, 1}));
    const Document streams = real("hta_event_sync_trace.json.gz");
    QCOMPARE(streams.graph->operator_count(), 6u);
    QCOMPARE(streams.graph->stream_count(), 3u);
    QCOMPARE(streams.graph->control().size(), 1u);
    QVERIFY(!streams.warnings.empty());
  }
};

STOWAGE_TEST(KinetoTest);
#include "tst_kineto.moc"
