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
    QCOMPARE(run.code, 0);
    QVERIFY2(run.err.isEmpty(), qPrintable(run.err));
    const QJsonArray loops = run.json()["loops"].toArray();
    QCOMPARE(loops.size(), 1);
    const QJsonObject loop = loops[0].toObject();
    QVERIFY(holds(loop, {{"repeat", 2}, {"footprint", 2 * 4096 + 1024}, {"proved_optimal", true}}));
    const QList<int> x = offsets(loop, "x", "ptrs"), y = offsets(loop, "y", "ptrs");
    QCOMPARE(x.size(), 2);
    QCOMPARE(y, (QList<int>{x[1], x[0]}));
    QVERIFY(std::abs(x[0] - x[1]) >= 4096);
    QCOMPARE(loop["views"][1]["ptrs"][0]["outside"].toString(), QString("w"));
    QVERIFY(run.json()["results"][0]["footprint"].toInt() >= 2304 + 64 + 4096 + 2 * 4096 + 1024);

    const Run text = stowage_cli({"plan", convolution_, "--loops"});
    QVERIFY(says(text.out, {"while", "2", "9,216", "3", "nnc.size", "c % 2 = 0", "c % 2 = 1", "(w)"}));
  }

  /// One table of the inner loop for each copy of the outer.
  void tables_of_nested_loops() {
    const QJsonArray loops = stowage_cli({"plan", nested_, "--loops", "--json"}).json()["loops"].toArray();
    QCOMPARE(loops.size(), 3);
    QCOMPARE(loops[0].toObject()["repeat"].toInt(), 2);
    for (int copy : {0, 1}) {
      const QJsonObject inner = loops[1 + copy].toObject();
      QCOMPARE(inner["loop"].toArray(), (QJsonArray{"train", "refine"}));
      QCOMPARE(inner["copies"].toArray(), (QJsonArray{copy}));
      QCOMPARE(inner["repeat"].toInt(), 2);
      const QJsonObject h = inner["views"].toArray()[0].toObject();
      QCOMPARE(h["first"].toArray()[0].toObject()["outside"].toString(), QString("h"));
    }
    QVERIFY(says(stowage_cli({"plan", nested_, "--loops"}).out,
                 {"train/refine", "train", "0", "train/refine", "train", "1"}));
  }

  /// Without it the bodies are not planned, which is said; and where there are none, that is said.
  void other_flags() {
    QVERIFY(ends({"plan", convolution_}, 0, {"warning: " + convolution_ + ": ", "1", "--loops"}));
    const QString loopless = sample("somas_figure_2.stowage.json");
    QCOMPARE(stowage_cli({"plan", loopless, "--loops"}).out.count('\n'),
             stowage_cli({"plan", loopless}).out.count('\n') + 1);
    QCOMPARE(stowage_cli({"plan", convolution_, "--loops", "--budget", "9KiB"}).code, 1);
    QCOMPARE(stowage_cli({"plan", convolution_, "--loops", "--time-limit", "0.000000001"}).code, 4);
    const QJsonObject aligned =
        stowage_cli({"plan", nested_, "--loops", "--align", "512", "--json", "--report"}).json();
    QVERIFY(aligned.contains("report"));
    for (const QJsonValue& loop : aligned["loops"].toArray())
      for (const QJsonValue& view : loop["views"].toArray())
        for (const QJsonValue& cell : view["ptrs"].toArray()) QCOMPARE(cell["offset"].toInt(0) % 512, 0);
  }

  /// Until their memory is counted, a budget is not kept and nothing is optimal.
  void loops_that_are_not_counted() {
    const QString path = temp("counted.plan.json");
    QCOMPARE(stowage_cli({"plan", convolution_, "-o", path, "--budget", "1MiB"}).code, 1);
    QVERIFY(!content(path).contains("\"proved_optimal\": true"));
    QCOMPARE(stowage_cli({"check", convolution_, path, "--budget", "1MiB"}).code, 1);
    QCOMPARE(stowage_cli({"check", convolution_, path}).code, 0);
    QCOMPARE(stowage_cli({"compare", convolution_, "--budget", "1MiB"}).code, 1);
    const QStringList commands[] = {{"plan", convolution_, "--strategy", "all", "--iterations", "10"},
                                    {"compare", convolution_},
                                    {"report", convolution_, convolution_},
                                    {"check", convolution_, path}};
    for (const QStringList& command : commands) {
      const QString out = stowage_cli(command).out;
      QVERIFY2(out.contains("at least") && !out.contains("optimal"), qPrintable(out));
    }
    const QJsonObject json = stowage_cli({"plan", convolution_, "--json", "--budget", "1MiB"}).json();
    QCOMPARE(json["uncounted"].toObject()["loops"].toInt(), 1);
    QVERIFY(!json["results"].toArray()[0].toObject()["proved_optimal"].toBool(true));
    QVERIFY(!json["budget_kept"].toBool(true));
    QCOMPARE(stowage_cli({"info", convolution_, "--json"}).json()["uncounted"].toObject()["loops"].toInt(), 1);
    QCOMPARE(stowage_cli({"plan", convolution_, "--loops", "-o", path, "--budget", "1MiB"}).code, 0);
    QCOMPARE(stowage_cli({"check", convolution_, path, "--loops", "--budget", "1MiB"}).code, 0);
    QVERIFY(!stowage_cli({"plan", convolution_, "--loops", "--json"}).json().contains("uncounted"));
  }

  /// The plan holds the loops' buffers, and is checked with them.
  void a_plan_is_written_and_checked() {
    for (const QString& input : {convolution_, nested_})
      for (const char* alignment : {"1", "256"}) {
        const QString path = temp("loops.plan.json");
        QCOMPARE(stowage_cli({"plan", input, "--loops", "--align", alignment, "-o", path}).code, 0);
        const Run good = stowage_cli({"check", input, path, "--loops"});
        QVERIFY(ends({"check", input, path}, 3, {"error: " + path, "--loops"}));
        QVERIFY2(good.code == 0 && good.out.startsWith("valid"), qPrintable(good.out + good.err));
        QCOMPARE(stowage_cli({"check", input, path}).code, 3);  // without them it names what the graph has not
        write(path, all_at_zero(json_of(path)));
        QCOMPARE(stowage_cli({"check", input, path, "--loops"}).code, 1);
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
    QCOMPARE(stowage_cli({"plan", convolution_, "-o", table}).code, 3);
    QVERIFY(!QFile::exists(table));
    QCOMPARE(stowage_cli({"plan", convolution_, "--loops", "-o", table}).code, 0);
    QVERIFY(content(table).contains("while buffer 0,"));
  }

  /// Where alignments of tensors keep the buffers of a loop together, that is said.
  void joined_buffers_are_said() {
    QByteArray text = content(convolution_);
    text.replace(R"("id": "columns", "size": 1024,)", R"("id": "columns", "size": 1024, "alignment": 512,)");
    const QString path = write(temp("aligned.stowage.json"), text);
    const Run run = stowage_cli({"plan", path, "--loops"});
    QVERIFY(says(run.out, {"while", "3", "512"}));
    const QJsonObject loop = stowage_cli({"plan", path, "--loops", "--json"}).json()["loops"].toArray()[0].toObject();
    QVERIFY(holds(loop, {{"joined_buffers", 3}, {"alignment", 512}}));
    QCOMPARE(loop["buffers"].toArray().size(), 1);
    QCOMPARE(stowage_cli({"plan", convolution_, "--loops"}).out.count('\n'), run.out.count('\n') - 1);
  }
};

}  // namespace

STOWAGE_GUI_TEST(CliLoopsTest);
#include "tst_cli_loops.moc"
