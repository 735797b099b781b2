// SPDX-License-Identifier: Apache-2.0
// The program of offsets; and what becomes of a plan where the solver is missing, breaks, lies or is cut off. Never a
// wrong plan, never a wrong proof. How each solver writes its answer is read in tst_process.cpp.
#include "core/layout/strategies/strategies.h"
#include "core/papers/olla/mip.h"
#include "core/papers/papers.h"
#include "core/process/solver.h"
#include "tests/support/core_test.h"
#include "tests/support/fake_program.h"
#include "tests/support/reference_plan.h"
#include "tests/support/results.h"
#include "tests/support/sharing.h"

namespace {

struct Case : PlanningCase {
  using PlanningCase::PlanningCase;
  [[nodiscard]] Result<Plan> plan(const Task& task = Task::with_time_limit(60), const std::string& solver = {}) const {
    return make_plan(kMip, problem, task, {.solver = solver});
  }
};

Result<MipModel> model_of(const LayoutProblem& problem, std::int64_t least, std::int64_t most) {
  std::vector<MipBlock> blocks;
  for (BlockProblem::Block b = 0; b < problem.block_count(); ++b) blocks.push_back({b});
  return MipModel::make(problem, blocks, {least}, {most}, {});
}

/// Figure 6 of SOMAS: ABC and DEF are groups, only B and E are unsafe. Every quick strategy needs 22 bytes (DEF at 0,
/// ABC at 4), which is the least; the bounds say 20. In the program x0 is the footprint; ABC lies at x1, DEF at x2.
Graph two_groups() {
  return *sample("somas_figure_6.stowage.json");
}

/// What cbc says in the end: the first line of its solution; x0, x1, … (0 beyond); and its bound, if it says one.
struct Said {
  std::string first;
  std::vector<std::string> values;
  std::string bound;
};

/// The solution file, and what is printed.
struct Written {
  std::string solution, output;
};

Written as_cbc(const Said& said) {
  Written out{said.first + "\n", ""};
  for (std::size_t k = 0; k < said.values.size(); ++k)
    out.solution += text("   0 x", k, "   ", said.values[k], "   1\n");
  if (!said.bound.empty()) out.output = "Result - Stopped on time limit\n\nLower bound:       " + said.bound + "\n";
  return out;
}

std::string optimal(const char* objective) {
  return text("Optimal - objective value ", objective);
}
const std::string kStopped = "Stopped on time - objective value 22";
const std::string kNone = "Stopped on time (no integer solution - continuous used) - objective value 20";
const Said kRight{optimal("22"), {"22", "4", "0", "1"}, ""};

}  // namespace

struct MipFixture {
  FakePrograms programs_;
  const PlanningCase at_{two_groups()};
  /// Figure 6 by this solver, as a script; it runs where it is to write.
  [[nodiscard]] Result<Plan> with_script(const std::string& id, const std::string& script, double seconds = 60) const {
    return make_plan(kMip, at_.problem, Task::with_time_limit(seconds), {.solver = programs_.make(id, script)});
  }
  /// A solver that says that.
  [[nodiscard]] std::string answering(const Written& written) const {
    return programs_.make_solver("cbc", written.solution, written.output);
  }
  [[nodiscard]] Result<Plan> with_answer(const Written& written) const {
    return make_plan(kMip, at_.problem, Task::with_time_limit(60), {.solver = answering(written)});
  }
  void fails(const Result<Plan>& plan, const std::string& words) const {
    REQUIRE_MESSAGE(!plan.has_value(), "there is a plan");
    REQUIRE_EQ(plan.error().kind, Error::Kind::external);
    REQUIRE_EQ(replaced(plan.error().text(), programs_.file(""), ""), says(words));
  }
  /// True to the figure: nothing else may ever be said of it.
  void is_right(const Result<Plan>& plan) const {
    REQUIRE_MESSAGE(validate(at_.graph, *plan)->valid(), "not valid");
    REQUIRE_EQ(plan->footprint.count, 22);
    REQUIRE((plan->lower_bound.count >= 20 && plan->lower_bound.count <= 22));
  }
};

/// Streams, groups, alignments of the plan and of tensors: the least footprint of all plans, and proved.
TEST_CASE_FIXTURE(MipFixture, "equals an exhaustive search") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("cbc is not installed");
  const std::vector<GraphKind> rows = {{"one stream", 1, 0},
                                       {"three streams", 3, 0},
                                       {"groups", 2, 2},
                                       {"many groups", 4, 3},
                                       {"aligned", 2, 1, 2},
                                       {"own alignments", 2, 1, 1, true},
                                       {"own alignments, no groups", 2, 0, 1, true}};
  each_row(rows, [](const GraphKind& row) {
    int solved = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      Graph graph = random_graph({.seed = seed,
                                  .operators = 6 + seed % 3,
                                  .streams = row.streams,
                                  .fan = 1,
                                  .window = 3,
                                  .groups = row.groups,
                                  .syncs = seed % 4});
      graph = with_small_sizes(graph, seed, 4);
      if (row.own_alignments) graph = with_alignments(graph, seed, {2, 3, 4});
      const Case c(std::move(graph), row.alignment);
      const auto pairs = unsafe_pairs_by_definition(c.graph);
      const std::int64_t least = least_footprint(c.graph, pairs, row.alignment);
      const Plan plan = must(c.plan());
      REQUIRE_EQ(plan.footprint.count, least);
      REQUIRE_EQ(plan.lower_bound.count, least);
      REQUIRE_EQ(count_faults(c.graph, pairs, plan.offsets, row.alignment), std::size_t{0});
      REQUIRE(!plan.remark.empty());
      if (plan.remark.find("cbc") != std::string::npos) ++solved;
    }
    REQUIRE(solved >= 19);
  });
}

/// Of views and duties nothing is left to choose: the least of all plans. With permissions it plans those that were
/// chosen, so that no plan is below the least, and most are it.
TEST_CASE("mip plans shared bytes, against all plans there are") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("cbc is not installed");
  std::size_t count = 0, least_of_all = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Graph g = random_sharing(
        {.seed = 3000 + seed, .operators = 3 + seed % 3, .streams = 1 + seed % 3, .groups = seed % 2, .most = 4});
    if (g.tensor_count() > 7) continue;
    INFO("seed ", seed);
    for (const bool in_place : {false, true}) {
      const GraphPlans plans = must(make_plans(g, {.strategies = {&kMip}, .in_place = in_place}));
      const Plan& plan = plans.best();
      REQUIRE_EQ(sharing_faults(g, numbers(plan.offsets), 1), std::vector<std::string>{});
      const std::int64_t least = least_footprint(g, unsafe_pairs_by_definition(g), 1, in_place);
      REQUIRE(plan.footprint.count >= least);
      REQUIRE(plan.lower_bound.count <= least);
      if (!in_place) REQUIRE_EQ(plan.footprint.count, least);
      count += in_place;
      least_of_all += in_place && plan.footprint.count == least;
    }
  }
  MESSAGE(least_of_all, " of ", count, " are the least of all plans");
  REQUIRE(count > 20);
  REQUIRE(least_of_all * 10 > count * 8);
}

/// The published toy: 1024 768 640 512 256, and the least is 1664, from bounds that know next to nothing.
TEST_CASE_FIXTURE(MipFixture, "the toy of memomalloc") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("cbc is not installed");
  const Case toy(figure_7());
  const auto model = model_of(toy.problem, 1024, 3200);
  REQUIRE_EQ(model->unit().count, 128);
  REQUIRE_EQ(model->pair_count(), std::size_t{5});
  REQUIRE_EQ(model->most(), 25);
  const auto answer = must(solve({&solvers()[0], "cbc"}, model->program(), 30, {}));
  REQUIRE_EQ(answer.status, SolverAnswer::Status::optimal);
  REQUIRE_EQ(answer.objective.value(), 13.0);
  REQUIRE(model->violation(*answer.values) < 1e-6);
  const auto starts = model->starts(*answer.values).value();
  std::vector<Offset> offsets;
  for (const std::int64_t start : starts) offsets.push_back({start * 128});
  REQUIRE_EQ(footprint(toy.problem.sizes(), offsets).count, 1664);
  REQUIRE_EQ(count_faults(toy.graph, unsafe_pairs_by_definition(toy.graph), offsets, 1), std::size_t{0});
}

/// Offsets that are a little off give the plan that was meant, or one that is lower.
TEST_CASE_FIXTURE(MipFixture, "rounding is undone") {
  std::mt19937_64 engine(5);
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Case c(random_graph({.seed = seed, .operators = 25, .streams = 1 + seed % 3, .groups = seed % 4}));
    const Plan plan = must(make_plan(*find_layout_strategy("so.size.best"), c.problem));
    const auto model = model_of(c.problem, 0, plan.footprint.count);
    // Columns come in the order of blocks that keep bytes from others, behind the footprint.
    std::vector<double> values(model->program().columns.size());
    std::size_t column = 0;
    const auto unit = static_cast<double>(model->unit().count);
    values[column++] = static_cast<double>(plan.footprint.count) / unit;
    for (std::size_t b = 0; b < c.problem.block_count(); ++b) {
      const auto block = c.problem.block(b);
      if (std::ranges::none_of(block, [&](TensorId t) { return c.problem.occupies(t); })) continue;
      values[column++] = static_cast<double>(plan.offsets[block[0].index()].value) / unit;
    }
    REQUIRE_EQ(model->violation(values), 0.0);
    for (std::size_t k = 1; k < column; ++k) values[k] += static_cast<double>(engine() % 1000) / 5000 - 0.1;
    REQUIRE(model->violation(values) < 0.25);
    const auto starts = must(model->starts(values));
    std::vector<Offset> offsets = plan.offsets;
    for (std::uint32_t b = 0; b < c.problem.block_count(); ++b)
      c.problem.write(b, starts[b] * model->unit().count, offsets);
    const Plan mended = c.plan_at(std::move(offsets));
    REQUIRE(mended.footprint <= plan.footprint);
    REQUIRE(validate(c.graph, mended)->valid());
  }
}

/// Also where another planner meets the bound: the solver's answer is the strategy's.
TEST_CASE_FIXTURE(MipFixture, "the solver starts on every instance") {
  const std::string solver = programs_.make("cbc", "echo >> " + programs_.file("runs") + "; exit 3");
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    std::mt19937_64 engine(seed);
    const Case c(intervals(drawn_intervals(engine, 16, 12, 6, 20)));
    fails(c.plan(Task::with_time_limit(60), solver), "cbc 3");
  }
  REQUIRE_EQ(must(read_file(programs_.file("runs"))).size(), std::size_t{60});
  const Case apart(intervals({{"a", 4, 0, 2}, {"b", 6, 2, 3}}));  // nothing is left to choose
  REQUIRE_EQ(must(apart.plan(Task::with_time_limit(60), "/nowhere/cbc")).footprint.count, 6);
}

/// The toy of memomalloc again: greedy by size needs 1,920 bytes, `auto` 1,664.
TEST_CASE_FIXTURE(MipFixture, "a plan that is not the best is the answer, too") {
  const Case toy(figure_7());
  const Plan greedy = toy.PlanningCase::plan("greedy-by-size");
  REQUIRE_EQ(greedy.footprint.count, 1920);
  REQUIRE_EQ(toy.PlanningCase::plan("auto").footprint.count, 1664);
  Said said{"Stopped on time - objective value 15", {"15"}, "13"};
  for (const Offset offset : greedy.offsets) said.values.push_back(text(offset.value / 128));
  const Plan plan = must(toy.plan(Task::with_time_limit(60), answering(as_cbc(said))));
  REQUIRE_EQ(numbers(plan.offsets), numbers(greedy.offsets));
  REQUIRE_EQ(plan.lower_bound.count, 1664);
  REQUIRE_EQ(plan.remark, says("cbc stopped s 15.4% choices"));
}

TEST_CASE_FIXTURE(MipFixture, "bounds are rounded up with care") {
  const auto bound = [&](const char* said) {
    const auto plan =
        with_answer({"Stopped on time - objective value 22\n0 x0 22 1\n1 x1 4 0\n", text("\n", said, "\n")});
    return plan ? plan->lower_bound.count : -1;
  };
  REQUIRE_EQ(bound("Lower bound:                    20.4"), 21);
  REQUIRE_EQ(bound("Lower bound:                    21.0000001"), 21);  // a tolerance, no proof of 22
  REQUIRE_EQ(bound("Lower bound:                    20.9999999"), 21);
  REQUIRE_EQ(bound("Lower bound:                    3"), 20);  // less than is known
  REQUIRE_EQ(bound("Lower bound:                    nan"), 20);
  REQUIRE_EQ(bound(""), 20);
}

TEST_CASE_FIXTURE(MipFixture, "cancelled") {
  std::stop_source source;
  std::jthread canceller([&] {
    while (!std::filesystem::exists(programs_.file("runs"))) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    source.request_stop();
  });
  const std::string script = "touch " + programs_.file("runs") + "; exec sleep 600";
  const auto plan = Case(two_groups()).plan({source.get_token(), {}, {}}, programs_.make("cbc", script));
  REQUIRE_EQ(plan.error().kind, Error::Kind::cancelled);
}

TEST_CASE_FIXTURE(MipFixture, "what is too large is refused") {
  std::vector<IntervalRow> rows;
  for (std::uint32_t k = 0; k < 330; ++k) rows.push_back({"t" + std::to_string(k), 1 + k, 0, 2});
  const Case many(intervals(rows));
  REQUIRE_EQ(many.plan().error().kind, Error::Kind::too_large);
  REQUIRE_EQ(many.plan().error().text(), says("mip 50,000 54,285"));
  REQUIRE_EQ(kMip.limits.text(), says("3,000 50,000"));
  for (std::uint32_t k = 0; k <= kMip.limits.most_tensors; ++k) rows.push_back({"u" + std::to_string(k), 1, k, k + 1});
  const Case more(intervals(rows));
  REQUIRE_EQ(more.plan().error().kind, Error::Kind::too_large);
  REQUIRE_EQ(more.plan().error().text(), says("mip 3,000"));
}

TEST_CASE_FIXTURE(MipFixture, "answers") {
  struct Row {
    std::string name;
    Said said;
    std::string error;       // what it says after the solver; or
    std::int64_t bound = 0;  // the bound
  };
  const std::vector<Row> rows = {{"right", kRight, "", 22},
                                 {"stopped", {kStopped, {"22", "4"}, "20.4"}, "", 21},
                                 {"infeasible", {"Infeasible - objective value 0", {}, ""}, "22"},
                                 {"overlap", {optimal("20"), {"20", "0"}, ""}, "overlap"},
                                 {"beyond the footprint", {optimal("21"), {"21", "4"}, ""}, "overlap 1"},
                                 {"below 0", {optimal("22"), {"22", "1", "-3"}, ""}, "overlap"},
                                 {"wrong objective", {optimal("21"), {"22", "4"}, ""}, "objective"},
                                 {"not the optimum", {optimal("25"), {"25", "7"}, ""}, "23 22"},
                                 {"bound above a plan", {kStopped, {"22", "4"}, "22.9"}, "22"},
                                 {"bound far above", {kNone, {}, "1e300"}, "22"},
                                 {"not a number", {optimal("22"), {"22", "nan"}, ""}, "unreadable"},
                                 {"infinite", {optimal("22"), {"22", "inf"}, ""}, "unreadable"},
                                 {"no value", {optimal("22"), {"22", ""}, ""}, ""},
                                 {"too few", {optimal("22"), {"22"}, ""}, "overlap"}};
  each_row(rows, [&](const Row& row) {
    const auto plan = with_answer(as_cbc(row.said));
    if (row.bound == 0) return fails(plan, "cbc " + row.error);
    REQUIRE_EQ(fault_text(plan), "");
    is_right(plan);
    REQUIRE_EQ(plan->lower_bound.count, row.bound);
    REQUIRE_EQ(plan->remark, says("cbc"));
  });
}

/// Beyond a million units solvers err by more than one: an optimum of theirs is a plan, and no proof.
TEST_CASE_FIXTURE(MipFixture, "large numbers") {
  constexpr std::int64_t kFactor = 100'003;
  Graph::Data data = at_.graph.data();
  for (Bytes& size : data.tensor_size) size.count *= kFactor;
  data.tensor_size[2].count += 3;  // C and F, so that the unit is a byte
  data.tensor_size[5].count += 1;
  const PlanningCase c{Graph(std::move(data))};
  const std::string solver = answering(as_cbc({optimal("2200068"), {"2200068", "400012", "0", "1"}, ""}));
  const auto plan = must(make_plan(kMip, c.problem, Task::with_time_limit(60), {.solver = solver}));
  REQUIRE_EQ(plan.footprint.count, 22 * kFactor + 3);
  REQUIRE_EQ(plan.lower_bound.count, 20 * kFactor + 1);
  REQUIRE(!plan.proved_optimal);
  REQUIRE_EQ(plan.remark, says("not prove"));
}

TEST_CASE_FIXTURE(MipFixture, "without a plan there is none of another planner") {
  const auto plan = with_answer(as_cbc({kNone, {}, "20.4"}));
  REQUIRE_EQ(plan.error().kind, Error::Kind::timed_out);
  REQUIRE_EQ(plan.error().text(), says("cbc found no plan within s"));
}

/// Cut off anywhere, the answer is an error, or what is left of it is true.
TEST_CASE_FIXTURE(MipFixture, "cut off") {
  const Written whole = as_cbc(kRight);
  std::size_t errors = 0;
  for (std::size_t length = 0; length < whole.solution.size(); ++length) {
    const auto plan = with_answer({whole.solution.substr(0, length), whole.output});
    if (plan)
      is_right(plan);
    else
      ++errors;
  }
  REQUIRE(errors > 3);
}

TEST_CASE_FIXTURE(MipFixture, "broken") {
  for (const Solver& each : solvers()) {
    const std::string id(each.id), package(each.package);
    CAPTURE(id);
    fails(make_plan(kMip, at_.problem, {}, {.solver = "/nowhere/" + id}),
          "/nowhere/" + id + ' ' + package + " STOWAGE_SOLVER");
    const std::string write = "cat > solution.sol <<'X'\n" + as_cbc(kRight).solution + "X\n";
    fails(with_script(id, write + "echo no licence; exit 3"), id + " 3 no licence");
    fails(with_script(id, write + "kill -SEGV $$"), id + " 11");
    fails(with_script(id, "echo 42; echo 42 > solution.sol"), id + " unreadable");
    for (const char* hangs : {"exec sleep 600", "trap '' TERM INT; while :; do echo and on; done"}) {
      const auto plan = with_script(id, hangs, 0.3);
      REQUIRE_EQ(plan.error().kind, Error::Kind::timed_out);
      REQUIRE_EQ(plan.error().text(), says(id + " found no plan within s"));
    }
  }
}
