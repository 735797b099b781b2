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

  /// With more tensors than the matching settles while it is looked at.
  QString slow_graph() const {
    return scratch_.write("slow.stowage.json", make_training_graph(training_graph_of(1600, 4)));
  }

  /// That no strategy plans as well as is possible, and search not soon.
  QString hard_graph() const {
    return scratch_.write(
        "hard.stowage.json",
        random_graph({.seed = 8, .operators = 900, .streams = 4, .fan = 3, .window = 60, .groups = 80}));
  }

 private slots:
  /// Then it is compared and pinned like others, until an edit.
  void its_plan_is_shown() {
    Shown& shown = fresh(kTraining);
    const Planning& planning = shown.window.planning();
    const std::string before = shown.shown_strategy();
    QVERIFY(shown.plan().footprint == planning.view().bounds->best());
    for (const char* id : {"mincost-flow", "auto"}) QCOMPARE(footprint(shown, id), kNotRun);  // the bound is met
    click(shown, "gergov");
    QVERIFY(!button(shown)->isEnabled());  // it does not plan such graphs
    click(shown, "mincost-flow");
    QCOMPARE(shown.shown_strategy(), before);
    test::click(button(shown));
    shown.settle();
    QCOMPARE(shown.shown_strategy(), std::string("mincost-flow"));
    const PlanView& view = planning.view();
    QCOMPARE(view.plan->strategy, std::string("mincost-flow"));
    QVERIFY(validate(*view.graph, *view.plan)->valid());
    QVERIFY(!view.stale && !view.planning);
    QVERIFY(footprint(shown, "mincost-flow") != kNotRun);
    // As the command line makes it.
    const Conflicts conflicts = Conflicts::compute(*view.graph).value();
    const LayoutProblem problem = LayoutProblem::make(*view.graph, conflicts).value();
    QCOMPARE(view.plan->footprint, make_plan(kind("mincost-flow"), problem)->footprint);
    for (const char* id : {"so.size.best", "mincost-flow"}) {
      click(shown, id);
      QCOMPARE(shown.shown_strategy(), std::string(id));
    }
    shown.window.planning().pin_baseline(&kind("mincost-flow"));
    QCOMPARE(planning.results().baseline()->plan->strategy, std::string("mincost-flow"));

    click(shown, "bump");
    QTest::keyClick(shown.part<QTableView>("strategy_view"), Qt::Key_Return);
    shown.settle();
    QCOMPARE(shown.shown_strategy(), std::string("bump"));
    shown.align({64});
    QCOMPARE(footprint(shown, "bump"), kNotRun);
    QVERIFY(shown.shown_strategy() != "bump" && shown.shown_strategy() != "none");
    QVERIFY(planning.follows_best() && !planning.view_of(&kind("bump")).plan);
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
    const auto found = [&] { return planning.view_of(&kind("auto")).plan; };
    QVERIFY(found());
    QCOMPARE(footprint(shown, "auto"), human_bytes(found()->footprint));
    Bytes least = found()->footprint;
    for (const LayoutStrategy& strategy : live_strategies())
      if (const auto plan = planning.view_of(&strategy).plan) least = std::min(least, plan->footprint);
    QVERIFY(planning.follows_best());
    QCOMPARE(shown.plan().footprint, least);
    QVERIFY(least < planning.view_of(&kind("so.size.best")).plan->footprint);
    QCOMPARE(shown.shown_strategy(), std::string("auto"));
    QVERIFY(says(shown.status(), {"Automatic"}));
    QVERIFY(!shown.part<QWidget>("found_words")->isVisible());  // that is for those who asked

    // What the user chose stays, and after an edit it is made again.
    click(shown, "so.size.best");
    shown.align({64});
    QCOMPARE(shown.shown_strategy(), std::string("so.size.best"));
    QVERIFY(found() && is_safe(*found(), shown.graph()));
  }

  /// From the tool bar: what is found is told, and is one more plan. The best plan of figure 6 takes 22
  /// bytes, the clique 20: what the search proves is said of every plan.
  void search_for_better() {
    Shown shown(scratch_, kTraining);
    const Planning& planning = shown.window.planning();
    auto* words = shown.part<QLabel>("found_words");
    QVERIFY(!words->isVisible());
    const auto* bar = shown.part<QToolBar>("tools");
    auto* tool = qobject_cast<QToolButton*>(bar->widgetForAction(shown.part<QAction>("search_for_better")));
    QVERIFY2(tool && tool->isVisible(), qPrintable(QString::number(shown.window.width())));
    QVERIFY2(tool->toolTip().contains("(Ctrl+Shift+P)"), qPrintable(tool->toolTip()));
    test::click(tool);
    QCOMPARE(planning.run_strategy(), &kind("search"));
    shown.settle();
    QCOMPARE(shown.shown_strategy(), std::string("search"));
    QVERIFY(is_safe(shown.plan(), shown.graph()) && shown.plan().proved_optimal && words->isVisible());
    QVERIFY(says(words->text(), {human_bytes(shown.plan().footprint)}));
    QVERIFY(!words->text().contains('%'));  // no plan is smaller
    shown.align({64});
    QVERIFY(!words->isVisible());

    shown.open(":/samples/somas_figure_6.stowage.json");
    shown.trigger("search_for_better");
    QCOMPARE(shown.plan().lower_bound, Bytes{22});
    for (const LayoutStrategy& strategy : live_strategies())
      if (const auto plan = planning.view_of(&strategy).plan) {
        QCOMPARE(plan->lower_bound, Bytes{22});
        QCOMPARE(plan->proved_optimal, plan->footprint == Bytes{22});
      }
    QCOMPARE(row(shown, "search").siblingAtColumn(StrategyTableModel::kGap).data().toString(), QString("0%"));
    QCOMPARE(planning.proved_plan()->lower_bound, Bytes{22});
    // That goes with the next planning.
    shown.align({64});
    QCOMPARE(shown.plan().lower_bound, planning.view().bounds->best());
  }

  /// An edit does not wait for Automatic, which the user ends for good. Escape ends the search, which has a plan to
  /// give. A run that is ended early has often less to give than one that was let go on.
  void runs_end_and_a_second_search_keeps_the_better_plan() {
    std::vector<Bytes> found;
    Shown shown(scratch_);  // what listens to its planning goes with it
    Planning& planning = shown.window.planning();
    const auto automatic_runs = [&] { return planning.run_strategy() == &kind("auto"); };
    shown.window.open_file(hard_graph());
    wait_until(automatic_runs);
    QVERIFY(planning.took() && shown.window.busy());
    shown.window.document().change_alignment({64});
    QVERIFY(!planning.run_strategy());
    QCOMPARE(planning.stage(), Planning::Stage::relating);
    shown.history().undo();
    wait_until(automatic_runs);
    QTest::keyClick(&shown.window, Qt::Key_Escape);
    shown.settle();  // it is not begun again
    QVERIFY(shown.plan().footprint.count > 0 && !planning.view().stale);
    connect(&planning, &Planning::run_improved, &shown.window,
            [&](const Improvement& now) { found.push_back(now.footprint); });
    QElapsedTimer clock;
    const auto search_until = [&](const auto& enough) {
      found.clear();
      clock.start();
      QTest::keyClick(&shown.window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
      QVERIFY(QTest::qWaitFor([&] { return enough() || !planning.run_strategy(); }, kPatience));
      QTest::keyClick(&shown.window, Qt::Key_Escape);
      QVERIFY(says(shown.window.statusBar()->currentMessage(), {strategy_name(kind("search"))}));
      planning.cancel();  // again and again, while it is stopping
      planning.cancel();
      QTest::keyClick(&shown.window, Qt::Key_Escape);
      shown.settle();
      QVERIFY(!planning.run_strategy());
      QCOMPARE(shown.shown_strategy(), std::string("search"));
      QVERIFY(is_safe(shown.plan(), shown.graph()));
    };
    search_until([&] { return !found.empty() && found.back() < found.front(); });
    QVERIFY(shown.part<QLabel>("found_words")->isVisible());
    QVERIFY(shown.part<QLabel>("found_words")->text().contains('%'));  // against the bound
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
    QCOMPARE(shown.plan().footprint, planning.view_of(&kind("search")).plan->footprint);
  }

  void escape_and_the_button_cancel_it() {
    Shown& shown = fresh(slow_graph());
    const Planning& planning = shown.window.planning();
    const std::string before = shown.shown_strategy();
    const bool best = planning.follows_best();
    for (const bool by_key : {true, false}) {
      click(shown, "mincost-flow");
      test::click(button(shown));
      QCOMPARE(planning.run_strategy(), &kind("mincost-flow"));
      QCOMPARE(footprint(shown, "mincost-flow"), QString("…"));
      QVERIFY(shown.window.busy());
      by_key ? QTest::keyClick(&shown.window, Qt::Key_Escape) : test::click(button(shown));
      QVERIFY(!planning.run_strategy());
      QVERIFY(says(shown.window.statusBar()->currentMessage(), {strategy_name(kind("mincost-flow"))}));
      QCOMPARE(footprint(shown, "mincost-flow"), kNotRun);
      QCOMPARE(shown.shown_strategy(), before);
      QCOMPARE(planning.follows_best(), best);
    }
  }

  void a_run_that_failed_says_why() {
    qputenv("STOWAGE_SOLVER", "/no/such/highs");
    Shown& shown =
        fresh(":/samples/somas_figure_6.stowage.json");  // whose bound no plan meets: something is to be solved
    click(shown, "mip");
    test::click(button(shown));
    shown.settle();
    qunsetenv("STOWAGE_SOLVER");
    QCOMPARE(footprint(shown, "mip"), kFailed);
    QVERIFY(says(row(shown, "mip").data(Qt::ToolTipRole).toString(), {"/no/such/highs"}));
    QVERIFY(says(shown.message()->text(), {strategy_name(kind("mip")), "/no/such/highs"}));
    QVERIFY(button(shown)->isEnabled());  // to try again
    QTest::keyClick(&shown.window, Qt::Key_F5);
    shown.settle();
    QCOMPARE(footprint(shown, "mip"), kNotRun);
  }

 private:
  static const LayoutStrategy& kind(const char* id) { return *find_layout_strategy(id); }
  static bool is_safe(const Plan& plan, const Graph& graph) { return validate(graph, plan)->valid(); }
};

STOWAGE_WINDOW_TEST(WindowRunTest);
#include "tst_window_run.moc"
