// SPDX-License-Identifier: Apache-2.0
#include "tests/support/core_test.h"

TEST_CASE("lifetimes and curve") {
  const Graph g = graph_of(R"(
      op a b c
      t dead 1 : a ->; t work 2 : b -> b; t x 4 : a -> b c; t out 8 : b -> !; t in 16 : - -> a
      t unused 32 : - ->)");
  const auto life = lifetimes(g);
  REQUIRE((life == std::vector<Lifetime>{{0, 1}, {1, 2}, {0, 3}, {1, 3}, {0, 1}, {}}));
  REQUIRE((memory_curve(g, life) == std::vector<Bytes>{{1 + 4 + 16}, {2 + 4 + 8}, {4 + 8}}));
  REQUIRE_EQ(memory_curve(g, life, Bytes{16})[2].count, 32);
}

/// Nodes out of order: the ready operator that was added earliest comes first, and a warning says so.
TEST_CASE("derives a stable order") {
  GraphBuilder builder("g.json");
  const StreamId s = builder.add_stream(0);
  for (const char* name : {"d", "c", "b", "a"}) builder.add_operator({.name = name, .stream = s, .extra = name});
  const OperatorId d(0), a(3);
  builder.add_tensor({.name = "t", .size = {1}, .producer = a, .consumers = {&d, 1}});
  auto built = must(std::move(builder).build());
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
  const Error error = error_of(std::move(builder).build());
  REQUIRE_EQ(places_of(error), (std::vector<std::string>{"/streams/1/id", "/nodes/1/id", "/nodes/1/stream",
                                                         "/tensors/0/size", "/tensors/1/id", "/tensors/1/size",
                                                         "/tensors/1/alignment", "/tensors/1/producer", "/control/0",
                                                         "/contiguous/0", "/contiguous/1", "/contiguous/2"}));
  REQUIRE_EQ(error.faults[0].text(), says("g.json:/streams/1/id: 0"));
}

TEST_CASE("refuses ids that no line or image can show") {
  GraphBuilder builder;
  builder.add_operator({.name = "a\nb", .stream = builder.add_stream(0)});
  builder.add_tensor({.name = std::string_view("t\0", 2), .size = {1}});
  const Error error = error_of(std::move(builder).build());
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
  const Error error = error_of(std::move(builder).build());
  REQUIRE_MESSAGE(error.text().ends_with("a → c → b → a"), error.text());
}

TEST_CASE("refuses sums that overflow") {
  GraphBuilder builder;
  for (int i = 0; i < 128; ++i) builder.add_tensor({.name = std::to_string(i), .size = kMaxTensorSize});
  REQUIRE_EQ(error_of(std::move(builder).build()).faults[0].place, "/tensors/127/size");
}

TEST_CASE("copies share names until one adds its own") {
  NameTable names;
  names.add("a");
  NameTable copy = names;
  REQUIRE(copy[0].data() == names[0].data());
  copy.add("b");
  names.add("c");
  REQUIRE_EQ(copy.find("b"), 1u);
  REQUIRE_EQ(names.find("b"), NameTable::kNone);
  REQUIRE_EQ(names[1], "c");
  REQUIRE_EQ(copy.size(), 2u);
}
