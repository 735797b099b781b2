// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.h"
#include "tests/start/test_entry.h"

using namespace stowage::test;

namespace {

/// Figure 2 of the SOMAS paper: its 32 unsafe pairs, in the order the contract asks for.
const QString kFigure2Pairs =
    "ab ac ad ae af ag ah bc bd be bf bg bh bi cd ce cf ch de df dg dh ef eg eh ei fg fh fi gh gi hi";

}  // namespace

/// What lists all there is: help, strategies, networks, pairs. The rest of the contract is in tst_cli_cases.
class CliTest : public CliTestBase {
  Q_OBJECT

  const QString figure2_ = sample("somas_figure_2.stowage.json");

 private slots:
  void every_command_has_help_with_an_example_and_exit_codes() {
    QCOMPARE(code_of({"--help"}), 0);
    QVERIFY(cli_commands().size() >= 13);
    for (const QString& command : cli_commands()) {
      if (command == "completion" || command == "man") continue;  // of no graph
      const Run help = stowage_cli({command, "--help"});
      QCOMPARE(help.code, 0);
      QVERIFY2(help.out.contains("Example:\n  stowage-cli " + command), qPrintable(help.out));
      const QString codes = help.out.section("Exit codes:", 1);
      QVERIFY2(says(codes, {"0", "1", "2", "3", "4"}), qPrintable(help.out));
    }
    QVERIFY(says(stowage_cli({"info", "--help"}).out, {"--device", "Kineto", "XSpace", "-1"}));
  }

  void all_methods_list_the_pairs_of_figure_2() {
    QString expected;
    for (const QString& pair : kFigure2Pairs.split(' ')) expected += QString("%1 %2\n").arg(pair[0]).arg(pair[1]);
    for (const char* method : {"clocks", "ancestor", "ancestor-opt", "stream-graph"}) {
      QCOMPARE(stowage_cli({"safety", figure2_, "--pairs", "--method", method}).out, expected);
      const QJsonObject json = answer({"safety", figure2_, "--method", method});
      QVERIFY(holds(json, {{"method", QString(method)}, {"unsafe_pairs", 32}}));
      QVERIFY(json["time_ms"].isDouble());
    }
  }

  void strategies_has_every_id_of_the_contract() {
    QStringList ids;
    int standard = 0;
    const QJsonObject json = answer({"strategies"});
    for (const QJsonValue& row : json["layout"].toArray()) {
      ids << row["id"].toString();
      standard += row["standard"].toBool() ? 1 : 0;
    }
    for (const char* object : {"so", "mo"})
      for (const char* sort : {"breadth", "size", "source", "unsafe"})
        for (const char* fit : {"best", "first"}) QVERIFY(ids.contains(QString("%1.%2.%3").arg(object, sort, fit)));
    QCOMPARE(standard, 10);
    QCOMPARE(json["order"].toArray().first()["id"].toString(), QString("given"));
  }

  /// Networks and devices.
  void zoo_lists_what_there_is() {
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

  void options_of_zoo_change_the_graph() {
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

  /// A pipe that nobody writes to: the first signal ends the wait.
  void cancels_while_it_waits_for_input() {
    const Run run = run_program(
        "/bin/sh",
        {"-c", QString("mkfifo '%1' && timeout --foreground --preserve-status -s INT 2 " STOWAGE_CLI " info '%1'")
                   .arg(temp("pipe"))});
    QCOMPARE(run.code, 4);
    QVERIFY2(run.err.startsWith("error: ") && run.err.count('\n') == 1, qPrintable(run.err));
  }

  void reads_from_a_pipe() {
    const Run run =
        run_program("/bin/sh", {"-c", QString("cat %1 | " STOWAGE_CLI " info /dev/stdin --json").arg(figure2_)});
    QCOMPARE(run.code, 0);
    QCOMPARE(run.json()["tensors"].toInt(), 9);
  }
};

STOWAGE_TEST(CliTest);
#include "tst_cli.moc"
