// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/analysis/report.h"
#include "core/graph/bound_scope.h"
#include "core/plan/plan.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"

using namespace stowage;

class ReportTest : public QObject {
  Q_OBJECT

 private slots:
  /// Figures 7 to 9 of the SOMAS paper, by hand: A and C are alive together at step 1, B, D and E at step 4.
  void a_plan_of_the_paper() {
    const Graph g =
        test::intervals({{"A", 1024, 0, 2}, {"B", 768, 3, 5}, {"C", 640, 1, 3}, {"D", 512, 4, 6}, {"E", 256, 2, 5}});
    Plan plan;
    plan.offsets = {{0}, {0}, {1024}, {768}, {1664}};
    const Report report = make_report(g, plan);
    QCOMPARE(report.footprint.count, 1920);
    QCOMPARE(report.lifetime_bound.count, 1664);
    QCOMPARE(report.fragmentation, 256.0 / 1920.0);
    const std::vector<Bytes> curve{{1024}, {1664}, {896}, {1024}, {1536}, {512}};
    QVERIFY(report.curve == curve);
    QCOMPARE(report.peak_step, 1u);
    QVERIFY((report.at_peak == std::vector{TensorId(0), TensorId(2)}));
  }

  /// Sizes are rounded up to the plan's alignment, and equal ones stay in order of index; the first peak counts.
  void rounds_up() {
    const Graph g = test::intervals({{"a", 3, 0, 1}, {"b", 0, 0, 2}, {"c", 9, 0, 1}, {"d", 5, 0, 1}, {"e", 25, 1, 2}});
    Plan plan;
    plan.alignment = {8};
    plan.offsets = {{0}, {96}, {8}, {24}, {0}};
    const Report report = make_report(g, plan);
    QCOMPARE(report.footprint.count, 32);  // what is empty has no end
    QCOMPARE(report.lifetime_bound.count, 32);
    QCOMPARE(report.fragmentation, 0.0);
    QCOMPARE(report.peak_step, 0u);
    QVERIFY((report.at_peak == std::vector{TensorId(2), TensorId(0), TensorId(3)}));
  }

  /// The tensors at the peak sum to it exactly, which is the largest value of the curve.
  void the_peak_sums_up() {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const Graph g = test::random_graph({.seed = seed, .operators = 40, .streams = 1 + seed % 4, .groups = 2});
      Plan plan;
      plan.alignment = {seed % 2 == 0 ? 1 : 16};
      plan.offsets.resize(g.tensor_count());
      const Report report = make_report(g, plan);
      std::int64_t sum = 0;
      for (TensorId t : report.at_peak) sum += round_up(g.size(t).count, plan.alignment.count);
      QCOMPARE(sum, report.curve[report.peak_step].count);
      QCOMPARE(report.lifetime_bound, *std::ranges::max_element(report.curve));
      QVERIFY(std::ranges::is_sorted(report.at_peak, std::greater{},
                                     [&](TensorId t) { return round_up(g.size(t).count, plan.alignment.count); }));
    }
  }

  /// Operators could run in another order, in which a plan may be smaller; a time axis fixes it.
  void bounds_are_of_an_order_where_there_are_others() {
    Graph::Data data = test::intervals({{"a", 3, 0, 1}, {"b", 4, 0, 2}}).data();
    QCOMPARE(no_plan(Graph(data)), std::string("no plan in this order"));
    data.times = {0, 5, 9};
    QCOMPARE(no_plan(Graph(data)), std::string("no plan"));
    QCOMPARE(no_plan(test::graph_of("op a @0")), std::string("no plan"));
    QCOMPARE(no_plan(test::one_sync()), std::string("no plan in this order and on these streams"));
  }

  void nothing_at_all() {
    const Report report = make_report(Graph(), Plan());
    QCOMPARE(report.footprint.count, 0);
    QCOMPARE(report.fragmentation, 0.0);
    QVERIFY(report.curve.empty() && report.at_peak.empty());
  }

  void gaps() {
    QCOMPARE(gap({150}, {100}), 0.5);
    QCOMPARE(gap({100}, {100}), 0.0);
    QCOMPARE(gap({100}, {0}), 0.0);
  }
};

STOWAGE_TEST(ReportTest);
#include "tst_report.moc"
