// SPDX-License-Identifier: Apache-2.0
// The program told to stop from outside, and by its own time limit.
#include <csignal>

#include "tests/cli/program.h"
#include "tests/support/fake_program.h"

using namespace stowage::test;

class CliStopTest : public QObject {
  Q_OBJECT

  FakePrograms programs_;

  [[nodiscard]] QString file(const char* name) const { return QString::fromStdString(programs_.file(name)); }

 private slots:
  /// While a solver works that never ends: neither the program nor the solver is left, and the best plan known is
  /// given.
  void a_signal_data() {
    QTest::addColumn<int>("signal");
    QTest::newRow("interrupt") << SIGINT;
    QTest::newRow("terminate") << SIGTERM;
  }
  void a_signal() {
    QFETCH(int, signal);
    QFile::remove(file("pid"));
    const WithVariable solver("STOWAGE_SOLVER",
                              programs_.make("cbc", "trap '' TERM INT; echo $$ > '" + programs_.file("pid.new") +
                                                        "'; mv '" + programs_.file("pid.new") + "' '" +
                                                        programs_.file("pid") + "'; while :; do sleep 600; done"));
    QProcess process;
    process.start(STOWAGE_CLI, {"plan", sample("somas_figure_6.stowage.json"), "--strategy", "mip"});
    QTRY_VERIFY(QFile::exists(file("pid")));
    const auto solver_pid = static_cast<pid_t>(content(file("pid")).trimmed().toInt());
    QVERIFY(solver_pid > 0 && ::kill(solver_pid, 0) == 0);
    QCOMPARE(process.state(), QProcess::Running);
    ::kill(static_cast<pid_t>(process.processId()), signal);
    QVERIFY2(process.waitForFinished(60'000), qPrintable(threads_of(process.processId())));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    const QByteArray out = process.readAllStandardOutput();
    QVERIFY2(out.contains("cbc was cancelled; the plan is that of "), out.constData());
    QCOMPARE(process.readAllStandardError(), QByteArray());
    QTRY_VERIFY(::kill(solver_pid, 0) != 0);
  }

  void the_time_limit() {
    const WithVariable solver("STOWAGE_SOLVER", programs_.make("cbc", "exec sleep 600"));
    const Run run = stowage_cli(
        {"plan", sample("somas_figure_6.stowage.json"), "--strategy", "mip", "--time-limit", "0.3", "--json"});
    QCOMPARE(run.code, 0);
    const QJsonObject result = run.json()["results"].toArray().at(0).toObject();
    QCOMPARE(result["footprint"].toInt(), 22);
    QVERIFY(result["remark"].toString().startsWith("cbc found nothing in time"));
    const Run none = stowage_cli({"plan", sample("somas_figure_6.stowage.json"), "--time-limit", "1e-9"});
    QCOMPARE(none.code, 4);
    QVERIFY2(none.err.startsWith("error: "), qPrintable(none.err));
  }

  /// The thread that waits for signals is there however soon the work is done.
  void short_runs_end() {
    for (int round = 0; round < 40; ++round)
      QCOMPARE(stowage_cli({"info", sample("somas_figure_7.stowage.json"), "--json"}).code, 0);
  }
};

QTEST_GUILESS_MAIN(CliStopTest)
#include "tst_cli_stop.moc"
