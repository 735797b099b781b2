// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>
#include <map>
#include <thread>

#include "core/process/solver.h"
#include "tests/start/test_entry.h"
#include "tests/support/fake_program.h"

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

QString text_of(const tl::expected<SolverAnswer, std::string>& answer) {
  if (!answer) return "not understood: " + QString::fromStdString(answer.error());
  QString out = QStringList{"optimal", "stopped", "infeasible"}[static_cast<int>(answer->status)];
  if (answer->objective) out += QString(" %1").arg(*answer->objective);
  if (answer->bound) out += QString(" >=%1").arg(*answer->bound);
  if (answer->values)
    for (const double value : *answer->values) out += QString(" %1").arg(value);
  return out;
}

}  // namespace

class SolverTest : public QObject {
  Q_OBJECT

  test::FakePrograms programs_;

  /// What comes of a solver that is this script. Its last argument is the solution file.
  [[nodiscard]] Result<SolverAnswer> with_script(const std::string& script, double seconds = 5,
                                                 const Task& task = {}) const {
    return solve({&solver("cbc"), programs_.make("cbc", "for file; do :; done\n" + script)}, example(), seconds, task);
  }
  static void fails(const Result<SolverAnswer>& answer, const char* reason) {
    QVERIFY2(!answer.has_value(), "there is an answer");
    QCOMPARE(answer.error().kind, Error::Kind::external);
    QVERIFY2(answer.error().text().find(reason) != std::string::npos, answer.error().text().c_str());
  }

 private slots:
  void the_text_of_a_program() {
    QCOMPARE(write_lp(example()), std::string("Minimize\n"
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
                                              "End\n"));
  }

  /// What each solver writes at the end of its run, by its manual and (cbc) by running it.
  void answers_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<QByteArray>("solution");
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<QString>("answer");
    const auto row = [](const char* name, const char* id, const char* solution, const char* output,
                        const char* answer) {
      QTest::newRow(name) << QString(id) << QByteArray(solution) << QByteArray(output) << QString(answer);
    };
    row("cbc optimal", "cbc",
        "Optimal - objective value 8.00000000\n      0 x0                     8                       1\n"
        "      1 x1                     2                       0\n",
        "Result - Optimal solution found\n\nObjective value:                8.00000000\n", "optimal 8 8 2 0");
    row("cbc stopped", "cbc",
        "Stopped on time - objective value 11.00000000\n      0 x0 11 1\n      1 x1 3 0\n      2 x2 1e-9 0\n",
        "Result - Stopped on time limit\n\nLower bound:                    5.500\nGap: 0.5\n",
        "stopped 11 >=5.5 11 3 1e-09");
    row("cbc without a solution", "cbc",
        "Stopped on time (no integer solution - continuous used) - objective value 95.00000000\n      0 x0 95 0\n",
        "No feasible solution found\nLower bound:                    5.000\n", "stopped >=5");
    row("cbc infeasible", "cbc", "Infeasible - objective value 8.00000000\n**    0 x0 8 1\n", "", "infeasible");
    row("cbc nothing", "cbc", "", "", "not understood: it is empty");
    row("cbc another text", "cbc", "Segmentation\n", "", "not understood: \"Segmentation\"");
    row("cbc another column", "cbc", "Optimal - objective value 8\n0 x3 8 1\n", "", "not understood: \"0 x3 8 1\"");
    row("cbc another name", "cbc", "Optimal - objective value 8\n0 y1 8 1\n", "", "not understood: \"0 y1 8 1\"");
    row("cbc no number", "cbc", "Optimal - objective value 8\n0 x1 nan 1\n", "", "not understood: \"0 x1 nan 1\"");
    row("cbc beyond numbers", "cbc", "Optimal - objective value 8\n0 x1 1e999 1\n", "",
        "not understood: \"0 x1 1e999 1\"");
    row("cbc no value", "cbc", "Optimal - objective value 8\n0 x1\n", "", "not understood: \"0 x1\"");
    row("cbc no objective", "cbc", "Optimal - objective value inf\n0 x1 2 1\n", "",
        "not understood: \"Optimal - objective value inf\"");
    row("highs optimal", "highs",
        "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 8\n# Columns 3\nx0 8\nx1 2\nx2 0\n"
        "# Rows 3\nr0 2\n",
        "  Status            Optimal\n  Primal bound      8\n  Dual bound        8\n", "optimal 8 >=8 8 2 0");
    row("highs, twice a bound", "highs", "Model status\nTime limit reached\n\n# Primal solution values\nNone\n",
        "  Dual bound        3\nafter a restart\n  Dual bound        5\n", "stopped >=5");
    row("highs stopped", "highs",
        "Model status\nTime limit reached\n\n# Primal solution values\nFeasible\nObjective 11\n# Columns 3\nx0 11\nx1 "
        "3\n"
        "x2 0\n# Rows 3\n",
        "  Primal bound      11\n  Dual bound        5.5\n", "stopped 11 >=5.5 11 3 0");
    row("highs without a solution", "highs",
        "Model status\nTime limit reached\n\n# Primal solution values\nNone\n\n# Dual solution values\nNone\n",
        "  Dual bound        5\n", "stopped >=5");
    row("highs infeasible", "highs", "Model status\nInfeasible\n\n# Primal solution values\nNone\n", "", "infeasible");
    row("highs nonsense", "highs", "Model status\nFine\n", "", "not understood: \"Fine\"");
    row("scip optimal", "scip",
        "solution status: optimal solution found\nobjective value:                                    8\n"
        "x0                                                  8 \t(obj:1)\nx1                 2 \t(obj:0)\n",
        "Primal Bound       : +8.00000000000000e+00 (1 solutions)\nDual Bound         : +8.00000000000000e+00\n",
        "optimal 8 >=8 8 2 0");
    row("scip stopped", "scip",
        "solution status: time limit reached\nobjective value:                                    11\nx0  11 "
        "\t(obj:1)\n",
        "Dual Bound         : +5.50000000000000e+00\n", "stopped 11 >=5.5 11 0 0");
    row("scip without a solution", "scip", "solution status: time limit reached\nno solution available\n",
        "Dual Bound         : -1.00000000000000e+20\n", "stopped >=-1e+20");
    row("scip infeasible", "scip", "solution status: infeasible\nno solution available\n", "", "infeasible");
    row("scip nonsense", "scip", "status\n", "", "not understood: \"status\"");
    row("gurobi optimal", "gurobi_cl", "# Solution for model cost\n# Objective value = 8\nx0 8\nx1 2\nx2 0\n",
        "Optimal solution found (tolerance 0.00e+00)\n"
        "Best objective 8.000000000000e+00, best bound 8.000000000000e+00, gap 0.0000%\n",
        "optimal 8 >=8 8 2 0");
    row("gurobi stopped", "gurobi_cl", "# Solution for model cost\n# Objective value = 11\nx0 11\nx1 3\nx2 0\n",
        "Time limit reached\nBest objective 1.1e+01, best bound 5.500000000000e+00, gap 50.0000%\n",
        "stopped 11 >=5.5 11 3 0");
    row("gurobi without a solution", "gurobi_cl", "", "Time limit reached\nBest objective -, best bound 5.0, gap -\n",
        "stopped >=5");
    row("gurobi infeasible", "gurobi_cl", "", "Model is infeasible\n", "infeasible");
    row("gurobi nonsense", "gurobi_cl", "x0 8\n", "hello\n", "not understood: its output does not say how it ended");
  }
  void answers() {
    QFETCH(QString, id);
    QFETCH(QByteArray, solution);
    QFETCH(QByteArray, output);
    QTEST(text_of(solver(id.toUtf8().constData()).read(solution.toStdString(), output.toStdString(), example())),
          "answer");
  }

  /// A plan within one per cent is no optimum: every gap that is good enough is taken away, and the time is limited.
  void what_is_asked_of_them() {
    const std::map<std::string, QStringList> expected{
        {"cbc", {"-seconds|12.500", "-timeMode|elapsed", "-allowableGap|0", "-ratioGap|0", "-integerTolerance|1e-9"}},
        {"highs",
         {"time_limit = 12.500", "mip_rel_gap = 0\n", "mip_abs_gap = 1e-6", "mip_feasibility_tolerance = 1e-9"}},
        {"scip", {"set limits time 12.500", "set limits gap 0|", "set numerics feastol 1e-9"}},
        {"gurobi_cl", {"TimeLimit=12.500", "MIPGap=0|", "MIPGapAbs=1e-6", "IntFeasTol=1e-9"}}};
    for (const Solver& each : solvers()) {
      QString all = each.options == nullptr ? "" : QString::fromStdString(each.options(12.5));
      for (const std::string& word : each.arguments({"P.lp", "S.sol", "O.txt"}, 12.5))
        all += QString::fromStdString(word) + '|';
      for (const QString& wanted : expected.at(std::string(each.id)))
        QVERIFY2(all.contains(wanted), qPrintable(all + " has no " + wanted));
      QVERIFY(all.contains("P.lp") && all.contains("S.sol"));
    }
  }

  void which_solver() {
    {
      const test::WithVariable unset("STOWAGE_SOLVER", "");
      QCOMPARE(chosen_solver().value().solver->id, std::string_view("cbc"));
      QCOMPARE(chosen_solver().value().program, std::string("cbc"));
    }
    {
      const test::WithVariable named("STOWAGE_SOLVER", "highs");
      QCOMPARE(chosen_solver().value().solver->id, std::string_view("highs"));
    }
    {
      const test::WithVariable path("STOWAGE_SOLVER", "/opt/cbc/bin/scip-9.0");
      QCOMPARE(chosen_solver().value().solver->id, std::string_view("scip"));
      QCOMPARE(chosen_solver().value().program, std::string("/opt/cbc/bin/scip-9.0"));
    }
    {
      const test::WithVariable relative("STOWAGE_SOLVER", "bin/cbc");  // it runs in a folder of its own
      QCOMPARE(chosen_solver().value().program, QDir::current().filePath("bin/cbc").toStdString());
    }
    const test::WithVariable other("STOWAGE_SOLVER", "/opt/cbc/excel");
    QVERIFY(!chosen_solver().has_value());
    QCOMPARE(chosen_solver().error().text(),
             std::string("the environment variable STOWAGE_SOLVER is \"/opt/cbc/excel\", which is none of the solvers "
                         "known: cbc, highs, scip, gurobi_cl"));
  }

  void cbc_itself() {
    if (QStandardPaths::findExecutable("cbc").isEmpty()) QSKIP("cbc is not installed");
    const auto answer = solve({&solver("cbc"), "cbc"}, example(), 10, {});
    QVERIFY2(answer.has_value(), answer ? "" : answer.error().text().c_str());
    QCOMPARE(answer->status, SolverAnswer::Status::optimal);
    QCOMPARE(answer->objective.value(), 8.0);
    QCOMPARE(answer->values.value()[1], 2.0);
  }

  void a_solver_that_answers() {
    const auto answer = with_script(
        "grep -q 'r0: + x0 - 3 x1 >= 2' \"$1\" && printf 'Optimal - objective value 8\\n0 x0 8 0\\n' > $file");
    QVERIFY2(answer.has_value(), answer ? "" : answer.error().text().c_str());
    QCOMPARE(answer->objective.value(), 8.0);
  }
  void a_missing_solver() {
    fails(
        solve({&solver("cbc"), "/nowhere/cbc"}, example(), 5, {}),
        "the solver /nowhere/cbc cannot be started: No such file or directory; if it is not installed, install "
        "coinor-cbc, or name another solver (cbc, highs, scip, gurobi_cl) in the environment variable STOWAGE_SOLVER");
  }
  void a_failing_solver() { fails(with_script("echo; echo no licence; exit 7"), "failed with code 7: no licence"); }
  void a_crashing_solver() { fails(with_script("kill -ABRT $$"), "crashed (signal 6)"); }
  void a_silent_solver() { fails(with_script("exit 0"), "gave an answer that is not understood: it is empty"); }
  void a_talking_solver() {
    fails(with_script("printf 'I \\001 know\\n' > $file"), "is not understood: \"I ? know\"");
    fails(with_script("head -c 100000 /dev/zero > $file"), "wrote a solution that is larger than");
    fails(with_script("mkfifo $file"), "wrote a solution that is no plain file");
    fails(with_script("ln -s /etc/passwd $file"), "wrote a solution that cannot be read");
  }
  void a_hanging_solver_is_ended() {
    constexpr double kLong = 1000;  // the task's own time is what counts
    const auto late = with_script("exec sleep 600", kLong, Task::with_time_limit(0.2));
    QVERIFY(!late && late.error().kind == Error::Kind::timed_out);
    std::stop_source source;
    Task task;
    task.stop = source.get_token();
    std::jthread canceller([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      source.request_stop();
    });
    const auto cancelled = with_script("exec sleep 600", kLong, task);
    QVERIFY(!cancelled && cancelled.error().kind == Error::Kind::cancelled);
  }
  void nothing_is_left_behind() {
    const QTemporaryDir folder;
    const test::WithVariable here("TMPDIR", folder.path().toStdString());
    QVERIFY(with_script("touch x y; mkdir z; echo 'Stopped (no integer solution)' > $file").has_value());
    QVERIFY(!with_script("exit 1").has_value());
    QVERIFY(QDir(folder.path()).isEmpty());
  }
};

STOWAGE_TEST(SolverTest);
#include "tst_solver.moc"
