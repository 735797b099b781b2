// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>
#include <map>

#include "core/check/validator.h"
#include "core/schedule/olla/joint.h"
#include "core/schedule/order.h"
#include "tests/support/exhaustive.h"
#include "tests/support/fake_program.h"
#include "tests/support/graphs.h"
#include "tests/support/least_order.h"

using namespace stowage;
using namespace stowage::olla;

namespace {

/// Of one stream, small enough to try every plan of every order.
Graph small_graph(std::uint64_t seed) {
  const Graph graph = test::random_graph({.seed = seed,
                                          .operators = 3 + seed % 4,
                                          .streams = 1,
                                          .fan = 1 + seed % 3,
                                          .window = 3 + seed % 4,
                                          .syncs = seed % 3,
                                          .plain = seed % 3 == 0});
  return test::with_small_sizes(graph, seed, 5);
}

/// The least footprint over all orders and plans.
std::int64_t least_of_all(const Graph& graph) {
  std::map<std::vector<std::pair<std::size_t, std::size_t>>, std::int64_t> known;  // by unsafe pairs
  std::vector<OperatorId> sequence(graph.operators().begin(), graph.operators().end());
  std::int64_t least = kMaxTotalSize.count;
  do {
    if (!is_order(graph, sequence)) continue;
    const Graph ordered = with_order(graph, sequence).graph;
    const auto pairs = test::unsafe_pairs_by_definition(ordered);
    const auto [at, fresh] = known.try_emplace(pairs, 0);
    if (fresh) at->second = test::least_footprint(ordered, pairs, 1);
    least = std::min(least, at->second);
  } while (std::ranges::next_permutation(sequence).found);
  return least;
}

void verify(const Graph& graph, const JointPlan& joint) {
  QVERIFY(is_order(graph, joint.sequence));
  const Graph ordered = with_order(graph, joint.sequence).graph;
  Plan plan;
  plan.graph = ordered.name();
  plan.offsets = joint.offsets;
  plan.footprint = joint.footprint;
  QVERIFY(validate(ordered, plan)->valid());
}

}  // namespace

class JointTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    if (QStandardPaths::findExecutable("cbc").isEmpty()) QSKIP("there is no cbc here");
  }

  /// From nothing but the sum of all sizes, so that the program itself has to find it and to prove it.
  void the_program_finds_the_least_of_all_orders_and_plans_data() {
    QTest::addColumn<int>("first");
    for (int first = 1; first <= 40; first += 10) QTest::addRow("%d", first) << first;
  }
  void the_program_finds_the_least_of_all_orders_and_plans() {
    QFETCH(int, first);
    for (int k = 0; k < 10; ++k) {
      const Graph graph = small_graph(static_cast<std::uint64_t>(first + k));
      const std::int64_t least = least_of_all(graph);
      const Bytes most = graph.total_size() + Bytes{1};
      const auto answer = solve_jointly(graph, {{}, most}, *chosen_solver());
      if (!answer) qFatal("%s", answer.error().text().c_str());
      if (!answer->plan) continue;  // nothing to place
      QCOMPARE(answer->plan->footprint.count, least);
      QCOMPARE(answer->lower_bound.count, least);
      verify(graph, *answer->plan);
      const auto nothing = solve_jointly(graph, {{}, Bytes{least}}, *chosen_solver());
      QVERIFY(nothing.has_value() && !nothing->plan);
      QCOMPARE(nothing->lower_bound.count, least);
    }
  }

  /// The order of the least peak first, and a solver only where its plan leaves a gap.
  void the_least_of_all_orders_and_plans() {
    int gaps = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      const Graph graph = small_graph(seed);
      const auto joint = plan_jointly(graph);
      if (!joint) qFatal("%s", joint.error().text().c_str());
      verify(graph, *joint);
      QVERIFY(joint->proved());
      QCOMPARE(joint->footprint.count, least_of_all(graph));
      if (joint->footprint.count > test::LeastOrder(graph).best().peak) ++gaps;
    }
    qInfo("%d need more than the least peak", gaps);
  }

  /// OLLA's figure 3: with the offsets of the better of its two orders.
  void figure_3() {
    const Graph graph = test::graph_of(
        "op v1 @0\nop v3 @0\nop v2 @0\nop v4 @0\n"
        "t e1 30 : v1 -> v2\nt e2 10 : v1 -> v3\nt e3 5 : v2 -> v4\nt e4 40 : v3 -> v4");
    const auto answer = solve_jointly(graph, {{}, {200}}, *chosen_solver());
    QVERIFY(answer.has_value() && answer->plan);
    QCOMPARE(answer->plan->sequence, (std::vector{OperatorId(0), OperatorId(2), OperatorId(1), OperatorId(3)}));
    QCOMPARE(answer->plan->footprint.count, 55);
    QVERIFY(answer->plan->proved());
  }

  void what_is_always_there_lies_at_the_bottom() {
    const Graph graph = test::graph_of(
        "op a @0\nop b @0\nt w 7! : - -> a b\nt x 4 : - -> a\nt y 8 : a -> b\nt z 0 : a -> b\nt v 2! : b ->");
    const auto answer = solve_jointly(graph, {{}, {100}}, *chosen_solver());
    QVERIFY(answer.has_value() && answer->plan);
    QCOMPARE(answer->plan->footprint.count, 19);
    QCOMPARE(answer->plan->offsets[graph.find_tensor("w").index()].value, 0);
    verify(graph, *answer->plan);
  }

  void refusals() {
    const auto kind = [](const Graph& graph, const JointOptions& options) {
      return solve_jointly(graph, {{}, graph.total_size()}, *chosen_solver(), options).error().text();
    };
    QVERIFY(kind(test::one_sync(), {}).find("one stream") != std::string::npos);
    const Graph wide = test::random_graph({.seed = 2, .operators = 40, .streams = 1, .window = 30});
    QVERIFY(kind(wide, {.most_choices = 100}).find("more than 100 binaries") != std::string::npos);
    const Graph group = test::graph_of("op a @0\nt x 4 : a -> dead\nt y 4 : a -> dead\ngroup x y");
    QVERIFY(kind(group, {}).find("groups") != std::string::npos);
    QVERIFY(!plan_jointly(group));
  }

  void a_solver_that_is_wrong_is_not_believed() {
    const Graph graph = test::graph_of("op a @0\nop b @0\nt x 4 : a -> b\nt y 8 : b -> dead");
    const test::FakePrograms programs;
    const auto with = [&](const std::string& solution) {
      const std::string script = "for file; do :; done\ncat > $file <<'X'\n" + solution + "\nX";
      const test::WithVariable variable("STOWAGE_SOLVER", programs.make("cbc", script));
      return solve_jointly(graph, {{}, {20}}, *chosen_solver());
    };
    QVERIFY(!with("what?").has_value());
    QVERIFY(with("Optimal - objective value 5").error().text().find("below its bound") != std::string::npos);
    // All columns 0: both tensors at 0, which the offsets computed anew are not.
    const auto zeros = with("Optimal - objective value 3");
    QVERIFY(zeros.has_value() && zeros->plan);
    QCOMPARE(zeros->plan->footprint.count, 12);
    verify(graph, *zeros->plan);
  }

  void a_request_to_stop_leaves_the_plan_to_start_from() {
    const Graph graph = test::random_graph({.seed = 3, .operators = 60, .streams = 1, .window = 30});
    std::stop_source source;
    source.request_stop();
    const auto joint = plan_jointly(graph, {}, {source.get_token(), {}, {}});
    QVERIFY(!joint.has_value() && joint.error().kind == Error::Kind::cancelled);
  }
};

QTEST_GUILESS_MAIN(JointTest)
#include "tst_joint.moc"
