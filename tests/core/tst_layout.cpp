// SPDX-License-Identifier: Apache-2.0

#include "core/graph/builder.h"
#include "core/layout/strategies/strategies.h"
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "tests/support/checks.h"
#include "tests/support/exhaustive.h"
#include "tests/support/graphs.h"
#include "tests/support/reference_plan.h"
#include "tests/support/rounds.h"

using namespace stowage;
using test::graph_of;

namespace {

std::string text(const std::vector<Offset>& offsets) {
  std::string out;
  for (Offset o : offsets) out += (out.empty() ? "" : " ") + std::to_string(o.value);
  return out;
}

std::vector<Offset> offsets_of(const Graph& graph, std::string_view id, std::int64_t alignment = 1) {
  const Conflicts conflicts = Conflicts::compute(graph).value();
  const LayoutProblem problem = LayoutProblem::make(graph, conflicts, {alignment}).value();
  return find_layout_strategy(id)->run(problem, {}, {}).value().offsets;
}

/// Every strategy of SOMAS against the definition.
void compare(const Graph& graph, std::int64_t alignment) {
  const auto pairs = test::unsafe_pairs_by_definition(graph);
  const Conflicts conflicts = Conflicts::compute(graph).value();
  const LayoutProblem problem = LayoutProblem::make(graph, conflicts, {alignment}).value();
  for (const LayoutStrategy& strategy : somas_strategies()) {
    const auto offsets = strategy.run(problem, {}, {}).value().offsets;
    const auto expected = test::reference_plan(graph, pairs, std::string(strategy.id), alignment);
    if (offsets != expected || test::count_faults(graph, pairs, offsets, alignment) != 0)
      FAIL((graph.name() + " " + std::string(strategy.id) + ": " + text(offsets) + "\nnot " + text(expected)));
  }
}

}  // namespace

/// A 0 B 10 C 15 lie; the group D8 E6 F6 comes, E and B are unsafe: starts in [-3, 7) are forbidden.
TEST_CASE("figure 6") {
  const Graph g = test::figure_6();
  for (const char* id : {"so.source.best", "so.source.first"})
    REQUIRE_EQ(text(offsets_of(g, id)), std::string("0 10 15 7 15 21"));
}

TEST_CASE("figures 7 to 9") {
  const Graph g = test::figure_7();
  const Conflicts conflicts = Conflicts::compute(g).value();
  const LayoutProblem problem = LayoutProblem::make(g, conflicts).value();
  const auto check = [&](const char* id, const char* offsets, std::int64_t footprint) {
    const Plan plan = make_plan(*find_layout_strategy(id), problem).value();
    REQUIRE_EQ(text(plan.offsets), std::string(offsets));
    REQUIRE_EQ(plan.footprint.count, footprint);
  };
  check("so.size.best", "0 0 1024 768 1664", 1920);
  check("so.size.first", "0 0 1024 768 1664", 1920);
  check("mo.size.best", "0 0 1024 1024 768", 1664);
  check("mo.size.first", "0 0 1024 1024 768", 1664);
}

/// P [0, 10) and Q [15, 19) forbid X the starts [0, 10) and [12, 19): 10 is free, though published compare_size,
/// which counts the head twice, answers 19.
TEST_CASE("the head of a group counts once") {
  const Graph g = graph_of(R"(
      op o0
      op o1
      op o2
      t P 10 : o0 -> o1
      t R 5 : o0 ->
      t Q 4 : o0 -> o1
      t X 4 : o1 -> o1
      t Y 1 : o2 -> o2
      group X Y)");
  for (const char* id : {"so.source.best", "so.source.first"})
    REQUIRE_EQ(text(offsets_of(g, id)), std::string("0 10 15 10 14"));
}

/// A head of size 0 does not hide that the next member is in the way.
TEST_CASE("a group with an empty head") {
  const Graph g = graph_of(R"(
      op o0
      op o1
      t P 10 : o0 -> o1
      t Z 0 : o1 -> o1
      t Y 4 : o1 -> o1
      group Z Y)");
  for (const LayoutStrategy& strategy : layout_strategies())
    if (strategy.id.find("source") != std::string_view::npos)
      REQUIRE_EQ(text(offsets_of(g, strategy.id)), std::string("0 10 10"));
}

/// Gaps of 5 at 2 and of 3 at 9: first-fit takes the lower, best-fit the smaller, of which it fills every byte.
TEST_CASE("the fits differ") {
  const Graph g = graph_of(R"(
      op o0
      op o1
      t a 2 : o0 -> o1
      t b 5 : o0 ->
      t c 2 : o0 -> o1
      t d 3 : o0 ->
      t e 2 : o0 -> o1
      t f 3 : o0 ->
      t g 2 : o0 -> o1
      t x 3 : o1 -> o1)");
  REQUIRE_EQ(text(offsets_of(g, "so.source.first")), std::string("0 2 7 9 12 14 17 2"));
  REQUIRE_EQ(text(offsets_of(g, "so.source.best")), std::string("0 2 7 9 12 14 17 9"));  // equal gaps: the lower
}

/// Starts are rounded up to the tensor's own alignment, and only what is left then counts.
TEST_CASE("own alignment") {
  Graph::Data data = graph_of(R"(
      op o0
      op o1
      t a 2 : o0 -> o1
      t b 4 : o0 ->
      t c 2 : o0 -> o1
      t x 2 : o1 -> o1
      t y 1 : o1 -> o1)")
                         .data();
  data.tensor_alignment = {1, 1, 1, 3, 4};
  const Graph g(std::move(data));
  // x: the gap [2, 6) has the start 3; y: of the gap [2, 3) it can use nothing, nor of [5, 6); 8 is the first.
  REQUIRE_EQ(text(offsets_of(g, "so.source.first")), std::string("0 2 6 3 8"));
  REQUIRE_EQ(text(offsets_of(g, "mo.source.first")), std::string("0 2 6 3 8"));
  REQUIRE_EQ(text(offsets_of(g, "so.source.first", 2)), std::string("0 2 6 12 4"));  // sizes even, steps of 6 and 4
}

/// Alignment rounds sizes and offsets; what is never needed or empty lies at 0 unless a group carries it.
TEST_CASE("never needed and empty") {
  const Graph g = graph_of(R"(
      op o
      t a 100 : o -> !
      t unused 1000 : - ->
      t empty 0 : o -> !
      t b 1 : o -> !
      t carried 7 : - ->
      t c 1 : o -> !
      group carried c)");
  for (const LayoutStrategy& strategy : somas_strategies()) {
    const auto offsets = offsets_of(g, strategy.id, 64);
    REQUIRE_EQ(offsets[1].value, 0);
    REQUIRE_EQ(offsets[2].value, 0);
    REQUIRE_EQ(offsets[5].value, offsets[4].value + 64);
    for (std::size_t t : {0, 3, 4}) REQUIRE_EQ(offsets[t].value % 64, 0);
  }
  const Conflicts conflicts = Conflicts::compute(g).value();
  const LayoutProblem problem = LayoutProblem::make(g, conflicts, {64}).value();
  REQUIRE_EQ(make_plan(*find_layout_strategy("so.size.best"), problem).value().footprint.count, 1024);
}

/// All strategies on random graphs, against brute force in offsets, not only in footprint.
TEST_CASE("equals the definition") {
  struct Row {
    std::string name;
    int streams, groups;
    bool own_alignments;
  };
  std::vector<Row> rows;
  for (int streams : {1, 3, 6, 24, 40})
    for (int groups : {0, 4})
      for (bool own : {false, true})
        rows.push_back({std::to_string(streams) + " streams, " + std::to_string(groups) + " groups" +
                            (own ? ", own alignments" : ""),
                        streams, groups, own});
  test::each_row(rows, [&](const Row& row) {
    for (std::uint64_t seed = 0; seed < test::rounds(150); ++seed) {
      Graph g = test::random_graph({.seed = seed,
                                    .operators = 4 + seed % 31 + (row.streams > 16 ? 26 : 0),  // all in the mixed lane
                                    .streams = static_cast<std::size_t>(row.streams),
                                    .fan = 1 + seed % 3,
                                    .window = 2 + seed % 17,
                                    .groups = static_cast<std::size_t>(row.groups),
                                    .syncs = seed % 9,
                                    .plain = seed % 4 == 0});
      if (row.own_alignments) g = test::with_alignments(g, seed, {2, 3, 8, 12, 64});
      compare(g, std::array{1, 8, 6}[seed % 3]);
    }
  });
}

/// Large enough for many leaves of the timeline, and with many streams for chunks of the undecided, to come into
/// play.
TEST_CASE("equals the definition when large") {
  for (std::uint64_t seed = 0; seed < test::rounds(6); ++seed) {
    compare(test::random_graph({.seed = seed,
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
  const Graph outputs = [] {
    GraphBuilder builder;
    builder.add_tensor({.name = "a", .size = {5}, .output = true});
    builder.add_tensor({.name = "b", .size = {7}, .output = true});
    return std::move(std::move(builder).build()->graph);
  }();
  for (const LayoutStrategy& strategy : layout_strategies()) {
    REQUIRE(offsets_of(none, strategy.id).empty());
    const auto offsets = offsets_of(outputs, strategy.id);
    const bool rounds = strategy.id == "caching";  // to 512 bytes: the other begins there
    const auto [low, high] = std::minmax(offsets[0].value, offsets[1].value);
    REQUIRE_EQ(low, 0);
    REQUIRE((rounds ? high == 512 : std::max(offsets[0].value + 5, offsets[1].value + 7) == 12));
  }
}

TEST_CASE("refuses alignments") {
  const Graph g = test::intervals({{"a", std::int64_t{1} << 52, 0, 1}});
  const Conflicts conflicts = Conflicts::compute(g).value();
  for (std::int64_t bad : {std::int64_t{0}, std::int64_t{-8}, std::int64_t{1} << 60, INT64_MAX}) {
    const auto problem = LayoutProblem::make(g, conflicts, {bad});
    REQUIRE(!problem);
    REQUIRE_EQ(problem.error().kind, Error::Kind::bad_input);
  }
  Graph::Data data = g.data();
  data.tensor_alignment = {1U << 30};
  const Graph own(std::move(data));
  REQUIRE(LayoutProblem::make(own, conflicts, {1}));
  REQUIRE(!LayoutProblem::make(own, conflicts, {(std::int64_t{1} << 40) + 1}));
}

TEST_CASE("stops when asked") {
  const Graph g = test::random_graph({.operators = 300, .streams = 1});
  const Conflicts conflicts = Conflicts::compute(g).value();
  const LayoutProblem problem = LayoutProblem::make(g, conflicts).value();
  std::stop_source source;
  source.request_stop();
  Task stopped;
  stopped.stop = source.get_token();
  for (const LayoutStrategy& strategy : layout_strategies()) {
    REQUIRE_EQ(strategy.run(problem, {}, stopped).error().kind, Error::Kind::cancelled);
    const auto late = strategy.run(problem, {}, Task::with_time_limit(-1));
    if (late)
      REQUIRE(strategy.improves);  // a quick plan, which there always is
    else
      REQUIRE_EQ(late.error().kind, Error::Kind::timed_out);
  }
}
