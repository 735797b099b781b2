// SPDX-License-Identifier: Apache-2.0
// `tradeoff`: its output and its files.
#include "tests/cli/program.h"

class CliTradeoffTest : public CliTestBase {
  Q_OBJECT

  QString graph_;

 private slots:
  void initTestCase() {
    graph_ = temp("alexnet.stowage.json");
    QCOMPARE(code_of({"zoo", "alexnet", "--streams", "3", "--device", "a100", "-o", graph_}), 0);
  }

  /// The graph of each point is read again, its plan checked, and its run simulated, by the independent programs too.
  void every_point_is_written() {
    const QString folder = temp("points");
    const Run run = stowage_cli({"tradeoff", graph_, "--iterations", "300", "--points", "6", "-o", folder, "--json"});
    QVERIFY2(run.code == 0, qPrintable(run.err));
    const QJsonArray points = run.json()["points"].toArray();
    QVERIFY(points.size() > 2);
    QCOMPARE(QDir(folder).entryList(QDir::Files).size(), 2 * points.size());
    const QJsonObject given = run.json()["given"].toObject();
    qint64 last_footprint = -1, last_makespan = std::numeric_limits<qint64>::max();
    for (qsizetype k = 0; k < points.size(); ++k) {
      const QJsonObject point = points[k].toObject();
      const QString name = QString("%1/%2").arg(folder).arg(k + 1, 2, 10, QChar('0'));
      const QString graph = name + ".stowage.json", plan = name + ".plan.json";
      QVERIFY(answers({"check", graph, plan}, {{"valid", true}, {"footprint", point["footprint"]}}));
      QVERIFY(answers({"simulate", graph}, {{"makespan", point["makespan"]}}));
      QVERIFY(point["footprint"].toInteger() > last_footprint);
      QVERIFY(point["makespan"].toInteger() < last_makespan);
      QVERIFY(point["footprint"].toInteger() >= point["lower_bound"].toInteger());
      last_footprint = point["footprint"].toInteger();
      last_makespan = point["makespan"].toInteger();
      for (const QJsonValue& edit : point["edits"].toArray()) {
        QVERIFY(!edit["text"].toString().isEmpty());
        QVERIFY(QStringList({"sync", "stream", "order", "recompute", "offload"}).contains(edit["lever"].toString()));
      }
      QVERIFY(passes_both_checkers(graph, {plan}));
      const QString simulate = QString::fromStdString(shared_path("check/simulate_ref.py"));
      if (simulate.isEmpty()) continue;
      QCOMPARE(run_program("python3", {simulate, graph, "--json"}).json()["makespan"], point["makespan"]);
    }
    QVERIFY(points[0]["footprint"].toInteger() < given["footprint"].toInteger());
  }

  /// A folder that is written again has the points of the last run; what others put there, or changed, stays.
  void points_of_an_earlier_run_go() {
    const QString folder = temp("again");
    const auto run = [&](int points) {
      return stowage_cli(
          {"tradeoff", graph_, "--iterations", "300", "--points", QString::number(points), "-o", folder});
    };
    const auto files = [&] { return QDir(folder).entryList(QDir::Files, QDir::Name); };
    const auto put = [&](const QString& name, const QByteArray& bytes) { write(folder + '/' + name, bytes); };
    const auto wrote = [](const Run& done) {
      static const QRegularExpression count("wrote ([0-9]+) graphs");
      return count.match(done.out).captured(1).toInt();
    };
    const int before = wrote(run(8));
    QVERIFY(before >= 6);
    QCOMPARE(files().size(), 2 * before);
    const QString outside = temp("outside.plan.json");
    QVERIFY(QFile::copy(folder + "/05.plan.json", outside));
    put("06.plan.json", "mine now");                            // changed
    QVERIFY(QFile::copy(graph_, folder + "/17.stowage.json"));  // not of a run
    put("notes.txt", "x");
    QVERIFY(QFile::remove(folder + "/05.plan.json"));
    QVERIFY(QFile::link(outside, folder + "/05.plan.json"));  // as it was written, but in another place
    const Run again = run(2);
    QCOMPARE(again.code, 0);
    const int after = wrote(again);
    QVERIFY(after >= 2 && after <= 4);
    QVERIFY(says(again.out, {QString::number(before - after)}));  // points of the earlier run are removed
    QVERIFY(says(again.err, {"05.plan.json", "2"}));
    QStringList expected{"05.plan.json", "06.plan.json", "17.stowage.json", "notes.txt"};
    for (int k = 1; k <= after; ++k) expected << QString("0%1.plan.json").arg(k) << QString("0%1.stowage.json").arg(k);
    expected.sort();
    QCOMPARE(files(), expected);
    QVERIFY(QFile::exists(outside));
    const Run same = run(2);
    QVERIFY(!same.out.contains("removed") && !same.err.contains("replaced"));
    put("01.plan.json", "edited");
    const Run over = run(2);
    QVERIFY2(over.err.contains("replaced 01.plan.json,"), qPrintable(over.err));
  }

  void a_budget_marks_the_fastest_that_fits() {
    const QStringList search{"tradeoff", graph_, "--iterations", "300", "--json"};
    const QJsonObject all = stowage_cli(search).json();
    const qint64 given = all["given"]["footprint"].toInteger();
    const Run fits = stowage_cli(search + QStringList{"--budget", QString::number(given)});
    QCOMPARE(fits.code, 0);
    const QJsonArray points = fits.json()["points"].toArray();
    const auto fastest = fits.json()["fastest_within_budget"].toInteger();
    for (qsizetype k = 0; k < points.size(); ++k) QCOMPARE(points[k]["footprint"].toInteger() <= given, k <= fastest);
    const Run none = stowage_cli(search + QStringList{"--budget", "1KiB"});
    QCOMPARE(none.code, 1);
    QVERIFY(!none.json().contains("fastest_within_budget"));
  }
};

STOWAGE_GUI_TEST(CliTradeoffTest);
#include "tst_cli_tradeoff.moc"
