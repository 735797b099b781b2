// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.h"
#include "tests/start/test_entry.h"

using namespace stowage::test;

/// `stowage-cli zoo`: the table of networks, and graphs that the other commands take.
class CliZooTest : public CliTestBase {
  Q_OBJECT

  /// Writes the graph of a network, plans it, and has both validators look at the plan.
  void verify_plan_of(const QStringList& zoo) {
    const QString graph = temp("net.stowage.json"), plan = temp("net.plan.json");
    const Run written = stowage_cli(QStringList{"zoo"} + zoo + QStringList{"-o", graph});
    QVERIFY2(written.code == 0, qPrintable(written.err));
    QCOMPARE(code_of({"plan", graph, "--strategy", "so.size.best", "-o", plan}), 0);
    QVERIFY(passes_both_checkers(graph, plan));
  }

 private slots:
  void the_table() {
    const QJsonArray networks = answer({"zoo"})["networks"].toArray();
    QVERIFY(!networks.isEmpty());
    const Run table = stowage_cli({"zoo"});
    QCOMPARE(table.code, 0);
    for (const QJsonValue& row : networks) {
      QVERIFY(table.out.contains(row["id"].toString()));
      QVERIFY(row["parameters"].toInteger() > 1'000'000);
      for (const char* key : {"title", "description", "source"}) QVERIFY(!row[key].toString().isEmpty());
    }
    const QJsonArray devices = answer({"zoo"})["devices"].toArray();
    QVERIFY(!devices.isEmpty());
    for (const QJsonValue& row : devices)
      for (const char* key : {"id", "title", "source"})
        QVERIFY(!row[key].toString().isEmpty() && table.out.contains(row[key].toString()));
    QCOMPARE(table.out.count('\n'), networks.size() + 1 + 1 + devices.size() + 1);  // two tables, a line between
    QVERIFY(table.out.contains("25,557,032"));                                      // ResNet-50's parameters
  }

  void a_device_gives_estimated_durations() {
    const QString file = temp("timed.stowage.json");
    QCOMPARE(code_of({"zoo", "alexnet", "--streams", "4", "--device", "a100", "-o", file}), 0);
    const QJsonObject json = answer({"simulate", file});
    QVERIFY(json["makespan"].toInteger() > 0);
    QVERIFY(holds(json, {{"durations/estimated", value_at(json, "operators/#")}}));
    QCOMPARE(code_of({"zoo", "alexnet", "--device", "abacus"}), 2);
  }

  void a_graph_on_stdout_is_the_one_in_a_file() {
    const QString file = temp("alexnet.stowage.json");
    const QStringList options{"zoo", "alexnet", "--batch", "4", "--optimizer", "sgd"};
    const Run shown = stowage_cli(options), written = stowage_cli(options + QStringList{"-o", file});
    QVERIFY(shown.code == 0 && written.code == 0);
    QVERIFY(holds(shown.json(), {{"format", "stowage-graph"}, {"name", "AlexNet, batch 4, SGD"}}));
    QVERIFY2(written.out.contains(file) && written.out.contains("operators"), qPrintable(written.out));
    QCOMPARE(QString::fromUtf8(content(file)), shown.out);
    const QJsonObject json = answer(options + QStringList{"-o", file}), info = answer({"info", file});
    for (const char* key : {"graph", "operators", "tensors", "streams", "groups", "total_bytes"})
      QCOMPARE(json[key], info[key]);
  }

  /// By id, or by the title that the list and every graph of it show; in whatever case, with blanks or without.
  void networks_are_known_however_they_are_written() {
    const QJsonObject zoo = answer({"zoo"});
    const auto text = [](const QString& name) { return stowage_cli({"zoo", name, "--forward"}).out; };
    for (const QJsonValue& row : zoo["networks"].toArray()) {
      const QString id = row["id"].toString(), title = row["title"].toString();
      if (id != "alexnet" && id != "vit_b16" && id != "gpt2_xl") continue;
      QVERIFY(!text(id).isEmpty());
      for (const QString& name : {id.toUpper(), QString(id).replace('_', '-'), title, title.toLower()})
        QVERIFY2(text(name) == text(id), qPrintable(name));
    }
    QCOMPARE(text("GPT2XL"), text("gpt2_xl"));
    QCOMPARE(code_of({"zoo", "gpt2_xxl"}), 2);
    QCOMPARE(code_of({"zoo", "-_"}), 2);
  }

  void options_change_the_graph() {
    const auto tensors = [](const QStringList& more) {
      return stowage_cli(QStringList{"zoo", "alexnet"} + more).json()["tensors"].toArray().size();
    };
    const auto none = tensors({"--optimizer", "none"}), forward = tensors({"--forward"});
    QCOMPARE(tensors({"--optimizer", "adam"}), none + 9 * 16);  // eight layers of weight and bias, nine temporaries
    QCOMPARE(tensors({}), tensors({"--optimizer", "adam"}));
    QCOMPARE(tensors({"--optimizer", "sgd"}), none);
    QCOMPARE(tensors({"--optimizer", "sgd", "--weights"}), none + 16);
    QCOMPARE(tensors({"--weights"}), tensors({}) + 3 * 16);
    QVERIFY(forward < none);
    // An all-reduced gradient each.
    QCOMPARE(tensors({"--optimizer", "sgd", "--streams", "3"}), none + 16);
    const QJsonObject streams = stowage_cli({"zoo", "alexnet", "--stream-cap", "20"}).json();
    QVERIFY(streams["streams"].toArray().size() > 3);
    QCOMPARE(streams["contiguous"].toArray().size(), 2);
  }

  void plans_pass_the_outside_validator_data() {
    STOWAGE_NEEDS_SHARED();
    QTest::addColumn<QStringList>("zoo");
    QTest::newRow("AlexNet, SGD") << QStringList{"alexnet", "--optimizer", "sgd"};
    QTest::newRow("VGG-16 with its weights") << QStringList{"vgg16", "--weights"};
    QTest::newRow("ResNet-50, run only") << QStringList{"resnet50", "--forward", "--batch", "32"};
    QTest::newRow("Transformer") << QStringList{"transformer", "--batch", "2"};
    QTest::newRow("AlexNet on streams") << QStringList{"alexnet", "--streams", "8", "--batch", "4"};
    QTest::newRow("ResNet-50, 50 operators a stream") << QStringList{"resnet50", "--stream-cap", "50"};
  }
  void plans_pass_the_outside_validator() {
    QFETCH(QStringList, zoo);
    verify_plan_of(zoo);
  }

  void bad_usage_is_2() {
    const std::pair<QStringList, QString> rows[] = {{{"lenet"}, "\"lenet\""},
                                                    {{"--batch", "3"}, "--batch"},  // without a network
                                                    {{"alexnet", "--batch", "0"}, "\"0\""},
                                                    {{"alexnet", "--batch", "65537"}, "65536"},
                                                    {{"alexnet", "--streams", "0"}, "--streams"},
                                                    {{"alexnet", "--optimizer", "lion"}, "lion"},
                                                    {{"alexnet", "--forward", "--optimizer", "sgd"}, "--forward"}};
    for (const auto& [arguments, said] : rows) {
      const Run run = stowage_cli(QStringList{"zoo"} + arguments);
      QVERIFY2(run.code == 2 && run.out.isEmpty() && run.err.startsWith("error: "), qPrintable(run.err));
      QVERIFY2(run.err.contains(said), qPrintable(run.err));
    }
  }

  /// No file is at fault.
  void too_few_streams_are_2() {
    QVERIFY(ends({"zoo", "alexnet", "--streams", "2"}, 2, {"error: --streams: ", "3"}));
    QVERIFY(ends({"zoo", "alexnet", "--streams", "4", "--stream-cap", "5"}, 2, {"error: --streams: ", "52", "5", "4"}));
  }

  /// As `convert` says it.
  void what_a_format_does_not_hold_is_said() {
    const QString graph = temp("whole.stowage.json"), csv = temp("part.csv");
    QVERIFY(stowage_cli({"zoo", "alexnet", "-o", graph}).err.isEmpty());
    const Run run = stowage_cli({"zoo", "alexnet", "-o", csv});
    QCOMPARE(run.code, 0);
    QVERIFY2(run.err.startsWith("warning: " + csv + ": "), qPrintable(run.err));
    QCOMPARE(stowage_cli({"convert", graph, "-o", csv}).err, run.err);
  }

  void files_that_cannot_be_written_are_3() {
    QVERIFY(ends({"zoo", "alexnet", "-o", temp("net.txt")}, 3, {".stowage.json"}));
    QCOMPARE(code_of({"zoo", "alexnet", "-o", temp("absent/net.stowage.json")}), 3);
  }
};

STOWAGE_TEST(CliZooTest);
#include "tst_cli_zoo.moc"
