// SPDX-License-Identifier: Apache-2.0
#include "core/graph/lifetimes.h"
#include "core/order/exact_order.h"
#include "core/order/lescea.h"
#include "core/order/order.h"
#include "core/order/peak_cuts.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/least_order.h"
#include "tests/support/orders.h"
#include "tests/support/planning.h"

using namespace stowage;
using Index = OrderProblem::Index;
using Set = test::LeastOrder::Set;

namespace {

Graph small_graph(std::uint64_t seed) {
  return test::random_graph({.seed = seed,
                             .operators = 3 + seed % 8,
                             .streams = 1 + seed % 3,
                             .fan = 1 + seed % 4,
                             .window = 3 + seed % 8,
                             .syncs = seed % 4,
                             .plain = seed % 5 == 0});
}

/// By operator: the least of the bytes alive while it runs after any set that holds all that its members wait for.
std::vector<std::int64_t> least_by_enumeration(const Graph& graph, const OrderProblem& problem) {
  const test::LeastOrder orders(graph);
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

TEST_CASE("a cut is the least over all sets") {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const Graph graph = small_graph(seed);
    const OrderProblem problem = order_problem(graph);
    const auto sure = least_bytes(problem);
    const auto least = least_by_enumeration(graph, problem);
    const test::LeastOrder orders(graph);
    for (Index o = 0; o < problem.count(); ++o) {
      const auto found = test::must(least_during(problem, o));
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
    const std::int64_t least = test::LeastOrder(graph).best().peak;
    const Bytes cheap = least_peak(problem);
    const Bytes bound = least_peak_by_cuts(problem, test::numbered(problem), cheap);
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
  const Graph graph = test::graph_of(
      "op o a b c @0\n"
      "t g 8 : o -> a b\nt x 8 : a -> c\nt y 8 : b -> c\nt z 1 : c -> dead");
  const OrderProblem problem = order_problem(graph);
  REQUIRE_EQ(least_during(problem, 1)->bytes.count, 16);
  REQUIRE_EQ(least_during(problem, 2)->bytes.count, 16);
  const std::vector<Index> a{1};
  REQUIRE_EQ(least_during(problem, 2, a)->bytes.count, 24);
  REQUIRE_EQ(least_peak(problem).count, 17);
  REQUIRE_EQ(least_peak_by_cuts(problem, test::numbered(problem), {17}).count, 24);
}

TEST_CASE("windows are bounded with what crosses their border") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const OrderProblem whole = order_problem(test::random_graph({.seed = seed, .operators = 14}));
    const auto sequence = test::numbered(whole);
    const OrderProblem window = window_of(whole, sequence, 3, 11);
    const Bytes bound = least_peak_by_cuts(window, test::numbered(window), least_peak(window));
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
    const auto given = test::numbered(problem);
    const CutOrder found = reorder_by_cuts(problem, given, least_peak(problem));
    REQUIRE(is_order(graph, std::vector<OperatorId>(found.sequence.begin(), found.sequence.end())));
    REQUIRE_EQ(found.peak, peak_of(problem, found.sequence));
    REQUIRE(found.peak <= peak_of(problem, given));
    const std::int64_t least = test::LeastOrder(graph).best().peak;
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
  const Graph graph = test::graph_of(
      "op g norm big ub small us @0\n"
      "t w 64 : g -> norm big\nt s 40 : g -> norm small\nt f 1 : norm -> big small\n"
      "t cb 64 : big -> ub\nt cs 40 : small -> us");
  const OrderProblem problem = order_problem(graph);
  const CutOrder found = reorder_by_cuts(problem, test::numbered(problem), least_peak(problem));
  REQUIRE_EQ(peak_of(problem, test::numbered(problem)).count, 169);
  REQUIRE_EQ(found.peak.count, 145);
  REQUIRE_EQ(test::LeastOrder(graph).best().peak, 145);
}

TEST_CASE("limits") {
  const OrderProblem problem = order_problem(test::random_graph({.seed = 4, .operators = 300, .window = 60}));
  const auto known = *lescea_order(problem);
  const Bytes cheap = least_peak(problem);
  const Bytes bound = least_peak_by_cuts(problem, known, cheap);
  REQUIRE((bound > cheap && bound <= peak_of(problem, known)));
  REQUIRE_EQ(least_peak_by_cuts(problem, known, cheap, {}, 0), cheap);
  const Task stopped = test::cancelled_task();
  REQUIRE_EQ(least_peak_by_cuts(problem, known, cheap, stopped), cheap);
  REQUIRE(!least_during(problem, 0, {}, stopped));
  REQUIRE_EQ(least_peak_by_cuts({}, {}, {}), Bytes{});
}
