// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.h"
#include "tests/start/test_entry.h"

using namespace stowage::test;

namespace {

class CliLoopsTest : public CliTestBase {
  Q_OBJECT

  const QString convolution_ = sample("loop_convolution.stowage.json"), nested_ = sample("loop_nested.stowage.json");

  /// The offsets in a table; -1 for what has none.
  static QList<int> offsets(const QJsonObject& loop, const QString& tensor, const QString& list) {
    QList<int> out;
    for (const QJsonValue& view : loop["views"].toArray())
      if (view["tensor"] == tensor)
        for (const QJsonValue& cell : view[list].toArray()) out += cell["offset"].toInt(-1);
    return out;
  }

 private slots:
  /// x and y change places in every iteration; w and b stay where the graph has them.
  void tables_of_the_convolution() {
    const Run run = stowage_cli({"plan", convolution_, "--loops", "--json"});
    QVERIFY2(run.code == 0 && run.err.isEmpty(), qPrintable(run.err));
    QVERIFY(holds(run.json(), {{"loops/#", 1},
                               {"loops/0/repeat", 2},
                               {"loops/0/footprint", 2 * 4096 + 1024},
                               {"loops/0/proved_optimal", true},
                               {"loops/0/views/1/ptrs/0/outside", "w"}}));
    const QJsonObject loop = run.json()["loops"][0].toObject();
    const QList<int> x = offsets(loop, "x", "ptrs"), y = offsets(loop, "y", "ptrs");
    QCOMPARE(x.size(), 2);
    QCOMPARE(y, (QList<int>{x[1], x[0]}));
    QVERIFY(std::abs(x[0] - x[1]) >= 4096);
    QVERIFY(run.json()["results"][0]["footprint"].toInt() >= 2304 + 64 + 4096 + 2 * 4096 + 1024);
    QVERIFY(says(stowage_cli({"plan", convolution_, "--loops"}).out,
                 {"while", "2", "9,216", "3", "nnc.size", "c % 2 = 0", "c % 2 = 1", "(w)"}));
  }

  /// One table of the inner loop for each copy of the outer.
  void tables_of_nested_loops() {
    QJsonObject expected{{"loops/#", 3}, {"loops/0/repeat", 2}};
    for (const int copy : {0, 1}) {
      const QString inner = QString("loops/%1/").arg(1 + copy);
      expected.insert(inner + "loop", QJsonArray{"train", "refine"});
      expected.insert(inner + "copies", QJsonArray{copy});
      expected.insert(inner + "repeat", 2);
      expected.insert(inner + "views/0/first/0/outside", "h");
    }
    QVERIFY(answers({"plan", nested_, "--loops"}, expected));
    QVERIFY(says(stowage_cli({"plan", nested_, "--loops"}).out,
                 {"train/refine", "train", "0", "train/refine", "train", "1"}));
  }

  /// Without it the bodies are not planned, which is said; and where there are none, that is said.
  void other_flags() {
    QVERIFY(ends({"plan", convolution_}, 0, {"warning: " + convolution_ + ": ", "1", "--loops"}));
    const QString loopless = sample("somas_figure_2.stowage.json");
    QCOMPARE(stowage_cli({"plan", loopless, "--loops"}).out.count('\n'),
             stowage_cli({"plan", loopless}).out.count('\n') + 1);
    QCOMPARE(code_of({"plan", convolution_, "--loops", "--budget", "9KiB"}), 1);
    QCOMPARE(code_of({"plan", convolution_, "--loops", "--time-limit", "0.000000001"}), 4);
    const QJsonObject aligned = answer({"plan", nested_, "--loops", "--align", "512", "--report"});
    QVERIFY(aligned.contains("report"));
    for (const QJsonValue& loop : aligned["loops"].toArray())
      for (const QJsonValue& view : loop["views"].toArray())
        for (const QJsonValue& cell : view["ptrs"].toArray()) QCOMPARE(cell["offset"].toInt(0) % 512, 0);
  }

  /// Until their memory is counted, a budget is not kept and nothing is optimal.
  void loops_that_are_not_counted() {
    const QString path = temp("counted.plan.json");
    const QStringList budget{"--budget", "1MiB"};
    QVERIFY(answers(QStringList{"plan", convolution_, "-o", path} + budget,
                    {{"uncounted/loops", 1}, {"results/0/proved_optimal", false}, {"budget_kept", false}}, 1));
    QVERIFY(!content(path).contains("\"proved_optimal\": true"));
    QCOMPARE(code_of(QStringList{"check", convolution_, path} + budget), 1);
    QCOMPARE(code_of({"check", convolution_, path}), 0);
    QCOMPARE(code_of(QStringList{"compare", convolution_} + budget), 1);
    const QStringList commands[] = {{"plan", convolution_, "--strategy", "all", "--iterations", "10"},
                                    {"compare", convolution_},
                                    {"report", convolution_, convolution_},
                                    {"check", convolution_, path}};
    for (const QStringList& command : commands) {
      const QString out = stowage_cli(command).out;
      QVERIFY2(out.contains("at least") && !out.contains("optimal"), qPrintable(out));
    }
    QVERIFY(answers({"info", convolution_}, {{"uncounted/loops", 1}}));
    QCOMPARE(code_of(QStringList{"plan", convolution_, "--loops", "-o", path} + budget), 0);
    QCOMPARE(code_of(QStringList{"check", convolution_, path, "--loops"} + budget), 0);
    QVERIFY(!answer({"plan", convolution_, "--loops"}).contains("uncounted"));
  }

  /// The plan holds the loops' buffers, and is checked with them.
  void a_plan_is_written_and_checked() {
    for (const QString& input : {convolution_, nested_})
      for (const char* alignment : {"1", "256"}) {
        const QString path = temp("loops.plan.json");
        QCOMPARE(code_of({"plan", input, "--loops", "--align", alignment, "-o", path}), 0);
        const Run good = stowage_cli({"check", input, path, "--loops"});
        QVERIFY(ends({"check", input, path}, 3, {"error: " + path, "--loops"}));
        QVERIFY2(good.code == 0 && good.out.startsWith("valid"), qPrintable(good.out + good.err));
        QCOMPARE(code_of({"check", input, path}), 3);  // without them it names what the graph has not
        write(path, all_at_zero(json_of(path)));
        QCOMPARE(code_of({"check", input, path, "--loops"}), 1);
      }
  }

  void what_cannot_be_planned_is_3() {
    QByteArray text = content(convolution_);
    text.replace(R"("id": "w", "size": 2304, "producer": "load")", R"("id": "w", "size": 2305, "producer": "load")");
    const QString path = write(temp("sizes.stowage.json"), text);
    QVERIFY(ends({"plan", path, "--loops"}, 3, {"error: " + path + ": ", "\"while\"", "\"w\"", "2304", "2305"}));
  }

  /// A format that has no loops does not leave them out unsaid; with their buffers the graph has none.
  void what_cannot_hold_loops_is_refused() {
    const QString table = temp("loops.csv");
    QVERIFY(ends({"convert", convolution_, "-o", table}, 3, {"error: " + table + ": ", "\"while\""}));
    QCOMPARE(code_of({"plan", convolution_, "-o", table}), 3);
    QVERIFY(!QFile::exists(table));
    QCOMPARE(code_of({"plan", convolution_, "--loops", "-o", table}), 0);
    QVERIFY(content(table).contains("while buffer 0,"));
  }

  /// Where alignments of tensors keep the buffers of a loop together, that is said.
  void joined_buffers_are_said() {
    QByteArray text = content(convolution_);
    text.replace(R"("id": "columns", "size": 1024,)", R"("id": "columns", "size": 1024, "alignment": 512,)");
    const QString path = write(temp("aligned.stowage.json"), text);
    const QString out = stowage_cli({"plan", path, "--loops"}).out;
    QVERIFY(says(out, {"while", "3", "512"}));
    QVERIFY(answers({"plan", path, "--loops"},
                    {{"loops/0/joined_buffers", 3}, {"loops/0/alignment", 512}, {"loops/0/buffers/#", 1}}));
    QCOMPARE(stowage_cli({"plan", convolution_, "--loops"}).out.count('\n'), out.count('\n') - 1);
  }
};

}  // namespace

STOWAGE_GUI_TEST(CliLoopsTest);
#include "tst_cli_loops.moc"
