// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons as documents of the window: changed, left, remembered, opened from disk, refused, exported.
#include "app/controllers/lesson_files.h"
#include "app/controllers/lessons.h"
#include "core/insight/edit/edits.h"
#include "tests/app/window_test.h"
#include "widgets/controls/byte_boxes.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/steps/steps_pane.h"

class WindowLessonFilesTest : public WindowTest {
  Q_OBJECT

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

  /// The document of a lesson has no file: neither the lesson nor the graph that it refers to can be written over.
  void another_document_ends_the_lesson() {
    Shown& shown = fresh(kFit);
    QVERIFY(shown.board().isVisible());
    shown.open(kTraining);
    QVERIFY(!shown.session().is_open());
    QVERIFY(shown.map()->isVisible() && !shown.board().isVisible());
    shown.open(kStreams);
    QVERIFY(shown.session().is_open());
    QVERIFY(shown.window.document().path().startsWith(":/") && !shown.window.document().is_modified());
    shown.window.close_document();
    QVERIFY(!shown.session().is_open());
  }

  /// Whatever was open is there again, with what was done to it and can be undone.
  void what_was_open_comes_back() {
    Shown& shown = fresh(kTraining);
    OpenDocument& document = shown.window.document();
    const auto grow = [&](Bytes size) {
      document.edit(resize(TensorId(0), size));
      shown.settle();
    };
    const Bytes original = document.graph()->size(TensorId(0));
    grow(Bytes{100'000});
    grow(Bytes{200'000});
    document.undo_stack().undo();
    shown.settle();
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
    QCOMPARE(document.graph()->size(TensorId(0)), Bytes{200'000});
    shown.part<QAction>("undo")->trigger();
    shown.trigger("undo");
    QCOMPARE(document.graph()->size(TensorId(0)), original);
    QVERIFY(!document.is_modified());
  }

  /// Changes that are set aside are asked about before they go, and so are those of the lesson's graph.
  void what_is_set_aside_is_not_lost() {
    Shown shown(scratch_);
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

  /// The list says what came of a lesson, also when the window is another; and what is begun.
  void the_list_marks_what_is_done() {
    const QString file = scratch_.fresh_settings();
    const auto list = [](Shown& shown) { return shown.part<QTextBrowser>("lesson_list")->toPlainText(); };
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
      shown.next();
    }
    Shown shown(file);
    const QString said = list(shown);
    QVERIFY(says(said, {"Avoid, merge, fit ✓", "1", "1"}));
    QCOMPARE(said.count("✓"), 1);
    QStringList changed = said.split('\n');
    changed.removeIf([&](const QString& line) { return untouched.contains(line); });
    QVERIFY(says(changed.join('\n'), {"2", "8"}));  // begun: the page
    shown.open(kFit);                               // once more, from the beginning: it stays done
    QCOMPARE(shown.session().score().over(), 0u);
    shown.part<QAction>("leave_lesson")->trigger();
    QVERIFY(list(shown).contains("Avoid, merge, fit ✓"));
  }

  void progress_is_kept() {
    const QString file = scratch_.fresh_settings();
    {
      Shown shown(file);
      shown.open(kFit);
      shown.session().go_to(2);
      shown.press("answer_unsafe");
      shown.next();
    }
    Shown shown(file);
    shown.open(kFit);
    QCOMPARE(shown.session().page_number(), 3u);
    QCOMPARE(shown.session().score().first_try, 1u);
    click(shown.button("lesson_back"));
    QVERIFY(says(shown.outcome(), {"unsafe"}));
  }

  /// A user's lesson beside its graph, which is missing at first.
  void a_lesson_on_disk_finds_its_graph() {
    Shown& shown = fresh();
    QByteArray lesson = Scratch::read(kStreams);
    const QString path = scratch_.write("l.json", lesson.replace("../somas_figure_2.stowage.json", "figure.json"));
    shown.open(path);
    QVERIFY(shown.message()->text().contains("figure.json"));
    (void)scratch_.write("figure.json", Scratch::read(kFigure2));
    shown.open(path);
    QVERIFY(shown.session().is_open() && shown.window.recent_files().paths().contains(path));
  }

  /// Words that do not fit their lesson are said to be wrong, and where.
  void words_beside_a_lesson_are_read() {
    Shown& shown = fresh();
    const QString path = scratch_.write("fit.json", Scratch::read(kFit));
    QVERIFY(QDir(scratch_.path("")).mkpath("en"));
    QByteArray words = Scratch::read(":/samples/lessons/zh_CN/3_avoid_merge_fit.json");
    (void)scratch_.write("en/fit.json", words);
    shown.open(path);
    QCOMPARE(shown.session().page().title, std::string("一次一块"));
    shown.part<QAction>("leave_lesson")->trigger();
    (void)scratch_.write("en/fit.json", words.replace("\"title\": \"下一块\",", ""));
    shown.open(path);
    QVERIFY2(shown.message()->text().contains("en/fit.json:/pages/1/title: "), qPrintable(shown.message()->text()));
    QVERIFY(!shown.session().is_open());
  }

  void a_lesson_that_is_wrong_is_refused() {
    Shown& shown = fresh(kTraining);
    QByteArray lesson = Scratch::read(kFit);
    lesson.replace("\"answer\": 7", "\"answer\": 8");
    shown.open(scratch_.write("wrong.json", lesson));
    QVERIFY(says(shown.message()->text(), {"wrong.json:/pages/4/ask/answer: ", "8", "7"}));
    QVERIFY(!shown.session().is_open() && shown.window.document().path() == kTraining);
  }

  /// Eight pages, five of them with a question, which is there once more with its answer.
  void a_lesson_becomes_slides() {
    Shown& shown = fresh();
    QVERIFY(!shown.part<QAction>("export_lesson")->isEnabled());
    shown.open(kFit);
    QVERIFY(shown.part<QAction>("export_lesson")->isEnabled());
    shown.window.lessons().files().export_pages(scratch_.path("slides.png"));
    shown.settle();
    const QStringList files = QDir(scratch_.path("")).entryList({"slides-*.png"}, QDir::Files, QDir::Name);
    QCOMPARE(files.size(), 13);
    QCOMPARE(files.first(), QString("slides-001.png"));
    const QString said = shown.window.statusBar()->currentMessage();
    QVERIFY2(said.contains("13") && said.endsWith("slides-001.png … slides-013.png"), qPrintable(said));
    const QImage asked(scratch_.path("slides-006.png")), answered(scratch_.path("slides-008.png"));
    QCOMPARE(asked.size(), QSize(1280, 720));
    QVERIFY(asked != answered);
    shown.window.lessons().files().export_pages(scratch_.path("slides"));
    shown.settle();
    QVERIFY(Scratch::read(scratch_.path("slides.pdf")).startsWith("%PDF"));
  }
};

STOWAGE_WINDOW_TEST(WindowLessonFilesTest);
#include "tst_window_lesson_files.moc"
