// SPDX-License-Identifier: Apache-2.0
#include "core/graph/lifetimes.h"
#include "core/order/exact_order.h"
#include "core/order/order.h"
#include "core/order/peak_cuts.h"
#include "tests/support/core_test.h"
#include "tests/support/orders.h"

using Index = OrderProblem::Index;
using Set = LeastOrder::Set;

namespace {

std::vector<OperatorId> ids(const std::vector<Index>& sequence) {
  return {sequence.begin(), sequence.end()};
}

std::vector<OperatorId> run(const char* id, const Graph& graph) {
  const auto order = find_order_strategy(id)->run(graph, {}, {});
  return order ? order->sequence : std::vector<OperatorId>();
}

Graph small_graph(std::uint64_t seed) {
  return random_graph({.seed = seed,
                       .operators = 3 + seed % 8,
                       .streams = 1 + seed % 3,
                       .fan = 1 + seed % 4,
                       .window = 3 + seed % 8,
                       .syncs = seed % 4,
                       .plain = seed % 5 == 0});
}

/// By operator: the least of the bytes alive while it runs after any set that holds all that its members wait for.
std::vector<std::int64_t> least_by_enumeration(const Graph& graph, const OrderProblem& problem) {
  const LeastOrder orders(graph);
  std::vector<std::int64_t> least(problem.count(), std::numeric_limits<std::int64_t>::max());
  const auto has_all = [&](Set set, Index o) {
    return std::ranges::all_of(problem.predecessors[o], [&](Index before) { return (set >> before & 1U) != 0; });
  };
  for (Set set = 0; set < Set{1} << problem.count(); ++set) {
    bool closed = true;
    for (Index o = 0; o < problem.count(); ++o) closed = closed && ((set >> o & 1U) == 0 || has_all(set, o));
    if (!closed) continue;
    for (Index o = 0; o < problem.count(); ++o)
      if ((set >> o & 1U) == 0 && has_all(set, o)) least[o] = std::min(least[o], orders.alive(set, o));
  }
  return least;
}

}  // namespace

TEST_CASE("the curve of an order is that of the graph put into it, and of its problem") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Graph graph = random_graph({.seed = seed, .streams = 1 + seed % 3});
    const auto sequence = some_order(graph, seed);
    REQUIRE(is_order(graph, sequence));
    const Graph ordered = with_order(graph, sequence);
    REQUIRE_EQ(memory_curve_of(graph, sequence), memory_curve(ordered, lifetimes(ordered)));
    REQUIRE_EQ(memory_curve_of(order_problem(graph), indices(sequence)), memory_curve_of(graph, sequence));
    for (std::size_t k = 0; k < sequence.size(); ++k) REQUIRE_EQ(ordered.name(OperatorId(k)), graph.name(sequence[k]));
  }
}

TEST_CASE("what is no order is told apart") {
  const Graph graph = graph_of("op a b @0 c @1\nt x 1 : a -> b\nsync a c");
  const OperatorId a(0), b(1), c(2);
  REQUIRE(is_order(graph, std::vector{a, b, c}));
  REQUIRE(is_order(graph, std::vector{a, c, b}));
  REQUIRE(!is_order(graph, std::vector{b, a, c}));  // b needs x
  REQUIRE(!is_order(graph, std::vector{c, a, b}));  // the sync
  REQUIRE(!is_order(graph, std::vector{a, b}));
  REQUIRE(!is_order(graph, std::vector{a, b, b}));
  REQUIRE(!is_order(graph, std::vector{b, b, c}));
  REQUIRE(!is_order(graph, std::vector{a, b, OperatorId()}));
}

TEST_CASE("a time axis fixes the order") {
  const Graph graph = intervals({{"x", 1, 0, 2}});
  REQUIRE(make_order(*find_order_strategy("given"), graph).has_value());
}

/// A bound that is far off is no measure of an order.
TEST_CASE("what is proved in words") {
  const auto words = [](std::int64_t peak, std::int64_t bound) {
    return describe({.sequence = {}, .peak = {peak}, .lower_bound = {bound}});
  };
  REQUIRE_EQ(words(1'000'100, 1'000'000), says("0.1%"));
  REQUIRE_EQ(words(1'016, 1'000), says("1.6%"));
  REQUIRE_EQ(words(52'000'000, 1'611'000), says("1,611,000"));
  REQUIRE_NE(words(1'000, 0), words(1'000, 1'000));
  REQUIRE_EQ(words(0, 0), words(1'000, 1'000));
}

/// What crosses the border of a window is counted: the window's curve is that of the whole, step by step.
TEST_CASE("a window has the curve of the whole") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Graph graph = random_graph({.seed = seed});
    const OrderProblem whole = order_problem(graph);
    const auto sequence = indices(some_order(graph, seed));
    const auto curve = memory_curve_of(whole, sequence);
    const std::size_t begin = seed % sequence.size(), end = begin + (seed / 7) % (sequence.size() - begin + 1);
    const OrderProblem window = window_of(whole, sequence, begin, end);
    const auto part = memory_curve_of(window, numbered(window));
    REQUIRE(std::ranges::equal(part, std::span(curve).subspan(begin, end - begin)));
    for (std::size_t k = 0; k < part.size(); ++k)
      REQUIRE_EQ(window.operators[k], OperatorId(std::size_t{sequence[begin + k]}));
  }
}

TEST_CASE("what is left out is not counted") {
  const Graph graph = graph_of(
      "op a b u c @0\n"
      "t x 4 : a -> b u\nt y 8 : u -> c\nt z 16 : b -> u\nt w 32 : - -> u");
  const OrderProblem whole = order_problem(graph);
  const std::vector<OrderSide> sides{OrderSide::inside, OrderSide::inside, OrderSide::left_out, OrderSide::inside};
  const OrderProblem part = part_of(whole, std::vector<Index>{0, 1, 3}, sides);
  REQUIRE_EQ(memory_curve_of(part, std::vector<Index>{0, 1, 2}), (std::vector<Bytes>{{4}, {20}, {0}}));
}

TEST_CASE("oracles of LESCEA") {
  const Graph figure = roam_figure_2();
  REQUIRE_EQ(theoretical_peak(figure, run("lescea", figure)).count, 90);
  const Graph worse = graph_of(
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
    const Graph graph = random_graph({.seed = seed, .operators = 5 + seed % 20});
    REQUIRE_EQ(run("lescea", graph), greedy_order(graph));
  }
}

TEST_CASE("least of all orders") {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    CAPTURE(seed);
    const Graph graph = varied_graph(seed, 3 + seed % 7, 1 + seed % 3);
    const OrderProblem problem = order_problem(graph);
    const OrderFound found = exact_order(problem);
    const std::int64_t least = LeastOrder(graph).best().peak;
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
    const Graph graph = varied_graph(seed, 12 + seed % 4, 1);
    REQUIRE_EQ(exact_order(order_problem(graph)).peak.count, LeastOrder(graph).best().peak);
  }
}

/// With few states, a floor, or an order to start from: no worse than what was known, and nothing wrong is claimed.
TEST_CASE("limits") {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 9, .window = 9});
    const OrderProblem problem = order_problem(graph);
    const std::int64_t least = LeastOrder(graph).best().peak;
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
  const Graph graph = roam_figure_2();
  std::vector<Bytes> peaks;
  const auto order = must(make_order(*find_order_strategy("exact"), graph,
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
        random_graph({.seed = seed, .operators = 100, .streams = 1, .window = 20, .syncs = 0, .plain = true});
    const OrderProblem problem = order_problem(graph);
    const OrderFound found = exact_order(problem, {.most_states = 20'000});
    REQUIRE(is_order(graph, ids(found.sequence)));
    REQUIRE_EQ(theoretical_peak(graph, ids(found.sequence)), found.peak);
    REQUIRE(found.lower_bound <= found.peak);
    REQUIRE(found.peak < peak_of(problem, *lescea_order(problem)));
    REQUIRE_EQ(exact_order(problem, {.most_states = 20'000}).sequence, found.sequence);
  }
}

TEST_CASE("the best order of small graphs") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Graph graph = small_graph(seed);
    const auto order = must(find_order_strategy("best")->run(graph, {}, {}));
    REQUIRE(is_order(graph, order.sequence));
    REQUIRE_EQ(theoretical_peak(graph, order.sequence).count, LeastOrder(graph).best().peak);
    REQUIRE_EQ(order.lower_bound, theoretical_peak(graph, order.sequence));
  }
}

/// Graphs too wide for a proof: windows and searches in turn go on from the order of the first search.
TEST_CASE("the best order of wide graphs") {
  std::size_t better = 0;
  for (const auto& [seed, operators, fan, window] : {std::tuple(3U, 250U, 3U, 40U), {7U, 500U, 2U, 30U}}) {
    const Graph graph = random_graph(
        {.seed = seed, .operators = operators, .streams = 1, .fan = fan, .window = window, .syncs = 0, .plain = true});
    std::vector<OrderImprovement> told;
    const OrderOptions options{.improved = [&](const OrderImprovement& now) { told.push_back(now); }};
    const auto order = must(find_order_strategy("best")->run(graph, options, {}));
    REQUIRE(is_order(graph, order.sequence));
    const Bytes peak = theoretical_peak(graph, order.sequence);
    const Bytes exact = theoretical_peak(graph, run("exact", graph));
    REQUIRE(peak <= exact);
    if (peak < exact) ++better;
    REQUIRE(order.lower_bound < peak);
    REQUIRE_EQ(told.back().peak, peak);
    REQUIRE(std::ranges::is_sorted(told, std::ranges::greater(), &OrderImprovement::peak));
    REQUIRE_EQ(run("best", graph), order.sequence);
  }
  REQUIRE(better > 0);
}

/// The searches alone leave an order that a window betters.
TEST_CASE("no window betters the best order") {
  constexpr std::size_t kSteps = 16;
  const Graph graph =
      random_graph({.seed = 5, .operators = 150, .streams = 1, .window = 12, .syncs = 0, .plain = true});
  const OrderProblem problem = order_problem(graph);
  std::vector<Index> sequence;
  for (const OperatorId o : run("best", graph)) sequence.push_back(static_cast<Index>(o.index()));
  for (std::size_t begin = 0; begin + kSteps <= sequence.size(); begin += kSteps / 2) {
    const OrderFound found = exact_order(window_of(problem, sequence, begin, begin + kSteps), {});
    REQUIRE(found.proved());
    std::vector<Index> other = sequence;
    for (std::size_t k = 0; k < kSteps; ++k) other[begin + k] = sequence[begin + found.sequence[k]];
    REQUIRE(peak_of(problem, other) >= peak_of(problem, sequence));
  }
}

TEST_CASE("a stopped search gives what it has") {
  const Graph graph = random_graph({.seed = 3, .operators = 200, .window = 60});
  const OrderFound found = exact_order(order_problem(graph), {}, cancelled_task());
  REQUIRE(is_order(graph, ids(found.sequence)));
  REQUIRE(found.lower_bound <= found.peak);
  REQUIRE(is_order(graph, must(find_order_strategy("best")->run(graph, {}, cancelled_task())).sequence));
}

TEST_CASE("a cut is the least over all sets") {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const Graph graph = small_graph(seed);
    const OrderProblem problem = order_problem(graph);
    const auto sure = least_bytes(problem);
    const auto least = least_by_enumeration(graph, problem);
    const LeastOrder orders(graph);
    for (Index o = 0; o < problem.count(); ++o) {
      const auto found = must(least_during(problem, o));
      REQUIRE_EQ(found.bytes.count, least[o]);
      REQUIRE(sure[o] <= found.bytes);
      Set ran = 0;
      for (Index other = 0; other < problem.count(); ++other) ran |= Set{found.ran[other]} << other;
      REQUIRE_EQ(orders.alive(ran, o), least[o]);
    }
  }
}

/// Never above the least peak of all orders, and on most of these graphs equal to it; above the cheap bound on some.
TEST_CASE("bounds every order") {
  int equal = 0, better = 0, sets = 0, all = 0;
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    const Graph graph = small_graph(seed);
    const OrderProblem problem = order_problem(graph);
    const std::int64_t least = LeastOrder(graph).best().peak;
    const Bytes cheap = least_peak(problem);
    const Bytes bound = least_peak_by_cuts(problem, numbered(problem), cheap);
    REQUIRE((cheap <= bound && bound.count <= least));
    const auto during = least_by_enumeration(graph, problem);
    REQUIRE(bound.count >= std::ranges::max(during));
    if (bound.count > std::ranges::max(during)) ++sets;
    ++all;
    if (bound.count == least) ++equal;
    if (cheap < bound) ++better;
  }
  MESSAGE("of ", all, " graphs: ", equal, " proved, ", better, " better than what is sure, ", sets, " by several");
  REQUIRE((equal > all * 3 / 4 && better > all / 20 && sets > all / 100));
}

/// Whichever of a and b is the second, g and the other's output are there.
TEST_CASE("the last of two") {
  const Graph graph = graph_of(
      "op o a b c @0\n"
      "t g 8 : o -> a b\nt x 8 : a -> c\nt y 8 : b -> c\nt z 1 : c -> dead");
  const OrderProblem problem = order_problem(graph);
  REQUIRE_EQ(least_during(problem, 1)->bytes.count, 16);
  REQUIRE_EQ(least_during(problem, 2)->bytes.count, 16);
  const std::vector<Index> a{1};
  REQUIRE_EQ(least_during(problem, 2, a)->bytes.count, 24);
  REQUIRE_EQ(least_peak(problem).count, 17);
  REQUIRE_EQ(least_peak_by_cuts(problem, numbered(problem), {17}).count, 24);
}

TEST_CASE("windows are bounded with what crosses their border") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const OrderProblem whole = order_problem(random_graph({.seed = seed, .operators = 14}));
    const auto sequence = numbered(whole);
    const OrderProblem window = window_of(whole, sequence, 3, 11);
    const Bytes bound = least_peak_by_cuts(window, numbered(window), least_peak(window));
    const OrderFound found = exact_order(window);
    REQUIRE((found.proved() && bound <= found.peak));
  }
}

/// Never worse, always an order, and what it proves is true; often better than the order given.
TEST_CASE("reordering lowers the peak") {
  int better = 0, all = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const Graph graph = small_graph(seed);
    const OrderProblem problem = order_problem(graph);
    const auto given = numbered(problem);
    const CutOrder found = reorder_by_cuts(problem, given, least_peak(problem));
    REQUIRE(is_order(graph, std::vector<OperatorId>(found.sequence.begin(), found.sequence.end())));
    REQUIRE_EQ(found.peak, peak_of(problem, found.sequence));
    REQUIRE(found.peak <= peak_of(problem, given));
    const std::int64_t least = LeastOrder(graph).best().peak;
    REQUIRE((found.lower_bound.count <= least && least <= found.peak.count));
    if (least == peak_of(problem, given).count) continue;
    ++all;
    if (found.peak < peak_of(problem, given)) ++better;
  }
  MESSAGE(better, " of ", all, " that can be better are");
  REQUIRE(better > all / 2);
}

/// Updates that must wait for all gradients, one of which is large: it is updated after the others, and not first.
TEST_CASE("updates change places") {
  const Graph graph = graph_of(
      "op g norm big ub small us @0\n"
      "t w 64 : g -> norm big\nt s 40 : g -> norm small\nt f 1 : norm -> big small\n"
      "t cb 64 : big -> ub\nt cs 40 : small -> us");
  const OrderProblem problem = order_problem(graph);
  const CutOrder found = reorder_by_cuts(problem, numbered(problem), least_peak(problem));
  REQUIRE_EQ(peak_of(problem, numbered(problem)).count, 169);
  REQUIRE_EQ(found.peak.count, 145);
  REQUIRE_EQ(LeastOrder(graph).best().peak, 145);
}

TEST_CASE("limits") {
  const OrderProblem problem = order_problem(random_graph({.seed = 4, .operators = 300, .window = 60}));
  const auto known = *lescea_order(problem);
  const Bytes cheap = least_peak(problem);
  const Bytes bound = least_peak_by_cuts(problem, known, cheap);
  REQUIRE((bound > cheap && bound <= peak_of(problem, known)));
  REQUIRE_EQ(least_peak_by_cuts(problem, known, cheap, {}, 0), cheap);
  const Task stopped = cancelled_task();
  REQUIRE_EQ(least_peak_by_cuts(problem, known, cheap, stopped), cheap);
  REQUIRE(!least_during(problem, 0, {}, stopped));
  REQUIRE_EQ(least_peak_by_cuts({}, {}, {}), Bytes{});
}
