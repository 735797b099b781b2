// SPDX-License-Identifier: Apache-2.0
// Every row of the table of strategies, on random graphs and on all files of the field, through two checkers that share
// no code with any planner: the validator, and where it is at hand the one outside the project.
#include "tests/support/core_test.h"
#include "tests/support/results.h"

namespace {

/// A graph, and a file that holds it.
struct Input {
  std::shared_ptr<const Graph> graph;
  std::string path;
};

}  // namespace

struct BothCheckersFixture {
  const test::TemporaryFolder folder_;
  std::string checker_;
  std::set<std::string> planned_;  // strategies of which a plan was checked
  [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }
  [[nodiscard]] Input written(Graph graph) const {
    Input out{std::make_shared<const Graph>(std::move(graph)), file("g.stowage.json")};
    const std::string text = find_format("stowage-graph")->write(*out.graph, nullptr).value();
    if (!write_file_atomically(out.path, text)) throw std::runtime_error("cannot write " + out.path);
    return out;
  }
  /// All rows that do not refuse the problem: those that improve a plan for a while, the others to their end.
  static std::vector<StrategyResult> run_all(const LayoutProblem& problem, double solver_seconds) {
    auto out = test::run_strategies(strategies_without_solver(), problem, Task::with_time_limit(100), {},
                                    {.seed = 1, .iterations = 200});
    for (const LayoutStrategy& row : layout_strategies())  // have the machine for themselves, but not for long
      if (solver_seconds > 0 && asks_solver(row))
        out.push_back({&row, make_plan(row, problem, Task::with_time_limit(solver_seconds)), 0});
    return out;
  }
  static bool may_fail(const StrategyResult& result, const LayoutProblem& problem) {
    const bool in_vain = asks_solver(*result.strategy) && result.plan.error().is_stop();
    return in_vain || !refusal(*result.strategy, problem).empty();
  }
  void check(const Input& input, std::int64_t alignment, double solver_seconds = 0.25) {
    const PlanningCase c(*input.graph, alignment);
    const LayoutProblem& problem = c.problem;
    const Bytes bound = quick_bounds(problem).best();
    std::vector<std::string> arguments{"-c", kManyPlans, checker_, input.path};
    Bytes least = kMaxTotalSize, most_proved;  // by any strategy; a solver may be wrong
    for (const StrategyResult& result : run_all(problem, solver_seconds)) {
      const std::string id(result.strategy->id);
      if (!result.plan && may_fail(result, problem)) continue;
      REQUIRE_MESSAGE(result.plan.has_value(), (result.plan ? "" : (id + ": " + result.plan.error().text())));
      INFO(id);
      REQUIRE_EQ(plan_faults(*input.graph, *result.plan), "");
      REQUIRE_MESSAGE((result.plan->footprint >= bound && result.plan->footprint >= result.plan->lower_bound), id);
      planned_.insert(id);
      least = std::min(least, result.plan->footprint);
      if (!asks_solver(*result.strategy)) most_proved = std::max(most_proved, result.plan->lower_bound);
      const std::string path = file(id + ".plan.json");
      REQUIRE(write_file_atomically(path, write_plan(*input.graph, *result.plan)).has_value());
      arguments.push_back(path);
    }
    REQUIRE(most_proved <= least);
    if (checker_.empty()) return;
    std::string command = "timeout 120 python3";
    for (const std::string& argument : arguments) command += " '" + replaced(argument, "'", "'\\''") + '\'';
    const auto python = run_command(command);
    REQUIRE_MESSAGE(python.code == 0, python.output);
  }
  BothCheckersFixture() {
    if (!find_program("python3").empty()) checker_ = shared_path("check/check_plan.py");
  }
};

/// One stream and many, with groups, dead tensors, outputs, tensors of size 0, alignments of plans and tensors.
TEST_CASE_FIXTURE(BothCheckersFixture, "random graphs, each strategy at least once") {
  check(written(figure_7()), 1, 20);  // small enough for solvers
  for (std::size_t k = 0; k < 16; ++k) {
    CAPTURE(k);
    Graph graph = varied_graph(500 + k, 10 + 9 * k, k % 4 == 0 ? 1 : 1 + k % 9, k % 8 == 0 ? 0 : k % 7);
    const std::int64_t alignment = std::int64_t{1} << (k % 3 * 4);
    if (k % 5 == 3) graph = with_alignments(graph, k, {2, 12, 64});
    check(written(std::move(graph)), alignment);
  }
  for (const LayoutStrategy& row : layout_strategies())
    REQUIRE_MESSAGE(planned_.contains(std::string(row.id)), "never planned: ", row.id);
}

/// Views and permissions: what a strategy makes with them, and without permissions, is valid by both checkers.
TEST_CASE_FIXTURE(BothCheckersFixture, "random graphs in which tensors share bytes") {
  STOWAGE_NEEDS_SHARED();
  const std::string maker = shared_path("check/make_graph.py");
  if (checker_.empty() || maker.empty()) STOWAGE_SKIP("python3 or the checkers are not here");
  for (std::size_t seed = 1; seed <= 10; ++seed) {
    INFO("seed ", seed);
    const std::string path = file("shared.stowage.json");
    const auto made = run_command(text("python3 '", maker, "' --share --seed ", seed, " --nodes ", 12 * seed,
                                       " --streams ", 1 + seed % 4, " > '", path, "'"));
    REQUIRE_MESSAGE(made.code == 0, made.output);
    const Graph graph = *graph_in(path);
    REQUIRE(graph.has_sharing());
    std::string command = "timeout 120 python3 -c '" + std::string(kManyPlans) + "' '" + checker_ + "' '" + path + '\'';
    for (const bool in_place : {true, false}) {
      const GraphPlans plans = must(make_plans(graph, {.strategies = strategies_without_solver(),
                                                       .alignment = {std::int64_t{1} << (seed % 3 * 3)},
                                                       .in_place = in_place,
                                                       .options = {.seed = 1, .iterations = 200}}));
      for (const StrategyResult& result : plans.results) {
        if (!result.plan) continue;
        const std::string id(result.strategy->id);
        INFO(id);
        REQUIRE_EQ(plan_faults(graph, *result.plan), "");
        const std::string plan = file(id + (in_place ? ".over.json" : ".apart.json"));
        REQUIRE(write_file_atomically(plan, write_plan(graph, *result.plan)).has_value());
        command += " '" + plan + '\'';
      }
    }
    const auto python = run_command(command);
    REQUIRE_MESSAGE(python.code == 0, python.output);
  }
}

TEST_CASE_FIXTURE(BothCheckersFixture, "files of the field") {
  STOWAGE_NEEDS_SHARED();
  for (const std::string& path : shared_files("data/intervals", ".csv")) {
    const bool large = std::filesystem::file_size(path) > 100'000;  // once, and not aligned
    for (const int alignment : large ? std::vector{1} : std::vector{1, 512}) {
      CAPTURE(path);
      check({graph_in(path), path}, alignment, alignment == 1 ? 0.25 : 0);
    }
  }
}

/// The validator and the checker outside the project agree on spoilt plans, too.
TEST_CASE_FIXTURE(BothCheckersFixture, "spoilt plans") {
  STOWAGE_NEEDS_SHARED();
  if (checker_.empty()) STOWAGE_SKIP("python3 or check_plan.py is not here");
  std::mt19937_64 engine(3);
  for (std::uint64_t seed = 16; seed < 32; ++seed) {
    const PlanningCase c(random_graph({.seed = seed, .operators = 60, .streams = 1 + seed % 4, .groups = 4}),
                         seed % 3 == 0 ? 1 : 64);
    std::vector<Offset> offsets = c.plan(live_strategies()[seed % live_strategies().size()]).offsets;
    Offset& spoilt = offsets[engine() % offsets.size()];
    spoilt.value = std::max<std::int64_t>(0, spoilt.value - static_cast<std::int64_t>(engine() % 3) * 64);
    const Plan plan = c.plan_at(std::move(offsets));
    const Input input = written(c.graph);
    REQUIRE(write_file_atomically(file("plan.json"), write_plan(c.graph, plan)).has_value());
    const auto answer = run_command("python3 '" + checker_ + "' " + input.path + ' ' + file("plan.json"));
    REQUIRE_MESSAGE(answer.code == (plan_faults(c.graph, plan).empty() ? 0 : 1), answer.output);
  }
}
