// SPDX-License-Identifier: GPL-3.0-or-later
// The docks of a recorded heap come with a file that has one, and go with it.
#include <QDockWidget>
#include <QtTest>

#include "app/window/application.h"
#include "app/window/main_window.h"
#include "tests/app/shown.h"
#include "tests/support/shared.h"
#include "widgets/heap/frames_pane.h"
#include "widgets/heap/heap_pane.h"

using namespace stowage;
using namespace stowage::test;

class WindowHeapTest : public QObject {
  Q_OBJECT

  Scratch scratch_;

 private slots:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    const QSettings none(scratch_.fresh_settings(), QSettings::IniFormat);
    prepare_application(none);
  }

  void docks_come_with_a_history() {
    STOWAGE_NEEDS_SHARED();
    const QString path = QString::fromStdString(shared_path("data/torch_snapshot/bcrafton.pickle"));
    Shown shown(scratch_.fresh_settings());
    shown.open(kFigure2);
    const auto hidden = [&](const char* name) { return shown.part<QDockWidget>(name)->isHidden(); };
    const auto offered = [&](const char* name) {
      return shown.part<QAction>(qPrintable(QStringLiteral("show_") + name))->isVisible();
    };
    QVERIFY(hidden("heap") && hidden("frames") && !offered("heap") && !offered("frames"));
    shown.command("Reset layout")->trigger();
    QTRY_VERIFY(hidden("heap") && hidden("frames"));

    shown.open(path);
    QVERIFY(!hidden("heap") && !hidden("frames") && offered("heap") && offered("frames"));
    auto* heap = shown.window.findChild<HeapPane*>();
    QTRY_VERIFY_WITH_TIMEOUT(heap->step() && !heap->busy() && !heap->facts().isEmpty(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(heap->saving().contains("saved") || heap->saving().contains("more"), kPatience);
    shown.part<QDockWidget>("frames")->hide();

    shown.open(kFigure2);
    QVERIFY(hidden("heap") && hidden("frames") && !heap->step());
    shown.open(path);
    QVERIFY(!hidden("heap") && hidden("frames"));  // as it was left
    shown.command("Close")->trigger();
    shown.open(kFigure2);
    QTRY_VERIFY(hidden("heap") && hidden("frames"));
  }
};

QTEST_MAIN(WindowHeapTest)
#include "tst_window_heap.moc"
