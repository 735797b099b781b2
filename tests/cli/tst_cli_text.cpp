// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.h"
#include "tests/start/test_entry.h"

using namespace stowage::test;

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

/// Text out of files, on its way to a terminal.
class CliTextTest : public CliTestBase {
  Q_OBJECT

  static void verify_harmless(const Run& run) {
    QVERIFY2(is_harmless(run.out) && is_harmless(run.err), qPrintable(run.out + run.err));
    for (const QString& text : {run.out, run.err})
      for (const QString& line : text.split('\n')) QVERIFY2(!line.startsWith("error: x"), qPrintable(text));
  }

 private slots:
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
};

STOWAGE_TEST(CliTextTest);
#include "tst_cli_text.moc"
