// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window_test.h"
#include "widgets/views/steps/steps_pane.h"

/// The dock of steps, and their export.
class WindowStepsTest : public WindowTest {
  Q_OBJECT

  static StepsPane* show_steps(Shown& shown) {
    shown.bring("steps");
    auto* pane = shown.window.findChild<StepsPane*>();
    wait_until([&] { return pane->scene() != nullptr; }, "no steps");
    return pane;
  }

 private slots:
  void the_dock_steps_through_the_plan_shown() {
    Shown& shown = fresh(kTraining);
    StepsPane* pane = show_steps(shown);
    QCOMPARE(std::string(pane->source()->recording->strategy().id), shown.shown_strategy());
    const auto& offsets = shown.plan().offsets;
    QVERIFY(std::ranges::equal(pane->source()->recording->offsets(), offsets));
    QVERIFY(shown.window.exporter().drawing_of("steps").paint);
  }

  /// F11 gives the picture all of the window, and takes it back; its keys go on stepping.
  void the_keyboard_stays_in_a_maximised_picture() {
    Shown& shown = fresh(kTraining);
    StepsPane* pane = show_steps(shown);
    auto* view = part_of<QWidget>(*pane, "step_view");
    click(view);
    QVERIFY(view->hasFocus());
    for (int turn = 0; turn < 2; ++turn) {
      QTest::keyClick(&shown.window, Qt::Key_F11);
      QCoreApplication::processEvents();
      QCOMPARE(QApplication::focusWidget(), view);
    }
  }

  void exports_a_series() {
    Shown& shown = fresh(kFigure2);
    StepsPane* pane = show_steps(shown);
    const auto write = [&](const QString& name, const StepSeries& series) {
      return shown.write([&] { shown.window.exporter().export_steps(pane->source(), series, scratch_.path(name)); });
    };
    const Ended pdf = write("steps", {});
    QCOMPARE(pdf.path, scratch_.path("steps.pdf"));
    QCOMPARE(pdf.reason, QString());
    QVERIFY(Scratch::read(pdf.path).startsWith("%PDF-"));
    QCOMPARE(write("s.svg", {.every_step = true, .block_count = 2}).path, scratch_.path("s-001.svg"));
    QVERIFY(Scratch::read(scratch_.path("s-005.svg")).contains("<svg"));
    QVERIFY(!write("s.gif", {}).reason.isEmpty());
  }

  void a_long_export_can_be_cancelled() {
    Shown& shown = fresh(":/samples/medium.stowage.json");
    StepsPane* pane = show_steps(shown);
    shown.window.exporter().export_steps(pane->source(), {}, scratch_.path("many.png"));
    QVERIFY(shown.window.busy());
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(scratch_.path("many-001.png")), kPatience);
    shown.trigger("cancel");
    QVERIFY(!QFile::exists(scratch_.path("many-343.png")));
    QVERIFY(!QImage(scratch_.path("many-001.png")).isNull());
  }

  void the_menu_asks_what_to_export() {
    Shown& shown = fresh(kFigure2);
    show_steps(shown);
    shown.part<QAction>("export_step_series")->trigger();
    auto* dialog = shown.part<QDialog>("steps_export");
    QTRY_VERIFY(dialog->isVisible());
    // Each key that a label names leads to a field.
    for (const QLabel* label : dialog->findChildren<QLabel*>())
      QVERIFY2(!label->text().contains('&') || label->buddy(), qPrintable(label->text()));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(shown.window.findChild<QDialog*>("steps_export") == nullptr);
  }
};

STOWAGE_WINDOW_TEST(WindowStepsTest);
#include "tst_window_steps.moc"
