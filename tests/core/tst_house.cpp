// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>

#include "tests/folders.h"
#include "tests/start/test_entry.h"

/// The rules of the house that a compiler does not enforce: which way includes may point, and under which licence
/// each file stands.
class HouseTest : public QObject {
  Q_OBJECT

 private:
  struct Source {
    QString path;  // from the top of the project
    QString text;
  };
  QList<Source> sources_;

  [[nodiscard]] QList<Source> below(const QString& folder) const {
    QList<Source> out;
    for (const Source& source : sources_)
      if (source.path.startsWith(folder)) out << source;
    return out;
  }
  static QStringList includes(const Source& source) {
    static const QRegularExpression include("^ *# *include *[<\"]([^>\"]+)", QRegularExpression::MultilineOption);
    QStringList out;
    for (auto it = include.globalMatch(source.text); it.hasNext();) out << it.next().captured(1);
    return out;
  }
  /// Fails naming the first file below `folder` that includes something matching `pattern`.
  void verify_free_of(const QString& folder, const char* pattern, const QStringList& except = {}) const {
    const QRegularExpression forbidden(pattern);
    QVERIFY2(!below(folder).isEmpty(), qPrintable(folder));
    for (const Source& source : below(folder)) {
      const auto excepted = [&](const QString& part) { return source.path.startsWith(part); };
      if (std::ranges::any_of(except, excepted)) continue;
      for (const QString& include : includes(source))
        QVERIFY2(!forbidden.match(include).hasMatch(), qPrintable(source.path + " includes " + include));
    }
  }

  /// Each folder includes those before it, and no other: so there is no circle.
  void verify_order(const QString& above, const QStringList& order, const QStringList& exempt) {
    const QRegularExpression folder('^' + above + "([a-z_]+)/");
    QSet<QString> seen;
    for (const Source& source : below(above)) {
      const QString own = folder.match(source.path).captured(1);
      if (std::ranges::any_of(exempt, [&](const QString& path) { return source.path.startsWith(path); })) continue;
      const auto place = order.indexOf(own);
      QVERIFY2(place >= 0, qPrintable(source.path));
      seen << own;
      for (const QString& include : includes(source)) {
        const QRegularExpressionMatch other = folder.match(include);
        if (!other.hasMatch()) continue;
        const auto needed = order.indexOf(other.captured(1));
        QVERIFY2(needed >= 0 && needed <= place, qPrintable(source.path + " includes " + include));
      }
    }
    QCOMPARE(seen.size(), order.size());
  }

 private slots:
  void initTestCase() {
    const QDir top(STOWAGE_SOURCE_DIR);
    for (const char* folder : {"core", "widgets", "app", "tests"}) {
      QDirIterator it(top.filePath(folder), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
      while (it.hasNext()) {
        QFile file(it.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        sources_ << Source{top.relativeFilePath(file.fileName()), QString::fromUtf8(file.readAll())};
      }
    }
  }

  void core_knows_no_qt_and_nothing_above_it() {
    verify_free_of("core/", "^(Q[A-Z]|Qt|qcustomplot|widgets/|app/|tests/)");
  }
  void the_folders_of_core_are_in_order() {
    verify_order("core/",
                 {"base", "process", "graph", "safety", "plan", "check", "edit", "order", "layout", "planning",
                  "simulate", "analysis", "whatif", "loops", "learn", "zoo", "recorded", "io"},
                 {"core/stowage."});  // the front door is before all of them
  }
  void the_folders_of_the_window_are_in_order() {
    verify_order("app/", {"settings", "session", "dialogs", "frame", "controllers", "window"},
                 {"app/cli/", "app/main_"});
  }
  void algorithms_read_no_files() {
    verify_free_of("core/", "^(fstream|filesystem|unistd.h|fcntl.h|spawn.h|sys/)", {"core/io/", "core/process/"});
    verify_free_of("core/", "^core/io/", {"core/io/", "core/stowage."});
    // Other programs are run by what talks to solvers, and by nothing else.
    verify_free_of("core/", "^core/process/(?!linear_program|solver\\.h)", {"core/io/", "core/process/"});
  }
  /// It is to find the faults of all others.
  void the_validator_shares_no_code_with_planners() {
    verify_free_of("core/check/", "^core/(?!base/|graph/|check/|plan/plan\\.h$)");
  }
  /// Of the task that it is given, so that tests can say what time it is.
  void core_asks_the_time_in_one_place() {
    const QRegularExpression clock("\\bclock_gettime\\b|\\b(Clock|[a-z]+_clock)::now\\b");
    QVERIFY(clock.match("std::chrono::steady_clock::now()").hasMatch() && clock.match("Task::Clock::now()").hasMatch());
    for (const Source& source : below("core/"))
      QVERIFY2(clock.match(source.text).hasMatch() == (source.path == "core/base/task.h"), qPrintable(source.path));
  }
  void widgets_know_nothing_above_them() { verify_free_of("widgets/", "^(app/|tests/)"); }
  void painters_need_no_widgets() {
    verify_free_of("widgets/painters/", "^(qcustomplot|QWidget|QtWidgets|QApplication|widgets/(?!painters/))");
  }
  void the_command_line_needs_no_widgets() {
    verify_free_of("app/cli/", "^(qcustomplot|QWidget|QtWidgets|QApplication|app/(?!cli/)|widgets/(?!painters/))");
  }
  /// Only of those that it embeds or opens.
  void no_view_knows_another() {
    static const QSet<QString> kEmbedded{"compare heap_map", "loops heap_map", "heap_map notes", "learn inspector",
                                         "recorded peak"};
    static const QRegularExpression view("^widgets/views/([a-z_]+)/");
    for (const Source& source : below("widgets/")) {
      const QString own = view.match(source.path).captured(1);
      for (const QString& include : includes(source)) {
        const QString other = view.match(include).captured(1);
        QVERIFY2(other.isEmpty() || other == own || kEmbedded.contains(own + ' ' + other),
                 qPrintable(source.path + " includes " + include));
      }
    }
  }
  void a_session_needs_no_widgets() {
    verify_free_of("app/session/", "^(QWidget|QtWidgets|QApplication|QDialog|app/(?!session/|settings/))");
  }

  void every_file_names_its_licence() {
    for (const Source& source : sources_) {
      const QString first = source.text.section('\n', 0, 0);
      const bool gui =
          (source.path.startsWith("widgets/") && !source.path.startsWith("widgets/painters/")) ||
          source.path.startsWith("tests/app/") ||
          (source.path.startsWith("app/") && !source.path.startsWith("app/cli/") && source.path != "app/main_cli.cpp");
      const bool either = source.path.startsWith("tests/widgets/");  // tests of painters and of widgets
      const QString apache = "// SPDX-License-Identifier: Apache-2.0";
      const QString gpl = "// SPDX-License-Identifier: GPL-3.0-or-later";
      QVERIFY2((first == gpl && (gui || either)) || (first == apache && (!gui || either)),
               qPrintable(source.path + ": " + first));
    }
  }

  /// The test itself would notice a forbidden include.
  void the_pattern_finds_what_it_must() {
    const Source bad{"core/x.cpp", "#include <vector>\n  #  include \"app/cli/cli.h\"\n#include <QString>\n"};
    QCOMPARE(includes(bad), (QStringList{"vector", "app/cli/cli.h", "QString"}));
  }
};

STOWAGE_TEST(HouseTest);
#include "tst_house.moc"
