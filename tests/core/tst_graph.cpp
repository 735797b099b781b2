// SPDX-License-Identifier: Apache-2.0

#include <unordered_map>

#include "core/base/name_table.h"
#include "core/graph/builder.h"
#include "core/graph/lifetimes.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/outcome.h"
#include "tests/support/says.h"

using namespace stowage;
using stowage::test::graph_of;

TEST_CASE("positions and neighbours") {
  const Graph g = graph_of(R"(
      op a @7 b @3 c @7
      t x 10 : a -> c b
      t w 4 : b -> b
      t in 5 : - -> c !
      sync b c
      group w x)");
  REQUIRE_EQ(g.stream_count(), 2u);
  REQUIRE_EQ(g.info(StreamId(0)).number, 7);
  REQUIRE_EQ(g.position(OperatorId(2)), 2u);
  REQUIRE_EQ(g.next_in_stream(OperatorId(0)), OperatorId(2));
  REQUIRE(!g.next_in_stream(OperatorId(1)).valid());
  REQUIRE_EQ(g.consumers(TensorId(0)).size(), 2u);
  REQUIRE_EQ(g.consumers(TensorId(0))[0], OperatorId(1));
  REQUIRE_EQ(g.inputs(OperatorId(2)).size(), 2u);
  REQUIRE_EQ(g.outputs(OperatorId(1))[0], TensorId(1));
  REQUIRE_EQ(g.control_successors(OperatorId(1))[0], OperatorId(2));
  REQUIRE_EQ(g.members(GroupId(0))[0], TensorId(1));
  REQUIRE_EQ(g.group(TensorId(0)), GroupId(0));
  REQUIRE(!g.group(TensorId(2)).valid());
  REQUIRE(g.is_output(TensorId(2)));
  REQUIRE_EQ(g.total_size().count, 19);
  REQUIRE_EQ(g.find_tensor("w"), TensorId(1));
  REQUIRE(!g.find_operator("w").valid());
}

TEST_CASE("lifetimes and curve") {
  const Graph g = graph_of(R"(
      op a b c
      t dead 1 : a ->
      t work 2 : b -> b
      t x 4 : a -> b c
      t out 8 : b -> !
      t in 16 : - -> a
      t unused 32 : - ->)");
  const auto life = lifetimes(g);
  REQUIRE_EQ(life[0], (Lifetime{0, 1}));
  REQUIRE_EQ(life[1], (Lifetime{1, 2}));
  REQUIRE_EQ(life[2], (Lifetime{0, 3}));
  REQUIRE_EQ(life[3], (Lifetime{1, 3}));
  REQUIRE_EQ(life[4], (Lifetime{0, 1}));
  REQUIRE(life[5].empty());
  const auto curve = memory_curve(g, life);
  REQUIRE_EQ(curve.size(), 3u);
  REQUIRE_EQ(curve[0].count, 1 + 4 + 16);
  REQUIRE_EQ(curve[1].count, 2 + 4 + 8);
  REQUIRE_EQ(curve[2].count, 4 + 8);
  REQUIRE_EQ(memory_curve(g, life, Bytes{16})[2].count, 32);
}

/// Nodes out of order: the ready operator that was added earliest comes first, and a warning says so.
TEST_CASE("derives a stable order") {
  GraphBuilder builder("g.json");
  const StreamId s = builder.add_stream(0);
  for (const char* name : {"d", "c", "b", "a"}) builder.add_operator({.name = name, .stream = s, .extra = name});
  const OperatorId d(0), a(3);
  builder.add_tensor({.name = "t", .size = {1}, .producer = a, .consumers = {&d, 1}});
  auto built = test::must(std::move(builder).build());
  REQUIRE_EQ(built.warnings.size(), 1u);
  std::string order;
  for (OperatorId o : built.graph.operators()) order += std::string(built.graph.name(o));
  REQUIRE_EQ(order, "cbad");
  REQUIRE_EQ(built.graph.data().operator_extra.at(3), "d");
  REQUIRE_EQ(built.graph.producer(TensorId(0)), OperatorId(2));
  REQUIRE_EQ(built.graph.consumers(TensorId(0))[0], OperatorId(3));
}

TEST_CASE("reports every fault with its place") {
  GraphBuilder builder("g.json");
  const StreamId s = builder.add_stream(0);
  builder.add_stream(0);
  const OperatorId a = builder.add_operator({.name = "a", .stream = s});
  builder.add_operator({.name = "a", .stream = StreamId()});
  const TensorId t = builder.add_tensor({.name = "t", .size = {-1}, .producer = a});
  builder.add_tensor({.name = "t", .size = kMaxTensorSize + Bytes{1}, .producer = OperatorId(9), .alignment = 0});
  builder.add_control(a, a);
  builder.add_group(std::vector{t, t});
  builder.add_group(std::vector{t});
  builder.add_group({});
  const Error error = test::error_of(std::move(builder).build());
  REQUIRE_EQ(
      test::places_of(error),
      (std::vector<std::string>{"/streams/1/id", "/nodes/1/id", "/nodes/1/stream", "/tensors/0/size", "/tensors/1/id",
                                "/tensors/1/size", "/tensors/1/alignment", "/tensors/1/producer", "/control/0",
                                "/contiguous/0", "/contiguous/1", "/contiguous/2"}));
  REQUIRE_EQ(error.faults[0].text(), test::says("g.json:/streams/1/id: 0"));
}

TEST_CASE("refuses ids that no line or image can show") {
  GraphBuilder builder;
  builder.add_operator({.name = "a\nb", .stream = builder.add_stream(0)});
  builder.add_tensor({.name = std::string_view("t\0", 2), .size = {1}});
  const Error error = test::error_of(std::move(builder).build());
  REQUIRE_EQ(error.faults.size(), 2u);
  REQUIRE_EQ(error.faults[0].place, "/nodes/0/id");
  REQUIRE_EQ(error.faults[1].place, "/tensors/0/id");
}

TEST_CASE("names the operators of a cycle") {
  GraphBuilder builder;
  const StreamId s = builder.add_stream(0);
  std::vector<OperatorId> ops;
  for (const char* name : {"start", "a", "b", "c", "end"})
    ops.push_back(builder.add_operator({.name = name, .stream = s}));
  for (auto [from, to] : {std::pair{0, 1}, {1, 3}, {3, 2}, {2, 1}, {3, 4}})
    builder.add_control(ops[std::size_t(from)], ops[std::size_t(to)]);
  const Error error = test::error_of(std::move(builder).build());
  REQUIRE_MESSAGE(error.text().ends_with("a → c → b → a"), error.text());
}

TEST_CASE("refuses sums that overflow") {
  GraphBuilder builder;
  for (int i = 0; i < 128; ++i) builder.add_tensor({.name = std::to_string(i), .size = kMaxTensorSize});
  REQUIRE_EQ(test::error_of(std::move(builder).build()).faults[0].place, "/tensors/127/size");
}

TEST_CASE("an empty graph is a graph") {
  auto built = test::must(GraphBuilder().build());
  REQUIRE_EQ(built.graph.operator_count(), 0u);
  REQUIRE(lifetimes(built.graph).empty());
  REQUIRE(memory_curve(built.graph, {}).empty());
}

/// Against the standard map, with and without room reserved: the first of equal names stays, the empty one among them.
TEST_CASE("the index of names agrees with a map") {
  for (const std::size_t reserved : {0u, 7u, 5000u}) {
    std::mt19937_64 engine(reserved);
    NameTable names;
    NameIndex index;
    for (const char* stranger : {"x", ""}) REQUIRE_EQ(index.find(stranger, names), NameIndex::kNone);
    index.reserve(reserved);
    std::unordered_map<std::string, std::size_t> map;
    for (int i = 0; i < 20'000; ++i) {
      const std::string name = i % 100 == 5 ? "" : std::to_string(engine() % 8000) + std::string(engine() % 3, 'x');
      REQUIRE_EQ(index.add(name, names.size(), names), map.try_emplace(name, names.size()).second);
      names.add(name);
    }
    for (const auto& [name, at] : map) REQUIRE_EQ(index.find(name, names), at);
    for (const char* stranger : {"y", "8000", "-1", "12xxx"}) REQUIRE_EQ(index.find(stranger, names), NameIndex::kNone);
  }
}
