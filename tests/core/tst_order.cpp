// SPDX-License-Identifier: Apache-2.0

#include "core/graph/lifetimes.h"
#include "core/graph/order_edits.h"
#include "core/order/order.h"
#include "core/papers/tables.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/orders.h"

using namespace stowage;

TEST_CASE("the curve of an order is that of the graph put into it") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Graph graph = test::random_graph({.seed = seed});
    const auto sequence = test::some_order(graph, seed);
    REQUIRE(is_order(graph, sequence));
    const Graph ordered = with_order(graph, sequence).graph;
    REQUIRE_EQ(memory_curve_of(graph, sequence), memory_curve(ordered, lifetimes(ordered)));
    for (std::size_t k = 0; k < sequence.size(); ++k) REQUIRE_EQ(ordered.name(OperatorId(k)), graph.name(sequence[k]));
  }
}

TEST_CASE("what is no order is told apart") {
  const Graph graph = test::graph_of("op a @0\nop b @0\nop c @1\nt x 1 : a -> b\nsync a c");
  const OperatorId a(0), b(1), c(2);
  REQUIRE(is_order(graph, std::vector{a, b, c}));
  REQUIRE(is_order(graph, std::vector{a, c, b}));
  REQUIRE(!is_order(graph, std::vector{b, a, c}));  // b needs x
  REQUIRE(!is_order(graph, std::vector{c, a, b}));  // the sync
  REQUIRE(!is_order(graph, std::vector{a, b}));
  REQUIRE(!is_order(graph, std::vector{a, b, b}));
  REQUIRE(!is_order(graph, std::vector{a, b, OperatorId()}));
}

TEST_CASE("figure 2 of ROAM") {  // sizes are a reconstruction; the peaks are the figure's
  const Graph graph = test::graph_of(
      "op A @0\nop B @0\nop C @0\nop D @0\n"
      "t ab 30 : A -> B\nt ac 40 : A -> C\nt bd 50 : B -> D\nt cd 10 : C -> D");
  const OperatorId a(0), b(1), c(2), d(3);
  REQUIRE_EQ(theoretical_peak(graph, std::vector{a, b, c, d}).count, 120);
  REQUIRE_EQ(theoretical_peak(graph, std::vector{a, c, b, d}).count, 90);
}

TEST_CASE("a time axis fixes the order") {
  const Graph graph = test::intervals({{"x", 1, 0, 2}});
  REQUIRE(make_order(*find_order_strategy("given"), graph).has_value());
}
