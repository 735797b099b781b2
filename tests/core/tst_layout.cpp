// SPDX-License-Identifier: Apache-2.0
#include "core/layout/engine/place_blocks.h"
#include "core/layout/engine/place_in_order.h"
#include "core/layout/strategies/strategies.h"
#include "tests/support/core_test.h"
#include "tests/support/reference_plan.h"

namespace {

using Numbers = std::vector<std::int64_t>;

Numbers offsets_of(const Graph& graph, std::string_view id, std::int64_t alignment = 1) {
  return numbers(find_layout_strategy(id)->run(PlanningCase(graph, alignment).problem, {}, {})->offsets);
}

/// Every strategy of SOMAS against the definition.
void compare(const Graph& graph, std::int64_t alignment) {
  const auto pairs = unsafe_pairs_by_definition(graph);
  const PlanningCase c(graph, alignment);
  for (const LayoutStrategy& strategy : somas_strategies()) {
    INFO(graph.name(), " ", strategy.id);
    const auto offsets = strategy.run(c.problem, {}, {}).value().offsets;
    REQUIRE_EQ(numbers(offsets), numbers(reference_plan(graph, pairs, std::string(strategy.id), alignment)));
    REQUIRE_EQ(count_faults(graph, pairs, offsets, alignment), std::size_t{0});
  }
}

struct LargeGraph {
  std::string name;
  RandomGraph graph;
};

/// Of enough blocks for two threads; of the lanes, the last is mixed in the third.
std::vector<LargeGraph> large_graphs() {
  return {{"one stream", {.seed = 1, .operators = 24'000, .streams = 1, .window = 300}},
          {"two streams with groups",
           {.seed = 2, .operators = 24'000, .streams = 2, .window = 200, .groups = 800, .syncs = 2'400}},
          {"forty streams", {.seed = 3, .operators = 24'000, .streams = 40, .window = 400, .syncs = 8'000}}};
}

std::vector<std::uint32_t> shuffled_blocks(const LayoutProblem& problem) {
  std::vector<std::uint32_t> order(problem.block_count());
  std::iota(order.begin(), order.end(), 0U);
  std::shuffle(order.begin(), order.end(), std::mt19937_64(7));
  return order;
}

struct TwoThreads : WorkerLimit {
  TwoThreads() : WorkerLimit(2) {}
};

}  // namespace

/// P [0, 10) and Q [15, 19) forbid X the starts [0, 10) and [12, 19): 10 is free, though published compare_size,
/// which counts the head twice, answers 19.
TEST_CASE("the head of a group counts once") {
  const Graph g = graph_of(R"(
      op o0 o1 o2
      t P 10 : o0 -> o1; t R 5 : o0 ->; t Q 4 : o0 -> o1; t X 4 : o1 -> o1; t Y 1 : o2 -> o2
      group X Y)");
  for (const char* id : {"so.source.best", "so.source.first"})
    REQUIRE_EQ(offsets_of(g, id), (Numbers{0, 10, 15, 10, 14}));
}

/// A head of size 0 does not hide that the next member is in the way.
TEST_CASE("a group with an empty head") {
  const Graph g = graph_of("op o0 o1; t P 10 : o0 -> o1; t Z 0 : o1 -> o1; t Y 4 : o1 -> o1; group Z Y");
  for (const LayoutStrategy& strategy : layout_strategies())
    if (strategy.id.find("source") != std::string_view::npos)
      REQUIRE_EQ(offsets_of(g, strategy.id), (Numbers{0, 10, 10}));
}

/// Starts are rounded up to the tensor's own alignment, and only what is left then counts.
TEST_CASE("own alignment") {
  Graph::Data data = graph_of(R"(
      op o0 o1
      t a 2 : o0 -> o1; t b 4 : o0 ->; t c 2 : o0 -> o1; t x 2 : o1 -> o1; t y 1 : o1 -> o1)")
                         .data();
  data.tensor_alignment = {1, 1, 1, 3, 4};
  const Graph g(std::move(data));
  // x: the gap [2, 6) has the start 3; y: of the gap [2, 3) it can use nothing, nor of [5, 6); 8 is the first.
  REQUIRE_EQ(offsets_of(g, "so.source.first"), (Numbers{0, 2, 6, 3, 8}));
  REQUIRE_EQ(offsets_of(g, "mo.source.first"), (Numbers{0, 2, 6, 3, 8}));
  REQUIRE_EQ(offsets_of(g, "so.source.first", 2), (Numbers{0, 2, 6, 12, 4}));  // sizes even, steps of 6 and 4
}

/// Alignment rounds sizes and offsets; what is never needed or empty lies at 0 unless a group carries it.
TEST_CASE("never needed and empty") {
  const Graph g = graph_of(R"(
      op o
      t a 100 : o -> !; t unused 1000 : - ->; t empty 0 : o -> !; t b 1 : o -> !; t carried 7 : - ->
      t c 1 : o -> !
      group carried c)");
  for (const LayoutStrategy& strategy : somas_strategies()) {
    const auto offsets = offsets_of(g, strategy.id, 64);
    REQUIRE_EQ(offsets[1], 0);
    REQUIRE_EQ(offsets[2], 0);
    REQUIRE_EQ(offsets[5], offsets[4] + 64);
    for (std::size_t t : {0, 3, 4}) REQUIRE_EQ(offsets[t] % 64, 0);
  }
  REQUIRE_EQ(PlanningCase(g, 64).plan("so.size.best").footprint.count, 1024);
}

/// All strategies on random graphs, against brute force in offsets, not only in footprint.
TEST_CASE("equals the definition") {
  for (const std::size_t streams : {1, 3, 6, 24, 40})
    for (const std::size_t groups : {0, 4})
      for (std::uint64_t seed = 0; seed < 2 * rounds(150); ++seed) {
        Graph g = varied_graph(seed / 2, 4 + seed / 2 % 31 + (streams > 16 ? 26 : 0), streams, groups);
        if (seed % 2 == 1) g = with_alignments(g, seed / 2, {2, 3, 8, 12, 64});
        compare(g, std::array{1, 8, 6}[seed / 2 % 3]);
      }
}

/// Large enough for many leaves of the timeline, and with enough streams for chunks of the undecided.
TEST_CASE("equals the definition when large") {
  for (std::uint64_t seed = 0; seed < rounds(6); ++seed) {
    compare(random_graph({.seed = seed,
                          .operators = 500,
                          .streams = std::array<std::size_t, 3>{1, 5, 40}[seed % 3],
                          .window = 40 + 60 * seed,
                          .groups = 20,
                          .syncs = 5 + 60 * (seed % 3)}),
            1);
  }
}

TEST_CASE("graphs without anything") {
  const Graph none;
  const Graph outputs = graph_of("t a 5 : - -> !\nt b 7 : - -> !");
  for (const LayoutStrategy& strategy : layout_strategies()) {
    REQUIRE(offsets_of(none, strategy.id).empty());
    REQUIRE_EQ(PlanningCase(graph_of("op a")).plan(strategy).footprint.count, 0);
    const auto offsets = offsets_of(outputs, strategy.id);
    const bool rounds = strategy.id == "caching";  // to 512 bytes: the other begins there
    const auto [low, high] = std::minmax(offsets[0], offsets[1]);
    REQUIRE_EQ(low, 0);
    REQUIRE((rounds ? high == 512 : std::max(offsets[0] + 5, offsets[1] + 7) == 12));
  }
}

TEST_CASE("refuses alignments") {
  const Graph g = intervals({{"a", std::int64_t{1} << 52, 0, 1}});
  const Conflicts conflicts = Conflicts::compute(g).value();
  for (std::int64_t bad : {std::int64_t{0}, std::int64_t{-8}, std::int64_t{1} << 60, INT64_MAX})
    REQUIRE_EQ(error_of(LayoutProblem::make(g, conflicts, {bad})).kind, Error::Kind::bad_input);
  Graph::Data data = g.data();
  data.tensor_alignment = {1U << 30};
  const Graph own(std::move(data));
  REQUIRE(LayoutProblem::make(own, conflicts, {1}));
  REQUIRE(!LayoutProblem::make(own, conflicts, {(std::int64_t{1} << 40) + 1}));
}

TEST_CASE("stops when asked") {
  const PlanningCase c(random_graph({.operators = 300, .streams = 1}));
  const Task stopped = cancelled_task();
  for (const LayoutStrategy& strategy : layout_strategies()) {
    REQUIRE_EQ(strategy.run(c.problem, {}, stopped).error().kind, Error::Kind::cancelled);
    const auto late = strategy.run(c.problem, {}, Task::with_time_limit(-1));
    if (late)
      REQUIRE(strategy.improves);  // a quick plan, which there always is
    else
      REQUIRE_EQ(late.error().kind, Error::Kind::timed_out);
  }
}

TEST_CASE_FIXTURE(TwoThreads, "two threads place each block where one does") {
  each_row(large_graphs(), [](const LargeGraph& row) {
    const PlanningCase c(random_graph(row.graph), 8);
    const LayoutProblem& problem = c.problem;
    const auto order = shuffled_blocks(problem);
    const auto one_by_one = [&]<Fit fit>() {
      return place_blocks(problem, order, {}, OneObject<fit>(), Unobserved()).value();
    };
    const auto best = place_in_order(problem, order, Fit::best, {}).value();
    CHECK(best == one_by_one.operator()<Fit::best>());
    CHECK(place_in_order(problem, order, Fit::first, {}).value() == one_by_one.operator()<Fit::first>());
    const Bytes needed = footprint(problem.sizes(), best);
    CHECK(validate(c.graph, c.plan_at(best))->valid());
    CHECK(place_in_order(problem, order, Fit::best, {}, needed).value() == best);
    CHECK(error_of(place_in_order(problem, order, Fit::best, {}, Bytes{needed.count - 1})).kind ==
          Error::Kind::infeasible);
  });
}

/// They ask for all that is made in both halves of the time axis.
TEST_CASE_FIXTURE(TwoThreads, "tensors that are alive throughout lie apart from all") {
  constexpr std::uint32_t kRows = 24'000;
  std::mt19937_64 engine(11);
  std::vector<IntervalRow> rows;
  for (std::uint32_t k = 0; k < kRows; ++k) {
    const auto begin = static_cast<std::uint32_t>(engine() % kRows);
    const bool throughout = k % 1'000 == 0;
    rows.push_back({std::to_string(k), static_cast<std::int64_t>(1 + engine() % 100), throughout ? 0 : begin,
                    throughout ? kRows + 50 : begin + 1 + static_cast<std::uint32_t>(engine() % 50)});
  }
  const PlanningCase c(intervals(rows));
  const Plan plan = c.plan_at(place_in_order(c.problem, shuffled_blocks(c.problem), Fit::first, {}).value());
  CHECK(validate(c.graph, plan)->valid());
}
