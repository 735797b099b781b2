// SPDX-License-Identifier: Apache-2.0

#include "core/layout/engine/place_in_order.h"
#include "core/layout/search/auto.h"
#include "core/layout/search/plan_peak.h"
#include "core/layout/search/portfolio.h"
#include "core/layout/strategies/strategies.h"
#include "core/order/order.h"
#include "tests/support/core_test.h"
#include "tests/support/results.h"
#include "tests/support/zoo.h"

namespace {

Graph graph_number(std::uint64_t seed) {
  const Graph g = varied_graph(seed, 10 + seed * 3, 1 + seed % 5, seed % 6);
  return seed % 4 == 3 ? with_alignments(g, seed, {1, 8, 24}) : g;
}

}  // namespace

TEST_CASE_FIXTURE(WorkerLimit, "reusable bytes are those of safe tensors at the peak") {
  for (std::uint64_t seed = 0; seed < rounds(60); ++seed) {
    const Graph g = graph_number(seed);
    const PlanningCase c(g, 4);
    const LayoutProblem& problem = c.problem;
    const std::uint32_t peak = quick_bounds(problem).peak_step;
    const auto bytes = reusable_peak_bytes(problem);
    for (TensorId t : g.tensors()) {
      std::int64_t expected = 0;
      for (TensorId p : g.tensors()) {
        const Lifetime life = problem.lifetimes()[p.index()];
        if (p != t && life.begin <= peak && peak < life.end && problem.occupies(t) && problem.occupies(p) &&
            !c.conflicts.unsafe(t, p))
          expected += problem.sizes()[p.index()].count;
      }
      REQUIRE_EQ(bytes[t.index()], expected);
    }
    auto order = peak_reuse_order(problem);
    std::ranges::sort(order);
    REQUIRE_EQ(order.size(), problem.block_count());
    for (std::uint32_t b = 0; b < order.size(); ++b) REQUIRE_EQ(order[b], b);
  }
}

/// Valid, the best of all it runs, in the order of the portfolio, or better; on one thread and on several the same.
TEST_CASE_FIXTURE(WorkerLimit, "is the first of the best") {
  for (std::uint64_t seed = 0; seed < rounds(24); ++seed) {
    const Graph g = graph_number(seed);
    const PlanningCase c(g, seed % 2 == 0 ? 1 : 16);
    const LayoutProblem& problem = c.problem;
    std::vector<std::vector<Offset>> plans{c.plan(kGreedyBySize).offsets,
                                           place_in_order(problem, peak_reuse_order(problem), Fit::best, {}).value()};
    if (refusal(kLlfb, problem).empty())
      for (double share : {0.95, 0.9}) plans.push_back(plan_peak_first(problem, share).value());
    for (const LayoutStrategy* row : portfolio_rows())
      if (refusal(*row, problem).empty()) plans.push_back(make_plan(*row, problem).value().offsets);
    const auto best = *std::ranges::min_element(
        plans, {}, [&](const std::vector<Offset>& offsets) { return footprint(problem.sizes(), offsets); });
    std::vector<Offset> first;
    for (std::size_t workers : {1, 2, 5}) {
      set_worker_limit(workers);
      const PortfolioPlan portfolio = run_portfolio(c.problem, {}, {}).value();
      REQUIRE(portfolio.offsets == best);
      const Plan plan = c.plan(kAuto);
      if (first.empty()) first = plan.offsets;
      REQUIRE(plan.offsets == first);
      REQUIRE(plan.footprint <= portfolio.footprint);
      if (plan.footprint == portfolio.footprint) REQUIRE(plan.offsets == best);
      REQUIRE(plan.lower_bound <= plan.footprint);
      REQUIRE(validate(g, plan)->valid());
      if (plan.footprint > plan.lower_bound) REQUIRE(plan.lower_bound >= heaviest_clique(problem)->bytes);
    }
  }
}

/// What stands in where a planning is cancelled may not be better than a planning that ends. Of these PanGu's plan by
/// Greedy by size is the best of the quick ones.
TEST_CASE_FIXTURE(WorkerLimit, "is no larger than greedy by size") {
  std::vector<Graph> graphs;
  for (std::uint64_t seed = 0; seed < rounds(16); ++seed)
    graphs.push_back(random_graph({.seed = seed,
                                   .operators = 40 + seed * 8,
                                   .streams = 2 + seed % 5,
                                   .window = 10 + seed,
                                   .groups = 1 + seed % 6,
                                   .syncs = seed % 9}));
  for (const char* id : {"alexnet", "pangu_2_6b"}) graphs.push_back(zoo_graph(id, {.streams = 8}));
  for (const Graph& g : graphs) {
    const PlanningCase c(g);
    const Plan plan = c.plan(kAuto), greedy = c.plan(kGreedyBySize);
    REQUIRE(validate(g, plan)->valid());
    REQUIRE_MESSAGE(plan.footprint <= greedy.footprint, g.name());
  }
}

/// What is told comes one at a time; plans get smaller, the bound larger; the last is the answer.
TEST_CASE_FIXTURE(WorkerLimit, "tells how it improves") {
  for (std::uint64_t seed = 20; seed < 20 + rounds(20); ++seed) {
    const Graph g = graph_number(seed);
    const PlanningCase c(g);
    std::vector<Improvement> told;
    PlanOptions options;
    options.improved = [&](const Improvement& improvement) { told.push_back(improvement); };
    const Plan plan = make_plan(kAuto, c.problem, {}, options).value();
    REQUIRE(ends_with(told, plan));
  }
}

/// Who has no time gets the plan of greedy by size; who does not want it any more, none.
TEST_CASE_FIXTURE(WorkerLimit, "has a plan whatever the time") {
  const Graph g = graph_number(30);
  const PlanningCase c(g);
  const Plan plan = make_plan(kAuto, c.problem, Task::with_time_limit(-1)).value();
  REQUIRE(plan.offsets == c.plan(kGreedyBySize).offsets);
  REQUIRE((plan.proved_optimal || contains(plan.remark, "time limit")));
  REQUIRE_EQ(make_plan(kAuto, c.problem, cancelled_task()).error().kind, Error::Kind::cancelled);
}

/// The best so far once one is there: stopped at the first improvement.
TEST_CASE_FIXTURE(WorkerLimit, "stops with the best so far") {
  const Graph g = random_graph({.seed = 2, .operators = 300, .streams = 6, .window = 60, .groups = 9});
  const PlanningCase c(g);
  set_worker_limit(1);
  std::stop_source source;
  PlanOptions options;
  options.improved = [&](const Improvement&) { source.request_stop(); };
  const Plan plan = make_plan(kAuto, c.problem, {source.get_token(), {}, {}}, options).value();
  REQUIRE(validate(g, plan)->valid());
  REQUIRE(plan.offsets == c.plan(kGreedyBySize).offsets);
  REQUIRE(contains(plan.remark, "cancelled"));
}

/// Stopped by the first that is better than the portfolio's: that is the answer, and not said to be all.
TEST_CASE_FIXTURE(WorkerLimit, "stops within the short search") {
  const Graph g = zoo_graph("resnet50", {.batch = 32, .streams = 8});
  const PlanningCase c(g);
  const Bytes before = run_portfolio(c.problem, {}, {}).value().footprint;
  std::stop_source source;
  Bytes told{0};
  PlanOptions options;
  options.improved = [&](const Improvement& improvement) {
    told = improvement.footprint;
    if (told < before) source.request_stop();
  };
  const Plan plan = make_plan(kAuto, c.problem, {source.get_token(), {}, {}}, options).value();
  REQUIRE(plan.footprint < before);
  REQUIRE_EQ(plan.footprint, told);
  REQUIRE(plan.footprint > plan.lower_bound);
  REQUIRE(validate(g, plan)->valid());
  REQUIRE(contains(plan.remark, "cancelled"));
}

/// A short search closes what the quick planners leave: up to 2.7 % of these.
TEST_CASE_FIXTURE(WorkerLimit, "comes close to the bound of networks") {
  const Rows<std::int64_t, std::size_t, std::string, double> rows = {{"resnet50", 1, 1, "roam", 0.0},
                                                                     {"vit_b16", 1, 1, "roam", 0.0},
                                                                     {"efficientnet_b0", 1, 1, "roam", 0.0},
                                                                     {"vgg16", 32, 1, "given", 0.0},
                                                                     {"resnet50", 32, 8, "given", 0.2}};  // with groups
  each_row(rows, [](const std::string& name, std::int64_t batch, std::size_t streams, const std::string& order,
                    double most_percent) {
    const Graph given = zoo_graph(name, {.batch = batch, .streams = streams});
    const Graph g = make_order(*find_order_strategy(order), given).value().graph;
    const PlanningCase c(g);
    const Plan plan = c.plan(kAuto);
    REQUIRE(validate(g, plan)->valid());
    const auto bound = static_cast<double>(heaviest_clique(c.problem)->bytes.count);
    REQUIRE(static_cast<double>(plan.footprint.count) <= bound * (1 + most_percent / 100));
  });
}

/// Orders by what the peak may reuse reach the bound of these, without any search.
TEST_CASE_FIXTURE(WorkerLimit, "meets the bound of real inputs") {
  STOWAGE_NEEDS_SHARED();
  for (const auto& [name, alignment] :
       {std::pair("pangu_2.6B", 1), {"pangu_2.6B", 512}, {"G_1", 1}, {"S_1", 1}, {"S_1", 512}}) {
    CAPTURE(name);
    const PlanningCase c(real_intervals(name), alignment);
    const Plan plan = c.plan(kAuto);
    REQUIRE(validate(c.graph, plan)->valid());
    REQUIRE_EQ(plan.footprint, quick_bounds(c.problem).lifetime.bytes);
    REQUIRE_EQ(plan.lower_bound, plan.footprint);
  }
}

/// Of too many blocks for all planners only four are run without a deadline: the smallest plan, whichever it is.
TEST_CASE_FIXTURE(WorkerLimit, "takes the smallest of four plans of 250,000 blocks") {
  for (const auto& [most_life, workers] : {std::pair(20U, 1), {500U, 2}}) {
    std::mt19937_64 engine(most_life);
    constexpr std::uint32_t kRows = 250'000;
    Intervals rows = drawn_intervals(engine, kRows, kRows, most_life, 4096);
    for (IntervalRow& row : rows) row.size += 63;
    const Graph g = intervals(rows);
    const PlanningCase c(g);
    const Bytes smallest = std::min({c.plan(kGreedyBySize).footprint, c.plan(kLinearScan).footprint,
                                     c.plan("so.size.first").footprint, c.plan("so.source.best").footprint});
    set_worker_limit(workers);
    const PortfolioPlan found = run_portfolio(c.problem, {}, {}).value();
    REQUIRE_EQ(found.footprint, smallest);
    REQUIRE_FALSE(found.incomplete);
    REQUIRE(validate(g, c.plan_at(found.offsets))->valid());
  }
}
