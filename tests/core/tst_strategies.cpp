// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/strategies.h"
#include "tests/support/core_test.h"
#include "tests/support/description.h"
#include "tests/support/reference_plan.h"

namespace {

using Strategies = std::vector<const LayoutStrategy*>;

Strategies all_live() {
  Strategies out;
  for (const LayoutStrategy& row : live_strategies()) out.push_back(&row);
  return out;
}

/// Every plan is valid, says its own footprint, and is no smaller than the bound.
void check_all(const Graph& graph, std::int64_t alignment, const Strategies& strategies) {
  const PlanningCase c(graph, alignment);
  for (const StrategyResult& result :
       test::run_strategies(strategies, c.problem, Task::with_time_limit(60), {}, {.iterations = 500})) {
    INFO(graph.name(), " ", result.strategy->id);
    REQUIRE_EQ(result.plan.has_value(), refusal(*result.strategy, c.problem).empty());
    if (!result.plan) continue;
    REQUIRE_EQ(plan_faults(graph, *result.plan), "");
    REQUIRE(result.plan->footprint >= quick_bounds(c.problem).lifetime.bytes);
  }
}

}  // namespace

/// What another program claims is believed only as far as no plan speaks against it.
TEST_CASE("a false proof is refuted") {
  const auto result = [](const char* id, std::int64_t footprint, std::int64_t bound) {
    Plan plan;
    plan.strategy = id, plan.footprint = {footprint}, plan.lower_bound = {bound};
    return StrategyResult{find_layout_strategy(id), plan};
  };
  std::vector<StrategyResult> results = {result("mip", 433, 433), result("llfb", 408, 0), result("search", 409, 408)};
  reject_false_bounds(results);
  REQUIRE((!results[0].plan && results[1].plan && results[2].plan));
  REQUIRE_EQ(results[0].plan.error().text(), says("mip 408"));
}

TEST_CASE("the table") {
  const auto all = layout_strategies(), live = live_strategies();
  REQUIRE(std::ranges::equal(all.first(live.size()), live, {}, &LayoutStrategy::id, &LayoutStrategy::id));
  REQUIRE(std::ranges::none_of(all.subspan(live.size()), &LayoutStrategy::live));
  std::set<std::string_view> ids;
  std::size_t standard = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    REQUIRE_EQ(find_layout_strategy(all[k].id), &all[k]);
    REQUIRE((!all[k].title.empty() && !all[k].description.empty() && !all[k].source.empty()));
    ids.insert(all[k].id);
    if (all[k].standard) REQUIRE_EQ(k, standard++);  // these come first
  }
  REQUIRE_EQ(ids.size(), all.size());
  REQUIRE_EQ(standard, 10u);
  REQUIRE_EQ(somas_strategies().size(), 16u);
  for (const char* id : {"so.breadth.best", "so.unsafe.first", "mo.size.best", "mo.size.first"})
    REQUIRE((find_layout_strategy(id) != nullptr && find_layout_strategy(id)->standard));
  REQUIRE(!find_layout_strategy("mo.source.best")->standard);
  REQUIRE_EQ(find_layout_strategy("so.size"), nullptr);
}

/// MemoMalloc lists its five strategies in chapter 1, section 3; chapter 5 is on related work.
TEST_CASE("memomalloc is cited where it lists strategies") {
  std::set<std::string_view> citing;
  for (const LayoutStrategy& row : layout_strategies()) {
    const std::size_t at = row.source.find("MemoMalloc");
    if (at == std::string_view::npos) continue;
    REQUIRE_MESSAGE(row.source.substr(at).starts_with("MemoMalloc, chapter 1, section 3"), row.source.data());
    citing.insert(row.id);
  }
  for (const char* id : {"bump", "mip", "gergov", "greedy-by-size", "mincost-flow"})
    REQUIRE_MESSAGE(citing.contains(id), id);
}

/// What a strategy says of its limits is what it refuses by, with its reason.
TEST_CASE("limits are refusals") {
  LayoutStrategy row = *find_layout_strategy("bump");
  REQUIRE_EQ(row.limits.text(), "");
  const auto refused = [&](const Graph& g, Limits limits) {
    row.limits = limits;
    const PlanningCase c(g);
    const auto plan = make_plan(row, c.problem);
    if (!plan && plan.error().text() != refusal(row, c.problem)) return std::string("another reason");
    return plan ? std::string() : plan.error().text();
  };
  const Graph one = random_graph({.operators = 30, .streams = 1});
  const Graph many = random_graph({.operators = 60, .streams = 3, .groups = 2, .syncs = 1});
  REQUIRE(many.group_count() > 0);
  REQUIRE_EQ(refused(many, {}), "");
  REQUIRE_EQ(refused(one, {.single_stream = true, .no_groups = true, .most_tensors = one.tensor_count()}), "");
  REQUIRE_EQ(refused(many, {.single_stream = true}), says("bump stream"));
  REQUIRE_EQ(refused(many, {.no_groups = true}), says("bump groups"));
  REQUIRE_EQ(refused(one, {.most_tensors = 7}), says("bump 7"));
  REQUIRE_EQ(refused(one, {.most_pairs = 9}), says("bump 9"));
  Graph::Data data = one.data();
  data.tensor_alignment.assign(one.tensor_count(), 4);
  row.limits = {.no_own_alignment = true};
  for (const std::int64_t alignment : {8, 6})  // each multiple of 8 is one of 4
    REQUIRE_EQ(refusal(row, PlanningCase(Graph(data), alignment).problem),
               says(alignment == 8 ? "" : "bump alignment"));
  REQUIRE_EQ((Limits{.single_stream = true, .no_groups = true, .most_tensors = 12345, .most_pairs = 6789}).text(),
             says("stream groups 12,345 6,789"));
}

/// The same plans on all cores as one by one, in the order asked; each is told once, progress ends at 1.
TEST_CASE("runs on all cores") {
  const PlanningCase c(random_graph({.seed = 11, .operators = 400, .streams = 5, .window = 60, .groups = 9}), 16);
  const auto asked = all_live();
  std::multiset<std::string_view> told;
  std::vector<double> progress;
  Task task;
  task.progress = [&](double fraction) { progress.push_back(fraction); };
  const auto results =
      test::run_strategies(asked, c.problem, task, [&](const StrategyResult& r) { told.insert(r.strategy->id); });
  REQUIRE_EQ(results.size(), asked.size());
  REQUIRE_EQ(told.size(), asked.size());
  REQUIRE(std::ranges::is_sorted(progress));
  REQUIRE_EQ(progress.back(), 1.0);
  for (std::size_t k = 0; k < asked.size(); ++k) {
    REQUIRE_EQ(results[k].strategy, asked[k]);
    REQUIRE_EQ(told.count(asked[k]->id), 1u);
    const Plan alone = c.plan(*asked[k]);
    REQUIRE(results[k].plan->offsets == alone.offsets);
    REQUIRE_EQ(results[k].plan->footprint, alone.footprint);
    REQUIRE_EQ(alone.strategy, std::string(asked[k]->id));
    REQUIRE_EQ(alone.alignment.count, 16);
  }
}

TEST_CASE("strategies that take what time there is come last") {
  const WorkerLimit one(1);
  std::vector<const LayoutStrategy*> asked;
  for (const char* id : {"search", "mip", "nnc", "so.size.best"}) asked.push_back(find_layout_strategy(id));
  std::vector<std::string_view> begun;
  const auto results = run_each(asked, {}, {}, [&](const LayoutStrategy& strategy, const Task&) -> Result<Plan> {
    begun.push_back(strategy.id);
    return Plan{};
  });
  REQUIRE_EQ(begun, std::vector<std::string_view>{"so.size.best", "nnc", "mip", "search"});
  for (std::size_t k = 0; k < asked.size(); ++k) REQUIRE_EQ(results[k].strategy, asked[k]);
}

TEST_CASE("every plan is valid") {
  for (std::uint64_t seed = 0; seed < 60; ++seed)
    check_all(random_graph({.seed = seed,
                            .operators = 20 + 10 * seed,
                            .streams = 1 + seed % 12,
                            .fan = 1 + seed % 4,
                            .window = 3 + seed * 2,
                            .groups = seed % 30,
                            .syncs = seed}),
              std::int64_t{1} << (seed % 3 * 4), seed < 12 ? strategies_without_solver() : all_live());
  // Streams that hardly ever wait for each other: nearly every pair is unsafe.
  check_all(random_graph({.seed = 5, .operators = 600, .streams = 40, .fan = 1, .window = 2, .syncs = 0}), 1,
            all_live());
}

/// Valid by the definition, whatever the streams, groups and alignments; or refused, with the reason.
TEST_CASE("quick plans are valid on thousands of graphs") {
  Strategies quick = all_live();
  for (const char* id : {"greedy-by-size", "llfb", "gergov", "mincost-flow", "bump", "bump.reset", "linear-scan"})
    quick.push_back(find_layout_strategy(id));
  std::size_t planned = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < rounds(2000); ++seed) {
    const Graph graph = varied_graph(seed, 5 + seed % 30, seed % 4 == 0 ? 1 : 1 + seed % (seed % 10 == 1 ? 40 : 6),
                                     seed % 5 < 2 ? 0 : seed % 5);
    const std::int64_t alignment = seed % 3 == 0 ? 64 : 1;
    const PlanningCase c(seed % 7 == 3 ? with_alignments(graph, seed, {3, 8, 100}) : graph, alignment);
    const auto pairs = unsafe_pairs_by_definition(c.graph);
    for (const LayoutStrategy* strategy : quick) {
      const auto plan = make_plan(*strategy, c.problem);
      INFO(strategy->id, ", seed ", seed);
      REQUIRE_EQ(plan.has_value(), refusal(*strategy, c.problem).empty());
      ++(plan ? planned : refused);
      if (plan) REQUIRE_EQ(count_faults(c.graph, pairs, plan->offsets, alignment), std::size_t{0});
    }
  }
  REQUIRE(planned > met(8000));
  REQUIRE(refused > met(1000));
}

/// They lie end to end like any other group.
TEST_CASE("groups that nobody uses") {
  const Graph alone = graph_of("op n @0\nt a 7 : - ->\nt b 9 : - ->\ngroup a b");
  for (const StrategyResult& result : run_strategies(strategies_without_solver(), PlanningCase(alone).problem))
    if (result.plan) REQUIRE_EQ(result.plan->footprint.count, 16);  // a, then b
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph live = random_graph({.seed = seed, .operators = 20, .streams = 1 + seed % 3, .groups = 2});
    Description d(live);
    for (std::size_t k = 0; k < 6; ++k) {
      Description::Tensor& unused = d.tensors.emplace_back();
      unused.name = "unused " + std::to_string(k);
      unused.size = static_cast<std::int64_t>(1 + (seed * 7 + k * 5) % 40);
      if (k % 3 == 0) d.groups.emplace_back();  // two groups of three
      d.groups.back().push_back(unused.name);
    }
    const Graph graph = d.build();
    for (const std::int64_t alignment : {1, 16}) check_all(graph, alignment, strategies_without_solver());
  }
}

/// ```
///   28              EEEEEEE
///   16  .   BBBBBBB EEEEEEE
///   10  AAAAAAA DDD EEEEEEE
///    8  AAAAAAA CCCCCCC
///        0   1   2   3   4
/// ```
TEST_CASE("linear scan takes the smallest gap, else the top") {
  const PlanningCase c(intervals({{"A", 10, 0, 2}, {"B", 6, 1, 3}, {"C", 8, 2, 4}, {"D", 2, 2, 3}, {"E", 20, 3, 5}}));
  const Plan plan = c.plan(kLinearScan);
  REQUIRE_EQ(numbers(plan.offsets), (std::vector<std::int64_t>{0, 10, 0, 8, 8}));
  REQUIRE_EQ(plan.footprint, Bytes{28});
  // Bytes that another stream may still need are not given away.
  const std::string apart = "op a b @0 c d @1\nt x 100 : a -> b\nt y 10 : c -> d";
  REQUIRE_EQ(PlanningCase(graph_of(apart)).plan(kLinearScan).footprint, Bytes{110});
  REQUIRE_EQ(PlanningCase(graph_of(apart + "\nsync b c")).plan(kLinearScan).footprint, Bytes{100});
  // What no tensor may meet later still meets what is there at the same time, however many streams there are.
  std::string wide = "op u\nt x 8 : - -> u\nt y 8 : - -> u\n";
  for (int k = 1; k <= 60; ++k) wide += text("op o", k, " @", k, "\nt t", k, " 8 : o", k, " -> !\nsync u o", k, "\n");
  check_all(graph_of(wide), 1, {&kLinearScan});
}
