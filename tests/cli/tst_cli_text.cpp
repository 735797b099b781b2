// SPDX-License-Identifier: Apache-2.0
// Text out of files, on its way to a terminal; what lists all there is: help, strategies, networks, pairs; and numbers.
// The rest of the contract is in tst_cli_cases.
#include <QtTest>
#include <random>

#include "app/cli/output.h"
#include "tests/cli/program.h"
#include "widgets/painters/style/numbers.h"

using namespace stowage;

namespace {

/// What a terminal would obey: ends the line, clears the screen, turns the rest of the line round, …
/// The second is for ids, in which control characters below 0x20 are refused.
const QString kNastyId =
    QString(QChar(0x9B)) + "2J" + QChar(0x85) + QChar(0x202E) + "gnp" + QChar(0x2066) + QChar(0x200F) + QChar(0x61C);
const QString kNasty = "\x1b[2J\a" + kNastyId + QChar(0x7F) + "\t\r\nerror: x";

/// Whether a terminal would only show it.
bool is_harmless(const QString& text) {
  return std::ranges::none_of(text, [](QChar c) {
    const char16_t u = c.unicode();
    return (u < 0x20 && u != '\n') || (u >= 0x7F && u <= 0x9F) || u == 0x61C || u == 0x200E || u == 0x200F ||
           (u >= 0x202A && u <= 0x202E) || (u >= 0x2066 && u <= 0x2069);
  });
}

QByteArray graph_of_nasty_names() {
  const auto name = [](const char* what) { return kNasty + what; };
  const auto id = [](const char* what) { return kNastyId + what; };
  const QJsonArray nodes{QJsonObject{{"id", id("n1")}, {"op", name("op")}}, QJsonObject{{"id", id("n2")}}};
  const QJsonArray tensors{QJsonObject{{"id", id("a")},
                                       {"size", 10},
                                       {"producer", id("n1")},
                                       {"consumers", QJsonArray{id("n2")}},
                                       {"kind", name("kind")}},
                           QJsonObject{{"id", id("b")}, {"size", 20}, {"producer", id("n2")}}};
  return QJsonDocument(QJsonObject{{"format", "stowage-graph"},
                                   {"version", 1},
                                   {"name", name("graph")},
                                   {"streams", QJsonArray{QJsonObject{{"id", 0}, {"name", name("stream")}}}},
                                   {"nodes", nodes},
                                   {"tensors", tensors}})
      .toJson();
}

}  // namespace

class CliTextTest : public CliTestBase {
  Q_OBJECT

  static void verify_harmless(const Run& run) {
    QVERIFY2(is_harmless(run.out) && is_harmless(run.err), qPrintable(run.out + run.err));
    for (const QString& text : {run.out, run.err})
      for (const QString& line : text.split('\n')) QVERIFY2(!line.startsWith("error: x"), qPrintable(text));
  }

  const QString figure2_ = sample("somas_figure_2.stowage.json");

  const QLocale english_{QLocale::English, QLocale::UnitedStates};
  std::mt19937_64 random_{7};

  static QString ascii(QString text) { return text.replace(kMinus, '-'); }
  void compare_bytes(Bytes bytes) {
    QCOMPARE(QString::fromStdString(cli::human(bytes)), human_bytes(bytes, english_));
    QCOMPARE(QString::fromStdString(cli::full(bytes)), full_bytes(bytes, english_));
    QCOMPARE(QString::fromStdString(cli::exact(bytes)), exact_bytes(bytes, english_));
    QCOMPARE(QString::fromStdString(cli::signed_human(bytes)), ascii(signed_bytes(bytes, english_)));
    QCOMPARE(QString::fromStdString(cli::grouped(bytes.count)), english_.toString(static_cast<qlonglong>(bytes.count)));
  }
  /// Of any size, as many small ones as large ones.
  std::int64_t number() { return static_cast<std::int64_t>(random_() >> (1 + random_() % 63)); }

 private slots:
  // ---- names

  void names_are_shown_and_not_obeyed_data() {
    QTest::addColumn<QString>("command");
    for (const char* command :
         {"info IN", "info IN --segments", "safety IN --pairs", "explain IN A B", "plan IN --report", "check IN BAD",
          "compare IN --strategy so.size.best", "plan IN --json", "info IN --json", "check IN BAD --json",
          "explain IN A B --json", "safety IN --pairs --json", "explain IN A nobody", "check IN OTHER"})
      QTest::newRow(command) << command;
  }
  void names_are_shown_and_not_obeyed() {
    QFETCH(QString, command);
    const QString input = write(temp(kNastyId + ".stowage.json"), graph_of_nasty_names());
    const QJsonObject at_zero{
        {"format", "stowage-plan"}, {"version", 1}, {"graph", kNasty}, {"alignment", 1}, {"footprint", 20}};
    QJsonObject bad = at_zero, other = at_zero;
    bad["offsets"] = QJsonObject{{kNastyId + "a", 0}, {kNastyId + "b", 0}};
    other["offsets"] = QJsonObject{{kNastyId + "c", 0}};
    write(temp("bad.plan.json"), bad);
    write(temp("other.plan.json"), other);
    QStringList words = command.split(' ');
    for (QString& word : words) {
      if (word == "IN") word = input;
      if (word == "A") word = kNastyId + "a";
      if (word == "B") word = kNastyId + "b";
      if (word == "BAD") word = temp("bad.plan.json");
      if (word == "OTHER") word = temp("other.plan.json");
    }
    const Run run = stowage_cli(words);
    QVERIFY2((run.out + run.err).contains("\\u009b2J"), qPrintable(run.out + run.err));
    verify_harmless(run);
  }

  /// --json says exactly what the file did.
  void json_says_the_names_as_they_are() {
    const QString input = write(temp(kNastyId + ".stowage.json"), graph_of_nasty_names());
    QCOMPARE(answer({"info", input})["graph"].toString(), kNasty + "graph");
    const QJsonObject pair = answer({"explain", input, kNastyId + "a", kNastyId + "b"});
    QVERIFY(holds(pair, {{"first", kNastyId + "a"}, {"second", kNastyId + "b"}}));
  }

  void other_files_are_no_worse() {
    const QByteArray nasty = kNasty.toUtf8();
    const QByteArray quoted = "\"" + nasty + "\"";
    const QList<QPair<QString, QByteArray>> files{
        {"cell.csv", "id,lower,upper,size\n" + quoted + ",0,4,10\n" + quoted + ",1,x,10\n"},
        {"column.csv", "id,lower,upper,size," + quoted + "\na,0,4,10,1\n"},
        {"raw.stowage.json",
         "{\"format\": \"stowage-graph\", \"version\": 1, \"nodes\": [{\"id\": \"" + nasty + "\"}]}"},
        {"key.stowage.json",
         R"({"format": "stowage-graph", "version": 1, "nodes": 1, "\u001b\u202e": 1, "\u001b\u202e": 2})"},
        {"event.jsonl",
         "{\"t\": 1, \"op\": \"alloc\", \"id\": \"\\u001b[2J\\u202e\", \"size\": 1}\n"
         "{\"t\": 2, \"op\": \"\\u001b[2J\\u0085\", \"id\": \"x\"}\n"},
        {"bytes.csv", "id,lower,upper,size\n\xff\xfe\x9b,0,4,x\n"}};
    for (const auto& [name, bytes] : files) {
      const Run run = stowage_cli({"info", write(temp(name), bytes)});
      QVERIFY2(!run.err.isEmpty(), qPrintable(name));
      verify_harmless(run);
    }
  }

  /// Names of files, and all other arguments.
  void arguments_are_no_worse() {
    const QString file = temp("no" + QString(kNasty).remove('/'));
    for (const QStringList& words :
         {QStringList{"info", file}, QStringList{kNasty}, QStringList{"info", sample("lifetimes.csv"), "--dim", kNasty},
          QStringList{"zoo", kNasty}, QStringList{"plan", sample("lifetimes.csv"), "--strategy", kNasty},
          QStringList{"info", sample("lifetimes.csv"), "--" + kNasty},
          QStringList{"convert", sample("lifetimes.csv"), "-o", file}}) {
      const Run run = stowage_cli(words);
      QVERIFY(run.code == 2 || run.code == 3);
      QVERIFY2(run.err.contains("\\u001b[2J"), qPrintable(run.err));
      verify_harmless(run);
    }
    QCOMPARE(code_of({"convert", sample("lifetimes.csv"), "-o", file + ".csv"}), 0);
    verify_harmless(stowage_cli({"plan", file + ".csv", "-o", file + ".plan.json"}));
  }

  void a_name_that_is_no_text_is_shown() {
    const Run run = run_program("/bin/bash", {"-c", STOWAGE_CLI " info $'/nowhere/\\xff\\x9bm.csv'"});
    QCOMPARE(run.code, 3);
    QVERIFY2(run.err.startsWith("error: /nowhere/\\xff\\x9bm.csv: "), qPrintable(run.err));
  }

  // ---- lists

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
        run_program("/bin/sh", {"-c", QString("cat %1 | " STOWAGE_CLI " info - --json").arg(figure2_)});
    QCOMPARE(run.code, 0);
    QCOMPARE(run.json()["tensors"].toInt(), 9);
  }

  // ---- numbers

  void bytes() {
    for (std::int64_t small = -3000; small <= 3000; ++small) compare_bytes({small});
    for (int k = 0; k < 20'000; ++k) {
      const std::int64_t size = number();
      for (const std::int64_t each : {size, -size}) compare_bytes({each});
    }
  }
  /// An eighth of a unit has three decimals, and two are written.
  void halves_are_rounded_as_by_qt() {
    for (const int shift : {10, 20, 30, 40})
      for (std::int64_t eighths = 8; eighths < 9000; ++eighths) compare_bytes({(eighths << shift) / 8});
  }
  void percents() {
    for (int k = -20'000; k <= 20'000; ++k)
      for (const double divisor : {16'000., 1'000., 70'000., 700.})
        QCOMPARE(QString::fromStdString(cli::percent(k / divisor)), ascii(signed_percent(k / divisor, english_)));
  }
  void durations() {
    for (int k = 0; k < 20'000; ++k) {
      const double time = static_cast<double>(number() % 1'000'000'000'000) / 1e6;
      QCOMPARE(QString::fromStdString(cli::duration(time)), human_duration(time, english_));
    }
    for (int k = 0; k < 9000; ++k)
      QCOMPARE(QString::fromStdString(cli::duration(k / 8.)), human_duration(k / 8., english_));
  }
};

STOWAGE_TEST(CliTextTest);
#include "tst_cli_text.moc"
