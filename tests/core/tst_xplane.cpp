// SPDX-License-Identifier: Apache-2.0
#include "core/formats/protobuf_wire.h"
#include "core/formats/readers.h"
#include "tests/support/core_test.h"

namespace {

using Kind = ImportKind;

Document shared_profile(const std::string& name, std::optional<std::int64_t> device = {}) {
  return document_in(shared_path("data/xplane/" + name + ".xplane.pb.gz"), {.device = device});
}

std::int64_t nanoseconds_of(const Graph& graph, const char* op) {
  return graph.duration(graph.find_operator(op)).nanoseconds;
}

/// A message of a map: key and value.
WireWriter entry(std::uint64_t key, const WireWriter& value) {
  return WireWriter().number(1, key).message(2, value);
}
WireWriter metadata(std::uint64_t id, std::string_view name) {
  return WireWriter().number(1, id).bytes(2, name);
}

/// A profile of the module of the sample, whose events are `lines`: name, and of each event operator, begin, duration.
struct Event {
  std::string op;
  std::uint64_t offset, duration;
};
std::string profile(const std::vector<std::pair<std::string, std::vector<Event>>>& lines,
                    const std::string& device = "/device:GPU:0") {
  const std::string proto = read_file(sample_path("two_layers.hlo.pb")).value();
  WireWriter module = metadata(7, "jit_two(7)");
  module.message(5, WireWriter().number(1, 1).bytes(6, proto));
  WireWriter host;
  host.bytes(2, "/host:metadata").message(4, entry(7, module)).message(5, entry(1, metadata(1, "Hlo Proto")));
  WireWriter plane;
  plane.bytes(2, device);
  for (const auto& [name, events] : lines) {
    WireWriter line;
    line.bytes(2, name).number(3, 1000);
    for (const Event& event : events) {
      WireWriter made;
      made.number(1, 1).number(2, event.offset).number(3, event.duration);
      made.message(4, WireWriter().number(1, 2).bytes(5, event.op)).message(4, WireWriter().number(1, 3).number(4, 7));
      line.message(4, made);
    }
    plane.message(3, line);
  }
  plane.message(4, entry(1, metadata(1, "kernel")));
  plane.message(5, entry(2, metadata(2, "hlo_op"))).message(5, entry(3, metadata(3, "program_id")));
  return WireWriter().message(1, host).message(1, plane).bytes(4, "host").text();
}

}  // namespace

/// Counted by a script of its own (see the shared notes on formats).
TEST_CASE("the profile of a training step") {
  STOWAGE_NEEDS_SHARED();
  const Document document = shared_profile("jax_te_attn");
  REQUIRE_EQ(document.format, "xplane");
  REQUIRE_EQ(counted(document.summary, Kind::read, "planes"), 12u);
  REQUIRE_EQ(counted(document.summary, Kind::read, "modules"), 9u);
  REQUIRE_EQ(told(document.summary, Kind::read), says("150x /device:GPU:0"));
  REQUIRE_EQ(counted(document.summary, Kind::read, "operators"), 20u);
  REQUIRE_EQ(counted(document.summary, Kind::assumed, "runs"), 5u);
  REQUIRE_EQ(counted(document.summary, Kind::skipped, "devices"), 8u);
  REQUIRE_EQ(told(document.summary, Kind::read), says("12,133,585,000"));
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.name(), "jit_loss_fn");
  REQUIRE_EQ(nanoseconds_of(graph, "te_fused_attn_backward_ffi.18"), 466'124);
  REQUIRE_EQ(nanoseconds_of(graph, "gemm_fusion_dot"), 171'466);
  REQUIRE_EQ(graph.stream_count(), 1u);
  REQUIRE_EQ(graph.info(graph.stream(OperatorId(0))).number, 2);
  std::size_t timed = 0;
  std::int64_t sum = 0;
  for (OperatorId o : graph.operators()) {
    timed += graph.duration(o).from == Duration::From::measured;
    sum += graph.duration(o).nanoseconds;
  }
  REQUIRE_EQ(timed, 20u);
  REQUIRE(std::abs(sum - 12'133'585 / 5) <= 20);
  // The module is, byte for byte, one of those dumped.
  const Document dumped = document_in(shared_path("data/xla/jax_te_attn.1.jit_loss_fn_17_.hlo.pb"));
  REQUIRE_EQ(graph.operator_count(), dumped.graph->operator_count());
  REQUIRE_EQ(document.plan->footprint, dumped.plan->footprint);
  REQUIRE_EQ(document.plan->offsets, dumped.plan->offsets);
  REQUIRE_EQ(fault_of_plans(document), "");
}

TEST_CASE("the profile of eight devices") {
  STOWAGE_NEEDS_SHARED();
  const Document document = shared_profile("jax_conv_08");
  REQUIRE_EQ(counted(document.summary, Kind::read, "planes"), 11u);
  REQUIRE_EQ(counted(document.summary, Kind::read, "modules"), 8u);
  REQUIRE_EQ(told(document.summary, Kind::read), says("25x /device:GPU:1"));
  REQUIRE_EQ(counted(document.summary, Kind::read, "operators"), 4u);
  REQUIRE_EQ(told(document.summary, Kind::read), says("3,345,845,000"));
  REQUIRE_EQ(document.graph->name(), "jit_forward_3d_conv");
  REQUIRE_EQ(device_numbers(document), (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  const Document first = shared_profile("jax_conv_08", 0);
  REQUIRE_EQ(told(first.summary, Kind::read), says("23x /device:GPU:0"));
  REQUIRE_EQ(counted(first.summary, Kind::skipped, "events"), 9u + 9u + 34u + 8u - 23u);
  for (const Document* each : {&document, &first}) REQUIRE_EQ(fault_of_plans(*each), "");
  REQUIRE_EQ(document.graphs.size(), 8u);
  REQUIRE_EQ(document.graphs[document.graph_index].name, "jit_forward_3d_conv(15)");
  REQUIRE_EQ(document.graphs[document.graph_index].operators, document.graph->operator_count());
  const std::string path = shared_path("data/xplane/jax_conv_08.xplane.pb.gz");
  const Document normal = document_in(path, {.graph = "jit__normal(9)"});
  REQUIRE_EQ(normal.graph->name(), "jit__normal");
  REQUIRE_EQ(normal.plan->footprint.count, 51118592);  // 51,118,340, rounded to the alignment of 256
  const std::string bytes = read_file(path).value();
  REQUIRE(contains(error_of(read_document(bytes, "x", {.graph = "jit_none"})).text(), "jit__normal(9)"));
  REQUIRE_EQ(error_of(read_document(bytes, "x", {.device = 9})).text(), says("9 0 1 2"));
}

TEST_CASE("an operator's kernels are summed and shared among the runs") {
  const std::vector<Event> events = {
      {"dot.1", 0, 1'000'000},         {"dot.1", 1'000'000, 3'000'000}, {"gelu_fusion", 4'000'000, 500'400},
      {"dot.1", 5'000'000, 1'000'000}, {"dot.1", 6'000'000, 3'000'000}, {"gelu_fusion", 9'000'000, 500'600},
      {"strange", 9'600'000, 1},       {"strange", 9'600'001, 1}};
  const std::string bytes = profile({{"Stream #4(Kernel)", events}});
  const auto document = must(read_document(bytes, "x"));
  REQUIRE_EQ(document.format, "xplane");
  const Graph& graph = *document.graph;
  REQUIRE_EQ(counted(document.summary, Kind::assumed, "runs"), 2u);
  REQUIRE_EQ(nanoseconds_of(graph, "dot.1"), 4000);
  REQUIRE_EQ(nanoseconds_of(graph, "gelu_fusion"), 501);  // the mean, rounded
  REQUIRE_EQ(told(document.summary, Kind::unknown), says("1x strange"));
  REQUIRE_EQ(told(document.summary, Kind::unknown).size(), 1u);
}

TEST_CASE("two lines are two streams in the order of the schedule") {
  const std::string bytes = profile(
      {{"Stream #4", {{"dot.1", 0, 1000}, {"dot.2", 9000, 1000}}}, {"Stream #9", {{"gelu_fusion", 500, 2000}}}});
  const auto document = must(read_document(bytes, "x"));
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.stream_count(), 2u);
  REQUIRE_EQ(graph.info(graph.stream(graph.find_operator("gelu_fusion"))).number, 9);
  REQUIRE_EQ(counted(document.summary, Kind::assumed, "wait"), 2u);
  REQUIRE_EQ(fault_of_plans(document), "");
}

TEST_CASE("events that overlap on one line are named") {
  const auto document =
      must(read_document(profile({{"Stream #4", {{"dot.1", 0, 1000}, {"gelu_fusion", 900, 1000}}}}), "x"));
  REQUIRE_EQ(told(document.summary, Kind::unknown), says("1x #4"));
}

TEST_CASE("tensor cores name operators and runs") {
  const std::string bytes = profile({{"XLA Ops", {{"dot.1", 0, 8000}, {"dot.1", 9000, 8000}}},
                                     {"Steps", {{"dot.1", 0, 9000}}},
                                     {"Async XLA Ops", {{"gelu_fusion", 0, 2000}, {"gelu_fusion", 5000, 2000}}}},
                                    "/device:TPU:3");
  const auto document = must(read_document(bytes, "x"));
  REQUIRE_EQ(device_numbers(document), std::vector<std::int64_t>{3});
  REQUIRE_EQ(nanoseconds_of(*document.graph, "dot.1"), 8);
  REQUIRE_EQ(document.graph->stream_count(), 2u);
}

TEST_CASE("profiles that cannot be read say where and why") {
  const std::string host = WireWriter().message(1, WireWriter().bytes(2, "/host:CPU")).text();
  REQUIRE(contains(error_of(read_document(host, "x")).text(), "no modules"));
  const Error error = error_of(read_document(host + "\xef\xbf\xbd", "x.xplane.pb"));
  REQUIRE(contains(error.text(), "x.xplane.pb:byte " + std::to_string(host.size()) + ": "));
  REQUIRE(contains(error.text(), "stored as text"));
  const std::string whole = profile({{"Stream #4", {{"dot.1", 0, 1000}}}});
  REQUIRE_EQ(fault_of_damage(whole, "x.xplane.pb", 5'000), "");
}
