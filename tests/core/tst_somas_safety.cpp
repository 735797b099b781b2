// SPDX-License-Identifier: Apache-2.0
#include "core/papers/somas/somas_safety.h"
#include "core/safety/conflicts.h"
#include "tests/support/core_test.h"

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

namespace {

Pairs pairs_of(const SafetyMethod& method, const Graph& graph) {
  const auto bits = must(method.run(graph, {}));
  Pairs out;
  for (std::size_t i = 0; i < graph.tensor_count(); ++i)
    for (std::size_t j = i + 1; j < graph.tensor_count(); ++j)
      if (bits.get(j, i)) out.emplace_back(i, j);
  if (bits.count() != out.size() || bits.tensor_count() != graph.tensor_count())
    throw std::runtime_error("the count is wrong");
  return out;
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
      const Graph graph = varied_graph(seed, 1 + seed % 37, 1 + seed / 7 % 6);
      REQUIRE_MESSAGE(pairs_of(method, graph) == unsafe_pairs_by_definition(graph), std::to_string(seed));
    }
  }
}

/// Where the papers, taken literally, are wrong.
TEST_CASE("errata") {
  struct Row {
    std::string name, graph;
    std::vector<std::string> unsafe, safe;
  };
  const std::vector<Row> rows = {
      {"1: a tensor without consumers would share its bytes with everything",
       "op 1 2\nt a 1 : 1 -> 2\nt b 1 : 2 ->\nt c 1 : 2 ->",
       {"ab", "bc"},
       {}},
      {"2: the last operator of a stream need not be a use: 3 may still run when 4 starts",
       "op 1 @0 2 3 @1 4 @0 5 @1\nt a 1 : 1 -> 2 3\nt b 1 : 2 -> 4\nt c 1 : 4 -> 5",
       {"ac", "ab"},
       {}},
      {"3: two tensors that stay in one stream share where their lifetimes are apart",
       "op 1 2 3\nt a 1 : 1 -> 2\nt b 1 : 2 -> 3\nt c 1 : 3 ->",
       {"ab"},
       {"ac"}},
      {"4: the first operator of a stream is not none of it: stream 0 leads to stream 1, but not to operator 2",
       "op 1 @0 2 @1 3 @0 4 @1\nt a 1 : 1 ->\nt b 1 : 2 ->\nt c 1 : 3 -> 4",
       {"ab", "bc"},
       {"ac"}},
      {"5: an operator is no ancestor of itself, where streams are ancestors of each other too",
       "op 1 @0 2 @1 3 @0 4 @1\nt a 1 : 1 -> 2 3\nt b 1 : 2 -> 3\nt c 1 : 3 -> 4\nt d 1 : 4 ->",
       {"ac", "bc"},
       {"ad", "bd"}}};
  for (const SafetyMethod& method : published_safety_methods()) {
    CAPTURE(method.id);
    each_row(rows, [&](const Row& row) {
      const Graph graph = graph_of(row.graph);
      const auto unsafe = [&](const std::string& pair) {
        const auto index = [&](std::size_t k) { return graph.find_tensor(pair.substr(k, 1)).index(); };
        return method.run(graph, {})->get(index(0), index(1));
      };
      for (const std::string& pair : row.unsafe) CHECK_MESSAGE(unsafe(pair), pair);
      for (const std::string& pair : row.safe) CHECK_MESSAGE(!unsafe(pair), pair);
    });
  }
}

TEST_CASE("too many tensors") {
  for (const SafetyMethod& method : published_safety_methods()) {
    CAPTURE(method.id);
    GraphBuilder builder;
    const OperatorId o = builder.add_operator({.name = "o", .stream = builder.add_stream(0)});
    for (int t = 0; t < 200000; ++t) builder.add_tensor({.name = std::to_string(t), .size = {1}, .producer = o});
    const auto graph = std::move(builder).build();
    const Error error = error_of(method.run(graph->graph, {}));
    REQUIRE_EQ(error.kind, Error::Kind::too_large);
    REQUIRE_EQ(error.text(), says("4.7 GiB 4 GiB"));
  }
}
