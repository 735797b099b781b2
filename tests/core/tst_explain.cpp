// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>

#include "core/safety/explain.h"
#include "tests/start/test_entry.h"
#include "tests/support/check_explanation.h"
#include "tests/support/graphs.h"

using namespace stowage;
using stowage::test::graph_of;

namespace {

Conflicts conflicts_of(const Graph& graph) {
  auto conflicts = Conflicts::compute(graph);
  if (!conflicts) qFatal("%s", conflicts.error().text().c_str());
  return std::move(*conflicts);
}

struct Explained {
  explicit Explained(const std::string& text) : graph(graph_of(text)), conflicts(conflicts_of(graph)) {}

  [[nodiscard]] TensorId tensor(const char* name) const { return graph.find_tensor(name); }
  [[nodiscard]] Explanation operator()(const char* a, const char* b) const {
    return explain(graph, conflicts, tensor(a), tensor(b));
  }
  [[nodiscard]] QString check(const char* a, const char* b, const Explanation& explanation) const {
    return QString::fromStdString(test::check_explanation(graph, tensor(a), tensor(b), explanation));
  }
  /// "1-data:a>2": the arcs of a path.
  [[nodiscard]] QString text(const std::vector<PathStep>& path) const {
    static constexpr const char* kKinds[] = {"data", "control", "stream"};
    std::string out;
    for (const PathStep& step : path) {
      out += std::string(out.empty() ? graph.name(step.from) : "") + "-" + kKinds[static_cast<int>(step.kind)];
      if (step.tensor.valid()) out += ":" + std::string(graph.name(step.tensor));
      out += ">" + std::string(graph.name(step.to));
    }
    return QString::fromStdString(out);
  }
  /// "+1 -1": operator 1 starts and finishes.
  [[nodiscard]] QString text(const std::vector<RunEvent>& events) const {
    QStringList out;
    for (const RunEvent& event : events)
      out << (event.kind == RunEvent::Kind::start ? "+" : "-") +
                 QString::fromStdString(std::string(graph.name(event.op)));
    return out.join(' ');
  }

  Graph graph;
  Conflicts conflicts;
};

/// 1 ─a→ 2 ─b→ 3 on stream 0, 4 ─c→ 5 on stream 1, 5 after 2; in: from the start; out: kept.
const char* const kSmall = R"(
  op 1 @0
  op 4 @1
  op 2 @0
  op 5 @1
  op 3 @0
  t a 1 : 1 -> 2
  t b 1 : 2 -> 3
  t c 1 : 4 -> 5
  t d 1 : 5 ->
  t e 1 : 3 ->
  t in 1 : - -> 1
  t in2 1 : - -> 3
  t out 1 : 1 -> !
  t work 1 : 2 -> 2
  t unused 1 : - ->
  sync 2 5)";

}  // namespace

class ExplainTest : public QObject {
  Q_OBJECT

 private slots:
  void paths() {
    const Explained small(kSmall);
    const Explanation ad = small("a", "d");
    QVERIFY(ad.safe);
    QCOMPARE(ad.earlier, small.tensor("a"));
    QCOMPARE(ad.proofs.size(), 1u);
    QCOMPARE(small.text(ad.proofs[0].path), QString("2-control>5"));
    const Explanation ei = small("e", "in");
    QCOMPARE(ei.earlier, small.tensor("in"));
    QCOMPARE(small.text(ei.proofs[0].path), QString("1-data:a>2-data:b>3"));
    const Explanation work = small("work", "e");
    QCOMPARE(small.text(work.proofs[0].path), QString("2-data:b>3"));
    const Explanation unused = small("a", "unused");
    QVERIFY(unused.safe);
    QVERIFY(unused.proofs.empty());
    QCOMPARE(small.check("a", "unused", unused), QString());
  }

  void interleavings() {
    const Explained small(kSmall);
    QCOMPARE(small.text(small("a", "b").interleaving), QString("+1 -1 +2"));  // one leads to the other
    QCOMPARE(small.text(small("d", "b").interleaving), QString("+1 -1 +4 -4 +2 -2 +5"));
    QCOMPARE(small.text(small("c", "a").interleaving), QString("+1 +4"));       // side by side
    QCOMPARE(small.text(small("a", "out").interleaving), QString("+1"));        // one producer
    QCOMPARE(small.text(small("in2", "b").interleaving), QString("+1 -1 +2"));  // one is there from the start
    QCOMPARE(small.text(small("in", "in2").interleaving), QString());           // both are
    QCOMPARE(small.text(small("b", "work").interleaving), QString("+1 -1 +2"));
    QCOMPARE(small.text(small("out", "e").interleaving), QString("+1 -1 +2 -2 +3"));
  }

  /// Every pair of many graphs: the evidence holds, and says what the definition says.
  void every_pair_is_explained() {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
      const Graph graph = test::random_graph({.seed = seed,
                                              .operators = 2 + seed % 30,
                                              .streams = 1 + seed % 6,
                                              .fan = 1 + seed % 3,
                                              .window = 3 + seed % 20,
                                              .syncs = seed % 9});
      const Conflicts conflicts = conflicts_of(graph);
      const auto unsafe = test::unsafe_pairs_by_definition(graph);
      for (std::size_t i = 0; i < graph.tensor_count(); ++i)
        for (std::size_t j = 0; j < graph.tensor_count(); ++j) {
          if (i == j) continue;
          const TensorId a(i), b(j);
          const Explanation explanation = explain(graph, conflicts, a, b);
          const std::string fault = test::check_explanation(graph, a, b, explanation);
          QVERIFY2(fault.empty(), fault.c_str());
          QCOMPARE(!explanation.safe, std::ranges::binary_search(unsafe, std::pair(std::min(i, j), std::max(i, j))));
        }
    }
  }

  void broken_paths_are_refused() {
    const Explained small(kSmall);
    const Explanation good = small("a", "e");
    QCOMPARE(small.check("a", "e", good), QString());
    const auto refused = [&](auto&& change) {
      Explanation bad = good;
      change(bad);
      return small.check("a", "e", bad);
    };
    QCOMPARE(refused([](Explanation& e) { e.proofs.clear(); }),
             QString("no path from operator \"2\", which uses tensor \"a\""));
    QCOMPARE(refused([](Explanation& e) { e.proofs[0].path.clear(); }),
             QString("the path from operator \"2\" is empty"));
    QCOMPARE(refused([](Explanation& e) { e.proofs[0].path[0].kind = PathStep::Kind::control; }),
             QString("operator \"2\" has no such arc to operator \"3\""));
    QCOMPARE(refused([&](Explanation& e) { e.proofs[0].path[0].tensor = small.tensor("a"); }),
             QString("operator \"2\" has no such arc to operator \"3\""));
    QCOMPARE(refused([&](Explanation& e) { e.proofs[0].use = small.graph.find_operator("1"); }),
             QString("the path from operator \"1\" breaks at operator \"1\""));
    QCOMPARE(refused([&](Explanation& e) {
               e.proofs[0].path[0] = {
                   PathStep::Kind::control, small.graph.find_operator("2"), small.graph.find_operator("5"), {}};
             }),
             QString("the path from operator \"2\" does not end where tensor \"e\" is made"));
    QCOMPARE(refused([](Explanation& e) { std::swap(e.earlier, e.later); }),
             QString("the path from operator \"2\" does not end where tensor \"a\" is made"));
    QCOMPARE(refused([&](Explanation& e) { e.later = small.tensor("d"); }),
             QString("the explanation is about another pair"));
    QCOMPARE(refused([](Explanation& e) { e.safe = false; }), QString("tensor \"a\" is not needed at the end"));
    QCOMPARE(refused([](Explanation& e) { e.proofs[0].path[0].to = OperatorId(); }),
             QString("operator \"2\" has no such arc to no operator"));
  }

  /// What can never come first or last is never proved so, whatever paths are given.
  void false_claims_of_safety_are_refused() {
    const Explained small(kSmall);
    Explanation claim{
        .safe = true, .earlier = small.tensor("out"), .later = small.tensor("e"), .proofs = {}, .interleaving = {}};
    QCOMPARE(small.check("out", "e", claim), QString("tensor \"out\" is needed until the end"));
    claim.earlier = small.tensor("in");
    claim.later = small.tensor("in2");
    QCOMPARE(small.check("in", "in2", claim), QString("tensor \"in2\" is present from the start"));
    claim.earlier = small.tensor("d");
    claim.later = small.tensor("e");
    QCOMPARE(small.check("d", "e", claim), QString("no path from operator \"5\", which makes tensor \"d\""));
  }

  void broken_interleavings_are_refused() {
    const Explained small(kSmall);
    const Explanation good = small("d", "b");
    QCOMPARE(small.check("d", "b", good), QString());
    const auto refused = [&](auto&& change) {
      Explanation bad = good;
      change(bad.interleaving);
      return small.check("d", "b", bad);
    };
    using Events = std::vector<RunEvent>;
    QCOMPARE(refused([](Events& e) { e.pop_back(); }), QString("tensor \"d\" is not needed at the end"));
    QCOMPARE(refused([](Events& e) { e.erase(e.begin()); }), QString("operator \"1\" finishes but does not run"));
    QCOMPARE(refused([](Events& e) { e.push_back(e.front()); }), QString("operator \"1\" starts twice"));
    QCOMPARE(refused([](Events& e) { e.push_back(e[1]); }), QString("operator \"1\" finishes but does not run"));
    QCOMPARE(refused([](Events& e) { e.erase(e.begin() + 1); }),
             QString("operator \"2\" starts before operator \"1\" is over"));  // data and stream
    QCOMPARE(refused([](Events& e) { e.erase(e.begin() + 3); }),
             QString("operator \"5\" starts before operator \"4\" is over"));
    QCOMPARE(refused([](Events& e) { e.erase(e.begin() + 5); }),
             QString("operator \"5\" starts before operator \"2\" is over"));  // control
    QCOMPARE(refused([](Events& e) {
               e.push_back({RunEvent::Kind::start, OperatorId()});
             }),
             QString("no such operator"));
    QCOMPARE(refused([&](Events& e) {
               const OperatorId last = small.graph.find_operator("3");
               e.insert(e.end(), {{RunEvent::Kind::start, last}, {RunEvent::Kind::finish, last}});
             }),
             QString("tensor \"b\" is not needed at the end"));
    Explanation claim = good;
    claim.safe = true;
    QCOMPARE(small.check("d", "b", claim), QString("no path from operator \"5\", which makes tensor \"d\""));
  }
};

STOWAGE_TEST(ExplainTest);
#include "tst_explain.moc"
