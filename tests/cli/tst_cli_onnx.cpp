// SPDX-License-Identifier: Apache-2.0
#include "core/formats/protobuf_wire.h"
#include "tests/cli/program.h"
#include "tests/gui/words.h"
#include "tests/start/test_entry.h"

using stowage::WireWriter;
using namespace stowage::test;

/// ONNX models on the command line, and the sizes that they leave open.
class CliOnnxTest : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  [[nodiscard]] QString temp(const QString& name) const { return dir_.filePath(name); }
  const QString sample_ = sample("small_classifier.onnx");
  /// One Relu on [batch, 3] floats.
  [[nodiscard]] QString open_model() const {
    const auto value = [](std::string_view name) {
      const WireWriter shape =
          WireWriter().message(1, WireWriter().bytes(2, "batch")).message(1, WireWriter().number(1, 3));
      const WireWriter tensor = WireWriter().number(1, 1).message(2, shape);
      return WireWriter().bytes(1, name).message(2, WireWriter().message(1, tensor));
    };
    const WireWriter node = WireWriter().bytes(1, "x").bytes(2, "y").bytes(4, "Relu");
    const WireWriter graph = WireWriter().message(1, node).message(11, value("x")).message(12, value("y"));
    const std::string model = WireWriter().number(1, 8).message(7, graph).message(8, WireWriter().number(2, 13)).text();
    return write(temp("open.onnx"), QByteArray::fromStdString(model));
  }

 private slots:
  void info_plan_check_and_convert() {
    const QJsonObject info = stowage_cli({"info", sample_, "--json"}).json();
    QCOMPARE(info["format"].toString(), QString("onnx"));
    QCOMPARE(info["operators"].toInt(), 11);
    QCOMPARE(info["tensors"].toInt(), 12);
    const QString plan = temp("small.plan.json");
    QCOMPARE(stowage_cli({"plan", sample_, "-o", plan}).code, 0);
    QCOMPARE(stowage_cli({"check", sample_, plan}).code, 0);
    QCOMPARE(stowage_cli({"convert", sample_, "-o", temp("small.stowage.json")}).code, 0);
  }

  void dimensions_are_given() {
    const QString file = open_model();
    const Run open = stowage_cli({"info", file, "--json"});
    QCOMPARE(open.code, 0);
    QCOMPARE(open.json()["total_bytes"].toInt(), 0);
    QVERIFY(says(open.err, {"warning: " + file + ": ", "2", "\"batch\""}));
    const Run given = stowage_cli({"info", file, "--dim", "batch=8", "--json"});
    QCOMPARE(given.json()["total_bytes"].toInt(), 2 * 8 * 3 * 4);
    QVERIFY2(given.err.isEmpty(), qPrintable(given.err));
    QCOMPARE(stowage_cli({"plan", file, "--dim", "batch=8", "--json"}).json()["lower_bound"].toInt(), 192);
    QCOMPARE(stowage_cli({"compare", "--dim", "batch=8", file, "--json"}).code, 0);
  }

  void a_plan_without_all_sizes_is_not_called_optimal() {
    const QString file = open_model();
    for (const char* const command : {"plan", "compare"}) {
      QVERIFY(!stowage_cli({command, file}).out.contains("optimal"));
      QVERIFY(stowage_cli({command, file, "--dim", "batch=8"}).out.contains("optimal"));
    }
  }

  void bad_dimensions_are_refused() {
    const QString file = open_model();
    for (const char* const bad :
         {"batch", "batch=", "batch=x", "batch=0", "batch=-1", "=3", "batch=99999999999999999999"}) {
      const Run run = stowage_cli({"info", file, "--dim", bad});
      QCOMPARE(run.code, 2);
      QVERIFY2(run.err.contains("NAME=VALUE"), qPrintable(run.err));
    }
    const Run twice = stowage_cli({"info", file, "--dim", "batch=2", "--dim", "batch=3"});
    QCOMPARE(twice.code, 2);
    QVERIFY(says(twice.err, {"batch", "2", "3"}));
    QCOMPARE(stowage_cli({"info", file, "--dim", "batch=2", "--dim", "batch=2"}).code, 0);
    const Run unknown = stowage_cli({"info", file, "--dim", "bach=8"});
    QCOMPARE(unknown.code, 3);
    QVERIFY(says(unknown.err, {"error: " + file + ": ", "\"bach\"", "\"batch\""}));
  }
};

STOWAGE_TEST(CliOnnxTest);
#include "tst_cli_onnx.moc"
