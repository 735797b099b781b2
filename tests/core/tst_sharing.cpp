// SPDX-License-Identifier: Apache-2.0
// Plans of graphs in which tensors share bytes: safe by two definitions, never larger for a permission, and bounded.
#include "core/check/bound_check.h"
#include "core/insight/learn/recording.h"
#include "core/insight/simulate/explain.h"
#include "core/sharing/sharing.h"
#include "tests/support/core_test.h"
#include "tests/support/sharing.h"

namespace {

GraphPlans plans_of(const Graph& graph, bool in_place = true, Bytes alignment = {1},
                    std::vector<const LayoutStrategy*> strategies = {}) {
  return must(make_plans(graph, {.strategies = std::move(strategies),
                                 .alignment = alignment,
                                 .in_place = in_place,
                                 .options = {.seed = 1, .iterations = 200}}));
}

Bytes footprint_of(const Graph& graph, bool in_place = true) {
  const GraphPlans plans = plans_of(graph, in_place);
  REQUIRE(validate(graph, plans.best()).value().valid());
  return plans.best().footprint;
}

}  // namespace

TEST_CASE("a view takes no bytes of its own") {
  const Graph g = graph_of("op a b c; t x 16 : a -> b; t v 8 : b -> c; t y 4 : c ->; view v x 8");
  const GraphPlans plans = plans_of(g);
  REQUIRE_EQ(plans.best().footprint, Bytes{20});
  REQUIRE(plans.best().proved_optimal);
  REQUIRE_EQ(proved_bound(g, plans.best()).value(), Bytes{20});
  REQUIRE(!plans.in_place_saves());
}

/// A chain of element-wise operators needs one buffer, or two without permissions.
TEST_CASE("a chain in place takes one buffer") {
  std::string operators, tensors, pairs;
  for (int k = 0; k < 40; ++k) {
    operators += text("op n", k, "\n");
    tensors += text("t t", k, " 64 : n", k, " -> ", k < 39 ? text("n", k + 1) : "", "\n");
    if (k > 0) pairs += text("over t", k, " t", k - 1, "\n");
  }
  const Graph g = graph_of(operators + tensors + pairs);
  const GraphPlans plans = plans_of(g);
  REQUIRE_EQ(plans.best().footprint, Bytes{64});
  REQUIRE(plans.best().proved_optimal);
  REQUIRE_EQ(plans.in_place_saves().value(), Bytes{64});
  REQUIRE(validate(g, plans.best()).value().valid());
  REQUIRE_EQ(footprint_of(g, false), Bytes{128});
}

TEST_CASE("void permissions are told with who is in the way") {
  const auto why = [](const std::string& rest) {
    const Graph g = graph_of("streams: 0 1\nop a @0\nop p @0\nop q @1\nop r @0\n" + rest);
    const auto all = permissions(g).value();
    return why_void(g, g.in_place()[0], all[0]);
  };
  REQUIRE_EQ(why("t x 8 : a -> p\nt y 8 : p -> r\nover y x"), "");
  REQUIRE_EQ(why("t x 8 : a -> p q\nt y 8 : p -> r\nover y x"), says("\"q\" \"x\" \"p\" \"y\""));
  REQUIRE_EQ(why("t x 8 : a -> p q\nt y 8 : p -> r\nsync q p\nover y x"), "");
  REQUIRE_EQ(why("t x 8 : a -> p r\nt y 8 : p -> r\nover y x"), says("\"r\" \"x\" \"p\" \"y\""));
  REQUIRE_EQ(why("t x 8 : a -> p !\nt y 8 : p -> r\nover y x"), says("\"x\""));
  REQUIRE_EQ(why("t x 8 : a -> p\nt y 8 : p -> r\nt v 4 : a -> !\nview v x\nover y x"), says("\"v\" \"x\""));
  REQUIRE_EQ(why("t x 8 : a -> p\nt y 8 : p -> r\nt v 4 : p -> q\nview v x\nover y x"),
             says("\"q\" \"v\" \"x\" \"p\" \"y\""));
  REQUIRE_EQ(why("t x 8 : a -> p\nt y 8 : p -> r\nt v 4 : a -> p\nview v x\nover y v"), says("\"v\" \"x\""));
  REQUIRE_EQ(why("t x 8 : a -> p\nt y 8 : p -> r\nt v 4 : q ->\nview v y\nover y x"), says("\"q\" \"v\" \"y\" \"p\""));
}

TEST_CASE("a duty is kept, and named where it is void") {
  const Graph cache = graph_of("op a\nop p\nop r\nt x 8 : a -> p\nt y 8 : p -> r\nt z 8 : p -> r\nmust y x");
  for (const bool in_place : {true, false}) {
    const GraphPlans plans = plans_of(cache, in_place);
    REQUIRE_EQ(plans.best().footprint, Bytes{16});
    REQUIRE_EQ(plans.best().offsets[0], plans.best().offsets[1]);
    REQUIRE(plans.best().proved_optimal);
  }
  REQUIRE_EQ(fault_text(make_plans(graph_of("op a\nop p\nop r\nt x 8 : a -> p r\nt y 8 : p -> r\nmust y x"))),
             says("/in_place/0: \"y\" \"x\" \"r\" \"x\" \"p\" \"y\""));
  REQUIRE_EQ(
      fault_text(make_plans(graph_of("op a p r; t x 8 : a -> p; t y 8 : p -> r; t z 8 : p -> r; must y x; must z x"))),
      says("/in_place/1: \"z\" \"x\""));
}

TEST_CASE("an output lies shifted where that is all that is permitted") {
  const Graph g = graph_of("op a\nop p\nop r\nt x 100 : a -> p\nt y 90 : p -> r\nover y x -8 -4");
  const GraphPlans plans = plans_of(g);
  const std::int64_t shift = (plans.best().offsets[1] - plans.best().offsets[0]).count;
  REQUIRE_EQ(plans.best().footprint, Bytes{104});
  REQUIRE_EQ(shift, -4);
  REQUIRE_EQ(plans_of(graph_of("op a p r; t x 8 : a -> p; t y 8 : p -> r; t z 8 : r ->; over y x")).bounds.peak_step,
             2u);
  const GraphPlans aligned = plans_of(g, true, {8});
  REQUIRE_EQ((aligned.best().offsets[1] - aligned.best().offsets[0]).count, -8);
  REQUIRE(validate(g, aligned.best()).value().valid());
}

TEST_CASE("an output takes the place of a member of a group") {
  const Graph g = graph_of(R"(
      op a p r
      t x 8 : a -> p; t w 8 : a -> p; t y 8 : p -> r; t z 6 : p -> r
      group x w; over y x; over z w)");
  REQUIRE_EQ(footprint_of(g), Bytes{16});
  REQUIRE_EQ(footprint_of(g, false), Bytes{30});
}

/// A group starts anywhere, so that an output of its own alignment does not join one.
TEST_CASE("an output over an input keeps its own alignment") {
  const auto footprint = [](const std::string& rest) {
    const std::string tensors = "t x 8 : a -> p; t w 8 : a -> p; t y 8 : p -> r; t z 8 : p -> r; ";
    Graph::Data data = graph_of("op a p r; " + tensors + rest).data();
    data.tensor_alignment = {1, 1, 3, 3};
    return footprint_of(Graph(std::move(data)));
  };
  REQUIRE_EQ(footprint("over y x; over z w"), Bytes{17});  // at 0 and at 9
  REQUIRE(footprint("group x w; over z w") <= Bytes{32});  // as without the permission
}

/// Every strategy, on random graphs with views, permissions, duties, groups and alignments.
TEST_CASE("all strategies plan safely, and never more for a permission") {
  std::size_t saved = 0, shared = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Graph g = random_sharing({.seed = 100 + seed,
                                    .operators = 6 + seed,
                                    .streams = 1 + seed % 4,
                                    .groups = seed % 4,
                                    .strange = seed % 3 == 2});
    const Bytes alignment{std::int64_t{1} << (seed % 3 * 2)};
    const auto strategies = strategies_without_solver();
    const GraphPlans with = plans_of(g, true, alignment, strategies);
    const GraphPlans without = plans_of(g, false, alignment, strategies);
    INFO("seed ", seed);
    for (const GraphPlans* plans : {&with, &without})
      for (const StrategyResult& result : plans->results) {
        if (!result.plan) continue;
        INFO(result.strategy->id);
        REQUIRE_EQ(sharing_faults(g, numbers(result.plan->offsets), alignment.count), std::vector<std::string>{});
        REQUIRE_EQ(plan_faults(g, *result.plan), "");
        REQUIRE(result.plan->footprint >= result.plan->lower_bound);
        if (result.plan->bound_tensors.empty()) continue;
        REQUIRE_EQ(must(proved_bound(g, *result.plan)), result.plan->lower_bound);
      }
    for (std::size_t k = 0; k < with.results.size(); ++k) {
      REQUIRE_EQ(with.results[k].plan.has_value(), without.results[k].plan.has_value());
      if (!with.results[k].plan) continue;
      INFO(with.results[k].strategy->id);
      REQUIRE(with.results[k].plan->footprint <= without.results[k].plan->footprint);
    }
    REQUIRE(with.lower_bound <= without.lower_bound);
    shared += with.in_place_saves().has_value();
    saved += with.in_place_saves().value_or(Bytes{}) > Bytes{};
  }
  REQUIRE(shared > 30);
  REQUIRE(saved > 20);
}

/// lower_bound ≤ optimum ≤ footprint, and all equal where the plan is proved optimal.
TEST_CASE("small graphs against all plans there are") {
  std::size_t proved = 0, optimal = 0, count = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Graph g = random_sharing({.seed = 1000 + seed,
                                    .operators = 3 + seed % 3,
                                    .streams = 1 + seed % 3,
                                    .groups = seed % 2,
                                    .most = 4,
                                    .strange = seed % 4 == 3});
    if (g.tensor_count() > 8) continue;
    INFO("seed ", seed);
    for (const bool in_place : {true, false}) {
      const std::int64_t least = least_footprint(g, unsafe_pairs_by_definition(g), 1, in_place);
      const GraphPlans plans = plans_of(g, in_place);
      const Plan& best = plans.best();
      REQUIRE_EQ(sharing_faults(g, numbers(best.offsets), 1), std::vector<std::string>{});
      REQUIRE(plans.lower_bound.count <= least);
      REQUIRE(best.footprint.count >= least);
      if (best.proved_optimal) REQUIRE_EQ(best.footprint.count, least);
      ++count;
      proved += best.proved_optimal;
      optimal += best.footprint.count == least;
      const auto smaller = find_smaller_plan(g, best, best.footprint);
      if (smaller->answer == SmallerPlan::Answer::none && g.in_place().empty()) REQUIRE_EQ(best.footprint.count, least);
      if (smaller->answer == SmallerPlan::Answer::found) REQUIRE(best.footprint.count > least);
    }
  }
  MESSAGE(count, " plans, ", optimal, " optimal, ", proved, " proved so");
  REQUIRE(count > 200);
  REQUIRE(proved * 10 > count * 7);
}

TEST_CASE("the unsafe relation is that of the bytes") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Graph g = random_sharing({.seed = seed, .operators = 5 + seed % 30, .streams = 1 + seed % 5});
    const Conflicts conflicts = Conflicts::compute(g).value();
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    std::vector<std::uint64_t> bits((g.tensor_count() + 63) / 64);
    for (std::size_t i = 0; i < g.tensor_count(); ++i) {
      conflicts.unsafe_row(TensorId(i), bits);
      for (std::size_t j = i + 1; j < g.tensor_count(); ++j) {
        const bool unsafe = conflicts.unsafe(TensorId(i), TensorId(j));
        REQUIRE_EQ(unsafe, (bits[j / 64] >> (j % 64) & 1) != 0);
        if (unsafe) pairs.emplace_back(i, j);
        const Explanation explanation = explain(g, conflicts, TensorId(i), TensorId(j));
        REQUIRE_EQ(explanation.safe, !unsafe);
        REQUIRE_EQ(explanation.same_bytes, g.owner(TensorId(i)) == g.owner(TensorId(j)));
      }
    }
    INFO("seed ", seed);
    REQUIRE(pairs == unsafe_pairs_by_definition(g));
    REQUIRE_EQ(conflicts.unsafe_pair_count(), pairs.size());
  }
}

TEST_CASE("bytes that no operator begins are taken for longer, never for less") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Graph g =
        random_sharing({.seed = seed, .operators = 5 + seed % 20, .streams = 1 + seed % 5, .strange = true});
    const Conflicts conflicts = Conflicts::compute(g).value();
    for (const auto& [i, j] : unsafe_pairs_by_definition(g)) REQUIRE(conflicts.unsafe(TensorId(i), TensorId(j)));
  }
  // What consumes the whole waits for its producer all the same: a is over before b.
  const Graph g = graph_of("op p @0 c @1 q @2; t a 8 : - -> p; t x 8 : p -> c; t v 4 : q ->; t b 8 : c ->; view v x");
  REQUIRE(!Conflicts::compute(g).value().unsafe(TensorId(0), TensorId(3)));
}

/// b makes y in the bytes of x, and c waits for it: v is over by then, so that w may have its bytes.
TEST_CASE("what reads an output over its input waits for its operator") {
  const std::string sizes = "t y 8 : b -> c; t x 8 : a -> b; t v 100 : a -> b; t w 100 : c -> e; ";
  REQUIRE_EQ(footprint_of(graph_of("op a @0 b @1 c e @2; " + sizes + "must y x")).count, 108);
}

/// The steps are those of the plan that is made: of blocks in which outputs lie over inputs, where that is smaller.
TEST_CASE("steps show permissions as they are used") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    INFO("seed ", seed);
    const Graph g = random_sharing({.seed = 40 + seed, .operators = 12, .streams = 1 + seed % 3});
    const auto graph = std::make_shared<const Graph>(g);
    const auto conflicts = std::make_shared<const Conflicts>(Conflicts::compute(g).value());
    const LayoutStrategy* strategy = find_layout_strategy("so.size.first");
    const Recording recording = Recording::make(*strategy, graph, conflicts).value();
    Bytes shown;
    for (TensorId t : recording.graph().tensors())
      if (recording.graph().size(t) > Bytes{0})
        shown = std::max(shown, recording.offsets()[t.index()] + recording.graph().size(t) - Offset{});
    REQUIRE_EQ(shown, plans_of(g, true, {1}, {strategy}).best().footprint);
  }
}

TEST_CASE("many permissions are chosen in a moment") {
  Graph plain = random_graph({.seed = 9, .operators = 20'000, .streams = 8, .window = 40, .plain = true});
  Graph::Data data = plain.data();
  for (TensorId t : plain.tensors()) {
    const OperatorId maker = plain.producer(t);
    for (TensorId x : plain.inputs(maker))
      if (plain.producer(x) != maker && data.in_place.size() < 60'000) data.in_place.push_back({t, x});
  }
  const Graph g(std::move(data));
  const Sharing sharing = share(g, {64}, true).value();
  REQUIRE(sharing.in_place.has_value());
  REQUIRE(sharing.in_place->merged > 1000);
}
