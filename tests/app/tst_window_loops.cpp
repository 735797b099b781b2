// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of a graph in the window.
#include <QSvgRenderer>

#include "tests/app/window_test.h"
#include "widgets/views/loops/loops_pane.h"

class WindowLoopsTest : public WindowTest {
  Q_OBJECT

  static LoopsPane* pane_of(Shown& shown) {
    auto* dock = shown.dock("loops");
    dock->show();
    dock->raise();
    return shown.window.findChild<LoopsPane*>();
  }

 private slots:
  /// A loop's footprint is in no plan: that is said where the graph is opened.
  void what_loops_need_is_warned_of() {
    Shown& shown = fresh(":/samples/loop_nested.stowage.json");
    QVERIFY(shown.message()->isVisible());
    QVERIFY(says(shown.message()->text(), {"1", "Loops"}));  // so many loops, and the view that counts them
    shown.open(kFigure2);
    QVERIFY(!shown.message()->isVisible());
  }

  void the_tab_is_there_where_there_are_loops() {
    Shown shown(scratch_);
    const auto* dock = shown.dock("loops");
    for (const bool loops : {false, true, false}) {
      shown.open(loops ? ":/samples/loop_nested.stowage.json" : kFigure2);
      for (const Workspace each : {Workspace::explore, Workspace::orders}) shown.window.workspaces().choose(each);
      QCOMPARE(dock->isHidden(), !loops);
    }
  }

  /// Where there is no loop a sample is a click away.
  void a_sample_is_opened() {
    Shown& shown = fresh(kFigure2);
    const LoopsPane* pane = pane_of(shown);
    auto* sample = shown.part<QPushButton>("loops_sample");
    QTRY_VERIFY_WITH_TIMEOUT(sample->isVisible(), kPatience);
    QVERIFY(!shown.window.exporter().drawing_of("loops").paint);
    click(sample);
    QTRY_VERIFY_WITH_TIMEOUT(pane->map() != nullptr, kPatience);
    QCOMPARE(shown.graph().name(), std::string("a convolution again and again"));
    QCOMPARE(pane->map()->copies, std::size_t{2});
  }

  /// The loop that is chosen is the operator that is selected; Ctrl+E writes its picture.
  void choosing_and_exporting() {
    Shown& shown = fresh(":/samples/loop_nested.stowage.json");
    const LoopsPane* pane = pane_of(shown);
    QTRY_VERIFY_WITH_TIMEOUT(pane->map() != nullptr, kPatience);
    auto* tree = shown.part<QTreeWidget>("loops_tree");
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_Down);
    QTRY_COMPARE_WITH_TIMEOUT(pane->map()->loop.path.size(), std::size_t{2}, kPatience);
    const OperatorId train = shown.graph().find_operator("train");
    QCOMPARE(shown.window.state().selected_operators(), std::vector{train});
    QTRY_VERIFY_WITH_TIMEOUT(shown.window.exporter().drawing_of("loops").paint, kPatience);
    const QString path = scratch_.path("loop.svg");
    QCOMPARE(shown.export_image("loops", path).reason, QString());
    const QByteArray picture = Scratch::read(path);
    QVERIFY(QSvgRenderer(picture).isValid());
    QVERIFY(picture.contains("train / refine") && picture.contains("c % 2 = 1"));
  }

  /// An edit plans them anew, and the loop and the iteration stay.
  void after_an_edit() {
    Shown& shown = fresh(":/samples/loop_nested.stowage.json");
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
