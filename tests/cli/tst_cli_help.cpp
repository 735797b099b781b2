// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "tests/cli/program.h"

namespace {

/// Words that the program offers in place of the last one.
QStringList offered(const QStringList& words) {
  QStringList out;
  const QStringList lines = stowage_cli(QStringList{"complete"} + words).out.split('\n', Qt::SkipEmptyParts);
  for (const QString& line : lines.mid(1)) out << line.section('\t', 0, 0);
  return out;
}

/// The long options in the help of a command.
QStringList options_in_help(const QString& command) {
  static const QRegularExpression option("^  (?:-\\w,)?(--[a-z-]+)", QRegularExpression::MultilineOption);
  QStringList out;
  const QString help = stowage_cli({command, "--help"}).out;
  for (auto each = option.globalMatch(help); each.hasNext();) out << each.next().captured(1);
  return out;
}

}  // namespace

/// What lists all there is: help, completion, the manual page, strategies, networks.
class CliHelpTest : public QObject {
  Q_OBJECT

 private slots:
  void every_command_has_help_with_an_example_and_exit_codes() {
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

  void commands_and_all_options_are_offered() {
    QCOMPARE(offered({""}), cli_commands());
    for (const QString& command : cli_commands()) {
      QStringList options = options_in_help(command), all = offered({command, "--"});
      options.sort();  // help puts them in groups
      all.sort();
      QVERIFY(options.contains("--help"));
      QCOMPARE(all, options);
    }
    const QStringList ids = offered({"plan", "x.csv", "--strategy", ""});
    for (const stowage::LayoutStrategy& strategy : stowage::layout_strategies())
      QVERIFY(ids.contains(QString::fromStdString(std::string(strategy.id))));
  }

  /// Every option of every command stands there.
  void the_manual_page_is_complete() {
    const QString page = stowage_cli({"man"}).out;
    for (const QString& command : cli_commands()) {
      QVERIFY2(page.contains(".SS \\fB" + command + "\\fR\n"), qPrintable(command));
      for (const QString& option : options_in_help(command))
        QVERIFY2(page.contains("\\fB" + QString(option).replace("-", "\\-") + "\\fR"), qPrintable(option));
    }
  }

  /// Networks and devices.
  void zoo_lists_what_there_is() {
    const QJsonObject lists = answer({"zoo"});
    const QJsonArray networks = lists["networks"].toArray(), devices = lists["devices"].toArray();
    const QString table = stowage_cli({"zoo"}).out;
    for (const QJsonValue& row : networks) {
      QVERIFY(table.contains(row["id"].toString()));
      QVERIFY(row["parameters"].toInteger() > 1'000'000);
      for (const char* key : {"title", "description", "source"}) QVERIFY(!row[key].toString().isEmpty());
    }
    for (const QJsonValue& row : devices)
      for (const char* key : {"id", "title", "source"})
        QVERIFY(!row[key].toString().isEmpty() && table.contains(row[key].toString()));
    QVERIFY(!networks.isEmpty() && !devices.isEmpty());
    QCOMPARE(table.count('\n'), networks.size() + 1 + 1 + devices.size() + 1);  // two tables, a line between
    QVERIFY(table.contains("25,557,032"));                                      // ResNet-50's parameters
  }
};

STOWAGE_TEST(CliHelpTest);
#include "tst_cli_help.moc"
