// SPDX-License-Identifier: Apache-2.0
#include "core/formats/document.h"
#include "core/formats/file.h"
#include "core/formats/somas/somas.h"
#include "tests/folders.h"
#include "tests/support/checks.h"
#include "tests/support/imports.h"
#include "tests/support/says.h"
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

std::vector<std::string> faults(const std::string& text) {
  const auto read = read_somas(text, "x.ir");
  return read ? std::vector<std::string>() : test::split(read.error().text(), "\n");
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
  REQUIRE_EQ(faults(replaced(sample(), "%1T\t", "%0T\t")), test::says("x.ir:line 11: %0T"));
  REQUIRE_EQ(faults(replaced(sample(), "$1\t", "$0\t")), test::says("$0"));
  REQUIRE_EQ(faults(replaced(sample(), "inputs[%2T, %3T, ]", "inputs[%9T, ]")), test::says("%9T"));
  REQUIRE_EQ(faults(replaced(sample(), "#1024S", "#99999999999999999999S")),
             test::says("size \"#99999999999999999999S\" 64-bit"));
  REQUIRE_EQ(faults(replaced(sample(), "#1024S", "#1k024S")), test::says("size \"#1k024S\""));
  REQUIRE_EQ(faults(replaced(sample(), "#1024S", "1024")), test::says("size \"1024\" #NUMBERS"));
  REQUIRE_EQ(faults(replaced(sample(), "streamID[@1]", "streamID[1]")), test::says("stream"));
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
  REQUIRE_EQ(test::counted(info.summary, ImportKind::skipped, "parameters"), 90u);
}

/// Another field of the cache that is a list was read as more tensors.
TEST_CASE("only the list of tensors is read") {
  const std::string cache = R"({"tensors": [{"tensor_id": 1, "size": 512, "life_start": 1, "life_end": 3}], )";
  const auto document = read_somas(cache + R"("stream_size": [{"tensor_id": 2}]})", "x.json");
  REQUIRE((document && document->graph->tensor_count() == 1));
}
