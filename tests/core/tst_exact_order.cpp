// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <algorithm>
#include <numeric>

#include "core/graph/operator_order.h"
#include "core/order/exact_order.h"
#include "core/order/lescea.h"
#include "core/order/order.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/support/least_order.h"
#include "tests/support/orders.h"

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

class TestExactOrder : public QObject {
  Q_OBJECT
 private slots:
  /// A bound that is far off is no measure of an order.
  void what_is_proved_in_words() {
    const auto words = [](std::int64_t peak, std::int64_t bound) {
      return describe({.sequence = {}, .peak = {peak}, .lower_bound = {bound}});
    };
    QCOMPARE(words(1'000, 1'000), std::string("no order needs less"));
    QCOMPARE(words(1'000'100, 1'000'000), std::string("less than 0.1% above what any order is proved to need"));
    QCOMPARE(words(1'016, 1'000), std::string("1.6% above what any order is proved to need"));
    QCOMPARE(words(52'000'000, 1'611'000),
             std::string("little is proved: that any order needs at least 1,611,000 bytes"));
    QCOMPARE(words(1'000, 0), std::string("of what other orders need nothing was proved"));
    QCOMPARE(words(0, 0), std::string("no order needs less"));
  }

  void the_problem_of_a_graph_has_its_curve() {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      const Graph graph = test::random_graph({.seed = seed, .streams = 1 + seed % 3});
      const auto sequence = test::some_order(graph, seed);
      std::vector<Index> indices;
      for (const OperatorId o : sequence) indices.push_back(static_cast<Index>(o.index()));
      QCOMPARE(memory_curve_of(order_problem(graph), indices), memory_curve_of(graph, sequence));
    }
  }

  /// What crosses the border of a window is counted: the window's curve is that of the whole, step by step.
  void a_window_has_the_curve_of_the_whole() {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      const Graph graph = test::random_graph({.seed = seed});
      const OrderProblem whole = order_problem(graph);
      std::vector<Index> sequence;
      for (const OperatorId o : test::some_order(graph, seed)) sequence.push_back(static_cast<Index>(o.index()));
      const auto curve = memory_curve_of(whole, sequence);
      const std::size_t begin = seed % sequence.size(), end = begin + (seed / 7) % (sequence.size() - begin + 1);
      const OrderProblem window = window_of(whole, sequence, begin, end);
      std::vector<Index> steps(end - begin);
      std::iota(steps.begin(), steps.end(), Index{0});
      const auto part = memory_curve_of(window, steps);
      QVERIFY(std::ranges::equal(part, std::span(curve).subspan(begin, end - begin)));
      for (std::size_t k = 0; k < steps.size(); ++k)
        QCOMPARE(window.operators[k], OperatorId(std::size_t{sequence[begin + k]}));
    }
  }

  void what_is_left_out_is_not_counted() {
    const Graph graph = test::graph_of(
        "op a @0\nop b @0\nop u @0\nop c @0\n"
        "t x 4 : a -> b u\nt y 8 : u -> c\nt z 16 : b -> u\nt w 32 : - -> u");
    const OrderProblem whole = order_problem(graph);
    const std::vector<OrderSide> sides{OrderSide::inside, OrderSide::inside, OrderSide::left_out, OrderSide::inside};
    const OrderProblem part = part_of(whole, std::vector<Index>{0, 1, 3}, sides);
    QCOMPARE(memory_curve_of(part, std::vector<Index>{0, 1, 2}), (std::vector<Bytes>{{4}, {20}, {0}}));
  }

  void oracles_of_LESCEA() {
    const Graph figure = test::graph_of(
        "op A @0\nop B @0\nop C @0\nop D @0\n"
        "t ab 30 : A -> B\nt ac 40 : A -> C\nt bd 50 : B -> D\nt cd 10 : C -> D");
    QCOMPARE(theoretical_peak(figure, run("lescea", figure)).count, 90);
    const Graph worse = test::graph_of(
        "op n0 @0\nop n1 @0\nop n2 @0\nop n3 @0\n"
        "t a 10 : n0 -> n3\nt b 5 : n0 -> n1\nt c 5 : n2 -> n3\nt d 20 : n3 -> dead");
    const OperatorId n0(0), n1(1), n2(2), n3(3);
    QCOMPARE(run("lescea", worse), (std::vector{n2, n0, n3, n1}));
    QCOMPARE(theoretical_peak(worse, run("lescea", worse)).count, 40);
    QCOMPARE(exact_order(order_problem(worse)).peak.count, 35);
  }

  /// The definition, step by step: of the ready operators the one that leaves least in memory, then the lowest.
  void LESCEA_is_the_greedy_one() {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      const Graph graph = test::random_graph({.seed = seed, .operators = 5 + seed % 20});
      QCOMPARE(run("lescea", graph), test::greedy_order(graph));
    }
  }

  void least_of_all_orders_data() {
    QTest::addColumn<int>("first");
    for (int first = 1; first <= 3000; first += 500) QTest::addRow("%d", first) << first;
  }
  void least_of_all_orders() {
    QFETCH(int, first);
    for (int k = 0; k < 500; ++k) {
      const auto seed = static_cast<std::uint64_t>(first + k);
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
      QVERIFY(is_order(graph, ids(found.sequence)));
      QCOMPARE(theoretical_peak(graph, ids(found.sequence)), found.peak);
      QCOMPARE(found.peak.count, least);
      QCOMPARE(found.lower_bound.count, least);
      QVERIFY(least_peak(problem).count <= least);
    }
  }

  /// Long chains and diamonds of updates, which run without a choice where they can.
  void least_of_all_orders_of_wider_graphs() {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      const Graph graph = test::random_graph({.seed = seed,
                                              .operators = 12 + seed % 4,
                                              .streams = 1,
                                              .fan = 1 + seed % 4,
                                              .window = 5 + seed % 9,
                                              .syncs = 0,
                                              .plain = seed % 2 == 0});
      QCOMPARE(exact_order(order_problem(graph)).peak.count, test::LeastOrder(graph).best().peak);
    }
  }

  /// With few states, a floor, or an order to start from: no worse than what was known, and nothing wrong is claimed.
  void limits() {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
      const Graph graph = test::random_graph({.seed = seed, .operators = 9, .window = 9});
      const OrderProblem problem = order_problem(graph);
      const std::int64_t least = test::LeastOrder(graph).best().peak;
      const OrderFound short_of = exact_order(problem, {.most_states = seed % 6});
      QVERIFY(short_of.peak.count >= least && short_of.lower_bound.count <= least);
      QVERIFY(short_of.peak <= peak_of(problem, *lescea_order(problem)));
      const Bytes floor{least + static_cast<std::int64_t>(seed % 100)};
      const OrderFound enough = exact_order(problem, {.floor = floor});
      QVERIFY(is_order(graph, ids(enough.sequence)));
      QVERIFY(enough.peak <= floor && enough.lower_bound.count <= least);
      const OrderFound again = exact_order(problem, {.most_states = 0, .known = exact_order(problem).sequence});
      QCOMPARE(again.peak.count, least);
    }
  }

  void the_row_of_the_table_tells_what_is_proved() {
    const Graph graph = test::graph_of(
        "op A @0\nop B @0\nop C @0\nop D @0\n"
        "t ab 30 : A -> B\nt ac 40 : A -> C\nt bd 50 : B -> D\nt cd 10 : C -> D");
    std::vector<Bytes> peaks;
    const auto order = make_order(*find_order_strategy("exact"), graph,
                                  {.improved = [&](const OrderImprovement& now) { peaks.push_back(now.peak); }});
    QVERIFY(order.has_value());
    QCOMPARE(order->peak.count, 90);
    QCOMPARE(order->lower_bound.count, 90);
    QCOMPARE(order->remark, std::string("no order needs less"));
    QVERIFY(std::ranges::is_sorted(peaks, std::ranges::greater()));
  }

  /// A deep search that meets its limit: an order that is better by turns, and a bound below it.
  void a_search_that_is_too_wide_still_finds_better_orders() {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Graph graph =
          test::random_graph({.seed = seed, .operators = 100, .streams = 1, .window = 20, .syncs = 0, .plain = true});
      const OrderProblem problem = order_problem(graph);
      const OrderFound found = exact_order(problem, {.most_states = 20'000});
      QVERIFY(is_order(graph, ids(found.sequence)));
      QCOMPARE(theoretical_peak(graph, ids(found.sequence)), found.peak);
      QVERIFY(found.lower_bound <= found.peak);
      QVERIFY(found.peak < peak_of(problem, *lescea_order(problem)));
      QCOMPARE(exact_order(problem, {.most_states = 20'000}).sequence, found.sequence);
    }
  }

  void a_stopped_search_gives_what_it_has() {
    const Graph graph = test::random_graph({.seed = 3, .operators = 200, .window = 60});
    std::stop_source source;
    source.request_stop();
    Task task;
    task.stop = source.get_token();
    const OrderFound found = exact_order(order_problem(graph), {}, task);
    QVERIFY(is_order(graph, ids(found.sequence)));
    QVERIFY(found.lower_bound <= found.peak);
  }
};

STOWAGE_TEST(TestExactOrder);
#include "tst_exact_order.moc"
