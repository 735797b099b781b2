// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.h"
#include "tests/gui/words.h"
#include "tests/start/test_entry.h"

using namespace stowage::test;

/// Allocation traces on the command line: read like any other input, by content, and converted.
class CliTraceTest : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  [[nodiscard]] QString temp(const QString& name) const { return dir_.filePath(name); }
  const QString trace_ = sample("inference.alloc.jsonl");

 private slots:
  /// By hand from the log: the most bytes live at once are those of stem.columns and stem.out.
  void info_and_plan() {
    const QJsonObject info = stowage_cli({"info", trace_, "--json"}).json();
    QCOMPARE(info["format"].toString(), QString("alloc-trace"));
    QCOMPARE(info["operators"].toInt(), 12);
    QCOMPARE(info["tensors"].toInt(), 15);
    QCOMPARE(info["streams"].toInt(), 1);
    QCOMPARE(info["lifetime_bound"].toInteger(), qint64{(1764 + 784) * 1024});
    const QString plan = temp("trace.plan.json");
    const Run run = stowage_cli({"plan", trace_, "--strategy", "standard", "-o", plan, "--json"});
    QCOMPARE(run.code, 0);
    QVERIFY(run.json()["results"].toArray().size() == 10);
    QCOMPARE(stowage_cli({"check", trace_, plan}).code, 0);
  }

  /// Sizes counted by hand: three of 1764 KiB, two of 784 KiB, six of 196 KiB, three of 4000 and one of 256 bytes.
  void sizes_are_counted() {
    const QJsonArray bins = stowage_cli({"info", trace_, "--json"}).json()["size_distribution"].toArray();
    QCOMPARE(bins.size(), 13);  // 2^8 … 2^20
    qint64 tensors = 0;
    for (const QJsonValue bin : bins) tensors += bin["tensors"].toInteger();
    QCOMPARE(tensors, 15);
    QCOMPARE(bins[0].toObject(), (QJsonObject{{"from", 256}, {"to", 512}, {"tensors", 1}, {"bytes", 256}}));
    QCOMPARE(bins[12]["tensors"].toInteger(), 3);
    QCOMPARE(bins[12]["bytes"].toInteger(), qint64{3 * 1764 * 1024});
    QVERIFY(stowage_cli({"info", trace_}).out.contains("256 B to 512 B"));
  }

  void converted_it_is_the_same_problem() {
    for (const QString& name : {QString("trace.csv"), QString("trace.stowage.json")}) {
      QCOMPARE(stowage_cli({"convert", trace_, "-o", temp(name)}).code, 0);
      const QJsonObject a = stowage_cli({"info", trace_, "--json"}).json();
      const QJsonObject b = stowage_cli({"info", temp(name), "--json"}).json();
      for (const char* key : {"tensors", "unsafe_pairs", "lifetime_bound", "total_bytes"}) QCOMPARE(a[key], b[key]);
    }
    QVERIFY(content(temp("trace.stowage.json")).contains("\"block/conv1\""));
    const Run back = stowage_cli({"convert", temp("trace.csv"), "-o", temp("back.alloc.jsonl")});
    QCOMPARE(back.code, 3);  // only read
  }

  /// Whichever file of a dump is opened, it takes the others of its name; elsewhere it stands alone.
  void files_of_a_dump_take_each_other() {
    write(temp("m.txt"),
          "HloModule m, is_scheduled=true\n\nENTRY %main (p: f32[8]) -> f32[8] {\n  %p = f32[8]{0} parameter(0)\n"
          "  %a = f32[8]{0} negate(%p)\n  ROOT %b = f32[8]{0} negate(%a)\n}\n");
    const QString assignment = write(temp("m-buffer-assignment.txt"),
                                     "BufferAssignment:\nallocation 0: size 32, parameter 0:\n"
                                     " value: <0 p @0> (size=32,offset=0): f32[8]{0}\nallocation 1: size 64:\n"
                                     " value: <1 a @0> (size=32,offset=0): f32[8]{0}\n"
                                     " value: <2 b @0> (size=32,offset=32): f32[8]{0}\n\nTotal bytes used: 96\n");
    for (const QString& file : {assignment, temp("m.txt")}) {
      const QJsonObject info = stowage_cli({"info", file, "--json"}).json();
      QCOMPARE(info["format"].toString(), QString("xla-text"));
      QCOMPARE(info["operators"].toInt(), 2);
      QCOMPARE(info["tensors"].toInt(), 3);
      QCOMPARE(stowage_cli({"check", file}).code, 0);
    }
    const QString alone = write(temp("alone-buffer-assignment.txt"), content(assignment));
    QCOMPARE(stowage_cli({"info", alone, "--json"}).json()["operators"].toInt(), 0);
  }

  void faults_name_their_line() {
    const QString file = write(temp("bad.alloc.jsonl"), content(trace_).replace("\"free\"", "\"drop\""));
    const Run run = stowage_cli({"info", file});
    QCOMPARE(run.code, 3);
    QVERIFY(says(run.err, {"error: " + file + ":line 3, /op: ", "\"alloc\"", "\"free\""}));
  }

  void what_is_never_freed_is_a_warning() {
    const QByteArray text = content(trace_);
    const QString file = write(temp("log"), text.left(text.lastIndexOf('{')));
    const Run run = stowage_cli({"info", file, "--json"});
    QCOMPARE(run.code, 0);
    QCOMPARE(run.json()["tensors"].toInt(), 14);
    QVERIFY(says(run.err, {"warning: " + file + ":line 27: ", "1", "4000", "\"probabilities\""}));
  }
};

STOWAGE_TEST(CliTraceTest);
#include "tst_cli_trace.moc"
