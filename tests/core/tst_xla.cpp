// SPDX-License-Identifier: Apache-2.0
#include "core/formats/protobuf_wire.h"
#include "core/formats/readers.h"
#include "tests/support/core_test.h"

namespace {

/// An instruction named after its number, which calls a computation where that is not 0.
WireWriter hlo_instruction(std::uint64_t id, const std::string& opcode, const std::vector<std::uint64_t>& operands,
                           std::uint64_t called = 0) {
  WireWriter out = WireWriter().bytes(1, "i" + std::to_string(id)).bytes(2, opcode).number(35, id);
  for (const std::uint64_t operand : operands) out.number(36, operand);
  return called == 0 ? out : out.number(38, called);
}

/// Of instructions 1, 2, …, of which the last is the root, and buffers 1, 2, … of 64 bytes: that instruction makes
/// them, as that part of its result (-1: the whole). Buffers of one list of `places` lie at one place.
Document hlo_document(const std::vector<WireWriter>& entry, const std::vector<std::pair<std::uint64_t, int>>& made,
                      const std::vector<std::vector<std::uint64_t>>& places, const WireWriter& trace,
                      WireWriter module = {}) {
  WireWriter main, assignment;
  for (const WireWriter& each : entry) main.message(2, each);
  for (std::size_t k = 0; k < made.size(); ++k) {
    WireWriter location = WireWriter().number(4, made[k].first);
    if (made[k].second >= 0) location.number(3, static_cast<std::uint64_t>(made[k].second));
    assignment.message(1, WireWriter().number(1, k + 1).number(2, 64).message(3, location));
  }
  for (const std::vector<std::uint64_t>& place : places) {
    WireWriter allocation = WireWriter().number(2, 64);
    for (const std::uint64_t id : place) allocation.message(9, WireWriter().number(1, id).number(3, 64));
    assignment.message(3, allocation);
  }
  module.bytes(1, "m").bytes(2, "main").message(3, main.number(5, 8).number(6, entry.size())).number(6, 8);
  assignment.message(4, trace);
  return must(read_xla({WireWriter().message(1, module).message(3, assignment).text(), "x.hlo.pb", {}, {}}));
}

/// Allocates (0), frees (1) or shares (2) a buffer, with another where it shares.
WireWriter heap_event(std::uint64_t kind, std::uint64_t buffer, std::uint64_t with = 0) {
  return WireWriter().number(1, kind).number(2, buffer).number(5, with);
}

using Kind = ImportKind;

const std::string kSample = sample_path("two_layers.hlo.pb");

}  // namespace

/// Counts and footprints by protoc's text and a few lines of Python: buffers that are no constants and no thread's
/// own, allocations stacked at multiples of 256. XLA's own assignment has no violation.
TEST_CASE("real assignments") {
  STOWAGE_NEEDS_SHARED();
  const Rows<std::size_t, std::size_t, std::size_t, std::int64_t> rows = {
      {"jax_conv_08.2.jit__normal_9_", 2, 3, 1, 51118340},
      {"jax_conv_08.7.jit_forward_3d_conv_15_", 8, 8, 3, 1158144256},
      {"jax_te_attn.1.jit_loss_fn_17_", 40, 47, 22, 520621096}};
  each_row(rows, [&](const std::string& name, std::size_t operators, std::size_t tensors, std::size_t traced,
                     std::int64_t footprint) {
    const Document document = document_in(shared_path("data/xla/" + name + ".hlo.pb"));
    REQUIRE_EQ(document.format, "xla-hlo");
    REQUIRE_EQ(document.graph->operator_count(), operators);
    REQUIRE_EQ(document.graph->tensor_count(), tensors);
    REQUIRE_EQ(counted(document.summary, Kind::read, "trace"), traced);
    REQUIRE(document.plan.has_value());
    REQUIRE_EQ(document.plan->footprint.count, round_up(footprint, document.graph->alignment().count));
    REQUIRE(peak_of(*document.graph) <= document.plan->footprint);
    REQUIRE_EQ(fault_of_plans(document), "");
  });
}

/// The workspace of the convolution and the result lie at the same place, and only the schedule keeps them apart.
TEST_CASE("what no trace tells the schedule does") {
  STOWAGE_NEEDS_SHARED();
  const Document document = document_in(shared_path("data/xla/jax_conv_08.7.jit_forward_3d_conv_15_.hlo.pb"));
  const Graph& graph = *document.graph;
  REQUIRE_EQ(consumers_of(graph, "cudnn-conv.1{1}"), std::vector<std::string>{"cudnn-conv.1"});
  REQUIRE_EQ(consumers_of(graph, "cudnn-conv.1{0}"), std::vector<std::string>{"input_transpose_fusion"});
  REQUIRE(graph.is_output(graph.find_tensor("input_transpose_fusion")));
  REQUIRE(graph.is_output(graph.find_tensor("param")));
  REQUIRE_EQ(counted(document.summary, Kind::assumed, "parameters"), 2u);
}

/// The activation is written over the product, which the trace says. Nothing tells what the fusion computes, and so it
/// has to stay there.
TEST_CASE("the sample shares and reuses") {
  const Document document = document_in(kSample);
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.operator_count(), 9u);
  REQUIRE_EQ(graph.tensor_count(), 12u);
  REQUIRE_EQ(consumers_of(graph, "dot.1"), std::vector<std::string>{"gelu_fusion"});
  REQUIRE_EQ(consumers_of(graph, "gelu_fusion"), std::vector<std::string>{"dot.2"});
  REQUIRE_EQ(graph.in_place().size(), 1u);
  const InPlace& pair = graph.in_place()[0];
  REQUIRE_EQ(pair,
             (InPlace{.output = graph.find_tensor("gelu_fusion"), .input = graph.find_tensor("dot.1"), .must = true}));
  REQUIRE_EQ(counted(document.summary, Kind::read, "share"), 1u);
  REQUIRE_EQ(fault_of_plans(document), "");
}

/// p → a → b → c, where b lies in the place of a. An instruction that computes each element alone could write it
/// elsewhere; one that updates what it reads could not.
TEST_CASE("results in place are permissions or duties") {
  const Rows<std::string, std::string, bool> rows{{"element-wise", "exponential", "", false},
                                                  {"an update", "dynamic-update-slice", "", true},
                                                  {"an element-wise fusion", "fusion", "add", false},
                                                  {"a fusion that updates", "fusion", "scatter", true},
                                                  {"nobody knows", "custom-call", "", true}};
  each_row(rows, [](const std::string& kind, const std::string& fused, bool is_duty) {
    const WireWriter callee = WireWriter().message(2, hlo_instruction(7, fused, {})).number(5, 9).number(6, 7);
    const Document document =
        hlo_document({hlo_instruction(1, "parameter", {}), hlo_instruction(2, "add", {1}),
                      hlo_instruction(3, kind, {2}, fused.empty() ? 0 : 9), hlo_instruction(4, "add", {3})},
                     {{1, -1}, {2, -1}, {3, -1}, {4, -1}}, {{1}, {2, 3}, {4}}, {}, WireWriter().message(3, callee));
    const Graph& graph = *document.graph;
    REQUIRE_EQ(graph.tensor_count(), 4u);
    REQUIRE_EQ(graph.in_place().size(), 1u);
    const InPlace& pair = graph.in_place()[0];
    REQUIRE_EQ(std::string(graph.name(pair.output)), "i3");
    REQUIRE_EQ(std::string(graph.name(pair.input)), "i2");
    REQUIRE_EQ(pair.must, is_duty);
    REQUIRE(fault_of_plans(document).empty());
  });
}

/// i3 is written over i2, which is a result, too: both last to the end, as one tensor.
TEST_CASE("a result is not handed over to what shares its place") {
  const Document document = hlo_document({hlo_instruction(1, "parameter", {}), hlo_instruction(2, "add", {1}),
                                          hlo_instruction(3, "add", {2}), hlo_instruction(4, "tuple", {2, 3})},
                                         {{1, -1}, {2, -1}, {3, -1}, {4, -1}}, {{1}, {2, 3}, {4}},
                                         WireWriter().message(1, heap_event(0, 2)).message(1, heap_event(2, 3, 2)));
  REQUIRE(!document.graph->find_tensor("i3").valid());
  REQUIRE(document.graph->is_output(document.graph->find_tensor("i2")));
}

/// A workspace and a result of i2 at one place: no operator reads what it makes at the same time.
TEST_CASE("what an instruction makes is not written over what else it makes") {
  const Document document = hlo_document({hlo_instruction(1, "parameter", {}), hlo_instruction(2, "custom-call", {1}),
                                          hlo_instruction(3, "get-tuple-element", {2}), hlo_instruction(4, "add", {3})},
                                         {{1, -1}, {2, 1}, {2, 0}, {4, -1}}, {{1}, {2, 3}, {4}},
                                         WireWriter().message(1, heap_event(0, 2)).message(1, heap_event(1, 2)));
  REQUIRE_EQ(document.graph->tensor_count(), 4u);
  REQUIRE(document.graph->in_place().empty());
}

TEST_CASE("a dump without an assignment is refused") {
  const std::string bytes("\x0a\x0d\x0a\x03jit\x12\x06main.1", 15);
  REQUIRE(looks_like_hlo(bytes));
  REQUIRE_EQ(error_of(read_document(bytes, "x.hlo.pb")).text(), says("x.hlo.pb:/buffer_assignment:"));
}

/// The second buffer ends behind the tag of its size.
TEST_CASE("damage has a place") {
  const WireWriter whole = WireWriter().number(1, 5).number(2, 64);
  const std::string cut = WireWriter().number(1, 6).text() + "\x10";
  const WireWriter assignment = WireWriter().message(1, whole).bytes(1, cut);
  const std::string bytes = WireWriter().bytes(1, "").message(3, assignment).text();
  REQUIRE_EQ(error_of(read_xla({bytes, "x.hlo.pb", {}, {}})).text(),
             says(text("x.hlo.pb:byte ", bytes.size() - 1, ": /buffer_assignment/logical_buffers/1")));
  REQUIRE_EQ(error_of(read_xla({std::string_view(bytes).substr(0, bytes.size() - 2), "x.hlo.pb", {}, {}})).text(),
             says("/buffer_assignment/logical_buffers/1"));
  const std::string real = read_file(kSample).value();
  for (std::size_t size = 1; size < real.size(); ++size) {
    const auto part = read_xla({real.substr(0, size), "x.hlo.pb", {}, {}});
    REQUIRE((part || !part.error().faults[0].place.empty()));
  }
}

TEST_CASE("damaged real dumps") {
  STOWAGE_NEEDS_SHARED();
  const std::string path = shared_path("data/xla/jax_conv_08.7.jit_forward_3d_conv_15_.hlo.pb");
  REQUIRE_EQ(fault_of_damage(read_file(path).value(), "x.hlo.pb", 5'000), "");
}
