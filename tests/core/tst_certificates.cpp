// SPDX-License-Identifier: Apache-2.0
#include "core/check/bound_check.h"
#include "core/stowage.h"
#include "core/zoo/zoo.h"
#include "tests/support/core_test.h"

namespace {

/// What the checker makes of a certificate.
Result<Bytes> replayed(const PlanningCase& c, std::vector<TensorId> tensors) {
  Plan plan;
  plan.alignment = c.problem.alignment();
  plan.bound_tensors = std::move(tensors);
  return proved_bound(c.graph, plan);
}

/// A group whose middle is over before x and y begin, and whose ends are not. Only `filler` fits into the middle.
Graph with_hole(int middle, int filler) {
  return graph_of(
      "op a b c d @0\n"
      "t low 10 : a -> d\nt mid " +
      std::to_string(middle) +
      " : a -> b\nt high 10 : a -> d\n"
      "t big 100 : c -> d\nt small " +
      std::to_string(filler) + " : c -> d\ngroup low mid high\n");
}

Graph graph_number(std::uint64_t seed) {
  const Graph g = with_small_sizes(varied_graph(seed, 3 + seed % 5, 1 + seed % 4, seed % 4), seed, 7);
  return seed % 3 == 2 ? with_alignments(g, seed, {1, 2, 3}) : g;
}

/// Groups that interlock (algorithms of the field that place blocks one after the other, lowest start first, need 11).
Graph interlocking_groups() {
  return graph_of(R"(
    op o6 @6 o0 @0 o1 @1 o4 @4 o2 @2 o3 @3 o5 @5
    t t0 2 : o0 -> o0; t t1 1 : o1 -> o1; t t2 4 : o2 -> o2; t t3 1 : o3 -> o3; t t4 3 : o4 -> o4
    t t5 3 : o5 -> o5; t t6 2 : o6 -> o6
    sync o6 o0; sync o6 o2; sync o6 o3; sync o1 o3; sync o1 o5; sync o0 o5; sync o4 o2; group t0 t1 t2
    group t3 t4; group t5 t6)");
}

}  // namespace

TEST_CASE("bytes of a hole that nothing fits into are lost") {
  // With 10 + 10 + 100 + the filler in the clique, the hole of 8 is filled by at most what fits.
  const auto bound = [](int middle, int filler) {
    const PlanningCase c(with_hole(middle, filler));
    const ProvedBound clique = best_clique(c.problem).value();
    REQUIRE_EQ(replayed(c, clique.tensors).value(), clique.bytes);
    return clique.bytes.count;
  };
  CHECK_EQ(bound(8, 5), 120 + 5 + 3);
  CHECK_EQ(bound(8, 8), 120 + 8);
  CHECK_EQ(bound(8, 9), 120 + 9 + 8);
  CHECK_EQ(bound(200, 5), 120 + 5 + 95);  // both fit
}

/// k, its hole of 2 and l fill the hole of 9 with z, and 20 + 9 bytes are enough: one hole of 2 is lost, not both.
TEST_CASE("a hole within a hole is lost once") {
  const std::string tensors =
      "op a b c d; t g 10 : a -> d; t gap 9 : a -> b; t h 10 : a -> d; t k 1 : c -> d; t hole 2 : c -> c; "
      "t l 1 : c -> d; t z 5 : c -> d; ";
  for (const char* groups : {"group g gap h; group k hole l", "group k hole l; group g gap h"}) {
    const PlanningCase c(graph_of(tensors + groups));
    CHECK_EQ(least_footprint(c.graph, unsafe_pairs_by_definition(c.graph), 1), 29);
    CHECK_EQ(replayed(c, {TensorId(0), TensorId(2), TensorId(3), TensorId(5), TensorId(6)}).value(), Bytes{29});
  }
}

TEST_CASE("a member of a group counts beside its mates, though it is over before them") {
  // The mates are never alive together, the tensor x beside both is.
  const PlanningCase c(
      graph_of("op a b c @0\nt x 7 : a -> c\nt first 5 : a -> b\nt second 6 : c -> c\n"
               "group first second\n"));
  const ProvedBound clique = best_clique(c.problem).value();
  CHECK_EQ(clique.bytes, Bytes{18});
  CHECK_EQ(replayed(c, clique.tensors).value(), Bytes{18});
  // It is the bound that plans are told, with its own tensors and reason.
  Bounds bounds = quick_bounds(c.problem);
  REQUIRE(add_cliques(c.problem, bounds));
  CHECK_EQ(bounds.best(), Bytes{18});
  CHECK(bounds.proved().how == ProvedBound::How::clique);
  CHECK_EQ(replayed(c, bounds.proved().tensors).value(), Bytes{18});
}

TEST_CASE("never above the least plan, and replayed by the checker") {
  std::size_t better = 0, met = 0;
  for (std::size_t kind = 1; kind < 24; ++kind) {
    const std::size_t streams = std::size_t{1} << kind / 8, groups = kind / 2 % 4;
    const bool own_alignments = kind % 2 == 1;
    if (groups == 0 && !own_alignments) continue;
    for (std::uint64_t seed = 0; seed < rounds(200); ++seed) {
      const std::int64_t alignment = seed % 5 == 0 ? 2 : 1;
      Graph g = random_graph({.seed = seed,
                              .operators = 3 + seed % 5,
                              .streams = streams,
                              .fan = 1 + seed % 2,
                              .window = 2 + seed % 4,
                              .groups = groups,
                              .syncs = seed % 4,
                              .plain = seed % 3 != 0});
      g = with_small_sizes(g, seed, 3 + static_cast<std::int64_t>(seed % 3));
      if (own_alignments) g = with_alignments(g, seed, {2, 3, 4});
      const PlanningCase c(std::move(g), alignment);
      const ProvedBound heaviest = heaviest_clique(c.problem).value();
      const ProvedBound clique = best_clique(c.problem).value();
      const std::int64_t least = least_footprint(c.graph, unsafe_pairs_by_definition(c.graph), alignment);
      REQUIRE(clique.bytes >= heaviest.bytes);
      REQUIRE(clique.bytes.count <= least);
      const auto checked = must(replayed(c, clique.tensors));
      REQUIRE_EQ(checked, clique.bytes);
      better += clique.bytes > heaviest.bytes;
      met += clique.bytes > heaviest.bytes && clique.bytes.count == least;
    }
  }
  CHECK(better > rounds(200));
  CHECK(met > rounds(200) / 2);
}

TEST_CASE("every bound has a certificate that proves as much") {
  for (std::uint64_t seed = 0; seed < rounds(300); ++seed) {
    const PlanningCase c(
        random_graph(
            {.seed = seed, .operators = 5 + seed % 40, .streams = 1 + seed % 5, .groups = seed % 7, .syncs = seed % 8}),
        seed % 4 == 0 ? 8 : 1);
    Bounds bounds = quick_bounds(c.problem);
    REQUIRE(replayed(c, bounds.proved().tensors).value() >= bounds.best());
    REQUIRE(add_cliques(c.problem, bounds));
    REQUIRE(replayed(c, bounds.proved().tensors).value() >= bounds.best());
  }
}

TEST_CASE("a certificate with two tensors that may share memory is refused") {
  std::size_t refused = 0;
  for (std::uint64_t seed = 0; seed < rounds(200); ++seed) {
    const PlanningCase c(random_graph({.seed = seed, .operators = 20, .streams = 3, .groups = 2, .syncs = 4}));
    const ProvedBound clique = heaviest_clique(c.problem).value();
    for (auto [i, j] : std::vector<std::pair<std::size_t, std::size_t>>{{seed % 7, 9 + seed % 5}, {1, 12}}) {
      const TensorId a(i), b(j);
      const bool apart = c.conflicts.unsafe(a, b) || (c.graph.group(a).valid() && c.graph.group(a) == c.graph.group(b));
      const bool empty = c.graph.size(a) == Bytes{0} || c.graph.size(b) == Bytes{0};
      const auto checked = replayed(c, {a, b});
      REQUIRE_EQ(checked.has_value(), apart || empty);
      if (!checked) {
        REQUIRE_EQ(checked.error().kind, Error::Kind::bad_input);
        REQUIRE_EQ(checked.error().faults.front().place, "/bound_tensors");
        ++refused;
      }
    }
  }
  CHECK(refused > rounds(200) / 2);
}

TEST_CASE("plans carry the certificate of their bound, in another order too") {
  for (std::uint64_t seed = 0; seed < rounds(40); ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 40, .streams = 1 + seed % 3, .groups = 3});
    PlanRequest request;
    if (seed % 2 == 1) request.order = find_order_strategy("lescea");
    const Plan plan = plan_graph(graph, request).value();
    const Bytes proved = proved_bound(graph, plan).value();
    REQUIRE((plan.bound_tensors.empty() || proved >= plan.lower_bound));
    REQUIRE(proved <= plan.footprint);
  }
}

TEST_CASE("a search that used up its time leaves a certificate, too") {
  const Graph graph = make_zoo_graph(*find_zoo_network("mobilenet_v2"), {.streams = 16}).value();
  const PlanRequest request{.strategies = {find_layout_strategy("search")}};
  const auto plan = must(plan_graph(graph, request, Task::with_time_limit(0.5)));
  if (plan.proved_optimal && plan.bound_tensors.empty()) return;  // by trying everything
  REQUIRE(!plan.bound_tensors.empty());
  REQUIRE(proved_bound(graph, plan).value() >= plan.lower_bound);
}

TEST_CASE("interlocking groups need ten") {
  const Graph g = interlocking_groups();
  std::vector<std::pair<std::size_t, std::size_t>> across;  // unsafe pairs of different groups
  for (auto [i, j] : unsafe_pairs_by_definition(g))
    if (g.group(TensorId(i)) != g.group(TensorId(j))) across.emplace_back(i, j);
  REQUIRE_EQ(across, (std::vector<std::pair<std::size_t, std::size_t>>{
                         {0, 3}, {0, 4}, {1, 4}, {1, 6}, {2, 3}, {2, 5}, {3, 5}, {4, 5}, {4, 6}}));
  CHECK(find_smaller_plan(g, {}, {10})->answer == SmallerPlan::Answer::none);
  CHECK(find_smaller_plan(g, {}, {11})->answer == SmallerPlan::Answer::found);
}

TEST_CASE("nothing is smaller than the least footprint, and the search finds a plan of it") {
  std::size_t with_groups = 0;
  for (std::uint64_t seed = 0; seed < rounds(700); ++seed) {
    const Graph g = graph_number(seed);
    const std::int64_t alignment = seed % 5 == 0 ? 4 : 1;
    const std::int64_t least = least_footprint(g, unsafe_pairs_by_definition(g), alignment);
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
  CHECK_GT(with_groups * 4, rounds(700));
}

TEST_CASE("too much to try is left undecided") {
  const Graph g = random_graph({.seed = 3, .operators = 120, .streams = 4, .window = 30, .groups = 10});
  Plan plan;
  CHECK(find_smaller_plan(g, plan, {std::int64_t{1} << 50})->answer == SmallerPlan::Answer::found);
  const Graph large = random_graph({.seed = 3, .operators = 2'000, .streams = 4, .window = 300});
  const Graph one_over_the_other = graph_of("op a p; t x 8 : a -> p; t y 8 : p ->; over y x");  // 8 bytes are enough
  CHECK(find_smaller_plan(large, plan, {std::int64_t{1} << 50})->answer == SmallerPlan::Answer::undecided);
  CHECK(find_smaller_plan(one_over_the_other, plan, {16})->answer != SmallerPlan::Answer::none);
}

TEST_CASE("sums that overflow are left undecided, and refused of a certificate") {
  const Graph plain = random_graph({.seed = 1, .operators = 12, .plain = true});
  for (const Graph& g : {plain, with_alignments(plain, 1, {9})}) {  // the sum; a step of 9 × 2^60
    Plan plan;
    plan.alignment = kMaxTotalSize;
    CHECK(find_smaller_plan(g, plan, kMaxTotalSize)->answer == SmallerPlan::Answer::undecided);
    for (TensorId t : g.tensors()) plan.bound_tensors.push_back(t);
    CHECK(error_of(proved_bound(g, plan)).kind == Error::Kind::too_large);
  }
}

TEST_CASE("a sequence that is no order is refused, and a stop obeyed") {
  const Graph g = graph_number(1);
  Plan plan;
  plan.sequence = {"no such operator"};
  CHECK(error_of(find_smaller_plan(g, plan, {100})).kind == Error::Kind::bad_input);
  CHECK(error_of(find_smaller_plan(g, {}, {100}, cancelled_task())).kind == Error::Kind::cancelled);
}
