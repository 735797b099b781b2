// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <fstream>

#include "core/stowage.h"
#include "tests/folders.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"

using namespace stowage;

/// The library as another program uses it: from a file to a plan in a file.
class FrontDoorTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  [[nodiscard]] std::string file(const char* name) const { return folder_.filePath(name).toStdString(); }

 private slots:
  /// The figure's least footprint is published (algorithms of the SOMAS paper): 1664 bytes.
  void from_a_file_to_a_plan() {
    const auto graph = load_graph(STOWAGE_SOURCE_DIR "/samples/somas_figure_7.stowage.json");
    QVERIFY2(graph.has_value(), graph ? "" : graph.error().text().c_str());
    const auto plan = plan_graph(**graph);
    QVERIFY(plan.has_value());
    QCOMPARE(plan->footprint.count, 1664);
    QVERIFY(plan->proved_optimal);
    QVERIFY(check_plan(**graph, *plan)->valid());

    QVERIFY(save_plan(**graph, *plan, file("plan.json.gz")).has_value());
    const auto again = load_plan(file("plan.json.gz"), **graph);
    QVERIFY(again.has_value());
    QCOMPARE(again->footprint.count, plan->footprint.count);
    QVERIFY(std::ranges::equal(again->offsets, plan->offsets));
    QVERIFY(again->proved_optimal);
  }

  /// The best of those that are asked for, and never better than the bound.
  void strategies_orders_and_alignments() {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      const Graph graph = test::random_graph({.seed = seed, .operators = 20, .streams = 1 + seed % 3, .fan = 2});
      PlanRequest request{.alignment = {static_cast<std::int64_t>(1 + seed % 7)}, .plan_when_stopped = seed % 2 == 0};
      for (const char* id : {"so.size.best", "bump", "auto"}) request.strategies.push_back(find_layout_strategy(id));
      if (seed % 3 == 0) request.order = find_order_strategy("lescea");
      const auto plans = make_plans(graph, request);
      QVERIFY(plans.has_value());
      QCOMPARE(plans->results.size(), std::size_t{3});
      const auto best = plan_graph(graph, request);
      QVERIFY(best.has_value());
      for (const StrategyResult& result : plans->results) {
        QVERIFY(result.plan.has_value());
        QVERIFY(check_plan(graph, *result.plan)->valid());
        QVERIFY(result.plan->footprint >= best->footprint);
        QVERIFY(result.plan->lower_bound <= best->footprint);
        QCOMPARE(result.plan->proved_optimal, result.plan->footprint == result.plan->lower_bound);
      }
    }
  }

  /// Stopped before it began: nothing, or what a quick planner makes.
  void stopped_at_once() {
    const Graph graph = test::random_graph({.seed = 1, .operators = 50, .streams = 2});
    std::stop_source source;
    source.request_stop();
    Task task;
    task.stop = source.get_token();
    const auto nothing = plan_graph(graph, {}, task);
    QVERIFY(!nothing && nothing.error().kind == Error::Kind::cancelled);
    const auto quick = plan_graph(graph, {.plan_when_stopped = true}, task);
    QVERIFY(quick && check_plan(graph, *quick)->valid());
  }

  /// An error says what happened.
  void kinds_of_errors() {
    const auto missing = load_graph(file("none.json"));
    QVERIFY(!missing && missing.error().kind == Error::Kind::bad_input);
    QCOMPARE(missing.error().faults.at(0).file, file("none.json"));
    const Graph apart = test::graph_of("op a @0\nop b @1\nt x 8 : a\nt y 8 : b");
    const auto refused = plan_graph(apart, {.strategies = {find_layout_strategy("llfb")}});
    QVERIFY(!refused && refused.error().kind == Error::Kind::unsupported);
    const auto zero = plan_graph(apart, {.alignment = {0}});
    QVERIFY(!zero && zero.error().kind == Error::Kind::bad_input);
  }
};

STOWAGE_TEST(FrontDoorTest);
#include "tst_front_door.moc"
