// SPDX-License-Identifier: Apache-2.0
#include "core/graph/lifetimes.h"
#include "core/graph/order_edits.h"
#include "core/order/exact_order.h"
#include "core/order/lescea.h"
#include "core/order/order.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/least_order.h"
#include "tests/support/orders.h"
#include "tests/support/planning.h"
#include "tests/support/says.h"

using namespace stowage;
using Index = OrderProblem::Index;

namespace {

std::vector<OperatorId> ids(const std::vector<Index>& sequence) {
  return {sequence.begin(), sequence.end()};
}

std::vector<OperatorId> run(const char* id, const Graph& graph) {
  const auto order = find_order_strategy(id)->run(graph, {}, {});
  return order ? order->sequence : std::vector<OperatorId>();
}

}  // namespace

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
  const Graph graph = test::graph_of("op a b @0 c @1\nt x 1 : a -> b\nsync a c");
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
  const Graph graph = test::roam_figure_2();
  const OperatorId a(0), b(1), c(2), d(3);
  REQUIRE_EQ(theoretical_peak(graph, std::vector{a, b, c, d}).count, 120);
  REQUIRE_EQ(theoretical_peak(graph, std::vector{a, c, b, d}).count, 90);
}

TEST_CASE("a time axis fixes the order") {
  const Graph graph = test::intervals({{"x", 1, 0, 2}});
  REQUIRE(make_order(*find_order_strategy("given"), graph).has_value());
}

/// A bound that is far off is no measure of an order.
TEST_CASE("what is proved in words") {
  const auto words = [](std::int64_t peak, std::int64_t bound) {
    return describe({.sequence = {}, .peak = {peak}, .lower_bound = {bound}});
  };
  REQUIRE_EQ(words(1'000'100, 1'000'000), test::says("0.1%"));
  REQUIRE_EQ(words(1'016, 1'000), test::says("1.6%"));
  REQUIRE_EQ(words(52'000'000, 1'611'000), test::says("1,611,000"));
  REQUIRE_NE(words(1'000, 0), words(1'000, 1'000));
  REQUIRE_EQ(words(0, 0), words(1'000, 1'000));
}

TEST_CASE("the problem of a graph has its curve") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Graph graph = test::random_graph({.seed = seed, .streams = 1 + seed % 3});
    const auto sequence = test::some_order(graph, seed);
    REQUIRE_EQ(memory_curve_of(order_problem(graph), test::indices(sequence)), memory_curve_of(graph, sequence));
  }
}

/// What crosses the border of a window is counted: the window's curve is that of the whole, step by step.
TEST_CASE("a window has the curve of the whole") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Graph graph = test::random_graph({.seed = seed});
    const OrderProblem whole = order_problem(graph);
    const auto sequence = test::indices(test::some_order(graph, seed));
    const auto curve = memory_curve_of(whole, sequence);
    const std::size_t begin = seed % sequence.size(), end = begin + (seed / 7) % (sequence.size() - begin + 1);
    const OrderProblem window = window_of(whole, sequence, begin, end);
    const auto part = memory_curve_of(window, test::numbered(window));
    REQUIRE(std::ranges::equal(part, std::span(curve).subspan(begin, end - begin)));
    for (std::size_t k = 0; k < part.size(); ++k)
      REQUIRE_EQ(window.operators[k], OperatorId(std::size_t{sequence[begin + k]}));
  }
}

TEST_CASE("what is left out is not counted") {
  const Graph graph = test::graph_of(
      "op a b u c @0\n"
      "t x 4 : a -> b u\nt y 8 : u -> c\nt z 16 : b -> u\nt w 32 : - -> u");
  const OrderProblem whole = order_problem(graph);
  const std::vector<OrderSide> sides{OrderSide::inside, OrderSide::inside, OrderSide::left_out, OrderSide::inside};
  const OrderProblem part = part_of(whole, std::vector<Index>{0, 1, 3}, sides);
  REQUIRE_EQ(memory_curve_of(part, std::vector<Index>{0, 1, 2}), (std::vector<Bytes>{{4}, {20}, {0}}));
}

TEST_CASE("oracles of LESCEA") {
  const Graph figure = test::roam_figure_2();
  REQUIRE_EQ(theoretical_peak(figure, run("lescea", figure)).count, 90);
  const Graph worse = test::graph_of(
      "op n0 n1 n2 n3 @0\n"
      "t a 10 : n0 -> n3\nt b 5 : n0 -> n1\nt c 5 : n2 -> n3\nt d 20 : n3 -> dead");
  const OperatorId n0(0), n1(1), n2(2), n3(3);
  REQUIRE_EQ(run("lescea", worse), (std::vector{n2, n0, n3, n1}));
  REQUIRE_EQ(theoretical_peak(worse, run("lescea", worse)).count, 40);
  REQUIRE_EQ(exact_order(order_problem(worse)).peak.count, 35);
}

/// The definition, step by step: of the ready operators the one that leaves least in memory, then the lowest.
TEST_CASE("LESCEA is the greedy one") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Graph graph = test::random_graph({.seed = seed, .operators = 5 + seed % 20});
    REQUIRE_EQ(run("lescea", graph), test::greedy_order(graph));
  }
}

TEST_CASE("least of all orders") {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    CAPTURE(seed);
    const Graph graph = test::random_graph({.seed = seed,
                                            .operators = 3 + seed % 7,
                                            .streams = 1 + seed % 3,
                                            .fan = 1 + seed % 3,
                                            .window = 3 + seed % 5,
                                            .syncs = seed % 4,
                                            .plain = seed % 5 == 0});
    const OrderProblem problem = order_problem(graph);
    const OrderFound found = exact_order(problem);
    const std::int64_t least = test::LeastOrder(graph).best().peak;
    REQUIRE(is_order(graph, ids(found.sequence)));
    REQUIRE_EQ(theoretical_peak(graph, ids(found.sequence)), found.peak);
    REQUIRE_EQ(found.peak.count, least);
    REQUIRE_EQ(found.lower_bound.count, least);
    REQUIRE(least_peak(problem).count <= least);
  }
}

/// Long chains and diamonds of updates, which run without a choice where they can.
TEST_CASE("least of all orders of wider graphs") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Graph graph = test::random_graph({.seed = seed,
                                            .operators = 12 + seed % 4,
                                            .streams = 1,
                                            .fan = 1 + seed % 4,
                                            .window = 5 + seed % 9,
                                            .syncs = 0,
                                            .plain = seed % 2 == 0});
    REQUIRE_EQ(exact_order(order_problem(graph)).peak.count, test::LeastOrder(graph).best().peak);
  }
}

/// With few states, a floor, or an order to start from: no worse than what was known, and nothing wrong is claimed.
TEST_CASE("limits") {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const Graph graph = test::random_graph({.seed = seed, .operators = 9, .window = 9});
    const OrderProblem problem = order_problem(graph);
    const std::int64_t least = test::LeastOrder(graph).best().peak;
    const OrderFound short_of = exact_order(problem, {.most_states = seed % 6});
    REQUIRE((short_of.peak.count >= least && short_of.lower_bound.count <= least));
    REQUIRE(short_of.peak <= peak_of(problem, *lescea_order(problem)));
    const Bytes floor{least + static_cast<std::int64_t>(seed % 100)};
    const OrderFound enough = exact_order(problem, {.floor = floor});
    REQUIRE(is_order(graph, ids(enough.sequence)));
    REQUIRE((enough.peak <= floor && enough.lower_bound.count <= least));
    const OrderFound again = exact_order(problem, {.most_states = 0, .known = exact_order(problem).sequence});
    REQUIRE_EQ(again.peak.count, least);
  }
}

TEST_CASE("the row of the table tells what is proved") {
  const Graph graph = test::roam_figure_2();
  std::vector<Bytes> peaks;
  const auto order =
      test::must(make_order(*find_order_strategy("exact"), graph,
                            {.improved = [&](const OrderImprovement& now) { peaks.push_back(now.peak); }}));
  REQUIRE_EQ(order.peak.count, 90);
  REQUIRE_EQ(order.lower_bound.count, 90);
  REQUIRE_EQ(order.remark, describe({.sequence = {}, .peak = {90}, .lower_bound = {90}}));
  REQUIRE(std::ranges::is_sorted(peaks, std::ranges::greater()));
}

/// A deep search that meets its limit: an order that is better by turns, and a bound below it.
TEST_CASE("a search that is too wide still finds better orders") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Graph graph =
        test::random_graph({.seed = seed, .operators = 100, .streams = 1, .window = 20, .syncs = 0, .plain = true});
    const OrderProblem problem = order_problem(graph);
    const OrderFound found = exact_order(problem, {.most_states = 20'000});
    REQUIRE(is_order(graph, ids(found.sequence)));
    REQUIRE_EQ(theoretical_peak(graph, ids(found.sequence)), found.peak);
    REQUIRE(found.lower_bound <= found.peak);
    REQUIRE(found.peak < peak_of(problem, *lescea_order(problem)));
    REQUIRE_EQ(exact_order(problem, {.most_states = 20'000}).sequence, found.sequence);
  }
}

TEST_CASE("a stopped search gives what it has") {
  const Graph graph = test::random_graph({.seed = 3, .operators = 200, .window = 60});
  const OrderFound found = exact_order(order_problem(graph), {}, test::cancelled_task());
  REQUIRE(is_order(graph, ids(found.sequence)));
  REQUIRE(found.lower_bound <= found.peak);
}
