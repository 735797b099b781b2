// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QTemporaryDir>

#include "tests/cli/program.h"
#include "tests/gui/words.h"
#include "tests/start/test_entry.h"

using namespace stowage::test;

/// `stowage-cli render --steps`.
class CliStepsTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  [[nodiscard]] QString temp(const QString& name) const { return folder_.filePath(name); }
  const QString figure_7_ = sample("somas_figure_7.stowage.json");

 private slots:
  void a_picture_a_block() {
    const Run run = stowage_cli({"render", figure_7_, "--steps", "mo.size.best", "-o", temp("a.svg")});
    QVERIFY2(run.code == 0 && run.err.isEmpty(), qPrintable(run.err));
    QVERIFY(says(run.out, {temp("a-001.svg"), temp("a-005.svg"), "5"}));
    QCOMPARE(QDir(folder_.path()).entryList({"a-*.svg"}).size(), 5);
    QVERIFY(content(temp("a-004.svg")).contains(">D "));  // the block that is put there
  }

  /// What lies there is replaced where it has the same number, else left; either is said.
  void says_what_becomes_of_a_former_series() {
    const QStringList command{"render", figure_7_, "--steps", "mo.size.best", "-o", temp("again.svg")};
    QCOMPARE(stowage_cli(command).out.count('\n'), 1);
    for (const char* name : {"again-077.svg", "again-1.svg", "again-001.png", "other-001.svg"}) {
      QFile file(temp(name));
      QVERIFY(file.open(QIODevice::WriteOnly));
    }
    const Run run = stowage_cli(command);
    QVERIFY(says(run.out, {"\n", "5", "\n", "1", "again-077.svg", "\n"}));
    QCOMPARE(QFileInfo(temp("again-077.svg")).size(), 0);
    QVERIFY(QFileInfo(temp("again-001.svg")).size() > 0);
  }

  void one_pdf_of_every_step() {
    const Run run = stowage_cli(
        {"render", figure_7_, "--steps", "so.size.first", "--every-step", "--blocks", "2-3", "-o", temp("b.pdf")});
    QVERIFY(says(run.out, {temp("b.pdf"), "10"}));
    QVERIFY(content(temp("b.pdf")).startsWith("%PDF-"));
  }

  /// Plurals are English here, too.
  void sentences_have_no_brackets() {
    QCOMPARE(stowage_cli({"render", sample("training_step.stowage.json"), "--steps", "so.size.best", "--every-step",
                          "-o", temp("c.svg")})
                 .code,
             0);
    for (const QString& name : QDir(folder_.path()).entryList({"c-*.svg"}))
      QVERIFY2(!content(temp(name)).contains("(s)"), qPrintable(name));
  }

  void refuses_what_makes_no_sense() {
    const auto code = [&](QStringList more) {
      return stowage_cli(QStringList{"render", figure_7_, "-o", temp("d.png")} + more).code;
    };
    QCOMPARE(code({"--steps", "nonsense"}), 2);
    QCOMPARE(code({"--every-step"}), 2);
    QCOMPARE(code({"--steps", "so.size.best", "--blocks", "3"}), 2);
    QCOMPARE(code({"--steps", "so.size.best", "--blocks", "0-2"}), 2);
    const Run beyond =
        stowage_cli({"render", figure_7_, "-o", temp("d.png"), "--steps", "so.size.best", "--blocks", "2-6"});
    QCOMPARE(beyond.code, 3);
    QVERIFY(says(beyond.err, {"error: ", "5", "6"}));
    QVERIFY(QDir(folder_.path()).entryList({"d*"}).isEmpty());
  }
};

STOWAGE_TEST(CliStepsTest);
#include "tst_cli_steps.moc"
