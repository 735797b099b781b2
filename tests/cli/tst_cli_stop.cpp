// SPDX-License-Identifier: Apache-2.0
// The program stopped from outside.
#include <unistd.h>
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
    for (const char* order : {"given", "roam", "lescea", "best"})
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

  /// What was measured is in the report, and is not measured again.
  void experiments() {
    const QString report = file("experiments.md"), part = report + ".part.json";
    const QStringList arguments{"reproduce", "roam.figure16", "-o", report};
    const Run run = stopped(
        arguments, [&](QProcess&) { return QFile::exists(part); }, SIGINT, 10'000);
    QVERIFY2(run.code == 4, qPrintable(run.err));
    QVERIFY(content(report).contains("Stopped") && QFile::exists(part));
    const QJsonObject before = json_of(part)["measured"].toObject();
    const auto goes_on = [](QProcess& process) { return process.readAllStandardError().contains("note: "); };
    const Run again = stopped(arguments, goes_on, SIGINT, 10'000);
    QVERIFY2(again.code == 4, qPrintable(again.err));
    const QJsonObject after = json_of(part)["measured"].toObject();
    QVERIFY(!before.isEmpty());
    for (const QString& key : before.keys()) QVERIFY2(after[key] == before[key], qPrintable(key));
  }

  /// Where the search for an order is interrupted, the best so far is planned; it takes many seconds here.
  void an_interrupted_order() {
    const QString graph = file("pangu.stowage.json"), plan = file("pangu.plan.json");
    QCOMPARE(code_of({"zoo", "pangu_2_6b", "-o", graph}), 0);
    // Reading the graph takes a small part of a second.
    const auto worked = [](QProcess& process) {
      const QByteArray stat = content(QString("/proc/%1/stat").arg(process.processId()));
      return stat.split(' ').value(13).toDouble() / double(::sysconf(_SC_CLK_TCK)) >= 1;
    };
    const Run run = stopped({"plan", graph, "--order", "best", "--strategy", "search", "-o", plan}, worked, SIGINT,
                            4'000);  // 0.5 s on an idle machine
    QVERIFY2(run.code == 0, qPrintable(run.err));
    QVERIFY2(run.out.contains("cancelled") && !run.out.contains("time limit"), qPrintable(run.out));
    QCOMPARE(code_of({"check", graph, plan}), 0);
  }

  void cancelled_is_4_and_writes_nothing() {
    const QString out = file("report.md");
    const QString network = file("net.stowage.json");
    QCOMPARE(code_of({"zoo", "gpt2_xl", "--streams", "4", "-o", network}), 0);
    QElapsedTimer since;
    since.start();
    const Run run =
        stopped({"report", network, network, "--strategy", "search", "--iterations", "1000000000", "-o", out},
                [&](QProcess&) { return since.elapsed() > 1500; });
    QVERIFY2(run.code == 4, qPrintable(run.err));
    QVERIFY(!QFileInfo::exists(out));
  }
};

STOWAGE_TEST(CliStopTest);
#include "tst_cli_stop.moc"
