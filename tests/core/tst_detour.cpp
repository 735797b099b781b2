// SPDX-License-Identifier: Apache-2.0

#include <set>
#include <utility>
#include <vector>

#include "core/insight/edit/sync_edits.h"
#include "core/safety/ancestors.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"

using namespace stowage;
using stowage::test::graph_of;

namespace {

using Arcs = std::set<std::pair<std::size_t, std::size_t>>;

/// Every arc but the sync at that place of graph.control(); copies of it are arcs still.
Arcs arcs_without(const Graph& graph, std::size_t place) {
  Arcs out;
  for (TensorId t : graph.tensors())
    for (OperatorId use : graph.consumers(t))
      if (graph.producer(t).valid() && use != graph.producer(t)) out.insert({graph.producer(t).index(), use.index()});
  for (std::size_t k = 0; k < graph.control().size(); ++k)
    if (k != place) out.insert({graph.control()[k].before.index(), graph.control()[k].after.index()});
  for (OperatorId a : graph.operators())
    for (OperatorId b : graph.operators())
      if (a < b && graph.stream(a) == graph.stream(b)) {
        bool next = true;
        for (OperatorId c : graph.operators()) next = next && !(a < c && c < b && graph.stream(c) == graph.stream(a));
        if (next) out.insert({a.index(), b.index()});
      }
  return out;
}

/// Arcs from one to the other, by relaxing all of them as often as there are operators; 0: there is no way.
std::size_t shortest(const Arcs& arcs, std::size_t operators, std::size_t from, std::size_t to) {
  std::vector<std::size_t> reached(operators, operators);
  reached[from] = 0;
  for (std::size_t round = 0; round < operators; ++round)
    for (auto [a, b] : arcs) reached[b] = std::min(reached[b], reached[a] + 1);
  return reached[to] == operators ? 0 : reached[to];
}

}  // namespace

TEST_CASE("is a shortest one") {
  int found = 0, none = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Graph graph =
        test::random_graph({.seed = seed, .operators = 6 + seed % 12, .streams = 2 + seed % 3, .syncs = 6});
    for (std::size_t k = 0; k < graph.control().size(); ++k) {
      const ControlEdge sync = graph.control()[k];
      const Arcs arcs = arcs_without(graph, k);
      const std::size_t length = shortest(arcs, graph.operator_count(), sync.before.index(), sync.after.index());
      const std::vector<OperatorId> way = detour(graph, sync);
      REQUIRE_EQ(way.empty() ? 0 : way.size() - 1, length);
      ++(length > 0 ? found : none);
      if (way.empty()) continue;
      REQUIRE_EQ(way.front(), sync.before);
      REQUIRE_EQ(way.back(), sync.after);
      for (std::size_t i = 1; i < way.size(); ++i) REQUIRE(arcs.contains({way[i - 1].index(), way[i].index()}));
    }
  }
  REQUIRE(found > 100);
  REQUIRE(none > 100);
}

TEST_CASE("every redundant sync has one") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const Graph graph = test::random_graph({.seed = seed, .operators = 12, .streams = 3, .syncs = 8});
    const auto redundant = redundant_syncs(graph);
    REQUIRE(redundant.has_value());
    for (std::size_t k : *redundant) REQUIRE(!detour(graph, graph.control()[k]).empty());
  }
}

TEST_CASE("a copy of the sync is a way") {
  const Graph once = graph_of("op a @0\nop b @1\nsync a b");
  const Graph twice = graph_of("op a @0\nop b @1\nsync a b\nsync a b");
  REQUIRE(detour(once, once.control()[0]).empty());
  REQUIRE_EQ(detour(twice, twice.control()[0]), (std::vector{OperatorId(0), OperatorId(1)}));
}

TEST_CASE("far ends are not looked for") {
  const Graph graph = graph_of("op a @0\nop b @0\nop c @0\nop d @0\nsync a d");
  REQUIRE_EQ(detour(graph, graph.control()[0], 3).size(), std::size_t{4});
  REQUIRE(detour(graph, graph.control()[0], 2).empty());
}
