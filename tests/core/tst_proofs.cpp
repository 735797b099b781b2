// SPDX-License-Identifier: Apache-2.0
// What is proved in three ways that share no code: by the search, by the exact search over conflicts alone, and by a
// solver of integer programs. On graphs whose bounds no quick strategy meets, so that there is something to prove.
#include <QtTest>
#include <array>

#include "core/layout/search/exact.h"
#include "core/layout/search/portfolio.h"
#include "core/layout/strategy.h"
#include "core/plan/plan.h"
#include "tests/start/test_entry.h"
#include "tests/support/exhaustive.h"
#include "tests/support/graphs.h"
#include "tests/support/reference_plan.h"

using namespace stowage;

namespace {

constexpr int kCases = 10;                  // of each kind
constexpr std::uint64_t kMostSeeds = 3000;  // to find them

/// What one of them found, and says of it.
struct Claim {
  const char* by;
  std::vector<Offset> offsets;
  Bytes footprint, bound;

  [[nodiscard]] bool proved() const { return footprint == bound; }
};

struct Case {
  explicit Case(Graph from, std::int64_t alignment)
      : graph(std::move(from)),
        conflicts(Conflicts::compute(graph).value()),
        problem(LayoutProblem::make(graph, conflicts, {alignment}).value()) {}
  Case(const Case&) = delete;
  Case& operator=(const Case&) = delete;

  [[nodiscard]] Plan plan(const char* strategy, const PlanOptions& options = {}, double seconds = 60) const {
    return make_plan(*find_layout_strategy(strategy), problem, Task::with_time_limit(seconds), options).value();
  }
  /// No greedy plan is one that a quick bound proves.
  [[nodiscard]] bool is_open() const {
    const PortfolioPlan quick = run_portfolio(problem, {}, {}).value();
    return quick.footprint > quick.lower_bound;
  }
  [[nodiscard]] Claim by_strategy(const char* id, const PlanOptions& options, double seconds) const {
    Plan found = plan(id, options, seconds);
    return {id, std::move(found.offsets), found.footprint, found.lower_bound};
  }
  [[nodiscard]] Claim by_exact_search() const {
    auto search = ExactSearch::make(problem).value();
    CapacityBisection(search).run(500'000);
    return {"the exact search", search.best(), search.best_footprint(), search.lower_bound()};
  }

  Graph graph;
  Conflicts conflicts;
  LayoutProblem problem;
};

}  // namespace

class ProofsTest : public QObject {
  Q_OBJECT

  /// Valid by the definition, and no claim against another.
  static void compare(const Case& c, std::span<const Claim> claims) {
    const auto pairs = test::unsafe_pairs_by_definition(c.graph);
    for (const Claim& one : claims) {
      QCOMPARE(test::count_faults(c.graph, pairs, one.offsets, c.problem.alignment().count), std::size_t{0});
      QCOMPARE(one.footprint, footprint(c.problem.sizes(), one.offsets));
      for (const Claim& other : claims)
        if (one.bound > other.footprint)
          QFAIL(qPrintable(QString("%1: %2 proves %3 bytes, but %4 has a plan of %5")
                               .arg(c.graph.name().c_str(), one.by)
                               .arg(one.bound.count)
                               .arg(other.by)
                               .arg(other.footprint.count)));
    }
  }

 private slots:
  void all_proofs_agree_data() {
    QTest::addColumn<int>("streams");
    QTest::addColumn<int>("groups");
    QTest::addColumn<int>("alignment");
    QTest::addColumn<bool>("own_alignments");
    QTest::newRow("one stream") << 1 << 0 << 1 << false;
    QTest::newRow("three streams") << 3 << 0 << 1 << false;
    QTest::newRow("one stream, groups") << 1 << 3 << 1 << false;
    QTest::newRow("four streams, groups") << 4 << 4 << 1 << false;
    QTest::newRow("two streams, groups, aligned") << 2 << 2 << 4 << false;
    QTest::newRow("two streams, groups, alignments of tensors") << 2 << 2 << 1 << true;
  }
  void all_proofs_agree() {
    if (QStandardPaths::findExecutable("cbc").isEmpty()) QSKIP("cbc is not installed");
    QFETCH(int, streams);
    QFETCH(int, groups);
    QFETCH(int, alignment);
    QFETCH(bool, own_alignments);
    std::array<int, 3> proved{};
    int cases = 0;
    for (std::uint64_t seed = 1; cases < kCases && seed < kMostSeeds; ++seed) {
      Graph graph = test::random_graph({.seed = seed,
                                        .operators = 7 + seed % 5,
                                        .streams = static_cast<std::size_t>(streams),
                                        .fan = 2,
                                        .window = 4,
                                        .groups = static_cast<std::size_t>(groups),
                                        .syncs = 4});
      graph = test::with_small_sizes(graph, seed, 12);
      if (own_alignments) graph = test::with_alignments(graph, seed, {2, 3, 4});
      const Case c(std::move(graph), alignment);
      if (!c.is_open()) continue;
      ++cases;
      const std::array claims{c.by_strategy("search", {.seed = seed, .iterations = 20'000}, 60), c.by_exact_search(),
                              c.by_strategy("mip", {}, 1)};
      compare(c, claims);
      if (QTest::currentTestFailed()) return;
      for (std::size_t k = 0; k < claims.size(); ++k) proved[k] += claims[k].proved();
    }
    qInfo("%d cases, proved by search %d, exact search %d, mip %d", cases, proved[0], proved[1], proved[2]);
    QCOMPARE(cases, kCases);
    QVERIFY(proved[0] * 5 >= cases * 4 && proved[1] * 5 >= cases * 4);
    QVERIFY(proved[2] >= 3);  // as many as a solver proves in its time
  }
};

STOWAGE_TEST(ProofsTest);
#include "tst_proofs.moc"
