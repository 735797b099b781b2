// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons as documents of the window: changed, left, remembered, opened from disk, refused, exported; lists of lessons,
// folders of one's own, new lessons and results to hand in.
#include "app/controllers/lessons.h"
#include "app/settings/lesson_log.h"
#include "tests/app/window_test.h"
#include "widgets/views/learn/lesson_words.h"

class WindowLessonFilesTest : public WindowTest {
  Q_OBJECT

  static QString list(Shown& shown) { return shown.part<QTextBrowser>("lesson_list")->toPlainText(); }

 private slots:
  void a_changed_graph_is_said_and_can_be_had_back() {
    Shown& shown = fresh(kFit);
    shown.session().go_to(4);
    const EditRequest request = resize(TensorId(0), Bytes{100});  // of A
    shown.edit(request);
    QVERIFY(!shown.learn()->is_usable() && shown.part<QLabel>("lesson_changed")->isVisible());
    QVERIFY(!shown.board().isVisible() && shown.map()->isVisible());
    shown.session().go_to(5);  // pages can be read
    shown.undo();
    QVERIFY(shown.learn()->is_usable());
    QVERIFY(!shown.part<QLabel>("lesson_changed")->isVisible() && shown.board().isVisible());

    shown.edit(request);
    // Once the lesson has been read.
    shown.answer(QMessageBox::Discard);
    click(shown.button("lesson_afresh"));
    QTRY_VERIFY_WITH_TIMEOUT(shown.learn()->is_usable(), kPatience);
    shown.settle();
    QCOMPARE(shown.session().page_number(), 5u);
    QVERIFY(!shown.window.document().is_modified());
  }

  /// Whatever was open is there again, with what was done to it and can be undone.
  void what_was_open_comes_back() {
    Shown& shown = fresh(kTraining);
    OpenDocument& document = shown.window.document();
    const auto size = [&] { return document.graph()->size(TensorId(0)); };
    const Bytes original = size();
    shown.edit(resize(TensorId(0), Bytes{100'000}));
    shown.edit(resize(TensorId(0), Bytes{200'000}));
    shown.undo();
    shown.window.state().set_notes({{TensorId(1), "mine"}});
    const std::shared_ptr<const Graph> graph = document.graph();

    shown.open(kFit);  // nothing is asked: nothing is lost
    QVERIFY(shown.session().is_open() && document.graph() != graph && !document.is_modified());
    QVERIFY(!shown.part<QAction>("undo")->isEnabled());
    shown.open(kStreams);  // the graph of a lesson is not come back to
    shown.trigger("leave_lesson");
    QVERIFY(!shown.session().is_open() && document.graph() == graph && document.is_modified());
    QCOMPARE(document.path(), QString(kTraining));
    QCOMPARE(shown.window.state().notes().at(TensorId(1)), QString("mine"));
    QVERIFY(shown.map()->isVisible() && shown.shown_strategy() != "none");
    shown.trigger("redo");
    QCOMPARE(size(), Bytes{200'000});
    shown.part<QAction>("undo")->trigger();
    shown.trigger("undo");
    QCOMPARE(size(), original);
    QVERIFY(!document.is_modified());
  }

  /// Changes that are set aside are asked about before they go, and so are those of the lesson's graph.
  void what_is_set_aside_is_not_lost() {
    Shown& shown = fresh();
    const EditRequest request = resize(TensorId(0), Bytes{100'000});
    shown.open(kTraining);
    shown.edit(request);
    shown.open(kFit);
    shown.answer(QMessageBox::Cancel);
    QVERIFY(!shown.close());  // brings it back, and asks
    QVERIFY(!shown.session().is_open() && shown.window.document().is_modified());
    QCOMPARE(shown.window.document().path(), QString(kTraining));

    shown.open(kFit);
    shown.edit(request);
    shown.answer(QMessageBox::Cancel);
    shown.part<QAction>("leave_lesson")->trigger();
    shown.wait_for_answers();
    QVERIFY(shown.session().is_open());
    shown.answer(QMessageBox::Discard);
    shown.window.close_document();  // of a lesson: leaves it
    shown.wait_for_answers();
    shown.settle();
    QVERIFY(!shown.session().is_open() && shown.window.document().is_modified());

    shown.open(kFit);
    shown.answer(QMessageBox::Discard);
    shown.open(kFigure2);
    QVERIFY(!shown.session().is_open() && !shown.window.document().has_suspended());
    QCOMPARE(shown.window.document().path(), QString(kFigure2));
  }

  /// The list says what came of a lesson, also when the window is another; and what is begun, which goes on from there.
  void the_list_marks_what_is_done() {
    const QString file = scratch_.fresh_settings();
    QStringList untouched;
    {
      Shown shown(file);
      QVERIFY(!list(shown).contains("✓"));
      untouched = list(shown).split('\n');
      shown.open(kFit);
      for (std::size_t page = 0; page < shown.session().lesson().pages.size(); ++page) {
        shown.session().go_to(page);
        if (page == 4) shown.session().give(Answer{0, {}, {}});
        if (page == 6)
          shown.session().show_answer();
        else if (shown.session().asks())
          shown.session().give(*shown.session().facts().truth(shown.session().page()));
      }
      shown.open(kStreams);
      shown.session().go_to(2);
      shown.press("answer_unsafe");
      shown.next();
    }
    Shown shown(file);
    const QString said = list(shown);
    QVERIFY(says(said, {"Avoid, merge, fit ✓", "1", "1"}));
    QCOMPARE(said.count("✓"), 1);
    QStringList changed = said.split('\n');
    changed.removeIf([&](const QString& line) { return untouched.contains(line); });
    QVERIFY(says(changed.join('\n'), {"4", "8"}));  // begun: the page
    shown.open(kStreams);
    QCOMPARE(shown.session().page_number(), 3u);
    QCOMPARE(shown.session().score().first_try, 1u);
    click(shown.button("lesson_back"));
    QVERIFY(says(shown.outcome(), {"unsafe"}));
    shown.open(kFit);  // once more, from the beginning: it stays done
    QCOMPARE(shown.session().score().over(), 0u);
    shown.part<QAction>("leave_lesson")->trigger();
    QVERIFY(list(shown).contains("Avoid, merge, fit ✓"));
  }

  /// A user's lesson beside its graph, which is missing at first.
  void a_lesson_on_disk_finds_its_graph() {
    Shown& shown = fresh();
    QByteArray lesson = Scratch::read(kStreams);
    const QString path = scratch_.write("l.json", lesson.replace("../somas_figure_2.stowage.json", "figure.json"));
    shown.open(path);
    QVERIFY(shown.message()->text().contains("figure.json"));
    (void)scratch_.copy_of("figure.json", kFigure2);
    shown.open(path);
    QVERIFY(shown.session().is_open() && shown.window.recent_files().paths().contains(path));
  }

  /// Words that do not fit their lesson are said to be wrong, and where.
  void words_beside_a_lesson_are_read() {
    Shown& shown = fresh();
    const QString path = scratch_.copy_of("fit.json", kFit);
    QVERIFY(QDir(scratch_.path("")).mkpath("en"));
    QByteArray words = Scratch::read(":/samples/lessons/zh_CN/3_avoid_merge_fit.json");
    (void)scratch_.write("en/fit.json", words);
    shown.open(path);
    QCOMPARE(shown.session().page().title, std::string("一次一块"));
    shown.part<QAction>("leave_lesson")->trigger();
    (void)scratch_.write("en/fit.json", words.replace("\"title\": \"下一块\",", ""));
    shown.open(path);
    QVERIFY(says(shown.message()->text(), {"en/fit.json:/pages/1/title: "}));
    QVERIFY(!shown.session().is_open());
  }

  /// Eight pages, five of them with a question, which is there once more with its answer.
  void a_lesson_becomes_slides() {
    Shown& shown = fresh();
    QVERIFY(!shown.part<QAction>("export_lesson")->isEnabled());
    shown.open(kFit);
    QVERIFY(shown.part<QAction>("export_lesson")->isEnabled());
    shown.window.lessons().export_pages(scratch_.path("slides.png"));
    shown.settle();
    const QStringList files = QDir(scratch_.path("")).entryList({"slides-*.png"}, QDir::Files, QDir::Name);
    QCOMPARE(files.size(), 13);
    QCOMPARE(files.first(), QString("slides-001.png"));
    const QString said = shown.window.statusBar()->currentMessage();
    QVERIFY2(said.contains("13") && said.endsWith("slides-001.png … slides-013.png"), qPrintable(said));
    const QImage asked(scratch_.path("slides-006.png")), answered(scratch_.path("slides-008.png"));
    QCOMPARE(asked.size(), QSize(1280, 720));
    QVERIFY(asked != answered);
    shown.window.lessons().export_pages(scratch_.path("slides"));
    shown.settle();
    QVERIFY(Scratch::read(scratch_.path("slides.pdf")).startsWith("%PDF"));
  }

  /// What lies in a folder is listed, in this window and in the next.
  void a_folder_of_ones_own_is_remembered() {
    const QString settings = scratch_.fresh_settings();
    QDir(scratch_.path("")).mkpath("course");
    QByteArray lesson = Scratch::read(kFit);
    lesson.replace("Avoid, merge, fit", "Week one");
    (void)scratch_.write("course/week1.json", lesson);
    (void)scratch_.copy_of("course/graph.json", kFigure2);
    {
      Shown shown(settings);
      QVERIFY(!list(shown).contains("Week one"));
      shown.window.lessons().set_folder(scratch_.path("course"));
      QVERIFY(list(shown).contains("Week one"));
    }
    Shown again(settings);
    QVERIFY2(list(again).contains("Week one") && !list(again).contains("graph.json"), qPrintable(list(again)));
  }

  /// It begins with the graph that is open, and opens at once.
  void a_lesson_is_begun_from_a_graph() {
    Shown& shown = fresh();
    QVERIFY(!shown.part<QAction>("new_lesson")->isEnabled());
    shown.open(kFigure2);
    QVERIFY(shown.part<QAction>("new_lesson")->isEnabled());
    const QString path = scratch_.path("mine.json");
    shown.window.lessons().write_new_lesson(path);
    QTRY_VERIFY(shown.session().is_open());
    shown.settle();
    QCOMPARE(shown.session().lesson().graph->tensor_count(), 9u);
    shown.next();
    shown.type("52224");
    QVERIFY(shown.state() == PageOutcome::State::right);
  }

  /// Every try is in the file, in order, and none of another lesson.
  void a_result_is_handed_in() {
    Shown& shown = fresh();
    QVERIFY(!shown.part<QAction>("save_result")->isEnabled());
    shown.open(kFit);
    shown.session().go_to(2);
    shown.press("answer_safe");
    shown.open(kStreams);
    shown.session().go_to(1);
    shown.type("11");
    shown.type("25");
    shown.session().go_to(2);
    shown.press("answer_safe");
    shown.press("lesson_show_me");
    const QString path = scratch_.path("result.json");
    shown.window.lessons().write_result(path);
    shown.settle();
    const QByteArray file = Scratch::read(path);
    const auto tries = lesson_tries(shown.settings, QString::fromStdString(shown.session().lesson().key));
    QStringList told;
    for (const LessonTry& each : tries) {
      told << QStringLiteral("%1 %2 %3").arg(each.page).arg(each.answer, each.outcome);
      QVERIFY(each.at.secsTo(QDateTime::currentDateTimeUtc()) < 600);
      QVERIFY(file.contains(each.answer.toUtf8()));
    }
    QCOMPARE(told, (QStringList{"2 11 wrong", "2 25 right", "3 safe wrong", "3 unsafe shown"}));
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
    Shown& shown = fresh(kFit);
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

  static QString kept_experiments() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/experiments.json";
  }

  /// A table of a paper is run, judged and saved; its numbers are the published ones of the SOMAS paper, figure 6.
  void a_table_of_a_paper_is_run_again() {
    QFile::remove(kept_experiments());
    Shown& shown = fresh();
    shown.trigger("experiments");
    auto* list = shown.part<QTreeWidget>("experiments_list");
    const auto found = list->findItems("Figure 6", Qt::MatchStartsWith | Qt::MatchRecursive);
    QCOMPARE(found.size(), 1);
    list->scrollToItem(found.front());
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(found.front()).center());
    auto* table = shown.part<QTableView>("experiment_table");
    QCOMPARE(table->model()->rowCount(), 4);
    const auto cell = [&](int row, int column) { return table->model()->index(row, column).data().toString(); };
    QCOMPARE(cell(3, 1), QString("– (7)"));
    QVERIFY(!shown.part<QPushButton>("experiments_export")->isEnabled());
    click(shown.part<QPushButton>("experiments_run"));
    QTRY_COMPARE_WITH_TIMEOUT(found.front()->text(1), QString("✓"), kPatience);
    QCOMPARE(cell(3, 1), QString("7 (7)"));
    QVERIFY(shown.part<QTextBrowser>("experiment_claims")->toPlainText().contains("holds"));

    QTRY_VERIFY_WITH_TIMEOUT(!shown.part<QPushButton>("experiments_stop")->isEnabled(), kPatience);
    const QString path = scratch_.path("report.md");
    when_asked<QFileDialog>(&shown.window, [&](QFileDialog* dialog) { name_file(dialog, path); });
    click(shown.part<QPushButton>("experiments_export"));
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(path).size() > 0, kPatience);
    QVERIFY(QString::fromUtf8(Scratch::read(path)).contains("Figure 6"));
    delete shown.part<QDialog>("experiments");

    // The next session begins with what was measured.
    shown.trigger("experiments");
    const auto again =
        shown.part<QTreeWidget>("experiments_list")->findItems("Figure 6", Qt::MatchStartsWith | Qt::MatchRecursive);
    QCOMPARE(again.front()->text(1), QString("✓"));
    shown.part<QTreeWidget>("experiments_list")->setCurrentItem(again.front());
    QCOMPARE(shown.part<QTableView>("experiment_table")->model()->index(3, 1).data().toString(), QString("7 (7)"));
    delete shown.part<QDialog>("experiments");
  }

  /// A second run of a table that is stopped leaves the numbers of the first.
  void numbers_outlive_a_run_that_is_stopped() {
    QFile::remove(kept_experiments());
    Shown& shown = fresh();
    shown.trigger("experiments");
    auto* list = shown.part<QTreeWidget>("experiments_list");
    auto* const table = list->findItems("Table 1: The time", Qt::MatchStartsWith | Qt::MatchRecursive).front();
    list->setCurrentItem(table);
    auto* run = shown.part<QPushButton>("experiments_run");
    const auto last = [&] {
      const auto* model = shown.part<QTableView>("experiment_table")->model();
      return model->index(model->rowCount() - 1, 1).data().toString();
    };
    click(run);
    QTRY_VERIFY_WITH_TIMEOUT(run->isEnabled() && !last().startsWith("–"), kPatience);
    click(run);
    QTRY_VERIFY_WITH_TIMEOUT(last().startsWith("–"), kPatience);
    click(shown.part<QPushButton>("experiments_stop"));
    QTRY_VERIFY_WITH_TIMEOUT(run->isEnabled(), kPatience);
    QVERIFY(!last().startsWith("–"));
    delete shown.part<QDialog>("experiments");
  }

  /// Stopped, a run keeps what it measured; the rest is measured later.
  void a_run_of_a_paper_is_stopped() {
    QFile::remove(kept_experiments());
    Shown& shown = fresh();
    shown.trigger("experiments");
    auto* list = shown.part<QTreeWidget>("experiments_list");
    list->setCurrentItem(list->topLevelItem(0));  // all of SOMAS: minutes
    click(shown.part<QPushButton>("experiments_run"));
    QTRY_VERIFY_WITH_TIMEOUT(shown.part<QPushButton>("experiments_export")->isEnabled(), kPatience);
    click(shown.part<QPushButton>("experiments_stop"));
    QTRY_VERIFY_WITH_TIMEOUT(shown.part<QPushButton>("experiments_run")->isEnabled(), kPatience);
    int begun = 0;
    for (int k = 0; k < list->topLevelItem(0)->childCount(); ++k)
      begun += list->topLevelItem(0)->child(k)->text(1).isEmpty() ? 0 : 1;
    QVERIFY(begun > 0);
    shown.part<QDialog>("experiments")->close();
  }
};

STOWAGE_WINDOW_TEST(WindowLessonFilesTest);
#include "tst_window_lesson_files.moc"
