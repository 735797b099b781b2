// SPDX-License-Identifier: Apache-2.0

#include "core/layout/strategies/strategies.h"
#include "core/layout/strategy.h"
#include "core/papers/papers.h"
#include "core/papers/tables.h"
#include "core/plan/bounds.h"
#include "tests/support/checks.h"
#include "tests/support/exhaustive.h"
#include "tests/support/graphs.h"
#include "tests/support/interval_reference.h"
#include "tests/support/reference_plan.h"

using namespace stowage;
using test::graph_of;
using test::Intervals;

namespace {

constexpr const char* kIds[] = {"greedy-by-size", "llfb", "gergov", "mincost-flow", "bump", "bump.reset"};

/// A graph with all that a strategy needs of it.
struct Case {
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const Conflicts> conflicts;
  LayoutProblem problem;

  explicit Case(Graph g, std::int64_t alignment = 1)
      : graph(std::make_shared<const Graph>(std::move(g))),
        conflicts(std::make_shared<const Conflicts>(Conflicts::compute(*graph).value())),
        problem(LayoutProblem::make(*graph, *conflicts, {alignment}).value()) {}

  [[nodiscard]] Plan plan(const char* id) const { return make_plan(*find_layout_strategy(id), problem).value(); }
  [[nodiscard]] std::vector<std::int64_t> offsets(const char* id) const {
    std::vector<std::int64_t> out;
    for (Offset o : plan(id).offsets) out.push_back(o.value);
    return out;
  }
};

const char* const kApart = R"(
  op a @0
  op b @0
  op c @1
  op d @1
  t x 100 : a -> b
  t y 10 : c -> d)";

const Intervals kToy = {{"A", 1024, 0, 2}, {"B", 768, 3, 5}, {"C", 640, 1, 3}, {"D", 512, 4, 6}, {"E", 256, 2, 5}};

/// Streams that take turns, with groups, dead tensors, outputs and all else, of every fourth seed one stream.
Graph mixed_graph(std::uint64_t seed) {
  return test::random_graph({.seed = seed,
                             .operators = 5 + seed % 30,
                             .streams = seed % 4 == 0 ? 1 : 1 + seed % 6,
                             .fan = 1 + seed % 3,
                             .window = 2 + seed % 15,
                             .groups = seed % 5 < 2 ? 0 : seed % 5,
                             .syncs = seed % 7,
                             .plain = seed % 11 == 0});
}

void compare(const char* id, std::vector<std::int64_t> (*reference)(const Intervals&)) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const Intervals rows = test::random_intervals(seed);
    const auto expected = reference(rows), found = Case(test::intervals(rows)).offsets(id);
    REQUIRE_MESSAGE(found == expected, test::text(id, ", seed ", seed));
  }
}

}  // namespace

TEST_CASE("the papers example") {
  const Case toy{test::intervals(kToy)};
  using Offsets = std::vector<std::int64_t>;
  REQUIRE_EQ(toy.offsets("bump"), (Offsets{0, 1920, 1024, 2688, 1664}));
  REQUIRE_EQ(toy.plan("bump").footprint.count, 3200);
  REQUIRE_EQ(toy.plan("bump.reset").footprint.count, 3200);
  REQUIRE_EQ(toy.plan("greedy-by-size").footprint.count, 1920);
  REQUIRE_EQ(toy.offsets("gergov"), (Offsets{0, 256, 1024, 1024, 0}));
  REQUIRE_EQ(toy.plan("gergov").footprint.count, 1664);
  REQUIRE_EQ(toy.offsets("llfb"), (Offsets{0, 256, 1024, 1024, 0}));
  REQUIRE_EQ(toy.plan("llfb").footprint.count, 1664);
  const Reuse reuse = shared_objects(toy.problem).value();
  REQUIRE_EQ(reuse.of, (std::vector<std::uint32_t>{Reuse::kNone, 0, Reuse::kNone, 2, Reuse::kNone}));
  REQUIRE_EQ(reuse.cost, 1920);
  REQUIRE_EQ(toy.plan("mincost-flow").footprint.count, 1920);
}

TEST_CASE("as the papers say it") {
  compare("bump.reset", test::reference_bump_reset);
  compare("greedy-by-size", test::reference_greedy_by_size);
  compare("llfb", test::reference_llfb);
}

/// Heights as the paper finds them; no higher than the load; what overlaps has another colour, and three are enough.
TEST_CASE("gergovs guarantee") {
  std::uint32_t most = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const Intervals rows = test::random_intervals(seed, 8 + seed % 60);
    const Case at{test::intervals(rows)};
    const GergovHeights heights = gergov_heights(at.problem).value();
    REQUIRE_MESSAGE(heights.height == test::reference_gergov_heights(rows), std::to_string(seed));
    const std::int64_t load = test::load_of(rows);
    REQUIRE(heights.top <= load);
    REQUIRE(heights.colours <= 3);
    most = std::max(most, heights.colours);
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const bool meet = rows[i].begin < rows[j].end && rows[j].begin < rows[i].end &&
                          heights.height[i] < heights.height[j] + rows[j].size &&
                          heights.height[j] < heights.height[i] + rows[i].size;
        REQUIRE((!meet || heights.colour[i] != heights.colour[j]));
      }
    REQUIRE(at.plan("gergov").footprint.count <= 3 * load);
  }
  REQUIRE(most >= 2);  // else nothing above was put to the test
}

/// Tensors of the same lifetime and size are all placed.
TEST_CASE("duplicates") {
  const Case at{test::intervals({{"a", 8, 0, 2}, {"b", 8, 0, 2}, {"c", 8, 0, 2}, {"d", 4, 1, 2}, {"e", 4, 1, 2}})};
  for (const char* id : {"gergov", "llfb", "greedy-by-size"}) REQUIRE_EQ(at.plan(id).footprint.count, 32);
}

/// With equal sizes as many objects as are alive at once; on any streams, as many as the heaviest clique has.
TEST_CASE("equal sizes") {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Intervals rows = test::random_intervals(seed, 40, true);
    REQUIRE_EQ(Case(test::intervals(rows)).plan("mincost-flow").footprint.count, test::load_of(rows));
  }
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Graph::Data data = test::random_graph({.seed = seed, .operators = 25, .streams = 4, .plain = true}).data();
    data.tensor_size.assign(data.tensor_size.size(), {64});
    const Case at{Graph(std::move(data))};
    REQUIRE_EQ(at.plan("mincost-flow").footprint, heaviest_clique(at.problem)->weight);
  }
}

/// All tensors of a chain may share an object: each is before all later ones, by the definition.
TEST_CASE("chains are safe") {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Case at{mixed_graph(seed)};
    std::vector<std::vector<bool>> unsafe(at.graph->tensor_count(), std::vector<bool>(at.graph->tensor_count()));
    for (auto [i, j] : test::unsafe_pairs_by_definition(*at.graph)) unsafe[i][j] = unsafe[j][i] = true;
    const Reuse reuse = shared_objects(at.problem).value();
    std::vector<bool> taken(reuse.of.size());
    for (std::uint32_t b = 0; b < reuse.of.size(); ++b) {
      if (reuse.of[b] == Reuse::kNone) continue;
      REQUIRE(!taken[reuse.of[b]]);
      taken[reuse.of[b]] = true;
      for (std::uint32_t a = reuse.of[b]; a != Reuse::kNone; a = reuse.of[a])
        for (TensorId t : at.problem.block(a))
          for (TensorId u : at.problem.block(b))
            REQUIRE((!at.problem.occupies(t) || !at.problem.occupies(u) || !unsafe[t.index()][u.index()]));
    }
    REQUIRE(at.plan("mincost-flow").footprint.count <= reuse.cost);
  }
}

/// Valid by the definition, whatever the streams, groups and alignments; or refused, with the reason.
TEST_CASE("valid on thousands of graphs") {
  std::size_t planned = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const std::int64_t alignment = seed % 3 == 0 ? 64 : 1;
    const Case at{seed % 7 == 3 ? test::with_alignments(mixed_graph(seed), seed, {3, 8, 100}) : mixed_graph(seed),
                  alignment};
    const auto pairs = test::unsafe_pairs_by_definition(*at.graph);
    for (const char* id : kIds) {
      const LayoutStrategy& strategy = *find_layout_strategy(id);
      const auto plan = make_plan(strategy, at.problem);
      REQUIRE_EQ(plan.has_value(), refusal(strategy, at.problem).empty());
      ++(plan ? planned : refused);
      if (plan && test::count_faults(*at.graph, pairs, plan->offsets, alignment) != 0)
        FAIL(test::text(id, ", seed ", seed));
    }
  }
  REQUIRE(planned > 8000);
  REQUIRE(refused > 1000);
}

/// Where streams do not wait for each other, nothing is over when the order says so.
TEST_CASE("resets wait for all streams") {
  REQUIRE_EQ(Case(graph_of(kApart)).plan("bump.reset").footprint.count, 110);
  REQUIRE_EQ(Case(graph_of(std::string(kApart) + "\nsync b c")).plan("bump.reset").footprint.count, 100);
}

TEST_CASE("gergov and llfb plan one stream without groups") {
  const Case streams{graph_of(kApart)}, groups{graph_of("op a\nop b\nt x 8 : a -> b\nt y 8 : b ->\ngroup x y")};
  for (const char* id : {"gergov", "llfb"}) {
    const LayoutStrategy& strategy = *find_layout_strategy(id);
    REQUIRE(make_plan(strategy, streams.problem).error().text().find("single stream") != std::string::npos);
    REQUIRE(make_plan(strategy, groups.problem).error().text().find("groups") != std::string::npos);
  }
}

TEST_CASE("nothing to plan") {
  const Case at{graph_of("op a")};
  for (const char* id : kIds) REQUIRE_EQ(at.plan(id).footprint.count, 0);
}

/// No step is long: asked to stop after its first item, the matching looks at no second.
TEST_CASE("the matching stops at once") {
  const Case at{test::intervals(test::random_intervals(3, 200))};
  std::stop_source stop;
  Task task;
  task.stop = stop.get_token();
  int told = 0;
  task.progress = [&](double) {
    ++told;
    stop.request_stop();
  };
  REQUIRE_EQ(make_plan(*find_layout_strategy("mincost-flow"), at.problem, task).error().kind, Error::Kind::cancelled);
  REQUIRE_EQ(told, 1);
}
