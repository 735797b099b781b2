// SPDX-License-Identifier: Apache-2.0
#include "tests/support/core_test.h"
#include "tests/support/wide_graph.h"

namespace {

ProvedBound clique_of(const PlanningCase& c) {
  return must(heaviest_clique(c.problem));
}

void check_members(const PlanningCase& c, const ProvedBound& clique) {
  Bytes sum;
  for (std::size_t i = 0; i < clique.tensors.size(); ++i) {
    const Bytes size = c.problem.sizes()[clique.tensors[i].index()];
    REQUIRE(size > Bytes{0});
    sum += size;
    for (std::size_t j = 0; j < i; ++j) {
      REQUIRE(clique.tensors[j] < clique.tensors[i]);
      REQUIRE(c.conflicts.unsafe(clique.tensors[j], clique.tensors[i]));
    }
  }
  REQUIRE_EQ(clique.bytes.count, sum.count);
}

}  // namespace

TEST_CASE("quick") {
  const PlanningCase c(graph_of(R"(
      op 1 2 3
      t a 10 : 1 -> 2; t b 20 : 2 -> 3; t work 7 : 2 -> 2; t late 5 : 1 -> 3; t in 3 : - -> 1
      t unused 1 : - ->
      group a late)"));
  const Bounds bounds = quick_bounds(c.problem);
  REQUIRE_EQ(bounds.largest_block.bytes.count, 20);
  REQUIRE_EQ(bounds.largest_operator.count, 10 + 20 + 7);
  REQUIRE_EQ(bounds.lifetime.bytes.count, 10 + 20 + 7 + 5);
  REQUIRE_EQ(bounds.peak_step, 1u);
  REQUIRE_EQ(bounds.best().count, 42);
  REQUIRE(!bounds.clique.has_value());
  const Bounds aligned =
      quick_bounds(PlanningCase(graph_of("op 1\nt a 10 : 1 ->\nt b 8 : 1 ->\ngroup a b"), 8).problem);
  REQUIRE_EQ(aligned.largest_block.bytes.count, 24);
  REQUIRE_EQ(aligned.largest_operator.count, 24);
}

TEST_CASE("best is the largest") {
  Bounds bounds{.largest_block = {5}, .largest_operator = {3}, .lifetime = {4}, .peak_step = 0, .clique = {}};
  REQUIRE_EQ(bounds.best().count, 5);
  bounds.clique = ProvedBound{{9}, {}};
  REQUIRE_EQ(bounds.best().count, 9);
  bounds.clique = ProvedBound{{4}, {}};
  REQUIRE_EQ(bounds.best().count, 5);
}

TEST_CASE("a plan at the bound is optimal") {
  const Bounds bounds{.largest_block = {5}, .largest_operator = {3}, .lifetime = {4}, .peak_step = 0, .clique = {}};
  Plan plan;
  plan.footprint = {5};
  raise_bound({}, bounds.proved(), plan);
  REQUIRE_EQ(plan.lower_bound.count, 5);
  REQUIRE(plan.proved_optimal);
  plan.footprint = {6};
  raise_bound({}, bounds.proved(), plan);
  REQUIRE(!plan.proved_optimal);
}

TEST_CASE("nothing to plan") {
  for (const char* text : {"", "op 1", "t unused 5 : - ->", "op 1\nop 2 @1\nt empty 0 : 1 -> 2"}) {
    const PlanningCase c(graph_of(text));
    REQUIRE_EQ(clique_of(c).bytes.count, 0);
    REQUIRE(clique_of(c).tensors.empty());
    REQUIRE_EQ(quick_bounds(c.problem).lifetime.bytes.count, 0);
  }
  REQUIRE_EQ(clique_of(PlanningCase(graph_of("t a 3 : - -> !; t b 4 : - -> !"))).bytes.count, 7);
  const PlanningCase large(graph_of("op a @0 b @1; t x 9007199254740992 : a -> !; t y 9007199254740992 : b -> !"));
  REQUIRE_EQ(clique_of(large).bytes.count, std::int64_t{1} << 54);
}

/// Five tensors of which any two may live at once, but never all: at most four are alive in any execution.
TEST_CASE("pairwise unsafe is more than alive together") {
  const PlanningCase c(graph_of(R"(
      streams: 0 1 2 3; op 0 @3 1 @1 2 3 @0 4 5 @3 6
      t a 1 : 0 -> 3 4 6; t b 1 : 0 -> 2; t c 1 : 1 -> 3 4; t d 1 : 2 -> 5; t e 1 : 5 -> 5; t f 1 : 6 ->)"));
  REQUIRE_EQ(clique_of(c).bytes.count, 5);
  REQUIRE(quick_bounds(c.problem).lifetime.bytes.count <= 4);
  check_members(c, clique_of(c));
}

TEST_CASE("equals brute force") {
  int cliques_above_lifetimes = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    CAPTURE(seed);
    const PlanningCase c(varied_graph(seed, 1 + seed % 18, 1 + seed / 5 % 6, seed % 3), seed % 3 == 0 ? 64 : 1);
    const ProvedBound clique = clique_of(c);
    check_members(c, clique);
    const auto pairs = unsafe_pairs_by_definition(c.graph);
    REQUIRE_EQ(clique.bytes.count, heaviest_set(c.graph, pairs, c.problem.alignment().count));
    const Bounds bounds = quick_bounds(c.problem);
    REQUIRE(bounds.largest_operator <= bounds.lifetime.bytes);
    REQUIRE(bounds.lifetime.bytes <= clique.bytes);
    if (c.conflicts.chain_count() == 1) REQUIRE_EQ(clique.bytes.count, bounds.lifetime.bytes.count);
    cliques_above_lifetimes += clique.bytes > bounds.lifetime.bytes ? 1 : 0;
  }
  REQUIRE(cliques_above_lifetimes > 300);
}

/// Large graphs: the members certify the weight from below; the flow's value certifies it from above.
TEST_CASE("large graphs") {
  const PlanningCase c(wide_graph({.operators = 2000, .streams = 8}));
  const ProvedBound clique = clique_of(c);
  check_members(c, clique);
  REQUIRE(clique.bytes >= quick_bounds(c.problem).lifetime.bytes);
}
