// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of views while a lesson has the centre: whatever is there, they lead to something that is seen.
#include "tests/app/window_test.h"
#include "widgets/views/compare/compare_view.h"

class WindowLessonKeysTest : public WindowTest {
  Q_OBJECT

 private slots:
  void every_dock_is_entered_and_left_on_every_page_data() {
    QTest::addColumn<QString>("path");
    for (const Sample& lesson : lessons()) QTest::newRow(qPrintable(lesson.key)) << lesson.path;
  }
  void every_dock_is_entered_and_left_on_every_page() {
    QFETCH(const QString, path);
    Shown& shown = fresh(path);
    const std::size_t pages = shown.session().lesson().pages.size();
    int pressed = 0;
    for (std::size_t page = 0; page < pages; ++page) {
      shown.go_to(page);
      for (QDockWidget* dock : shown.window.findChildren<QDockWidget*>()) {
        QAction* action = shown.part<QAction>(qPrintable("show_" + dock->objectName()));
        if (!action->isVisible() || !action->isEnabled()) continue;
        for (int time = 0; time < 2; ++time) {
          QTest::keySequence(&shown.window, action->shortcut());
          const QWidget* focus = QApplication::focusWidget();
          const QString where = QStringLiteral("%1, page %2, press %3").arg(dock->objectName()).arg(page).arg(time);
          QVERIFY2(focus && focus->isVisible(), qPrintable(where));
          ++pressed;
        }
        dock->show();
      }
    }
    QVERIFY(pressed > 20);
  }

  /// From the list on, by Enter alone: page 1 asks nothing, page 2 does.
  void enter_goes_on_from_the_first_page() {
    Shown& shown = fresh(":/samples/lessons/0_what_is_a_memory_plan.json");
    for (const std::size_t page : {std::size_t{0}, std::size_t{1}}) {
      QCOMPARE(shown.session().page_number(), page);
      QWidget* focus = QApplication::focusWidget();
      QVERIFY(focus && shown.learn()->isAncestorOf(focus));
      if (page == 0) QTest::keyClick(focus, Qt::Key_Return);
      shown.settle();
    }
  }

  /// The offset above all others, which the box begins with, and a wrong answer.
  void an_answer_that_is_typed_replaces_what_stood_there() {
    Shown& shown = fresh(":/samples/lessons/4_first_and_best_fit.json");
    shown.next();
    for (const auto& [answer, state] :
         {std::pair("512", PageOutcome::State::wrong), {"0", PageOutcome::State::right}}) {
      QTest::keyClicks(QApplication::focusWidget(), answer);
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
      QCOMPARE(shown.state(), state);
    }
  }

  /// Enter in the field of the alignment leads to the map that is seen: that of the difference, or the lesson's.
  void from_the_alignment_to_what_is_seen() {
    Shown& shown = fresh(kFigure2);
    shown.part<QAction>("difference")->trigger();
    const auto enter = [&] {
      auto* field = shown.part<QWidget>("alignment");
      field->setFocus();
      QTest::keyClick(field, Qt::Key_Return);
    };
    enter();
    auto* b = shown.window.findChild<HeapMapWidget*>("map_a");
    QVERIFY(b && b->isVisible());
    QCOMPARE(QApplication::focusWidget(), b);
    shown.open(kFit);
    for (int k = 0; k < 3; ++k) shown.next();
    QVERIFY(shown.board().isVisible());
    enter();
    QCOMPARE(QApplication::focusWidget(), &shown.board());
  }
};

STOWAGE_WINDOW_TEST(WindowLessonKeysTest);
#include "tst_window_lesson_keys.moc"
