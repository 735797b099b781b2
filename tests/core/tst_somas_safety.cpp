// SPDX-License-Identifier: Apache-2.0
#include "core/papers/somas/somas_safety.h"
#include "core/safety/conflicts.h"
#include "tests/support/core_test.h"

namespace {

IndexPairs pairs_of(const SafetyMethod& method, const Graph& graph) {
  const auto bits = must(method.run(graph, {}));
  IndexPairs out = pairs_where(graph.tensor_count(), [&](std::size_t i, std::size_t j) { return bits.get(j, i); });
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
  std::string lines = "op o\n";
  for (int t = 0; t < 200000; ++t) lines += text("t ", t, " 1 : o ->\n");
  const Graph graph = graph_of(lines);
  for (const SafetyMethod& method : published_safety_methods()) {
    CAPTURE(method.id);
    const Error error = error_of(method.run(graph, {}));
    REQUIRE_EQ(error.kind, Error::Kind::too_large);
    REQUIRE_EQ(error.text(), says("4.7 GiB 4 GiB"));
  }
}
