// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.h"
#include "tests/start/test_entry.h"
#include "tests/support/shared.h"

using namespace stowage::test;

namespace {

/// Three tensors that all meet at step 1, and one after them: 30 bytes are needed, the offsets of `good` take 40.
const QByteArray kGood = "id,lower,upper,size,offset\na,0,2,10,0\nb,1,3,10,10\nc,1,2,10,30\nd,3,4,20,0\n";
const QByteArray kBad = "id,lower,upper,size,offset\na,0,2,10,0\nb,1,3,10,5\nc,1,2,10,30\nd,3,4,20,0\n";

}  // namespace

/// Plans that files carry themselves: checked, gated by a budget, compared with ours, kept when converted.
class CliPlansTest : public CliTestBase {
  Q_OBJECT

  QString good_, bad_;

 private slots:
  void initTestCase() {
    good_ = write(temp("good.csv"), kGood);
    bad_ = write(temp("bad.csv"), kBad);
  }

  void the_plan_in_a_file_is_checked() {
    const Run fine = stowage_cli({"check", good_});
    QCOMPARE(fine.code, 0);
    QVERIFY2(fine.out.startsWith("valid: "), qPrintable(fine.out));
    QVERIFY(says(fine.out, {"4", "40", "30", "+33.3%"}));
    const QJsonObject json = stowage_cli({"check", good_, "--json"}).json();
    QVERIFY(holds(json, {{"footprint", 40}, {"lower_bound", 30}}));
    const Run wrong = stowage_cli({"check", bad_});
    QCOMPARE(wrong.code, 1);
    QVERIFY(says(wrong.out, {"\"a\"", "0", "10", "\"b\"", "5", "10", "invalid: 1"}));
    QVERIFY(ends({"check", sample("somas_figure_2.stowage.json")}, 3,
                 {"error: " + sample("somas_figure_2.stowage.json") + ": "}));
    QCOMPARE(stowage_cli({"check", good_, "--loops"}).code, 2);
  }

  /// No plan is larger than the one to start from; one that does not hold is said, and left.
  void plans_start_from_a_plan() {
    const QString graph = sample("medium.stowage.json"), best = temp("best.json"), next = temp("next.json");
    const Run first =
        stowage_cli({"plan", graph, "--strategy", "search", "--iterations", "8000", "-o", best, "--json"});
    const qint64 least = first.json()["results"][0]["footprint"].toInteger();
    const Run again = stowage_cli({"plan", graph, "--strategy", "bump", "--from", best, "-o", next, "--json"});
    QCOMPARE(again.code, 0);
    QCOMPARE(again.json()["results"][0]["strategy"].toString(), QString("from"));
    QCOMPARE(again.json()["results"][0]["footprint"].toInteger(), least);
    QVERIFY(again.json()["results"][1]["footprint"].toInteger() > least);
    QCOMPARE(stowage_cli({"check", graph, next, "--json"}).json()["footprint"].toInteger(), least);
    QCOMPARE(json_of(next)["offsets"], json_of(best)["offsets"]);
    // In an order of its own.
    const QString other = temp("other.json"), kept = temp("kept.json");
    QCOMPARE(stowage_cli({"plan", graph, "--order", "lescea", "-o", other}).code, 0);
    QCOMPARE(stowage_cli({"plan", graph, "--strategy", "bump", "--from", other, "-o", kept}).code, 0);
    QCOMPARE(json_of(kept)["offsets"], json_of(other)["offsets"]);
    QCOMPARE(json_of(kept)["sequence"], json_of(other)["sequence"]);
    QCOMPARE(stowage_cli({"check", graph, kept}).code, 0);

    const Run wrong = stowage_cli({"plan", good_, "--from", bad_, "--json"});
    QCOMPARE(wrong.code, 0);
    QVERIFY2(wrong.err.contains(bad_), qPrintable(wrong.err));
    QCOMPARE(wrong.json()["results"].toArray().size(), 1);
    QCOMPARE(stowage_cli({"plan", good_, "--from", temp("missing.json")}).code, 3);
  }

  void the_certificate_of_a_bound_is_replayed() {
    const QString plan = temp("certified.json");
    QCOMPARE(stowage_cli({"plan", sample("medium.stowage.json"), "-o", plan}).code, 0);
    QJsonObject json = json_of(plan);
    const QJsonArray tensors = json["bound_tensors"].toArray();
    QVERIFY(tensors.size() > 1);
    const Run fine = stowage_cli({"check", sample("medium.stowage.json"), plan, "--json"});
    QCOMPARE(fine.code, 0);
    QVERIFY2(fine.err.isEmpty(), qPrintable(fine.err));
    QCOMPARE(fine.json()["certified_bound"].toInteger(), json["lower_bound"].toInteger());
    // Without one of its tensors it proves less; with all of them, nothing.
    QJsonArray fewer = tensors;
    fewer.removeFirst();
    json["bound_tensors"] = fewer;
    write(plan, json);
    const Run less = stowage_cli({"check", sample("medium.stowage.json"), plan, "--json"});
    QCOMPARE(less.code, 0);
    QVERIFY2(less.err.contains("/bound_tensors"), qPrintable(less.err));
    QVERIFY(less.json()["certified_bound"].toInteger() < json["lower_bound"].toInteger());
    json["bound_tensors"] = QJsonArray::fromStringList(json["offsets"].toObject().keys());
    write(plan, json);
    const Run none = stowage_cli({"check", sample("medium.stowage.json"), plan, "--json"});
    QCOMPARE(none.code, 0);
    QVERIFY2(none.err.contains("/bound_tensors"), qPrintable(none.err));
    QCOMPARE(none.json()["certified_bound"].toInteger(), 0);
  }

  void a_bound_without_a_certificate_is_verified_by_trying_all() {
    const QString graph = sample("somas_figure_6.stowage.json"), plan = temp("tried.json");
    QCOMPARE(stowage_cli({"plan", graph, "--strategy", "search", "-o", plan}).code, 0);
    QJsonObject json = json_of(plan);
    QCOMPARE(json["lower_bound"].toInteger(), 22);  // the heaviest clique needs 20
    const Run fine = stowage_cli({"check", graph, plan, "--json"});
    QCOMPARE(fine.code, 0);
    QVERIFY2(fine.err.isEmpty(), qPrintable(fine.err));
    QVERIFY(holds(fine.json(), {{"certified_bound", 22}, {"lower_bound", 22}}));
    // A plan that is two bytes larger, and claims to be the smallest.
    QJsonObject offsets = json["offsets"].toObject();
    for (const QString& name : offsets.keys()) offsets[name] = offsets[name].toInteger() + 2;
    json["offsets"] = offsets;
    json["footprint"] = json["lower_bound"] = 24;
    write(plan, json);
    const Run wrong = stowage_cli({"check", graph, plan, "--json"});
    QCOMPARE(wrong.code, 0);
    QVERIFY2(wrong.err.contains("/lower_bound"), qPrintable(wrong.err));
    QVERIFY(!wrong.json().contains("certified_bound"));
  }

  void a_budget_is_a_gate_data() {
    QTest::addColumn<QString>("budget");
    QTest::addColumn<int>("code");
    for (const auto& [budget, code] :
         {std::pair("40", 0), std::pair("39B", 1), std::pair("1KiB", 0), std::pair("0.03KiB", 1), std::pair("1KB", 0),
          std::pair("1 MB", 0), std::pair("64GiB", 0), std::pair("64 bits", 2)})
      QTest::newRow(budget) << budget << code;
  }
  void a_budget_is_a_gate() {
    QFETCH(QString, budget);
    QFETCH(int, code);
    QCOMPARE(stowage_cli({"check", good_, "--budget", budget}).code, code);
  }

  void how_far_over_is_said() {
    const Run over = stowage_cli({"check", good_, "--budget", "25"});
    QCOMPARE(over.code, 1);
    QCOMPARE(numbers_in(over.out.trimmed().section('\n', -1)), QList<qint64>{15});
    const QJsonObject json = stowage_cli({"check", good_, "--budget", "25", "--json"}).json();
    QVERIFY(holds(json, {{"budget", 25}, {"over_budget_by", 15}, {"budget_kept", false}}));
    const Run planned = stowage_cli({"plan", good_, "--budget", "25"});
    QCOMPARE(planned.code, 1);
    QCOMPARE(numbers_in(planned.out.trimmed().section('\n', -1)), QList<qint64>{5});
  }

  void ours_are_compared_with_it() {
    const Run planned = stowage_cli({"plan", good_});
    QVERIFY(says(planned.out, {"40", "+33.3%", "auto", "30", "0.0%", "10 B", "-25.0%"}));
    const QJsonObject json = stowage_cli({"plan", good_, "--json"}).json();
    QCOMPARE(json["as_in_file"].toObject()["saved_by_best"].toInt(), 10);
    const Run compared = stowage_cli({"compare", good_, bad_, sample("lifetimes.csv")});
    QVERIFY(says(compared.out, {good_, "40 B", "10 B", "-25.0%", bad_, "40 B, invalid"}));
    // Columns for the plan in the file and what is saved against it, only where a file has one.
    const auto columns = [](const Run& run) {
      return run.out.section('\n', 0, 0).split(QRegularExpression(" {2,}")).size();
    };
    QCOMPARE(columns(stowage_cli({"compare", sample("somas_figure_2.stowage.json")})), columns(compared) - 2);
  }

  void nothing_is_saved_of_an_invalid_plan() {
    const Run planned = stowage_cli({"plan", bad_});
    QVERIFY2(planned.out.contains("invalid: 1") && !planned.out.contains("10 B"), qPrintable(planned.out));
    const QJsonObject file = stowage_cli({"plan", bad_, "--json"}).json()["as_in_file"].toObject();
    QVERIFY(!file["valid"].toBool(true) && file["saved_by_best"].isNull());
    const Run compared = stowage_cli({"compare", bad_});
    QVERIFY2(compared.out.contains("invalid") && !compared.out.contains("10 B"), qPrintable(compared.out));
  }

  /// What the allocator takes from the device is a field of its row; other rows have none.
  void reserved_bytes() {
    const QString network = temp("alexnet.stowage.json");
    QCOMPARE(stowage_cli({"zoo", "alexnet", "--optimizer", "sgd", "-o", network}).code, 0);
    const Run run = stowage_cli({"plan", network, "--strategy", "caching,so.size.best", "--json"});
    const QJsonArray results = run.json()["results"].toArray();
    QCOMPARE(results.size(), 2);
    for (const QJsonValue& row : results) {
      QCOMPARE(row.toObject().contains("reserved"), row["strategy"].toString() == "caching");
      if (row["strategy"].toString() != "caching") continue;
      QVERIFY(row["reserved"].toDouble() >= row["footprint"].toDouble());
      const QString reserved = QLocale(QLocale::English).toString(row["reserved"].toInteger());
      QVERIFY(says(row["remark"].toString(), {reserved}));
    }
  }

  /// In every table, also where its tensors reach no higher than those of any plan.
  void reserved_bytes_of_optimal_footprints() {
    const QStringList command{"plan",        sample("olla_figure_4.stowage.json"), "--order", "lescea", "--strategy",
                              "auto,caching"};
    QCOMPARE(stowage_cli(command + QStringList{"--json"}).json()["results"][1]["proved_optimal"].toBool(), true);
    const QString out = stowage_cli(command).out;
    QVERIFY(says(out, {"caching", "20,971,520", "1", "7,340,032"}));
  }

  void an_empty_file_is_called_so() {
    QSet<QString> reasons;
    for (const char* name : {"empty.pickle", "empty.csv", "empty"}) {
      const Run run = stowage_cli({"info", write(temp(name), "")});
      QCOMPARE(run.code, 3);
      QVERIFY2(run.err.startsWith("error: " + temp(name) + ": ") && run.err.count('\n') == 1, qPrintable(run.err));
      reasons << run.err.section(": ", -1);
    }
    QCOMPARE(reasons.size(), 1);  // whatever the format
  }

  void info_tells_what_was_read() {
    QVERIFY(says(stowage_cli({"info", good_}).out, {"40"}));
    const QJsonObject json = stowage_cli({"info", good_, "--json"}).json();
    QCOMPARE(json["plan"].toObject()["footprint"].toInt(), 40);
    QVERIFY(json["summary"].isArray() && json["open_dimensions"].isArray() && json["devices"].isArray());
    QCOMPARE(json["unknown_sizes"].toInt(-1), 0);
  }

  /// No budget is kept, however large.
  void unknown_sizes_stay_unknown() {
    const QString listing = write(temp("unknown.migraphx.txt"),
                                  "module: \"main\"\n@0 = @param:x -> float_type, {1, 4}, {4, 1}\n"
                                  "@1 = relu(@0) -> weird_type, {1, 4}, {4, 1}\n"
                                  "@2 = tanh(@1) -> float_type, {1, 4}, {4, 1}\n@3 = @return(@2)\n"),
                  graph = temp("unknown.stowage.json");
    QCOMPARE(stowage_cli({"convert", listing, "-o", graph}).code, 0);
    for (const QString& each : {listing, graph}) {
      QCOMPARE(stowage_cli({"info", each, "--json"}).json()["unknown_sizes"].toInt(-1), 1);
      const Run planned = stowage_cli({"plan", each, "--budget", "1KiB", "--json"});
      QCOMPARE(planned.code, 1);
      QVERIFY(!planned.json()["results"][0]["proved_optimal"].toBool(true));
    }
    const QString image = temp("unknown.svg");
    const auto drawn = [&](const char* view) {
      return stowage_cli({"render", graph, "--view", view, "-o", image}).code == 0 ? content(image) : QByteArray();
    };
    QVERIFY(drawn("memory").contains("peak at least"));
    QVERIFY(drawn("strategies").contains("only the least"));
    // A CSV has no place for them.
    QCOMPARE(stowage_cli({"convert", graph, "-o", temp("unknown.csv")}).code, 3);
  }

  /// By hand: 100 bytes take 112 and 200 take 208, so that three tensors at once need 432.
  void a_footprint_is_rounded_for_all_plans_and_the_bound() {
    const QString arena = write(temp("aligned.csv"),
                                "id,begin,end,size,alignment,offset\ns0,0,1,100,16,0\n"
                                "s1,1,2,100,16,112\ns2,2,3,100,16,0\ns3,0,4,200,16,224\n"
                                "s4,5,6,200,16,0\ns5,5,8,100,16,208\n");
    for (const QStringList& more : {QStringList(), QStringList{"--align", "16"}}) {
      const QJsonObject json = stowage_cli(QStringList{"plan", arena, "--json"} + more).json();
      QCOMPARE(json["lower_bound"].toInt(), 432);
      QCOMPARE(json["results"][0]["footprint"].toInt(), 432);
      QCOMPARE(json["as_in_file"]["footprint"].toInt(), 432);
      QCOMPARE(json["as_in_file"]["saved_by_best"].toInt(-1), 0);
    }
    const QJsonObject checked = stowage_cli({"check", arena, "--json"}).json();
    QVERIFY(holds(checked, {{"footprint", 432}, {"lower_bound", 432}}));
    const QJsonObject apart = stowage_cli({"plan", arena, "--align", "32", "--json"}).json();
    QVERIFY(apart["as_in_file"]["saved_by_best"].isNull());  // 112 is no multiple of 32
  }

  void a_recorded_plan_is_the_same_in_a_plan_file() {
    const QString recorded = sample("serving.pickle"), graph = temp("serving.stowage.json"),
                  plan = temp("serving.plan.json");
    QCOMPARE(stowage_cli({"convert", recorded, "-o", graph, "--plan-output", plan}).code, 0);
    const Run before = stowage_cli({"check", recorded, "--json"}),
              after = stowage_cli({"check", graph, plan, "--json"});
    QCOMPARE(before.json()["footprint"].toInteger(), 42 << 20);  // what the allocator reserved
    QCOMPARE(after.json(), before.json());
    QCOMPARE(after.code, before.code);
  }

  void converting_keeps_the_plan_where_asked() {
    const QString graph = temp("good.stowage.json"), plan = temp("good.plan.json");
    const Run lost = stowage_cli({"convert", good_, "-o", graph});
    QVERIFY2(lost.err.contains("--plan-output"), qPrintable(lost.err));
    const Run kept = stowage_cli({"convert", good_, "-o", graph, "--plan-output", plan});
    QCOMPARE(kept.code, 0);
    QVERIFY2(!kept.err.contains("offsets"), qPrintable(kept.err));
    const Run checked = stowage_cli({"check", graph, plan});
    QVERIFY2(checked.code == 0 && says(checked.out, {"4", "40"}), qPrintable(checked.err));
    QCOMPARE(stowage_cli({"convert", sample("somas_figure_2.stowage.json"), "-o", graph, "--plan-output", plan}).code,
             3);
    QCOMPARE(stowage_cli({"convert", good_, "-o", graph, "--plan-output", graph}).code, 3);
  }

  void names_with_gz_are_packed() {
    const QString packed = temp("good.csv.gz"), plan = temp("good.plan.json.gz");
    QCOMPARE(stowage_cli({"convert", good_, "-o", packed, "--plan-output", plan}).code, 0);
    QVERIFY(content(packed).startsWith("\x1f\x8b") && content(plan).startsWith("\x1f\x8b"));
    const QJsonObject json = stowage_cli({"info", packed, "--json"}).json();
    QVERIFY(holds(json, {{"tensors", 4}, {"graph", "good"}}));
    QCOMPARE(stowage_cli({"check", packed, plan}).code, 0);
    QCOMPARE(stowage_cli({"plan", packed, "-o", plan}).code, 0);
    QVERIFY(content(plan).startsWith("\x1f\x8b"));
  }

  /// A real compiler's offsets.
  void offsets_of_iree_are_a_plan() {
    STOWAGE_NEEDS_SHARED();
    const QString file = QString::fromStdString(shared_path("data/intervals/iree_mobilenet.csv"));
    const Run closed = stowage_cli({"check", file, "--intervals", "closed"});
    QVERIFY2(closed.code == 0 && closed.out.startsWith("valid: "), qPrintable(closed.out + closed.err));
    const QJsonObject json = stowage_cli({"plan", file, "--intervals", "closed", "--json"}).json();
    QVERIFY(json["as_in_file"].toObject()["valid"].toBool());
    QVERIFY(json["as_in_file"].toObject()["saved_by_best"].toInteger() >= 0);
    QCOMPARE(stowage_cli({"check", file, "--intervals", "closed", "--budget", "1KiB"}).code, 1);
  }

  /// An empty name, as of a variable that a script forgot to set, is an error, not a name that was left out.
  void file_names_are_not_empty_data() {
    QTest::addColumn<QStringList>("arguments");
    const QString picture = temp("named.svg");
    QTest::newRow("zoo") << QStringList{"zoo", "alexnet", "-o"};
    QTest::newRow("plan") << QStringList{"plan", good_, "-o"};
    QTest::newRow("convert") << QStringList{"convert", good_, "-o"};
    QTest::newRow("render") << QStringList{"render", good_, "-o"};
    QTest::newRow("a plan written when converted")
        << QStringList{"convert", good_, "-o", temp("named.csv"), "--plan-output"};
    QTest::newRow("a plan that is checked") << QStringList{"check", good_};
    QTest::newRow("a plan that is drawn") << QStringList{"render", good_, "-o", picture};
    QTest::newRow("a plan to compare with") << QStringList{"render", good_, "-o", picture, "--against"};
  }
  void file_names_are_not_empty() {
    QFETCH(QStringList, arguments);
    const Run run = stowage_cli(arguments + QStringList{""});
    QCOMPARE(run.code, 2);
    QVERIFY(run.out.isEmpty());
    QVERIFY2(run.err.startsWith("error: ") && run.err.contains("\"\""), qPrintable(run.err));
  }
};

STOWAGE_GUI_TEST(CliPlansTest);
#include "tst_cli_plans.moc"
