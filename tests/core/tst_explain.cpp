// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "core/safety/explain.h"
#include "tests/support/check_explanation.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/says.h"

using namespace stowage;
using stowage::test::graph_of;

namespace {

Conflicts conflicts_of(const Graph& graph) {
  auto conflicts = Conflicts::compute(graph);
  if (!conflicts) throw std::runtime_error(conflicts.error().text());
  return std::move(*conflicts);
}

struct Explained {
  explicit Explained(const std::string& text) : graph(graph_of(text)), conflicts(conflicts_of(graph)) {}

  [[nodiscard]] TensorId tensor(const char* name) const { return graph.find_tensor(name); }
  [[nodiscard]] Explanation operator()(const char* a, const char* b) const {
    return explain(graph, conflicts, tensor(a), tensor(b));
  }
  [[nodiscard]] std::string check(const char* a, const char* b, const Explanation& explanation) const {
    return test::check_explanation(graph, tensor(a), tensor(b), explanation);
  }
  /// "1-data:a>2": the arcs of a path.
  [[nodiscard]] std::string text(const std::vector<PathStep>& path) const {
    static constexpr const char* kKinds[] = {"data", "control", "stream"};
    std::string out;
    for (const PathStep& step : path) {
      out += std::string(out.empty() ? graph.name(step.from) : "") + "-" + kKinds[static_cast<int>(step.kind)];
      if (step.tensor.valid()) out += ":" + std::string(graph.name(step.tensor));
      out += ">" + std::string(graph.name(step.to));
    }
    return out;
  }
  /// "+1 -1": operator 1 starts and finishes.
  [[nodiscard]] std::string text(const std::vector<RunEvent>& events) const {
    std::vector<std::string> out;
    for (const RunEvent& event : events)
      out.push_back((event.kind == RunEvent::Kind::start ? "+" : "-") + std::string(graph.name(event.op)));
    return test::joined(out, " ");
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

TEST_CASE("paths") {
  const Explained small(kSmall);
  const Explanation ad = small("a", "d");
  REQUIRE(ad.safe);
  REQUIRE_EQ(ad.earlier, small.tensor("a"));
  REQUIRE_EQ(ad.proofs.size(), 1u);
  REQUIRE_EQ(small.text(ad.proofs[0].path), std::string("2-control>5"));
  const Explanation ei = small("e", "in");
  REQUIRE_EQ(ei.earlier, small.tensor("in"));
  REQUIRE_EQ(small.text(ei.proofs[0].path), std::string("1-data:a>2-data:b>3"));
  const Explanation work = small("work", "e");
  REQUIRE_EQ(small.text(work.proofs[0].path), std::string("2-data:b>3"));
  const Explanation unused = small("a", "unused");
  REQUIRE(unused.safe);
  REQUIRE(unused.proofs.empty());
  REQUIRE_EQ(small.check("a", "unused", unused), std::string());
}

TEST_CASE("interleavings") {
  const Explained small(kSmall);
  REQUIRE_EQ(small.text(small("a", "b").interleaving), std::string("+1 -1 +2"));  // one leads to the other
  REQUIRE_EQ(small.text(small("d", "b").interleaving), std::string("+1 -1 +4 -4 +2 -2 +5"));
  REQUIRE_EQ(small.text(small("c", "a").interleaving), std::string("+1 +4"));       // side by side
  REQUIRE_EQ(small.text(small("a", "out").interleaving), std::string("+1"));        // one producer
  REQUIRE_EQ(small.text(small("in2", "b").interleaving), std::string("+1 -1 +2"));  // one is there from the start
  REQUIRE_EQ(small.text(small("in", "in2").interleaving), std::string());           // both are
  REQUIRE_EQ(small.text(small("b", "work").interleaving), std::string("+1 -1 +2"));
  REQUIRE_EQ(small.text(small("out", "e").interleaving), std::string("+1 -1 +2 -2 +3"));
}

/// Every pair of many graphs: the evidence holds, and says what the definition says.
TEST_CASE("every pair is explained") {
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
        REQUIRE_MESSAGE(fault.empty(), fault);
        REQUIRE_EQ(!explanation.safe, std::ranges::binary_search(unsafe, std::pair(std::min(i, j), std::max(i, j))));
      }
  }
}

TEST_CASE("broken paths are refused") {
  const Explained small(kSmall);
  const Explanation good = small("a", "e");
  REQUIRE_EQ(small.check("a", "e", good), std::string());
  const auto refused = [&](auto&& change) {
    Explanation bad = good;
    change(bad);
    return small.check("a", "e", bad);
  };
  REQUIRE_EQ(refused([](Explanation& e) { e.proofs.clear(); }), test::says("\"2\" \"a\""));
  REQUIRE_EQ(refused([](Explanation& e) { e.proofs[0].path.clear(); }), test::says("\"2\" empty"));
  REQUIRE_EQ(refused([](Explanation& e) { e.proofs[0].path[0].kind = PathStep::Kind::control; }),
             test::says("\"2\" \"3\""));
  REQUIRE_EQ(refused([&](Explanation& e) { e.proofs[0].path[0].tensor = small.tensor("a"); }),
             test::says("\"2\" \"3\""));
  REQUIRE_EQ(refused([&](Explanation& e) { e.proofs[0].use = small.graph.find_operator("1"); }),
             test::says("\"1\" \"1\""));
  REQUIRE_EQ(refused([&](Explanation& e) {
               e.proofs[0].path[0] = {
                   PathStep::Kind::control, small.graph.find_operator("2"), small.graph.find_operator("5"), {}};
             }),
             test::says("\"2\" \"e\""));
  REQUIRE_EQ(refused([](Explanation& e) { std::swap(e.earlier, e.later); }), test::says("\"2\" \"a\""));
  REQUIRE_EQ(refused([&](Explanation& e) { e.later = small.tensor("d"); }), test::says("another pair"));
  REQUIRE_EQ(refused([](Explanation& e) { e.safe = false; }), test::says("\"a\""));
  REQUIRE_EQ(refused([](Explanation& e) { e.proofs[0].path[0].to = OperatorId(); }), test::says("\"2\""));
}

/// What can never come first or last is never proved so, whatever paths are given.
TEST_CASE("false claims of safety are refused") {
  const Explained small(kSmall);
  Explanation claim{
      .safe = true, .earlier = small.tensor("out"), .later = small.tensor("e"), .proofs = {}, .interleaving = {}};
  REQUIRE_EQ(small.check("out", "e", claim), test::says("\"out\""));
  claim.earlier = small.tensor("in");
  claim.later = small.tensor("in2");
  REQUIRE_EQ(small.check("in", "in2", claim), test::says("\"in2\""));
  claim.earlier = small.tensor("d");
  claim.later = small.tensor("e");
  REQUIRE_EQ(small.check("d", "e", claim), test::says("\"5\" \"d\""));
}

TEST_CASE("broken interleavings are refused") {
  const Explained small(kSmall);
  const Explanation good = small("d", "b");
  REQUIRE_EQ(small.check("d", "b", good), std::string());
  const auto refused = [&](auto&& change) {
    Explanation bad = good;
    change(bad.interleaving);
    return small.check("d", "b", bad);
  };
  using Events = std::vector<RunEvent>;
  REQUIRE_EQ(refused([](Events& e) { e.pop_back(); }), test::says("\"d\""));
  REQUIRE_EQ(refused([](Events& e) { e.erase(e.begin()); }), test::says("\"1\" finishes"));
  REQUIRE_EQ(refused([](Events& e) { e.push_back(e.front()); }), test::says("\"1\" twice"));
  REQUIRE_EQ(refused([](Events& e) { e.push_back(e[1]); }), test::says("\"1\" finishes"));
  REQUIRE_EQ(refused([](Events& e) { e.erase(e.begin() + 1); }),
             test::says("\"2\" \"1\""));  // data and stream
  REQUIRE_EQ(refused([](Events& e) { e.erase(e.begin() + 3); }), test::says("\"5\" \"4\""));
  REQUIRE_EQ(refused([](Events& e) { e.erase(e.begin() + 5); }),
             test::says("\"5\" \"2\""));  // control
  REQUIRE_EQ(refused([](Events& e) {
               e.push_back({RunEvent::Kind::start, OperatorId()});
             }),
             test::says("no such operator"));
  REQUIRE_EQ(refused([&](Events& e) {
               const OperatorId last = small.graph.find_operator("3");
               e.insert(e.end(), {{RunEvent::Kind::start, last}, {RunEvent::Kind::finish, last}});
             }),
             test::says("\"b\""));
  Explanation claim = good;
  claim.safe = true;
  REQUIRE_EQ(small.check("d", "b", claim), test::says("\"5\" \"d\""));
}
