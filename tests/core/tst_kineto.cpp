// SPDX-License-Identifier: Apache-2.0

#include "core/io/document.h"
#include "core/io/file.h"
#include "core/io/trace/kineto.h"
#include "core/io/trace/kineto_events.h"
#include "tests/folders.h"
#include "tests/support/checks.h"
#include "tests/support/device_numbers.h"
#include "tests/support/shared.h"

using namespace stowage;

namespace {

std::string sample() {
  return read_file(std::string(STOWAGE_SOURCE_DIR) + "/samples/step.pt.trace.json").value();
}

Document real(const std::string& name) {
  const std::string path = test::shared_dir() + "/data/streams/" + name;
  auto document = read_document(read_file(path).value(), path);
  if (!document) throw std::runtime_error(document.error().text());
  return std::move(*document);
}

}  // namespace

TEST_CASE("times") {
  REQUIRE_EQ(nanoseconds("12.5"), std::optional<std::int64_t>(12'500));
  REQUIRE_EQ(nanoseconds("1669783687389324.123456"), std::optional<std::int64_t>(1'669'783'687'389'324'123));
  REQUIRE_EQ(nanoseconds("-3"), std::optional<std::int64_t>(-3'000));
  REQUIRE_EQ(nanoseconds("1.5e3"), std::optional<std::int64_t>(1'500'000));
  for (const char* bad : {"", ".", "1.2.3", "1e400", "99999999999999999999", "x"})
    REQUIRE_MESSAGE(!nanoseconds(bad), bad);
}

TEST_CASE("the sample") {
  const Document document = read_kineto(sample(), "x.pt.trace.json").value();
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.tensor_count(), 3u);
  REQUIRE_EQ(graph.operator_count(), 3u);
  REQUIRE_EQ(std::string(graph.name(OperatorId(0))), std::string("aten::addmm"));
  REQUIRE(graph.is_output(TensorId(1)));          // never freed
  REQUIRE(!graph.producer(TensorId(2)).valid());  // never allocated
  REQUIRE_EQ(graph.times()[1] - graph.times()[0], 54'500);
  REQUIRE_EQ(test::device_numbers(document), (std::vector<std::int64_t>{-1, 0}));
}

TEST_CASE("another device") {
  const Document host = read_kineto(sample(), "x.json", {.intervals = {}, .dimensions = {}, .device = -1}).value();
  REQUIRE_EQ(host.graph->tensor_count(), 1u);
  REQUIRE(!read_kineto(sample(), "x.json", {.intervals = {}, .dimensions = {}, .device = 5}));
}

TEST_CASE("a bare list") {
  const std::string text = sample();
  const auto begin = text.find('['), end = text.rfind(']');
  const std::string list = text.substr(begin, end - begin + 1);
  REQUIRE(looks_like_kineto(list));
  REQUIRE_EQ(read_kineto(list, "x.json").value().graph->tensor_count(), 3u);
}

/// A call that makes a stream wait is of use only where a sync tells what for; it is never claimed to be read.
TEST_CASE("waits that nothing tells of") {
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
  REQUIRE(std::ranges::none_of(entries, [](const ImportEntry& entry) {
    return entry.kind == ImportKind::read && entry.what.find("cudaStreamWaitEvent") != std::string::npos;
  }));
  const auto untold = std::ranges::find_if(entries, [](const ImportEntry& entry) {
    return entry.kind == ImportKind::unknown && entry.what.find("cudaStreamWaitEvent") != std::string::npos;
  });
  REQUIRE(untold != entries.end());
  REQUIRE_EQ(untold->count, std::size_t{1});
  REQUIRE_EQ(untold->names, std::vector<std::string>{"/traceEvents/1"});
}

TEST_CASE("every beginning is refused") {
  const std::string text = sample();
  for (std::size_t size = 0; size + 3 < text.size(); ++size)
    REQUIRE(!read_kineto(text.substr(0, size), "x.json").has_value());
}

/// Counts of a Python script over the same files.
TEST_CASE("real traces") {
  STOWAGE_NEEDS_SHARED();
  const Document h100 = real("h100_gaunernst_bert-small-uncased__1016001.json.gz");
  REQUIRE_EQ(h100.graph->tensor_count(), 109u);
  const Document large = real("hta_df_index_resolver.json.gz");
  REQUIRE_EQ(large.graph->tensor_count(), 13385u);
  REQUIRE_EQ(test::device_numbers(large), (std::vector<std::int64_t>{-1, 1}));
  const Document streams = real("hta_event_sync_trace.json.gz");
  REQUIRE_EQ(streams.graph->operator_count(), 6u);
  REQUIRE_EQ(streams.graph->stream_count(), 3u);
  REQUIRE_EQ(streams.graph->control().size(), 1u);
  REQUIRE(!streams.warnings.empty());
}
