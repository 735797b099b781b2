// SPDX-License-Identifier: Apache-2.0
#include "core/formats/migraphx/listing.h"
#include "core/formats/readers.h"
#include "tests/support/core_test.h"

namespace {

using Kind = ImportKind;

const std::string kSample = sample_path("two_streams.migraphx.txt");

/// The lines of a listing whose first allocates so many bytes.
std::string listing(const std::string& lines, int bytes = 1024) {
  return "@0 = hip::hip_allocate_memory[shape=int8_type, {" + std::to_string(bytes) +
         "}, {1},id=scratch] -> int8_type, {" + std::to_string(bytes) + "}, {1}\n" + lines;
}

Document read_program(const std::string& text, const ReadOptions& options = {}) {
  return must(read_document(text, "x.txt", options));
}

std::vector<std::string> controls(const Graph& graph) {
  std::vector<std::string> out;
  for (const ControlEdge& edge : graph.control())
    out.push_back(std::string(graph.name(edge.before)) + " > " + std::string(graph.name(edge.after)));
  return out;
}

}  // namespace

/// The figures are counted by hand in the driver's guide.
TEST_CASE("the listing of the driver's guide") {
  STOWAGE_NEEDS_SHARED();
  const Document document = document_in(shared_path("data/migraphx/EXCERPT_mnist_perf.txt"));
  const Graph& graph = *document.graph;
  REQUIRE_EQ(document.format, std::string("migraphx"));
  REQUIRE_EQ(counted(document.summary, Kind::skipped, "other listings"), 1u);
  REQUIRE_EQ(graph.operator_count(), 5u);
  REQUIRE_EQ(graph.kind(OperatorId(0)), std::string_view("gpu::gemm"));
  REQUIRE_EQ(graph.kind(OperatorId(4)), std::string_view("gpu::softmax"));
  REQUIRE_EQ(counted(document.summary, Kind::read, "views: "), 1u);
  REQUIRE_EQ(counted(document.summary, Kind::read, "views of constants"), 2u);
  REQUIRE_EQ(graph.duration(OperatorId(0)), (Duration{212'592, Duration::From::measured}));
  REQUIRE_EQ(document.spaces.size(), 1u);
  REQUIRE_EQ(document.spaces[0].name, std::string("scratch"));
  REQUIRE_EQ(document.spaces[0].capacity, std::optional(Bytes{1024}));
  REQUIRE_EQ(document.spaces[0].tensors, 4u);
  REQUIRE(document.plan.has_value());
  REQUIRE_EQ(document.plan->footprint, Bytes{1024});
  REQUIRE_EQ(peak_of(graph), Bytes{1024});
  const auto offset = [&](const char* name) { return document.plan->offsets[graph.find_tensor(name).index()].value; };
  REQUIRE_EQ((std::vector{offset("@5"), offset("@11"), offset("@13"), offset("@16")}),
             (std::vector<std::int64_t>{0, 512, 0, 40}));
  REQUIRE_EQ(graph.size(graph.find_tensor("@17")), Bytes{0});
  REQUIRE(graph.is_output(graph.find_tensor("@17")));
  REQUIRE(document.warnings.empty());
  REQUIRE_EQ(fault_of_plans(document), "");
}

TEST_CASE("the sample has streams, events and parts that lie end to end") {
  const Document document = document_in(kSample);
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.stream_count(), 2u);
  REQUIRE_EQ(graph.operator_count(), 5u);
  REQUIRE_EQ(controls(graph), (std::vector<std::string>{"convolution_relu_kernel main:@5 > mlir_convolution main:@14",
                                                        "mlir_convolution main:@14 > mlir_dot main:@23"}));
  REQUIRE_EQ(graph.group_count(), 1u);
  const auto members = graph.members(GroupId(0));
  REQUIRE_EQ(members.size(), 2u);
  REQUIRE_EQ(graph.name(members[0]), std::string_view("main:@14"));
  REQUIRE_EQ(graph.name(members[1]), std::string_view("main:@18"));
  REQUIRE_EQ(graph.consumers(members[0]).size(), 1u);  // through two views
  REQUIRE_EQ(graph.views().size(), 1u);                // of a tensor that is one: the others are of parts
  REQUIRE_EQ(fault_of_plans(document), "");
}

/// Two listings in a file: without times, with times; and one that is cut short behind them.
TEST_CASE("the last whole listing is taken, with times if there are any") {
  const std::string load = "@1 = load[offset=0,end=8](@0) -> int8_type, {8}, {1}\n";
  const std::string plain = listing(load + "@2 = gpu::first(@1) -> int8_type, {8}, {1}\n");
  const std::string timed = listing(load + "@2 = gpu::second(@1) -> int8_type, {8}, {1}: 0.5ms, 100%\n");
  const std::string later = listing(load + "@2 = gpu::third(@1) -> int8_type, {8}, {1}\n");
  const std::string broken = listing(load + "@2 = gpu::fourth(@1 -> int8_type, {8}, {1}: 1ms, 1%\n");
  const auto kind = [](const Document& document) { return std::string(document.graph->kind(OperatorId(0))); };
  REQUIRE_EQ(kind(read_program(plain + "\n" + later)), std::string("gpu::third"));
  REQUIRE_EQ(kind(read_program(plain + "text\n" + timed + "Summary:\n" + later)), std::string("gpu::second"));
  REQUIRE_EQ(kind(read_program(timed + broken)), std::string("gpu::second"));
  REQUIRE_EQ(error_of(read_document(broken, "x.txt")).text(), says("x.txt:line 3: '('"));
}

TEST_CASE("modules are graphs") {
  const std::string text =
      "module: \"main:small\"\nx = @param:x -> float_type, {2}, {1}\n@1 = add(x,x) -> float_type, {2}, {1}\n"
      "@2 = @return(@1)\n\nmodule: \"main\"\nmain:@0 = @literal{1, 2} -> float_type, {2}, {1}\n"
      "main:@1 = relu(main:@0) -> float_type, {2}, {1}\nmain:@2 = abs(main:@1) -> float_type, {2}, {1}\n"
      "main:@3 = neg(main:@2) -> float_type, {2}, {1}\nmain:@4 = @return(main:@3)\n";
  const Document largest = read_program(text);
  REQUIRE_EQ(largest.graphs.size(), 2u);
  REQUIRE_EQ(largest.graphs[0].operators, 1u);
  REQUIRE_EQ(largest.graphs[1].operators, 3u);
  REQUIRE_EQ(largest.graphs[largest.graph_index].name, std::string("main"));
  REQUIRE_EQ(largest.graph->operator_count(), 3u);
  const Document small = read_program(text, {.graph = "main:small"});
  REQUIRE_EQ(small.graph->operator_count(), 1u);
  REQUIRE_EQ(small.graph->total_size(), Bytes{16});  // a program of no target: parameters are planned, too
  REQUIRE(!small.plan.has_value());
  REQUIRE_EQ(error_of(read_document(text, "x.txt", {.graph = "other"})).text(),
             says("\"other\" \"main:small\" \"main\""));
}

TEST_CASE("an operator may write over what it reads") {
  const Document document =
      read_program(listing("@1 = load[offset=0,end=64](@0) -> int8_type, {64}, {1}\n"
                           "@2 = gpu::a(@1) -> int8_type, {64}, {1}\n"
                           "@3 = gpu::b(@2,@1) -> int8_type, {64}, {1}\n"
                           "x = @param:x -> int8_type, {64}, {1}\n"
                           "@5 = gpu::c(x,@3) -> int8_type, {64}, {1}\n"));
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.tensor_count(), 4u);
  REQUIRE_EQ(graph.in_place().size(), 1u);  // @5 does not read what it writes
  REQUIRE_EQ(graph.in_place()[0].output, graph.find_tensor("@3"));
  REQUIRE_EQ(graph.in_place()[0].input, graph.find_tensor("@2"));
  REQUIRE_EQ(document.plan->offsets, (std::vector<Offset>{{0}, {0}, {0}, {0}}));
}

TEST_CASE("what a file has nothing to do with keeps its size unknown or its bytes out") {
  const Document document =
      read_program(listing("@1 = load[offset=0,end=64](@0) -> int8_type, {64}, {1}\n"
                           "x = @param:x -> float_type, {1000}, {1}\n"
                           "@3 = gpu::a(x,@1) -> int8_type, {64}, {1}\n"
                           "@4 = hip::copy_from_gpu(@3) -> int8_type, {64}, {1}\n"
                           "@5 = @return(@4)\n"));
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.total_size(), Bytes{64});
  REQUIRE_EQ(graph.size(graph.find_tensor("x")), Bytes{0});
  REQUIRE(graph.is_output(graph.find_tensor("@4")));
  const Document odd = read_program("@0 = make() -> tuple_type, {4}, {1}\n@1 = use(@0) -> float_type, {4}, {1}\n");
  REQUIRE_EQ(counted(odd.summary, Kind::unknown, "size"), 1u);
}

TEST_CASE("shapes") {
  each_row(Rows<bool, std::int64_t>{{"float_type, {2, 3}, {3, 1}", true, 24},
                                    {"half_type, {2, 3}, {10, 1}", true, 26},
                                    {"float_type, {4, 5}, {0, 1}", true, 20},
                                    {"fp8e4m3fnuz_type, {7}, {1}", true, 7},
                                    {"int64_type, {3, 0}, {1, 1}", true, 0},
                                    {"float_type, {}, {}", true, 0},
                                    {"float_type, {[1..4], 3}, {3, 1}", false, 0},
                                    {"odd_type, {4}, {1}", false, 0},
                                    {"float_type, {9223372036854775807}, {9223372036854775807}", true, -1}},
           [](const std::string& name, bool known, std::int64_t bytes) {
             std::string_view text = name;
             const auto shape = must(migraphx::take_shape(text));
             REQUIRE_EQ(shape.known, known);
             REQUIRE_EQ(shape.bytes, bytes);
             REQUIRE(text.empty());
           });
  std::string_view none = "float_type {4}";
  REQUIRE(!migraphx::take_shape(none).has_value());
}

TEST_CASE("faults have a line and a reason") {
  each_row(
      Rows<std::string, std::string, std::string>{
          {"undefined", "@1 = gpu::a(@9) -> int8_type, {8}, {1}\n", "line 2", "\"@9\" is not defined"},
          {"behind the end", "@1 = load[offset=1000,end=1032](@0) -> int8_type, {32}, {1}\n", "line 2", "1024 bytes"},
          {"backwards", "@1 = load[offset=8,end=4](@0) -> int8_type, {0}, {1}\n", "line 2", "not within"},
          {"too small", "@1 = load[offset=0,end=4](@0) -> int8_type, {8}, {1}\n", "line 2", "8 bytes, but 4"},
          {"no numbers", "@1 = load[offset=a,end=4](@0) -> int8_type, {4}, {1}\n", "line 2", "not within"},
          {"loads a tensor",
           "x = @param:x -> int8_type, {4}, {1}\n@2 = load[offset=0,end=4](x) -> int8_type, {4}, {1}\n", "line 3",
           "no allocated memory"},
          {"no arrow", "@1 = gpu::a(@0)\n", "line 2", "\" -> \""},
          {"no shape", "@1 = gpu::a(@0) -> nothing\n", "line 2", "shape"},
          {"no operator", "@1 = [a] -> int8_type, {4}, {1}\n", "line 2", "no operator"},
          {"too large", "@1 = gpu::a() -> int8_type, {9007199254740993}, {1}\n", "line 2", "2^53"},
          {"stream", "@1 = gpu::set_stream[stream=x]() -> int8_type, {}, {}\n", "line 2", "stream"},
          {"event", "@1 = gpu::wait_event() -> int8_type, {}, {}\n", "line 2", "event"},
          {"time", "@1 = gpu::a() -> int8_type, {4}, {1}: 1e300ms, 1%\n", "line 2", "2^53 ns"}},
      [](const std::string& lines, const std::string& place, const std::string& reason) {
        const Error error = error_of(read_document(listing(lines), "x.txt"));
        REQUIRE_EQ(error.faults[0].place, place);
        REQUIRE_MESSAGE(contains(error.faults[0].reason, reason), error.text());
      });
}

/// Neither loads that are nested deep, nor parts that are read again and again, take long.
TEST_CASE("much of anything ends soon") {
  std::string nested = listing("@1 = load[offset=0,end=64](@0) -> int8_type, {64}, {1}\n");
  for (int k = 2; k < 20'000; ++k)
    nested +=
        "@" + std::to_string(k) + " = load[offset=0,end=64](@" + std::to_string(k - 1) + ") -> int8_type, {64}, {1}\n";
  for (int k = 20'000; k < 25'000; ++k)
    nested += "@" + std::to_string(k) + " = read(@1,@1,@1) -> int8_type, {4}, {1}\n";
  (void)read_document(nested, "x.txt");
  std::string deep = "@0 = odd" + std::string(200'000, '[') + "](@1) -> int8_type, {4}, {1}\n";
  REQUIRE(!read_document(deep, "x.txt").has_value());
}
