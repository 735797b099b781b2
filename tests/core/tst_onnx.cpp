// SPDX-License-Identifier: Apache-2.0
#include "core/formats/protobuf_wire.h"
#include "core/formats/readers.h"
#include "core/graph/claims.h"
#include "core/insight/bodies/lay_out.h"
#include "tests/support/core_test.h"

namespace {

using Ints = std::vector<std::int64_t>;

/// A dimension of 0 has the name "N", one of -1 none.
WireWriter value_info(std::string_view name, const Ints& shape, std::uint64_t element = 1) {
  WireWriter dimensions;
  for (const std::int64_t size : shape) {
    WireWriter one;
    if (size > 0) one.number(1, static_cast<std::uint64_t>(size));
    if (size == 0) one.bytes(2, "N");
    dimensions.message(1, one);
  }
  const WireWriter tensor = WireWriter().number(1, element).message(2, dimensions);
  return WireWriter().bytes(1, name).message(2, WireWriter().message(1, tensor));
}

/// An attribute.
WireWriter ints_of(std::string_view name, const Ints& values) {
  WireWriter out;
  out.bytes(1, name).number(20, 7);
  for (const std::int64_t v : values) out.number(8, static_cast<std::uint64_t>(v));
  return out;
}

WireWriter onnx_node(std::string_view op, const std::vector<std::string>& inputs,
                     const std::vector<std::string>& outputs, std::string_view name = {},
                     const std::vector<WireWriter>& attributes = {}) {
  WireWriter out;
  for (const std::string& input : inputs) out.bytes(1, input);
  for (const std::string& output : outputs) out.bytes(2, output);
  if (!name.empty()) out.bytes(3, name);
  out.bytes(4, op);
  for (const WireWriter& attribute : attributes) out.message(5, attribute);
  return out;
}

/// Weights of 64-bit integers.
WireWriter weights_of(std::string_view name, const Ints& values) {
  WireWriter out;
  out.number(1, values.size()).number(2, 7);
  for (const std::int64_t v : values) out.number(7, static_cast<std::uint64_t>(v));
  return out.bytes(8, name);
}

/// A model of one graph; opset 13 where nothing is said.
struct OnnxGraph {
  std::vector<WireWriter> nodes{}, weights{}, inputs{}, outputs{}, values{};
  [[nodiscard]] WireWriter graph() const {
    WireWriter out;
    for (const auto& [field, list] : {std::pair(1u, &nodes), std::pair(5u, &weights), std::pair(11u, &inputs),
                                      std::pair(12u, &outputs), std::pair(13u, &values)})
      for (const WireWriter& one : *list) out.message(field, one);
    return out;
  }
  [[nodiscard]] std::string model(std::uint64_t opset = 13) const {
    return WireWriter().number(1, 8).message(7, graph()).message(8, WireWriter().number(2, opset)).text();
  }
};

Document read(const std::string& bytes, const std::map<std::string, std::int64_t>& dimensions = {}) {
  return must(read_onnx({bytes, "m.onnx", {.intervals = {}, .dimensions = dimensions, .device = {}}, {}}));
}

std::string error_of(const std::string& bytes, const std::map<std::string, std::int64_t>& dimensions = {}) {
  return fault_text(read_onnx({bytes, "m.onnx", {.intervals = {}, .dimensions = dimensions, .device = {}}, {}}));
}

std::size_t folded(const Document& document) {
  return count_of(document, ImportKind::skipped, "nodes known");
}

std::int64_t size_of(const Document& document, const char* tensor) {
  const TensorId t = document.graph->find_tensor(tensor);
  return t.valid() ? document.graph->size(t).count : -1;
}

WireWriter body_of(std::string_view attribute, const OnnxGraph& graph) {
  return WireWriter().bytes(1, attribute).number(20, 5).message(6, graph.graph());
}
WireWriter number_of(std::string_view attribute, std::uint64_t value) {
  return WireWriter().bytes(1, attribute).number(20, 2).number(3, value);
}

/// A body that reads "x" from around it, in one more body for each of `depth`.
OnnxGraph nested(int depth) {
  OnnxGraph out{.nodes = {onnx_node("Relu", {"x"}, {"inner"})}, .outputs = {value_info("inner", {4})}};
  if (depth > 0) out.nodes.push_back(onnx_node("If", {"c"}, {"more"}, "", {body_of("then_branch", nested(depth - 1))}));
  return out;
}

/// With the bodies laid out, as plans are made.
Document flat(Document document) {
  document.graph = must(lay_out_bodies(document.graph));
  return document;
}

std::vector<std::string> tensors_of(const Graph& graph) {
  std::vector<std::string> out;
  for (TensorId t : graph.tensors()) out.emplace_back(graph.name(t));
  return out;
}

/// "into←from" of each pair.
std::vector<std::string> carried(const Loop& loop) {
  std::vector<std::string> out;
  for (const auto& [into, from] : loop.carry)
    out.push_back(std::string(loop.body.name(into)) + "←" + std::string(loop.body.name(from)));
  return out;
}

const Loop& loop_in(const Graph& graph, const char* name = "loop") {
  const Loop* const loop = graph.loop(graph.find_operator(name));
  REQUIRE(loop != nullptr);
  return *loop;
}

/// A loop that adds "w", of around it, to what it carries, and stacks its results.
OnnxGraph counting_loop(const OnnxGraph& body) {
  return {.nodes = {onnx_node("Relu", {"in"}, {"x"}), onnx_node("Relu", {"in"}, {"w"}),
                    onnx_node("Loop", {"trips", "go", "x"}, {"y", "stack"}, "loop", {body_of("body", body)}),
                    onnx_node("Add", {"y", "w"}, {"out"})},
          .inputs = {value_info("in", {4}), value_info("trips", {1}, 7), value_info("go", {1}, 9)},
          .outputs = {value_info("out", {4}), value_info("stack", {0, 4})}};
}
OnnxGraph counting_body() {
  return {.nodes = {onnx_node("Add", {"a", "w"}, {"b"}), onnx_node("Sigmoid", {"b"}, {"s"}),
                    onnx_node("Not", {"on"}, {"again"})},
          .inputs = {value_info("i", {1}, 7), value_info("on", {1}, 9), value_info("a", {4})},
          .outputs = {value_info("again", {1}, 9), value_info("b", {4}), value_info("s", {4})}};
}

OnnxGraph chain(std::size_t length) {
  OnnxGraph out{.inputs = {value_info("t0", {0, 256})},
                .outputs = {value_info("t" + std::to_string(length), {0, 256})}};
  for (std::size_t k = 0; k < length; ++k)
    out.nodes.push_back(onnx_node("Relu", {"t" + std::to_string(k)}, {"t" + std::to_string(k + 1)}));
  return out;
}

}  // namespace

/// Nodes as other tools count them; sizes by hand from the networks' papers: 4 bytes, channels, height, width.
TEST_CASE("real models") {
  const Rows<int, std::string, std::int64_t> rows = {
      {"light_resnet50", 415, "r0", 4 * 64 * 112 * 112},        {"light_squeezenet", 105, "r0", 4 * 64 * 111 * 111},
      {"light_shufflenet", 446, "r0", 4 * 24 * 112 * 112},      {"light_vgg19", 82, "r0", 4 * 64 * 224 * 224},
      {"light_bvlc_alexnet", 40, "r0", 4 * 96 * 54 * 54},       {"light_inception_v1", 237, "r0", 4 * 64 * 112 * 112},
      {"mnist", 12, "Convolution28_Output_0", 4 * 8 * 28 * 28}, {"ultraface_rfb320", 126, "input", 4 * 3 * 240 * 320}};
  each_row(rows, [&](const std::string& name, int nodes, const std::string& tensor, std::int64_t bytes) {
    STOWAGE_NEEDS_SHARED();
    const std::string path = shared_path(std::string("data/onnx/") + name + ".onnx");
    const auto document = must(read_document(read_file(path).value(), path));
    REQUIRE_EQ(document.format, std::string("onnx"));
    REQUIRE_MESSAGE(document.warnings.empty(), (document.warnings.empty() ? "" : document.warnings[0].reason));
    REQUIRE_EQ(document.graph->operator_count() + folded(document), static_cast<std::size_t>(nodes));
    REQUIRE_EQ(std::int64_t{size_of(document, tensor.c_str())}, bytes);
    REQUIRE_EQ(fault_of_plans(document), "");
  });
}

TEST_CASE("the sample") {
  const std::string path = std::string(STOWAGE_SOURCE_DIR) + "/samples/small_classifier.onnx";
  const Document document = read(read_file(path).value());
  REQUIRE_EQ(document.graph->operator_count(), std::size_t{11});
  REQUIRE_EQ(folded(document), std::size_t{4 * 2 + 3 + 4});
  REQUIRE_EQ(size_of(document, "c3"), std::int64_t{4 * 32 * 32 * 32});
  REQUIRE_EQ(size_of(document, "flat"), std::int64_t{4 * 8192});  // its shape is arithmetic on the shape of p
  REQUIRE_EQ(size_of(document, "logits"), std::int64_t{4 * 10});
  REQUIRE_EQ(document.graph->find_tensor("w1"), TensorId());
  REQUIRE(document.warnings.empty());
}

/// Of 4 bytes each: w, its transpose and its product are known before a run; noise, and what reads x, are not.
TEST_CASE("what depends on weights alone is a constant") {
  OnnxGraph graph{.nodes = {onnx_node("DequantizeLinear", {"q", "s"}, {"w"}), onnx_node("Transpose", {"w"}, {"t"}),
                            onnx_node("MatMul", {"t", "w"}, {"p"}), onnx_node("RandomNormalLike", {"w"}, {"noise"}),
                            onnx_node("Add", {"x", "p"}, {"h"}), onnx_node("Add", {"h", "noise"}, {"out"})},
                  .inputs = {value_info("x", {8})},
                  .outputs = {value_info("out", {8})}};
  graph.weights = {weights_of("q", {1, 2}), weights_of("s", {3})};
  graph.values = {value_info("w", {8}), value_info("t", {8}), value_info("p", {8}), value_info("noise", {8}),
                  value_info("h", {8})};
  const Document document = read(graph.model());
  REQUIRE_EQ(folded(document), std::size_t{3});
  for (const char* constant : {"w", "t", "p"}) REQUIRE_EQ(size_of(document, constant), std::int64_t{-1});
  for (const char* planned : {"x", "h", "noise", "out"}) REQUIRE_EQ(size_of(document, planned), std::int64_t{32});
  REQUIRE_EQ(count_of(document, ImportKind::skipped, "tensors that depend on weights"), std::size_t{3});
  REQUIRE_EQ(count_of(document, ImportKind::skipped, "bytes of weights"), std::size_t{3 * 8 + 3 * 32});
}

TEST_CASE("open dimensions") {
  OnnxGraph graph{.nodes = {onnx_node("Relu", {"x"}, {"y"}), onnx_node("Add", {"y", "z"}, {"out"})},
                  .inputs = {value_info("x", {0, 3}), value_info("z", {-1, 3})},
                  .outputs = {value_info("out", {-1, 3})}};
  const Document open = read(graph.model());
  REQUIRE_EQ(open.open_dimensions.size(), std::size_t{2});
  REQUIRE_EQ(open.open_dimensions[0].name, std::string("N"));
  REQUIRE_EQ(open.open_dimensions[1].name, std::string("z:0"));
  REQUIRE_EQ(open.open_dimensions[0].tensors, std::size_t{3});  // x, y, out
  REQUIRE_EQ(open.open_dimensions[1].tensors, std::size_t{2});  // z, out
  REQUIRE_EQ(open.warnings.size(), std::size_t{1});
  REQUIRE_EQ(open.warnings[0].reason, says("4 0"));
  REQUIRE(has_unknown_size(*open.graph, open.graph->find_tensor("y")));
  const Document half = read(graph.model(), {{"N", 8}});
  REQUIRE_EQ(size_of(half, "y"), std::int64_t{8 * 3 * 4});
  REQUIRE_EQ(half.open_dimensions.size(), std::size_t{1});
  const Document whole = read(graph.model(), {{"N", 8}, {"z:0", 1}});
  REQUIRE_EQ(size_of(whole, "out"), std::int64_t{8 * 3 * 4});
  REQUIRE((whole.warnings.empty() && whole.open_dimensions.empty()));
  REQUIRE_EQ(error_of(graph.model(), {{"M", 8}}), says("m.onnx: \"M\" \"N\" \"z:0\""));
  REQUIRE_EQ(error_of(graph.model(), {{"N", 0}}), says("m.onnx: \"N\" 0"));
}

/// Of an output a nameless dimension beside named ones, where nothing tells it.
TEST_CASE("open dimensions of outputs") {
  const auto graph = [](const char* op) {
    return OnnxGraph{.nodes = {onnx_node(op, {"x"}, {"y"})},
                     .inputs = {value_info("x", {0, 3})},
                     .outputs = {value_info("y", {0, -1})}}
        .model();
  };
  const Document open = read(graph("Custom"));
  REQUIRE_EQ(open.open_dimensions.size(), std::size_t{2});
  REQUIRE_EQ(open.open_dimensions[1].name, std::string("y:1"));
  REQUIRE_EQ(open.open_dimensions[1].tensors, std::size_t{1});
  const Document given = read(graph("Custom"), {{"N", 2}, {"y:1", 7}});
  REQUIRE_EQ(size_of(given, "y"), std::int64_t{2 * 7 * 4});
  REQUIRE((given.open_dimensions.empty() && given.warnings.empty()));
  const Document inferred = read(graph("Relu"), {{"N", 2}});
  REQUIRE_EQ(size_of(inferred, "y"), std::int64_t{2 * 3 * 4});
  REQUIRE((inferred.open_dimensions.empty() && inferred.warnings.empty()));
}

TEST_CASE("sizes below zero") {
  WireWriter shape;
  for (const std::int64_t size : {-7, 3}) shape.message(1, WireWriter().number(1, static_cast<std::uint64_t>(size)));
  const WireWriter tensor = WireWriter().number(1, 1).message(2, shape);
  const WireWriter x = WireWriter().bytes(1, "x").message(2, WireWriter().message(1, tensor));
  const Document document =
      read(OnnxGraph{.nodes = {onnx_node("Relu", {"x"}, {"y"})}, .inputs = {x}, .outputs = {value_info("y", {2, 3})}}
               .model());
  const auto entries = document.summary.entries();
  const auto odd =
      std::ranges::find_if(entries, [](const ImportEntry& entry) { return entry.what.starts_with("negative "); });
  REQUIRE(odd != entries.end());
  REQUIRE_EQ(odd->names, std::vector<std::string>{"x:0 (-7)"});
  REQUIRE_EQ(document.open_dimensions.size(), std::size_t{1});
}

/// What the file says of a tensor is believed, whatever could be inferred; custom operators cost their own sizes.
TEST_CASE("types of the file come first") {
  OnnxGraph graph{.nodes = {onnx_node("Mystery", {"x"}, {"a"}), onnx_node("Relu", {"a"}, {"b"}),
                            onnx_node("Mystery", {"b"}, {"c"}), onnx_node("Relu", {"c"}, {"d"})},
                  .inputs = {value_info("x", {2})},
                  .outputs = {value_info("d", {-1})},
                  .values = {value_info("a", {5, 5}, 10)}};
  const Document document = read(graph.model());
  REQUIRE_EQ(size_of(document, "a"), std::int64_t{50});
  REQUIRE_EQ(size_of(document, "b"), std::int64_t{50});
  REQUIRE_EQ(size_of(document, "c"), std::int64_t{0});
  REQUIRE_EQ(document.warnings.size(), std::size_t{1});
  REQUIRE(document.open_dimensions.empty());
}

TEST_CASE("element types") {
  const auto bytes = [](std::uint64_t element) {
    return size_of(
        read(OnnxGraph{.inputs = {value_info("x", {3}, element)}, .outputs = {value_info("x", {3}, element)}}.model()),
        "x");
  };
  for (const auto& [element, size] :
       {std::pair(1, 12), std::pair(2, 3), std::pair(5, 6), std::pair(7, 24), std::pair(8, 0), std::pair(9, 3),
        std::pair(10, 6), std::pair(11, 24), std::pair(14, 24), std::pair(15, 48), std::pair(16, 6), std::pair(17, 3),
        std::pair(21, 2), std::pair(22, 2), std::pair(25, 1), std::pair(99, 0)})
    REQUIRE_EQ(bytes(static_cast<std::uint64_t>(element)), std::int64_t{size});
}

TEST_CASE("names are made unique") {
  OnnxGraph graph{.nodes = {onnx_node("Relu", {"x"}, {"a"}), onnx_node("Relu", {"a", ""}, {"b", ""}, "same"),
                            onnx_node("Relu", {"b"}, {"c"}, "same")},
                  .inputs = {value_info("x", {2})},
                  .outputs = {value_info("c", {2})}};
  const Document document = read(graph.model());
  const Graph& g = *document.graph;
  REQUIRE_EQ(g.name(OperatorId(0)), std::string_view("Relu#0"));
  REQUIRE_EQ(g.name(OperatorId(1)), std::string_view("same"));
  REQUIRE_EQ(g.name(OperatorId(2)), std::string_view("same#2"));
  REQUIRE_EQ(g.tensor_count(), std::size_t{4});
  REQUIRE((g.is_output(g.find_tensor("c")) && !g.producer(g.find_tensor("x")).valid()));
}

/// Both branches write the output where it lies; what they read from around is a tensor of the graph.
TEST_CASE("branches") {
  OnnxGraph graph{
      .nodes = {onnx_node("Relu", {"in"}, {"x"}),
                onnx_node("If", {"c"}, {"y", "", "z"}, "choice",
                          {body_of("else_branch",
                                   {.nodes = {onnx_node("Relu", {"x"}, {"p"}), onnx_node("Mul", {"p", "k"}, {"q"})},
                                    .outputs = {value_info("q", {4}), value_info("q", {4}), value_info("x", {4})}}),
                           body_of("then_branch",
                                   {.nodes = {onnx_node("Sin", {"x"}, {"p"}),
                                              onnx_node("Concat", {"p", "p"}, {"r"}, "", {number_of("axis", 0)})},
                                    .outputs = {value_info("p", {4}), value_info("p", {4}), value_info("r", {8})}})})},
      .weights = {weights_of("k", {1})},
      .inputs = {value_info("in", {4}), value_info("c", {1}, 9)},
      .outputs = {value_info("y", {4}), value_info("z", {-1})}};
  const Document document = read(graph.model());
  const Graph& g = *document.graph;
  const auto branches = g.branches(g.find_operator("choice"));
  REQUIRE_EQ(branches.size(), std::size_t{2});
  REQUIRE_EQ(branches[0].name, std::string("else"));
  REQUIRE_EQ(branches[1].name, std::string("then"));
  REQUIRE_EQ(tensors_of(branches[0].body), std::vector<std::string>{"p", "y", "x"});
  REQUIRE_EQ(tensors_of(branches[1].body), std::vector<std::string>{"y", "z", "x"});
  REQUIRE_EQ(size_of(document, "z"), std::int64_t{8 * 4});  // as large as the largest of both
  REQUIRE_EQ(g.consumers(g.find_tensor("x")).size(), std::size_t{1});
  REQUIRE_EQ(count_of(document, ImportKind::read, "bodies"), std::size_t{2});
  REQUIRE_EQ(count_of(document, ImportKind::read, "operators in"), std::size_t{4});
  REQUIRE_EQ(count_of(document, ImportKind::read, "tensors that only"), std::size_t{1});  // p of one branch
  REQUIRE(document.warnings.empty());
  REQUIRE_EQ(fault_of_plans(flat(document)), "");
}

/// The first value is x, the last is y; what is stacked needs its slice to the end of each iteration.
TEST_CASE("loops") {
  const Document document = read(counting_loop(counting_body()).model(), {{"N", 3}});
  const Graph& g = *document.graph;
  const Loop& loop = loop_in(g);
  REQUIRE_EQ(tensors_of(loop.body), std::vector<std::string>{"i", "go", "x", "y", "s", "again", "w"});
  REQUIRE_EQ(carried(loop), std::vector<std::string>{"go←again", "x←y"});
  REQUIRE(!loop.runs_at_least_once);
  REQUIRE_EQ(loop.body.operator_count(), std::size_t{1 + 3});
  REQUIRE_EQ(loop.body.producer(loop.body.find_tensor("i")), OperatorId(0));
  REQUIRE(loop.body.is_output(loop.body.find_tensor("s")));
  REQUIRE_EQ(size_of(document, "stack"), std::int64_t{3 * 4 * 4});
  REQUIRE_EQ(fault_of_plans(flat(document)), "");
}

/// Names that also stand around the body are made unique; a name that a body has is not read from around it.
TEST_CASE("shadowed names") {
  OnnxGraph body = counting_body();
  body.nodes = {onnx_node("Add", {"a", "w"}, {"x"}), onnx_node("Sigmoid", {"x"}, {"stack"}),
                onnx_node("Not", {"on"}, {"in"})};
  body.outputs = {value_info("in", {1}, 9), value_info("x", {4}), value_info("stack", {4})};
  const Document document = read(counting_loop(body).model(), {{"N", 3}});
  const Loop& loop = loop_in(*document.graph);
  REQUIRE_EQ(tensors_of(loop.body), std::vector<std::string>{"i", "go", "x", "y", "stack#2", "in", "w"});
  REQUIRE_EQ(fault_of_plans(flat(document)), "");
}

/// A state that begins with what the body also reads, two that begin alike, and two that change places: only one tensor
/// of a body can be a tensor around it.
TEST_CASE("states that begin alike") {
  const OnnxGraph body{.nodes = {onnx_node("Add", {"p", "s1"}, {"p2"}), onnx_node("Add", {"q", "x"}, {"q2"})},
                       .inputs = {value_info("p", {4}), value_info("q", {4}), value_info("u", {4}),
                                  value_info("v", {4}), value_info("s1", {4}), value_info("s2", {2})},
                       .outputs = {value_info("p2", {4}), value_info("q2", {4}), value_info("v", {4}),
                                   value_info("u", {4}), value_info("x", {4})}};
  OnnxGraph graph{
      .nodes = {onnx_node("Relu", {"in"}, {"x"}), onnx_node("Relu", {"in"}, {"u0"}),
                onnx_node("Scan", {"x", "u0", "u0", "k", "rows", "columns"}, {"p9", "", "u9", "v9", "xs"}, "loop",
                          {body_of("body", body), number_of("num_scan_inputs", 2)})},
      .weights = {weights_of("k", {1, 2})},
      .inputs = {value_info("in", {4}), value_info("rows", {5, 4}), value_info("columns", {5, 2})},
      .outputs = {value_info("p9", {4}), value_info("u9", {4}), value_info("v9", {4}), value_info("xs", {5, 4})}};
  const Document document = read(graph.model());
  const Loop& loop = loop_in(*document.graph);
  REQUIRE_EQ(carried(loop), std::vector<std::string>{"p←p9", "u0←q2", "u←v", "v←u"});
  for (const char* slice : {"s1", "s2"}) REQUIRE_EQ(loop.body.producer(loop.body.find_tensor(slice)), OperatorId(0));
  REQUIRE_EQ(fault_of_plans(flat(document)), "");
}

/// Up to version 8 a Scan runs once for each sequence of a batch, so that its states are nobody else's.
TEST_CASE("batches of sequences") {
  const OnnxGraph body{.nodes = {onnx_node("Add", {"p", "s"}, {"p2"})},
                       .inputs = {value_info("p", {4}), value_info("s", {4})},
                       .outputs = {value_info("p2", {4}), value_info("p2", {4})}};
  OnnxGraph graph{
      .nodes = {onnx_node("Relu", {"in"}, {"p0"}), onnx_node("Scan", {"", "p0", "rows"}, {"p9", "ps"}, "loop",
                                                             {body_of("body", body), number_of("num_scan_inputs", 1)})},
      .inputs = {value_info("in", {1, 4}), value_info("rows", {1, 5, 4})},
      .outputs = {value_info("p9", {1, 4}), value_info("ps", {1, 5, 4})}};
  REQUIRE_EQ(carried(loop_in(*read(graph.model(8)).graph)), std::vector<std::string>{"p←p2"});
  REQUIRE_EQ(fault_of_plans(flat(read(graph.model(8)))), "");
  REQUIRE_EQ(error_of(graph.model(9)), says("m.onnx:node 1 \"loop\": 3 2"));
}

TEST_CASE("bodies in bodies") {
  OnnxGraph body = counting_body();
  body.nodes[1] = onnx_node(
      "If", {"again"}, {"s"}, "inner",
      {body_of("then_branch", {.nodes = {onnx_node("Add", {"b", "x"}, {"t"})}, .outputs = {value_info("t", {4})}}),
       body_of("else_branch", {.nodes = {onnx_node("Relu", {"a"}, {"t"}), onnx_node("Sin", {"t"}, {"t2"})},
                               .outputs = {value_info("t2", {4})}})});
  const Document document = read(counting_loop(body).model(), {{"N", 3}});
  const Graph& inner = loop_in(*document.graph).body;
  const auto branches = inner.branches(inner.find_operator("inner"));
  REQUIRE_EQ(branches.size(), std::size_t{2});
  // x is also the first value of what the loop carries: the body reads it as it was before.
  REQUIRE_EQ(tensors_of(branches[0].body), std::vector<std::string>{"s", "y", "x"});
  REQUIRE_EQ(tensors_of(branches[1].body), std::vector<std::string>{"t", "s", "a"});
  REQUIRE_EQ(carried(loop_in(*document.graph)), std::vector<std::string>{"go←again", "a←y"});
  REQUIRE_EQ(fault_of_plans(flat(document)), "");
}

/// Sizes within bodies by libonnx: the states of a Scan keep their shape, those of a Loop where each iteration does.
TEST_CASE("sizes within bodies are inferred") {
  OnnxGraph body = counting_body();
  body.inputs[2] = value_info("a", {-1});
  body.outputs = {value_info("again", {1}, 9), value_info("b", {-1}), value_info("s", {-1})};
  const Document document = read(counting_loop(body).model(), {{"N", 3}});
  REQUIRE(document.warnings.empty());
  const Graph& inner = loop_in(*document.graph).body;
  for (const char* tensor : {"x", "y", "s"}) REQUIRE_EQ(inner.size(inner.find_tensor(tensor)), Bytes{16});
  // A state that grows has no size.
  body.nodes[0] = WireWriter(onnx_node("Concat", {"a", "w"}, {"b"}, "", {number_of("axis", 0)}));
  const Document grows = read(counting_loop(body).model(), {{"N", 3}});
  const Graph& growing = loop_in(*grows.graph).body;
  REQUIRE(has_unknown_size(growing, growing.find_tensor("a")));
  REQUIRE_EQ(grows.warnings.size(), std::size_t{1});
  // The state, its slice, and the last value, which the body makes: one count, whatever the bodies are laid out as.
  REQUIRE_EQ(unknown_sizes(*grows.graph), std::size_t{3});
  REQUIRE_EQ(unknown_sizes(*flat(grows).graph), std::size_t{3});
  REQUIRE_EQ(count_of(grows, ImportKind::unknown, "tensors without a size"), std::size_t{3});
  REQUIRE_EQ(grows.warnings[0].reason, says("the sizes of 3 tensors are unknown"));
}

/// A value of 32-bit floats whose shape is not known.
WireWriter without_shape(std::string_view name) {
  return WireWriter().bytes(1, name).message(2, WireWriter().message(1, WireWriter().number(1, 1)));
}

/// Bytes of "y", of the shape that the nodes compute as `shape` from "shape", which is 2, 3, 4; -1: unknown. Weights
/// have the names of their numbers.
std::int64_t size_by(std::vector<WireWriter> nodes, const std::string& shape) {
  OnnxGraph graph{.nodes = {onnx_node("Relu", {"in"}, {"a"}), onnx_node("Shape", {"a"}, {"shape"}),
                            onnx_node("ReduceSum", {"a"}, {"x"}, "", {number_of("keepdims", 0)})},
                  .weights = {weights_of("huge", {std::int64_t{1} << 62})},
                  .inputs = {value_info("in", {2, 3, 4}), value_info("read", {1}, 7)},
                  .outputs = {without_shape("y")}};
  for (const std::int64_t number : {-9, -2, -1, 0, 1, 2, 3, 5000})
    graph.weights.push_back(weights_of(std::to_string(number), {number}));
  std::ranges::move(nodes, std::back_inserter(graph.nodes));
  graph.nodes.push_back(onnx_node("Expand", {"x", shape}, {"y"}));
  const Document document = read(graph.model());
  REQUIRE(!has_unknown_size(*document.graph, document.graph->find_tensor("a")));
  const TensorId y = document.graph->find_tensor("y");
  return has_unknown_size(*document.graph, y) ? -1 : document.graph->size(y).count;
}

TEST_CASE("sizes by computed shapes") {
  const auto along_0 = std::vector{number_of("axis", 0)};
  const WireWriter zero = WireWriter().bytes(1, "value").number(20, 4).message(5, weights_of("", {0}));
  REQUIRE_EQ(size_by({}, "shape"), 4 * 24);
  REQUIRE_EQ(size_by({onnx_node("Slice", {"shape", "-1", "-9", "0", "-2"}, {"s"})}, "s"), 4 * 4 * 2);
  REQUIRE_EQ(size_by({onnx_node("Slice", {"shape", "1", "huge"}, {"s"})}, "s"), 4 * 3 * 4);
  REQUIRE_EQ(size_by({onnx_node("Gather", {"shape", "-1"}, {"last"}, "", along_0),
                      onnx_node("Concat", {"last", "shape", "3"}, {"s"}, "", along_0)},
                     "s"),
             4 * 4 * 24 * 3);
  REQUIRE_EQ(size_by({onnx_node("Size", {"shape"}, {"rank"}), onnx_node("Unsqueeze", {"rank", "0"}, {"s"})}, "s"),
             4 * 3);
  // (2 · shape - 1) / 2 = 1, 2, 3
  REQUIRE_EQ(size_by({onnx_node("Mul", {"2", "shape"}, {"twice"}), onnx_node("Sub", {"twice", "1"}, {"less"}),
                      onnx_node("Div", {"less", "2"}, {"s"})},
                     "s"),
             4 * 6);
  // 2 3 above 4 2 becomes 2 4 above 3 2, of which the lower row counts.
  REQUIRE_EQ(
      size_by({onnx_node("Concat", {"shape", "2"}, {"four"}, "", along_0),
               onnx_node("Concat", {"2", "-1"}, {"sides"}, "", along_0),
               onnx_node("Reshape", {"four", "sides"}, {"square"}),
               onnx_node("Transpose", {"square"}, {"turned"}, "", {ints_of("perm", {1, 0})}),
               onnx_node("Cast", {"turned"}, {"half"}, "", {number_of("to", 6)}),
               onnx_node("Cast", {"half"}, {"whole"}, "", {number_of("to", 7)}),
               onnx_node("Gather", {"whole", "1"}, {"row"}, "", along_0), onnx_node("Squeeze", {"row", "0"}, {"s"})},
              "s"),
      4 * 3 * 2);
  // The shape where it is 3, and 1 where it is not; then the other way about.
  const std::vector<WireWriter> choices = {onnx_node("Equal", {"shape", "3"}, {"is"}),
                                           onnx_node("Shape", {"shape"}, {"rank"}),
                                           onnx_node("ConstantOfShape", {"rank"}, {"zeros"}, "", {zero}),
                                           onnx_node("Max", {"zeros", "1"}, {"ones"}),
                                           onnx_node("Where", {"is", "shape", "ones"}, {"s"}),
                                           onnx_node("Not", {"is"}, {"not"}),
                                           onnx_node("Where", {"not", "shape", "ones"}, {"t"})};
  REQUIRE_EQ(size_by(choices, "s"), 4 * 3);
  REQUIRE_EQ(size_by(choices, "t"), 4 * 2 * 4);
}

/// What a run reads, what does not fit into 64 bits, what is too long for a shape, and what has no value.
TEST_CASE("computed shapes that stay unknown") {
  const auto along_0 = std::vector{number_of("axis", 0)};
  const WireWriter zero = WireWriter().bytes(1, "value").number(20, 4).message(5, weights_of("", {0}));
  REQUIRE_EQ(size_by({onnx_node("Concat", {"shape", "read"}, {"s"}, "", along_0)}, "s"), -1);
  REQUIRE_EQ(size_by({onnx_node("Mul", {"shape", "huge"}, {"s"})}, "s"), -1);
  REQUIRE_EQ(size_by({onnx_node("ConstantOfShape", {"5000"}, {"zeros"}, "", {zero}),
                      onnx_node("Gather", {"zeros", "1"}, {"one"}, "", along_0), onnx_node("Max", {"one", "1"}, {"s"})},
                     "s"),
             -1);
  REQUIRE_EQ(size_by({onnx_node("Div", {"shape", "0"}, {"s"})}, "s"), -1);
  REQUIRE_EQ(size_by({onnx_node("Gather", {"shape", "3"}, {"s"}, "", along_0)}, "s"), -1);
  REQUIRE_EQ(size_by({onnx_node("Unsqueeze", {"shape", "0"}, {"row"}),
                      onnx_node("Transpose", {"row"}, {"s"}, "", {ints_of("perm", {1, 1})})},
                     "s"),
             -1);
  REQUIRE_EQ(size_by({onnx_node("Slice", {"shape", "0", "2", "0", "0"}, {"s"})}, "s"), -1);
}

/// The results of an If are those of the branch that runs, where shapes tell it. The other one stays in the graph.
TEST_CASE("sizes by conditions that are known") {
  const auto size_of_z = [](std::int64_t rank, const char* condition) {
    const OnnxGraph whole{.nodes = {onnx_node("Unsqueeze", {"x", "k"}, {"p"})}, .outputs = {without_shape("p")}};
    const OnnxGraph first{.nodes = {onnx_node("Slice", {"x", "k", "1"}, {"q"})}, .outputs = {without_shape("q")}};
    const OnnxGraph graph{
        .nodes = {onnx_node("Relu", {"in"}, {"x"}), onnx_node("Shape", {"x"}, {"shape"}),
                  onnx_node("Size", {"shape"}, {"rank"}), onnx_node("Equal", {"rank", "wanted"}, {"c"}),
                  onnx_node("If", {condition}, {"y"}, "choice",
                            {body_of("then_branch", whole), body_of("else_branch", first)}),
                  onnx_node("Relu", {"y"}, {"z"})},
        .weights = {weights_of("wanted", {rank}), weights_of("k", {0}), weights_of("1", {1})},
        .inputs = {value_info("in", {2, 3}), value_info("go", {1}, 9)},
        .outputs = {without_shape("z")}};
    const Document document = read(graph.model());
    const Graph& g = *document.graph;
    REQUIRE_EQ(g.branches(g.find_operator("choice")).size(), std::size_t{2});
    REQUIRE_EQ(g.size(g.find_tensor("y")), Bytes{24});  // holds what either of them makes
    return has_unknown_size(g, g.find_tensor("z")) ? -1 : size_of(document, "z");
  };
  REQUIRE_EQ(size_of_z(2, "c"), 24);
  REQUIRE_EQ(size_of_z(3, "c"), 12);
  REQUIRE_EQ(size_of_z(2, "go"), -1);
}

/// A recurrent network whose padding, ranks and states are computed from shapes. Bytes as NumPy counts them, which ran
/// all branches with 512 samples.
TEST_CASE("no size of a real model with computed shapes is unknown") {
  STOWAGE_NEEDS_SHARED();
  const std::string path = shared_path("data/bodies/silero_vad_16k_op15.onnx");
  const Document document =
      must(read_document(read_file(path).value(), path, {.dimensions = {{"batch", 1}, {"sequence", 512}}}));
  REQUIRE((document.warnings.empty() && document.open_dimensions.empty()));
  const std::function<std::int64_t(const Graph&)> bytes_in = [&](const Graph& graph) {
    std::int64_t bytes = 0;
    for (TensorId t : graph.tensors()) bytes += graph.size(t).count;
    for (OperatorId o : graph.operators())
      for (const Branch& branch : graph.branches(o)) bytes += bytes_in(branch.body);
    return bytes;
  };
  REQUIRE_EQ(bytes_in(*document.graph), 82'144);
}

TEST_CASE("bodies of other operators") {
  OnnxGraph graph{.nodes = {onnx_node("Relu", {"in"}, {"x"}),
                            onnx_node("SequenceMap", {"c"}, {"y"}, "map", {body_of("body", nested(1))})},
                  .inputs = {value_info("in", {4}), value_info("c", {1}, 9)},
                  .outputs = {value_info("y", {4})}};
  const Document document = read(graph.model());
  const Graph& g = *document.graph;
  REQUIRE_EQ(g.name(g.consumers(g.find_tensor("x"))[0]), std::string_view("map"));
  REQUIRE_EQ(unknown_sizes(g), std::size_t{1});
  REQUIRE_EQ(g.name(g.producer(g.find_tensor("bodies of map"))), std::string_view("map"));
  REQUIRE_EQ(count_of(document, ImportKind::skipped, "bodies of other"), std::size_t{1});
}

TEST_CASE("faults of bodies") {
  const auto fault = [](const WireWriter& node) {
    return error_of(OnnxGraph{
        .nodes = {node}, .inputs = {value_info("x", {4}), value_info("c", {1}, 9)}, .outputs = {value_info("y", {4})}}
                        .model());
  };
  const auto branch = [&](const char* attribute, const OnnxGraph& body) {
    return fault(onnx_node("If", {"c"}, {"y"}, "if", {body_of(attribute, body)}));
  };
  const OnnxGraph good{.nodes = {onnx_node("Relu", {"x"}, {"p"})}, .outputs = {value_info("p", {4})}};
  REQUIRE_EQ(branch("then_branch", good), "");
  REQUIRE_EQ(branch("maybe_branch", good), says("m.onnx:node 0 \"if\": \"maybe_branch\""));
  REQUIRE_EQ(branch("then_branch", {.nodes = good.nodes}), says("m.onnx:node 0 \"if\": 1 0"));
  REQUIRE_EQ(branch("then_branch", {.inputs = {value_info("q", {4})}, .outputs = {value_info("q", {4})}}),
             says("m.onnx:node 0 \"if\": 0 1"));
  REQUIRE_EQ(branch("then_branch", {.nodes = {onnx_node("Relu", {"lost"}, {"p"})}, .outputs = good.outputs}),
             says("m.onnx:node 0 \"if\": \"lost\""));
  REQUIRE_EQ(branch("then_branch", {.nodes = {onnx_node("Relu", {"y"}, {"p"})}, .outputs = good.outputs}),
             says("m.onnx:node 0 \"if\": \"y\""));
  REQUIRE_EQ(branch("then_branch", {.nodes = {onnx_node("Relu", {"p"}, {"p"})}, .outputs = good.outputs}),
             says("m.onnx:node 0 \"if\", then_branch, node 0: \"p\""));
  REQUIRE_EQ(branch("then_branch",
                    {.nodes = {onnx_node("Relu", {"q"}, {"p"}, "first"), onnx_node("Relu", {"p"}, {"q"}, "second")},
                     .outputs = good.outputs}),
             says("m.onnx:node 0 \"if\", then_branch, nodes: first → second → first"));
  REQUIRE_EQ(fault(onnx_node("If", {"c"}, {"y"}, "if", {body_of("then_branch", good), body_of("then_branch", good)})),
             says("m.onnx:node 0 \"if\": \"then_branch\""));
  const auto loop = [&](const OnnxGraph& body) {
    return fault(onnx_node("Loop", {"", "c", "x"}, {"y"}, "loop", {body_of("body", body)}));
  };
  REQUIRE_EQ(loop({.inputs = {value_info("i", {1}, 7)}}), says("m.onnx:node 0 \"loop\": 1"));
  REQUIRE_EQ(loop({.inputs = {value_info("i", {1}, 7), value_info("on", {1}, 9), value_info("a", {4})}}),
             says("m.onnx:node 0 \"loop\": 0 1"));
  REQUIRE_EQ(
      loop({.inputs = {value_info("i", {1}, 7), value_info("on", {1}, 9)}, .outputs = {value_info("on", {1}, 9)}}),
      says("m.onnx:node 0 \"loop\": 3 2"));
  REQUIRE_EQ(loop({.inputs = {value_info("i", {1}, 7), value_info("a", {4}), value_info("a", {4})},
                   .outputs = {value_info("a", {4}), value_info("a", {4})}}),
             says("m.onnx:node 0 \"loop\":"));
  REQUIRE_EQ(fault(onnx_node("Scan", {"x"}, {"y"}, "", {body_of("body", good), number_of("num_scan_inputs", ~0ull)})),
             says("m.onnx:node 0: 0"));
}

/// Nested so deep that a recursion without a limit would end the program; and very many side by side.
TEST_CASE("deep and many bodies") {
  WireWriter deep = nested(0).graph();
  for (int depth = 0; depth < 1000; ++depth) {
    const WireWriter attribute = WireWriter().bytes(1, "then_branch").message(6, deep);
    deep = WireWriter().message(1, onnx_node("If", {"c"}, {"y"}, "", {attribute}));
  }
  REQUIRE_EQ(error_of(WireWriter().number(1, 8).message(7, deep).text()), says("m.onnx:byte 32"));
  OnnxGraph many{.inputs = {value_info("x", {4}), value_info("c", {1}, 9)}};
  for (int k = 0; k < 3000; ++k) {
    const std::string result = "y" + std::to_string(k);
    many.nodes.push_back(onnx_node("If", {"c"}, {result}, "", {body_of("then_branch", nested(0))}));
    many.values.push_back(value_info(result, {4}));
  }
  REQUIRE_EQ(count_of(read(many.model()), ImportKind::read, "bodies"), std::size_t{3000});
}

/// What the caller gives and takes keeps bytes of its own, and so does what has another size.
TEST_CASE("views and permissions are assumed") {
  const OnnxGraph model{
      .nodes = {onnx_node("Relu", {"x"}, {"a"}), onnx_node("Flatten", {"a"}, {"b"}), onnx_node("Relu", {"b"}, {"c"}),
                onnx_node("Sigmoid", {"c"}, {"d"}), onnx_node("Add", {"c", "d"}, {"e"}),
                onnx_node("ReduceSum", {"e"}, {"f"}), onnx_node("Add", {"e", "f"}, {"g"}),
                onnx_node("Mul", {"g", "g"}, {"h"}), onnx_node("Identity", {"h"}, {"y"})},
      .inputs = {value_info("x", {2, 3, 4})},
      .outputs = {value_info("y", {2, 12})}};
  const Document document = read(model.model());
  const Graph& graph = *document.graph;
  const auto name = [&](TensorId t) { return std::string(graph.name(t)); };
  REQUIRE_EQ(graph.views().size(), 1u);
  REQUIRE_EQ(name(graph.views()[0].tensor), std::string("b"));
  REQUIRE_EQ(name(graph.views()[0].of), std::string("a"));
  std::vector<std::string> pairs;
  for (const InPlace& pair : graph.in_place()) pairs.push_back(name(pair.output) + name(pair.input));
  std::ranges::sort(pairs);
  REQUIRE_EQ(pairs, std::vector<std::string>{"cb", "dc", "ec", "ed", "ge", "hg"});
  REQUIRE_EQ(count_of(document, ImportKind::assumed, "results of Reshape"), 1u);
  REQUIRE_EQ(count_of(document, ImportKind::assumed, "results of Relu"), 5u);
  REQUIRE_EQ(fault_of_plans(document), "");
  OnnxGraph taken = model;
  taken.outputs.push_back(value_info("c", {2, 12}));
  REQUIRE_EQ(read(taken.model()).graph->in_place().size(), 3u);  // only "ed", "ge" and "hg"
}

TEST_CASE("disorder and cycles") {
  OnnxGraph graph{.nodes = {onnx_node("Relu", {"a"}, {"b"}, "second"), onnx_node("Relu", {"x"}, {"a"}, "first")},
                  .inputs = {value_info("x", {2})},
                  .outputs = {value_info("b", {2})}};
  const Document document = read(graph.model());
  REQUIRE_EQ(document.graph->name(OperatorId(0)), std::string_view("first"));
  REQUIRE_EQ(size_of(document, "a"), std::int64_t{8});
  REQUIRE_EQ(document.warnings.size(), std::size_t{1});
  graph.nodes[1] = onnx_node("Relu", {"b"}, {"a"}, "first");
  REQUIRE_EQ(error_of(graph.model()), says("m.onnx:nodes: second → first → second"));
  graph.nodes.push_back(onnx_node("Relu", {"x"}, {"c"}, "before"));
  REQUIRE_EQ(error_of(graph.model()), says("m.onnx:nodes: second → first → second"));
  graph.nodes[1] = onnx_node("Relu", {"a"}, {"a"}, "first");
  REQUIRE_EQ(error_of(graph.model()), says("m.onnx:node 1 \"first\": \"a\""));
}

TEST_CASE("faults are told") {
  OnnxGraph twice{.nodes = {onnx_node("Relu", {"x"}, {"a"}), onnx_node("Relu", {"lost"}, {"a"})},
                  .inputs = {value_info("x", {2})}};
  REQUIRE_EQ(error_of(twice.model()), says("m.onnx:node 1: \"a\" 0\nm.onnx:node 1: \"lost\""));
  const std::int64_t large = std::int64_t{1} << 40;
  REQUIRE_EQ(error_of(OnnxGraph{.inputs = {value_info("x", {large, large})}}.model()), says("2^53"));
  REQUIRE_EQ(error_of(OnnxGraph{.inputs = {value_info("x", {INT64_MAX})}}.model()), says("2^53"));
  REQUIRE(error_of(OnnxGraph{.inputs = {value_info("x", {large, 2})}}.model()).empty());
  REQUIRE_EQ(error_of(""), says("m.onnx:byte 0:"));
  REQUIRE_EQ(error_of(WireWriter().number(1, 8).message(7, WireWriter().message(1, WireWriter())).text()),
             says("op_type"));
}

/// What makes libonnx divide by zero, or recurse without end, costs the sizes and nothing else.
TEST_CASE("what ends the inference") {
  OnnxGraph graph{
      .nodes = {onnx_node("MaxPool", {"x"}, {"y"}, "", {ints_of("kernel_shape", {2, 2}), ints_of("strides", {0, 0})})},
      .inputs = {value_info("x", {1, 1, 8, 8})},
      .outputs = {value_info("y", {-1, -1, -1, -1})}};
  const Document document = read(graph.model());
  REQUIRE_EQ(size_of(document, "x"), std::int64_t{256});
  REQUIRE_EQ(document.graph->operator_count(), std::size_t{1});
  WireWriter function;
  function.bytes(1, "F").bytes(4, "a").bytes(5, "b").message(7, onnx_node("F", {"a"}, {"b"}).bytes(7, "own"));
  function.message(9, WireWriter().bytes(1, "own").number(2, 1)).bytes(10, "own");
  graph.nodes = {onnx_node("F", {"x"}, {"y"}).bytes(7, "own")};
  const std::string bytes = graph.model() + WireWriter().message(25, function).text();
  REQUIRE_EQ(count_of(read(bytes), ImportKind::skipped, "bodies "), std::size_t{1});
}

/// Since version 18 the axes of a reduction are an input, which libonnx 1.12 would pass over.
TEST_CASE("newer operators") {
  OnnxGraph graph{.nodes = {onnx_node("ReduceMean", {"x", "axes"}, {"y"}), onnx_node("Gelu", {"y"}, {"z"})},
                  .weights = {weights_of("axes", {2})},
                  .inputs = {value_info("x", {2, 5, 7})},
                  .outputs = {value_info("z", {-1, -1, -1})}};
  const Document document = read(graph.model(20));
  REQUIRE_EQ(size_of(document, "y"), std::int64_t{4 * 2 * 5});
  REQUIRE_EQ(size_of(document, "z"), std::int64_t{4 * 2 * 5});
}

TEST_CASE("cut short anywhere") {
  const std::string whole = chain(20).model();
  for (std::size_t length = 0; length < whole.size(); length += 1 + length / 40) {
    const auto document = read_onnx({whole.substr(0, length), "m.onnx", {}, {}});
    if (!document) REQUIRE(!document.error().faults.at(0).reason.empty());
  }
}

TEST_CASE("large models are quick") {
  const std::string bytes = chain(100'000).model();
  const auto start = std::chrono::steady_clock::now();
  const Document document = read(bytes, {{"N", 2}});
  REQUIRE_EQ(document.graph->operator_count(), std::size_t{100'000});
  REQUIRE_EQ(size_of(document, "t500"), std::int64_t{2048});
  REQUIRE(std::chrono::steady_clock::now() - start < std::chrono::minutes(1));
}

TEST_CASE("it stops when told") {
  REQUIRE_EQ(error_of(read_onnx({chain(5000).model(), "m.onnx", {}, cancelled_task()})).kind, Error::Kind::cancelled);
}
