// SPDX-License-Identifier: Apache-2.0
// Orders of operators of whole networks, on several streams; and `tradeoff`: its output and its files.
#include <unistd.h>
#include <csignal>

#include "tests/cli/program.h"

class CliOrdersTest : public CliTestBase {
  Q_OBJECT

  static qint64 number(const QJsonValue& value) { return value.toInteger(-1); }

  QString graph_;

 private slots:
  // ---- orders

  /// Where the search for an order is interrupted, the best so far is planned; it takes many seconds here.
  void an_interrupted_order() {
    const QString graph = temp("pangu.stowage.json"), plan = temp("pangu.plan.json");
    QCOMPARE(code_of({"zoo", "pangu_2_6b", "-o", graph}), 0);
    // Reading the graph takes a small part of a second.
    const auto worked = [](QProcess& process) {
      const QByteArray stat = content(QString("/proc/%1/stat").arg(process.processId()));
      return stat.split(' ').value(13).toDouble() / double(::sysconf(_SC_CLK_TCK)) >= 1;
    };
    const Run run = stopped({"plan", graph, "--order", "olla", "--strategy", "search", "-o", plan}, worked, SIGINT,
                            4'000);  // 0.5 s on an idle machine
    QVERIFY2(run.code == 0, qPrintable(run.err));
    QVERIFY2(run.out.contains("cancelled") && !run.out.contains("time limit"), qPrintable(run.out));
    QCOMPARE(code_of({"check", graph, plan}), 0);
  }

  /// The graph of a training step, each stream with 50 operators at most.
  QString on_many_streams(const QString& network) {
    const QString path = temp(network + ".stowage.json");
    if (code_of({"zoo", network, "--stream-cap", "50", "-o", path}) != 0) qFatal("no graph");
    return path;
  }

  /// LESCEA's order alone would need more than the given one; with some streams as given it needs less than both.
  void several_streams_are_planned_in_both_orders() {
    const QString graph = on_many_streams("resnet50"), path = temp("plan.json");
    const QStringList command{"plan", graph, "--order", "lescea", "--strategy", "so.size.best", "-o", path};
    const Run run = stowage_cli(command + QStringList{"--json"});
    QCOMPARE(run.code, 0);
    const QJsonObject order = run.json()["order"].toObject();
    QVERIFY(number(order["interleaved_peak"]) < number(order["given_interleaved_peak"]));
    QVERIFY2(order["remark"].toString().startsWith("mixed"), qPrintable(run.out));
    QCOMPARE(order["kept"].toString(), QString("lescea"));
    const qint64 given = number(answer({"plan", graph, "--strategy", "so.size.best"})["results"][0]["footprint"]);
    QCOMPARE(number(order["given_footprint"]), given);
    const QJsonObject plan = json_of(path);
    QCOMPARE(number(order["footprint"]), number(plan["footprint"]));
    QVERIFY(number(plan["footprint"]) < given);
    QVERIFY(number(plan["lower_bound"]) >= number(order["interleaved_peak"]));
    QVERIFY(!plan["sequence"].toArray().isEmpty());
    QVERIFY(passes_both_checkers(graph, {path}));
    const QString out = stowage_cli(command).out;
    const auto bytes = [&](const char* of) { return QLocale(QLocale::English).toString(number(order[of])); };
    QVERIFY(says(out, {"lescea", bytes("peak"), bytes("given_peak"), bytes("interleaved_peak"),
                       bytes("given_interleaved_peak")}));
  }

  /// LESCEA's order by itself needs more on this graph than the given one.
  void no_order_needs_more_than_the_given() {
    const QString graph = on_many_streams("vit_b16"), path = temp("plan.json");
    const Run run =
        stowage_cli({"plan", graph, "--order", "lescea", "--strategy", "so.size.best", "-o", path, "--json"});
    QCOMPARE(run.code, 0);
    const QJsonObject order = run.json()["order"].toObject();
    const auto needs = number(order["interleaved_peak"]), given = number(order["given_interleaved_peak"]);
    QVERIFY(needs <= given);
    QCOMPARE(needs == given, order["kept"] == "given");
    const QJsonObject plan = json_of(path);
    QCOMPARE(plan["order"].toString(), order["kept"].toString());
    QCOMPARE(plan.contains("sequence"), plan["order"].toString() != "given");
    QVERIFY(passes_both_checkers(graph, {path}));
  }

  /// LESCEA's is no better on many streams here, and worse on one: which order the plan has, and why, is said.
  void the_order_of_the_plan_is_said() {
    const QString several = on_many_streams("gpt2_xl"), path = temp("said.json");
    const QStringList lescea{"--order", "lescea", "--strategy", "so.size.best", "-o", path};
    const Run kept = stowage_cli(QStringList{"plan", several} + lescea);
    QCOMPARE(kept.code, 0);
    QVERIFY2(kept.err.startsWith("note: " + several + ": ") && kept.err.count('\n') == 1, qPrintable(kept.err));
    QVERIFY(says(kept.err, {"given", "lescea"}) && says(kept.out, {"given", path}));
    const QJsonObject plan = json_of(path);
    QCOMPARE(plan["order"].toString(), QString("given"));
    QVERIFY(!plan.contains("sequence"));
    QVERIFY(passes_both_checkers(several, {path}));

    const QString file = sample("two_streams.linked.json");
    const QString alike = stowage_cli({"plan", file, "--order", "roam"}).err;
    QVERIFY2(alike.startsWith("note: " + file + ": ") && alike.count('\n') == 1, qPrintable(alike));
    QVERIFY(says(alike, {"given", "roam"}));

    const QString one = temp("one.stowage.json");
    QCOMPARE(code_of({"zoo", "gpt2_xl", "-o", one}), 0);
    const Run worse = stowage_cli(QStringList{"plan", one} + lescea);
    QVERIFY2(worse.err.startsWith("note: ") && worse.err.count('\n') == 1, qPrintable(worse.err));
    QVERIFY(says(worse.err, {"--order given"}));
    QCOMPARE(json_of(path)["order"].toString(), QString("lescea"));
  }

  /// A third of the time, as both orders are planned: what looks for the best order would fill any share here.
  void on_several_streams_the_order_leaves_time_for_both_plans() {
    const QString graph = temp("vit.stowage.json");
    QCOMPARE(code_of({"zoo", "vit_b16", "--streams", "4", "-o", graph}), 0);
    const Run run =
        stowage_cli({"plan", graph, "--order", "exact", "--strategy", "so.size.best", "--time-limit", "9", "--json"});
    const double time = run.json()["order"].toObject()["time_ms"].toDouble();
    QVERIFY2(time > 700 && time < 3'100, qPrintable(run.out));  // with half of the time, 3,150 at least
  }

  // ---- trade-offs

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

  /// Anybody can change the list: only points of this folder are removed.
  void a_list_cannot_name_other_files() {
    const QString folder = temp("forged");
    QVERIFY(QDir().mkpath(folder));
    const QStringList theirs{temp("99.plan.json"), folder + "/keep.plan.json", folder + "/9.plan.json",
                             folder + "/99.plan.json.bak"};
    QByteArray list;
    for (const QString& path : theirs) {
      write(path, "");
      // size and FNV-1a of nothing, as published: 14695981039346656037
      for (const QString& name : {path, QDir(folder).relativeFilePath(path)})
        list += "0:14695981039346656037 " + name.toUtf8() + '\n';
    }
    write(folder + "/98.plan.json", "");
    list += "0:14695981039346656037 98.plan.json\n\xff\0garbage";
    write(folder + "/.stowage-tradeoff", list);
    QCOMPARE(code_of({"tradeoff", graph_, "--iterations", "10", "-o", folder}), 0);
    for (const QString& path : theirs) QVERIFY2(QFile::exists(path), qPrintable(path));
    QVERIFY(!QFile::exists(folder + "/98.plan.json"));
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

STOWAGE_GUI_TEST(CliOrdersTest);
#include "tst_cli_orders.moc"
