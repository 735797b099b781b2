// SPDX-License-Identifier: GPL-3.0-or-later
// Strategies that run when asked to, in the window: their plans are shown, compared and forgotten like others.
#include "core/check/validator.h"
#include "tests/app/window_test.h"
#include "tests/support/graphs.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/views/strategies/strategy_panel.h"
#include "widgets/views/strategies/strategy_table_model.h"

class WindowRunTest : public WindowTest {
  Q_OBJECT

  /// All strategies are in the table.
  static QModelIndex row(Shown& shown, const char* id) {
    if (auto* more = shown.part<QToolButton>("more_strategies"); more->isVisible() && !more->isChecked())
      test::click(more);
    return row_named(shown.part<QTableView>("strategy_view"), id);
  }
  static QString footprint(Shown& shown, const char* id) { return row(shown, id).siblingAtColumn(1).data().toString(); }
  static void click(Shown& shown, const char* id) {
    test::click(shown.part<QTableView>("strategy_view"), row(shown, id));
    QCoreApplication::processEvents();
  }
  static QToolButton* button(Shown& shown) { return shown.part<QToolButton>("run_strategy"); }

  /// With a plan of each live strategy. Automatic, which would go on for seconds, is cancelled.
  static void open_hard(Shown& shown, const QString& path) {
    shown.window.open_file(path);
    wait_until([&] { return shown.window.planning().run_strategy() == &kind("auto"); });
    QTest::keyClick(&shown.window, Qt::Key_Escape);
    shown.settle();
  }

  /// With more tensors than the matching settles while it is looked at.
  QString slow_graph() const {
    return scratch_.write("slow.stowage.json", make_training_graph(training_graph_of(1600, 4)));
  }

  /// That no strategy plans as well as is possible, and search not soon.
  QString hard_graph() const {
    return scratch_.write(
        "hard.stowage.json",
        random_graph({.seed = 8, .operators = 900, .streams = 4, .fan = 3, .window = 60, .groups = 40}));
  }

 private slots:
  void its_plan_is_shown() {
    Shown& shown = fresh(kTraining);
    const std::string before = shown.shown_strategy();
    QCOMPARE(footprint(shown, "mincost-flow"), kNotRun);
    click(shown, "mincost-flow");
    QCOMPARE(shown.shown_strategy(), before);
    test::click(button(shown));
    shown.settle();
    QCOMPARE(shown.shown_strategy(), std::string("mincost-flow"));
    const PlanView& view = shown.window.planning().view();
    QCOMPARE(view.plan->strategy, std::string("mincost-flow"));
    QVERIFY(validate(*view.graph, *view.plan)->valid());
    QVERIFY(!view.stale && !view.planning);
    QVERIFY(footprint(shown, "mincost-flow") != kNotRun);
    // As the command line makes it.
    const Conflicts conflicts = Conflicts::compute(*view.graph).value();
    const LayoutProblem problem = LayoutProblem::make(*view.graph, conflicts).value();
    QCOMPARE(view.plan->footprint, make_plan(kind("mincost-flow"), problem)->footprint);
    click(shown, "so.size.best");
    QCOMPARE(shown.shown_strategy(), std::string("so.size.best"));
    click(shown, "mincost-flow");
    QCOMPARE(shown.shown_strategy(), std::string("mincost-flow"));
    shown.window.planning().pin_baseline(&kind("mincost-flow"));
    QCOMPARE(shown.window.planning().results().baseline()->plan->strategy, std::string("mincost-flow"));
  }

  /// Nobody asks for it: it runs after the rest, where that has not met the bound.
  void automatic_runs_by_itself() {
    STOWAGE_NEEDS_SHARED();
    Shown shown(scratch_);
    const Planning& planning = shown.window.planning();
    bool before_the_rest = false;
    connect(&planning, &Planning::run_changed, this, [&] { before_the_rest |= !planning.took(); });
    shown.open(QString::fromStdString(shared_path("data/intervals/minimalloc_D.csv")));
    QVERIFY(!before_the_rest);
    QVERIFY(planning.view_of(&kind("auto")).plan);
    QCOMPARE(footprint(shown, "auto"), human_bytes(planning.view_of(&kind("auto")).plan->footprint));
    Bytes least = planning.view_of(&kind("auto")).plan->footprint;
    for (const LayoutStrategy& strategy : live_strategies())
      if (const auto plan = planning.view_of(&strategy).plan) least = std::min(least, plan->footprint);
    QVERIFY(planning.follows_best());
    QCOMPARE(planning.view().plan->footprint, least);
    QVERIFY(least < planning.view_of(&kind("so.size.best")).plan->footprint);
    QCOMPARE(shown.shown_strategy(), std::string("auto"));
    QVERIFY(says(shown.status(), {"Automatic"}));
    QVERIFY(!shown.part<QWidget>("gap_chart")->isVisible());  // that is for those who asked

    // What the user chose stays, and after an edit it is made anew.
    click(shown, "so.size.best");
    shown.align({64});
    QCOMPARE(shown.shown_strategy(), std::string("so.size.best"));
    QVERIFY(planning.view_of(&kind("auto")).plan);
    QVERIFY(validate(*planning.view().graph, *planning.view_of(&kind("auto")).plan)->valid());
  }

  void automatic_does_not_run_where_the_bound_is_met() {
    Shown& shown = fresh(kTraining);
    QVERIFY(shown.plan().footprint == shown.window.planning().view().bounds->best());
    QCOMPARE(footprint(shown, "auto"), kNotRun);
  }

  /// The edit does not wait for it.
  void an_edit_ends_automatic() {
    Shown& shown = fresh();
    shown.window.open_file(hard_graph());
    const Planning& planning = shown.window.planning();
    QVERIFY(QTest::qWaitFor([&] { return planning.run_strategy() == &kind("auto"); }, kPatience));
    QVERIFY(planning.took() && shown.window.busy());
    shown.window.document().change_alignment({64});
    QVERIFY(!planning.run_strategy());
    QCOMPARE(planning.stage(), Planning::Stage::relating);
    // Cancelled by the user, it is not begun again.
    QVERIFY(QTest::qWaitFor([&] { return planning.run_strategy() == &kind("auto"); }, kPatience));
    QTest::keyClick(&shown.window, Qt::Key_Escape);
    shown.settle();
    QVERIFY(planning.view().plan && !planning.view().stale);
  }

  /// From the tool bar: the chart fills in, and what is found is one more plan.
  void search_for_better() {
    Shown shown(scratch_, kTraining);
    auto* chart = shown.part<QWidget>("gap_chart");
    QVERIFY(!chart->isVisible());
    const auto* bar = shown.part<QToolBar>("tools");
    auto* tool = qobject_cast<QToolButton*>(bar->widgetForAction(shown.part<QAction>("search_for_better")));
    QVERIFY2(tool && tool->isVisible(), qPrintable(QString::number(shown.window.width())));
    QVERIFY2(tool->toolTip().contains("(Ctrl+Shift+P)"), qPrintable(tool->toolTip()));
    test::click(tool);
    QCOMPARE(shown.window.planning().run_strategy(), &kind("search"));
    shown.settle();
    QCOMPARE(shown.shown_strategy(), std::string("search"));
    const PlanView& view = shown.window.planning().view();
    QVERIFY(validate(*view.graph, *view.plan)->valid());
    QVERIFY(view.plan->proved_optimal);
    QVERIFY(chart->isVisible());
    QVERIFY(says(shown.part<QLabel>("gap_note")->text(), {human_bytes(view.plan->footprint)}));
    QVERIFY(!shown.part<QLabel>("gap_note")->text().contains('%'));  // no plan is smaller
    shown.align({64});
    QVERIFY(!chart->isVisible());
  }

  /// A run that is ended early has often less to give than one that was let go on.
  void a_second_search_keeps_the_better_plan() {
    Shown shown(scratch_);  // what listens to its planning goes with it
    open_hard(shown, hard_graph());
    Planning& planning = shown.window.planning();
    std::vector<Bytes> found;
    const QObject listener;  // the window is used by later tests
    connect(&planning, &Planning::run_improved, &listener,
            [&](const Improvement& now) { found.push_back(now.footprint); });
    QElapsedTimer clock;
    const auto search_until = [&](const auto& enough) {
      found.clear();
      clock.start();
      QTest::keyClick(&shown.window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
      QVERIFY(QTest::qWaitFor([&] { return enough() || !planning.run_strategy(); }, kPatience));
      QTest::keyClick(&shown.window, Qt::Key_Escape);
      shown.settle();
    };
    search_until([&] { return !found.empty() && found.back() < found.front(); });
    const Bytes better = planning.view_of(&kind("search")).plan->footprint;
    const QString told = footprint(shown, "search");
    QVERIFY(better < found.front());
    QVERIFY(planning.run_took() && *planning.run_took() <= static_cast<double>(clock.elapsed()) + 1);
    QVERIFY(says(shown.status(), {strategy_name(kind("search"))}));
    search_until([&] { return !found.empty(); });
    QVERIFY(found.front() <= better);  // it goes on from there
    QVERIFY(planning.view_of(&kind("search")).plan->footprint <= better);
    if (found.back() >= better) {
      QCOMPARE(footprint(shown, "search"), told);
      QVERIFY(says(shown.window.statusBar()->currentMessage(), {strategy_name(kind("search"))}));
      // The time was that of another run.
      QVERIFY(!planning.run_took() && !shown.status().contains(strategy_name(kind("search"))));
    }
    QCOMPARE(planning.view().plan->footprint, planning.view_of(&kind("search")).plan->footprint);
    QVERIFY(validate(*planning.view().graph, *planning.view().plan)->valid());
  }

  /// The best plan of figure 6 takes 22 bytes, the clique 20: what the search proves is said of every plan.
  void a_bound_that_was_proved_holds_for_all() {
    Shown& shown = fresh(":/samples/somas_figure_6.stowage.json");
    shown.trigger("search_for_better");
    const Planning& planning = shown.window.planning();
    QCOMPARE(planning.view().plan->lower_bound, Bytes{22});
    for (const LayoutStrategy& strategy : live_strategies())
      if (const auto plan = planning.view_of(&strategy).plan) {
        QCOMPARE(plan->lower_bound, Bytes{22});
        QCOMPARE(plan->proved_optimal, plan->footprint == Bytes{22});
      }
    QCOMPARE(row(shown, "search").siblingAtColumn(StrategyTableModel::kGap).data().toString(), QString("0%"));
    QCOMPARE(planning.proved_plan()->lower_bound, Bytes{22});
    // That goes with the next planning.
    shown.align({64});
    QCOMPARE(planning.view().plan->lower_bound, planning.view().bounds->best());
  }

  /// Escape ends the search, which has a plan to give.
  void cancel_keeps_the_best() {
    Shown& shown = fresh();
    open_hard(shown, hard_graph());
    shown.part<QAction>("search_for_better")->trigger();
    QTRY_VERIFY(shown.part<QWidget>("gap_chart")->isVisible());
    QVERIFY(shown.window.planning().run_strategy());
    QTest::keyClick(&shown.window, Qt::Key_Escape);
    QVERIFY(says(shown.window.statusBar()->currentMessage(), {strategy_name(kind("search"))}));
    shown.window.planning().cancel();  // again and again, while it is stopping
    shown.window.planning().cancel();
    QTest::keyClick(&shown.window, Qt::Key_Escape);
    shown.settle();
    QVERIFY(!shown.window.planning().run_strategy());
    QCOMPARE(shown.shown_strategy(), std::string("search"));
    QVERIFY(validate(*shown.window.planning().view().graph, *shown.window.planning().view().plan)->valid());
    QVERIFY(shown.part<QLabel>("gap_note")->text().contains('%'));  // against the bound
  }

  void an_edit_forgets_it() {
    Shown& shown = fresh(kTraining);
    click(shown, "bump");
    QTest::keyClick(shown.part<QTableView>("strategy_view"), Qt::Key_Return);
    shown.settle();
    QCOMPARE(shown.shown_strategy(), std::string("bump"));
    shown.align({64});
    QCOMPARE(footprint(shown, "bump"), kNotRun);
    QVERIFY(shown.shown_strategy() != "bump" && shown.shown_strategy() != "none");
    QVERIFY(shown.window.planning().follows_best());
    QVERIFY(!shown.window.planning().view_of(&kind("bump")).plan);
  }

  void escape_and_the_button_cancel_it() {
    Shown& shown = fresh(slow_graph());
    const std::string before = shown.shown_strategy();
    const bool best = shown.window.planning().follows_best();
    for (const bool by_key : {true, false}) {
      click(shown, "mincost-flow");
      test::click(button(shown));
      QCOMPARE(shown.window.planning().run_strategy(), &kind("mincost-flow"));
      QCOMPARE(footprint(shown, "mincost-flow"), QString("…"));
      QVERIFY(shown.window.busy());
      if (by_key)
        QTest::keyClick(&shown.window, Qt::Key_Escape);
      else
        test::click(button(shown));
      QVERIFY(!shown.window.planning().run_strategy());
      QVERIFY(says(shown.window.statusBar()->currentMessage(), {strategy_name(kind("mincost-flow"))}));
      QCOMPARE(footprint(shown, "mincost-flow"), kNotRun);
      QCOMPARE(shown.shown_strategy(), before);
      QCOMPARE(shown.window.planning().follows_best(), best);
    }
  }

  void a_run_that_failed_says_why() {
    qputenv("STOWAGE_SOLVER", "/no/such/highs");
    Shown& shown = fresh();
    shown.open(":/samples/somas_figure_6.stowage.json");  // whose bound no plan meets: else nothing is to be solved
    click(shown, "mip");
    test::click(button(shown));
    shown.settle();
    qunsetenv("STOWAGE_SOLVER");
    QCOMPARE(footprint(shown, "mip"), kFailed);
    const QString reason = row(shown, "mip").data(Qt::ToolTipRole).toString();
    QVERIFY(says(reason, {"/no/such/highs"}));
    QVERIFY(says(shown.message()->text(), {strategy_name(kind("mip")), "/no/such/highs"}));
    QVERIFY(button(shown)->isEnabled());  // to try again
    QTest::keyClick(&shown.window, Qt::Key_F5);
    shown.settle();
    QCOMPARE(footprint(shown, "mip"), kNotRun);
  }

  void what_cannot_be_run_says_why() {
    Shown& shown = fresh(kTraining);
    const StrategyTableModel& model = shown.window.findChild<StrategyPanel*>()->model();
    const StrategyRow& refused = model.rows()[static_cast<std::size_t>(model.results().row_of(&kind("gergov")))];
    QCOMPARE(footprint(shown, "gergov"), refused.refusal.value().brief);
    QVERIFY(row(shown, "gergov").data(Qt::ToolTipRole).toString().contains(refused.refusal->reason));
    click(shown, "gergov");
    QVERIFY(!button(shown)->isEnabled());
  }

 private:
  static const LayoutStrategy& kind(const char* id) { return *find_layout_strategy(id); }
};

STOWAGE_WINDOW_TEST(WindowRunTest);
#include "tst_window_run.moc"
