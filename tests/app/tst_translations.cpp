// SPDX-License-Identifier: GPL-3.0-or-later
// The window's words: that they can be translated, are looked up where the translators' tool puts them, and are.
#include "app/dialogs/dialogs.h"
#include "app/dialogs/zoo_dialog.h"
#include "app/settings/command_name.h"
#include "app/settings/file_names.h"
#include "tests/app/translators.h"
#include "tests/app/window_test.h"
#include "widgets/painters/words/strategy_words.h"

namespace {

/// Headings and cells, with what is below them.
void add_items(const QAbstractItemModel& model, const QModelIndex& parent, QSet<QString>& texts) {
  for (int c = 0; c < model.columnCount(parent); ++c) {
    for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
      texts << model.headerData(c, Qt::Horizontal, role).toString();
    for (int r = 0; r < model.rowCount(parent); ++r) {
      const QModelIndex at = model.index(r, c, parent);
      for (const int role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole})
        texts << model.data(at, role).toString();
      if (model.hasChildren(at)) add_items(model, at, texts);
    }
  }
}

/// Everything that comes with a graph: its names are its author's.
QSet<QString> names_in(const Graph& graph) {
  QSet<QString> names;
  const auto add = [&](std::string_view name) { names << text_of(name); };
  for (TensorId t : graph.tensors()) add(graph.name(t)), add(graph.kind(t));
  for (OperatorId o : graph.operators()) add(graph.name(o)), add(graph.kind(o)), add(graph.phase(o));
  for (StreamId s : graph.streams()) add(graph.label(s));
  add(graph.name());
  return names;
}

/// Everything a window says in its frame: menus, buttons, labels, titles, tips and names for those who cannot see.
QSet<QString> said_by(QWidget& window) {
  QSet<QString> texts = labels_of(window);
  for (const QAction* action : window.findChildren<QAction*>()) texts << action->toolTip() << action->statusTip();
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    texts << widget->toolTip() << widget->statusTip() << widget->accessibleName() << widget->accessibleDescription();
    if (const auto* edit = qobject_cast<const QLineEdit*>(widget)) texts << edit->placeholderText();
    if (const auto* view = qobject_cast<const QAbstractItemView*>(widget); view && view->model())
      add_items(*view->model(), {}, texts);
  }
  return texts;
}

QSet<QString> placeholders(const QString& text) {
  static const QRegularExpression pattern("%L?(\\d|n)");
  QSet<QString> out;
  for (auto it = pattern.globalMatch(text); it.hasNext();) out << it.next().captured(1);
  return out;
}

/// The tags of rich text, in order: "<b>", "</b>".
QStringList tags(const QString& text) {
  static const QRegularExpression pattern("</?(p|b|br|i)>");
  QStringList out;
  for (auto it = pattern.globalMatch(text); it.hasNext();) out << it.next().captured();
  return out;
}

/// Commands of one menu that the same key would choose, menu by menu. A list of files or graphs has no keys.
void add_clashes(const QString& menu, const QList<QAction*>& actions, QStringList& clashes) {
  static const QRegularExpression key("&([^&\\s])");
  QHash<QString, QString> taken;
  for (const QAction* action : actions) {
    const QString letter = key.match(action->text()).captured(1).toLower();
    if (!letter.isEmpty() && taken.contains(letter))
      clashes << menu + ": " + taken.value(letter) + " / " + action->text();
    if (!letter.isEmpty()) taken.insert(letter, action->text());
    if (const QMenu* inner = action->menu()) add_clashes(action->text(), inner->actions(), clashes);
  }
}

QString clashes_in(const MainWindow& window) {
  QStringList clashes;
  add_clashes("", window.menuBar()->actions(), clashes);
  return clashes.join('\n');
}

/// What readers say of the samples, and of the small files for the fuzzer.
QSet<Key> words_of_samples() {
  QSet<Key> out;
  for (const char* folder : {"/samples", "/tests/fuzz/seeds"}) {
    for (const QFileInfo& each : QDir(QStringLiteral(STOWAGE_SOURCE_DIR) + folder).entryInfoList(QDir::Files)) {
      const std::string name = each.filePath().toStdString();
      const auto bytes = read_document_file(name);
      const auto read = bytes ? read_document(*bytes, name) : Result<Document>(tl::unexpected(bytes.error()));
      if (!read) continue;  // a part of another file
      for (const ImportEntry& entry : read->summary.entries())
        out.insert({"stowage::ImportWords", QString::fromUtf8(entry.words.pattern().data())});
    }
  }
  return out;
}

QSet<Key> keys_of(const QString& file) {
  QSet<Key> out;
  for (const Message& message : messages_of(file)) out.insert(message.key);
  return out;
}

QStringList listed(const QSet<Key>& keys) {
  QStringList out;
  for (const auto& [context, source] : keys) out << context + ": " + source;
  out.sort();
  return out;
}

const QRegularExpression kHan("\\p{Han}");
const QString kChinese = QStringLiteral(STOWAGE_SOURCE_DIR "/resources/translations/stowage_zh_CN.ts");

}  // namespace

class TranslationsTest : public WindowTest {
  Q_OBJECT

  Brackets brackets_;

 private slots:
  void languages_are_english_and_those_that_are_there() {
    const std::vector<Language> all = languages();
    QVERIFY(all.size() >= 2);
    QCOMPARE(all[0].code, QString("en"));
    QCOMPARE(all[1].code, QString("zh_CN"));
    QVERIFY(all[1].name.contains("中文"));
    QVERIFY(translators_for("en").empty());
    QVERIFY(translators_for("xx_nowhere").empty());
    QVERIFY(translators_for("").empty());  // the tests' system speaks English
    QVERIFY(!translators_for("zh_CN").empty());
    QCOMPARE(translators_for("zh_CN").back()->language(), QString("zh_CN"));
  }

  void the_window_speaks_chinese() {
    const auto chinese = speak("zh_CN");
    Shown shown(scratch_);
    QCOMPARE(shown.window.menuBar()->actions().first()->text(), QString("文件(&F)"));
    shown.open(kTraining);
    QVERIFY2(shown.status().contains("22 个张量"), qPrintable(shown.status()));  // one plural form for all numbers
    for (const QAction* menu : shown.window.menuBar()->actions())
      QVERIFY2(menu->text().contains(kHan), qPrintable(menu->text()));
    QCOMPARE(clashes_in(shown.window), QString());
    static const QRegularExpression left_key("\\([A-Z]\\)");
    for (const QToolButton* button : shown.window.findChildren<QToolButton*>())
      QVERIFY2(!(button->text() + button->toolTip()).contains(left_key), qPrintable(button->text()));
    auto* undo = shown.part<QAction>("undo");
    QCOMPARE(undo->toolTip(), QString("撤销"));
    undo->setText("撤销(&U) 移动");
    QCOMPARE(undo->toolTip(), QString("撤销 移动"));
    for (const QDockWidget* dock : shown.window.findChildren<QDockWidget*>())
      QVERIFY2(dock->windowTitle().contains(kHan), qPrintable(dock->windowTitle()));
  }

  /// The words of the lessons are Chinese, in the lists and on every page; what was answered is kept in any language.
  void lessons_are_chinese() {
    Shown shown(scratch_, kFit);
    shown.session().go_to(2);
    shown.press("answer_unsafe");
    const QStringList english = shown.text().split('\n');
    QVERIFY(english.contains("Avoid"));

    const auto chinese = speak("zh_CN");
    for (const Sample& lesson : lessons())
      QVERIFY2(lesson.title.contains(kHan) && lesson.about.contains(kHan), qPrintable(lesson.title));
    shown.open(kFit);
    QCOMPARE(shown.session().page_number(), 2u);
    QVERIFY(shown.state() == PageOutcome::State::right);
    QVERIFY2(shown.text().contains("算子 2 在写 E 的同时读取 B。"), qPrintable(shown.text()));
    for (const LessonPage& page : shown.session().lesson().pages)
      QVERIFY2(QString::fromStdString(page.title).contains(kHan), page.title.c_str());
    QVERIFY(shown.part<QLabel>("lesson_title")->text().contains("避让、合并、放入"));
    shown.part<QAction>("leave_lesson")->trigger();
    QVERIFY(shown.part<QTextBrowser>("lesson_list")->toPlainText().contains("避让、合并、放入"));
  }

  void names_are_free_of_keys() {
    QCOMPARE(command_name("&Open…"), QString("Open"));
    QCOMPARE(command_name("打开(&O)…"), QString("打开"));
    QCOMPARE(command_name("主题(&T)："), QString("主题"));
    QCOMPARE(command_name("Half-open: [lower, upper)(&H)"), QString("Half-open: [lower, upper)"));
  }

  void core_s_words_are_translated() {
    const auto chinese = speak("zh_CN");
    static const QRegularExpression letters("[A-Za-z]{3,}");
    const auto is_chinese = [](const QString& text) { return text.contains(kHan) && !text.contains(letters); };
    for (const LayoutStrategy& each : layout_strategies())
      QVERIFY2(is_chinese(strategy_description(each)), qPrintable(strategy_description(each)));
    for (const OrderStrategy& each : order_strategies())
      QVERIFY2(is_chinese(order_description(each)), qPrintable(order_description(each)));
    for (const Format& format : formats()) {
      if (format.write) QVERIFY2(graph_filters().contains(kHan), qPrintable(graph_filters()));
      if (!format.carries_only.empty()) QVERIFY2(!carried_by(format).contains(letters), qPrintable(carried_by(format)));
      QVERIFY2(format_title(format).contains(kHan), qPrintable(format_title(format)));
      QVERIFY2(how_to_get(format).contains(kHan), qPrintable(how_to_get(format)));
      QCOMPARE(how_to_get(format).count('\n'), 2);
    }
    for (const Sample& sample : samples()) QVERIFY2(sample.about.contains(kHan), qPrintable(sample.title));
    for (const ZooNetwork& network : zoo_networks())
      QVERIFY2(zoo_description(network).contains(kHan), qPrintable(zoo_description(network)));
  }

  void gestures_are_translated_line_by_line() {
    const std::vector<GestureSection> english = gestures(kGesturesPage);
    const std::vector<GestureSection> chinese = gestures(":/translations/gestures.zh_CN.md");
    QVERIFY(english.size() > 10);
    QCOMPARE(chinese.size(), english.size());
    for (std::size_t k = 0; k < english.size(); ++k) {
      QVERIFY2(chinese[k].title.contains(kHan), qPrintable(chinese[k].title));
      QVERIFY2(!english[k].gestures.empty(), qPrintable(english[k].title));
      QCOMPARE(chinese[k].gestures.size(), english[k].gestures.size());
      for (const auto& [what, how] : chinese[k].gestures) QVERIFY2(what.contains(kHan), qPrintable(what + how));
    }
  }

  /// Numbers and names must stand in the translation too, or the reader never sees them.
  void translations_are_whole_and_keep_what_is_filled_in() {
    int translated = 0;
    for (const Message& message : messages_of(kChinese)) {
      const QString& source = message.key.second;
      QVERIFY2(message.finished && !message.translations.isEmpty(), qPrintable(source));
      for (const QString& text : message.translations) {
        ++translated;
        const QByteArray both = (source + " → " + text).toUtf8();
        QVERIFY2(!text.isEmpty(), both);
        QVERIFY2(text.count('\n') == source.count('\n') && tags(text) == tags(source), both);
        QVERIFY2(placeholders(text) == placeholders(source), both);
        QVERIFY2(text.count('&') == source.count('&') || text.contains("&amp;"), both);
      }
    }
    QVERIFY(translated > 100);
  }

  /// With every translated text in brackets, what is said without them was never given to a translator.
  void everything_said_can_be_translated() {
    QCoreApplication::installTranslator(&brackets_);
    Shown shown(scratch_);
    QSet<QString> said = said_by(shown.window);
    QCOMPARE(clashes_in(shown.window), QString());
    shown.open(kTraining);
    for (QDockWidget* dock : shown.window.findChildren<QDockWidget*>()) {
      dock->show();
      dock->raise();
      wait_until_idle();
    }
    shown.window.state().select_tensors({TensorId(3)});
    shown.settle();
    said += said_by(shown.window);
    show_shortcuts(&shown.window);
    said += said_by(shown.window);
    const std::unique_ptr<ZooDialog> zoo(make_zoo_dialog());
    said += said_by(*zoo);
    for (const char* command : {"what_was_read", "show_violations", "file_formats"})
      shown.part<QAction>(command)->trigger();
    said += said_by(shown.window);
    QCoreApplication::removeTranslator(&brackets_);

    QSet<QString> others = names_in(shown.graph());
    for (const auto& files : {samples(), lessons()})
      for (const Sample& file : files) others << file.title << file.about << file.source;
    for (const Sample& lesson : lessons()) others << QStringLiteral("%1  %2").arg(lesson.number, lesson.title);
    for (const LayoutStrategy& strategy : layout_strategies()) others << text_of(strategy.id);
    for (const OrderStrategy& strategy : order_strategies())
      others << text_of(strategy.id) << text_of(strategy.id).toUpper();  // "LESCEA"
    for (const ZooNetwork& network : zoo_networks()) others << text_of(network.title);
    for (const GestureSection& section : gestures(kGesturesPage)) {
      others << section.title;
      for (const auto& [what, how] : section.gestures) others << what << how;
    }
    for (const Device& device : devices()) others << text_of(device.title);
    // Qt's own, which come with its translations.
    others +=
        {"English",     "Close",       "Closes the dock widget", "Float", "Undocks and re-attaches the dock widget",
         "Scroll Left", "Scroll Right"};
    static const QRegularExpression word("[A-Za-z]{3,}"), bytes("^[-+−]?[\\d.,]+ [KMG]iB$"), between(", | → ");
    const auto is_ours = [&](const QString& text) {
      if (!text.contains(word) || text.contains(bytes)) return false;
      if (QKeySequence(text, QKeySequence::NativeText).toString(QKeySequence::NativeText) == text) return false;
      const QStringList parts = text.split(between);
      return !others.contains(text) &&
             !std::ranges::all_of(parts, [&](const QString& one) { return others.contains(one); });
    };
    QStringList untranslated;
    for (const QString& text : std::as_const(said))
      if (is_ours(text) && !text.contains("⟦")) untranslated << text;
    untranslated.sort();
    QVERIFY2(untranslated.isEmpty(), qPrintable('\n' + untranslated.join('\n')));
  }

  /// Where the program looks a text up is where lupdate puts it: else no translator ever sees it there. What lupdate
  /// finds has a translation.
  void everything_asked_for_is_found_by_lupdate_and_is_in_chinese() {
    const QString lupdate = QStringLiteral("/usr/lib/qt6/bin/lupdate");
    if (!QFile::exists(lupdate)) QSKIP("lupdate is not installed");
    QSet<Key> asked = brackets_.asked();
    QVERIFY(asked.size() > 300);
    QVERIFY(words_of_samples().size() > 50);
    asked += words_of_samples();
    const QString file = scratch_.path("all.ts");
    QProcess process;
    process.setWorkingDirectory(STOWAGE_SOURCE_DIR);
    process.start(lupdate, {"-silent", "-I", ".", "-extensions", "cpp,h", "-tr-function-alias",
                            "Q_DECLARE_TR_FUNCTIONS+=STOWAGE_TRANSLATED_AS", "core", "app", "widgets", "-ts", file});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 0);
    const QSet<Key> found = keys_of(file);
    const QStringList lost = listed(asked - found), missing = listed(found - keys_of(kChinese));
    QVERIFY2(lost.isEmpty(), qPrintable('\n' + lost.join('\n')));
    QVERIFY2(missing.isEmpty(), qPrintable("run ./dev translations, and translate\n" + missing.join('\n')));
  }
};

STOWAGE_WINDOW_TEST(TranslationsTest);
#include "tst_translations.moc"
