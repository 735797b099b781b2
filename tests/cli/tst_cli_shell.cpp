// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "tests/cli/program.h"

namespace {

/// Words that the program offers in place of the last one.
QStringList offered(const QStringList& words) {
  const Run run = stowage_cli(QStringList{"complete"} + words);
  QStringList out;
  const QStringList lines = run.out.split('\n', Qt::SkipEmptyParts);
  for (const QString& line : lines.mid(1)) out << line.section('\t', 0, 0);
  return out;
}
QString kind(const QStringList& words) {
  return stowage_cli(QStringList{"complete"} + words).out.section('\n', 0, 0);
}

/// The long options in the help of a command.
QStringList options_in_help(const QString& command) {
  static const QRegularExpression option("^  (?:-\\w,)?(--[a-z-]+)", QRegularExpression::MultilineOption);
  QStringList out;
  const QString help = stowage_cli({command, "--help"}).out;
  for (auto each = option.globalMatch(help); each.hasNext();) out << each.next().captured(1);
  return out;
}

/// What bash offers for a line, by the script that the program prints.
QStringList bash_offers(const QString& folder, const QStringList& words) {
  QString list;
  for (const QString& word : words) list += " '" + word + "'";
  const QString script = QString(
                             "cd '%1' && source <('%2' completion bash) && compopt() { :; } && COMP_WORDS=('%2'%3) && "
                             "COMP_CWORD=%4 && _stowage_cli && printf '%s\\n' \"${COMPREPLY[@]}\"")
                             .arg(folder, STOWAGE_CLI, list)
                             .arg(words.size());
  const Run run = run_program("bash", {"--norc", "-c", script});
  if (!run.err.isEmpty()) qWarning("%s", qPrintable(run.err));
  QStringList out = run.out.split('\n', Qt::SkipEmptyParts);
  out.sort();
  return out;
}

}  // namespace

/// What shells and `man` get from the program.
class CliShellTest : public CliTestBase {
  Q_OBJECT

 private slots:
  void commands_and_all_options_are_offered() {
    QCOMPARE(offered({""}), cli_commands());
    QCOMPARE(offered({"re"}), (QStringList{"render", "report"}));
    for (const QString& command : cli_commands()) {
      QStringList options = options_in_help(command), all = offered({command, "--"});
      options.sort();  // help puts them in groups
      all.sort();
      QVERIFY(options.contains("--help"));
      QCOMPARE(all, options);
    }
    QVERIFY(offered({"nonsense", ""}).isEmpty());
    QVERIFY(offered({}).isEmpty());
  }

  void values_are_offered() {
    const std::pair<QStringList, QString> rows[] = {
        {{"render", "x.csv", "--theme", ""}, "light dark"},
        {{"render", "--theme=d"}, "--theme=dark"},
        {{"render", "--theme", "=", "d"}, "dark"},  // as bash divides words
        {{"plan", "x.csv", "--strategy", "so.size.best,so.size.f"}, "so.size.best,so.size.first"},
        {{"tradeoff", "x", "--allow", "s"}, "sync stream"},
        {{"tradeoff", "x", "--allow", "sync,o"}, "sync,order sync,offload"},
        {{"tradeoff", "x", "--allow=order,sync,"},
         "--allow=order,sync,stream --allow=order,sync,recompute --allow=order,sync,offload"},
        {{"plan", "x.csv", "--order", "l"}, "lescea"},
        {{"zoo", "resnet5"}, "resnet50"},
        {{"completion", ""}, "bash zsh fish"},
        {{"plan", "x.csv", "--seed", ""}, ""}};
    for (const auto& [words, expected] : rows) QCOMPARE(offered(words).join(' '), expected);
    QVERIFY(offered({"render", "x.csv", "--view", ""}).contains("heap"));
    QVERIFY(!offered({"plan", "x.csv", "--strategy", "auto,"}).contains("auto,auto"));
    const QStringList ids = offered({"plan", "x.csv", "--strategy", ""});
    for (const stowage::LayoutStrategy& strategy : stowage::layout_strategies())
      QVERIFY(ids.contains(QString::fromUtf8(strategy.id.data(), static_cast<qsizetype>(strategy.id.size()))));
  }

  void files_are_offered_by_their_endings() {
    QVERIFY(kind({"info", ""}).startsWith("files ") && kind({"info", ""}).contains(" .stowage.json"));
    QVERIFY(kind({"compare", "a.csv", "b"}).startsWith("files "));  // any number of them
    QCOMPARE(kind({"render", "a.csv", "-o", ""}), "files .eps .html .pdf .png .svg");
    QCOMPARE(kind({"render", "a.csv", "--output", ""}), "files .eps .html .pdf .png .svg");
    QCOMPARE(kind({"report", "a", "b", "-o", ""}), "files .html .md");
    QCOMPARE(kind({"tradeoff", "a.csv", "-o", ""}), "folders");
    QCOMPARE(kind({"info", "a.csv", ""}), "words");
  }

  void bash_completes() {
    const QDir folder(dir_.path());
    QVERIFY(folder.mkpath("models") && folder.mkpath("more"));
    for (const char* name : {"model.onnx", "mod el.csv", "model.bin", "my.plan.json"})
      write(folder.filePath(name), "x");
    QCOMPARE(bash_offers(folder.path(), {"saf"}), (QStringList{"safety"}));
    QCOMPARE(bash_offers(folder.path(), {"info", "mo"}), (QStringList{"mod el.csv", "model.onnx", "models", "more"}));
    QCOMPARE(bash_offers(folder.path(), {"tradeoff", "model.onnx", "-o", "mo"}), (QStringList{"models", "more"}));
    QCOMPARE(bash_offers(folder.path(), {"safety", "x", "--method", "anc"}), (QStringList{"ancestor", "ancestor-opt"}));
    QCOMPARE(bash_offers(folder.path(), {"render", "x", "--theme", "=", "d"}), (QStringList{"dark"}));
    QCOMPARE(bash_offers(folder.path(), {"tradeoff", "x", "--allow", "sync,r"}), (QStringList{"sync,recompute"}));
  }

  void scripts_are_those_of_the_files() {
    const QString folder = STOWAGE_SOURCE_DIR "/resources/completion/";
    QCOMPARE(stowage_cli({"completion", "bash"}).out, QString(content(folder + "stowage-cli.bash")));
    QCOMPARE(stowage_cli({"completion", "zsh"}).out, QString(content(folder + "_stowage-cli")));
    QCOMPARE(stowage_cli({"completion", "fish"}).out, QString(content(folder + "stowage-cli.fish")));
    QCOMPARE(code_of({"completion", "tcsh"}), 2);
  }

  void zsh_and_fish_read_their_scripts() {
    const QString folder = STOWAGE_SOURCE_DIR "/resources/completion/";
    int read = 0;
    for (const auto& [shell, file] : {QPair("zsh", "_stowage-cli"), QPair("fish", "stowage-cli.fish")}) {
      if (QStandardPaths::findExecutable(shell).isEmpty()) continue;
      const Run run = run_program(shell, {"-n", folder + file});
      QVERIFY2(run.code == 0 && run.err.isEmpty(), qPrintable(run.err));
      ++read;
    }
    if (read == 0) QSKIP("neither is installed");
  }

  void fish_completes() {
    if (QStandardPaths::findExecutable("fish").isEmpty()) QSKIP("fish is not installed");
    const QString script = QString("set PATH '%1' $PATH; stowage-cli completion fish | source; complete -C '%2'")
                               .arg(QFileInfo(STOWAGE_CLI).path());
    const auto lines = [&](const QString& line) {
      return run_program("fish", {"--no-config", "-c", script.arg(line)}).out.split('\n', Qt::SkipEmptyParts);
    };
    QCOMPARE(lines("stowage-cli saf").value(0).section('\t', 0, 0), "safety");
    QCOMPARE(lines("stowage-cli render x --theme ").size(), 2);
    QCOMPARE(lines("stowage-cli tradeoff x --allow sync,r").value(0).section('\t', 0, 0), "sync,recompute");
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

  void manual_pages_have_no_faults() {
    if (QStandardPaths::findExecutable("man").isEmpty()) QSKIP("man is not installed");
    const QString cli = write(temp("stowage-cli.1"), stowage_cli({"man"}).out.toUtf8());
    for (const QString& page : {cli, QString(STOWAGE_SOURCE_DIR "/resources/man/stowage.1")}) {
      const Run run = run_program("env", {"LC_ALL=C.UTF-8", "MANWIDTH=100", "man", "--warnings", "-l", page});
      QVERIFY2(run.code == 0 && run.err.isEmpty(), qPrintable(run.err));
      QVERIFY(run.out.contains("SYNOPSIS") && !run.out.contains("\\f"));
    }
  }

  void the_manual_page_of_the_window_names_its_options() {
    const QString page = content(STOWAGE_SOURCE_DIR "/resources/man/stowage.1");
    for (const char* option : {"help", "help\\-all", "version"})
      QVERIFY2(page.contains(QString("\\-\\-") + option), option);
  }

  /// No command that draws nothing has Qt's libraries in its process.
  void most_commands_need_no_qt() {
    const Run libraries = run_program("ldd", {STOWAGE_CLI});
    QVERIFY2(libraries.out.contains("libc.so"), qPrintable(libraries.err));
    QVERIFY2(!libraries.out.contains("Qt6"), qPrintable(libraries.out));
  }

  void without_the_program_that_draws_it_says_so() {
    const QString alone = temp("stowage-cli");
    QVERIFY(QFile::copy(STOWAGE_CLI, alone));
    QCOMPARE(run_program(alone, {"strategies"}).code, 0);
    const Run run = run_program(alone, {"render", sample("lifetimes.csv"), "-o", temp("x.svg")});
    QCOMPARE(run.code, 3);
    QVERIFY2(run.err.startsWith("error: ") && run.err.contains("stowage-draw"), qPrintable(run.err));
    QVERIFY(QDir(dir_.path()).mkpath("libexec/stowage") && QDir(dir_.path()).mkpath("bin"));
    QVERIFY(QFile::copy(STOWAGE_CLI, temp("bin/stowage-cli")));
    QVERIFY(QFile::copy(QFileInfo(STOWAGE_CLI).path() + "/stowage-draw", temp("libexec/stowage/stowage-draw")));
    const Run installed =
        run_program(temp("bin/stowage-cli"), {"render", sample("lifetimes.csv"), "-o", temp("x.svg")});
    QVERIFY2(installed.code == 0, qPrintable(installed.err));
  }
};

STOWAGE_TEST(CliShellTest);
#include "tst_cli_shell.moc"
