// SPDX-License-Identifier: Apache-2.0
#include "core/insight/simulate/explain.h"
#include "tests/support/check_explanation.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/planning.h"

using namespace stowage;
using stowage::test::graph_of;

namespace {

struct Explained : test::PlanningCase {
  explicit Explained(const std::string& text) : PlanningCase(graph_of(text)) {}

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
};

/// 1 ─a→ 2 ─b→ 3 on stream 0, 4 ─c→ 5 on stream 1, 5 after 2; in: from the start; out: kept.
const char* const kSmall = R"(
  op 1 @0 4 @1 2 @0 5 @1 3 @0
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
  REQUIRE_EQ(small.text(ad.proofs[0].path), "2-control>5");
  const Explanation ei = small("e", "in");
  REQUIRE_EQ(ei.earlier, small.tensor("in"));
  REQUIRE_EQ(small.text(ei.proofs[0].path), "1-data:a>2-data:b>3");
  const Explanation work = small("work", "e");
  REQUIRE_EQ(small.text(work.proofs[0].path), "2-data:b>3");
  const Explanation unused = small("a", "unused");
  REQUIRE(unused.safe);
  REQUIRE(unused.proofs.empty());
  REQUIRE_EQ(small.check("a", "unused", unused), "");
}

TEST_CASE("interleavings") {
  const Explained small(kSmall);
  REQUIRE_EQ(small.text(small("a", "b").interleaving), "+1 -1 +2");  // one leads to the other
  REQUIRE_EQ(small.text(small("d", "b").interleaving), "+1 -1 +4 -4 +2 -2 +5");
  REQUIRE_EQ(small.text(small("c", "a").interleaving), "+1 +4");       // side by side
  REQUIRE_EQ(small.text(small("a", "out").interleaving), "+1");        // one producer
  REQUIRE_EQ(small.text(small("in2", "b").interleaving), "+1 -1 +2");  // one is there from the start
  REQUIRE_EQ(small.text(small("in", "in2").interleaving), "");         // both are
  REQUIRE_EQ(small.text(small("b", "work").interleaving), "+1 -1 +2");
  REQUIRE_EQ(small.text(small("out", "e").interleaving), "+1 -1 +2 -2 +3");
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
    const Conflicts conflicts = Conflicts::compute(graph).value();
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

/// The check of this test finds what is false: the opposite claim, a path or an interleaving that lacks its end, and
/// one with its first step again.
TEST_CASE("false evidence is refused") {
  const Explained small(kSmall);
  std::size_t paths = 0, interleavings = 0;
  for (const char* a : {"a", "b", "c", "d", "e", "in", "in2", "out", "work"})
    for (const char* b : {"a", "b", "c", "d", "e", "in", "in2", "out", "work"}) {
      if (a == std::string_view(b)) continue;
      INFO(a, " and ", b);
      const auto refused = [&](auto&& change) {
        Explanation bad = small(a, b);
        change(bad);
        return !small.check(a, b, bad).empty();
      };
      CHECK(refused([](Explanation& e) { e.safe = !e.safe; }));
      CHECK(refused([&](Explanation& e) { e.later = small.tensor("unused"); }));
      const Explanation good = small(a, b);
      if (good.safe) {
        ++paths;
        CHECK(refused([](Explanation& e) { std::swap(e.earlier, e.later); }));
        CHECK(refused([](Explanation& e) { e.proofs.pop_back(); }));
        CHECK(refused([](Explanation& e) { e.proofs[0].path.pop_back(); }));
        CHECK(refused([](Explanation& e) { e.proofs[0].path[0].to = OperatorId(); }));
        CHECK(refused([](Explanation& e) { e.proofs[0].path.push_back(e.proofs[0].path[0]); }));
      } else if (!good.interleaving.empty()) {
        ++interleavings;
        CHECK(refused([](Explanation& e) { e.interleaving.pop_back(); }));
        CHECK(refused([](Explanation& e) { e.interleaving.push_back(e.interleaving.front()); }));
        if (good.interleaving.size() > 1)
          CHECK(refused([](Explanation& e) { e.interleaving.erase(e.interleaving.begin()); }));
      }
    }
  CHECK((paths > 10 && interleavings > 10));
}
