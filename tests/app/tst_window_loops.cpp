// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of a graph in the window.
#include <QDockWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QSvgRenderer>
#include <QTreeWidget>
#include <QtTest>

#include "app/controllers/exporter.h"
#include "app/frame/workspaces.h"
#include "tests/app/shown.h"
#include "tests/gui/words.h"
#include "widgets/views/loops/loops_pane.h"

using namespace stowage;
using namespace stowage::test;

class WindowLoopsTest : public QObject {
  Q_OBJECT

  Scratch scratch_;

  static LoopsPane* pane_of(Shown& shown) {
    auto* dock = shown.part<QDockWidget>("loops");
    dock->show();
    dock->raise();
    return shown.window.findChild<LoopsPane*>();
  }

 private slots:
  /// A loop's footprint is in no plan: that is said where the graph is opened.
  void what_loops_need_is_warned_of() {
    Shown shown(scratch_.fresh_settings());
    shown.open(":/samples/loop_nested.stowage.json");
    QVERIFY(shown.message()->isVisible());
    QVERIFY(says(shown.message()->text(), {"1", "Loops"}));  // so many loops, and the view that counts them
    shown.open(kFigure2);
    QVERIFY(!shown.message()->isVisible());
  }

  void the_tab_is_there_where_there_are_loops() {
    Shown shown(scratch_.fresh_settings());
    const auto* dock = shown.part<QDockWidget>("loops");
    for (const bool loops : {false, true, false}) {
      shown.open(loops ? ":/samples/loop_nested.stowage.json" : kFigure2);
      for (const Workspace each : {Workspace::explore, Workspace::orders}) shown.window.workspaces().choose(each);
      QCOMPARE(dock->isHidden(), !loops);
    }
  }

  /// Where there is no loop a sample is a click away.
  void a_sample_is_opened() {
    Shown shown(scratch_.fresh_settings());
    shown.open(kFigure2);
    const LoopsPane* pane = pane_of(shown);
    auto* sample = shown.part<QPushButton>("loops_sample");
    QTRY_VERIFY_WITH_TIMEOUT(sample->isVisible(), kPatience);
    QVERIFY(!shown.window.exporter().drawing_of("loops").paint);
    click(sample);
    QTRY_VERIFY_WITH_TIMEOUT(pane->map() != nullptr, kPatience);
    QCOMPARE(shown.window.document().graph()->name(), std::string("a convolution again and again"));
    QCOMPARE(pane->map()->copies, std::size_t{2});
  }

  /// The loop that is chosen is the operator that is selected; Ctrl+E writes its picture.
  void choosing_and_exporting() {
    Shown shown(scratch_.fresh_settings());
    shown.open(":/samples/loop_nested.stowage.json");
    const LoopsPane* pane = pane_of(shown);
    QTRY_VERIFY_WITH_TIMEOUT(pane->map() != nullptr, kPatience);
    auto* tree = shown.part<QTreeWidget>("loops_tree");
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_Down);
    QTRY_COMPARE_WITH_TIMEOUT(pane->map()->loop.path.size(), std::size_t{2}, kPatience);
    const OperatorId train = shown.window.document().graph()->find_operator("train");
    QCOMPARE(shown.window.state().selected_operators(), std::vector{train});
    QTRY_VERIFY_WITH_TIMEOUT(shown.window.exporter().drawing_of("loops").paint, kPatience);
    const QString path = scratch_.path("loop.svg");
    QSignalSpy written(&shown.window, &MainWindow::written);
    shown.window.exporter().export_image("loops", path);
    QVERIFY(written.wait(kPatience));
    QCOMPARE(written[0][1].toString(), QString());
    const QByteArray picture = Scratch::read(path);
    QVERIFY(QSvgRenderer(picture).isValid());
    QVERIFY(picture.contains("train / refine") && picture.contains("c % 2 = 1"));
  }

  /// An edit plans them anew, and the loop and the iteration stay.
  void after_an_edit() {
    Shown shown(scratch_.fresh_settings());
    shown.open(":/samples/loop_nested.stowage.json");
    const LoopsPane* pane = pane_of(shown);
    QTRY_VERIFY_WITH_TIMEOUT(pane->map() != nullptr, kPatience);
    auto* tree = shown.part<QTreeWidget>("loops_tree");
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_Down);
    shown.part<QSpinBox>("loops_iteration")->setValue(5);
    const auto before = pane->map();
    shown.window.document().change_alignment(Bytes{256});
    QTRY_VERIFY_WITH_TIMEOUT(pane->map() && pane->map()->view.plan->alignment == Bytes{256}, kPatience);
    QVERIFY(pane->map() != before);
    QCOMPARE(pane->map()->loop.path.back(), std::string("refine"));
    QCOMPARE(shown.part<QSpinBox>("loops_iteration")->value(), 5);
  }
};

STOWAGE_WINDOW_TEST(WindowLoopsTest);
#include "tst_window_loops.moc"
