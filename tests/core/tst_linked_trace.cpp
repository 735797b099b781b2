// SPDX-License-Identifier: Apache-2.0
#include "core/formats/document.h"
#include "core/formats/file.h"
#include "core/formats/trace/linked_trace.h"
#include "tests/support/checks.h"
#include "tests/support/imports.h"
#include "tests/support/shared.h"

using namespace stowage;

namespace {

std::string sample() {
  return read_file(test::sample_path("two_streams.linked.json")).value();
}

std::size_t count_of(const ImportSummary& summary, std::string_view beginning) {
  std::size_t sum = 0;
  for (const ImportEntry& entry : summary.entries())
    if (entry.what.starts_with(beginning)) sum += entry.count;
  return sum;
}

}  // namespace

/// Storage 200 is two tensors, 100 was there before; one of two waits is between streams.
TEST_CASE("the sample") {
  const Document document = read_linked_trace(sample(), "x.linked.json").value();
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.operator_count(), 4u);
  REQUIRE_EQ(graph.tensor_count(), 4u);
  REQUIRE_EQ(graph.size(graph.find_tensor("storage 200")), Bytes{1024});
  REQUIRE_EQ(graph.size(graph.find_tensor("storage 200#2")), Bytes{512});
  REQUIRE_EQ(graph.control().size(), 1u);
  REQUIRE_EQ(graph.control()[0], (ControlEdge{OperatorId(0), OperatorId(1)}));
}

TEST_CASE("every beginning is read or refused") {
  const std::string text = sample();
  for (std::size_t size = 0; size < text.size(); ++size) {
    const auto read = read_linked_trace(text.substr(0, size), "x.linked.json");
    REQUIRE((read || !read.error().faults.empty()));
  }
}

/// Counts of a Python script over the same file.
TEST_CASE("a real step") {
  STOWAGE_NEEDS_SHARED();
  const Document document = test::document_in(test::shared_path("data/streams/dlrm_rank0.linked.json"));
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
