// SPDX-License-Identifier: Apache-2.0

#include "core/graph/builder.h"
#include "core/papers/somas/somas_safety.h"
#include "core/safety/conflicts.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/says.h"

using namespace stowage;
using stowage::test::graph_of;
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

namespace {

Pairs pairs_of(const SafetyMethod& method, const Graph& graph) {
  const auto bits = method.run(graph, {});
  if (!bits) throw std::runtime_error(bits.error().text());
  Pairs out;
  for (std::size_t i = 0; i < graph.tensor_count(); ++i)
    for (std::size_t j = i + 1; j < graph.tensor_count(); ++j)
      if (bits->get(j, i)) out.emplace_back(i, j);
  if (bits->count() != out.size() || bits->tensor_count() != graph.tensor_count())
    throw std::runtime_error("the count is wrong");
  return out;
}

bool unsafe(const SafetyMethod& method, const Graph& graph, const char* a, const char* b) {
  return method.run(graph, {})->get(graph.find_tensor(a).index(), graph.find_tensor(b).index());
}

}  // namespace

TEST_CASE("the table") {
  std::vector<std::string> ids;
  for (const SafetyMethod& method : published_safety_methods()) ids.push_back(std::string(method.id.data()));
  REQUIRE_EQ(ids, (std::vector<std::string>{"ancestor", "ancestor-opt", "stream-graph"}));
}

TEST_CASE("equals the definition") {
  for (const SafetyMethod& method : published_safety_methods()) {
    CAPTURE(method.id);
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
      const Graph graph = test::random_graph({.seed = seed,
                                              .operators = 1 + seed % 37,
                                              .streams = 1 + seed / 7 % 6,
                                              .fan = 1 + seed / 3 % 4,
                                              .window = 2 + seed / 5 % 30,
                                              .syncs = seed % 11,
                                              .plain = seed % 4 == 0});
      REQUIRE_MESSAGE(pairs_of(method, graph) == test::unsafe_pairs_by_definition(graph), std::to_string(seed));
    }
  }
}

/// Erratum 1: taken literally, a tensor without consumers would share its bytes with everything.
TEST_CASE("erratum 1 dead tensors") {
  for (const SafetyMethod& method : published_safety_methods()) {
    CAPTURE(method.id);
    const Graph graph = graph_of("op 1\nop 2\nt in 1 : 1 -> 2\nt dead 1 : 2 ->\nt other 1 : 2 ->");
    REQUIRE(unsafe(method, graph, "in", "dead"));
    REQUIRE(unsafe(method, graph, "dead", "other"));
  }
}

/// Erratum 2: the last operator of a stream need not be a use.
TEST_CASE("erratum 2 max nodes") {
  for (const SafetyMethod& method : published_safety_methods()) {
    CAPTURE(method.id);
    const Graph graph = graph_of(R"(
      op 1 @0
      op 2 @1
      op 3 @1
      op 4 @0
      op 5 @1
      t a 1 : 1 -> 2 3
      t b 1 : 2 -> 4
      t c 1 : 4 -> 5)");
    REQUIRE(unsafe(method, graph, "a", "c"));  // 3 may still run when 4 starts
    REQUIRE(unsafe(method, graph, "a", "b"));
  }
}

/// Erratum 3: two tensors that stay in one stream share where their lifetimes are apart.
TEST_CASE("erratum 3 same stream") {
  for (const SafetyMethod& method : published_safety_methods()) {
    CAPTURE(method.id);
    const Graph graph = graph_of("op 1\nop 2\nop 3\nt a 1 : 1 -> 2\nt b 1 : 2 -> 3\nt c 1 : 3 ->");
    REQUIRE(!unsafe(method, graph, "a", "c"));
    REQUIRE(unsafe(method, graph, "a", "b"));
  }
}

/// Erratum 4: the first operator of a stream is not the same as none of it.
TEST_CASE("erratum 4 first position") {
  for (const SafetyMethod& method : published_safety_methods()) {
    CAPTURE(method.id);
    const Graph graph = graph_of(R"(
      op 1 @0
      op 2 @1
      op 3 @0
      op 4 @1
      t a 1 : 1 ->
      t b 1 : 2 ->
      t c 1 : 3 -> 4)");
    REQUIRE(unsafe(method, graph, "a", "b"));  // stream 0 leads to stream 1, but not to operator 2
    REQUIRE(unsafe(method, graph, "b", "c"));
    REQUIRE(!unsafe(method, graph, "a", "c"));
  }
}

/// Erratum 5: an operator is no ancestor of itself, where streams are ancestors of each other too.
TEST_CASE("erratum 5 same operator") {
  for (const SafetyMethod& method : published_safety_methods()) {
    CAPTURE(method.id);
    const Graph graph = graph_of(R"(
      op 1 @0
      op 2 @1
      op 3 @0
      op 4 @1
      t a 1 : 1 -> 2 3
      t b 1 : 2 -> 3
      t c 1 : 3 -> 4
      t d 1 : 4 ->)");
    REQUIRE(unsafe(method, graph, "a", "c"));
    REQUIRE(unsafe(method, graph, "b", "c"));
    REQUIRE(!unsafe(method, graph, "a", "d"));
    REQUIRE(!unsafe(method, graph, "b", "d"));
  }
}

TEST_CASE("too many tensors") {
  for (const SafetyMethod& method : published_safety_methods()) {
    CAPTURE(method.id);
    GraphBuilder builder;
    const OperatorId o = builder.add_operator({.name = "o", .stream = builder.add_stream(0)});
    for (int t = 0; t < 200000; ++t) builder.add_tensor({.name = std::to_string(t), .size = {1}, .producer = o});
    const auto graph = std::move(builder).build();
    const auto bits = method.run(graph->graph, {});
    REQUIRE(!bits.has_value());
    REQUIRE_EQ(bits.error().kind, Error::Kind::too_large);
    REQUIRE_EQ(bits.error().text(), test::says("4.7 GiB 4 GiB"));
  }
}

TEST_CASE("can be stopped") {
  for (const SafetyMethod& method : published_safety_methods()) {
    CAPTURE(method.id);
    std::stop_source source;
    source.request_stop();
    Task task;
    task.stop = source.get_token();
    const auto bits = method.run(test::random_graph({.operators = 500}), task);
    REQUIRE(!bits.has_value());
    REQUIRE_EQ(bits.error().kind, Error::Kind::cancelled);
  }
}
