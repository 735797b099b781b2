// SPDX-License-Identifier: GPL-3.0-or-later
// Operators by module: a dock that is there where names have modules, and what it does to the other views.
#include "tests/app/window_test.h"
#include "widgets/painters/model/graph_subset.h"
#include "widgets/painters/model/step_bands.h"

class WindowModulesTest : public WindowTest {
  Q_OBJECT

  struct Worked : Shown {
    Worked(Scratch& scratch, const QString& path) : Shown(scratch) {
      window.resize(1500, 900);
      open(path);
    }
    bool there() { return !part<QDockWidget>("modules")->isHidden(); }
    void press(int number) {
      QTest::keySequence(&window, QKeySequence(QStringLiteral("Ctrl+%1").arg(number)));
      settle();
    }
    /// With its rows.
    QTreeView* tree() {
      bring("modules");
      auto* tree = part<QTreeView>("modules_tree");
      wait_until([&] { return tree->model()->rowCount() > 0 && !part<Pane>("modules_pane")->busy(); });
      return tree;
    }
  };
  QString layers() {
    return scratch_.write("layers.json", R"({"format": "stowage-graph", "version": 1, "name": "layers", "nodes": [
      {"id": "a.0.x"}, {"id": "a.0.y"}, {"id": "a.1.x"}, {"id": "a.1.y"}, {"id": "b.x"}, {"id": "b.y"}],
      "tensors": [{"id": "s", "size": 4, "producer": "a.0.x", "consumers": ["a.1.y"]},
                  {"id": "t", "size": 8, "producer": "a.1.x", "consumers": ["b.y"]},
                  {"id": "u", "size": 2, "producer": "b.x", "consumers": ["b.y"]}]})");
  }
  QString flat() {
    return scratch_.write("flat.json", R"({"format": "stowage-graph", "version": 1, "name": "flat", "nodes": [
      {"id": "x"}, {"id": "y"}], "tensors": [{"id": "s", "size": 4, "producer": "x", "consumers": ["y"]}]})");
  }

 private slots:
  /// Where the user closed it, it stays away; behind the graph, not before it.
  void the_dock_comes_with_modules() {
    Worked shown(scratch_, flat());
    QVERIFY(!shown.there());
    QVERIFY(!shown.part<QAction>("show_modules")->isVisible());
    shown.open(layers());
    QVERIFY(shown.there());
    QVERIFY(shown.part<QAction>("show_modules")->isVisible());
    QTRY_VERIFY(!shown.dock("graph")->visibleRegion().isEmpty());
    for (const int number : {2, 4, 1}) {
      shown.press(number);
      QVERIFY(shown.there());
    }
    shown.press(5);
    QVERIFY(!shown.there());
    shown.press(1);
    shown.dock("modules")->close();
    shown.open(flat());
    shown.open(layers());
    QVERIFY(!shown.there());
  }

  /// Where the column is folded the dock is folded with it.
  void a_folded_column_stays_folded() {
    Worked shown(scratch_, flat());
    shown.part<QAction>("fold_left")->trigger();
    shown.open(layers());
    QVERIFY(!shown.there());
    shown.part<QAction>("fold_left")->trigger();
    QVERIFY(shown.there());
  }

  /// A workspace that was left while a graph without modules was open gets the dock back.
  void a_workspace_gets_it_back() {
    Worked shown(scratch_, flat());
    shown.press(4);
    shown.press(1);
    shown.open(layers());
    QVERIFY(shown.there());
    shown.press(4);
    QVERIFY(shown.there());
  }

  void a_row_selects_in_every_view() {
    Worked shown(scratch_, layers());
    QTreeView* tree = shown.tree();
    click(tree, row_named(tree, "b"));
    QCOMPARE(shown.window.state().selected_operators(), (std::vector{OperatorId(4), OperatorId(5)}));
    const auto lit = lit_tensors(shown.graph(), shown.window.state());
    QCOMPARE(lit.strong, std::vector{TensorId(2)});
    shown.window.state().select_operators({OperatorId(0)});
    QVERIFY(tree->currentIndex().data().toString() != "b");
  }

  /// As far as the tree is open, after edits too.
  void bands_follow_the_tree() {
    Worked shown(scratch_, layers());
    const auto bands = [&] { return shown.window.state().bands(); };
    const auto names = [&] {
      QStringList out;
      for (const StepBand& band : bands()->bands) out << band.name;
      return out.join(' ');
    };
    shown.part<QAction>("bands_modules")->trigger();
    QTRY_VERIFY(bands());
    QCOMPARE(bands()->kind, StepBands::Kind::modules);
    QCOMPARE(names(), QString("a.0 a.1 b"));
    QTreeView* tree = shown.tree();
    tree->setFocus();
    tree->setCurrentIndex(row_named(tree, "a"));
    QTest::keyClick(tree, Qt::Key_Left);
    QTRY_COMPARE(names(), QString("a b"));
    shown.edit(edits::scale_all_sizes({2, 1}));
    QTRY_VERIFY(bands() && bands()->graph == shown.window.document().graph());
    QCOMPARE(names(), QString("a b"));
  }
};

STOWAGE_WINDOW_TEST(WindowModulesTest);
#include "tst_window_modules.moc"
