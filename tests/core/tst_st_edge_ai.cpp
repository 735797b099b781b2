// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"
#include "tests/support/core_test.h"

namespace {

using Kind = ImportKind;

const std::string kSample = sample_path("two_pools_c_info.json");

Document read(const std::string& text, const ReadOptions& options = {}) {
  return must(read_document(text, "x_c_info.json", options));
}

}  // namespace

/// Figures by a few lines of Python over the file.
TEST_CASE("a real network") {
  STOWAGE_NEEDS_SHARED();
  const Document document = document_in(shared_path("data/st_edge_ai/streaming_wakeword_c_info.json.gz"));
  const Graph& graph = *document.graph;
  REQUIRE_EQ(document.format, "st-edge-ai");
  REQUIRE_EQ(graph.operator_count(), 10u);
  REQUIRE_EQ(graph.tensor_count(), 21u);
  REQUIRE_EQ(counted(document.summary, Kind::skipped, "parameters"), 18u);
  REQUIRE_EQ(document.spaces.size(), 1u);  // the other pool has parameters alone
  REQUIRE_EQ(document.spaces[0].name, "heap_overlay_pool");
  REQUIRE(!document.spaces[0].capacity.has_value());
  REQUIRE_EQ(document.spaces[0].tensors, 21u);
  std::size_t inputs = 0, outputs = 0, scratch = 0;
  for (TensorId t : graph.tensors()) {
    inputs += !graph.producer(t).valid();
    outputs += graph.is_output(t);
    scratch += graph.producer(t).valid() &&
               std::ranges::find(graph.consumers(t), graph.producer(t)) != graph.consumers(t).end();
    REQUIRE_EQ(graph.alignment(t), 4u);
    REQUIRE_EQ(document.plan->offsets[t.index()].value % 4, 0);
  }
  REQUIRE_EQ(inputs, 1u);
  REQUIRE_EQ(outputs, 1u);
  REQUIRE_EQ(scratch, 10u);
  REQUIRE_EQ(document.plan->footprint, Bytes{5836});  // it ends at 5833, and every buffer is aligned to 4
  REQUIRE_EQ(peak_of(graph), Bytes{8317});
  REQUIRE_EQ(document.graph->alignment(), Bytes{4});
  REQUIRE(document.warnings.empty());
}

/// The only pairs of that plan that overlap are those that are allowed to: found here from offsets and lifetimes alone.
TEST_CASE("a real plan overlaps where results lie over inputs by a shift") {
  STOWAGE_NEEDS_SHARED();
  const Document document = document_in(shared_path("data/st_edge_ai/streaming_wakeword_c_info.json.gz"));
  const Graph& graph = *document.graph;
  std::map<std::string, std::int64_t> shifts;
  for (const InPlace& pair : graph.in_place()) {
    REQUIRE_EQ(pair.low, pair.high);
    REQUIRE(!pair.must);
    shifts[std::string(graph.name(graph.producer(pair.output)))] = pair.low;
  }
  REQUIRE_EQ(shifts, (std::map<std::string, std::int64_t>{
                         {"conv2d_0", -40}, {"conv2d_1", -2012}, {"conv2d_2", -108}, {"conv2d_4", -84}}));
  const auto lives = lifetimes(graph);
  std::size_t overlaps = 0;
  for (TensorId a : graph.tensors())
    for (TensorId b : graph.tensors()) {
      const auto begin = [&](TensorId t) { return document.plan->offsets[t.index()].value; };
      const auto end = [&](TensorId t) { return begin(t) + graph.size(t).count; };
      const bool together =
          lives[a.index()].begin < lives[b.index()].end && lives[b.index()].begin < lives[a.index()].end;
      overlaps += a < b && together && begin(a) < end(b) && begin(b) < end(a);
    }
  REQUIRE_EQ(overlaps, graph.in_place().size());
  REQUIRE_EQ(fault_of_plans(document), "");
}

TEST_CASE("the sample has two pools, a state and times") {
  const Document document = document_in(kSample);
  const Graph& graph = *document.graph;
  REQUIRE_EQ(document.spaces.size(), 2u);
  REQUIRE_EQ(document.spaces[document.space].name, "AXISRAM");
  REQUIRE_EQ(document.spaces[0].footprint, Bytes{7168});
  REQUIRE_EQ(document.spaces[1].footprint, Bytes{800});
  REQUIRE_EQ(document.spaces[1].capacity, std::optional(Bytes{65536}));
  REQUIRE_EQ(graph.duration(OperatorId(0)), (Duration{1'250'000, Duration::From::measured}));
  REQUIRE_EQ(graph.duration(OperatorId(3)), Duration());
  const TensorId state = graph.find_tensor("gru_2_state");
  REQUIRE(graph.is_output(state));
  REQUIRE(!graph.producer(state).valid());
  REQUIRE_EQ(graph.alignment(graph.find_tensor("image")), 8u);
  const Document other = document_in(kSample, {.space = "ITCM"});
  REQUIRE_EQ(other.graph->total_size(), Bytes{796});
  for (const std::string& fault : {fault_of_plans(document), fault_of_plans(other)})
    REQUIRE_MESSAGE(fault.empty(), fault);
  const auto unknown = read_document(read_file(kSample).value(), "x_c_info.json", {.space = "FLASH"});
  REQUIRE((!unknown && contains(unknown.error().text(), "its spaces are \"AXISRAM\", \"ITCM\"")));
}

TEST_CASE("what a tool leaves out is unknown, not invented") {
  const std::string text = read_file(kSample).value();
  const Document unplaced = read(replaced(text, "\"offset_start\": 1280", "\"offset_start\": null"));
  REQUIRE(!unplaced.plan.has_value());
  REQUIRE_EQ(counted(unplaced.summary, Kind::unknown, "without an offset"), 1u);
  const Document homeless = read(replaced(text, "\"offset_start\": 1280, \"mpool_id\": 0", "\"offset_start\": 0"));
  REQUIRE_EQ(counted(homeless.summary, Kind::unknown, "in no pool"), 1u);
  REQUIRE_EQ(homeless.graph->size(homeless.graph->find_tensor("scores")), Bytes{0});
  REQUIRE_EQ(counted(read(replaced(text, "\"2.0\"", "\"3.1\"")).summary, Kind::unknown, "versions"), 1u);
}

/// On an NPU nodes are the epochs, and units within them read and write what no list of a node names.
TEST_CASE("epochs tell what the lists of nodes leave out") {
  const auto buffer = [](int id, int size, int offset, int first, int last) {
    return text(R"({"id": )", id, R"(, "name": "b)", id, R"(", "size_bytes": )", size, R"(, "offset_start": )", offset,
                R"(, "mpool_id": 1, "is_param": false, "epochs": {"start": )", first, R"(, "end": )", last, "}}");
  };
  // 4 is written by a unit within the second node, 3 is read by one within the third; the third works on 6.
  const std::string file = text(
      R"({"json_schema_version": "2.0", "memory_pools": [{"id": 1, "name": "ram"}], "buffers": [)",
      buffer(1, 1024, 0, 0, 1), ',', buffer(2, 1024, 1024, 1, 2), ',', buffer(3, 8, 0, 2, 3), ',',
      buffer(4, 2, 16, 2, 3), ',', buffer(5, 8, 64, 3, 4), ',', buffer(6, 8, 128, 3, 3),
      R"(], "graphs": [{"inputs": [1], "outputs": [5], "nodes": [)",
      R"({"name": "n0"}, {"name": "n1", "inputs": [1], "outputs": [2]}, {"name": "n2", "inputs": [2], "outputs": [3]},)",
      R"({"name": "n3", "inputs": [4, 6], "outputs": [5, 6]}, {"name": "n4", "inputs": [5]}]}]})");
  const Document document = read(file);
  const Graph& graph = *document.graph;
  const auto lives = lifetimes(graph);
  const auto life = [&](const char* name) { return lives[graph.find_tensor(name).index()]; };
  REQUIRE_EQ(graph.producer(graph.find_tensor("b4")), OperatorId(2));
  REQUIRE_EQ(graph.producer(graph.find_tensor("b6")), OperatorId(3));
  REQUIRE_EQ(life("b3").end, 4);
  REQUIRE_EQ(life("b6").end, 4);
  REQUIRE_EQ(peak_of(graph), Bytes{2048});
  REQUIRE_EQ(document.plan->needed(), Bytes{2048});
  REQUIRE(graph.in_place().empty());  // b2 lies behind b1, not over it
  REQUIRE_EQ(fault_of_plans(document), "");
  // Epochs that fall while the nodes go on are no clock.
  const Document mixed = read(replaced(file, R"("start": 1, "end": 2)", R"("start": 9, "end": 9)"));
  REQUIRE_EQ(counted(mixed.summary, Kind::unknown, "epochs"), 6u);
}

TEST_CASE("faults have a place and a reason") {
  const std::string text = read_file(kSample).value();
  each_row(
      Rows<std::string, std::string, std::string, std::string>{
          {"twice", "\"id\": 3,", "\"id\": 1,", "/buffers/2/id", ""},
          {"size", "\"size_bytes\": 4096", "\"size_bytes\": -1", "/buffers/2/size_bytes", "2^53"},
          {"huge", "\"size_bytes\": 4096", "\"size_bytes\": 9007199254740993", "/buffers/2/size_bytes", "2^53"},
          {"text", "\"size_bytes\": 4096", "\"size_bytes\": \"x\"", "/buffers/2/size_bytes", "number"},
          {"unknown buffer", "\"outputs\": [5]", "\"outputs\": [55]", "/graphs/0/nodes/1/outputs", "55"},
          {"ids", "\"outputs\": [5]", "\"outputs\": [[5]]", "/graphs/0/nodes/1/outputs/0", "number"},
          {"no nodes", "\"nodes\":", "\"knots\":", "/graphs/0", "\"nodes\""},
          {"no graphs", "\"graphs\":", "\"drawings\":", "/graphs", ""},
          {"pool twice", "{\"id\": 1, \"name\": \"ITCM\"", "{\"id\": 0, \"name\": \"ITCM\"", "/memory_pools/1/id", ""},
          {"time", "\"duration_ms\": 1.25", "\"duration_ms\": -1.5", "/graphs/0/nodes/0/exec_time/duration_ms", "2^53"},
          {"alignment", "3072, \"mpool_id\": 0, \"epochs\": {\"start\": 2, \"end\": 7}, \"alignment\": 8",
           "3072, \"mpool_id\": 0, \"alignment\": 4294967296", "/buffers/2", "alignment"}},
      [&](const std::string& part, const std::string& by, const std::string& place, const std::string& reason) {
        REQUIRE(contains(text, part));
        const Error error = error_of(read_document(replaced(text, part, by), "x_c_info.json"));
        REQUIRE_MESSAGE(contains(error.faults[0].place, place), error.text());
        REQUIRE_MESSAGE(contains(error.faults[0].reason, reason), error.text());
      });
}
