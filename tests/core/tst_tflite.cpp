// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "core/formats/tflite/model_generated.h"
#include "core/graph/claims.h"
#include "tests/support/body_lines.h"
#include "tests/support/core_test.h"
#include "tests/support/sharing.h"

namespace {

/// Two subgraphs, "a" and "b", of one operator of that code and one tensor each, with an offset of 0 for one tensor.
std::string two_subgraphs(std::int32_t code) {
  flatbuffers::FlatBufferBuilder made;
  const std::vector<std::int32_t> one{1}, first{0};
  const std::vector<std::uint8_t> none, offsets{1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
  const auto old = static_cast<std::int8_t>(std::min(code, 127));
  const std::vector codes{tflite::CreateOperatorCodeDirect(made, old, nullptr, code)};
  std::vector<flatbuffers::Offset<tflite::SubGraph>> graphs;
  for (const char* name : {"a", "b"}) {
    const std::vector tensors{tflite::CreateTensorDirect(made, &one)};
    const std::vector operators{tflite::CreateOperatorDirect(made, 0, nullptr, &first)};
    graphs.push_back(tflite::CreateSubGraphDirect(made, &tensors, nullptr, &first, &operators, name));
  }
  const std::vector buffers{tflite::CreateBufferDirect(made, &none), tflite::CreateBufferDirect(made, &offsets)};
  const std::vector metadata{tflite::CreateMetadataDirect(made, "OfflineMemoryAllocation", 1)};
  made.Finish(tflite::CreateModelDirect(made, &codes, &graphs, &buffers, &metadata), "TFL3");
  return {reinterpret_cast<const char*>(made.GetBufferPointer()), made.GetSize()};
}

/// An operator of a model made for a test. `runs`: the numbers of its subgraphs.
struct MadeOperator {
  std::int32_t code;
  std::vector<std::int32_t> inputs, outputs;
  std::vector<std::int32_t> runs = {};
};
struct MadeSubgraph {
  std::vector<std::int32_t> sizes;  ///< of its tensors "t0", "t1", …; below 0: of a constant
  std::vector<std::int32_t> inputs, outputs;
  std::vector<MadeOperator> operators;
};
constexpr std::int32_t kAdd = 0, kConv = 3, kCall = 31, kIf = 118, kWhile = 119, kOnce = 129;

/// A model of bytes; its subgraphs are "s0", "s1", …
std::string model_of(const std::vector<MadeSubgraph>& subgraphs) {
  flatbuffers::FlatBufferBuilder made;
  const std::vector<std::int32_t> codes{kAdd, kConv, kCall, kIf, kWhile, kOnce};
  const std::map<std::int32_t, tflite::Options> options{{kCall, tflite::Options_Call},
                                                        {kIf, tflite::Options_If},
                                                        {kWhile, tflite::Options_While},
                                                        {kOnce, tflite::Options_CallOnce}};
  std::vector<flatbuffers::Offset<tflite::OperatorCode>> table;
  for (const std::int32_t code : codes)
    table.push_back(tflite::CreateOperatorCode(made, static_cast<std::int8_t>(std::min(code, 127)), 0, code));
  std::vector<flatbuffers::Offset<tflite::SubGraph>> graphs;
  for (const MadeSubgraph& graph : subgraphs) {
    std::vector<flatbuffers::Offset<tflite::Tensor>> tensors;
    for (const std::int32_t size : graph.sizes) {
      const std::vector<std::int32_t> shape{std::abs(size)};
      const std::string name = "t" + std::to_string(tensors.size());
      tensors.push_back(tflite::CreateTensorDirect(made, &shape, 3, size < 0 ? 1 : 0, name.c_str()));
    }
    std::vector<flatbuffers::Offset<tflite::Operator>> operators;
    for (const MadeOperator& each : graph.operators) {
      const auto code = static_cast<std::uint32_t>(std::ranges::find(codes, each.code) - codes.begin());
      const bool runs = !each.runs.empty();
      const auto bodies = runs ? tflite::CreateSubgraphs(made, each.runs.front(), each.runs.back()).Union()
                               : flatbuffers::Offset<void>();
      operators.push_back(tflite::CreateOperatorDirect(made, code, &each.inputs, &each.outputs,
                                                       runs ? options.at(each.code) : tflite::Options_NONE, bodies));
    }
    const std::string name = "s" + std::to_string(graphs.size());
    graphs.push_back(
        tflite::CreateSubGraphDirect(made, &tensors, &graph.inputs, &graph.outputs, &operators, name.c_str()));
  }
  const std::vector<std::uint8_t> none, data{1};
  const std::vector buffers{tflite::CreateBufferDirect(made, &none), tflite::CreateBufferDirect(made, &data)};
  made.Finish(tflite::CreateModelDirect(made, &table, &graphs, &buffers), "TFL3");
  return {reinterpret_cast<const char*>(made.GetBufferPointer()), made.GetSize()};
}

const std::string kSample = sample_path("tiny_network.tflite");

ReadOptions with(const std::string& dimension, std::int64_t length) {
  ReadOptions options;
  options.dimensions.emplace(dimension, length);
  return options;
}

}  // namespace

/// Counts and peaks by flatc's JSON and a few lines of Python: [first, last] use of all but data and variables.
TEST_CASE("real models") {
  STOWAGE_NEEDS_SHARED();
  const Rows<int, int, int, int, std::int64_t, std::int64_t> rows = {
      {"keyword_scrambled_8bit", 15, 16, 31, 0, 718, 288},    {"mlperf_kws_ref", 13, 14, 21, 14, 72642, 16000},
      {"mlperf_resnet_quant", 16, 17, 21, 17, 117908, 49152}, {"mlperf_vww_96_int8", 31, 32, 57, 32, 259716, 55296},
      {"mnist_lstm_int8", 4, 5, 15, 0, 1924, 1344},           {"person_detect", 31, 32, 57, 0, 241030, 55296},
      {"person_detect_vela", 1, 1, 2, 0, 74464, 74464}};
  each_row(rows, [&](const std::string& name, int operators, int planned, int constants, int open, std::int64_t total,
                     std::int64_t peak) {
    const Document document = document_in(shared_path("data/tflite/" + name + ".tflite"));
    const Graph& graph = *document.graph;
    REQUIRE_EQ(document.format, std::string("tflite"));
    REQUIRE_EQ(graph.operator_count(), static_cast<std::size_t>(operators));
    REQUIRE_EQ(graph.tensor_count(), static_cast<std::size_t>(planned));
    REQUIRE_EQ(counted(document.summary, ImportKind::skipped, "constants"), static_cast<std::size_t>(constants));
    REQUIRE_EQ(counted(document.summary, ImportKind::assumed, "open dimensions"), static_cast<std::size_t>(open));
    REQUIRE_EQ(document.open_dimensions.size(), open > 0 ? 1u : 0u);
    const Graph apart = without_sharing(graph);
    REQUIRE_EQ(apart.total_size().count, total);
    REQUIRE_EQ(peak_of(apart).count, peak);
    REQUIRE(document.warnings.empty());
    REQUIRE_EQ(fault_of_plans(document), "");
  });
}

TEST_CASE("variables and the nameless") {
  STOWAGE_NEEDS_SHARED();
  const Document keyword = document_in(shared_path("data/tflite/keyword_scrambled_8bit.tflite"));
  REQUIRE_EQ(counted(keyword.summary, ImportKind::skipped, "variables"), 7u);
  REQUIRE_EQ(counted(keyword.summary, ImportKind::assumed, "without a name"), 54u);
  REQUIRE_EQ(keyword.graph->name(TensorId(0)), std::string_view("unnamed 0"));
  REQUIRE_EQ(keyword.graph->kind(OperatorId(1)), std::string_view("SVDF"));
  const Document lstm = document_in(shared_path("data/tflite/mnist_lstm_int8.tflite"));
  REQUIRE_EQ(counted(lstm.summary, ImportKind::skipped, "optional inputs"), 9u);
  REQUIRE_EQ(counted(lstm.summary, ImportKind::skipped, "intermediates"), 5u);
  REQUIRE_EQ(lstm.graph->kind(OperatorId(0)), std::string_view("UNIDIRECTIONAL_SEQUENCE_LSTM"));
}

/// Input, result and both scratch memories begin at 0: the command stream keeps them apart, not the plan.
TEST_CASE("the scratch memory of an npu is one tensor") {
  STOWAGE_NEEDS_SHARED();
  const Document document = document_in(shared_path("data/tflite/person_detect_vela.tflite"));
  REQUIRE(document.plan.has_value());
  REQUIRE_EQ(document.plan->footprint, Bytes{74464});
  REQUIRE_EQ(counted(document.summary, ImportKind::assumed, "Ethos-U"), 3u);
  REQUIRE_EQ(document.graph->kind(OperatorId(0)), std::string_view("ethos-u"));
  REQUIRE(document.graph->is_output(TensorId(0)));
}

TEST_CASE("the sample has a plan") {
  const Document document = document_in(kSample);
  REQUIRE_EQ(document.graph->operator_count(), 7u);
  REQUIRE_EQ(document.graph->tensor_count(), 8u);
  REQUIRE_EQ(document.graph->name(OperatorId(2)), std::string_view("ADD 2"));
  REQUIRE_EQ(peak_of(*document.graph), Bytes{6144});
  REQUIRE(document.plan.has_value());
  REQUIRE_EQ(document.plan->footprint, Bytes{9216});
  REQUIRE_EQ(fault_of_plans(document), "");
}

/// With one offset left to the run time there is no whole plan, and the file's reader says which lack.
TEST_CASE("offsets that are decided at run time") {
  std::string bytes = read_file(kSample).value();
  const std::int32_t offset = 7168, undecided = -1;
  std::string wanted(4, '\0'), other(4, '\0');
  std::memcpy(wanted.data(), &offset, 4);
  std::memcpy(other.data(), &undecided, 4);
  const std::size_t at = bytes.find(wanted);
  REQUIRE((at != std::string::npos && bytes.find(wanted, at + 1) == std::string::npos));
  std::string more = bytes;
  ++more[at - 24];  // the number of offsets stands before the first six
  REQUIRE(!read_document(more, "x.tflite").value().plan.has_value());
  bytes.replace(at, 4, other);
  const Document document = read_document(bytes, "x.tflite").value();
  REQUIRE(!document.plan.has_value());
  REQUIRE_EQ(counted(document.summary, ImportKind::unknown, "run time"), 1u);
}

TEST_CASE("offsets are those of the first subgraph") {
  REQUIRE(must(read_document(two_subgraphs(0), "x.tflite", {.graph = "a"})).plan.has_value());
  REQUIRE(!must(read_document(two_subgraphs(0), "x.tflite", {.graph = "b"})).plan.has_value());
}

TEST_CASE("open dimensions are given by name") {
  STOWAGE_NEEDS_SHARED();
  const std::string path = shared_path("data/tflite/mlperf_resnet_quant.tflite");
  const Document one = document_in(path), eight = document_in(path, with("*:0", 8));
  REQUIRE_EQ(one.open_dimensions.front().name, std::string("*:0"));
  REQUIRE_EQ(one.open_dimensions.front().tensors, 17u);
  REQUIRE(eight.open_dimensions.empty());
  REQUIRE_EQ(eight.graph->total_size().count, 8 * one.graph->total_size().count);
  const std::string input = std::string(one.graph->name(TensorId(0))) + ":0";
  const Document first = document_in(path, with(input, 3));
  REQUIRE_EQ(first.graph->size(TensorId(0)).count, 3 * one.graph->size(TensorId(0)).count);
  REQUIRE_EQ(first.graph->size(TensorId(1)), one.graph->size(TensorId(1)));
  REQUIRE(!read_document(read_file(path).value(), path, with("*:0", INT64_MAX)).has_value());
}

TEST_CASE("names of operators") {
  const auto kind_of_code = [](std::int32_t code) {
    return std::string(must(read_document(two_subgraphs(code), "x.tflite")).graph->kind(OperatorId(0)));
  };
  REQUIRE_EQ(kind_of_code(0), std::string("ADD"));
  REQUIRE_EQ(kind_of_code(114), std::string("QUANTIZE"));
  REQUIRE_EQ(kind_of_code(133), std::string("builtin 133"));
  REQUIRE_EQ(kind_of_code(-4), std::string("builtin -4"));
}

/// The length of a shape, as the tables themselves lead to it, is made larger than the file.
TEST_CASE("damage has a place") {
  std::string bytes = read_file(kSample).value();
  const auto* const shape =
      flatbuffers::GetRoot<tflite::Model>(bytes.data())->subgraphs()->Get(0)->tensors()->Get(2)->shape();
  const auto at = static_cast<std::size_t>(reinterpret_cast<const char*>(shape) - bytes.data());
  const std::uint32_t length = 0x0fffffff;
  std::memcpy(bytes.data() + at, &length, sizeof length);
  const std::string fault = error_of(read_document(bytes, "x.tflite")).text();
  // Whichever tensor comes first of those that share the shape.
  REQUIRE_MESSAGE(
      std::regex_search(fault, std::regex(R"(^x\.tflite:/subgraphs/0/tensors/[0-2]/shape(_signature)?: .*damaged)")),
      fault);
  REQUIRE_EQ(read_document(bytes.substr(0, 7), "x.tflite").error().faults[0].place, std::string("byte 7"));
}

/// Sizes that the file stores are known, though their dimensions are open.
TEST_CASE("open dimensions that are stored leave no size unknown") {
  STOWAGE_NEEDS_SHARED();
  const Document document = document_in(shared_path("data/tflite/mlperf_kws_ref.tflite"));
  REQUIRE_EQ(document.open_dimensions.at(0).tensors, 14u);
  REQUIRE_EQ(document.open_dimensions.at(0).stored, 14u);
  REQUIRE_EQ(unknown_sizes(*document.graph), std::size_t{0});
}

TEST_CASE("damaged real models") {
  STOWAGE_NEEDS_SHARED();
  std::string bytes = read_file(shared_path("data/tflite/mnist_lstm_int8.tflite")).value();
  REQUIRE_EQ(fault_of_damage(bytes, "x.tflite", 3'000), "");
}

TEST_CASE("a subgraph is chosen by its name or its signature") {
  STOWAGE_NEEDS_SHARED();
  const std::string path = shared_path("data/bodies/multi_subgraphs_while.tflite");
  const auto read = [&](const char* name) {
    return read_document(read_file(path).value(), path, {.graph = *name == '\0' ? std::optional<std::string>() : name});
  };
  struct Row {
    const char* name;
    std::size_t index, operators;
  };
  for (const Row& row : {Row{"", 0, 1}, Row{"main", 0, 1}, Row{"serving_default", 0, 1}, Row{"while_cond", 1, 1},
                         Row{"while_body", 2, 3}}) {
    const auto document = read(row.name);
    REQUIRE(document.has_value());
    REQUIRE_EQ(document->graphs.size(), 3u);
    REQUIRE_EQ(unknown_sizes(*document->graph), std::size_t{0});
    REQUIRE_EQ(document->graph_index, row.index);
    REQUIRE_EQ(document->graph->operator_count(), row.operators);
  }
  REQUIRE_EQ(read("sub").error().text(), says("\"sub\" \"main\" \"while_body\" \"serving_default\""));
}

TEST_CASE("a dimension for which no tensor waits is warned of") {
  const Document document = document_in(kSample, with("nobody:0", 8));
  REQUIRE_EQ(document.warnings.back().reason, says("\"nobody:0\""));
}

/// The condition comes first and needs all that the loop carries, since the loop may end behind it. t1 and t2 change
/// places; t3 never changes, so that its result lies in it.
TEST_CASE("loops") {
  const std::string model = model_of({
      {{8, 8, 8, 8, 8, 8, 8},
       {0},
       {6},
       {{kConv, {0}, {1}}, {kWhile, {0, 0, 1}, {3, 4, 5}, {1, 2}}, {kAdd, {3, 5}, {6}}}},
      {{8, 8, 8, 1}, {0, 1, 2}, {3}, {{kConv, {0}, {3}}}},
      {{8, 8, 8, 8}, {0, 1, 2}, {1, 3, 2}, {{kAdd, {0, 1}, {3}}}},
  });
  const Document document = must(read_document(model, "x.tflite"));
  REQUIRE_EQ(lines_of(*document.graph), std::string("CONV_2D 0: t0 -> t1\n"
                                                    "WHILE 1: t0 t1 -> t3 t4 t5\n"
                                                    "  carry t0 <- t1#2\n"
                                                    "  carry t1#2 <- t4\n"
                                                    "  CONV_2D 0: t0 t1#2 t1 -> t3#2\n"
                                                    "  ADD 1: t0 t1#2 -> t4\n"
                                                    "ADD 2: t3 t5 -> t6\n"
                                                    "t5 in t1\n"));
  REQUIRE_EQ(counted(document.summary, ImportKind::read, "loops, with"), 1u);
  REQUIRE_EQ(counted(document.summary, ImportKind::read, "operators in bodies"), 2u);
  REQUIRE_EQ(counted(document.summary, ImportKind::skipped, "other graphs"), 0u);
  REQUIRE_EQ(fault_of_plans(document), "");
}

/// One branch hands its input on, the other makes the result; a constant is read where it lies.
TEST_CASE("branches and calls") {
  const std::string model = model_of({
      {{1, 8, -8, 8, 8, 4}, {0, 1}, {4}, {{kOnce, {}, {}, {3}}, {kIf, {0, 1, 2}, {3}, {1, 2}}, {kCall, {3}, {4}, {4}}}},
      {{8, 8}, {0, 1}, {0}, {}},
      {{8, 8, 8}, {0, 1}, {2}, {{kAdd, {0, 1}, {2}}}},
      {{4, 4}, {}, {}, {{kConv, {}, {0}}}},
      {{8, 8}, {0}, {1}, {{kConv, {0}, {1}}}},
  });
  const Document document = must(read_document(model, "x.tflite"));
  REQUIRE_EQ(lines_of(*document.graph), std::string("CALL_ONCE 0: ->\n"
                                                    "  s3\n"
                                                    "    CONV_2D 0: -> t0\n"
                                                    "IF 1: t0 t1 -> t3\n"
                                                    "  then\n"
                                                    "  else\n"
                                                    "    ADD 0: t1 -> t3\n"
                                                    "CALL 2: t3 -> t4\n"
                                                    "  s4\n"
                                                    "    CONV_2D 0: t3 -> t4\n"));
  REQUIRE_EQ(counted(document.summary, ImportKind::skipped, "constants outside"), 2u);
  REQUIRE_EQ(fault_of_plans(document), "");
  REQUIRE_EQ(fault_of_damage(model, "x.tflite", 1'000), "");
}

TEST_CASE("subgraphs that cannot be run") {
  const auto error = [](const std::vector<MadeSubgraph>& graphs) {
    return error_of(read_document(model_of(graphs), "x.tflite")).text();
  };
  const MadeSubgraph nothing{{8}, {}, {}, {}};
  const auto calling = [](std::int32_t number) { return MadeSubgraph{{8}, {}, {}, {{kOnce, {}, {}, {number}}}}; };
  REQUIRE_EQ(error({calling(0)}), says("\"s0\" itself"));
  REQUIRE_EQ(error({calling(1), calling(2), calling(1)}), says("\"s1\" itself"));
  REQUIRE_EQ(error({calling(7)}), says("x.tflite:operator 0"));
  REQUIRE_EQ(error({calling(-1)}), says("x.tflite:operator 0"));
  REQUIRE_EQ(error({{{8, 8}, {0}, {1}, {{kCall, {0}, {1}, {1}}}}, nothing}), says("\"s1\""));
  std::vector<MadeSubgraph> deep;
  for (std::int32_t k = 0; k < 10'000; ++k) deep.push_back(calling(k + 1));
  deep.push_back(nothing);
  REQUIRE_EQ(error(deep), says("deeply"));
  // 10^20 operators in all
  std::vector<MadeSubgraph> wide;
  for (std::int32_t k = 0; k < 18; ++k)
    wide.push_back({{8}, {}, {}, std::vector<MadeOperator>(10, {kOnce, {}, {}, {k + 1}})});
  wide.push_back(nothing);
  REQUIRE_EQ(error(wide), says("too many too large"));
}
