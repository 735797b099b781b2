// SPDX-License-Identifier: Apache-2.0
#include "core/check/bound_check.h"
#include "tests/support/core_test.h"
#include "tests/support/reference_plan.h"
#include "tests/support/sharing.h"

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

std::string texts(const Graph& graph, const std::vector<std::int64_t>& offsets) {
  return plan_faults(graph, plan_at(graph, offsets));
}

}  // namespace

TEST_CASE("names every fault") {
  const Graph g = graph_of(R"(
      op o0 @0 o1 @1 o2
      t a 10 : o0 -> o1; t b 10 : o0 -> o2; t c 4 : o2 -> !; t d 4 : o1 ->; t e 4 : o1 ->
      group d e)");
  const auto check = [&](std::vector<std::int64_t> offsets, std::int64_t footprint, std::int64_t alignment,
                         const std::string& expected) {
    const Plan plan = plan_of(g, std::move(offsets), footprint, alignment);
    REQUIRE_EQ(plan_faults(g, plan), says(expected));
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
  Graph::Data data = intervals({{"a", 4, 0, 1}, {"b", 4, 0, 1}}).data();
  data.tensor_alignment = {1, 8};
  const Graph g(std::move(data));
  REQUIRE(validate(g, plan_of(g, {0, 8}, 12))->valid());
  REQUIRE_EQ(plan_faults(g, plan_of(g, {0, 4}, 8)), says("\"b\" 4 4 8"));
}

TEST_CASE("what is exempt") {
  const Graph g = graph_of(R"(
      op o
      t a 8 : o -> !; t unused 100 : - ->; t empty 0 : o -> !; t head 3 : o -> !; t tail 8 : o -> !
      group head tail)");
  // What is unused may lie anywhere but counts; the tail is aligned by its group alone.
  REQUIRE_EQ(plan_faults(g, plan_of(g, {0, 3, -7, 8, 16}, 107, 8)), "");
  REQUIRE_EQ(plan_faults(g, plan_of(g, {0, 0, 0, 8, 16}, 24, 8)), says("24 104"));
}

/// Pairs, groups and alignments counted by looking at all of them.
TEST_CASE("equals brute force") {
  const Rows<std::size_t, std::size_t> rows = {{"one stream", 30, 1}, {"ancestor sets", 30, 6}, {"clocks", 300, 3}};
  each_row(rows, [](std::size_t operators, std::size_t streams) {
    std::mt19937_64 engine(7);
    std::size_t valid = 0, invalid = 0;
    for (std::uint64_t seed = 0; seed < (operators > 100 ? 20 : 200); ++seed) {
      const std::int64_t alignment = seed % 2 == 0 ? 1 : 8;
      const PlanningCase c(random_graph({.seed = seed, .operators = operators, .streams = streams, .groups = 3}),
                           alignment);
      const Graph& g = c.graph;
      const auto pairs = unsafe_pairs_by_definition(g);
      Plan plan = c.plan("so.size.best");
      for (int round = 0; round < 6; ++round) {
        const auto result = must(validate(g, plan));
        REQUIRE_EQ(result.count, std::uint64_t{count_faults(g, pairs, plan.offsets, alignment)});
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

/// A few blocks that are needed at once among many, at addresses of any size that may have equal digits low or high.
TEST_CASE("overlaps at any addresses") {
  constexpr std::int64_t kMost = std::int64_t{1} << 61;
  std::mt19937_64 engine(11);
  const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(engine() % n); };
  using Pair = std::pair<std::size_t, std::size_t>;
  std::size_t apart = 0, overlapping = 0;
  for (std::uint64_t round = 0; round < rounds(4000); ++round) {
    INFO("round ", round);
    const std::size_t count = 2 + engine() % 30, steps = 1 + engine() % (4 * count);
    const auto shift = below(60), equal = below(40);
    std::vector<IntervalRow> rows;
    std::vector<std::int64_t> at;
    for (std::size_t k = 0; k < count; ++k) {
      const auto begin = static_cast<std::uint32_t>(engine() % steps);
      const std::uint32_t end = begin + 1 + (engine() % 4 == 0 ? engine() % 3 : 0);
      rows.push_back({"t" + std::to_string(k), 1 + below(std::uint64_t{1} << below(40)), begin, end});
      const std::int64_t any = (static_cast<std::int64_t>(engine()) >> shift) & -(std::int64_t{1} << equal);
      at.push_back(any < 0 && engine() % 8 != 0 ? ~any : any);
    }
    std::vector<Pair> at_once;
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = i + 1; j < count; ++j)
        if (rows[i].begin < rows[j].end && rows[j].begin < rows[i].end) at_once.emplace_back(i, j);
    if (round % 2 == 0 && !at_once.empty()) {
      auto [moved, other] = at_once[engine() % at_once.size()];
      if (engine() % 2 == 0) std::swap(moved, other);
      if (at[other] <= kMost) at[moved] = at[other] + below(static_cast<std::uint64_t>(rows[other].size));
    }
    std::vector<Pair> overlaps;
    for (const auto& [i, j] : at_once)
      if (std::max(at[i], at[j]) <= kMost && at[i] < at[j] + rows[j].size && at[j] < at[i] + rows[i].size)
        overlaps.emplace_back(i, j);
    std::int64_t end = 0;
    std::size_t out_of_range = 0;
    for (std::size_t k = 0; k < count; ++k) {
      out_of_range += at[k] < 0 || at[k] > kMost;
      if (at[k] <= kMost) end = std::max(end, at[k] + rows[k].size);
    }
    const Graph g = intervals(rows);
    const Validation found = must(validate(g, plan_of(g, at, end)));
    REQUIRE_EQ(found.count, overlaps.size() + out_of_range);
    std::vector<Pair> pairs;
    for (const Violation& v : found.violations)
      if (v.kind == Violation::Kind::overlap) pairs.emplace_back(v.first.index(), v.second.index());
    REQUIRE((pairs == overlaps));
    ++(overlaps.empty() ? apart : overlapping);
  }
  REQUIRE((apart > met(800) && overlapping > met(800)));
}

TEST_CASE("the limit keeps the count") {
  const Graph g = random_graph({.seed = 3, .operators = 60});
  const Plan plan = plan_at(g, std::vector<std::int64_t>(g.tensor_count()));
  const auto all = validate(g, plan, 1'000'000), few = validate(g, plan, 5);
  REQUIRE_EQ(few->violations.size(), 5u);
  REQUIRE_EQ(few->count, all->count);
  REQUIRE_EQ(all->violations.size(), all->count);
  for (std::size_t k = 0; k < 5; ++k) REQUIRE_EQ(few->violations[k].text, all->violations[k].text);
}

/// Two thousand tensors all needed at once and all at 0 are two million pairs: the search ends before.
TEST_CASE("a worthless plan ends early") {
  std::vector<IntervalRow> rows;
  for (int k = 0; k < 2000; ++k) rows.push_back({std::to_string(k), 4, 0, 3});
  const Graph g = intervals(rows);
  const auto result = validate(g, plan_of(g, std::vector<std::int64_t>(2000), 4));
  REQUIRE((result->count >= kMaxOverlaps && result->count < 1'999'000));
}

/// With a sequence, the operators of a stream run in that order.
TEST_CASE("sequences") {
  const Graph g = graph_of("op a b c; t x 8 : a -> b; t y 8 : c -> c");
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
  const Graph g = intervals({{"a", 4, 0, 1}});
  for (std::int64_t bad : {std::int64_t{0}, std::int64_t{-1}, INT64_MAX})
    REQUIRE_EQ(validate(g, plan_of(g, {0}, 4, bad)).error().kind, Error::Kind::bad_input);
  const Graph several = random_graph({});
  const Plan plan = plan_of(several, std::vector<std::int64_t>(several.tensor_count()), 0);
  REQUIRE_EQ(validate(several, plan, 10, Task::with_time_limit(-1)).error().kind, Error::Kind::timed_out);
  REQUIRE(validate(Graph(), Plan())->valid());
}

TEST_CASE("a view lies in its owner") {
  const Graph g = graph_of("op a b c; t x 16 : a -> b; t v 8 : b -> c; t y 4 : c ->; t z 4 : a -> b; view v x 8");
  REQUIRE_EQ(texts(g, {0, 8, 16, 16}), "");
  REQUIRE_EQ(texts(g, {4, 12, 0, 0}), "");
  REQUIRE_EQ(texts(g, {0, 9, 16, 16}), says("\"v\" 9 \"x\" 0 16 8"));
  // The bytes of x are needed as long as v is: for c.
  REQUIRE_EQ(texts(g, {0, 8, 2, 16}), says("\"x\" 0 16 \"y\" 2 4"));
  REQUIRE_EQ(texts(g, {0, 8, 16, 9}), says("\"x\" 0 16 \"z\" 9 4"));
}

TEST_CASE("bytes begin with the first who writes a part of them") {
  const Graph g = graph_of(R"(
      op a b join
      t early 8 : a -> a; t part 4 : b -> join; t whole 8 : join -> !
      view part whole 4)");
  REQUIRE_EQ(texts(g, {0, 4, 0}), "");
  const Graph later = graph_of(R"(
      op a b join
      t early 8 : a -> b; t part 4 : b -> join; t whole 8 : join -> !
      view part whole 4)");
  REQUIRE(contains(texts(later, {0, 4, 0}), "overlap"));
}

TEST_CASE("in place") {
  const std::string base = R"(
      streams: 0 1; op a p c @0 other @1
      t x 8 : a -> p OTHER; t y 8 : p -> c; t free 8 : c ->
)";
  const Graph plain = graph_of(replaced(base, "OTHER", "") + "over y x");
  REQUIRE_EQ(texts(plain, {0, 0, 8}), "");
  REQUIRE_EQ(texts(plain, {0, 8, 0}), "");
  REQUIRE_EQ(texts(plain, {0, 4, 16}), says("\"x\" 0 8 \"y\" 4 8"));
  const Graph shifted = graph_of(replaced(base, "OTHER", "") + "over y x -4 2");
  REQUIRE_EQ(texts(shifted, {4, 0, 12}), "");
  REQUIRE_EQ(texts(shifted, {0, 2, 12}), "");
  REQUIRE(contains(texts(shifted, {0, 3, 12}), "overlap"));
  REQUIRE(contains(texts(shifted, {5, 0, 13}), "overlap"));
  // Another stream may still read x.
  REQUIRE(contains(texts(graph_of(replaced(base, "OTHER", "other") + "over y x"), {0, 0, 8}), "overlap"));
  REQUIRE(contains(texts(graph_of(replaced(base, "OTHER", "!") + "over y x"), {0, 0, 8}), "overlap"));
  const Graph must = graph_of(replaced(base, "OTHER", "") + "must y x");
  REQUIRE_EQ(texts(must, {0, 0, 8}), "");
  REQUIRE_EQ(texts(must, {0, 8, 0}), says("\"y\" 8 8 \"x\" 0 8"));
}

TEST_CASE("offsets from anywhere") {
  const Graph g = graph_of("op a\nop b\nt x 16 : a -> b\nt v 8 : b ->\nt y 8 : b ->\nview v x 8\nmust y x");
  for (const std::int64_t x : {INT64_MIN, std::int64_t{-1}, INT64_MAX})
    for (const std::int64_t v : {INT64_MIN, std::int64_t{0}, INT64_MAX}) {
      Plan plan = plan_at(g, {0, 8, 0});
      plan.offsets = {{x}, {v}, {v}};
      REQUIRE(!validate(g, plan).value().valid());
    }
}

/// Offsets drawn among those that views, groups and pairs ask for, and a few beside them.
TEST_CASE("the validator says what the definition says") {
  std::size_t valid = 0, broken = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Graph g = random_sharing(
        {.seed = seed, .operators = 4 + seed % 9, .streams = 1 + seed % 3, .groups = seed % 2, .musts = seed % 5 == 4});
    std::mt19937_64 engine(seed);
    for (int round = 0; round < 20; ++round) {
      const std::int64_t alignment = round % 4 == 3 ? 4 : 1;
      const std::vector<std::int64_t> offsets = tempting_offsets(g, alignment, engine());
      const std::vector<std::string> expected = sharing_faults(g, offsets, alignment);
      const Validation found = validate(g, plan_at(g, offsets, alignment)).value();
      INFO("seed ", seed, ", round ", round);
      REQUIRE_EQ(found.valid(), expected.empty());
      REQUIRE_EQ(found.count, expected.size());
      ++(expected.empty() ? valid : broken);
    }
  }
  REQUIRE(valid > 500);
  REQUIRE(broken > 500);
}

TEST_CASE("a certificate names tensors of which none can lie over another") {
  const Graph g =
      graph_of("op a\nop p\nt x 8 : a -> p\nt y 8 : p ->\nt v 4 : p ->\nt z 8 : a -> p\nview v x\nover y z");
  const auto bound = [&](std::vector<TensorId> tensors) {
    Plan plan = plan_at(g, {0, 8, 0, 8});
    plan.bound_tensors = std::move(tensors);
    return proved_bound(g, plan);
  };
  REQUIRE_EQ(bound({TensorId(0), TensorId(1)}).value(), Bytes{16});
  REQUIRE_EQ(bound({TensorId(0), TensorId(3)}).value(), Bytes{16});
  REQUIRE(!bound({TensorId(1), TensorId(3)}).has_value());  // y may lie over z
  REQUIRE(!bound({TensorId(0), TensorId(2)}).has_value());  // v is a view
}
