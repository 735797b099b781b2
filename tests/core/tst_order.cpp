// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/edit/order_edits.h"
#include "core/graph/lifetimes.h"
#include "core/graph/operator_order.h"
#include "core/order/order.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/support/orders.h"

using namespace stowage;

class TestOrder : public QObject {
  Q_OBJECT
 private slots:
  void the_curve_of_an_order_is_that_of_the_graph_put_into_it() {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      const Graph graph = test::random_graph({.seed = seed});
      const auto sequence = test::some_order(graph, seed);
      QVERIFY(is_order(graph, sequence));
      const Graph ordered = with_order(graph, sequence).graph;
      QCOMPARE(memory_curve_of(graph, sequence), memory_curve(ordered, lifetimes(ordered)));
      for (std::size_t k = 0; k < sequence.size(); ++k) QCOMPARE(ordered.name(OperatorId(k)), graph.name(sequence[k]));
    }
  }

  void what_is_no_order_is_told_apart() {
    const Graph graph = test::graph_of("op a @0\nop b @0\nop c @1\nt x 1 : a -> b\nsync a c");
    const OperatorId a(0), b(1), c(2);
    QVERIFY(is_order(graph, std::vector{a, b, c}));
    QVERIFY(is_order(graph, std::vector{a, c, b}));
    QVERIFY(!is_order(graph, std::vector{b, a, c}));  // b needs x
    QVERIFY(!is_order(graph, std::vector{c, a, b}));  // the sync
    QVERIFY(!is_order(graph, std::vector{a, b}));
    QVERIFY(!is_order(graph, std::vector{a, b, b}));
    QVERIFY(!is_order(graph, std::vector{a, b, OperatorId()}));
  }

  void figure_2_of_ROAM() {  // sizes are a reconstruction; the peaks are the figure's
    const Graph graph = test::graph_of(
        "op A @0\nop B @0\nop C @0\nop D @0\n"
        "t ab 30 : A -> B\nt ac 40 : A -> C\nt bd 50 : B -> D\nt cd 10 : C -> D");
    const OperatorId a(0), b(1), c(2), d(3);
    QCOMPARE(theoretical_peak(graph, std::vector{a, b, c, d}).count, 120);
    QCOMPARE(theoretical_peak(graph, std::vector{a, c, b, d}).count, 90);
  }

  void a_time_axis_fixes_the_order() {
    const Graph graph = test::intervals({{"x", 1, 0, 2}});
    QVERIFY(make_order(*find_order_strategy("given"), graph).has_value());
  }
};

STOWAGE_TEST(TestOrder);
#include "tst_order.moc"
