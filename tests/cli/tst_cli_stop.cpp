// SPDX-License-Identifier: Apache-2.0
// The program stopped from outside, and by its own time limit.
#include <csignal>

#include "tests/cli/program.h"
#include "tests/support/fake_program.h"

class CliStopTest : public QObject {
  Q_OBJECT

  FakePrograms programs_;

  [[nodiscard]] QString file(const char* name) const { return QString::fromStdString(programs_.file(name)); }

  /// A large graph. Once it is read, a warning says that its operators are put into another order.
  [[nodiscard]] QString warned_graph() const {
    const QString path = file("warned.stowage.json");
    if (QFile::exists(path)) return path;
    if (code_of({"zoo", "gpt2_xl", "--stream-cap", "50", "-o", path}) != 0) qFatal("no graph");
    QJsonObject graph = json_of(path);
    QJsonArray nodes = graph["nodes"].toArray();
    const QJsonValue first = nodes.takeAt(0);
    nodes.append(first);
    graph["nodes"] = nodes;
    return write(path, graph);
  }

  /// An orphan's parent may need a moment to take note of its end; until then it is a zombie.
  static bool is_gone(pid_t pid) {
    return pid > 0 && (::kill(pid, 0) != 0 || content(QString("/proc/%1/stat").arg(pid)).contains(") Z "));
  }

 private slots:
  /// While a solver works that never ends: neither the program nor the solver is left, and the best plan known is
  /// given.
  void a_signal_data() {
    QTest::addColumn<int>("signal");
    QTest::newRow("interrupt") << SIGINT;
    QTest::newRow("terminate") << SIGTERM;
    QTest::newRow("hang up") << SIGHUP;
  }
  void a_signal() {
    QFETCH(int, signal);
    QFile::remove(file("pid"));
    const WithVariable solver("STOWAGE_SOLVER",
                              programs_.make("cbc", "trap '' TERM INT; echo $$ > '" + programs_.file("pid.new") +
                                                        "'; mv '" + programs_.file("pid.new") + "' '" +
                                                        programs_.file("pid") + "'; while :; do sleep 600; done"));
    pid_t solver_pid = 0;
    const Run run = stopped(
        {"plan", sample("somas_figure_6.stowage.json"), "--strategy", "mip"},
        [&](QProcess&) {
          solver_pid = static_cast<pid_t>(content(file("pid")).trimmed().toInt());
          return solver_pid > 0 && ::kill(solver_pid, 0) == 0;
        },
        signal);
    QVERIFY2(run.code == 0 && run.err.isEmpty(), qPrintable(run.err));
    QVERIFY2(run.out.contains("cbc"), qPrintable(run.out));
    QTRY_VERIFY(::kill(solver_pid, 0) != 0);
  }

  /// Neither the solver nor what it started outlives a program that is killed; its folder goes when the next is made.
  void killed() {
    const QTemporaryDir temporary;
    const WithVariable there("TMPDIR", temporary.path().toStdString());
    const QString pids = QString::fromStdString(programs_.file("pids"));
    QFile::remove(pids);
    const std::string script = "trap '' TERM INT HUP; sleep 600 & echo $$ $! > '" + programs_.file("pids.new") +
                               "'; mv '" + programs_.file("pids.new") + "' '" + programs_.file("pids") + "'; wait";
    const QStringList arguments{"plan", sample("somas_figure_6.stowage.json"), "--strategy", "mip"};
    const auto folders = [&] { return QDir(temporary.path()).entryList({"stowage-*"}).size(); };
    {
      const WithVariable solver("STOWAGE_SOLVER", programs_.make("cbc", script));
      QProcess process;
      process.start(STOWAGE_CLI, arguments);
      QTRY_VERIFY(QFile::exists(pids));
      QCOMPARE(folders(), 1);
      process.kill();
      QVERIFY(process.waitForFinished());
      QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    }
    for (const QByteArray& pid : content(pids).simplified().split(' ')) QTRY_VERIFY(is_gone(pid.toInt()));
    QCOMPARE(folders(), 1);
    const WithVariable solver("STOWAGE_SOLVER", programs_.make("cbc", "exit 1"));
    run_program(STOWAGE_CLI, arguments);
    QCOMPARE(folders(), 0);
  }

  /// As soon as the graph is read, as a warning says here, there is a plan, and it does not take long.
  void a_signal_once_the_graph_is_read_data() {
    QTest::addColumn<QString>("order");
    QTest::addColumn<QString>("strategy");
    for (const char* order : {"given", "roam", "lescea", "exact"})
      for (const char* strategy : {"auto", "search", "so.size.best"})
        QTest::addRow("%s %s", order, strategy) << order << strategy;
  }
  void a_signal_once_the_graph_is_read() {
    QFETCH(QString, order);
    QFETCH(QString, strategy);
    const QString graph = warned_graph(), plan = file("cancelled.plan.json");
    QFile::remove(plan);
    QString before;
    const Run run = stopped(
        {"plan", graph, "--order", order, "--strategy", strategy, "-o", plan},
        [&](QProcess& process) { return (before += process.readAllStandardError()).contains("warning: "); }, SIGINT,
        4'000);  // 0.6 s on an idle machine
    QVERIFY2(run.code == 0, qPrintable(run.err));
    QVERIFY2(run.out.contains(plan) && !run.out.contains("limit"), qPrintable(run.out));
    QVERIFY2(!(before + run.err).contains("limit"), qPrintable(before + run.err));
    QCOMPARE(code_of({"check", graph, plan}), 0);
  }

  /// A strategy that gives nothing before its end is replaced, and it is said that time is the reason.
  void a_greedy_plan_instead() {
    const QString graph = file("efficientnet.stowage.json"), plan = file("instead.plan.json");
    QCOMPARE(code_of({"zoo", "efficientnet_b0", "--stream-cap", "50", "-o", graph}), 0);
    const Run run =
        stowage_cli({"plan", graph, "--strategy", "nnc,mincost-flow", "--time-limit", "0.2", "-o", plan, "--json"});
    QCOMPARE(run.code, 0);
    const QJsonObject json = run.json();
    for (const int k : {0, 1}) QVERIFY(json["results"][k]["error"].isString());
    QVERIFY(json["results"][2]["remark"].toString().contains(json["results"][0]["error"].toString()));
    const QJsonObject greedy = answer({"plan", graph, "--strategy", "greedy-by-size"});
    QVERIFY(holds(json, {{"results/#", 3},
                         {"results/2/strategy", "greedy-by-size"},
                         {"results/2/footprint", value_at(greedy, "results/0/footprint")}}));
    QCOMPARE(code_of({"check", graph, plan}), 0);
  }

  /// Planners that need minutes are replaced by the one that needs none; what they had by then is kept.
  void very_many_tensors_data() {
    QTest::addColumn<QString>("limit");
    QTest::addColumn<QString>("strategy");
    for (const char* limit : {"1e-9", "0.5"})
      for (const char* strategy : {"auto", "search", "so.size.best,gergov"})
        QTest::addRow("%s, %s s", strategy, limit) << limit << strategy;
  }
  void very_many_tensors() {
    QFETCH(QString, limit);
    QFETCH(QString, strategy);
    const QString input = file("very_many.csv"), plan = file("very_many.plan.json");
    if (!QFile::exists(input)) {
      QByteArray text = "id,lower,upper,size\n";
      for (int k = 0; k < 150'000; ++k)
        text += QString("t%1,%1,%2,%3\n").arg(k).arg(k + 1 + k * 7919 % 2'000).arg(1 + k * 31 % 4'097).toLatin1();
      write(input, text);
    }
    const Run run = stowage_cli({"plan", input, "--strategy", strategy, "--time-limit", limit, "-o", plan, "--json"});
    QCOMPARE(run.code, 0);
    if (limit == "1e-9" && strategy.startsWith("so"))
      QVERIFY(holds(run.json(), {{"results/-1/strategy", "linear-scan"}}));
    QVERIFY(value_at(run.json(), "results/-1/footprint").toInteger() > 0);
    QCOMPARE(code_of({"check", input, plan}), 0);
  }

  void the_time_limit() {
    const WithVariable solver("STOWAGE_SOLVER", programs_.make("cbc", "exec sleep 600"));
    const QString figure_6 = sample("somas_figure_6.stowage.json");
    const QJsonObject json = answer({"plan", figure_6, "--strategy", "mip", "--time-limit", "0.3"});
    QVERIFY(holds(json, {{"results/0/footprint", 22}}));
    QVERIFY(says(json["results"][0]["remark"].toString(), {"cbc"}));
    const QStringList none{figure_6, "--time-limit", "1e-9"};
    QCOMPARE(code_of(QStringList{"plan"} + none), 0);     // it counts from when the file was read
    QCOMPARE(code_of(QStringList{"compare"} + none), 4);  // which has no quick plan instead
  }

  /// The row stays, with a quick plan and all columns, and stderr says why.
  void compare_keeps_the_row_of_a_crash() {
    const QString six = sample("somas_figure_6.stowage.json"), two = sample("somas_figure_2.stowage.json");
    const WithVariable solver("STOWAGE_SOLVER", programs_.make("cbc", "kill -SEGV $$"));
    const QStringList ids{"--strategy", "mip"};
    const Run run = stowage_cli(QStringList{"compare", six, two} + ids);
    QCOMPARE(run.code, 0);
    QVERIFY2(run.err.startsWith("warning: " + six + ": mip ") && run.err.contains("crashed"), qPrintable(run.err));
    const QStringList lines = run.out.split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines[0].simplified(), "input bound mip best");
    QVERIFY2(lines[1].simplified().startsWith(six + " 20 B – greedy-by-size 22 B +10.0%"), qPrintable(run.out));
    const QJsonObject json = answer(QStringList{"compare", six} + ids);
    QVERIFY(says(value_at(json, "inputs/0/results/0/error").toString(), {"cbc"}));
    QVERIFY(holds(json, {{"inputs/0/results/1/footprint", 22}}));
    const Run report = stowage_cli(QStringList{"report", six, six} + ids);
    QVERIFY(report.code == 0 && says(report.err, {"warning: " + six + ": mip ", "crashed"}));
  }

  /// A program started so that it outlives its terminal does.
  void nohup() {
    QFile::remove(file("pid"));
    const WithVariable solver("STOWAGE_SOLVER",
                              programs_.make("cbc", "echo $$ > '" + programs_.file("pid") + "'; sleep 1; exit 1"));
    QProcess process;
    process.start("/bin/sh", {"-c", "trap '' HUP; exec \"$@\"", "sh", STOWAGE_CLI, "plan",
                              sample("somas_figure_6.stowage.json"), "--strategy", "mip"});
    QTRY_VERIFY(QFile::exists(file("pid")));
    ::kill(static_cast<pid_t>(process.processId()), SIGHUP);
    QVERIFY(process.waitForFinished(60'000));
    QVERIFY(!process.readAllStandardOutput().contains("cancelled"));
  }

  /// The thread that waits for signals is there however soon the work is done.
  void short_runs_end() {
    for (int round = 0; round < 40; ++round)
      QCOMPARE(run_program(STOWAGE_CLI, {"info", sample("somas_figure_7.stowage.json"), "--json"}).code, 0);
  }
};

STOWAGE_TEST(CliStopTest);
#include "tst_cli_stop.moc"
