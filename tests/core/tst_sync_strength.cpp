// SPDX-License-Identifier: Apache-2.0
// Which syncs are looked at, and in what order: the lowest bound first, stronger ones where plans miss their bounds.

#include <algorithm>
#include <map>

#include "core/graph/topology.h"
#include "core/insight/improve/cost.h"
#include "core/insight/improve/suggest_syncs.h"
#include "core/insight/improve/sync_space.h"
#include "tests/support/checks.h"
#include "tests/support/description.h"
#include "tests/support/graphs.h"
#include "tests/support/rounds.h"
#include "tests/support/whatif_reference.h"

using namespace stowage;
using namespace stowage::test;

/// The search by bounds alone: the first sync that is planned is one of lowest bound among all pairs of operators.
TEST_CASE("the lowest bound is found first") {
  std::size_t lower = 0;
  for (std::uint64_t seed = 1; seed <= test::rounds(400); ++seed) {
    CAPTURE(seed);
    const Graph graph = small_random(seed);
    const SyncSuggestions found = suggest_syncs(graph, {.plans = 1}).value();
    if (found.best.empty()) continue;
    Bytes least = found.now.bound;
    for (const auto& [sync, with] : all_syncs(graph)) least = std::min(least, with.bound);
    REQUIRE_EQ(found.best[0].with.bound.count, least.count);
    lower += least < found.now.bound ? 1 : 0;
  }
  REQUIRE(lower > test::met(100));
}

/// Every sync of a small graph is counted: joins two operators that may be put into either order.
TEST_CASE("possible syncs are counted") {
  for (std::uint64_t seed = 1; seed <= test::rounds(60); ++seed) {
    const Graph graph = small_random(seed);
    std::size_t free = 0;
    for (OperatorId u : graph.operators())
      for (OperatorId v : graph.operators())
        free += u != v && rebuilt_with(graph, {u, v}) && rebuilt_with(graph, {v, u}) ? 1 : 0;
    REQUIRE_EQ(suggest_syncs(graph, {.plans = 1})->syncs, free);
  }
}

/// A plan may miss its bound with the weakest sync that breaks the heaviest antichain, and not with a stronger one of
/// the same bound; where there are too many syncs to plan them all, it is found all the same.
TEST_CASE("stronger syncs are tried where plans miss their bounds") {
  std::size_t saving = 0, found_all = 0;
  for (std::uint64_t seed = 1; seed <= test::rounds(250); ++seed) {
    CAPTURE(seed);
    const Graph graph = small_random(seed);
    const SyncSuggestions one = suggest_syncs(graph, {.plans = 1}).value();
    if (one.syncs < 3) continue;
    const SyncSuggestions found = suggest_syncs(graph, {.plans = one.syncs - 1}).value();
    REQUIRE(!found.all_planned);
    REQUIRE_EQ(fault_of(graph, found), "");
    Bytes least = found.now.footprint;
    for (const auto& [sync, with] : all_syncs(graph)) least = std::min(least, with.footprint);
    const Bytes most = found.now.footprint - least, saved = found.best.empty() ? Bytes{0} : found.best[0].saved;
    REQUIRE(most <= std::max(saved, found.possible));
    if (most == Bytes{0}) continue;
    ++saving;
    found_all += saved == most ? 1 : 0;
  }
  REQUIRE(saving > test::met(100));
  REQUIRE(found_all * 10 >= saving * 9);  // no plan is sure to be found
}

/// ```
///   stream 0   a ────x 3────▶ d ──w 32──▶ e      z 64 from c to d and e, v 64 from e on
///   stream 1   b ──y 64──▶ c
/// ```
/// While e runs, z, w and v are alive: 160 bytes, whatever the syncs. Plans need more, for x is in the way of y; but
/// if a waits for c, y is gone by then. No bound tells of that: the heaviest antichain is the same with every sync.
/// So what was planned for its bound saves nothing, and only the stronger sync does.
TEST_CASE("the best sync breaks no antichain") {
  const Graph graph = graph_of(R"(
      op a @0
      op b @1
      op c @1
      op d @0
      op e @1
      t x 3 : a -> d
      t y 64 : b -> c
      t z 64 : c -> d e
      t w 32 : d -> e
      t v 64 : e -> !)");
  const std::vector<std::pair<ControlEdge, Measured>> all = all_syncs(graph);
  for (const auto& [sync, with] : all) REQUIRE_EQ(with.bound.count, 160);
  const SyncSuggestions one = suggest_syncs(graph, {.plans = 1}).value();
  REQUIRE(one.now.footprint > Bytes{160});
  const SyncSuggestions found = suggest_syncs(graph, {.plans = one.syncs - 1}).value();
  REQUIRE(!found.all_planned);
  REQUIRE(!found.best.empty());
  REQUIRE_EQ(graph.name(found.best[0].sync.before), "c");
  REQUIRE_EQ(graph.name(found.best[0].sync.after), "a");
  REQUIRE_EQ(found.best[0].with.footprint.count, 160);
  REQUIRE_EQ(fault_of(graph, found), "");
}

/// The weakest syncs that break the heaviest antichain have plans that miss their bound, and save nothing; the best
/// of all syncs is a stronger one, whose plan meets it. There is a budget for three plans.
TEST_CASE("the best sync is stronger than one that misses its bound") {
  const Graph graph = graph_of(R"(
      op a @0
      op b @1
      op c @0
      op d @0
      op e @0
      op f @1
      op g @1
      t u 4000 : a -> d f
      t v 256 : b -> d
      t w 8 : c -> f g
      t x 20 : d -> e
      t y 2 : e -> g
      t z 100 : f -> g
      t p 256 : g -> !
      t q 4000 : g -> !
      sync b c)");
  REQUIRE(suggest_syncs(graph, {.plans = 1})->best.empty());
  const SyncSuggestions found = suggest_syncs(graph, {.plans = 3}).value();
  REQUIRE(!found.best.empty());
  Bytes least = found.now.footprint;
  for (const auto& [sync, with] : all_syncs(graph)) least = std::min(least, with.footprint);
  REQUIRE_EQ(found.best[0].with.footprint.count, least.count);
  REQUIRE_EQ(found.best[0].with.bound.count, least.count);
  REQUIRE_EQ(fault_of(graph, found), "");
}

/// New, not weaker, and nothing stronger is new: with and without a time axis.
TEST_CASE("the strongest syncs are as strong as can be") {
  std::size_t checked = 0;
  for (std::uint64_t seed = 1; seed <= test::rounds(40); ++seed) {
    test::Description described(small_random(seed));
    if (seed % 2 == 0)
      for (std::size_t step = 0; step <= described.operators.size(); ++step)
        described.times.push_back(static_cast<std::int64_t>(step));
    const Graph graph = described.build();
    SyncSpace space(graph);
    REQUIRE(space.compute({}));
    for (OperatorId u : graph.operators())
      for (OperatorId v : graph.operators()) {
        if (space.streams().place[u.index()].chain == space.streams().place[v.index()].chain || !space.is_new(u, v))
          continue;
        const auto [from, before] = space.streams().place[u.index()];
        const auto [to, after] = space.streams().place[v.index()];
        const SyncPlace sync{from, to, static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(after)};
        REQUIRE(space.edge(sync) == (ControlEdge{u, v}));
        for (const bool begin_first : {true, false}) {
          const SyncPlace strongest = space.strongest(sync, begin_first);
          ++checked;
          REQUIRE(space.is_new(strongest));
          REQUIRE((strongest.before >= sync.before && strongest.after <= sync.after));
          SyncPlace later = strongest, earlier = strongest;
          ++later.before;
          --earlier.after;
          REQUIRE((later.before > space.streams().chains[from].size() || !space.is_new(later)));
          REQUIRE((earlier.after == 0 || !space.is_new(earlier)));
        }
      }
  }
  REQUIRE(checked > test::met(500));
}
