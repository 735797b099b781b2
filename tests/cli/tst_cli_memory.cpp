// SPDX-License-Identifier: Apache-2.0
// The program with too little memory, or without threads: it ends in order, with an answer or a reason.
#include <map>

#include "tests/cli/program.h"

class CliMemoryTest : public CliTestBase {
  Q_OBJECT

  [[nodiscard]] QString file(const char* name) const { return temp(name); }
  /// Lifetimes of all lengths.
  [[nodiscard]] QString intervals() const {
    constexpr int kRows = 15'000;
    QByteArray text = "id,lower,upper,size\n";
    std::uint64_t random = 1;
    for (int k = 0; k < kRows; ++k) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      const int life = 1 + static_cast<int>(random >> 40) % 500, size = 1 + static_cast<int>(random >> 33) % 10'000;
      text += QString("t%1,%2,%3,%4\n").arg(k).arg(k).arg(k + life).arg(size).toLatin1();
    }
    return write(file("many.csv"), text);
  }
  /// Under limits as a shell sets them: in KiB.
  static Run limited(const QString& limits, const QStringList& arguments) {
    return run_program("/bin/sh",
                       QStringList{"-c", limits + " || exit 99; exec \"$@\"", "sh", STOWAGE_CLI} + arguments);
  }
  static Run with_memory(int kib, const QStringList& arguments) {
    return limited(QString("ulimit -c 0; ulimit -v %1").arg(kib), arguments);
  }
  /// No thread can be started: none has room for the stack that it would get.
  static Run without_threads(const QStringList& arguments) { return limited("ulimit -s 1099511627776", arguments); }

 private slots:
  void memory_data() {
    QTest::addColumn<QStringList>("arguments");
    const QString many = intervals();
    for (const char* command : {"info", "safety"}) QTest::newRow(command) << QStringList{command, many};
    const QStringList few{"--iterations", "100"};
    for (const char* strategy : {"auto", "search", "so.size.best,bump", "all"})
      QTest::addRow("plan %s", strategy) << QStringList{"plan",         many, "--strategy", strategy,
                                                        "--time-limit", "1",  "-o",         file("plan.json")} +
                                                (strategy[0] == 's' && strategy[1] == 'o' ? QStringList() : few);
    QTest::newRow("compare") << QStringList{"compare", many, "--strategy", "so.size.best"};
    QTest::newRow("convert") << QStringList{"convert", many, "-o", file("converted.stowage.json")};
    const QString plan = file("many.plan.json");  // it would plan by itself for a second, as above
    QCOMPARE(code_of({"plan", many, "--strategy", "so.size.best", "-o", plan}), 0);
    QTest::newRow("render") << QStringList{"render", many, plan, "-o", file("image.png"), "--size", "800x500"};
  }
  /// From too little to be read up to enough.
  void memory() {
    QFETCH(QStringList, arguments);
    const QString input = arguments[1];
    const bool draws = arguments[0] == "render";
    static std::map<bool, int> leasts;  // KiB: what the program needs to start, and where it draws, the one it becomes
    int& least = leasts.try_emplace(draws, 10'000).first->second;
    while (with_memory(least, {arguments[0], "--help"}).code != 0) least += 2'000;
    bool too_little = false, enough = false;
    for (int more = 0; more <= 400'000 && !enough; more += more < 18'000 ? 2'000 : 20'000) {
      const Run run = with_memory(least + more, arguments);
      const QString said = QString("%1 KiB: code %2, %3").arg(least + more).arg(run.code).arg(run.err);
      QVERIFY2(run.code == 0 || run.code == 3, qPrintable(said));
      if (run.code == 3) QVERIFY2(run.err.startsWith("error: " + input + ": "), qPrintable(said));
      (run.code == 0 ? enough : too_little) = true;
    }
    QVERIFY(enough && too_little);
  }

  /// All that is done by several threads is done by the one there is.
  void threads_data() {
    QTest::addColumn<QStringList>("arguments");
    const QString graph = sample("training_step.stowage.json");
    for (const char* strategy : {"auto", "search", "all"})
      QTest::addRow("plan %s", strategy) << QStringList{"plan", graph, "--strategy", strategy, "--iterations", "100"};
    for (const char* order : {"roam", "lescea", "best"})
      QTest::addRow("plan %s", order) << QStringList{"plan", graph, "--order", order};
    QTest::newRow("info") << QStringList{"info", graph};
    QTest::newRow("render") << QStringList{"render", graph, "-o", file("image.png")};
  }
  void threads() {
    QFETCH(QStringList, arguments);
    const Run run = without_threads(arguments);
    QVERIFY2(run.code == 0, qPrintable(QString::number(run.code) + run.err));
    QCOMPARE(run.err, run_program(STOWAGE_CLI, arguments).err);
  }
};

STOWAGE_TEST(CliMemoryTest);
#include "tst_cli_memory.moc"
