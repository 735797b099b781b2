// SPDX-License-Identifier: Apache-2.0
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/planning.h"
#include "tests/support/reference_plan.h"
#include "tests/support/says.h"

using namespace stowage;
using test::graph_of;

namespace {

Plan plan_of(const Graph& graph, std::vector<std::int64_t> offsets, std::int64_t footprint,
             std::int64_t alignment = 1) {
  Plan plan;
  plan.graph = graph.name();
  for (std::int64_t o : offsets) plan.offsets.push_back({o});
  plan.footprint = {footprint};
  plan.alignment = {alignment};
  return plan;
}

}  // namespace

TEST_CASE("names every fault") {
  const Graph g = graph_of(R"(
      op o0 @0 o1 @1 o2 @0
      t a 10 : o0 -> o1
      t b 10 : o0 -> o2
      t c 4 : o2 -> !
      t d 4 : o1 ->
      t e 4 : o1 ->
      group d e)");
  const auto check = [&](std::vector<std::int64_t> offsets, std::int64_t footprint, std::int64_t alignment,
                         const std::string& expected) {
    const Plan plan = plan_of(g, std::move(offsets), footprint, alignment);
    REQUIRE_EQ(test::plan_faults(g, plan), test::says(expected));
    REQUIRE_EQ(validate(g, plan)->valid(), expected.empty());
  };
  check({0, 10, 20, 24, 28}, 32, 1, "");
  check({0, 16, 32, 36, 40}, 44, 4, "");
  check({0, 9, 20, 24, 28}, 32, 1, "\"a\" 0 10 \"b\" 9 10");
  check({0, 10, 20, 24, 29}, 33, 1, "\"e\" 29 \"d\" 24 4 28");
  check({2, 16, 32, 36, 40}, 44, 4, "\"a\" 2 10 4");
  check({-4, 16, 32, 36, 40}, 44, 4, "\"a\" -4 10 0 2^61");
  check({0, 10, 20, 24, 28}, 31, 1, "31 32");
  check({0, 10, 20, INT64_MAX, 28}, 32, 1, "\"e\" 28 \"d\" 9223372036854775807 4\n\"d\" 9223372036854775807 4 0 2^61");
}

TEST_CASE("own alignments") {
  Graph::Data data = test::intervals({{"a", 4, 0, 1}, {"b", 4, 0, 1}}).data();
  data.tensor_alignment = {1, 8};
  const Graph g(std::move(data));
  REQUIRE(validate(g, plan_of(g, {0, 8}, 12))->valid());
  REQUIRE_EQ(test::plan_faults(g, plan_of(g, {0, 4}, 8)), test::says("\"b\" 4 4 8"));
}

TEST_CASE("what is exempt") {
  const Graph g = graph_of(R"(
      op o
      t a 8 : o -> !
      t unused 100 : - ->
      t empty 0 : o -> !
      t head 3 : o -> !
      t tail 8 : o -> !
      group head tail)");
  // What is unused may lie anywhere but counts; the tail is aligned by its group alone.
  REQUIRE_EQ(test::plan_faults(g, plan_of(g, {0, 3, -7, 8, 16}, 107, 8)), "");
  REQUIRE_EQ(test::plan_faults(g, plan_of(g, {0, 0, 0, 8, 16}, 24, 8)), test::says("24 104"));
}

/// Pairs, groups and alignments counted by looking at all of them.
TEST_CASE("equals brute force") {
  struct Row {
    std::string name;
    std::size_t operators, streams;
  };
  const std::vector<Row> rows = {{"one stream", 30, 1}, {"ancestor sets", 30, 6}, {"clocks", 300, 3}};
  test::each_row(rows, [](const Row& row) {
    std::mt19937_64 engine(7);
    std::size_t valid = 0, invalid = 0;
    for (std::uint64_t seed = 0; seed < (row.operators > 100 ? 20 : 200); ++seed) {
      const std::int64_t alignment = seed % 2 == 0 ? 1 : 8;
      const test::PlanningCase c(
          test::random_graph({.seed = seed, .operators = row.operators, .streams = row.streams, .groups = 3}),
          alignment);
      const Graph& g = c.graph;
      const auto pairs = test::unsafe_pairs_by_definition(g);
      Plan plan = c.plan("so.size.best");
      for (int round = 0; round < 6; ++round) {
        const auto result = test::must(validate(g, plan));
        REQUIRE_EQ(result.count, std::uint64_t{test::count_faults(g, pairs, plan.offsets, alignment)});
        REQUIRE_EQ(result.violations.size(), std::min<std::size_t>(result.count, 1000));
        for (const Violation& v : result.violations) {
          if (v.kind != Violation::Kind::overlap) continue;
          REQUIRE(std::ranges::binary_search(pairs, std::pair(v.first.index(), v.second.index())));
        }
        ++(result.valid() ? valid : invalid);
        // Worse from round to round: one tensor, then many, anywhere.
        for (int k = round * round; k >= 0; --k) {
          Offset& offset = plan.offsets[engine() % plan.offsets.size()];
          offset.value = round % 2 == 0 ? static_cast<std::int64_t>(engine() % 4000) : offset.value / 2;
        }
        plan.footprint = footprint(g, plan.offsets, plan.alignment);
      }
    }
    REQUIRE((valid > 0 && invalid > 0));
  });
}

TEST_CASE("the limit keeps the count") {
  const Graph g = test::random_graph({.seed = 3, .operators = 60});
  const Plan plan = test::plan_at(g, std::vector<std::int64_t>(g.tensor_count()));
  const auto all = validate(g, plan, 1'000'000), few = validate(g, plan, 5);
  REQUIRE_EQ(few->violations.size(), 5u);
  REQUIRE_EQ(few->count, all->count);
  REQUIRE_EQ(all->violations.size(), all->count);
  for (std::size_t k = 0; k < 5; ++k) REQUIRE_EQ(few->violations[k].text, all->violations[k].text);
}

/// Two thousand tensors all needed at once and all at 0 are two million pairs: the search ends before.
TEST_CASE("a worthless plan ends early") {
  std::vector<test::IntervalRow> rows;
  for (int k = 0; k < 2000; ++k) rows.push_back({std::to_string(k), 4, 0, 3});
  const Graph g = test::intervals(rows);
  const auto result = validate(g, plan_of(g, std::vector<std::int64_t>(2000), 4));
  REQUIRE((result->count >= kMaxOverlaps && result->count < 1'999'000));
}

/// With a sequence, the operators of a stream run in that order.
TEST_CASE("sequences") {
  const Graph g = graph_of(R"(
      op a b c
      t x 8 : a -> b
      t y 8 : c -> c)");
  Plan plan = plan_of(g, {0, 0}, 8);
  REQUIRE(validate(g, plan)->valid());
  plan.sequence = {"c", "a", "b"};
  REQUIRE(validate(g, plan)->valid());
  plan.sequence = {"a", "c", "b"};
  REQUIRE_EQ(validate(g, plan)->count, 1u);
  for (const std::vector<std::string>& bad :
       std::vector<std::vector<std::string>>{{"a", "b"}, {"a", "b", "b"}, {"a", "b", "z"}, {"b", "a", "c"}}) {
    plan.sequence = bad;
    REQUIRE_EQ(validate(g, plan).error().kind, Error::Kind::bad_input);
  }
}

TEST_CASE("refuses what cannot be checked") {
  const Graph g = test::intervals({{"a", 4, 0, 1}});
  for (std::int64_t bad : {std::int64_t{0}, std::int64_t{-1}, INT64_MAX})
    REQUIRE_EQ(validate(g, plan_of(g, {0}, 4, bad)).error().kind, Error::Kind::bad_input);
  const Graph several = test::random_graph({});
  const Plan plan = plan_of(several, std::vector<std::int64_t>(several.tensor_count()), 0);
  REQUIRE_EQ(validate(several, plan, 10, Task::with_time_limit(-1)).error().kind, Error::Kind::timed_out);
}

TEST_CASE("an empty graph") {
  REQUIRE(validate(Graph(), Plan())->valid());
}
