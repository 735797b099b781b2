// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include <unistd.h>

#include "tests/cli/program.h"

/// Where the command line writes files: never over what it reads, and to pipes as well as to the disk.
class CliOutputTest : public CliTestBase {
  Q_OBJECT

  const QString figure2_ = sample("somas_figure_2.stowage.json");
  const QString lifetimes_ = sample("lifetimes.csv");

  /// A command of a shell, in which $CLI is the program.
  static Run shell(const QString& command) {
    return run_program("/bin/bash", {"-c", "CLI=" STOWAGE_CLI "; " + command});
  }
  static QJsonObject object(const QString& text) { return QJsonDocument::fromJson(text.toUtf8()).object(); }

 private slots:
  void init() {
    for (const QString& name : QDir(dir_.path()).entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot))
      QFile::remove(temp(name));
  }

  void an_input_is_never_overwritten_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("file");
    for (const auto& [file, command] :
         {std::pair("in.svg", "plan IN -o OUT"), std::pair("in.svg", "convert IN -o OUT --format dot"),
          std::pair("lives.csv", "convert lives.csv --plan-output OUT -o new.csv"),
          std::pair("lives.csv", "convert IN -o OUT"), std::pair("in.svg", "render IN -o OUT --format svg"),
          std::pair("in.svg", "render IN -o OUT --format html"),
          std::pair("in.plan.json", "render in.svg in.plan.json -o OUT --format svg"),
          std::pair("other.plan.json", "render in.svg in.plan.json --against other.plan.json -o OUT --format svg"),
          std::pair("in.svg", "render IN --steps so.size.best -o OUT --format pdf")})
      QTest::newRow(command) << command << file;
  }
  void an_input_is_never_overwritten() {
    QFETCH(QString, command);
    QFETCH(QString, file);
    const QByteArray graph = content(figure2_);
    write(temp("in.svg"), graph);
    write(temp("lives.csv"), content(lifetimes_));
    QCOMPARE(code_of({"plan", temp("in.svg"), "-o", temp("in.plan.json")}), 0);
    QVERIFY(QFile::copy(temp("in.plan.json"), temp("other.plan.json")));
    QVERIFY(QFile::link(file, temp("soft")));
    QCOMPARE(::link(qPrintable(temp(file)), qPrintable(temp("hard"))), 0);
    const QByteArray before = content(temp(file));
    const QString folder = QDir(dir_.path()).dirName();
    for (const QString& output : {file, "./" + file, "../" + folder + "/" + file, QString("soft"), QString("hard")}) {
      const Run run =
          shell("cd " + dir_.path() + "; $CLI " + QString(command).replace("IN", file).replace("OUT", output));
      QVERIFY2(run.code == 3, qPrintable(output + ": " + run.out + run.err));
      QVERIFY2(run.err.startsWith("error: " + output + ": "), qPrintable(run.err));
      QCOMPARE(content(temp(file)), before);
    }
    QVERIFY(QFileInfo(temp("soft")).isSymLink());
    QVERIFY(!QFile::exists(temp("new.csv")));
  }

  void pictures_of_steps_spare_the_input() {
    const QString input = write(temp("s-002.svg"), content(figure2_));
    QCOMPARE(code_of({"render", input, "--steps", "so.size.best", "-o", temp("s.svg")}), 3);
    QCOMPARE(content(input), content(figure2_));
    QVERIFY(!QFile::exists(temp("s-001.svg")));
  }

  /// A named pipe, and one that the shell names.
  void pipes_are_written_to() {
    const QString pipe = temp("pipe"), got = temp("got");
    const Run named = shell(
        QString("mkfifo %1; cat %1 > %2 & $CLI plan %3 -o %1; code=$?; wait; exit $code").arg(pipe, got, figure2_));
    QVERIFY2(named.code == 0, qPrintable(named.err));
    QCOMPARE(object(content(got))["format"].toString(), "stowage-plan");
    QVERIFY(says(named.out, {pipe}));
    QVERIFY(!QFileInfo(pipe).isFile());

    for (const QString& command : {"plan " + figure2_, "convert " + figure2_ + " --format json", QString("zoo alexnet"),
                                   "render " + figure2_ + " --format svg"}) {
      const Run run = shell(QString("$CLI %1 -o >(cat > %2; echo done > %2.end); code=$?; "
                                    "until [ -e %2.end ]; do sleep 0.01; done; rm %2.end; exit $code")
                                .arg(command, got));
      QVERIFY2(run.code == 0, qPrintable(run.err));
      QVERIFY2(run.out.contains("wrote "), qPrintable(run.out));
      QVERIFY(content(got).size() > 200);
      QVERIFY(!content(got).contains("wrote "));
    }
  }

  /// A file that the shell has open is continued, not overwritten.
  void a_redirected_file_goes_on() {
    const QString file = temp("log");
    const Run run = shell(QString("{ echo before; $CLI plan %1 -o -; echo after; } > %2").arg(figure2_, file));
    QVERIFY2(run.code == 0, qPrintable(run.err));
    const QByteArray text = content(file);
    QVERIFY2(text.startsWith("before\n{") && text.trimmed().endsWith("}\nafter"), text.constData());
  }

  void what_cannot_be_printed_is_an_error_data() {
    QTest::addColumn<QString>("command");
    const QString commands =
        "--help; --version; plan --help; man; zoo; zoo --json; strategies; strategies --json; info IN; info IN --json; "
        "safety IN --pairs; explain IN a f; plan IN; compare IN --strategy so.size.best; convert IN -o -; zoo alexnet; "
        "plan IN -o -; render IN -o - --format svg; render IN -o OUT; report IN IN --format md -o -";
    for (const QString& command : commands.split("; ")) QTest::newRow(qPrintable(command)) << command;
  }
  void what_cannot_be_printed_is_an_error() {
    QFETCH(QString, command);
    const Run run = shell("$CLI " + command.replace("IN", figure2_).replace("OUT", temp("x.svg")) + " > /dev/full");
    QCOMPARE(run.code, 3);
    QVERIFY2(run.err.startsWith("error: ") || run.err.contains("\nerror: "), qPrintable(run.err));
  }

  /// The reader has all that it wants, as with other programs.
  void a_reader_may_go_data() { what_cannot_be_printed_is_an_error_data(); }
  void a_reader_may_go() {
    QFETCH(QString, command);
    const Run run = shell("exec 3> >(true); wait $!; $CLI " +
                          command.replace("IN", figure2_).replace("OUT", temp("x.svg")) + " >&3");
    QCOMPARE(run.code, 128 + SIGPIPE);
    QVERIFY2(!run.err.contains("error: "), qPrintable(run.err));
  }
};

STOWAGE_GUI_TEST(CliOutputTest);
#include "tst_cli_output.moc"
