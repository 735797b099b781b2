// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"
#include "core/formats/trace/kineto_events.h"
#include "tests/support/core_test.h"

namespace {

std::string sample() {
  return read_file(sample_path("step.pt.trace.json")).value();
}

Document real(const std::string& name) {
  return document_in(shared_path("data/streams/" + name));
}

std::size_t count_of(const ImportSummary& summary, std::string_view beginning) {
  std::size_t sum = 0;
  for (const ImportEntry& entry : summary.entries())
    if (entry.what.starts_with(beginning)) sum += entry.count;
  return sum;
}

std::string call(const char* name, int time, int correlation, int thread = 1) {
  return R"({"ph": "X", "cat": "cuda_runtime", "name": ")" + std::string(name) + R"(", "dur": 1, "pid": 1, "ts": )" +
         std::to_string(time) + R"(, "tid": )" + std::to_string(thread) + R"(, "args": {"correlation": )" +
         std::to_string(correlation) + "}}";
}

std::string kernel(int stream, int time, int correlation, int device = 0) {
  return R"({"ph": "X", "cat": "kernel", "name": "k", "dur": 10, "ts": )" + std::to_string(time) +
         R"(, "args": {"device": )" + std::to_string(device) + R"(, "stream": )" + std::to_string(stream) +
         R"(, "correlation": )" + std::to_string(correlation) + "}}";
}

Document trace_of(const std::vector<std::string>& events) {
  std::string text;
  for (const std::string& event : events) text += (text.empty() ? "[" : ",") + event;
  return read_kineto({text + "]", "x.json", {.intervals = {}, .dimensions = {}, .device = 0}, {}}).value();
}

/// What the summary says of waits, by kind.
std::map<ImportKind, std::size_t> waits_of(const Document& document) {
  std::map<ImportKind, std::size_t> out;
  for (const ImportEntry& entry : document.summary.entries())
    if (entry.what.starts_with("waits")) out[entry.kind] += entry.count;
  return out;
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
  const Document document = read_kineto({sample(), "x.pt.trace.json", {}, {}}).value();
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.tensor_count(), 3u);
  REQUIRE_EQ(graph.operator_count(), 3u);
  REQUIRE_EQ(std::string(graph.name(OperatorId(0))), "aten::addmm");
  REQUIRE(graph.is_output(TensorId(1)));          // never freed
  REQUIRE(!graph.producer(TensorId(2)).valid());  // never allocated
  REQUIRE_EQ(graph.times()[1] - graph.times()[0], 54'500);
  REQUIRE_EQ(device_numbers(document), (std::vector<std::int64_t>{-1, 0}));
}

TEST_CASE("another device") {
  const Document host =
      read_kineto({sample(), "x.json", {.intervals = {}, .dimensions = {}, .device = -1}, {}}).value();
  REQUIRE_EQ(host.graph->tensor_count(), 1u);
  REQUIRE(!read_kineto({sample(), "x.json", {.intervals = {}, .dimensions = {}, .device = 5}, {}}));
}

TEST_CASE("a bare list") {
  const std::string text = sample();
  const auto begin = text.find('['), end = text.rfind(']');
  const std::string list = text.substr(begin, end - begin + 1);
  REQUIRE(looks_like_kineto(list));
  REQUIRE_EQ(read_kineto({list, "x.json", {}, {}}).value().graph->tensor_count(), 3u);
}

/// Every wait is an edge, known or assumed, or it is counted: of each runtime, with and without a sync that names it.
TEST_CASE("waits that name no event") {
  for (const char* wait : {"cudaStreamWaitEvent", "cuStreamWaitEvent", "hipStreamWaitEvent"}) {
    const std::string first = call("launch", 1, 1), waits = call(wait, 2, 2), last = call("launch", 3, 3);
    const Document edge = trace_of({first, waits, last, kernel(7, 10, 1), kernel(8, 20, 3)});
    REQUIRE_EQ(edge.graph->control().size(), 1u);
    REQUIRE_EQ(waits_of(edge), (std::map<ImportKind, std::size_t>{{ImportKind::assumed, 1}}));
    // On one stream, at one time, with nothing behind, or launched by another thread: nobody knows.
    for (const auto& events : {std::vector{first, waits, last, kernel(7, 10, 1), kernel(7, 20, 3)},
                               std::vector{first, waits, last, kernel(7, 10, 1), kernel(8, 19, 3)},
                               std::vector{first, waits, kernel(7, 10, 1)},
                               std::vector{first, call(wait, 2, 2, 5), last, kernel(7, 10, 1), kernel(8, 20, 3)}}) {
      const Document none = trace_of(events);
      REQUIRE_EQ(none.graph->control().size(), 0u);
      REQUIRE_EQ(waits_of(none), (std::map<ImportKind, std::size_t>{{ImportKind::unknown, 1}}));
    }
    const Document other = trace_of({first, waits, last, kernel(7, 10, 1), kernel(8, 20, 3, 1)});
    REQUIRE_EQ(waits_of(other), (std::map<ImportKind, std::size_t>{{ImportKind::skipped, 1}}));
  }
}

TEST_CASE("waits that a sync names") {
  const auto sync = [](int on_stream, int record) {
    return R"({"ph": "X", "cat": "cuda_sync", "name": "Stream Wait Event", "ts": 5, "dur": 1, "args": {"device": 0,
        "stream": 9, "correlation": 5, "wait_on_stream": )" +
           std::to_string(on_stream) + R"(, "wait_on_cuda_event_record_corr_id": )" + std::to_string(record) + "}}";
  };
  const std::vector<std::string> common{call("launch", 1, 1), call("launch", 3, 3), call("cudaStreamWaitEvent", 5, 5),
                                        call("launch", 6, 6), kernel(7, 10, 1),     kernel(8, 20, 3),
                                        kernel(9, 40, 6)};
  // For what was launched first, not last: the sync says so.
  auto events = common;
  events.push_back(sync(7, 2));
  const Document known = trace_of(events);
  REQUIRE_EQ(known.graph->control().size(), 1u);
  REQUIRE_EQ(known.graph->control()[0], (ControlEdge{OperatorId(0), OperatorId(2)}));
  REQUIRE_EQ(waits_of(known), (std::map<ImportKind, std::size_t>{{ImportKind::read, 1}}));
  // For an event that was recorded before the trace: counted once, and never guessed.
  events.back() = sync(-1, -1);
  const Document lost = trace_of(events);
  REQUIRE_EQ(lost.graph->control().size(), 0u);
  REQUIRE_EQ(waits_of(lost), (std::map<ImportKind, std::size_t>{{ImportKind::unknown, 1}}));
}

TEST_CASE("launches in the file are never said to be missing") {
  const Document document = trace_of({call("launch", 1, 1), kernel(7, 10, 1), kernel(7, 30, 2)});
  std::map<ImportKind, std::size_t> by_own_name;
  for (const ImportEntry& entry : document.summary.entries())
    if (entry.what.find("own names") != std::string::npos) by_own_name[entry.kind] += entry.count;
  REQUIRE_EQ(by_own_name, (std::map<ImportKind, std::size_t>{{ImportKind::read, 1}, {ImportKind::unknown, 1}}));
}

TEST_CASE("memory that was profiled, without an event") {
  const auto reason = [](const char* more) {
    return read_kineto({"{\"traceEvents\": [" + kernel(7, 1, 1) + "]" + more + "}", "x.json", {}, {}})
        .value()
        .warnings.at(0)
        .reason;
  };
  REQUIRE(reason("").find("profile_memory=True") != std::string::npos);
  for (const char* profiled : {", \"profile_memory\": 1", ", \"profile_memory\": true"})
    REQUIRE(reason(profiled).find("profile_memory=True") == std::string::npos);
  REQUIRE(reason(", \"profile_memory\": 0").find("profile_memory=True") != std::string::npos);
}

/// The file's totals count blocks without an event, too.
TEST_CASE("peaks that the file says") {
  const Document document = read_kineto({sample(), "x.json", {}, {}}).value();
  REQUIRE_EQ(document.devices.at(1).reserved_peak, std::nullopt);
  REQUIRE_EQ(document.devices.at(1).events, std::size_t{4});
  REQUIRE_EQ(told(document.summary, ImportKind::read), says("5,120 bytes allocated"));
  REQUIRE_EQ(told(document.summary, ImportKind::unknown), says("5,120 3,584"));  // 512 before, 1,024 and 2,048 at once
}

/// Counts of a Python script over the same files.
TEST_CASE("real traces") {
  STOWAGE_NEEDS_SHARED();
  const Document h100 = real("h100_gaunernst_bert-small-uncased__1016001.json.gz");
  REQUIRE_EQ(h100.graph->tensor_count(), 109u);
  REQUIRE_EQ(told(h100.summary, ImportKind::unknown), says("101,305,344 9,944,576"));
  REQUIRE_EQ(h100.devices.at(1).reserved_peak, std::optional(Bytes{121'634'816}));
  const Document large = real("hta_df_index_resolver.json.gz");
  REQUIRE_EQ(large.graph->tensor_count(), 13385u);
  REQUIRE_EQ(device_numbers(large), (std::vector<std::int64_t>{-1, 1}));
  const Document streams = real("hta_event_sync_trace.json.gz");
  REQUIRE_EQ(streams.graph->operator_count(), 6u);
  REQUIRE_EQ(streams.graph->stream_count(), 3u);
  REQUIRE_EQ(streams.graph->control().size(), 1u);
  REQUIRE(!streams.warnings.empty());
}

/// Storage 200 is two tensors, 100 was there before; one of two waits is between streams.
TEST_CASE("the sample") {
  const Document document = document_in(sample_path("two_streams.linked.json"));
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.operator_count(), 4u);
  REQUIRE_EQ(graph.tensor_count(), 4u);
  REQUIRE_EQ(graph.size(graph.find_tensor("storage 200")), Bytes{1024});
  REQUIRE_EQ(graph.size(graph.find_tensor("storage 200#2")), Bytes{512});
  REQUIRE_EQ(graph.control().size(), 1u);
  REQUIRE_EQ(graph.control()[0], (ControlEdge{OperatorId(0), OperatorId(1)}));
  // Who reads 256 elements of 4 bytes from element 256 on needs 2,048 bytes there.
  const std::string text = read_file(sample_path("two_streams.linked.json")).value();
  const Document more = must(read_document(replaced(text, "[2, 200, 0, 256, 4, \"cuda:0\"]], \"outputs\": [[3",
                                                    "[2, 200, 256, 256, 4, \"cuda:0\"]], \"outputs\": [[3"),
                                           "x.linked.json"));
  REQUIRE_EQ(more.graph->size(more.graph->find_tensor("storage 200")), Bytes{2048});
}

/// Counts of a Python script over the same file.
TEST_CASE("a real step") {
  STOWAGE_NEEDS_SHARED();
  const Document document = document_in(shared_path("data/streams/dlrm_rank0.linked.json"));
  REQUIRE_EQ(document.format, "linked-trace");
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.operator_count(), 261u);
  REQUIRE_EQ(graph.tensor_count(), 118u);
  REQUIRE_EQ(graph.stream_count(), 4u);
  REQUIRE_EQ(count_of(document.summary, "cudaStreamWaitEvent"), 0u);  // most of them are of no use
  const ImportEntry& assumed = *std::ranges::find_if(document.summary.entries(), [](const ImportEntry& entry) {
    return entry.kind == ImportKind::assumed && entry.what.starts_with("waits ");
  });
  REQUIRE_EQ(assumed.count, 28u);
  REQUIRE_EQ(assumed.names.size(), 28u);
  REQUIRE_EQ(count_of(document.summary, "control edges"), graph.control().size());
  const std::regex place(R"(^/sync/\d+ \(correlation \d+\): /kernels/\d+ before /kernels/\d+$)");
  for (const std::string& name : assumed.names) REQUIRE_MESSAGE(std::regex_match(name, place), name);
  REQUIRE_EQ(count_of(document.summary, "waits "), 44u);  // each is told of, one way or another
  REQUIRE_EQ(count_of(document.summary, "storages "), 90u);
  REQUIRE_EQ(count_of(document.summary, "syncs "), 11u);
}
