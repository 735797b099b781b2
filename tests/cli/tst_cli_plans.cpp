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
    QVERIFY(prints({"check", good_}, {"valid: ", "4", "40", "30", "+33.3%"}));
    QVERIFY(answers({"check", good_}, {{"footprint", 40}, {"lower_bound", 30}}));
    QVERIFY(prints({"check", bad_}, {"\"a\"", "0", "10", "\"b\"", "5", "10", "invalid: 1"}, 1));
    const QString planless = sample("somas_figure_2.stowage.json");
    QVERIFY(ends({"check", planless}, 3, {"error: " + planless + ": "}));
    QCOMPARE(code_of({"check", good_, "--loops"}), 2);
  }

  /// No plan is larger than the one to start from; one that does not hold is said, and left.
  void plans_start_from_a_plan() {
    const QString graph = sample("medium.stowage.json"), best = temp("best.json"), next = temp("next.json");
    const QJsonObject first = answer({"plan", graph, "--strategy", "search", "--iterations", "8000", "-o", best});
    const QJsonValue least = first["results"][0]["footprint"];
    const QJsonObject again = answer({"plan", graph, "--strategy", "bump", "--from", best, "-o", next});
    QVERIFY(holds(again, {{"results/0/strategy", "from"}, {"results/0/footprint", least}}));
    QVERIFY(again["results"][1]["footprint"].toInteger() > least.toInteger());
    QVERIFY(answers({"check", graph, next}, {{"footprint", least}}));
    QCOMPARE(json_of(next)["offsets"], json_of(best)["offsets"]);
    // In an order of its own.
    const QString other = temp("other.json"), kept = temp("kept.json");
    QCOMPARE(code_of({"plan", graph, "--order", "lescea", "-o", other}), 0);
    QCOMPARE(code_of({"plan", graph, "--strategy", "bump", "--from", other, "-o", kept}), 0);
    QCOMPARE(json_of(kept)["offsets"], json_of(other)["offsets"]);
    QCOMPARE(json_of(kept)["sequence"], json_of(other)["sequence"]);
    QCOMPARE(code_of({"check", graph, kept}), 0);

    QVERIFY(ends({"plan", good_, "--from", bad_}, 0, {bad_}));
    QVERIFY(answers({"plan", good_, "--from", bad_}, {{"results/#", 1}}));
    QCOMPARE(code_of({"plan", good_, "--from", temp("missing.json")}), 3);
  }

  void the_certificate_of_a_bound_is_replayed() {
    const QString graph = sample("medium.stowage.json"), plan = temp("certified.json");
    QCOMPARE(code_of({"plan", graph, "-o", plan}), 0);
    QJsonObject json = json_of(plan);
    QJsonArray tensors = json["bound_tensors"].toArray();
    QVERIFY(tensors.size() > 1);
    QVERIFY(answers({"check", graph, plan}, {{"certified_bound", json["lower_bound"]}}));
    QVERIFY(stowage_cli({"check", graph, plan}).err.isEmpty());
    // Without one of its tensors it proves less; with all of them, nothing.
    tensors.removeFirst();
    json["bound_tensors"] = tensors;
    write(plan, json);
    QVERIFY(ends({"check", graph, plan}, 0, {"/bound_tensors"}));
    QVERIFY(answer({"check", graph, plan})["certified_bound"].toInteger() < json["lower_bound"].toInteger());
    json["bound_tensors"] = QJsonArray::fromStringList(json["offsets"].toObject().keys());
    write(plan, json);
    QVERIFY(ends({"check", graph, plan}, 0, {"/bound_tensors"}));
    QVERIFY(answers({"check", graph, plan}, {{"certified_bound", 0}}));
  }

  void a_bound_without_a_certificate_is_verified_by_trying_all() {
    const QString graph = sample("somas_figure_6.stowage.json"), plan = temp("tried.json");
    QCOMPARE(code_of({"plan", graph, "--strategy", "search", "-o", plan}), 0);
    QJsonObject json = json_of(plan);
    QCOMPARE(json["lower_bound"].toInteger(), 22);  // the heaviest clique needs 20
    QVERIFY(answers({"check", graph, plan}, {{"certified_bound", 22}, {"lower_bound", 22}}));
    QVERIFY(stowage_cli({"check", graph, plan}).err.isEmpty());
    // A plan that is two bytes larger, and claims to be the smallest.
    QJsonObject offsets = json["offsets"].toObject();
    for (const QString& name : offsets.keys()) offsets[name] = offsets[name].toInteger() + 2;
    json["offsets"] = offsets;
    json["footprint"] = json["lower_bound"] = 24;
    write(plan, json);
    QVERIFY(ends({"check", graph, plan}, 0, {"/lower_bound"}));
    QVERIFY(!answer({"check", graph, plan}).contains("certified_bound"));
  }

  void a_budget_is_a_gate() {
    for (const auto& [budget, code] :
         {std::pair("40", 0), std::pair("39B", 1), std::pair("1KiB", 0), std::pair("0.03KiB", 1), std::pair("1KB", 0),
          std::pair("1 MB", 0), std::pair("64GiB", 0), std::pair("64 bits", 2)})
      QVERIFY2(code_of({"check", good_, "--budget", budget}) == code, budget);
  }

  void how_far_over_is_said() {
    QVERIFY(answers({"check", good_, "--budget", "25"},
                    {{"budget", 25}, {"over_budget_by", 15}, {"budget_kept", false}}, 1));
    for (const auto& [command, over] : {std::pair("check", 15), std::pair("plan", 5)}) {
      const Run run = stowage_cli({command, good_, "--budget", "25"});
      QCOMPARE(run.code, 1);
      QCOMPARE(numbers_in(run.out.trimmed().section('\n', -1)), QList<qint64>{over});
    }
  }

  void ours_are_compared_with_it() {
    QVERIFY(prints({"plan", good_}, {"40", "+33.3%", "auto", "30", "0.0%", "10 B", "-25.0%"}));
    QVERIFY(answers({"plan", good_}, {{"as_in_file/saved_by_best", 10}}));
    const Run compared = stowage_cli({"compare", good_, bad_, sample("lifetimes.csv")});
    QVERIFY(says(compared.out, {good_, "40 B", "10 B", "-25.0%", bad_, "40 B, invalid"}));
    // Columns for the plan in the file and what is saved against it, only where a file has one.
    const auto columns = [](const Run& run) {
      return run.out.section('\n', 0, 0).split(QRegularExpression(" {2,}")).size();
    };
    QCOMPARE(columns(stowage_cli({"compare", sample("somas_figure_2.stowage.json")})), columns(compared) - 2);
  }

  void nothing_is_saved_of_an_invalid_plan() {
    const QString planned = stowage_cli({"plan", bad_}).out, compared = stowage_cli({"compare", bad_}).out;
    QVERIFY2(planned.contains("invalid: 1") && !planned.contains("10 B"), qPrintable(planned));
    QVERIFY2(compared.contains("invalid") && !compared.contains("10 B"), qPrintable(compared));
    QVERIFY(answers({"plan", bad_}, {{"as_in_file/valid", false}, {"as_in_file/saved_by_best", QJsonValue::Null}}));
  }

  /// What the allocator takes from the device is a field of its row; other rows have none.
  void reserved_bytes() {
    const QString network = temp("alexnet.stowage.json");
    QCOMPARE(code_of({"zoo", "alexnet", "--optimizer", "sgd", "-o", network}), 0);
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
    QCOMPARE(answer(command)["results"][1]["proved_optimal"].toBool(), true);
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
    const QJsonObject json = answer({"info", good_});
    QVERIFY(holds(json, {{"plan/footprint", 40}, {"unknown_sizes", 0}}));
    QVERIFY(json["summary"].isArray() && json["open_dimensions"].isArray() && json["devices"].isArray());
  }

  /// No budget is kept, however large.
  void unknown_sizes_stay_unknown() {
    const QString listing = write(temp("unknown.migraphx.txt"),
                                  "module: \"main\"\n@0 = @param:x -> float_type, {1, 4}, {4, 1}\n"
                                  "@1 = relu(@0) -> weird_type, {1, 4}, {4, 1}\n"
                                  "@2 = tanh(@1) -> float_type, {1, 4}, {4, 1}\n@3 = @return(@2)\n"),
                  graph = temp("unknown.stowage.json");
    QCOMPARE(code_of({"convert", listing, "-o", graph}), 0);
    for (const QString& each : {listing, graph}) {
      QVERIFY(answers({"info", each}, {{"unknown_sizes", 1}}));
      QVERIFY(answers({"plan", each, "--budget", "1KiB"}, {{"results/0/proved_optimal", false}}, 1));
    }
    const QString image = temp("unknown.svg");
    const auto drawn = [&](const char* view) {
      return code_of({"render", graph, "--view", view, "-o", image}) == 0 ? content(image) : QByteArray();
    };
    QVERIFY(drawn("memory").contains("peak at least"));
    QVERIFY(drawn("strategies").contains("only the least"));
    // A CSV has no place for them.
    QCOMPARE(code_of({"convert", graph, "-o", temp("unknown.csv")}), 3);
  }

  /// By hand: 100 bytes take 112 and 200 take 208, so that three tensors at once need 432.
  void a_footprint_is_rounded_for_all_plans_and_the_bound() {
    const QString arena = write(temp("aligned.csv"),
                                "id,begin,end,size,alignment,offset\ns0,0,1,100,16,0\n"
                                "s1,1,2,100,16,112\ns2,2,3,100,16,0\ns3,0,4,200,16,224\n"
                                "s4,5,6,200,16,0\ns5,5,8,100,16,208\n");
    for (const QStringList& more : {QStringList(), QStringList{"--align", "16"}})
      QVERIFY(answers(QStringList{"plan", arena} + more, {{"lower_bound", 432},
                                                          {"results/0/footprint", 432},
                                                          {"as_in_file/footprint", 432},
                                                          {"as_in_file/saved_by_best", 0}}));
    QVERIFY(answers({"check", arena}, {{"footprint", 432}, {"lower_bound", 432}}));
    // 112 is no multiple of 32
    QVERIFY(answers({"plan", arena, "--align", "32"}, {{"as_in_file/saved_by_best", QJsonValue::Null}}));
  }

  void a_recorded_plan_is_the_same_in_a_plan_file() {
    const QString recorded = sample("serving.pickle"), graph = temp("serving.stowage.json"),
                  plan = temp("serving.plan.json");
    QCOMPARE(code_of({"convert", recorded, "-o", graph, "--plan-output", plan}), 0);
    const Run before = stowage_cli({"check", recorded, "--json"}),
              after = stowage_cli({"check", graph, plan, "--json"});
    QCOMPARE(before.json()["footprint"].toInteger(), 42 << 20);  // what the allocator reserved
    QCOMPARE(after.json(), before.json());
    QCOMPARE(after.code, before.code);
  }

  void converting_keeps_the_plan_where_asked() {
    const QString graph = temp("good.stowage.json"), plan = temp("good.plan.json");
    QVERIFY(ends({"convert", good_, "-o", graph}, 0, {"--plan-output"}));
    const Run kept = stowage_cli({"convert", good_, "-o", graph, "--plan-output", plan});
    QCOMPARE(kept.code, 0);
    QVERIFY2(!kept.err.contains("offsets"), qPrintable(kept.err));
    QVERIFY(prints({"check", graph, plan}, {"4", "40"}));
    QCOMPARE(code_of({"convert", sample("somas_figure_2.stowage.json"), "-o", graph, "--plan-output", plan}), 3);
    QCOMPARE(code_of({"convert", good_, "-o", graph, "--plan-output", graph}), 3);
  }

  void names_with_gz_are_packed() {
    const QString packed = temp("good.csv.gz"), plan = temp("good.plan.json.gz");
    QCOMPARE(code_of({"convert", good_, "-o", packed, "--plan-output", plan}), 0);
    QVERIFY(content(packed).startsWith("\x1f\x8b") && content(plan).startsWith("\x1f\x8b"));
    QVERIFY(answers({"info", packed}, {{"tensors", 4}, {"graph", "good"}}));
    QCOMPARE(code_of({"check", packed, plan}), 0);
    QCOMPARE(code_of({"plan", packed, "-o", plan}), 0);
    QVERIFY(content(plan).startsWith("\x1f\x8b"));
  }

  /// A real compiler's offsets.
  void offsets_of_iree_are_a_plan() {
    STOWAGE_NEEDS_SHARED();
    const QString file = QString::fromStdString(shared_path("data/intervals/iree_mobilenet.csv"));
    QVERIFY(prints({"check", file, "--intervals", "closed"}, {"valid: "}));
    const QJsonObject json = answer({"plan", file, "--intervals", "closed"});
    QVERIFY(json["as_in_file"].toObject()["valid"].toBool());
    QVERIFY(json["as_in_file"].toObject()["saved_by_best"].toInteger() >= 0);
    QCOMPARE(code_of({"check", file, "--intervals", "closed", "--budget", "1KiB"}), 1);
  }

  /// An empty name, as of a variable that a script forgot to set, is an error, not a name that was left out.
  void file_names_are_not_empty() {
    const QString picture = temp("named.svg");
    for (const QStringList& arguments : {QStringList{"zoo", "alexnet", "-o"},
                                         {"plan", good_, "-o"},
                                         {"convert", good_, "-o"},
                                         {"render", good_, "-o"},
                                         {"convert", good_, "-o", temp("named.csv"), "--plan-output"},
                                         {"check", good_},
                                         {"render", good_, "-o", picture},
                                         {"render", good_, "-o", picture, "--against"}}) {
      const Run run = stowage_cli(arguments + QStringList{""});
      QVERIFY2(run.code == 2 && run.out.isEmpty(), qPrintable(run.err));
      QVERIFY2(run.err.startsWith("error: ") && run.err.contains("\"\""), qPrintable(run.err));
    }
  }
};

STOWAGE_GUI_TEST(CliPlansTest);
#include "tst_cli_plans.moc"
