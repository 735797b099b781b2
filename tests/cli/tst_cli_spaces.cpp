// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.h"
#include "tests/start/test_entry.h"
#include "tests/support/executorch.h"

using namespace stowage::test;

/// Files that hold several graphs, or tell several memory spaces apart, on the command line; and what their formats
/// align to.
class CliSpacesTest : public CliTestBase {
  Q_OBJECT

  const QString program_ = sample("tiny_program.pte");

  /// The object of a list that has this name.
  static QJsonObject named(const QJsonValue& list, const QString& name) {
    for (const QJsonValue& each : list.toArray())
      if (each["name"].toString() == name) return each.toObject();
    return {};
  }

 private slots:
  void info_lists_spaces_and_graphs() {
    const QJsonObject info = stowage_cli({"info", program_, "--json"}).json();
    QCOMPARE(info["plan"]["footprint"].toInt(), 1024);  // of the space that the bound is of
    QCOMPARE(info["alignment"].toInt(), 16);
    QCOMPARE(info["spaces"].toArray().size(), 2);
    const QJsonObject first = named(info["spaces"], "arena 1"), second = named(info["spaces"], "arena 2");
    QVERIFY(holds(first, {{"capacity", 1024}, {"footprint", 1024}}));
    QCOMPARE(second["footprint"].toInt(), 512);
    QCOMPARE(first["bound"].toInt(), info["lower_bound"].toInt());
    // the state, the result of relu, the result of the convolution and its workspace
    QCOMPARE(first["bound"].toInt(), 256 + 256 + 256 + 64);
    QCOMPARE(second["bound"].toInt(), 256);
    QCOMPARE(named(info["graphs"], "forward")["operators"].toInt(), 6);
    QCOMPARE(named(info["graphs"], "reset")["operators"].toInt(), 2);
    const QString text = stowage_cli({"info", program_}).out;
    QVERIFY(says(text, {"forward", "6", "--graph NAME"}) && says(text, {"arena 1", "1,024"}));
    QVERIFY(says(text, {"1,024", "arena 1"}) && !text.contains("1,536"));
  }

  void a_space_is_chosen_by_name() {
    const QJsonObject info = stowage_cli({"info", program_, "--space", "arena 2", "--json"}).json();
    QVERIFY(holds(info, {{"total_bytes", 512}, {"operators", 6}}));
    QCOMPARE(named(info["spaces"], "arena 1")["bound"].toInt(), 832);
    const Run check = stowage_cli({"check", program_});
    QCOMPARE(check.code, 0);
    QVERIFY2(check.err.contains("\"arena 1\""), qPrintable(check.err));
    QCOMPARE(stowage_cli({"check", program_, "--space", "arena 2", "--json"}).json()["footprint"].toInt(), 512);
    QVERIFY(ends({"info", program_, "--space", "arena 3"}, 3, {"\"arena 3\"", "\"arena 1\"", "\"arena 2\""}));
    QVERIFY(ends({"info", sample("lifetimes.csv"), "--space", "a"}, 3, {"\"a\""}));
    QVERIFY(ends({"info", sample("lifetimes.csv"), "--graph", "b"}, 3, {"\"b\"", "\"lifetimes\""}));
    QVERIFY(ends({"info", sample("lifetimes.csv"), "--dim", "n=2"}, 0, {"warning", "--dim"}));
  }

  void a_graph_is_chosen_by_name() {
    QCOMPARE(stowage_cli({"info", program_, "--graph", "reset", "--json"}).json()["operators"].toInt(), 2);
    QVERIFY(ends({"plan", program_, "--graph", "backward"}, 3, {"\"backward\"", "\"forward\"", "\"reset\""}));
  }

  void plan_has_a_row_for_each_space() {
    const Run run = stowage_cli({"plan", program_, "--json"});
    QVERIFY(says(run.err, {"16"}));  // the alignment of the format
    const QJsonObject plan = run.json();
    QCOMPARE(plan["spaces"].toArray().size(), 2);
    QCOMPARE(named(plan["spaces"], "arena 1")["footprint"].toInt(), 832);
    QCOMPARE(named(plan["spaces"], "arena 1")["as_in_file"].toInt(), 1024);
    QCOMPARE(named(plan["spaces"], "arena 2")["footprint"].toInt(), 256);
    QCOMPARE(plan["results"][0]["footprint"].toInt(), 832);
    QVERIFY(!stowage_cli({"plan", program_, "--space", "arena 2", "--json"}).json().contains("spaces"));
    const QString text = stowage_cli({"plan", program_}).out;
    QVERIFY2(text.contains("arena 2") && text.contains("--space NAME"), qPrintable(text));
  }

  /// The spaces of this file are aligned to 8 and to 4 bytes.
  void the_table_of_spaces_has_the_plan_of_each_alone() {
    const QString path = sample("two_pools_c_info.json");
    for (const QStringList& aligned : {QStringList{}, QStringList{"--align", "64"}}) {
      const QJsonObject all = stowage_cli(QStringList{"plan", path, "--json"} + aligned).json();
      for (const char* space : {"AXISRAM", "ITCM"}) {
        const QJsonObject alone = stowage_cli(QStringList{"plan", path, "--json", "--space", space} + aligned).json();
        QCOMPARE(named(all["spaces"], space)["footprint"], alone["results"][0]["footprint"]);
        QCOMPARE(named(all["spaces"], space)["lower_bound"], alone["lower_bound"]);
      }
    }
  }

  void each_space_has_a_plan_of_its_own() {
    for (const char* space : {"arena 1", "arena 2"}) {
      const QString plan = temp("arena.plan.json");
      QCOMPARE(stowage_cli({"plan", program_, "--space", space, "-o", plan}).code, 0);
      QCOMPARE(stowage_cli({"check", program_, plan, "--space", space}).code, 0);
    }
  }

  void the_alignment_of_the_format_is_a_default() {
    const QString file =
        write(temp("odd.pte"), QByteArray::fromStdString(pte_of(
                                   {{.values = {{.sizes = {5}, .memory = 1}, {.sizes = {5}, .memory = 1, .offset = 16}},
                                     .inputs = {0},
                                     .outputs = {1},
                                     .instructions = {{.op = "aten::relu.out", .arguments = {0, 1, 1}}},
                                     .arenas = {0, 32}}})));
    QCOMPARE(stowage_cli({"plan", file, "--json"}).json()["results"][0]["footprint"].toInt(), 32);
    const Run packed = stowage_cli({"plan", file, "--align", "1", "--json"});
    QCOMPARE(packed.json()["results"][0]["footprint"].toInt(), 10);
    QVERIFY2(packed.err.isEmpty(), qPrintable(packed.err));
    QCOMPARE(stowage_cli({"compare", file, "--json"}).json()["inputs"][0]["results"][0]["footprint"].toInt(), 32);
  }

  /// A fault in any space is a fault of the file.
  void check_looks_at_every_space() {
    const QByteArray good = content(sample("two_pools_c_info.json"));
    QByteArray bad = good;
    bad.replace("\"offset_start\": 544", "\"offset_start\": 500");  // over the scratch of another operator, in ITCM
    QVERIFY(bad != good);
    QCOMPARE(stowage_cli({"check", write(temp("good_c_info.json"), good)}).code, 0);
    const QString path = write(temp("bad_c_info.json"), bad);
    const Run run = stowage_cli({"check", path});
    QCOMPARE(run.code, 1);
    QVERIFY2(run.err.contains("ITCM") && run.err.contains("invalid"), qPrintable(run.err));
    QCOMPARE(stowage_cli({"check", path, "--space", "ITCM"}).code, 1);
    QCOMPARE(stowage_cli({"check", path, "--space", "AXISRAM"}).code, 0);
  }

  void one_space_is_written_and_named() {
    QVERIFY(ends({"convert", sample("two_pools_c_info.json"), "-o", temp("one.stowage.json")}, 0, {"AXISRAM"}));
  }

  /// A search proves what it plans: one choice of the pairs, not the graph.
  void a_proof_of_one_choice_is_not_called_one_of_the_graph() {
    const QString path = sample("two_pools_c_info.json");
    for (const char* strategy : {"search", "mip"})
      for (const QJsonValue& each :
           stowage_cli({"plan", path, "--strategy", strategy, "--json"}).json()["results"].toArray()) {
        const QString remark = each["remark"].toString();
        QVERIFY2(each["proved_optimal"].toBool() || !remark.startsWith("optimal"), qPrintable(remark));
      }
  }

  void times_of_a_run_are_joined_to_the_program() {
    const std::string bytes = etdp_of({{{.instruction = 0, .begin = 10, .end = 30}, {.instruction = 2, .end = 5}}});
    const QString times = write(temp("run.etdp"), QByteArray::fromStdString(bytes));
    const Run run = stowage_cli({"simulate", program_, "--durations", times, "--json"});
    QCOMPARE(run.json()["makespan"].toInt(), 25);
    QVERIFY(says(run.err, {"warning: " + times + ": ", "warning: " + times + ": ", "4", "6"}));  // no unit; no time
    // a converted graph still knows the instruction of an operator
    const QString graph = temp("graph.stowage.json");
    QCOMPARE(stowage_cli({"convert", program_, "-o", graph}).code, 0);
    QCOMPARE(stowage_cli({"simulate", graph, "--durations", times, "--json"}).json()["makespan"].toInt(), 25);
    const Run alone = stowage_cli({"info", times});
    QCOMPARE(alone.code, 3);
    QVERIFY2(alone.err.startsWith("error: " + times + ": ") && alone.err.contains(".pte"), qPrintable(alone.err));
  }
};

STOWAGE_TEST(CliSpacesTest);
#include "tst_cli_spaces.moc"
