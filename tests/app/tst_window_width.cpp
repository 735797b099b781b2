// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown never forces the window wider than a small screen.
#include "tests/app/window_test.h"

class WindowWidthTest : public WindowTest {
  Q_OBJECT

 private slots:
  /// A screen of 1600 pixels at twice the scale: what has no room scrolls, its parts do not run into each other.
  void the_least_window_fits_a_scaled_screen() {
    Shown shown(scratch_, kTraining);
    shown.window.resize(800, 460);
    wait_until_idle();
    QVERIFY2(shown.window.width() <= 800, qPrintable(QString::number(shown.window.width())));
    QVERIFY2(shown.window.height() <= 460, qPrintable(QString::number(shown.window.height())));
    for (const auto* table : shown.window.findChildren<TensorTable*>())
      QTRY_VERIFY(table->width() >= table->minimumSizeHint().width());
  }

  /// In every workspace, and no dock lies over another.
  void the_window_goes_down_to_900_pixels() {
    Shown shown(scratch_.fresh_settings());
    for (const char* file : {kTraining, ":/samples/serving.pickle", ":/samples/loop_nested.stowage.json"}) {
      shown.open(file);
      for (const Workspace each : kWorkspaces) {
        if (!shown.window.workspaces().action(each)->isVisible()) continue;
        shown.window.workspaces().choose(each);
        shown.window.resize(900, 700);
        wait_until_idle();
        const auto where = [&] { return QStringLiteral("%1 %2").arg(file).arg(static_cast<int>(each)).toUtf8(); };
        QVERIFY2(shown.window.width() == 900, where());
        std::vector<const QDockWidget*> seen;
        for (const auto* dock : shown.window.findChildren<QDockWidget*>())
          if (!dock->visibleRegion().isEmpty()) seen.push_back(dock);
        for (const QDockWidget* a : seen)
          for (const QDockWidget* b : seen) QVERIFY2(a == b || !a->geometry().intersects(b->geometry()), where());
      }
    }
  }

  void no_view_asks_for_more_than_a_small_screen() {
    Shown shown(scratch_, scratch_.write("training.stowage.json", make_training_graph(training_graph_of(4400, 8))));
    shown.window.resize(1280, 800);
    const auto least = [&] {
      wait_until_idle();  // layouts answer in the event loop
      return shown.window.minimumSizeHint().width();
    };
    const int before = least();
    QVERIFY2(before <= 1280, qPrintable(QString::number(before)));
    shown.window.state().set_time_range(StepRange{1'000, 2'000});
    QVERIFY2(least() <= before, qPrintable(QString::number(least())));
    QCOMPARE(shown.window.width(), 1280);
    shown.window.state().select_tensors({TensorId(5), TensorId(17)});
    for (auto* dock : shown.window.findChildren<QDockWidget*>()) {
      dock->raise();
      QVERIFY2(least() <= 1280, qPrintable(QString("%1: %2").arg(dock->windowTitle()).arg(least())));
      QCOMPARE(shown.window.width(), 1280);
    }
  }
};

STOWAGE_WINDOW_TEST(WindowWidthTest);
#include "tst_window_width.moc"
