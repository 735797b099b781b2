// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <algorithm>
#include <limits>
#include <numeric>

#include "core/graph/operator_order.h"
#include "core/order/exact_order.h"
#include "core/order/lescea.h"
#include "core/order/order.h"
#include "core/order/peak_cuts.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/support/least_order.h"

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

std::vector<Index> numbered(const OrderProblem& problem) {
  std::vector<Index> out(problem.count());
  std::iota(out.begin(), out.end(), Index{0});
  return out;
}

}  // namespace

class PeakCutsTest : public QObject {
  Q_OBJECT
 private slots:
  /// What runs between a and d is free: x (8) may have become y (2), but u's input w (4) stays till then or grows.
  void an_operator_beside_two_others() {
    const Graph graph = test::graph_of(
        "op a @0\nop b @0\nop u @0\nop c @0\n"
        "t x 8 : a -> b\nt y 2 : b -> c\nt w 4 : a -> u\nt z 6 : u -> c\nt v 16 : c -> dead");
    const OrderProblem problem = order_problem(graph);
    std::vector<std::int64_t> least;
    for (Index o = 0; o < problem.count(); ++o) least.push_back(least_during(problem, o)->bytes.count);
    // b: x, y, and w rather than z; u: w, z, and y rather than x
    QCOMPARE(least, (std::vector<std::int64_t>{12, 14, 12, 24}));
  }

  void a_cut_is_the_least_over_all_sets_data() {
    QTest::addColumn<int>("first");
    for (int first = 1; first <= 2000; first += 500) QTest::addRow("%d", first) << first;
  }
  void a_cut_is_the_least_over_all_sets() {
    QFETCH(int, first);
    for (int k = 0; k < 500; ++k) {
      const Graph graph = small_graph(static_cast<std::uint64_t>(first + k));
      const OrderProblem problem = order_problem(graph);
      const auto sure = least_bytes(problem);
      const auto least = least_by_enumeration(graph, problem);
      const test::LeastOrder orders(graph);
      for (Index o = 0; o < problem.count(); ++o) {
        const auto found = least_during(problem, o);
        QVERIFY(found.has_value());
        QCOMPARE(found->bytes.count, least[o]);
        QVERIFY(sure[o] <= found->bytes);
        Set ran = 0;
        for (Index other = 0; other < problem.count(); ++other) ran |= Set{found->ran[other]} << other;
        QCOMPARE(orders.alive(ran, o), least[o]);
      }
    }
  }

  /// Never above the least peak of all orders, and on most of these graphs equal to it; above the cheap bound on some.
  void bounds_every_order() {
    int equal = 0, better = 0, sets = 0, all = 0;
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
      const Graph graph = small_graph(seed);
      const OrderProblem problem = order_problem(graph);
      const std::int64_t least = test::LeastOrder(graph).best().peak;
      const Bytes cheap = least_peak(problem);
      const Bytes bound = least_peak_by_cuts(problem, numbered(problem), cheap);
      QVERIFY(cheap <= bound && bound.count <= least);
      const auto during = least_by_enumeration(graph, problem);
      QVERIFY(bound.count >= std::ranges::max(during));
      if (bound.count > std::ranges::max(during)) ++sets;
      ++all;
      if (bound.count == least) ++equal;
      if (cheap < bound) ++better;
    }
    qInfo("of %d graphs: %d proved, %d better than what is sure, %d by several", all, equal, better, sets);
    QVERIFY(equal > all * 3 / 4 && better > all / 20 && sets > all / 100);
  }

  /// Whichever of a and b is the second, g and the other's output are there.
  void the_last_of_two() {
    const Graph graph = test::graph_of(
        "op o @0\nop a @0\nop b @0\nop c @0\n"
        "t g 8 : o -> a b\nt x 8 : a -> c\nt y 8 : b -> c\nt z 1 : c -> dead");
    const OrderProblem problem = order_problem(graph);
    QCOMPARE(least_during(problem, 1)->bytes.count, 16);
    QCOMPARE(least_during(problem, 2)->bytes.count, 16);
    const std::vector<Index> a{1};
    QCOMPARE(least_during(problem, 2, a)->bytes.count, 24);
    QCOMPARE(least_peak(problem).count, 17);
    QCOMPARE(least_peak_by_cuts(problem, numbered(problem), {17}).count, 24);
  }

  void windows_are_bounded_with_what_crosses_their_border() {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      const OrderProblem whole = order_problem(test::random_graph({.seed = seed, .operators = 14}));
      const auto sequence = numbered(whole);
      const OrderProblem window = window_of(whole, sequence, 3, 11);
      const Bytes bound = least_peak_by_cuts(window, numbered(window), least_peak(window));
      const OrderFound found = exact_order(window);
      QVERIFY(found.proved() && bound <= found.peak);
    }
  }

  /// Never worse, always an order, and what it proves is true; often better than the order given.
  void reordering_lowers_the_peak() {
    int better = 0, all = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
      const Graph graph = small_graph(seed);
      const OrderProblem problem = order_problem(graph);
      const auto given = numbered(problem);
      const CutOrder found = reorder_by_cuts(problem, given, least_peak(problem));
      QVERIFY(is_order(graph, std::vector<OperatorId>(found.sequence.begin(), found.sequence.end())));
      QCOMPARE(found.peak, peak_of(problem, found.sequence));
      QVERIFY(found.peak <= peak_of(problem, given));
      const std::int64_t least = test::LeastOrder(graph).best().peak;
      QVERIFY(found.lower_bound.count <= least && least <= found.peak.count);
      if (least == peak_of(problem, given).count) continue;
      ++all;
      if (found.peak < peak_of(problem, given)) ++better;
    }
    qInfo("%d of %d that can be better are", better, all);
    QVERIFY(better > all / 2);
  }

  /// Updates that must wait for all gradients, one of which is large: it is updated after the others, and not first.
  void updates_change_places() {
    const Graph graph = test::graph_of(
        "op g @0\nop norm @0\nop big @0\nop ub @0\nop small @0\nop us @0\n"
        "t w 64 : g -> norm big\nt s 40 : g -> norm small\nt f 1 : norm -> big small\n"
        "t cb 64 : big -> ub\nt cs 40 : small -> us");
    const OrderProblem problem = order_problem(graph);
    const CutOrder found = reorder_by_cuts(problem, numbered(problem), least_peak(problem));
    QCOMPARE(peak_of(problem, numbered(problem)).count, 169);
    QCOMPARE(found.peak.count, 145);
    QCOMPARE(test::LeastOrder(graph).best().peak, 145);
  }

  void limits() {
    const OrderProblem problem = order_problem(test::random_graph({.seed = 4, .operators = 300, .window = 60}));
    const auto known = *lescea_order(problem);
    const Bytes cheap = least_peak(problem);
    const Bytes bound = least_peak_by_cuts(problem, known, cheap);
    QVERIFY(bound > cheap && bound <= peak_of(problem, known));
    QCOMPARE(least_peak_by_cuts(problem, known, cheap, {.most_arcs = 0}), cheap);
    std::stop_source source;
    source.request_stop();
    const Task stopped{source.get_token(), {}, {}};
    QCOMPARE(least_peak_by_cuts(problem, known, cheap, {}, stopped), cheap);
    QVERIFY(!least_during(problem, 0, {}, stopped));
    QCOMPARE(least_peak_by_cuts({}, {}, {}), Bytes{});
  }
};

STOWAGE_TEST(PeakCutsTest);
#include "tst_peak_cuts.moc"
