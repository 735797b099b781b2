// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>
#include <numeric>

#include "core/schedule/olla/models.h"
#include "core/schedule/olla/order_solver.h"
#include "core/schedule/olla/spans.h"
#include "core/schedule/order.h"
#include "tests/support/fake_program.h"
#include "tests/support/graphs.h"
#include "tests/support/least_order.h"
#include "tests/support/orders.h"

using namespace stowage;
using namespace stowage::olla;
using Index = OrderProblem::Index;
using Form = OrderModel::Form;

namespace {

bool has_cbc() {
  return !QStandardPaths::findExecutable("cbc").isEmpty();
}

/// By operator: whether it comes before that in every order, by following arcs until nothing changes.
std::vector<std::vector<bool>> all_before(const OrderProblem& problem) {
  std::vector<std::vector<bool>> out(problem.count(), std::vector<bool>(problem.count()));
  for (bool changed = true; changed;) {
    changed = false;
    for (Index o = 0; o < problem.count(); ++o)
      for (const Index next : problem.successors[o])
        for (Index before = 0; before < problem.count(); ++before) {
          if (out[next][before] || !(before == o || out[o][before])) continue;
          out[next][before] = changed = true;
        }
  }
  return out;
}

std::vector<Index> indices(const std::vector<OperatorId>& sequence) {
  std::vector<Index> out;
  for (const OperatorId o : sequence) out.push_back(static_cast<Index>(o.index()));
  return out;
}

Graph small_graph(std::uint64_t seed) {
  return test::random_graph({.seed = seed,
                             .operators = 4 + seed % 4,
                             .streams = 1 + seed % 2,
                             .fan = 1 + seed % 3,
                             .window = 3 + seed % 4,
                             .syncs = seed % 3,
                             .plain = seed % 4 == 0});
}

}  // namespace

class OllaTest : public QObject {
  Q_OBJECT
 private slots:
  void spans_are_ancestors_and_descendants() {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      const OrderProblem problem = order_problem(test::random_graph({.seed = seed, .operators = 5 + seed % 15}));
      const auto before = all_before(problem);
      const Spans spans = find_spans(problem);
      for (Index o = 0; o < problem.count(); ++o) {
        const auto ancestors = std::ranges::count(before[o], true);
        const auto descendants = std::ranges::count_if(before, [&](const auto& row) { return row[o]; });
        QCOMPARE(std::int64_t{spans.operators[o].begin}, std::int64_t{ancestors});
        QCOMPARE(std::int64_t{spans.operators[o].end}, std::int64_t(problem.count()) - descendants);
      }
    }
  }

  /// In every order: operators run within their spans, tensors are there only while useful, and while sure for certain.
  void every_order_keeps_to_the_spans() {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      const Graph graph = test::random_graph({.seed = seed, .operators = 4 + seed % 10});
      const OrderProblem problem = order_problem(graph);
      const Spans spans = find_spans(problem);
      const auto sequence = indices(test::some_order(graph, seed));
      std::vector<std::uint32_t> steps(sequence.size());
      for (std::uint32_t k = 0; k < sequence.size(); ++k) steps[sequence[k]] = k;
      for (Index o = 0; o < problem.count(); ++o)
        QVERIFY(spans.operators[o].begin <= steps[o] && steps[o] < spans.operators[o].end);
      for (Index t = 0; t < problem.tensors.size(); ++t) {
        const OrderProblem::Tensor& tensor = problem.tensors[t];
        const bool made = tensor.producer != OrderProblem::kNone;
        const std::uint32_t begin = made ? steps[tensor.producer] : 0;
        std::uint32_t end = made ? begin + 1 : 0;
        for (const Index user : problem.users[t]) end = std::max(end, steps[user] + 1);
        if (tensor.kept) end = static_cast<std::uint32_t>(problem.count());
        QVERIFY(spans.useful[t].begin <= begin && end <= spans.useful[t].end);
        const Lifetime preserved{made ? begin + 1 : 0, end};
        if (!spans.sure[t].empty())
          QVERIFY(preserved.begin <= spans.sure[t].begin && spans.sure[t].end <= preserved.end);
      }
    }
  }

  void a_chain_leaves_no_choice() {
    const Graph graph = test::graph_of("op a @0\nop b @0\nop c @0\nt x 4 : a -> b\nt y 8 : b -> c\nt z 2 : c -> dead");
    const OrderProblem problem = order_problem(graph);
    QCOMPARE(OrderModel::make(problem, Form::pruned, {}, {100}).binary_count(), std::size_t{0});
    QCOMPARE(OrderModel::make(problem, Form::compact, {}, {100}).binary_count(), std::size_t{0});
    // C and P of 3 tensors at 3 steps, but P at the first is 0
    QCOMPARE(OrderModel::make(problem, Form::full, {}, {100}).binary_count(), std::size_t{3 * 3 + 3 * 2});
  }

  void the_models_find_the_least_of_all_orders_data() {
    QTest::addColumn<int>("form");
    QTest::newRow("full") << static_cast<int>(Form::full);
    QTest::newRow("pruned") << static_cast<int>(Form::pruned);
    QTest::newRow("compact") << static_cast<int>(Form::compact);
  }
  void the_models_find_the_least_of_all_orders() {
    if (!has_cbc()) QSKIP("there is no cbc here");
    QFETCH(int, form);
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      const Graph graph = small_graph(seed);
      const OrderProblem problem = order_problem(graph);
      const auto given = graph.operators();
      const Bytes most = theoretical_peak(graph, std::vector<OperatorId>(given.begin(), given.end()));
      const std::int64_t least = test::LeastOrder(graph).best().peak;
      const auto solved = solve_order(problem, static_cast<Form>(form), {{}, most}, *chosen_solver(), 60, {});
      if (!solved) qFatal("seed %d: %s", int(seed), solved.error().text().c_str());
      QCOMPARE(solved->peak.count, least);
      QCOMPARE(solved->lower_bound.count, least);
      QCOMPARE(solved->sequence.empty(), most.count == least);
      if (!solved->sequence.empty()) QCOMPARE(peak_of(problem, solved->sequence), solved->peak);
    }
  }

  /// The order of a window, with what crosses its border.
  void a_window_can_be_solved() {
    if (!has_cbc()) QSKIP("there is no cbc here");
    for (std::uint64_t seed = 1; seed <= 15; ++seed) {
      const Graph graph = test::random_graph({.seed = seed, .operators = 14});
      const auto sequence = test::some_order(graph, seed);
      const OrderProblem window = window_of(order_problem(graph), indices(sequence), 4, 11);
      test::LeastOrder::Set done = 0, members = 0;
      for (std::size_t k = 0; k < 11; ++k) (k < 4 ? done : members) |= 1U << sequence[k].index();
      std::vector<Index> steps(window.count());
      std::iota(steps.begin(), steps.end(), Index{0});
      const Known known{{}, peak_of(window, steps)};
      const auto solved = solve_order(window, Form::compact, known, *chosen_solver(), 60, {});
      QVERIFY(solved.has_value());
      QCOMPARE(solved->peak.count, test::LeastOrder(graph).best(done, members).peak);
    }
  }

  void a_solver_that_is_wrong_is_not_believed() {
    const Graph graph = test::graph_of("op a @0\nop b @0\nt x 4 : a -> b\nt y 8 : b -> dead");
    const test::FakePrograms programs;
    const auto with = [&](const std::string& solution) {
      const std::string script = "for file; do :; done\ncat > $file <<'X'\n" + solution + "\nX";
      const test::WithVariable variable("STOWAGE_SOLVER", programs.make("cbc", script));
      return solve_order(order_problem(graph), Form::full, {{}, {20}}, *chosen_solver(), 10, {});
    };
    const auto nonsense = with("Optimal - objective value 1");
    QVERIFY(!nonsense.has_value());
    QVERIFY2(nonsense.error().text().find("no order") != std::string::npos, nonsense.error().text().c_str());
    QVERIFY(!with("what?").has_value());
  }
};

QTEST_APPLESS_MAIN(OllaTest)
#include "tst_olla.moc"
