// SPDX-License-Identifier: Apache-2.0
#include "core/process/solver.h"
#include "tests/support/checks.h"
#include "tests/support/fake_program.h"
#include "tests/support/files.h"
#include "tests/support/outcome.h"
#include "tests/support/says.h"

using namespace stowage;

namespace {

/// Minimise x0 >= 3 x1 + 2 with x1 from 1 to 5 in halves, and a choice between x1 >= 2 and x0 >= 9: 8 at (8, 2, 0).
LinearProgram example() {
  LinearProgram program;
  program.add_column({.least = 0, .most = 100});
  program.add_column({.least = 1, .most = 5, .whole = false});
  program.add_column({.least = 0, .most = 1});
  const LinearProgram::Term cost[] = {{0, 1}, {1, -3}}, low[] = {{1, 1}, {2, 10}}, high[] = {{0, 1}, {2, -10}};
  program.add_row(cost, 2);
  program.add_row(low, 2);
  program.add_row(high, -1);
  return program;
}

const Solver& solver(const char* id) {
  const auto all = solvers();
  return *std::ranges::find(all, id, &Solver::id);
}

std::string text_of(const tl::expected<SolverAnswer, std::string>& answer) {
  if (!answer) return "not understood: " + answer.error();
  std::string out = std::vector<std::string>{"optimal", "stopped", "infeasible"}[static_cast<int>(answer->status)];
  if (answer->objective) out += test::text(" ", *answer->objective);
  if (answer->bound) out += test::text(" >=", *answer->bound);
  if (answer->values)
    for (const double value : *answer->values) out += test::text(" ", value);
  return out;
}

}  // namespace

struct SolverFixture {
  test::FakePrograms programs_;
  /// What comes of a solver that is this script. Its last argument is the solution file.
  [[nodiscard]] Result<SolverAnswer> with_script(const std::string& script, double seconds = 5,
                                                 const Task& task = {}) const {
    return solve({&solver("cbc"), programs_.make("cbc", "for file; do :; done\n" + script)}, example(), seconds, task);
  }
  void fails(const Result<SolverAnswer>& answer, const char* words) const {
    REQUIRE_MESSAGE(!answer.has_value(), "there is an answer");
    REQUIRE_EQ(answer.error().kind, Error::Kind::external);
    REQUIRE_EQ(test::replaced(answer.error().text(), programs_.file(""), ""), test::says(words));
  }
};

TEST_CASE_FIXTURE(SolverFixture, "the text of a program") {
  REQUIRE_EQ(write_lp(example()),
             "Minimize\n"
             " cost: x0\n"
             "Subject To\n"
             " r0: + x0 - 3 x1 >= 2\n"
             " r1: + x1 + 10 x2 >= 2\n"
             " r2: + x0 - 10 x2 >= -1\n"
             "Bounds\n"
             " 0 <= x0 <= 100\n"
             " 1 <= x1 <= 5\n"
             "Generals\n"
             " x0\n"
             "Binaries\n"
             " x2\n"
             "End\n");
}

/// What each solver writes at the end of its run, by its manual and (cbc) by running it.
TEST_CASE_FIXTURE(SolverFixture, "answers") {
  struct Row {
    std::string name, id, solution, output, answer;
  };
  const std::vector<Row> rows = {
      {"cbc optimal", "cbc",
       "Optimal - objective value 8.00000000\n      0 x0                     8                       1\n"
       "      1 x1                     2                       0\n",
       "Result - Optimal solution found\n\nObjective value:                8.00000000\n", "optimal 8 8 2 0"},
      {"cbc stopped", "cbc",
       "Stopped on time - objective value 11.00000000\n      0 x0 11 1\n      1 x1 3 0\n      2 x2 1e-9 0\n",
       "Result - Stopped on time limit\n\nLower bound:                    5.500\nGap: 0.5\n",
       "stopped 11 >=5.5 11 3 1e-09"},
      {"cbc without a solution", "cbc",
       "Stopped on time (no integer solution - continuous used) - objective value 95.00000000\n      0 x0 95 0\n",
       "No feasible solution found\nLower bound:                    5.000\n", "stopped >=5"},
      {"cbc infeasible", "cbc", "Infeasible - objective value 8.00000000\n**    0 x0 8 1\n", "", "infeasible"},
      {"cbc nothing", "cbc", "", "", "not understood"},
      {"cbc another text", "cbc", "Segmentation\n", "", "not understood: \"Segmentation\""},
      {"cbc another column", "cbc", "Optimal - objective value 8\n0 x3 8 1\n", "", "not understood: \"0 x3 8 1\""},
      {"cbc another name", "cbc", "Optimal - objective value 8\n0 y1 8 1\n", "", "not understood: \"0 y1 8 1\""},
      {"cbc no number", "cbc", "Optimal - objective value 8\n0 x1 nan 1\n", "", "not understood: \"0 x1 nan 1\""},
      {"cbc beyond numbers", "cbc", "Optimal - objective value 8\n0 x1 1e999 1\n", "",
       "not understood: \"0 x1 1e999 1\""},
      {"cbc no value", "cbc", "Optimal - objective value 8\n0 x1\n", "", "not understood: \"0 x1\""},
      {"cbc no objective", "cbc", "Optimal - objective value inf\n0 x1 2 1\n", "",
       "not understood: \"Optimal - objective value inf\""},
      {"highs optimal", "highs",
       "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 8\n# Columns 3\nx0 8\nx1 2\nx2 0\n"
       "# Rows 3\nr0 2\n",
       "  Status            Optimal\n  Primal bound      8\n  Dual bound        8\n", "optimal 8 >=8 8 2 0"},
      {"highs, twice a bound", "highs", "Model status\nTime limit reached\n\n# Primal solution values\nNone\n",
       "  Dual bound        3\nafter a restart\n  Dual bound        5\n", "stopped >=5"},
      {"highs stopped", "highs",
       "Model status\nTime limit reached\n\n# Primal solution values\nFeasible\nObjective 11\n# Columns 3\nx0 11\nx1 "
       "3\n"
       "x2 0\n# Rows 3\n",
       "  Primal bound      11\n  Dual bound        5.5\n", "stopped 11 >=5.5 11 3 0"},
      {"highs without a solution", "highs",
       "Model status\nTime limit reached\n\n# Primal solution values\nNone\n\n# Dual solution values\nNone\n",
       "  Dual bound        5\n", "stopped >=5"},
      {"highs infeasible", "highs", "Model status\nInfeasible\n\n# Primal solution values\nNone\n", "", "infeasible"},
      {"highs nonsense", "highs", "Model status\nFine\n", "", "not understood: \"Fine\""},
      {"scip optimal", "scip",
       "solution status: optimal solution found\nobjective value:                                    8\n"
       "x0                                                  8 \t(obj:1)\nx1                 2 \t(obj:0)\n",
       "Primal Bound       : +8.00000000000000e+00 (1 solutions)\nDual Bound         : +8.00000000000000e+00\n",
       "optimal 8 >=8 8 2 0"},
      {"scip stopped", "scip",
       "solution status: time limit reached\nobjective value:                                    11\nx0  11 "
       "\t(obj:1)\n",
       "Dual Bound         : +5.50000000000000e+00\n", "stopped 11 >=5.5 11 0 0"},
      {"scip without a solution", "scip", "solution status: time limit reached\nno solution available\n",
       "Dual Bound         : -1.00000000000000e+20\n", "stopped >=-1e+20"},
      {"scip infeasible", "scip", "solution status: infeasible\nno solution available\n", "", "infeasible"},
      {"scip nonsense", "scip", "status\n", "", "not understood: \"status\""},
      {"gurobi optimal", "gurobi_cl", "# Solution for model cost\n# Objective value = 8\nx0 8\nx1 2\nx2 0\n",
       "Optimal solution found (tolerance 0.00e+00)\n"
       "Best objective 8.000000000000e+00, best bound 8.000000000000e+00, gap 0.0000%\n",
       "optimal 8 >=8 8 2 0"},
      {"gurobi stopped", "gurobi_cl", "# Solution for model cost\n# Objective value = 11\nx0 11\nx1 3\nx2 0\n",
       "Time limit reached\nBest objective 1.1e+01, best bound 5.500000000000e+00, gap 50.0000%\n",
       "stopped 11 >=5.5 11 3 0"},
      {"gurobi without a solution", "gurobi_cl", "", "Time limit reached\nBest objective -, best bound 5.0, gap -\n",
       "stopped >=5"},
      {"gurobi infeasible", "gurobi_cl", "", "Model is infeasible\n", "infeasible"},
      {"gurobi nonsense", "gurobi_cl", "x0 8\n", "hello\n", "not understood"},
  };
  test::each_row(rows, [&](const Row& row) {
    const std::string answer = text_of(solver(row.id.c_str()).read(row.solution, row.output, example()));
    if (row.answer.starts_with("not understood"))
      REQUIRE_EQ(answer, test::says(row.answer));
    else
      REQUIRE_EQ(answer, row.answer);
  });
}

/// A plan within one per cent is no optimum: every gap that is good enough is taken away, and the time is limited.
TEST_CASE_FIXTURE(SolverFixture, "what is asked of them") {
  const std::map<std::string, std::vector<std::string>> expected{
      {"cbc", {"-seconds|12.500", "-timeMode|elapsed", "-allowableGap|0", "-ratioGap|0", "-integerTolerance|1e-9"}},
      {"highs", {"time_limit = 12.500", "mip_rel_gap = 0\n", "mip_abs_gap = 1e-6", "mip_feasibility_tolerance = 1e-9"}},
      {"scip", {"set limits time 12.500", "set limits gap 0|", "set numerics feastol 1e-9"}},
      {"gurobi_cl", {"TimeLimit=12.500", "MIPGap=0|", "MIPGapAbs=1e-6", "IntFeasTol=1e-9"}}};
  for (const Solver& each : solvers()) {
    std::string all = each.options == nullptr ? "" : each.options(12.5);
    for (const std::string& word : each.arguments({"P.lp", "S.sol", "O.txt"}, 12.5)) all += word + '|';
    for (const std::string& wanted : expected.at(std::string(each.id)))
      REQUIRE_MESSAGE(test::contains(all, wanted), (all + " has no " + wanted));
    REQUIRE((test::contains(all, "P.lp") && test::contains(all, "S.sol")));
  }
}

TEST_CASE_FIXTURE(SolverFixture, "which solver") {
  REQUIRE_EQ(choose_solver("").value().solver->id, "cbc");
  REQUIRE_EQ(choose_solver("").value().program, "cbc");
  REQUIRE_EQ(choose_solver("highs").value().solver->id, "highs");
  REQUIRE_EQ(choose_solver("/opt/cbc/bin/scip-9.0").value().solver->id, "scip");
  REQUIRE_EQ(choose_solver("/opt/cbc/bin/scip-9.0").value().program, "/opt/cbc/bin/scip-9.0");
  // It runs in a folder of its own.
  REQUIRE_EQ(choose_solver("bin/cbc").value().program, (std::filesystem::current_path() / "bin/cbc").string());
  const Error error = test::error_of(choose_solver("/opt/cbc/excel"));
  REQUIRE_EQ(error.kind, Error::Kind::external);
  REQUIRE_EQ(error.text(), test::says("\"/opt/cbc/excel\" cbc highs scip gurobi_cl"));
}

TEST_CASE_FIXTURE(SolverFixture, "the solver that the environment names") {
  {
    const test::WithVariable set("STOWAGE_SOLVER", "highs");
    REQUIRE_EQ(solver_of_environment(), "highs");
  }
  const test::WithVariable unset("STOWAGE_SOLVER", "");
  REQUIRE_EQ(solver_of_environment(), "");
}

TEST_CASE_FIXTURE(SolverFixture, "cbc itself") {
  if (test::find_program("cbc").empty()) STOWAGE_SKIP("cbc is not installed");
  const auto answer = test::must(solve({&solver("cbc"), "cbc"}, example(), 10, {}));
  REQUIRE_EQ(answer.status, SolverAnswer::Status::optimal);
  REQUIRE_EQ(answer.objective.value(), 8.0);
  REQUIRE_EQ(answer.values.value()[1], 2.0);
}

TEST_CASE_FIXTURE(SolverFixture, "a solver that answers") {
  const auto answer = test::must(with_script(
      "grep -q 'r0: + x0 - 3 x1 >= 2' \"$1\" && printf 'Optimal - objective value 8\\n0 x0 8 0\\n' > $file"));
  REQUIRE_EQ(answer.objective.value(), 8.0);
}

TEST_CASE_FIXTURE(SolverFixture, "solvers that fail") {
  fails(solve({&solver("cbc"), "/nowhere/cbc"}, example(), 5, {}),
        "/nowhere/cbc CBC https://github.com/coin-or/Cbc cbc highs scip gurobi_cl STOWAGE_SOLVER");
  for (const auto& [script, words] : {std::pair{"echo; echo no licence; exit 7", "7 no licence"},
                                      {"kill -ABRT $$", "6"},
                                      {"exit 0", "cbc unreadable"},
                                      {"printf 'I \\001 know\\n' > $file", "cbc unreadable \"I ? know\""},
                                      {"head -c 5000 /dev/urandom > $file", "cbc"},
                                      {"head -c 100000 /dev/zero > $file", "cbc larger"},
                                      {"mkfifo $file", "cbc regular"},
                                      {"ln -s /etc/passwd $file", "cbc read"}})
    fails(with_script(script), words);
}

TEST_CASE_FIXTURE(SolverFixture, "a hanging solver is ended") {
  constexpr double kLong = 1000;  // the task's own time is what counts
  REQUIRE_EQ(test::error_of(with_script("exec sleep 600", kLong, Task::with_time_limit(0.2))).kind,
             Error::Kind::timed_out);
  std::stop_source source;
  std::jthread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    source.request_stop();
  });
  const auto cancelled = with_script("exec sleep 600", kLong, {source.get_token(), {}, {}});
  REQUIRE((!cancelled && cancelled.error().kind == Error::Kind::cancelled));
}

TEST_CASE_FIXTURE(SolverFixture, "nothing is left behind") {
  const test::TemporaryFolder folder;
  const test::WithVariable here("TMPDIR", folder.path());
  REQUIRE(with_script("touch x y; mkdir z; echo 'Stopped (no integer solution)' > $file").has_value());
  REQUIRE(!with_script("exit 1").has_value());
  REQUIRE(std::filesystem::is_empty(folder.path()));
}
