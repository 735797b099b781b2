// SPDX-License-Identifier: Apache-2.0

#include "core/graph/loop.h"
#include "core/io/unknown_sizes.h"
#include "core/planning/graph_plans.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"

using namespace stowage;

// Tensors without a size, by what a reader says of them.
TEST_CASE("a document that says nothing has none") {
  REQUIRE_EQ(unknown_sizes(Document()), std::size_t{0});
  Document document;
  document.summary.add(ImportKind::unknown, "operators that nobody knows", "Foo");
  document.summary.add(ImportKind::read, "sizes", "a");
  REQUIRE_EQ(unknown_sizes(document), std::size_t{0});
}

TEST_CASE("entries on sizes are counted") {
  Document document;
  for (const char* name : {"a", "b", "a"}) document.summary.add_without_size("tensors without a size", name);
  document.summary.count(ImportKind::unknown, "frees of another size than was allocated", 7);  // one of them is known
  REQUIRE_EQ(unknown_sizes(document), std::size_t{3});
}

TEST_CASE("what waits for several dimensions counts once") {
  Document document;
  document.open_dimensions = {{"batch", 5}, {"length", 2}};
  REQUIRE_EQ(unknown_sizes(document), std::size_t{5});
  for (int k = 0; k < 6; ++k) document.summary.add_without_size("tensors without a size", {});
  REQUIRE_EQ(unknown_sizes(document), std::size_t{6});
}

/// A file may leave a dimension open and say all the same how long it is for now.
TEST_CASE("what is counted as stored is known") {
  Document document;
  document.open_dimensions = {{.name = "*:0", .tensors = 14, .stored = 14}, {.name = "*:1", .tensors = 5, .stored = 3}};
  REQUIRE_EQ(unknown_sizes(document), std::size_t{2});
  document.open_dimensions.pop_back();
  REQUIRE_EQ(unknown_sizes(document), std::size_t{0});
}

/// Of a graph that leaves something uncounted, no plan is optimal, whoever makes it and whatever it says of itself.
TEST_CASE("what is not counted is told, and proves no plan optimal") {
  REQUIRE(!uncounted(test::one_sync()).any());
  REQUIRE_EQ(uncounted(test::unknown_size()).unknown_sizes, std::size_t{1});
  REQUIRE_EQ(uncounted(test::graph_with_loop()).loops, std::size_t{1});
  REQUIRE(uncounted(test::graph_with_loop()).text().find('1') != std::string::npos);
  Graph::Data nested = test::graph_with_loop().data();
  nested.loops[0] = std::make_shared<const Loop>(Loop{test::unknown_size(), {}});
  REQUIRE_EQ(uncounted(Graph(std::move(nested))).unknown_sizes, std::size_t{1});
  for (const LayoutStrategy& strategy : layout_strategies())
    for (const Graph& graph : {test::unknown_size(), test::graph_with_loop()}) {
      const PlanRequest request{.strategies = {&strategy}, .options = {.iterations = 10}};
      const auto plans = make_plans(graph, request);
      if (!plans) continue;  // a strategy that asks a solver, where there is none
      REQUIRE_EQ(plans->best().lower_bound, Bytes{8});
      REQUIRE(!plans->best().proved_optimal);
      REQUIRE(plans->best().remark.find("optimal") == std::string::npos);
    }
}
