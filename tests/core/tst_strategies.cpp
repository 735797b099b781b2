// SPDX-License-Identifier: Apache-2.0
#include <random>
#include <set>

#include "core/check/validator.h"
#include "core/formats/document.h"
#include "core/formats/file.h"
#include "core/graph/lifetimes.h"
#include "core/layout/strategies/strategies.h"
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "core/plan/plan.h"
#include "tests/support/checks.h"
#include "tests/support/files.h"
#include "tests/support/graphs.h"
#include "tests/support/says.h"
#include "tests/support/shared.h"

using namespace stowage;

namespace {

using Rows = std::vector<const LayoutStrategy*>;

/// Without mip, which has tests of its own: its time is that of another program.
Rows rows(std::span<const LayoutStrategy> table = layout_strategies()) {
  Rows out;
  for (const LayoutStrategy& s : table)
    if (s.id != "mip") out.push_back(&s);
  return out;
}

Bytes lifetime_bound(const LayoutProblem& problem) {
  const auto curve = memory_curve(problem.graph(), lifetimes(problem.graph()), problem.alignment());
  return curve.empty() ? Bytes{} : *std::ranges::max_element(curve);
}

/// Every plan is valid, says its own footprint, and is no smaller than the bound.
void check_all(const LayoutProblem& problem, const Rows& strategies) {
  for (const StrategyResult& result :
       run_strategies(strategies, problem, Task::with_time_limit(60), {}, {.iterations = 500})) {
    REQUIRE_EQ(result.plan.has_value(), refusal(*result.strategy, problem).empty());
    if (!result.plan) continue;
    const auto validation = validate(problem.graph(), *result.plan);
    if (!validation->valid())
      FAIL((problem.graph().name() + " " + result.plan->strategy + ": " + validation->violations[0].text));
    REQUIRE(result.plan->footprint >= lifetime_bound(problem));
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
  REQUIRE_EQ(results[0].plan.error().text(), test::says("mip 408"));
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
  REQUIRE_EQ(row.limits.text(), std::string());
  const auto refused = [&](const Graph& g, Limits limits) {
    row.limits = limits;
    const Conflicts conflicts = Conflicts::compute(g).value();
    const LayoutProblem problem = LayoutProblem::make(g, conflicts).value();
    const auto plan = make_plan(row, problem);
    if (!plan && plan.error().text() != refusal(row, problem)) return std::string("another reason");
    return plan ? std::string() : plan.error().text();
  };
  const Graph one = test::random_graph({.operators = 30, .streams = 1});
  const Graph many = test::random_graph({.operators = 60, .streams = 3, .groups = 2, .syncs = 1});
  REQUIRE(many.group_count() > 0);
  REQUIRE_EQ(refused(many, {}), std::string());
  REQUIRE_EQ(refused(one, {.single_stream = true, .no_groups = true, .most_tensors = one.tensor_count()}),
             std::string());
  REQUIRE_EQ(refused(many, {.single_stream = true}), test::says("bump stream"));
  REQUIRE_EQ(refused(many, {.no_groups = true}), test::says("bump groups"));
  REQUIRE_EQ(refused(one, {.most_tensors = 7}), test::says("bump 7"));
  REQUIRE_EQ((Limits{.single_stream = true, .no_groups = true, .most_tensors = 12345}).text(),
             test::says("stream groups 12,345"));
}

/// The same plans on all cores as one by one, in the order asked; each is told once, progress ends at 1.
TEST_CASE("runs on all cores") {
  const Graph g = test::random_graph({.seed = 11, .operators = 400, .streams = 5, .window = 60, .groups = 9});
  const Conflicts conflicts = Conflicts::compute(g).value();
  const LayoutProblem problem = LayoutProblem::make(g, conflicts, {16}).value();
  const auto asked = rows(live_strategies());
  std::multiset<std::string_view> told;
  std::vector<double> progress;
  Task task;
  task.progress = [&](double fraction) { progress.push_back(fraction); };
  const auto results =
      run_strategies(asked, problem, task, [&](const StrategyResult& r) { told.insert(r.strategy->id); });
  REQUIRE_EQ(results.size(), asked.size());
  REQUIRE_EQ(told.size(), asked.size());
  REQUIRE(std::ranges::is_sorted(progress));
  REQUIRE_EQ(progress.back(), 1.0);
  for (std::size_t k = 0; k < asked.size(); ++k) {
    REQUIRE_EQ(results[k].strategy, asked[k]);
    REQUIRE_EQ(told.count(asked[k]->id), 1u);
    const Plan alone = make_plan(*asked[k], problem).value();
    REQUIRE(results[k].plan->offsets == alone.offsets);
    REQUIRE_EQ(results[k].plan->footprint, alone.footprint);
    REQUIRE_EQ(alone.strategy, std::string(asked[k]->id));
    REQUIRE_EQ(alone.alignment.count, 16);
  }
}

TEST_CASE("a stop ends all") {
  const Graph g = test::random_graph({.operators = 100});
  const Conflicts conflicts = Conflicts::compute(g).value();
  const LayoutProblem problem = LayoutProblem::make(g, conflicts).value();
  for (const StrategyResult& r : run_strategies(rows(live_strategies()), problem, Task::with_time_limit(-1)))
    REQUIRE_EQ(r.plan.error().kind, Error::Kind::timed_out);
}

TEST_CASE("every plan is valid") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Graph g = test::random_graph({.seed = seed,
                                        .operators = 20 + 10 * seed,
                                        .streams = 1 + seed % 12,
                                        .fan = 1 + seed % 4,
                                        .window = 3 + seed * 2,
                                        .groups = seed % 30,
                                        .syncs = seed});
    const Conflicts conflicts = Conflicts::compute(g).value();
    check_all(LayoutProblem::make(g, conflicts, {std::int64_t{1} << (seed % 3 * 4)}).value(),
              seed < 12 ? rows() : rows(live_strategies()));
  }
}

/// They lie end to end like any other group.
TEST_CASE("groups that nobody uses") {
  const Graph alone = test::graph_of("op n @0\nt a 7 : - ->\nt b 9 : - ->\ngroup a b");
  const Conflicts of_alone = Conflicts::compute(alone).value();
  const LayoutProblem problem = LayoutProblem::make(alone, of_alone).value();
  for (const StrategyResult& result : run_strategies(rows(), problem))
    if (result.plan) REQUIRE_EQ(result.plan->footprint.count, 16);  // a, then b
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph live = test::random_graph({.seed = seed, .operators = 20, .streams = 1 + seed % 3, .groups = 2});
    Graph::Data data = live.data();
    for (std::size_t k = 0; k < 6; ++k) {  // two groups of three
      data.tensor_names.add("unused " + std::to_string(k));
      data.tensor_size.push_back(Bytes{static_cast<std::int64_t>(1 + (seed * 7 + k * 5) % 40)});
      data.tensor_producer.emplace_back();
      data.tensor_consumers.add_row({});
      data.tensor_kind.push_back(0);
      data.tensor_output.push_back(false);
      data.tensor_group.emplace_back(data.groups.row_count() + k / 3);
      if (!data.tensor_alignment.empty()) data.tensor_alignment.push_back(1);
    }
    for (std::size_t g = 0; g < 2; ++g) {
      std::vector<TensorId> members;
      for (std::size_t k = 0; k < 3; ++k) members.emplace_back(live.tensor_count() + 3 * g + k);
      data.groups.add_row(members);
    }
    const Graph graph(std::move(data));
    const Conflicts conflicts = Conflicts::compute(graph).value();
    for (const std::int64_t alignment : {1, 16})
      check_all(LayoutProblem::make(graph, conflicts, {alignment}).value(), rows());
  }
}

/// Streams that hardly ever wait for each other: nearly every pair is unsafe.
TEST_CASE("independent streams") {
  const Graph g = test::random_graph({.seed = 5, .operators = 600, .streams = 40, .fan = 1, .window = 2, .syncs = 0});
  const Conflicts conflicts = Conflicts::compute(g).value();
  check_all(LayoutProblem::make(g, conflicts).value(), rows(live_strategies()));
}

/// What is known of the files of the field holds; their plans are the matter of tst_both_checkers.
TEST_CASE("real inputs") {
  struct Row {
    std::string name, file;
    std::uint64_t tensors;
    std::int64_t bound;
    std::uint64_t pairs;
  };
  std::vector<Row> rows;
  STOWAGE_NEEDS_SHARED();
  // As stated in SOURCES.md beside the files, read half-open; 0 where it states nothing.
  struct Fact {
    const char* file;
    std::uint64_t tensors;
    std::int64_t bound;
    std::uint64_t pairs;
  };
  for (const Fact& f : {Fact{"minimalloc_A", 154, 1048576, 4642},
                        {"minimalloc_B", 170, 1048576, 4919},
                        {"minimalloc_D", 213, 986112, 12543},
                        {"minimalloc_E", 215, 1048576, 3255},
                        {"minimalloc_F", 296, 1048576, 2894},
                        {"minimalloc_H", 316, 1048576, 3158},
                        {"minimalloc_I", 374, 1048576, 12330},
                        {"minimalloc_K", 454, 1048576, 7607},
                        {"resnet50", 1042, 1515472556, 218395},
                        {"pangu_2.6B", 18692, 5530099775, 12181428},
                        {"G_1", 816, 3030937746, 99505},
                        {"S_1", 28526, 1498635932, 43218991},
                        {"bert_base", 0, 0, 0},
                        {"bert_large", 0, 0, 0},
                        {"iree_mobilenet", 0, 0, 0},
                        {"minimalloc_example12", 0, 0, 0}})
    rows.push_back({f.file, test::text("data/intervals/", f.file, ".csv"), std::uint64_t{f.tensors},
                    std::int64_t{f.bound}, std::uint64_t{f.pairs}});
  test::each_row(rows, [&](const Row& row) {
    const std::string path = test::shared_path(row.file);
    const auto document = read_document(read_file(path).value(), path);
    REQUIRE_MESSAGE(document.has_value(), (document ? "" : document.error().text()));
    const Conflicts conflicts = Conflicts::compute(*document->graph).value();
    const LayoutProblem problem = LayoutProblem::make(*document->graph, conflicts).value();
    if (row.tensors > 0) {
      REQUIRE_EQ(std::uint64_t{document->graph->tensor_count()}, row.tensors);
      REQUIRE_EQ(std::int64_t{lifetime_bound(problem).count}, row.bound);
      REQUIRE_EQ(std::uint64_t{conflicts.unsafe_pair_count()}, row.pairs);
    }
  });
}

/// The validator and the checker outside the project agree, on good plans and on spoilt ones.
TEST_CASE("agrees with the outside checker") {
  STOWAGE_NEEDS_SHARED();
  const std::string python = test::find_program("python3");
  const std::string checker = test::shared_path("check/check_plan.py");
  if (python.empty() || checker.empty()) STOWAGE_SKIP("python3 or check_plan.py is not here");
  const test::TemporaryFolder folder;
  const std::string graph_path = folder.file("g.stowage.json");
  const std::string plan_path = folder.file("plan.json");
  std::mt19937_64 engine(3);
  for (std::uint64_t seed = 0; seed < 32; ++seed) {
    const Graph g = test::random_graph({.seed = seed, .operators = 60, .streams = 1 + seed % 4, .groups = 4});
    const Conflicts conflicts = Conflicts::compute(g).value();
    const LayoutProblem problem = LayoutProblem::make(g, conflicts, {seed % 3 == 0 ? 1 : 64}).value();
    Plan plan = make_plan(live_strategies()[seed % live_strategies().size()], problem).value();
    if (seed >= 16) {
      Offset& spoilt = plan.offsets[engine() % plan.offsets.size()];
      spoilt.value = std::max<std::int64_t>(0, spoilt.value - static_cast<std::int64_t>(engine() % 3) * 64);
      plan.footprint = footprint(problem.sizes(), plan.offsets);
    }
    REQUIRE(write_file_atomically(graph_path, find_format("stowage-graph")->write(g, nullptr).value()).has_value());
    REQUIRE(write_file_atomically(plan_path, write_plan(g, plan)).has_value());
    const auto answer = test::run_command(python + " '" + checker + "' " + graph_path + ' ' + plan_path);
    REQUIRE_MESSAGE(answer.code == (validate(g, plan)->valid() ? 0 : 1), answer.output);
  }
}
