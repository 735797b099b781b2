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

 private slots:
  /// The first space has the state, the result of relu, the result of the convolution and its workspace.
  void info_lists_spaces_and_graphs() {
    QVERIFY(answers({"info", program_}, {{"plan/footprint", 1024},  // of the space that the bound is of
                                         {"alignment", 16},
                                         {"lower_bound", 832},
                                         {"spaces/#", 2},
                                         {"spaces/arena 1/capacity", 1024},
                                         {"spaces/arena 1/footprint", 1024},
                                         {"spaces/arena 1/bound", 256 + 256 + 256 + 64},
                                         {"spaces/arena 2/footprint", 512},
                                         {"spaces/arena 2/bound", 256},
                                         {"graphs/forward/operators", 6},
                                         {"graphs/reset/operators", 2}}));
    const QString text = stowage_cli({"info", program_}).out;
    QVERIFY(says(text, {"forward", "6", "--graph NAME"}) && says(text, {"arena 1", "1,024"}));
    QVERIFY(says(text, {"1,024", "arena 1"}) && !text.contains("1,536"));
  }

  void a_space_is_chosen_by_name() {
    QVERIFY(answers({"info", program_, "--space", "arena 2"},
                    {{"total_bytes", 512}, {"operators", 6}, {"spaces/arena 1/bound", 832}}));
    QVERIFY(ends({"check", program_}, 0, {"\"arena 1\""}));
    QVERIFY(answers({"check", program_, "--space", "arena 2"}, {{"footprint", 512}}));
    QVERIFY(ends({"info", program_, "--space", "arena 3"}, 3, {"\"arena 3\"", "\"arena 1\"", "\"arena 2\""}));
    QVERIFY(ends({"info", sample("lifetimes.csv"), "--space", "a"}, 3, {"\"a\""}));
    QVERIFY(ends({"info", sample("lifetimes.csv"), "--graph", "b"}, 3, {"\"b\"", "\"lifetimes\""}));
    QVERIFY(ends({"info", sample("lifetimes.csv"), "--dim", "n=2"}, 0, {"warning", "--dim"}));
  }

  void a_graph_is_chosen_by_name() {
    QVERIFY(answers({"info", program_, "--graph", "reset"}, {{"operators", 2}}));
    QVERIFY(ends({"plan", program_, "--graph", "backward"}, 3, {"\"backward\"", "\"forward\"", "\"reset\""}));
  }

  void plan_has_a_row_for_each_space() {
    QVERIFY(ends({"plan", program_}, 0, {"16"}));  // the alignment of the format
    QVERIFY(answers({"plan", program_}, {{"spaces/#", 2},
                                         {"spaces/arena 1/footprint", 832},
                                         {"spaces/arena 1/as_in_file", 1024},
                                         {"spaces/arena 2/footprint", 256},
                                         {"results/0/footprint", 832}}));
    QVERIFY(!answer({"plan", program_, "--space", "arena 2"}).contains("spaces"));
    QVERIFY(says(stowage_cli({"plan", program_}).out, {"arena 2", "--space NAME"}));
  }

  /// The spaces of this file are aligned to 8 and to 4 bytes.
  void the_table_of_spaces_has_the_plan_of_each_alone() {
    const QString path = sample("two_pools_c_info.json");
    for (const QStringList& aligned : {QStringList{}, QStringList{"--align", "64"}})
      for (const QString& space : {QString("AXISRAM"), QString("ITCM")}) {
        const QJsonObject alone = answer(QStringList{"plan", path, "--space", space} + aligned);
        QVERIFY(answers(QStringList{"plan", path} + aligned,
                        {{"spaces/" + space + "/footprint", alone["results"][0]["footprint"]},
                         {"spaces/" + space + "/lower_bound", alone["lower_bound"]}}));
      }
  }

  void each_space_has_a_plan_of_its_own() {
    for (const char* space : {"arena 1", "arena 2"}) {
      const QString plan = temp("arena.plan.json");
      QCOMPARE(code_of({"plan", program_, "--space", space, "-o", plan}), 0);
      QCOMPARE(code_of({"check", program_, plan, "--space", space}), 0);
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
    QVERIFY(answers({"plan", file}, {{"results/0/footprint", 32}}));
    QVERIFY(answers({"plan", file, "--align", "1"}, {{"results/0/footprint", 10}}));
    QVERIFY(stowage_cli({"plan", file, "--align", "1"}).err.isEmpty());
    QVERIFY(answers({"compare", file}, {{"inputs/0/results/0/footprint", 32}}));
  }

  /// A fault in any space is a fault of the file.
  void check_looks_at_every_space() {
    const QByteArray good = content(sample("two_pools_c_info.json"));
    QByteArray bad = good;
    bad.replace("\"offset_start\": 544", "\"offset_start\": 500");  // over the scratch of another operator, in ITCM
    QVERIFY(bad != good);
    const QString path = write(temp("bad_c_info.json"), bad);
    QCOMPARE(code_of({"check", write(temp("good_c_info.json"), good)}), 0);
    QVERIFY(ends({"check", path}, 1, {"ITCM", "invalid"}));
    QCOMPARE(code_of({"check", path, "--space", "ITCM"}), 1);
    QCOMPARE(code_of({"check", path, "--space", "AXISRAM"}), 0);
  }

  void one_space_is_written_and_named() {
    QVERIFY(ends({"convert", sample("two_pools_c_info.json"), "-o", temp("one.stowage.json")}, 0, {"AXISRAM"}));
  }

  /// A search proves what it plans: one choice of the pairs, not the graph.
  void a_proof_of_one_choice_is_not_called_one_of_the_graph() {
    for (const char* strategy : {"search", "mip"}) {
      const QJsonObject json = answer({"plan", sample("two_pools_c_info.json"), "--strategy", strategy});
      for (const QJsonValue& each : json["results"].toArray())
        QVERIFY(each["proved_optimal"].toBool() || !each["remark"].toString().startsWith("optimal"));
    }
  }

  void times_of_a_run_are_joined_to_the_program() {
    const std::string bytes = etdp_of({{{.instruction = 0, .begin = 10, .end = 30}, {.instruction = 2, .end = 5}}});
    const QString times = write(temp("run.etdp"), QByteArray::fromStdString(bytes)), graph = temp("graph.stowage.json");
    // no unit; no time
    QVERIFY(ends({"simulate", program_, "--durations", times}, 0,
                 {"warning: " + times + ": ", "warning: " + times + ": ", "4", "6"}));
    QCOMPARE(code_of({"convert", program_, "-o", graph}), 0);
    for (const QString& each : {program_, graph})  // a converted graph still knows the instruction of an operator
      QVERIFY(answers({"simulate", each, "--durations", times}, {{"makespan", 25}}));
    QVERIFY(ends({"info", times}, 3, {"error: " + times + ": ", ".pte"}));
  }
};

STOWAGE_TEST(CliSpacesTest);
#include "tst_cli_spaces.moc"
