// SPDX-License-Identifier: Apache-2.0

#include "core/graph/claims.h"
#include "core/layout/search/auto.h"
#include "core/layout/search/ejection.h"
#include "core/layout/search/plan_peak.h"
#include "core/layout/strategies/strategies.h"
#include "tests/support/core_test.h"
#include "tests/support/results.h"
#include "tests/support/training_graph.h"

namespace {

/// Small enough to try every plan of it.
Graph small_graph(std::uint64_t seed) {
  const Graph g = random_graph({.seed = seed,
                                .operators = 3 + seed % 6,
                                .streams = 1 + seed % 3,
                                .fan = 1 + seed % 3,
                                .window = 6,
                                .groups = seed % 4,
                                .syncs = seed % 3});
  const Graph sized = with_small_sizes(g, seed, 5);
  return seed % 5 == 4 ? with_alignments(sized, seed, {1, 2, 3}) : sized;
}

Graph hard_graph(std::uint64_t seed, std::size_t operators = 200) {
  return random_graph(
      {.seed = seed, .operators = operators, .streams = 1 + seed % 4, .fan = 3, .window = 40, .groups = seed % 3 * 8});
}

}  // namespace

/// Never below the least footprint; where it says proved, equal to it.
TEST_CASE_FIXTURE(WorkerLimit, "equals the exhaustive optimum") {
  std::size_t proved = 0, graphs = 0;
  for (std::uint64_t seed = 0; seed < rounds(1500); ++seed) {
    const PlanningCase c(small_graph(seed), 1 + static_cast<std::int64_t>(seed % 2));
    if (c.graph.tensor_count() > 9) continue;
    ++graphs;
    const std::int64_t least =
        least_footprint(c.graph, unsafe_pairs_by_definition(c.graph), c.problem.alignment().count);
    const Plan plan = c.plan(kSearch, {}, {.seed = seed, .iterations = 4'000});
    REQUIRE(validate(c.graph, plan)->valid());
    REQUIRE(plan.footprint.count >= least);
    REQUIRE(plan.lower_bound.count <= least);
    if (plan.footprint != plan.lower_bound) continue;
    REQUIRE_EQ(plan.footprint.count, least);
    ++proved;
  }
  REQUIRE(graphs > met(500));
  REQUIRE(proved * 100 >= graphs * 99);
}

/// Valid plans within the capacity, from bad ones; and never a plan where the least footprint is larger.
TEST_CASE_FIXTURE(WorkerLimit, "ejection repairs") {
  std::size_t fits = 0, possible = 0;
  for (std::uint64_t seed = 0; seed < rounds(400); ++seed) {
    const PlanningCase c(small_graph(seed), 1 + static_cast<std::int64_t>(seed % 2));
    if (c.graph.tensor_count() > 9) continue;
    const std::int64_t least =
        least_footprint(c.graph, unsafe_pairs_by_definition(c.graph), c.problem.alignment().count);
    const Plan plan = c.plan("bump");
    for (std::int64_t capacity : {least - 1, least, least + 2}) {
      const auto offsets = repaired(c.problem, plan.offsets, {capacity}, 500);
      possible += capacity >= least ? 1 : 0;
      if (!offsets) continue;
      ++fits;
      const Plan found = c.plan_at(*offsets);
      REQUIRE(validate(c.graph, found)->valid());
      REQUIRE(capacity >= least);
      REQUIRE(found.footprint.count <= capacity);
    }
  }
  REQUIRE(possible > met(200));
  REQUIRE(fits * 10 >= possible * 9);
}

TEST_CASE_FIXTURE(WorkerLimit, "plans the peak first") {
  for (std::uint64_t seed = 0; seed < rounds(300); ++seed) {
    const Graph plain = random_graph({.seed = seed, .operators = 5 + seed % 60, .streams = 1, .fan = 3, .window = 10});
    const PlanningCase c(seed % 3 == 0 ? with_alignments(plain, seed, {1, 8, 48}) : plain, seed % 2 == 0 ? 1 : 16);
    for (double share : {1.0, 0.75, 0.0}) {
      const Plan plan = c.plan_at(plan_peak_first(c.problem, share).value());
      REQUIRE(validate(c.graph, plan)->valid());
      REQUIRE(plan.footprint >= quick_bounds(c.problem).best());
    }
  }
}

TEST_CASE_FIXTURE(WorkerLimit, "same plan on any number of threads") {
  for (std::uint64_t seed = 0; seed < rounds(4); ++seed) {
    const PlanningCase c(hard_graph(seed, 30));
    std::vector<Offset> first;
    for (std::size_t workers : {1, 3}) {
      set_worker_limit(workers);
      const Plan plan = c.plan(kSearch, {}, {.seed = seed, .iterations = 6'000});
      if (first.empty()) first = plan.offsets;
      REQUIRE(plan.offsets == first);
    }
  }
}

/// Valid, no larger than that of the portfolio, told as it improves.
TEST_CASE_FIXTURE(WorkerLimit, "improves step by step") {
  for (std::uint64_t seed = 0; seed < rounds(8); ++seed) {
    const PlanningCase c(hard_graph(seed), seed % 2 == 0 ? 1 : 64);
    std::vector<Improvement> told;
    PlanOptions options{.seed = seed, .iterations = 3'000};
    options.improved = [&](const Improvement& improvement) { told.push_back(improvement); };
    const Plan plan = c.plan(kSearch, {}, options);
    REQUIRE(validate(c.graph, plan)->valid());
    REQUIRE(plan.footprint <= c.plan(kAuto).footprint);
    REQUIRE(plan.lower_bound >= quick_bounds(c.problem).best());
    REQUIRE(ends_with(told, plan));
    const std::string remark = plan.remark;
    REQUIRE((plan.footprint == plan.lower_bound ? remark == optimal_for(c.graph) : remark == says("3,000")));
  }
}

/// From a plan that is given: never to a larger one, and never back to a quick one.
TEST_CASE_FIXTURE(WorkerLimit, "goes on from a plan") {
  int better = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const PlanningCase c(hard_graph(seed), 1 + static_cast<std::int64_t>(seed % 2));
    const Plan quick = c.plan(kLinearScan);
    Bytes last = quick.footprint;
    std::vector<Offset> offsets = quick.offsets;
    for (std::uint64_t turn = 0; turn < 3; ++turn) {
      PlanOptions options{.seed = turn, .iterations = 400, .start = offsets};
      const Bytes before = last;
      options.improved = [&](const Improvement& now) { REQUIRE(now.footprint <= before); };
      const Plan plan = c.plan(kSearch, {}, options);
      REQUIRE(validate(c.graph, plan)->valid());
      REQUIRE(plan.footprint <= last);
      REQUIRE(plan.lower_bound <= plan.footprint);
      if (turn == 0) REQUIRE(make_plan(kSearch, c.problem, {}, options)->offsets == plan.offsets);  // deterministic
      better += plan.footprint < last ? 1 : 0;
      last = plan.footprint;
      offsets = plan.offsets;
    }
  }
  REQUIRE(better >= 6);
}

/// A time limit and a request to stop give the best so far; neither, before there is a plan.
TEST_CASE_FIXTURE(WorkerLimit, "stops") {
  const PlanningCase c(make_training_graph({.layers = 40, .streams = 5}));
  const Plan quick = c.plan(kAuto);
  std::stop_source source;
  PlanOptions options;
  options.improved = [&](const Improvement&) { source.request_stop(); };
  const Plan stopped = make_plan(kSearch, c.problem, {source.get_token(), {}, {}}, options).value();
  REQUIRE(validate(c.graph, stopped)->valid());
  const Plan timed = make_plan(kSearch, c.problem, Task::with_time_limit(0.5)).value();
  REQUIRE(validate(c.graph, timed)->valid());
  REQUIRE((timed.footprint <= quick.footprint || timed.footprint > timed.lower_bound));
  REQUIRE(validate(c.graph, *make_plan(kSearch, c.problem, Task::with_time_limit(-1)))->valid());
  REQUIRE_EQ(make_plan(kSearch, c.problem, {source.get_token(), {}, {}}).error().kind, Error::Kind::cancelled);
}

/// What was cancelled may go on for a moment, and says that it was cancelled, whatever ends that moment.
TEST_CASE_FIXTURE(WorkerLimit, "a moment after it was cancelled") {
  const PlanningCase c(make_training_graph({.layers = 40, .streams = 5}));
  std::stop_source source;
  Task task{source.get_token(), {}, {}};
  REQUIRE_EQ(task.with_grace(-1).why_stopped().kind, Error::Kind::timed_out);
  source.request_stop();
  REQUIRE(!task.with_grace(60).should_stop());
  REQUIRE_EQ(task.with_grace(-1).why_stopped().kind, Error::Kind::cancelled);
  const auto remark_of = [&](const Task& limited) {
    const Plan plan = make_plan(kSearch, c.problem, limited).value();
    return plan.footprint == plan.lower_bound ? std::string("proved") : plan.remark;
  };
  REQUIRE(!remark_of(Task::with_time_limit(0.5)).starts_with("cancelled"));
  REQUIRE(remark_of(task.with_grace(0.5)).find("time limit") == std::string::npos);
}

/// Its bound cannot be met, as far as is known; the best published plan has 1,040,384 bytes.
TEST_CASE_FIXTURE(WorkerLimit, "lowers where the bound is out of reach") {
  STOWAGE_NEEDS_SHARED();
  const PlanningCase c(real_intervals("minimalloc_D"));
  const Plan plan = c.plan(kSearch, {}, {.iterations = 30'000});
  REQUIRE(validate(c.graph, plan)->valid());
  REQUIRE(plan.footprint.count < 1'040'384);
  REQUIRE(plan.lower_bound < plan.footprint);
}

/// These are known to fit into a megabyte; where that is the bound, it is proved.
TEST_CASE_FIXTURE(WorkerLimit, "hard instances") {
  STOWAGE_NEEDS_SHARED();
  for (const char* file : {"minimalloc_A", "minimalloc_B", "minimalloc_E", "minimalloc_F", "minimalloc_H",
                           "minimalloc_I", "minimalloc_K", "resnet50"}) {
    CAPTURE(file);
    const PlanningCase c(real_intervals(file));
    const Plan plan = c.plan(kSearch, {}, {.iterations = 60'000});
    REQUIRE(validate(c.graph, plan)->valid());
    REQUIRE_EQ(plan.footprint, quick_bounds(c.problem).lifetime.bytes);
    REQUIRE_EQ(plan.remark, optimal_for(c.graph));
  }
}
