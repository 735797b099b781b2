// SPDX-License-Identifier: GPL-3.0-or-later
// Strategies that run when asked to, in the window: their plans are shown, compared and forgotten like others.
#include <QAction>
#include <QLabel>
#include <QStatusBar>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>
#include <QtTest>

#include "app/window/document.h"
#include "core/check/validator.h"
#include "core/io/document.h"
#include "tests/app/shown.h"
#include "tests/support/graphs.h"
#include "tests/support/training_graph.h"

using namespace stowage;
using test::Scratch;
using test::Shown;

class WindowRunTest : public QObject {
  Q_OBJECT

  Scratch scratch_;

  static QModelIndex row(Shown& shown, const char* id) {
    const QAbstractItemModel* rows = shown.part<QTableView>("strategy_view")->model();
    for (int at = 0; at < rows->rowCount(); ++at)
      if (rows->index(at, 0).data().toString() == id) return rows->index(at, 0);
    qFatal("no row %s", id);
  }
  static QString footprint(Shown& shown, const char* id) { return row(shown, id).siblingAtColumn(1).data().toString(); }
  static void click(Shown& shown, const char* id) {
    auto* table = shown.part<QTableView>("strategy_view");
    table->scrollTo(row(shown, id));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(row(shown, id)).center());
    QCoreApplication::processEvents();
  }
  static QToolButton* button(Shown& shown) { return shown.part<QToolButton>("run_strategy"); }

  /// With more tensors than the matching settles while it is looked at.
  QString slow_graph() const {
    const Graph graph = test::make_training_graph(test::training_graph_of(3200, 4));
    const std::string json = find_format("stowage-graph")->write(graph, nullptr).value();
    return scratch_.write("slow.stowage.json", QByteArray::fromStdString(json));
  }

 private slots:
  void its_plan_is_shown() {
    Shown shown(scratch_.fresh_settings());
    shown.open(test::kTraining);
    const std::string before = shown.shown_strategy();
    QCOMPARE(footprint(shown, "mincost-flow"), QString("not run"));
    click(shown, "mincost-flow");
    QCOMPARE(shown.shown_strategy(), before);
    QTest::mouseClick(button(shown), Qt::LeftButton);
    shown.settle();
    QCOMPARE(shown.shown_strategy(), std::string("mincost-flow"));
    const PlanView& view = shown.window.planning().view();
    QCOMPARE(view.plan->strategy, std::string("mincost-flow"));
    QVERIFY(validate(*view.graph, *view.plan)->valid());
    QVERIFY(!view.stale && !view.planning);
    QVERIFY(footprint(shown, "mincost-flow") != "not run");
    // As the command line makes it.
    const Conflicts conflicts = Conflicts::compute(*view.graph).value();
    const LayoutProblem problem = LayoutProblem::make(*view.graph, conflicts).value();
    QCOMPARE(view.plan->footprint, make_plan(kind("mincost-flow"), problem)->footprint);
    // Another is shown with a click, and it again with another.
    click(shown, "so.size.best");
    QCOMPARE(shown.shown_strategy(), std::string("so.size.best"));
    click(shown, "mincost-flow");
    QCOMPARE(shown.shown_strategy(), std::string("mincost-flow"));
    shown.window.planning().pin_baseline(&kind("mincost-flow"));
    QCOMPARE(shown.window.planning().baseline()->plan->strategy, std::string("mincost-flow"));
  }

  /// From the tool bar: the chart fills in, and what is found is one more plan.
  void search_for_better() {
    Shown shown(scratch_.fresh_settings());
    shown.open(test::kTraining);
    auto* chart = shown.part<QWidget>("gap_chart");
    QVERIFY(!chart->isVisible());
    const auto* bar = shown.part<QToolBar>("tools");
    auto* tool = qobject_cast<QToolButton*>(bar->widgetForAction(shown.part<QAction>("search_for_better")));
    QVERIFY(tool && tool->isVisible() && tool->toolTip().startsWith("Search for better (Ctrl+Shift+P)"));
    QTest::mouseClick(tool, Qt::LeftButton);
    QCOMPARE(shown.window.planning().run_strategy(), &kind("search"));
    shown.settle();
    QCOMPARE(shown.shown_strategy(), std::string("search"));
    const PlanView& view = shown.window.planning().view();
    QVERIFY(validate(*view.graph, *view.plan)->valid());
    QVERIFY(view.plan->proved_optimal);
    QVERIFY(chart->isVisible());
    QVERIFY(shown.part<QLabel>("gap_note")->text().endsWith("no plan is smaller."));
    shown.window.document().change_alignment({64});
    shown.settle();
    QVERIFY(!chart->isVisible());
  }

  /// Escape ends the search, which has a plan to give.
  void cancel_keeps_the_best() {
    Shown shown(scratch_.fresh_settings());
    const std::string json =
        find_format("stowage-graph")
            ->write(
                test::random_graph({.seed = 8, .operators = 900, .streams = 4, .fan = 3, .window = 60, .groups = 40}),
                nullptr)
            .value();
    shown.open(scratch_.write("hard.stowage.json", QByteArray::fromStdString(json)));
    shown.part<QAction>("search_for_better")->trigger();
    QTRY_VERIFY(shown.part<QWidget>("gap_chart")->isVisible());
    QVERIFY(shown.window.planning().run_strategy());
    QTest::keyClick(&shown.window, Qt::Key_Escape);
    QVERIFY(shown.window.statusBar()->currentMessage().contains("is kept"));
    shown.window.planning().cancel();  // again and again, while it is stopping
    shown.window.planning().cancel();
    QTest::keyClick(&shown.window, Qt::Key_Escape);
    shown.settle();
    QVERIFY(!shown.window.planning().run_strategy());
    QCOMPARE(shown.shown_strategy(), std::string("search"));
    QVERIFY(validate(*shown.window.planning().view().graph, *shown.window.planning().view().plan)->valid());
    QVERIFY(shown.part<QLabel>("gap_note")->text().contains("against the bound"));
  }

  void an_edit_forgets_it() {
    Shown shown(scratch_.fresh_settings());
    shown.open(test::kTraining);
    click(shown, "bump");
    QTest::keyClick(shown.part<QTableView>("strategy_view"), Qt::Key_Return);
    shown.settle();
    QCOMPARE(shown.shown_strategy(), std::string("bump"));
    shown.window.document().change_alignment({64});
    shown.settle();
    QCOMPARE(footprint(shown, "bump"), QString("not run"));
    QVERIFY(shown.shown_strategy() != "bump" && shown.shown_strategy() != "none");
    QVERIFY(shown.window.planning().follows_best());
    QVERIFY(!shown.window.planning().view_of(&kind("bump")).plan);
  }

  void escape_and_the_button_cancel_it() {
    Shown shown(scratch_.fresh_settings());
    shown.open(slow_graph());
    const std::string before = shown.shown_strategy();
    const bool best = shown.window.planning().follows_best();
    for (const bool by_key : {true, false}) {
      click(shown, "mincost-flow");
      QTest::mouseClick(button(shown), Qt::LeftButton);
      QCOMPARE(shown.window.planning().run_strategy(), &kind("mincost-flow"));
      QCOMPARE(footprint(shown, "mincost-flow"), QString("…"));
      QVERIFY(shown.window.busy());
      if (by_key)
        QTest::keyClick(&shown.window, Qt::Key_Escape);
      else
        QTest::mouseClick(button(shown), Qt::LeftButton);
      QVERIFY(!shown.window.planning().run_strategy());
      QVERIFY(shown.window.statusBar()->currentMessage().startsWith("mincost-flow was cancelled"));
      QCOMPARE(footprint(shown, "mincost-flow"), QString("not run"));
      QCOMPARE(shown.shown_strategy(), before);
      QCOMPARE(shown.window.planning().follows_best(), best);
    }
  }

  void what_cannot_be_run_says_why() {
    Shown shown(scratch_.fresh_settings());
    shown.open(test::kTraining);
    QCOMPARE(footprint(shown, "gergov"), QString("one stream"));
    QVERIFY(row(shown, "gergov").data(Qt::ToolTipRole).toString().contains("side by side"));
    click(shown, "gergov");
    QVERIFY(!button(shown)->isEnabled());
  }

 private:
  static const LayoutStrategy& kind(const char* id) { return *find_layout_strategy(id); }
};

QTEST_MAIN(WindowRunTest)
#include "tst_window_run.moc"
