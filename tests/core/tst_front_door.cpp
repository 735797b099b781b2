// SPDX-License-Identifier: Apache-2.0
#include <atomic>

#include "core/formats/document.h"
#include "core/papers/tables.h"
#include "core/planning/graph_plans.h"
#include "core/stowage.h"
#include "tests/support/core_test.h"
#include "tests/support/fake_program.h"
#include "tests/support/sharing.h"

/// The library as another program uses it: from a file to a plan in a file.
struct FrontDoorFixture {
  test::TemporaryFolder folder_;
  [[nodiscard]] std::string file(const char* name) const { return folder_.file(name); }
};

/// The figure's least footprint is published (algorithms of the SOMAS paper): 1664 bytes.
TEST_CASE_FIXTURE(FrontDoorFixture, "from a file to a plan") {
  const auto graph = must(load_graph(STOWAGE_SOURCE_DIR "/samples/somas_figure_7.stowage.json"));
  const Plan plan = must(plan_graph(graph));
  REQUIRE_EQ(plan.footprint.count, 1664);
  REQUIRE(plan.proved_optimal);
  REQUIRE(check_plan(graph, plan)->valid());
  REQUIRE(save_plan(graph, plan, file("plan.json.gz")).has_value());
  const Plan again = must(load_plan(file("plan.json.gz"), graph));
  REQUIRE_EQ(again.footprint.count, plan.footprint.count);
  REQUIRE(std::ranges::equal(again.offsets, plan.offsets));
  REQUIRE(again.proved_optimal);
}

/// The best of those that are asked for, and never better than the bound.
TEST_CASE_FIXTURE(FrontDoorFixture, "strategies orders and alignments") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 20, .streams = 1 + seed % 3, .fan = 2});
    PlanRequest request{.alignment = {static_cast<std::int64_t>(1 + seed % 7)}, .plan_when_stopped = seed % 2 == 0};
    for (const char* id : {"so.size.best", "bump", "auto"}) request.strategies.push_back(find_layout_strategy(id));
    if (seed % 3 == 0) request.order = find_order_strategy("lescea");
    const auto plans = must(make_plans(graph, request));
    REQUIRE_EQ(plans.results.size(), std::size_t{3});
    const auto best = must(plan_graph(graph, request));
    for (const StrategyResult& result : plans.results) {
      REQUIRE(result.plan.has_value());
      REQUIRE(check_plan(graph, *result.plan)->valid());
      REQUIRE(result.plan->footprint >= best.footprint);
      REQUIRE(result.plan->lower_bound <= best.footprint);
      REQUIRE_EQ(result.plan->proved_optimal, result.plan->footprint == result.plan->lower_bound);
    }
  }
}

/// A strategy whose plan is not safe is told with its reason, whatever it claims; no such plan is preferred, or given.
TEST_CASE_FIXTURE(FrontDoorFixture, "an unsafe plan is the fault of its strategy") {
  LayoutStrategy unsafe = *find_layout_strategy("bump");
  unsafe.id = "unsafe", unsafe.improves = true;
  unsafe.run = [](const LayoutProblem& problem, const auto&, const auto&) {
    return Result<Layout>(Layout{std::vector<Offset>(problem.sizes().size()), Bytes{8}});
  };
  const Graph apart = graph_of("op a b @0\nt x 8 : a -> b\nt y 8 : a -> b");
  const Graph shared = graph_of("op a b @0\nt x 8 : a -> b\nt y 8 : a -> b\nt z 8 : b ->\nover z x");
  for (const Graph& graph : {apart, shared})
    for (const char* order : {"given", "lescea"}) {
      PlanRequest request{.order = find_order_strategy(order)};
      for (const bool quick : {false, true}) {
        request.strategies = {&unsafe};
        if (!quick) request.strategies.push_back(find_layout_strategy("bump"));
        const GraphPlans plans = must(make_plans(graph, request));
        REQUIRE_EQ(plans.results.size(), std::size_t{2});
        REQUIRE_EQ(plans.results[0].plan.error().kind, Error::Kind::external);
        REQUIRE_EQ(plans.results[0].plan.error().text(), says("unsafe \"x\" \"y\" overlap"));
        REQUIRE(plans.best().strategy != "unsafe");
        REQUIRE(check_plan(graph, plans.best())->valid());
        if (quick) REQUIRE_EQ(plans.best().remark, says("unsafe"));
      }
    }
}

/// All that info proves, though the strategy uses up the time: after it every look at the clock comes too late.
TEST_CASE_FIXTURE(FrontDoorFixture, "the bound does not come last") {
  static std::atomic<std::int64_t> late;
  late = 0;
  LayoutStrategy slow = *find_layout_strategy("bump");
  slow.id = "slow", slow.improves = true;
  slow.run = [](const LayoutProblem& problem, const PlanOptions& options, const auto&) {
    auto layout = find_layout_strategy("bump")->run(problem, options, {});
    late = 1;
    return layout;
  };
  const Graph graph = random_graph({.seed = 1, .operators = 400, .streams = 8, .fan = 2, .window = 60, .syncs = 40});
  const Bounds known = all_bounds(graph, {1}).value();
  REQUIRE(known.lifetime.bytes < known.best());
  Task task;
  task.clock = [start = Task::Clock::now()] { return late == 0 ? start : start + std::chrono::seconds(20 * late++); };
  const auto plans = must(make_plans(graph, {.strategies = {&slow}, .alignment = {1}}, task.limited_to(40)));
  REQUIRE_EQ(plans.lower_bound, known.best());
  REQUIRE(!plans.best().bound_tensors.empty());
}

/// In its place stands a quick plan.
TEST_CASE_FIXTURE(FrontDoorFixture, "a solver that crashes leaves a plan") {
  const FakePrograms programs;
  const auto graph = load_graph(STOWAGE_SOURCE_DIR "/samples/somas_figure_6.stowage.json").value();
  for (const char* script : {"kill -SEGV $$", "exit 3"}) {
    const PlanRequest request{.strategies = {find_layout_strategy("mip")},
                              .options = {.solver = programs.make("cbc", script)}};
    const auto plans = must(make_plans(graph, request));
    REQUIRE_EQ(plans.results.front().plan.error().kind, Error::Kind::external);
    REQUIRE(check_plan(graph, plans.best())->valid());
    REQUIRE_EQ(replaced(plans.best().remark, programs.file(""), ""), says("cbc"));
    REQUIRE_EQ(plan_graph(graph, request)->offsets, plans.best().offsets);
  }
}

/// Its certificate, or trying all smaller plans, tells what is proved of a plan in a file.
TEST_CASE_FIXTURE(FrontDoorFixture, "claims of a plan file are not believed") {
  const std::string path = file("p.plan.json");
  const auto read_again = [&](const Graph& graph, const Plan& plan) {
    REQUIRE(save_plan(graph, plan, path));
    return load_plan(path, graph).value();
  };
  const auto graph = load_graph(STOWAGE_SOURCE_DIR "/samples/somas_figure_6.stowage.json").value();
  Plan plan = plan_graph(graph, {.strategies = {find_layout_strategy("bump")}}).value();
  REQUIRE(plan.lower_bound < plan.footprint);
  const Bytes proved = plan.lower_bound;
  REQUIRE_EQ(read_again(graph, plan).lower_bound, proved);
  plan.lower_bound = plan.footprint;
  plan.proved_optimal = true;
  REQUIRE_EQ(read_again(graph, plan).lower_bound, proved);
  REQUIRE(!read_again(graph, plan).proved_optimal);
  REQUIRE_EQ(check_plan(graph, plan)->bound.verdict, ClaimedBound::Verdict::refuted);
  REQUIRE(!check_plan(graph, plan)->proved_optimal);
  plan.bound_tensors.clear();
  REQUIRE_EQ(read_again(graph, plan).lower_bound, Bytes{});
  const auto other = load_graph(STOWAGE_SOURCE_DIR "/samples/somas_figure_2.stowage.json").value();
  Plan best = plan_graph(other).value();
  REQUIRE(best.proved_optimal);
  REQUIRE(read_again(other, best).proved_optimal);
  REQUIRE_EQ(check_plan(other, best)->bound.verdict, ClaimedBound::Verdict::certified);
  best.bound_tensors.clear();
  REQUIRE(read_again(other, best).proved_optimal);
  REQUIRE_EQ(check_plan(other, best)->bound.verdict, ClaimedBound::Verdict::tried_all);
  std::ranges::fill(best.offsets, Offset{});  // as small, and unsafe
  REQUIRE(!read_again(other, best).proved_optimal);
}

/// Whatever is asked for, in whichever order: no larger than the plan to start from, and of equal ones that plan.
TEST_CASE_FIXTURE(FrontDoorFixture, "plans from a plan") {
  std::size_t smaller = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Graph graph = random_graph(
        {.seed = seed, .operators = 24, .streams = 1 + seed % 3, .fan = 3, .groups = seed % 4, .syncs = seed % 5});
    const Bytes alignment{static_cast<std::int64_t>(1 + seed % 7)};
    PlanRequest request{.strategies = {find_layout_strategy(seed % 2 == 0 ? "bump" : "so.size.best")},
                        .alignment = alignment};
    Plan from = plan_graph(graph, request).value();
    // Not where planners put tensors: all a little higher.
    if (seed % 3 == 0) {
      for (Offset& at : from.offsets) at = at + alignment;
      from.footprint = from.footprint + alignment;
    }
    REQUIRE(check_plan(graph, from)->valid());
    for (const char* id : {"so.source.first", "auto", "search"}) {
      INFO("seed ", seed, " ", id);
      PlanRequest next{
          .strategies = {find_layout_strategy(id)}, .alignment = alignment, .options = {.iterations = 9'000}};
      next.from = &from;
      if (seed % 5 == 0) next.order = find_order_strategy("lescea");
      const auto plans = must(make_plans(graph, next));
      const Plan& best = plans.best();
      REQUIRE(best.footprint <= from.footprint);
      REQUIRE(check_plan(graph, best)->valid());
      if (best.footprint == from.footprint && plans.started_from() != nullptr)
        REQUIRE(std::ranges::equal(best.offsets, from.offsets));
      // A plan in another order starts the next one in that order.
      const auto again =
          plan_graph(graph, {.strategies = {find_layout_strategy("bump")}, .alignment = alignment, .from = &best});
      REQUIRE(again->footprint <= best.footprint);
      REQUIRE(check_plan(graph, *again)->valid());
      smaller += best.footprint < from.footprint ? 1 : 0;
    }
  }
  REQUIRE(smaller > 0);
}

/// A new version of a graph has tensors that the plan does not know; the others stay, as they hold there.
TEST_CASE("plans from the rest of a plan") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Graph graph =
        seed % 2 == 0 ? random_sharing({.seed = seed})
                      : random_graph({.seed = seed, .operators = 24, .streams = 1 + seed % 3, .groups = seed % 4});
    INFO("seed ", seed);
    Plan from = plan_graph(graph, {.strategies = {find_layout_strategy("bump")}, .alignment = {4}}).value();
    for (std::size_t t = seed % 3; t < from.offsets.size(); t += 3) from.offsets[t] = kNotPlaced;
    PlanRequest request{.alignment = {4}, .options = {.iterations = 1'000}, .from = &from, .from_in_part = true};
    const auto plans = must(make_plans(graph, request));
    REQUIRE_EQ(plans.results.front().moved, Bytes{});
    for (const StrategyResult& result : plans.results) REQUIRE_EQ(plan_faults(graph, *result.plan), "");
    REQUIRE(plans.best().footprint <= plans.started_from()->footprint);
    // At another alignment, and where all would lie on each other, some have to move.
    request.alignment = {64};
    std::ranges::fill(from.offsets, Offset{});
    const auto moved = must(make_plans(graph, request));
    REQUIRE(moved.results.front().moved > Bytes{});
    for (const StrategyResult& result : moved.results) REQUIRE_EQ(plan_faults(graph, *result.plan), "");
  }
}

/// As the docstring of the front door has it.
TEST_CASE_FIXTURE(FrontDoorFixture, "a plan file of another version") {
  const Graph before = graph_of("op a b c; t x 8 : a -> c; t gone 4 : a -> b");
  const Graph graph = graph_of("op a b c; t new 2 : a -> b; t x 8 : a -> c");
  REQUIRE(save_plan(before, plan_at(before, {4, 0}), file("old.plan.json")));
  const auto old = load_plan_in_part(file("old.plan.json"), graph);
  REQUIRE((must(old).lacking == 1 && old->extra == 1));
  const auto plan = plan_graph(graph, {.from = &old->plan, .from_in_part = true});
  REQUIRE_EQ(must(plan).footprint, Bytes{10});
  REQUIRE_EQ(error_of(load_plan_in_part(file("old.plan.json"), graph_of("op a; t y 1 : a"))).kind,
             Error::Kind::bad_input);
}

/// big and x need 108 bytes before y is made: y may as well lie elsewhere than over x.
TEST_CASE("permissions that save nothing are not used") {
  const Graph graph = graph_of("op a b; t x 8 : a -> b; t y 8 : b ->; t big 100 : a -> a; over y x");
  const Plan plan = must(plan_graph(graph));
  REQUIRE_EQ(plan.footprint, Bytes{108});
  REQUIRE(plan.offsets[0] != plan.offsets[1]);
}

TEST_CASE("of equal plans the one that moves less") {
  GraphPlans plans;
  for (const auto& [id, moved] : {std::pair("bump", 8), std::pair("auto", 0)}) {
    plans.results.push_back({find_layout_strategy(id), Plan(), 0, Bytes{moved}});
    plans.results.back().plan->strategy = id;
  }
  REQUIRE_EQ(plans.best().strategy, "auto");
}

/// w ends at 4 + 8 where 8 bytes are rounded up: a plan is adopted by the end of views, too.
TEST_CASE("a plan whose highest end is that of a view can be started from") {
  const Graph graph = graph_of("op a v b; t x 8 : a -> v b; t w 1 : v -> b; view w x 4");
  const Plan from = must(plan_graph(graph, {.alignment = {8}}));
  REQUIRE_EQ(from.footprint, Bytes{12});
  REQUIRE(must(make_plans(graph, {.alignment = {8}, .from = &from})).started_from() != nullptr);
}

/// 10 bytes above 100 keep their place where the 100 are free; b goes into the hole below.
TEST_CASE_FIXTURE(FrontDoorFixture, "of smaller plans the nearest") {
  const Graph graph = intervals({{"a", 100, 0, 9}, {"b", 50, 0, 9}, {"c", 40, 0, 9}});
  const Plan from = plan_at(graph, {150, 0, 60});
  const auto plans = make_plans(graph, {.from = &from});
  REQUIRE_EQ(plans->best().footprint.count, 190);
  // The least moves c alone: 40 bytes, or c and a: b at 0 may stay.
  REQUIRE_EQ(plans->best().offsets[1], Offset{0});
}

TEST_CASE_FIXTURE(FrontDoorFixture, "no plan starts from one that does not hold") {
  const Graph graph = intervals({{"a", 100, 0, 9}, {"b", 50, 0, 9}});
  for (const Plan& from : {plan_at(graph, {0, 10}), Plan()}) {
    const auto plans = make_plans(graph, {.from = &from});
    REQUIRE_EQ(plans->started_from(), nullptr);
    REQUIRE_EQ(plans->best().footprint.count, 150);
  }
}

/// Stopped before it began: nothing, or what a quick planner makes.
TEST_CASE_FIXTURE(FrontDoorFixture, "stopped at once") {
  const Graph graph = random_graph({.seed = 1, .operators = 50, .streams = 2});
  const Task task = cancelled_task();
  REQUIRE_EQ(error_of(plan_graph(graph, {}, task)).kind, Error::Kind::cancelled);
  const auto quick = plan_graph(graph, {.plan_when_stopped = true}, task);
  REQUIRE((quick && check_plan(graph, *quick)->valid()));
}

/// The file says that its runtime rounds up to 16 bytes: so does the plan that nobody asked more of.
TEST_CASE_FIXTURE(FrontDoorFixture, "the alignment of the file") {
  const auto graph = load_graph(STOWAGE_SOURCE_DIR "/samples/tiny_program.pte");
  REQUIRE_EQ(graph->graph->alignment(), Bytes{16});
  REQUIRE_EQ(plan_graph(*graph)->alignment, Bytes{16});
  REQUIRE_EQ(plan_graph(*graph, {.alignment = {64}})->alignment, Bytes{64});
}

/// What the reader assumed comes with the graph.
TEST_CASE_FIXTURE(FrontDoorFixture, "warnings of the reader") {
  REQUIRE(load_graph(STOWAGE_SOURCE_DIR "/samples/somas_figure_7.stowage.json")->warnings.empty());
  // `use` stands before `make`, which makes its input.
  std::ofstream(file("turned.json")) << R"({"format": "stowage-graph", "version": 1,
    "nodes": [{"id": "use"}, {"id": "make"}],
    "tensors": [{"id": "x", "size": 8, "producer": "make", "consumers": ["use"]}]})";
  const LoadedGraph turned = must(load_graph(file("turned.json")));
  REQUIRE_EQ(turned.warnings.size(), std::size_t{1});
  REQUIRE_EQ(turned.warnings[0].file, file("turned.json"));
  REQUIRE_EQ(plan_graph(turned)->footprint, Bytes{8});
}

/// An error says what happened.
TEST_CASE_FIXTURE(FrontDoorFixture, "kinds of errors") {
  const LoadedGraph loop = must(load_graph(STOWAGE_SOURCE_DIR "/samples/loop_convolution.stowage.json"));
  REQUIRE_EQ(must(plan_graph(loop)).footprint, Bytes{11'584});  // with its body
  const auto missing = load_graph(file("none.json"));
  REQUIRE((!missing && missing.error().kind == Error::Kind::bad_input));
  REQUIRE_EQ(missing.error().faults.at(0).file, file("none.json"));
  const Graph apart = graph_of("op a @0 b @1\nt x 8 : a\nt y 8 : b");
  REQUIRE_EQ(error_of(plan_graph(apart, {.strategies = {find_layout_strategy("llfb")}})).kind,
             Error::Kind::unsupported);
  REQUIRE_EQ(error_of(plan_graph(apart, {.alignment = {-8}})).kind, Error::Kind::bad_input);
}

/// Programs of others plan in many threads at once; under the thread sanitizer this looks for what they share.
TEST_CASE("plans made at once are those made alone") {
  constexpr std::size_t kThreads = 4;
  std::vector<Graph> graphs;
  for (std::uint64_t seed = 1; seed <= 6; ++seed)
    graphs.push_back(random_graph({.seed = seed, .operators = 40, .streams = 1 + seed % 3, .fan = 2}));
  PlanRequest request;
  for (const char* id : {"so.size.best", "mo.breadth.first", "greedy-by-size", "search", "auto"})
    request.strategies.push_back(find_layout_strategy(id));
  request.options.iterations = 200;
  const auto offsets = [&](const Graph& graph) {
    const auto plan = plan_graph(graph, request);
    return plan && check_plan(graph, *plan)->valid() ? plan->offsets : std::vector<Offset>();
  };
  std::vector<std::vector<Offset>> alone;
  for (const Graph& graph : graphs) alone.push_back(offsets(graph));
  std::vector<std::size_t> equal(kThreads);
  {
    std::vector<std::jthread> threads;
    for (std::size_t k = 0; k < kThreads; ++k)
      threads.emplace_back([&, k] {  // each begins with another graph
        for (std::size_t g = 0; g < graphs.size(); ++g) {
          const std::size_t at = (g + k) % graphs.size();
          equal[k] += !alone[at].empty() && std::ranges::equal(offsets(graphs[at]), alone[at]) ? 1 : 0;
        }
      });
  }
  for (const std::size_t count : equal) REQUIRE_EQ(count, graphs.size());
}
