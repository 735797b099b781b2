// SPDX-License-Identifier: GPL-3.0-or-later
// What a course needs of the window: lists of lessons, folders of one's own, new lessons and results to hand in.
#include "app/controllers/lesson_files.h"
#include "app/controllers/lessons.h"
#include "app/settings/lesson_log.h"
#include "tests/app/window_test.h"
#include "widgets/views/learn/lesson_words.h"

class WindowCourseTest : public WindowTest {
  Q_OBJECT

  static QAction* entry(Shown& shown, const QString& title) {
    for (QAction* action : shown.window.findChildren<QAction*>())
      if (action->text().contains(title)) return action;
    return nullptr;
  }

 private slots:
  /// Lessons of one paper stand together, with a number and a time; a finished one has a tick.
  void lessons_are_listed_by_paper() {
    const auto all = lessons();
    QStringList sources;
    for (const Sample& each : all) {
      QVERIFY(each.minutes >= 5 && each.minutes <= 30);
      if (sources.isEmpty() || sources.last() != each.source) sources << each.source;
    }
    QCOMPARE(QSet<QString>(sources.begin(), sources.end()).size(), sources.size());
    QCOMPARE(all.front().number, QString("0"));
    Shown shown(scratch_, kFit);
    for (const LessonPage& page : shown.session().lesson().pages) {
      if (page.question) shown.session().show_answer();
      if (!shown.session().is_last()) shown.next();
    }
    shown.press("lesson_leave");
    QVERIFY(!shown.session().is_open());
    const QString list = shown.part<QTextBrowser>("lesson_list")->toPlainText();
    for (const QString& source : sources) QCOMPARE(list.count('\n' + source + '\n'), 1);
    QVERIFY(entry(shown, "Avoid, merge, fit")->text().endsWith(QStringLiteral("✓")));
    QVERIFY(!entry(shown, "Bounds")->text().contains(QStringLiteral("✓")));
  }

  /// What lies in a folder is listed, in this window and in the next.
  void a_folder_of_ones_own_is_remembered() {
    const QString settings = scratch_.fresh_settings();
    QDir(scratch_.path("")).mkpath("course");
    QByteArray lesson = Scratch::read(kFit);
    lesson.replace("Avoid, merge, fit", "Week one");
    const QString path = scratch_.write("course/week1.json", lesson);
    (void)scratch_.write("course/graph.json", *shown_graph());
    {
      Shown shown(settings);
      QVERIFY(!entry(shown, "Week one"));
      shown.window.lessons().files().set_folder(scratch_.path("course"));
      QVERIFY(entry(shown, "Week one"));
    }
    Shown again(settings);
    const QString list = again.part<QTextBrowser>("lesson_list")->toPlainText();
    QVERIFY2(list.contains("Week one") && !list.contains("graph.json"), qPrintable(list));
    entry(again, "Week one")->trigger();
    again.settle();
    QCOMPARE(again.session().lesson().title, std::string("Week one"));
  }

  /// It begins with the graph that is open, and opens at once.
  void a_lesson_is_begun_from_a_graph() {
    Shown shown(scratch_);
    QVERIFY(!shown.part<QAction>("new_lesson")->isEnabled());
    shown.open(kFigure2);
    QVERIFY(shown.part<QAction>("new_lesson")->isEnabled());
    const QString path = scratch_.path("mine.json");
    shown.window.lessons().files().write_new_lesson(path);
    QTRY_VERIFY(shown.session().is_open());
    shown.settle();
    QCOMPARE(shown.session().lesson().graph->tensor_count(), 9u);
    shown.next();
    shown.type("52224");
    QVERIFY(shown.state() == PageOutcome::State::right);
  }

  /// Every try is in the file, in order; what is edited later shows.
  void a_result_is_handed_in() {
    Shown shown(scratch_);
    QVERIFY(!shown.part<QAction>("save_result")->isEnabled());
    shown.open(kStreams);
    shown.session().go_to(1);
    shown.type("11");
    shown.type("25");
    shown.session().go_to(2);
    shown.press("answer_safe");
    shown.press("lesson_show_me");
    const QString path = scratch_.path("result.json");
    shown.window.lessons().files().write_result(path);
    shown.settle();
    const QByteArray file = Scratch::read(path);
    QCOMPARE(check_lesson_result(file), ResultCheck::unchanged);
    const auto tries = lesson_tries(shown.settings, QString::fromStdString(shown.session().lesson().key));
    QStringList told;
    for (const LessonTry& each : tries) {
      told << QStringLiteral("%1 %2 %3").arg(each.page).arg(each.answer, each.outcome);
      QVERIFY(each.at.secsTo(QDateTime::currentDateTimeUtc()) < 600);
      QVERIFY(file.contains(each.answer.toUtf8()));
    }
    QCOMPARE(told, (QStringList{"2 11 wrong", "2 25 right", "3 safe wrong", "3 unsafe shown"}));
    shown.window.lessons().files().check_result(path);
    QVERIFY(shown.message()->text().contains("result.json"));
    const QString fits = shown.message()->text();
    shown.window.lessons().files().check_result(
        scratch_.write("result.json", QByteArray(file).replace("wrong", "right")));
    QVERIFY(shown.message()->text() != fits);
  }

  /// A lesson on single bytes is not to be read beside KiB; the user's units are back after it.
  void small_lessons_are_written_in_bytes() {
    Shown shown(scratch_);
    const NumberFormat before = number_format();
    shown.open(kObjects);
    QVERIFY(number_format().units == NumberFormat::Units::exact);
    shown.open(kBounds);  // on 64 KiB
    QVERIFY(number_format() == before);
    shown.open(kObjects);
    shown.trigger("leave_lesson");
    QVERIFY(number_format() == before);
    { Shown closed(scratch_, kObjects); }
    QVERIFY(number_format() == before);
  }

  /// Of the exercise alone: its score, and where to click.
  void slides_say_nothing_of_the_exercise() {
    Shown shown(scratch_, kFit);
    shown.session().go_to(7);
    shown.session().show_answer();
    for (std::size_t k = 0; k < 7; ++k) {
      shown.session().go_to(k);
      if (shown.session().asks()) shown.session().show_answer();
    }
    shown.session().go_to(7);
    const LessonText words = lesson_text(shown.session());
    QVERIFY(!words.score.isEmpty());
    QVERIFY(!(words.html + words.outcome).contains(words.score));
    for (const Sample& each : lessons()) QVERIFY(!Scratch::read(each.path).contains("Click "));
  }

 private:
  static std::shared_ptr<const Graph> shown_graph() {
    return read_graph_json(Scratch::read(kFigure2).toStdString(), "g").value().graph;
  }
};

STOWAGE_WINDOW_TEST(WindowCourseTest);
#include "tst_window_course.moc"
