// SPDX-License-Identifier: GPL-3.0-or-later
// Every table of the window: to the clipboard, to a file, and what its columns mean.
#include "tests/app/window_test.h"

namespace {

/// What shows rows of results; not the choices of the start page, nor what a list box drops down, nor a legend, whose
/// entries are switches, nor the tree of loops, which chooses what is shown.
QList<QAbstractItemView*> tables_of(const MainWindow& window) {
  QList<QAbstractItemView*> out;
  for (auto* view : window.findChildren<QAbstractItemView*>()) {
    bool of_box =
        qobject_cast<QHeaderView*>(view) || view->accessibleName() == "Legend" || view->objectName() == "loops_tree";
    for (const QObject* above = view->parent(); above; above = above->parent())
      of_box = of_box || qobject_cast<const QComboBox*>(above) || above->objectName() == "start_page";
    if (!of_box) out << view;
  }
  return out;
}

}  // namespace

class WindowTablesTest : public WindowTest {
  Q_OBJECT

 private slots:
  void every_table_can_be_copied_and_exported() {
    Shown& shown = fresh(kFigure2);
    std::set<QString> names;
    const auto tables = tables_of(shown.window);
    QVERIFY(tables.size() >= 10);
    for (const QAbstractItemView* view : tables) {
      const TableActions* actions = TableActions::of(view);
      QVERIFY2(actions, qPrintable(view->objectName() + view->metaObject()->className()));
      QVERIFY2(!actions->name().isEmpty(), qPrintable(view->objectName()));
      QVERIFY2(names.insert(actions->name()).second, qPrintable(actions->name()));
      int copies = 0;
      for (const QAction* action : view->actions()) copies += action->shortcut() == QKeySequence(QKeySequence::Copy);
      QCOMPARE(copies, 1);
    }
  }

  /// The menu names them all, and offers those with rows.
  void the_menu_lists_every_table() {
    Shown& shown = fresh(kFigure2);
    auto* menu = shown.part<QMenu>("export_table_of");
    emit menu->aboutToShow();
    QCOMPARE(menu->actions().size(), tables_of(shown.window).size());
    QVERIFY(entry(menu, "export_table_strategy_view")->isEnabled());
    QVERIFY(!entry(menu, "export_table_suggestions")->isEnabled());  // none were looked for
  }

  /// Bytes in the file, not "1.2 MiB"; times and shares as numbers.
  void strategies_are_exported_exactly() {
    Shown& shown = fresh(kTraining);
    const QString path = scratch_.path("strategies.csv");
    shown.save_table("strategy_view", path);
    const QStringList lines = QString::fromUtf8(Scratch::read(path)).split("\r\n", Qt::SkipEmptyParts);
    int checked = 0;
    for (const QString& line : lines.mid(1)) {
      const QStringList fields = line.split(',');
      QCOMPARE(fields.size(), 4);
      for (const LayoutStrategy& strategy : live_strategies()) {
        const PlanView view = shown.window.planning().view_of(&strategy);
        if (fields[0].toStdString() != strategy.id || !view.plan) continue;
        QCOMPARE(fields[1].toLongLong(), view.plan->footprint.count);
        const double bound = static_cast<double>(view.bounds->best().count);
        QCOMPARE(fields[2].toDouble(), (static_cast<double>(view.plan->footprint.count) - bound) / bound);
        QVERIFY(fields[3].toDouble() > 0);
        ++checked;
      }
    }
    QVERIFY(checked > 5);
  }
};

STOWAGE_WINDOW_TEST(WindowTablesTest);
#include "tst_window_tables.moc"
