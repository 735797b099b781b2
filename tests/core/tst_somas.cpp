// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <map>

#include "core/io/document.h"
#include "core/io/file.h"
#include "core/io/somas/somas.h"
#include "tests/folders.h"
#include "tests/support/checks.h"
#include "tests/support/shared.h"

using namespace stowage;

namespace {

Document read(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) throw std::runtime_error(bytes.error().text());
  auto document = read_document(*bytes, path);
  if (!document) throw std::runtime_error(document.error().text());
  return std::move(*document);
}

std::string sample() {
  return read_file(std::string(STOWAGE_SOURCE_DIR) + "/samples/two_streams_somas_initial_info_0.ir").value();
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  return text.replace(text.find(what), what.size(), with);
}

bool has_fault(const std::string& text, const std::string& reason) {
  const auto read = read_somas(text, "x.ir");
  return !read && read.error().text().find(reason) != std::string::npos;
}

/// "n6: n7 n187 n191": who makes a tensor and who uses it, by number.
std::map<std::string, std::string> uses(const Graph& graph) {
  const auto number = [&](OperatorId o) {
    const std::string name(graph.name(o));
    const auto op = name.rfind("-op");
    return op == std::string::npos ? name.substr(1) : name.substr(op + 3);
  };
  std::map<std::string, std::string> out;
  for (const TensorId t : graph.tensors()) {
    std::string& text = out[std::string(graph.name(t))];
    text = number(graph.producer(t)) + ":";
    for (const OperatorId o : graph.consumers(t)) text += " " + number(o);
  }
  return out;
}

}  // namespace

TEST_CASE("the sample") {
  const Document document = read_somas(sample(), "x.ir").value();
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.operator_count(), 4u);
  REQUIRE_EQ(graph.tensor_count(), 5u);
  REQUIRE_EQ(graph.stream_count(), 2u);
  REQUIRE_EQ(graph.group_count(), 1u);
  REQUIRE_EQ(graph.control().size(), 1u);
}

TEST_CASE("offsets are a plan") {
  const Document document = read_somas(sample(), "x.ir").value();
  REQUIRE(document.plan.has_value());
  REQUIRE_EQ(document.plan->footprint, Bytes{5120});
  REQUIRE_EQ(document.plan->offsets[3], Offset{2560});
}

TEST_CASE("faults have lines") {
  REQUIRE(has_fault(replaced(sample(), "%1T\t", "%0T\t"), "line 11: tensor %0T stands twice"));
  REQUIRE(has_fault(replaced(sample(), "$1\t", "$0\t"), "node $0 stands twice"));
  REQUIRE(has_fault(replaced(sample(), "inputs[%2T, %3T, ]", "inputs[%9T, ]"), "there is no tensor %9T"));
  REQUIRE(has_fault(replaced(sample(), "#1024S", "#99999999999999999999S"),
                    "size \"#99999999999999999999S\" is larger than a 64-bit number"));
  REQUIRE(has_fault(replaced(sample(), "#1024S", "#1k024S"), "size \"#1k024S\" is not a whole number"));
  REQUIRE(has_fault(replaced(sample(), "#1024S", "1024"), "size \"1024\" is not written as #NUMBERS"));
  REQUIRE(has_fault(replaced(sample(), "streamID[@1]", "streamID[1]"), "there is no stream"));
}

TEST_CASE("every beginning is read or refused") {
  const std::string text = sample();
  for (std::size_t size = 0; size < text.size(); ++size) {
    const auto read = read_somas(text.substr(0, size), "x.ir");
    REQUIRE((read || !read.error().faults.empty()));
  }
}

/// Counts of the files themselves, taken with grep.
TEST_CASE("three files of one step") {
  STOWAGE_NEEDS_SHARED();
  const std::string stem = test::shared_dir() + "/data/somas/DERIVED_dlrm_rank0_somas_";
  const Document info = read(stem + "initial_info_0.ir"), log = read(stem + "offline_log_0.ir"),
                 cache = read(stem + "graph_0.json");
  REQUIRE_EQ(info.graph->operator_count(), 261u);
  REQUIRE_EQ(info.graph->tensor_count(), 118u);
  REQUIRE_EQ(info.graph->stream_count(), 4u);
  REQUIRE_EQ(info.graph->control().size(), 257u);
  REQUIRE((!info.plan && !log.plan && !cache.plan));  // of before anything was planned
  REQUIRE_EQ(uses(*log.graph), uses(*info.graph));
  REQUIRE_EQ(cache.graph->total_size(), info.graph->total_size());
  for (const TensorId t : info.graph->tensors())
    REQUIRE_EQ(cache.graph->size(cache.graph->find_tensor(info.graph->name(t))), info.graph->size(t));
  const auto parameters = std::ranges::find(
      info.summary.entries(), std::string("parameters: they have memory of their own"), &ImportEntry::what);
  REQUIRE_EQ(parameters->count, 90u);
}

/// Another field of the cache that is a list was read as more tensors.
TEST_CASE("only the list of tensors is read") {
  const std::string cache = R"({"tensors": [{"tensor_id": 1, "size": 512, "life_start": 1, "life_end": 3}], )";
  const auto document = read_somas(cache + R"("stream_size": [{"tensor_id": 2}]})", "x.json");
  REQUIRE((document && document->graph->tensor_count() == 1));
}
