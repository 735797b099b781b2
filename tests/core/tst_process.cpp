// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <cmath>
#include <csignal>

#include "core/process/process.h"
#include "core/process/solver.h"
#include "tests/support/core_test.h"
#include "tests/support/fake_program.h"

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
  if (answer->objective) out += text(" ", *answer->objective);
  if (answer->bound) out += text(" >=", *answer->bound);
  if (answer->values)
    for (const double value : *answer->values) out += text(" ", value);
  return out;
}

/// What each solver writes at the end of its run, by its manual and (cbc) by running it: to the solution file, and to
/// its output; and how that is understood.
Rows<std::string, std::string, std::string, std::string> solver_answers() {
  return {
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
      {"gurobi nonsense", "gurobi_cl", "x0 8\n", "hello\n", "not understood"}};
}

}  // namespace

/// Programs run as children: their end, their output, and that nothing of them is left.
struct ChildFixture {
  FakePrograms programs_;
  [[nodiscard]] Result<ChildEnd> run(const std::string& script, const Task& task = {}, std::size_t kept = 1000) const {
    return run_child_program({.words = {programs_.make("program", script)}, .folder = "/tmp", .output_kept = kept},
                             task);
  }
  [[nodiscard]] pid_t written_pid() const { return std::atoi(bytes_of(programs_.file("pid")).c_str()); }
  static bool is_gone(pid_t pid) {
    // An orphan's parent may need a moment to take note of its end; until then it is a zombie.
    const std::string status = bytes_of(text("/proc/", pid, "/stat"));
    return ::kill(pid, 0) != 0 || status.empty() || contains(status, ") Z ");
  }
};

TEST_CASE_FIXTURE(ChildFixture, "words, folder, output and end") {
  const ChildEnd end = run("echo out; echo err >&2; exit 3").value();
  REQUIRE_EQ(end.code, 3);
  REQUIRE_EQ(end.signal, 0);
  REQUIRE_EQ(end.output, "out\nerr\n");
  const auto words = run_child_program({.words = {"printf", "%s|", "a b", "$HOME;", ""}, .folder = "/"}, {});
  REQUIRE_EQ(words.value().output, "a b|$HOME;||");
  REQUIRE_EQ(run("pwd; cat").value().output, std::string("/tmp\n"));  // there is nothing to read
  REQUIRE_EQ(run("kill -SEGV $$").value().signal, SIGSEGV);
}

TEST_CASE_FIXTURE(ChildFixture, "a missing program is an error") {
  const Error error = error_of(run_child_program({.words = {"/nowhere/solver"}, .folder = "/"}, {}));
  REQUIRE_EQ(error.kind, Error::Kind::bad_input);
  REQUIRE_EQ(error.text(), says("/nowhere/solver: " + std::generic_category().message(ENOENT)));
  REQUIRE_EQ(error_of(run_child_program({.words = {"true"}, .folder = "/nowhere"}, {})).kind, Error::Kind::bad_input);
}

TEST_CASE_FIXTURE(ChildFixture, "only the end of long output is kept") {
  const auto end = run("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done", {}, 30);
  REQUIRE_EQ(end.value().output, std::string("\nline 19997\nline 19998\nline 19999\n").substr(4));
}

TEST_CASE_FIXTURE(ChildFixture, "our files and signals are not inherited") {
  const int fd = ::open("/dev/null", O_RDONLY);  // not close-on-exec
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, &old);
  const auto files = run("ls /proc/self/fd | wc -l; grep SigBlk /proc/self/status");
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  ::close(fd);
  // 0, 1, 2 and the folder that ls itself reads
  REQUIRE_EQ(files.value().output, "4\nSigBlk:\t0000000000000000\n");
}

/// Whatever a child does with the signal, and with children of its own.
TEST_CASE_FIXTURE(ChildFixture, "the group is killed") {
  const std::string pid = programs_.file("pid");
  const std::string tell = text("echo $$ > ", pid, ".new; mv ", pid, ".new ", pid, "; ");
  const std::string child = text("sh -c '", tell, "exec sleep 600' & wait");
  Rows<std::string, bool> rows;
  for (const bool cancel : {true, false})
    rows.insert(rows.end(), {{"asleep", tell + "exec sleep 600", cancel},
                             {"deaf", "trap '' TERM INT HUP; " + tell + "while :; do sleep 600; done", cancel},
                             {"silent", tell + "exec sleep 600 >&- 2>&-", cancel},
                             {"talking", tell + "while :; do echo on and on; done", cancel},
                             {"a grandchild", child, cancel}});
  each_row(rows, [&](const std::string& script, bool cancel) {
    INFO((cancel ? "cancelled" : "too late"));
    std::filesystem::remove(programs_.file("pid"));
    std::stop_source source;
    Task task;
    task.stop = source.get_token();
    if (!cancel) task.deadline = Task::Clock::now() + std::chrono::milliseconds(300);
    std::jthread canceller([&] {
      while (written_pid() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      if (cancel) source.request_stop();
    });
    const auto end = run(script, task);
    canceller.join();
    REQUIRE(!end.has_value());
    REQUIRE_EQ(end.error().kind, cancel ? Error::Kind::cancelled : Error::Kind::timed_out);
    REQUIRE(holds_soon([&] { return is_gone(written_pid()); }));
  });
}

TEST_CASE_FIXTURE(ChildFixture, "what a child leaves behind is killed") {
  const auto end = run("sleep 600 & echo $! > " + programs_.file("left"));
  REQUIRE_EQ(end.value().code, 0);
  const pid_t left = std::stoi(bytes_of(programs_.file("left")));
  REQUIRE(holds_soon([&] { return is_gone(left); }));
}

TEST_CASE_FIXTURE(ChildFixture, "nothing starts once stopped") {
  REQUIRE_EQ(error_of(run("touch " + programs_.file("started"), cancelled_task())).kind, Error::Kind::cancelled);
  REQUIRE(!std::filesystem::exists(programs_.file("started")));
}

TEST_CASE_FIXTURE(ChildFixture, "many at once") {
  std::vector<std::jthread> threads;
  std::atomic<int> right = 0;
  for (int k = 0; k < 8; ++k)
    threads.emplace_back([&, k] {
      for (int round = 0; round < 5; ++round) {
        const auto end = run_child_program({.words = {"sh", "-c", "exit " + std::to_string(k)}, .folder = "/"}, {});
        if (end && end->code == k) ++right;
      }
    });
  threads.clear();
  REQUIRE_EQ(right.load(), 40);
}

TEST_CASE_FIXTURE(ChildFixture, "a temporary folder goes with all in it") {
  std::string path;
  {
    const auto folder = must(stowage::TemporaryFolder::make());
    path = folder.path();
    REQUIRE_EQ(std::filesystem::status(path).permissions(), std::filesystem::perms::owner_all);
    REQUIRE(folder.write("a", "some bytes").has_value());
    REQUIRE_EQ(folder.read("a", 10).value(), "some bytes");
    REQUIRE_EQ(folder.read("a", 9).error().text(), says("9"));
    REQUIRE((!folder.read("b", 9).has_value() && !folder.has("b") && folder.has("a")));
    REQUIRE(!folder.write("a", "again").has_value());
    REQUIRE(std::filesystem::create_directories(path + "/deep/er"));
    std::filesystem::create_symlink("/etc/hostname", path + "/link");
    REQUIRE(!folder.read("link", 1000).has_value());
    REQUIRE_EQ(::mkfifo((folder.path() + "/pipe").c_str(), 0600), 0);
    REQUIRE(!folder.read("pipe", 1000).has_value());
  }
  REQUIRE(!std::filesystem::exists(path));
  const WithVariable nowhere("TMPDIR", "/nowhere");
  const auto none = stowage::TemporaryFolder::make();
  REQUIRE((!none && contains(none.error().text(), std::generic_category().message(ENOENT))));
}

/// Only what a program of ours made and holds no more: the next folder to be made removes it.
TEST_CASE_FIXTURE(ChildFixture, "folders left by killed programs are removed") {
  const test::TemporaryFolder base;
  const WithVariable there("TMPDIR", base.path());
  const auto make = [&](const std::string& name, bool lock) {
    std::filesystem::create_directories(base.file(name + "/deep"));
    for (const char* file : {"/program.lp", lock ? "/lock" : "/other"}) std::ofstream{base.file(name + file)};
  };
  make("stowage-work-1-abcdef", true);
  make("stowage-work-2-abcdef", false);  // no lock: not one of ours
  make("stowage-abcdef", true);
  make("target", true);
  std::filesystem::create_symlink(base.file("target"), base.file("stowage-work-3-abcdef"));
  make("stowage-work-4-abcdef", true);
  const Descriptor held(::open(base.file("stowage-work-4-abcdef/lock").c_str(), O_RDWR));
  REQUIRE_EQ(::flock(held.get(), LOCK_EX | LOCK_NB), 0);
  const auto first = stowage::TemporaryFolder::make(), second = stowage::TemporaryFolder::make();
  REQUIRE((first && second && first->path() != second->path()));
  REQUIRE(std::filesystem::exists(first->path()));  // ours, and in use
  REQUIRE(!std::filesystem::exists(base.file("stowage-work-1-abcdef")));
  for (const char* kept : {"stowage-work-2-abcdef/other", "stowage-abcdef/lock", "stowage-work-3-abcdef",
                           "target/program.lp", "target/deep", "stowage-work-4-abcdef/program.lp"})
    REQUIRE_MESSAGE(std::filesystem::exists(base.file(kept)), kept);
}

struct SolverFixture {
  FakePrograms programs_;
  /// What comes of a solver that is this script. Its last argument is the solution file.
  [[nodiscard]] Result<SolverAnswer> with_script(const std::string& script, double seconds = 5,
                                                 const Task& task = {}) const {
    return solve({&solver("cbc"), programs_.make("cbc", "for file; do :; done\n" + script)}, example(), seconds, task);
  }
  void fails(const Result<SolverAnswer>& answer, const char* words) const {
    REQUIRE_MESSAGE(!answer.has_value(), "there is an answer");
    REQUIRE_EQ(answer.error().kind, Error::Kind::external);
    REQUIRE_EQ(replaced(answer.error().text(), programs_.file(""), ""), says(words));
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

TEST_CASE_FIXTURE(SolverFixture, "answers") {
  each_row(solver_answers(), [&](const std::string& id, const std::string& solution, const std::string& output,
                                 const std::string& expected) {
    const std::string answer = text_of(solver(id.c_str()).read(solution, output, example()));
    const bool understood = !expected.starts_with("not understood");
    if (understood)
      REQUIRE_EQ(answer, expected);
    else
      REQUIRE_EQ(answer, says(expected));
    // The same of a program that writes it.
    const std::string program = programs_.make_solver(id, solution, output);
    const auto solved = solve({&solver(id.c_str()), program}, example(), 60, {});
    REQUIRE_EQ(solved.has_value(), understood);
    if (solved) REQUIRE_EQ(text_of(*solved), answer);
  });
}

/// Changed or cut anywhere it is refused or read as something else, but what is read is numbers, one a column.
TEST_CASE_FIXTURE(SolverFixture, "garbled answers") {
  std::mt19937_64 engine(7);
  const auto garble = [&](std::string text) {
    for (std::size_t changes = engine() % 4; changes > 0 && !text.empty(); --changes) {
      const std::size_t at = engine() % text.size();
      if (engine() % 2 == 0)
        text[at] = "0 \n\t9x-.e#\xff"[engine() % 11];
      else
        text.erase(at, engine() % 30);
    }
    return text;
  };
  std::size_t read = 0, refused = 0;
  for (const auto& [name, id, solution, output, expected] : solver_answers())
    for (int round = 0; round < 3'000; ++round) {
      const auto answer = solver(id.c_str()).read(garble(solution), garble(output), example());
      ++(answer ? read : refused);
      if (!answer) {
        REQUIRE(!answer.error().empty());
        continue;
      }
      REQUIRE((!answer->values || answer->values->size() == 3));
      if (answer->values) REQUIRE(std::ranges::all_of(*answer->values, [](double v) { return std::isfinite(v); }));
      REQUIRE((std::isfinite(answer->objective.value_or(0)) && std::isfinite(answer->bound.value_or(0))));
    }
  REQUIRE((read > 4'000 && refused > 4'000));
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
      REQUIRE_MESSAGE(contains(all, wanted), (all + " has no " + wanted));
    REQUIRE((contains(all, "P.lp") && contains(all, "S.sol")));
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
  const Error error = error_of(choose_solver("/opt/cbc/excel"));
  REQUIRE_EQ(error.kind, Error::Kind::external);
  REQUIRE_EQ(error.text(), says("\"/opt/cbc/excel\" cbc highs scip gurobi_cl"));
}

TEST_CASE_FIXTURE(SolverFixture, "the solver that the environment names") {
  {
    const WithVariable set("STOWAGE_SOLVER", "highs");
    REQUIRE_EQ(solver_of_environment(), "highs");
  }
  const WithVariable unset("STOWAGE_SOLVER", "");
  REQUIRE_EQ(solver_of_environment(), "");
}

TEST_CASE_FIXTURE(SolverFixture, "cbc itself") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("cbc is not installed");
  const auto answer = must(solve({&solver("cbc"), "cbc"}, example(), 10, {}));
  REQUIRE_EQ(answer.status, SolverAnswer::Status::optimal);
  REQUIRE_EQ(answer.objective.value(), 8.0);
  REQUIRE_EQ(answer.values.value()[1], 2.0);
}

TEST_CASE_FIXTURE(SolverFixture, "a solver that answers") {
  const auto answer = must(with_script(
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
  REQUIRE_EQ(error_of(with_script("exec sleep 600", kLong, Task::with_time_limit(0.2))).kind, Error::Kind::timed_out);
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
  const WithVariable here("TMPDIR", folder.path());
  REQUIRE(with_script("touch x y; mkdir z; echo 'Stopped (no integer solution)' > $file").has_value());
  REQUIRE(!with_script("exit 1").has_value());
  REQUIRE(std::filesystem::is_empty(folder.path()));
}
