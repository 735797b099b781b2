// SPDX-License-Identifier: Apache-2.0
#include "core/insight/analysis/byte_usage.h"
#include "tests/support/checks.h"
#include "tests/support/description.h"
#include "tests/support/durations.h"
#include "tests/support/graphs.h"
#include "tests/support/outcome.h"
#include "tests/support/rounds.h"

using namespace stowage;

namespace {

std::vector<Lifetime> holds_of(const Graph& graph) {
  return blocked_lifetimes(graph, Conflicts::compute(graph).value(), lifetimes(graph));
}

/// The same graph, and a tensor more for each operator: made by it and read by nobody.
Graph with_probes(const Graph& graph) {
  test::Description out(graph);
  for (const auto& op : out.operators) out.tensors.push_back({"probe " + op.name, op.name, {}, {}, {}, 1});
  return out.build();
}

}  // namespace

/// The picture of the header.
TEST_CASE("the picture") {
  const Graph graph = test::graph_of(R"(
      streams: 0 1 2
      op a b @1 x @2 p u @0 c d @1 y @2
      t t 16 : p -> u
      sync b p
      sync u y
    )");
  const auto found = holds_of(graph);
  REQUIRE_EQ(lifetimes(graph)[0], (Lifetime{3, 5}));
  REQUIRE_EQ(found[0], (Lifetime{2, 7}));
}

/// What the words say: the steps whose probe is unsafe with the tensor, without a break around its lifetime.
TEST_CASE("against the definition") {
  std::size_t held = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const Graph graph = test::random_graph({.seed = seed, .operators = 18, .streams = 2 + seed % 4});
    const Graph probed = with_probes(graph);
    const auto pairs = test::unsafe_pairs_by_definition(probed);
    const std::set<std::pair<std::size_t, std::size_t>> unsafe(pairs.begin(), pairs.end());
    const auto lives = lifetimes(graph), found = holds_of(graph);
    if (found.empty()) continue;  // all in one line
    for (TensorId t : graph.tensors()) {
      const auto meets = [&](std::size_t step) { return unsafe.contains({t.index(), graph.tensor_count() + step}); };
      Lifetime expected = lives[t.index()];
      if (!expected.empty()) {
        while (expected.end < graph.operator_count() && meets(expected.end)) ++expected.end;
        while (expected.begin > 0 && meets(expected.begin - 1)) --expected.begin;
      }
      const Lifetime hold = found[t.index()];
      REQUIRE((expected.empty() ? hold.empty() : hold == expected));
      held += expected != lives[t.index()];
    }
  }
  REQUIRE(held > 1000);
}

TEST_CASE("nothing on one stream") {
  REQUIRE(holds_of(test::intervals({{"a", 8, 0, 2}, {"b", 8, 1, 3}})).empty());
  REQUIRE(holds_of(test::random_graph({.streams = 1})).empty());
  REQUIRE(holds_of(Graph()).empty());
}

/// In the simulated run: whatever starts in a hold makes what is unsafe with the tensor, the operator that ends the
/// hold makes what is not, and tensors that may share memory never live in each other's hold.
TEST_CASE("holds in the simulated run") {
  std::size_t held = 0;
  for (std::uint64_t seed = 0; seed < test::rounds(150); ++seed) {
    const Graph graph = test::with_random_durations(
        test::random_graph({.seed = seed, .operators = 18, .streams = 2 + seed % 4}), seed, 1 + 7 * (seed % 3));
    const auto conflicts = test::must(Conflicts::compute(graph));
    const Timing run = timing_of(graph);
    const std::vector<Interval> lives = lifetimes(graph, run), found = blocked_lifetimes(conflicts, run, lives);
    if (found.empty()) continue;
    const auto pairs = test::unsafe_pairs_by_definition(with_probes(graph));
    const std::set<std::pair<std::size_t, std::size_t>> unsafe(pairs.begin(), pairs.end());
    for (TensorId t : graph.tensors()) {
      const Interval life = lives[t.index()], hold = found[t.index()];
      if (life.empty()) {  // never needed, or for no time
        REQUIRE(hold.empty());
        continue;
      }
      REQUIRE_EQ(hold.begin, life.begin);
      REQUIRE((hold.end >= life.end && hold.end <= run.makespan));
      held += hold.end > life.end;
      bool ended = hold.end == run.makespan;
      for (OperatorId o : graph.operators()) {
        const bool meets = unsafe.contains({t.index(), graph.tensor_count() + o.index()});
        const std::int64_t start = run.starts[o.index()];
        if (start >= hold.begin && start < hold.end && run.ends[o.index()] > start) REQUIRE(meets);
        ended = ended || (start == hold.end && !meets);
      }
      REQUIRE(ended);
      for (TensorId other : graph.tensors())
        if (other != t && conflicts.before(t, other) && !lives[other.index()].empty())
          REQUIRE(hold.end <= lives[other.index()].begin);
    }
  }
  REQUIRE(held > test::rounds(300));
}
