// SPDX-License-Identifier: Apache-2.0
#include "core/check/bound_check.h"
#include "core/check/bound_search.h"
#include "tests/support/checks.h"
#include "tests/support/exhaustive.h"
#include "tests/support/graphs.h"
#include "tests/support/planning.h"
#include "tests/support/rounds.h"

using namespace stowage;

namespace {

Graph graph_number(std::uint64_t seed) {
  const Graph g = test::with_small_sizes(test::random_graph({.seed = seed,
                                                             .operators = 3 + seed % 5,
                                                             .streams = 1 + seed % 4,
                                                             .fan = 1 + seed % 3,
                                                             .window = 4,
                                                             .groups = seed % 4,
                                                             .syncs = seed % 3}),
                                         seed, 7);
  return seed % 3 == 2 ? test::with_alignments(g, seed, {1, 2, 3}) : g;
}

/// Groups that interlock (algorithms of the field that place blocks one after the other, lowest start first, need 11).
Graph interlocking_groups() {
  return test::graph_of(R"(
    op o6 @6 o0 @0 o1 @1 o4 @4 o2 @2 o3 @3 o5 @5
    t t0 2 : o0 -> o0
    t t1 1 : o1 -> o1
    t t2 4 : o2 -> o2
    t t3 1 : o3 -> o3
    t t4 3 : o4 -> o4
    t t5 3 : o5 -> o5
    t t6 2 : o6 -> o6
    sync o6 o0
    sync o6 o2
    sync o6 o3
    sync o1 o3
    sync o1 o5
    sync o0 o5
    sync o4 o2
    group t0 t1 t2
    group t3 t4
    group t5 t6)");
}

}  // namespace

TEST_CASE("interlocking groups need ten") {
  const Graph g = interlocking_groups();
  std::vector<std::pair<std::size_t, std::size_t>> across;  // unsafe pairs of different groups
  for (auto [i, j] : test::unsafe_pairs_by_definition(g))
    if (g.group(TensorId(i)) != g.group(TensorId(j))) across.emplace_back(i, j);
  REQUIRE_EQ(across, (std::vector<std::pair<std::size_t, std::size_t>>{
                         {0, 3}, {0, 4}, {1, 4}, {1, 6}, {2, 3}, {2, 5}, {3, 5}, {4, 5}, {4, 6}}));
  CHECK(find_smaller_plan(g, {}, {10})->answer == SmallerPlan::Answer::none);
  CHECK(find_smaller_plan(g, {}, {11})->answer == SmallerPlan::Answer::found);
}

TEST_CASE("nothing is smaller than the least footprint, and the search finds a plan of it") {
  std::size_t with_groups = 0;
  for (std::uint64_t seed = 0; seed < test::rounds(2000); ++seed) {
    const Graph g = graph_number(seed);
    const std::int64_t alignment = seed % 5 == 0 ? 4 : 1;
    const std::int64_t least = test::least_footprint(g, test::unsafe_pairs_by_definition(g), alignment);
    Plan plan;
    plan.alignment = {alignment};
    INFO("seed ", seed);
    REQUIRE(find_smaller_plan(g, plan, {least})->answer == SmallerPlan::Answer::none);
    const SmallerPlan found = find_smaller_plan(g, plan, {least + 1}).value();
    REQUIRE(found.answer == SmallerPlan::Answer::found);
    plan.offsets = found.offsets;
    plan.footprint = {least};
    REQUIRE(validate(g, plan)->valid());  // the footprint, too
    with_groups += g.group_count() > 0;
  }
  CHECK_GT(with_groups * 4, test::rounds(2000));
}

TEST_CASE("too much to try is left undecided") {
  const Graph g = test::random_graph({.seed = 3, .operators = 120, .streams = 4, .window = 30, .groups = 10});
  Plan plan;
  CHECK(find_smaller_plan(g, plan, {std::int64_t{1} << 50})->answer == SmallerPlan::Answer::found);
  const Graph large = test::random_graph({.seed = 3, .operators = 2'000, .streams = 4, .window = 300});
  CHECK(find_smaller_plan(large, plan, {std::int64_t{1} << 50})->answer == SmallerPlan::Answer::undecided);
}

TEST_CASE("sums that overflow are left undecided, and refused of a certificate") {
  const Graph plain = test::random_graph({.seed = 1, .operators = 12, .plain = true});
  for (const Graph& g : {plain, test::with_alignments(plain, 1, {9})}) {  // the sum; a step of 9 × 2^60
    Plan plan;
    plan.alignment = kMaxTotalSize;
    CHECK(find_smaller_plan(g, plan, kMaxTotalSize)->answer == SmallerPlan::Answer::undecided);
    for (TensorId t : g.tensors()) plan.bound_tensors.push_back(t);
    CHECK(test::error_of(proved_bound(g, plan)).kind == Error::Kind::too_large);
  }
}

TEST_CASE("a sequence that is no order is refused, and a stop obeyed") {
  const Graph g = graph_number(1);
  Plan plan;
  plan.sequence = {"no such operator"};
  CHECK(test::error_of(find_smaller_plan(g, plan, {100})).kind == Error::Kind::bad_input);
  CHECK(test::error_of(find_smaller_plan(g, {}, {100}, test::cancelled_task())).kind == Error::Kind::cancelled);
}
