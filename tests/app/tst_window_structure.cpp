// SPDX-License-Identifier: GPL-3.0-or-later
// The structure pane in the window: what is edited there is planned anew, undone and kept in the file.
#include "tests/app/window_test.h"

namespace {

void press(Shown& shown, const char* dock, const char* command) {
  QAbstractButton* button = button_of(*shown.dock(dock), command);
  QVERIFY2(button->isVisible() && button->isEnabled(), command);
  click(button);
  shown.settle();
}

class WindowStructureTest : public WindowTest {
  Q_OBJECT

 private slots:
  void edits_are_planned_and_undone_data() {
    QTest::addColumn<QString>("path");
    const Graph training = make_training_graph(training_graph_of(4400, 8));
    QTest::newRow("figure 2") << kFigure2;
    QTest::newRow("training") << scratch_.write("training.stowage.json", training);
  }

  /// On one stream nothing needs more than on several.
  void edits_are_planned_and_undone() {
    QFETCH(QString, path);
    Shown& shown = fresh(path);
    const std::size_t streams = shown.graph().stream_count();
    if (streams < 2) return;
    const auto unsafe = shown.window.planning().view().conflicts->unsafe_pair_count();
    shown.bring("structure");
    press(shown, "structure", "all_on_one_stream");
    QCOMPARE(shown.graph().stream_count(), 1u);
    QVERIFY(shown.window.planning().view().conflicts->unsafe_pair_count() < unsafe);
    press(shown, "structure", "one_stream_each");
    QCOMPARE(shown.graph().stream_count(), shown.graph().operator_count());
    QVERIFY(shown.window.planning().view().conflicts->unsafe_pair_count() > unsafe);
    for (int undo = 0; undo < 2; ++undo) QTest::keyClick(&shown.window, Qt::Key_Z, Qt::ControlModifier);
    shown.settle();
    QCOMPARE(shown.graph().stream_count(), streams);
    QCOMPARE(shown.window.planning().view().conflicts->unsafe_pair_count(), unsafe);
    QVERIFY(!shown.window.isWindowModified());
  }

  /// Redundant syncs are removed without a change of any plan.
  void without_redundant_syncs_everything_is_the_same() {
    Shown& shown = fresh(scratch_.path("training.stowage.json"));
    const auto unsafe = shown.window.planning().view().conflicts->unsafe_pair_count();
    const std::int64_t before = shown.plan().footprint.count;
    const std::size_t syncs = shown.graph().control().size();
    shown.bring("improve");
    click_tab(shown.part<QTabWidget>("improve_tabs")->tabBar(), 2);
    QTRY_VERIFY(shown.part<QCheckBox>("show_redundant_syncs")->isVisible());
    press(shown, "improve", "remove_redundant_syncs");
    QVERIFY(shown.graph().control().size() < syncs);
    QCOMPARE(shown.window.planning().view().conflicts->unsafe_pair_count(), unsafe);
    QCOMPARE(shown.plan().footprint.count, before);
  }

  /// A command that is refused says why and changes nothing.
  void refusals_are_said() {
    Shown& shown = fresh(kFigure2);
    shown.bring("structure");
    auto* table = shown.part<QTableView>("stream_table");
    for (int row = 0; row < 2; ++row) {
      click_row(table, row);
      QTest::keyClick(table, Qt::Key_F2);
      QTest::keyClicks(QApplication::focusWidget(), "compute");
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
      QTRY_VERIFY(!table->isPersistentEditorOpen(table->model()->index(row, 0)));
      QTRY_COMPARE(shown.graph().info(StreamId(0)).name, std::string("compute"));
    }
    QTRY_VERIFY(shown.message()->isVisible());
    QVERIFY2(shown.message()->text().contains("\"compute\""), qPrintable(shown.message()->text()));
    QCOMPARE(shown.graph().info(StreamId(1)).name, std::string());
  }
};

}  // namespace

STOWAGE_WINDOW_TEST(WindowStructureTest);
#include "tst_window_structure.moc"
