// SPDX-License-Identifier: GPL-3.0-or-later
// README and the manual: what they name is there (menus, labels, keys, options, commands, files), their examples work,
// and the window opens the right page.
#include "app/dialogs/dialogs.h"
#include "app/frame/dock_table.h"
#include "app/settings/command_name.h"
#include "app/settings/file_names.h"
#include "tests/app/window_test.h"
#include "tests/cli/program.h"

namespace {

const QString kTop = QStringLiteral(STOWAGE_SOURCE_DIR "/");
const QString kManual = kTop + "resources/manual/";
const QString kArrow = QString::fromUtf8(" ▸ ");

/// A page in Markdown, taken apart.
struct Page {
  QString path, name;      // on disk; from the top of the project
  QString text{};          // without blocks and spans of code, each paragraph on one line
  QStringList code{};      // spans of code, and lines of blocks of code
  QStringList examples{};  // lines of blocks that a shell would read
  QStringList headings{};
  QStringList targets{};  // of links and pictures
};

Page read_page(const QString& path) {
  Page page{.path = path, .name = QDir(kTop).relativeFilePath(path)};
  QString rest, block;
  bool inside = false;
  for (const QString& line : QString::fromUtf8(content(path)).split('\n')) {
    if (line.startsWith("```")) {
      inside = !inside;
      block = line.mid(3);
      rest += '\n';
    } else if (inside) {
      page.code << line;
      if (block == "sh") page.examples << line.section("   #", 0, 0).trimmed();
    } else {
      if (line.startsWith('#')) page.headings << line.section(' ', 1);
      rest += line + '\n';
    }
  }
  rest.replace(QRegularExpression("[ \t]*\n[ \t]*(?!\n|[-|#]|[0-9]+\\.|$)"), " ");
  static const QRegularExpression link("\\]\\(([^)\\s]+)\\)"), span("`([^`\n]+)`");
  for (auto each = link.globalMatch(rest); each.hasNext();) page.targets << each.next().captured(1);
  for (auto each = span.globalMatch(rest); each.hasNext();) page.code << each.next().captured(1);
  page.text = rest.replace(span, " ").replace(link, "]").replace("\\|", "|");
  return page;
}

std::vector<Page> manual_files() {
  std::vector<Page> out;
  for (QDirIterator it(kManual, {"*.md"}, QDir::Files, QDirIterator::Subdirectories); it.hasNext();)
    out.push_back(read_page(it.next()));
  return out;
}

std::vector<Page> manual_and_readme() {
  std::vector<Page> out = manual_files();
  out.push_back(read_page(kTop + "README.md"));
  return out;
}

QString plain(const QString& text) {
  return command_name(text).trimmed().toLower();
}

/// The entry that a path of titles leads to, from the menu bar; null where it leads nowhere.
const QAction* entry_at(const QMenuBar& bar, const QStringList& path) {
  QList<QAction*> level = bar.actions();
  const QAction* found = nullptr;
  for (const QString& title : path) {
    const auto at = std::ranges::find(level, plain(title), [](const QAction* each) { return plain(each->text()); });
    if (at == level.end()) return nullptr;
    found = *at;
    level = found->menu() ? found->menu()->actions() : QList<QAction*>();
  }
  return found;
}

/// Spans in italics, which are labels of the window.
QStringList labels_in(const QString& text) {
  static const QRegularExpression italics("(?<![*\\w])\\*(?![*\\s])([^*\n]+)(?<!\\s)\\*(?![*\\w])");
  QStringList out;
  for (auto each = italics.globalMatch(text); each.hasNext();) out << each.next().captured(1);
  return out;
}

/// As on a desktop: without one, as in these tests, some commands have another key, or none.
QString key_of(const QAction* action) {
  const QString name = action->objectName();
  for (const auto& [id, standard, key] :
       {std::tuple("close", QKeySequence::Close, "Ctrl+W"), std::tuple("quit", QKeySequence::Quit, "Ctrl+Q"),
        std::tuple("redo", QKeySequence::Redo, "Ctrl+Shift+Z")})
    if (name == id && action->shortcut() == QKeySequence(standard)) return key;
  return action->shortcut().toString(QKeySequence::NativeText);
}

/// The list of all commands and gestures, as the window shows it: texts of its second column.
QStringList listed_keys(Shown& shown) {
  shown.part<QAction>("shortcuts")->trigger();
  auto* dialog = shown.part<QDialog>("shortcuts");
  QStringList out;
  for (QTreeWidgetItemIterator it(dialog->findChild<QTreeWidget*>()); *it; ++it) out << (*it)->text(1);
  dialog->close();
  return out;
}

const QString& help_of(const QString& command) {
  static std::map<QString, QString> known;
  const auto [at, fresh] = known.emplace(command, QString());
  if (fresh) at->second = stowage_cli({command, "--help"}).out;
  return at->second;
}

bool has_option(const QString& help, const QString& option) {
  return help.contains(QRegularExpression("(^|[\\s,])" + QRegularExpression::escape(option) + "(?![\\w-])"));
}

/// Where a page names an option or a command that is not there: the piece of code.
QStringList faults_of_code(const QString& code) {
  static const QRegularExpression program("(?:^|[/\\s])stowage-cli +([\\w-]+)"),
      option("(?<![\\w-])--[a-z][a-z-]*(?![\\w-])");
  QStringList options;
  for (auto each = option.globalMatch(code); each.hasNext();) options << each.next().captured();
  const QRegularExpressionMatch call = program.match(code);
  QStringList out;
  static const QStringList commands = cli_commands();
  if (call.hasMatch() && call.captured(1) != "COMMAND") {
    if (!commands.contains(call.captured(1))) out << code + ": no command " + call.captured(1);
    for (const QString& each : options)
      if (!has_option(help_of(call.captured(1)), each)) out << code + ": no option " + each;
  } else if (call.hasMatch() || code.startsWith("--")) {
    for (const QString& each : options)
      if (std::ranges::none_of(commands, [&](const QString& name) { return has_option(help_of(name), each); }))
        out << code + ": no option " + each;
  } else if (code.startsWith("./dev ")) {
    static const QRegularExpression word("^\\./dev +([a-z-]+)");
    static const QString usage = QString::fromUtf8(content(kTop + "dev"));
    const QString command = word.match(code).captured(1);
    if (!command.isEmpty() &&
        !usage.contains(QRegularExpression("^  " + command + "\\b", QRegularExpression::MultilineOption)))
      out << code + ": no command " + command;
  }
  return out;
}

/// The files that a line of a shell names: those that it reads, and those that it writes.
struct FilesOfLine {
  QStringList read, written;
};
FilesOfLine files_of(const QString& line) {
  static const QRegularExpression space("\\s+");
  FilesOfLine out;
  const QStringList words = line.split(space, Qt::SkipEmptyParts);
  for (qsizetype k = 1; k < words.size(); ++k) {
    const bool writes = words[k - 1] == "-o" || words[k - 1] == "--plan-output" || words[k - 1] == ">";
    // Of an option: the name of a strategy, a number. And the name of an experiment.
    const bool value = !writes && (words[k - 1].startsWith("--") || words.front() == "reproduce");
    const bool file = !value && words[k].contains(QRegularExpression("[/.][a-z]"));
    if (file) (writes ? out.written : out.read) << words[k];
  }
  return out;
}

const Page* page_at(const std::vector<Page>& pages, const QString& path) {
  const auto at = std::ranges::find(pages, path, &Page::path);
  return at == pages.end() ? nullptr : &*at;
}

/// None; else where a link of `page` leads to nothing. `leaves` says whether it may leave the manual.
QString fault_of_link(const std::vector<Page>& pages, const Page& page, const QString& target, bool leaves) {
  if (target.startsWith("https://")) return {};
  const QString file = target.section('#', 0, 0), heading = target.section('#', 1);
  const QString path = file.isEmpty() ? page.path : QDir::cleanPath(QFileInfo(page.path).path() + '/' + file);
  if (!QFileInfo::exists(path)) return page.name + " links to nothing: " + target;
  if (!leaves && !path.startsWith(kManual)) return page.name + " links out of the manual: " + target;
  if (heading.isEmpty()) return {};
  const Page* to = page_at(pages, path);
  if (!to) return page.name + " links to a heading of no page: " + target;
  const bool found = std::ranges::find(to->headings, heading, heading_anchor) != to->headings.end();
  return found ? QString() : page.name + " links to a heading that is not there: " + target;
}

}  // namespace

class ManualTest : public WindowTest {
  Q_OBJECT

  QWidget parent_;  // of the manual's window, where it is opened alone

 private slots:
  void initTestCase() { show(parent_); }
  void cleanup() { qDeleteAll(parent_.findChildren<QDialog*>()); }

  void menus_and_labels_exist() {
    Shown& shown = fresh();
    QSet<QString> labels;
    for (const char* file : {kTraining, ":/samples/serving.pickle"}) {
      shown.open(file);
      for (const QString& text : labels_of(shown.window)) labels << plain(text);
    }
    for (const Sample& sample : samples()) labels << plain(sample.title);
    int entries = 0, others = 0;
    for (const Page& page : manual_and_readme()) {
      const QStringList named = labels_in(page.text);
      QCOMPARE(named.join(' ').count(kArrow.trimmed()), page.text.count(kArrow.trimmed()));  // all are in italics
      for (const QString& name : named) {
        if (name.contains(kArrow)) {
          const QAction* entry = entry_at(*shown.window.menuBar(), name.split(kArrow));
          QVERIFY2(entry, qPrintable(page.name + " names an entry that is in no menu: " + name));
          ++entries;
        } else if (!page.name.endsWith("/strategies.md")) {  // which has titles of papers
          QVERIFY2(labels.contains(plain(name)), qPrintable(page.name + " names a label that is nowhere: " + name));
          ++others;
        }
      }
    }
    QVERIFY2(entries > 60 && others > 25, qPrintable(QString("%1 %2").arg(entries).arg(others)));
  }

  void keys_exist() {
    Shown& shown = fresh(kTraining);
    QString known = listed_keys(shown).join(" ; ");
    for (const QAction* action : shown.window.findChildren<QAction*>()) known += " ; " + key_of(action);
    static const QRegularExpression key(
        "(?<![\\w+])(?:(?:(?:Ctrl|Alt|Shift)\\+)+(?:F[0-9]+|[A-Za-z]+|[0-9]|,)|F[1-9][0-2]?(?!\\w))");
    static const QRegularExpression press("[Pp]ress ([A-Z0-9])(?!\\w)");
    const auto is_known = [&](const QString& name) {
      return known.contains(QRegularExpression("(?<![\\w+])" + QRegularExpression::escape(name) + "(?!\\w)"));
    };
    int found = 0;
    for (const Page& page : manual_and_readme())
      for (const auto& [pattern, group] : {std::pair(key, 0), std::pair(press, 1)})
        for (auto each = pattern.globalMatch(page.text); each.hasNext(); ++found) {
          const QString name = each.next().captured(group);
          QVERIFY2(is_known(name), qPrintable(page.name + " names a key that does nothing: " + name));
        }
    QVERIFY2(found > 100, qPrintable(QString::number(found)));
  }

  /// Every command that has a key stands on the page of keys with it, and with no other.
  void the_page_of_keys_is_complete() {
    Shown& shown = fresh(kTraining);
    const Page page = read_page(kManual + "keyboard.md");
    static const QRegularExpression row("\\*([^*\n]+)\\* \\| ([^\\s|]+) \\|");
    std::map<const QAction*, QString> listed;
    for (auto each = row.globalMatch(page.text); each.hasNext();) {
      const QRegularExpressionMatch match = each.next();
      const QAction* action = entry_at(*shown.window.menuBar(), match.captured(1).split(kArrow));
      QVERIFY2(action, qPrintable(match.captured()));
      QCOMPARE(key_of(action), match.captured(2));
      listed.emplace(action, match.captured(2));
    }
    for (const QAction* top : shown.window.menuBar()->actions())
      for (const QAction* action : top->menu()->actions()) {
        if (action->shortcut().isEmpty() || action->objectName().startsWith("show_") || listed.contains(action))
          continue;
        // The key that cancels is there while something runs.
        QVERIFY2(action->shortcut() == QKeySequence(Qt::Key_Escape), qPrintable(action->text()));
      }
    for (const QDockWidget* dock : shown.window.findChildren<QDockWidget*>()) {
      const QAction* action = shown.shows(dock);
      const QString keys = action->shortcut().toString(QKeySequence::NativeText);
      const QString cell = QStringLiteral("| %1 | %2 |").arg(dock->windowTitle(), keys);
      if (action->isVisible()) QVERIFY2(page.text.contains(cell), qPrintable(cell));
    }
  }

  void commands_and_options_exist() {
    QVERIFY(cli_commands().size() >= 12);
    std::vector<Page> pages = manual_and_readme();
    pages.push_back(read_page(kTop + "CONTRIBUTING.md"));
    int found = 0;
    for (const Page& page : pages)
      for (const QString& code : page.code) {
        const QStringList faults = faults_of_code(code);
        QVERIFY2(faults.isEmpty(), qPrintable(page.name + ": " + faults.join("; ")));
        found += code.contains("stowage-cli") || code.startsWith("--");
      }
    QVERIFY2(found > 80, qPrintable(QString::number(found)));
  }

  /// From the top, or from a folder that the text names; those of tests also without their ending.
  void paths_for_contributors_exist() {
    QStringList there;
    for (const char* top : {"core", "widgets", "app", "resources", "samples", "tests"}) {
      there << QString("/") + top;
      QDirIterator each(kTop + top, QDir::AllEntries | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
      while (each.hasNext()) there << '/' + QDir(kTop).relativeFilePath(each.next());
    }
    static const QRegularExpression path("^(?!build/)(?!.*[A-Z]{3})[\\w.]+(/[\\w.]*)+$|^\\w+\\.(h|cpp)$");
    const QStringList named = read_page(kTop + "CONTRIBUTING.md").code.filter(path);
    for (const QString& name : named) {
      const QString end = '/' + (name.endsWith('/') ? name.chopped(1) : name);
      const auto is_it = [&](const QString& one) { return one.endsWith(end) || one.endsWith(end + ".cpp"); };
      QVERIFY2(std::ranges::any_of(there, is_it), qPrintable(name));
    }
    QVERIFY2(named.size() > 100, qPrintable(QString::number(named.size())));
  }

  void every_command_has_a_section_with_an_example() {
    const Page page = read_page(kManual + "command_line.md");
    for (const QString& command : cli_commands()) {
      QVERIFY2(page.headings.contains(command), qPrintable(command));
      QVERIFY2(page.examples.join('\n').contains("stowage-cli " + command), qPrintable(command));
    }
  }

  /// Those whose files are there: the samples, and what lines before have written.
  void examples_work() {
    int ran = 0;
    for (const Page& page : manual_and_readme()) {
      QTemporaryDir folder;
      QVERIFY(QFile::link(kTop + "samples", folder.filePath("samples")));
      QStringList there;
      for (const QString& line : page.examples) {
        static const QRegularExpression program("^(build/release/app/)?stowage-cli(?= )");
        if (!line.contains(program)) continue;
        const FilesOfLine files = files_of(QString(line).remove(program));
        const auto is_there = [&](const QString& each) { return each.startsWith("samples/") || there.contains(each); };
        there << files.written;
        if (!std::ranges::all_of(files.read, is_there)) {
          // How to read a file that only the reader has.
          QVERIFY2(page.path.startsWith(kManual + "formats/"), qPrintable(page.name + ": " + line));
          continue;
        }
        const QString script =
            QStringLiteral("cd '%1' && %2").arg(folder.path(), QString(line).replace(program, STOWAGE_CLI));
        const Run run = run_program("sh", {"-c", script});
        QVERIFY2(run.code == 0, qPrintable(page.name + ": " + line + '\n' + run.err));
        for (const QString& each : files.written)
          QVERIFY2(QFileInfo::exists(folder.filePath(each)), qPrintable(page.name + ": " + line));
        ++ran;
      }
    }
    QVERIFY2(ran > 40, qPrintable(QString::number(ran)));
  }

  void links_and_pictures_exist() {
    std::vector<Page> pages = manual_and_readme();
    for (const char* name : {"CONTRIBUTING.md", "CHANGELOG.md"}) pages.push_back(read_page(kTop + name));
    QStringList used;
    for (const Page& page : pages)
      for (const QString& target : page.targets) {
        const QString fault = fault_of_link(pages, page, target, !page.path.startsWith(kManual));
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
        used << QDir::cleanPath(QFileInfo(page.path).path() + '/' + target.section('#', 0, 0));
      }
    qint64 bytes = 0;
    for (const QFileInfo& picture : QDir(kManual + "pictures").entryInfoList(QDir::Files)) {
      QVERIFY2(used.contains(picture.filePath()), qPrintable("no page shows " + picture.fileName()));
      bytes += picture.size();
    }
    QVERIFY2(bytes > 0 && bytes < 3'000'000, qPrintable(QString::number(bytes)));
    QVERIFY(QFileInfo(kManual + "recording.gif").size() < 1'500'000);
  }

  void every_page_is_reached_from_the_contents() {
    const std::vector<Page> pages = manual_files();
    QStringList reached{kManual + "index.md"};
    for (qsizetype k = 0; k < reached.size(); ++k) {
      const Page* page = page_at(pages, reached[k]);
      if (!page) continue;
      for (const QString& target : page->targets) {
        const QString path = QDir::cleanPath(QFileInfo(page->path).path() + '/' + target.section('#', 0, 0));
        if (!reached.contains(path)) reached << path;
      }
    }
    for (const Page& page : pages) QVERIFY2(reached.contains(page.path), qPrintable(page.name));
  }

  void tables_of_the_program_are_described() {
    const QString formats_page = QString::fromUtf8(content(kManual + "formats.md"));
    for (const Format& format : formats()) {
      const QString link = QStringLiteral("[%1](formats/").arg(QString::fromStdString(std::string(format.title)));
      QVERIFY2(formats_page.contains(link), qPrintable(link));
    }
    const Page page = read_page(kManual + "strategies.md");
    for (const LayoutStrategy& strategy : layout_strategies()) {
      const QString id = QString::fromStdString(std::string(strategy.id));
      const bool sorted = id.startsWith("so.") || id.startsWith("mo.");
      QVERIFY2(page.code.contains(sorted ? id.left(2) + ".SORT.FIT" : id), qPrintable(id));
      if (sorted)
        for (const QString& part : id.split('.').mid(1)) QVERIFY2(page.code.contains(part), qPrintable(id));
    }
    for (const OrderStrategy& order : order_strategies())
      QVERIFY(page.code.contains(QString::fromStdString(std::string(order.id))));
  }

  void every_format_has_its_lines_in_help() {
    Shown& shown = fresh();
    shown.part<QAction>("file_formats")->trigger();
    auto* dialog = shown.part<QDialog>("formats");
    QVERIFY(QTest::qWaitForWindowExposed(dialog));
    auto* page = part_of<QTextBrowser>(*dialog, "formats_page");
    const QString text = page->toPlainText();
    for (const Format& format : formats()) {
      QVERIFY2(text.contains(format_title(format)), qPrintable(format_title(format)));
      for (const QString& pattern : name_patterns(format)) QVERIFY2(text.contains(pattern), qPrintable(pattern));
      const QStringList lines = how_to_get(format).split('\n');
      QCOMPARE(lines.size(), 3);
      for (const QString& line : lines) QVERIFY2(text.contains(line), qPrintable(line));
    }
    QCOMPARE(page->horizontalScrollBar()->maximum(), 0);
    // Every path that it names leads to an entry.
    int paths = 0;
    for (qsizetype at = text.indexOf(kArrow); at >= 0; at = text.indexOf(kArrow, at + 1), ++paths) {
      const QString menu = text.left(at).section(QRegularExpression("\\W"), -1),
                    rest = text.mid(at + kArrow.size(), 60);
      const QAction* top = entry_at(*shown.window.menuBar(), {menu});
      QVERIFY2(top, qPrintable(menu));
      const auto is_named = [&](const QAction* action) {
        const QString name = command_name(action->text());
        return !name.isEmpty() && rest.startsWith(name);
      };
      QVERIFY2(std::ranges::any_of(top->menu()->actions(), is_named), qPrintable(rest));
    }
    QVERIFY(paths > 3);
  }

  /// Its pages are part of the program, with their pictures.
  void pages_open_in_the_window() {
    show_manual(&parent_, {});
    auto* browser = part_of<QTextBrowser>(parent_, "manual_page");
    QCOMPARE(browser->source().fileName(), "index.md");
    for (const Page& page : manual_files()) {
      show_manual(&parent_, QDir(kManual).relativeFilePath(page.path));
      QVERIFY2(browser->document()->begin().text() == QString(page.headings.front()).remove('`'),
               qPrintable(page.name));
      for (const QString& target : page.targets)
        if (target.endsWith(".png"))
          QVERIFY2(!browser->document()->resource(QTextDocument::ImageResource, target).value<QImage>().isNull(),
                   qPrintable(page.name + ' ' + target));
    }
  }

  /// Also where less than a window of the page follows.
  void a_section_is_shown_from_its_heading() {
    for (const char* target : {"explore.md#peak", "improve.md#front", "explore.md#find", "streams.md#runs"}) {
      show_manual(&parent_, target);
      auto* browser = part_of<QTextBrowser>(parent_, "manual_page");
      const int top = browser->cursorRect(QTextCursor(browser->textCursor().block())).top();
      QVERIFY2(top >= 0 && top < 60, qPrintable(QString("%1 at %2").arg(target).arg(top)));
    }
  }

  void the_manual_goes_back_and_finds() {
    show_manual(&parent_, "explore.md#peak");
    auto* manual = part_of<QDialog>(parent_, "manual");
    auto* browser = part_of<QTextBrowser>(*manual, "manual_page");
    QCOMPARE(browser->textCursor().block().text(), "Peak");
    QVERIFY(browser->viewport()->rect().intersects(browser->cursorRect()));
    click(part_of<QToolButton>(*manual, "manual_contents"));
    QCOMPARE(browser->source().fileName(), "index.md");
    click(part_of<QToolButton>(*manual, "manual_back"));
    QCOMPARE(browser->source().fileName(), "explore.md");
    click(part_of<QToolButton>(*manual, "manual_forward"));
    QCOMPARE(browser->source().fileName(), "index.md");
    auto* text = part_of<QLineEdit>(*manual, "manual_find");
    click(text);
    QTest::keyClicks(text, "glossary");
    QCOMPARE(browser->textCursor().selectedText().toLower(), "glossary");
    const auto* nothing = part_of<QLabel>(*manual, "manual_nothing");
    QVERIFY(nothing->text().isEmpty());
    QTest::keyClicks(text, "xyzzy");
    QVERIFY(!nothing->text().isEmpty());
    text->deselect();
    const auto shortcuts = manual->findChildren<QShortcut*>();
    const auto find = std::ranges::find(shortcuts, QKeySequence(QKeySequence::Find), &QShortcut::key);
    QVERIFY(find != shortcuts.end());
    emit(*find)->activated();
    QCOMPARE(text->selectedText(), "glossaryxyzzy");
    show_manual(&parent_, "learn.md");  // the same window
    QCOMPARE(parent_.findChildren<QDialog*>("manual").size(), 1);
    QCOMPARE(browser->source().fileName(), "learn.md");
  }

  /// Each part of the window has a page, and F1 opens it there.
  void f1_opens_the_page_of_what_has_the_keyboard() {
    const std::vector<Page> pages = manual_files();
    std::vector<const char*> named;
    for (const ManualPage& row : manual_pages()) named.push_back(row.page);
    for (const DockRow& row : dock_rows()) named.push_back(row.page);
    for (const Workspace each : kWorkspaces) named.push_back(workspace_row(each).page);
    const Page& contents = *page_at(pages, kManual + "index.md");
    for (const char* name : named) {
      const QString fault = fault_of_link(pages, contents, name, false);
      QVERIFY2(fault.isEmpty(), qPrintable(fault));
    }
    Shown& shown = fresh();
    const auto opened = [&](QWidget* focus) {
      focus->setFocus();
      QTest::keyClick(focus, Qt::Key_F1);
      auto* manual = shown.part<QDialog>("manual");
      const auto* browser = part_of<QTextBrowser>(*manual, "manual_page");
      QString out = browser->source().fileName();
      if (browser->source().hasFragment()) out += '#' + heading_anchor(browser->textCursor().block().text());
      manual->close();
      shown.activate();
      return out;
    };
    QCOMPARE(opened(shown.part<QWidget>("start_open")), "tour.md");
    int visited = 0;
    for (const char* file : {kTraining, ":/samples/serving.pickle"}) {
      shown.open(file);
      for (QDockWidget* dock : shown.window.findChildren<QDockWidget*>()) {
        const QString page = manual_page_of(dock);
        QVERIFY2(!page.isEmpty(), qPrintable(dock->objectName() + " has no page"));
        const QAction* action = shown.shows(dock);
        if (!action->isVisible()) continue;
        shown.map()->setFocus();
        QTest::keySequence(&shown.window, action->shortcut());
        QTRY_VERIFY2(dock->isAncestorOf(QApplication::focusWidget()), qPrintable(dock->objectName()));
        QCOMPARE(opened(QApplication::focusWidget()), page);
        ++visited;
      }
      QCOMPARE(opened(shown.map()), "explore.md#heap-map");
    }
    QVERIFY2(visited > 31, qPrintable(QString::number(visited)));
  }
};

STOWAGE_WINDOW_TEST(ManualTest);
#include "tst_manual.moc"
