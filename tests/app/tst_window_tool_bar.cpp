// SPDX-License-Identifier: GPL-3.0-or-later
// The tool bar and the headline: what they tell of the plan, and what they leave out where there is little room.
#include "core/graph/claims.h"
#include "tests/app/window_test.h"
#include "widgets/controls/headline.h"
#include "widgets/views/strategies/strategy_box.h"
#include "widgets/views/strategies/strategy_panel.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace {

const QString kSince = QStringLiteral("Since baseline");

std::optional<Headline::Figure> figure(Shown& shown, const QString& name) {
  for (const Headline::Figure& each : shown.window.centre().headline().figures())
    if (each.name == name) return each;
  return std::nullopt;
}

}  // namespace

class WindowToolBarTest : public WindowTest {
  Q_OBJECT

 private slots:
  /// Words go first, then the name of the strategy; all that is in the bar is seen.
  void it_shortens_where_it_is_narrow() {
    Shown& shown = fresh();
    QVERIFY(!shown.part<QLabel>("align_label")->isEnabled());  // as its box
    shown.open(kTraining);
    QVERIFY(shown.part<QLabel>("align_label")->isEnabled());
    auto* bar = shown.part<QToolBar>("tools");
    auto* box = shown.part<StrategyBox>("strategy_box");
    auto* pin = qobject_cast<QToolButton*>(bar->widgetForAction(shown.part<QAction>("pin")));
    for (const auto& [width, words, name] :
         {std::tuple{1600, true, true}, {1000, false, true}, {820, false, false}, {1600, true, true}}) {
      shown.window.resize(width, 800);
      wait_until_idle();
      QTRY_COMPARE(pin->toolButtonStyle() == Qt::ToolButtonTextBesideIcon, words);
      QTRY_COMPARE(box->text().contains("fit"), name);
      QVERIFY(box->text().contains("4.27 MiB"));
      for (QAction* action : bar->actions())
        if (action->isVisible() && !action->isSeparator() && !action->text().isEmpty())
          QVERIFY2(bar->widgetForAction(action)->isVisible(), qPrintable(action->text()));
    }
  }

  /// A bound that holds only for assumed lifetimes proves nothing of the program.
  void nothing_assumed_is_called_optimal() {
    const Graph known = make_training_graph({.layers = 2, .streams = 1, .branches = 1});
    for (const bool assumed : {false, true}) {
      Shown& shown = fresh(scratch_.write("assumed.stowage.json", assumed ? as_assumed(known) : known));
      QCOMPARE(figure(shown, QStringLiteral("Gap"))->value.contains("optimal"), !assumed);
      QCOMPARE(shown.part<StrategyBox>("strategy_box")->text().contains("optimal"), !assumed);
    }
  }

  /// Nowhere in the window is a difference of footprints of which only the least is known.
  void what_is_not_counted_is_compared_with_nothing() {
    Graph::Data data = make_training_graph({.layers = 2, .streams = 3, .branches = 2}).data();
    set_unknown_size(data, 3, true);
    const QString unknown = scratch_.write("unknown.stowage.json", Graph(std::move(data)));
    for (const QString& file : {unknown, QString(":/samples/loop_convolution.stowage.json")}) {
      Shown& shown = fresh(file);
      auto* view = shown.part<QTableView>("strategy_view");
      const StrategyTableModel& model = shown.window.findChild<StrategyPanel*>()->model();
      if (auto* more = shown.part<QToolButton>("more_strategies"); more->isVisible() && !more->isChecked()) click(more);
      click(view, row_named(view, "so.size.best"));
      QTest::keyClick(&shown.window, Qt::Key_B, Qt::ControlModifier);
      click(view, row_named(view, "mo.breadth.first"));
      shown.settle();
      QCOMPARE(shown.shown_strategy(), std::string("mo.breadth.first"));
      const Bytes pinned = shown.window.planning().results().baseline()->plan->footprint;
      const Bytes now = shown.plan().footprint;
      QVERIFY(now != pinned || file != unknown);
      for (const StrategyRow& row : model.results().rows()) {
        const QModelIndex at = model.index(model.results().row_of(row.strategy), 0);
        if (!row.footprint) continue;
        QVERIFY(!at.data(Qt::FontRole).value<QFont>().bold());
        for (const auto column :
             {StrategyTableModel::kDelta, StrategyTableModel::kDeltaShare, StrategyTableModel::kGap})
          QCOMPARE(at.siblingAtColumn(column).data().toString(), QString());
      }
      QVERIFY2(shown.status().contains("at least") && !shown.status().contains('%'), qPrintable(shown.status()));
      QVERIFY(shown.part<StrategyBox>("strategy_box")->toolTip().contains("at least"));
      QVERIFY(figure(shown, kSince) && !figure(shown, kSince)->value.contains("B"));
      QTest::keyClick(&shown.window, Qt::Key_F9);
      shown.settle();
      const QString summary = shown.part<QLabel>("compare_summary")->text();
      QVERIFY2(!summary.contains(human_bytes({std::abs((now - pinned).count)})) && !summary.contains(" less "),
               qPrintable(summary));
      QVERIFY(!shown.part<QWidget>("header_b")->findChild<QLabel*>("delta")->text().contains('B'));
      QVERIFY(shown.part<QWidget>("header_b")->findChild<QComboBox*>()->currentText().contains("at least"));
    }
  }

  void the_headline_tells_the_plan_and_what_changed() {
    Shown& shown = fresh(kTraining);
    const Planning& planning = shown.window.planning();
    QCOMPARE(figure(shown, "Footprint")->value, human_bytes(planning.view().plan->footprint));
    QCOMPARE(figure(shown, "Gap")->tone, Headline::Tone::good);
    QVERIFY(planning.view().plan->proved_optimal && !figure(shown, kSince));
    shown.part<QAction>("pin")->trigger();
    QCOMPARE(figure(shown, kSince)->tone, Headline::Tone::plain);
    shown.choose("mo.breadth.best");  // larger
    QCOMPARE(figure(shown, kSince)->tone, Headline::Tone::bad);
    QVERIFY(figure(shown, kSince)->value.startsWith('+'));
    QVERIFY(figure(shown, "Gap")->value.startsWith('+'));
    shown.part<QAction>("pin")->trigger();
    shown.choose("so.size.best");
    QCOMPARE(figure(shown, kSince)->tone, Headline::Tone::good);
    shown.window.close_document();
    QVERIFY(shown.window.centre().headline().figures().empty());
  }

  /// What the bodies of loops need comes on top.
  void loops_that_are_not_counted_make_no_plan_optimal() {
    Shown& shown = fresh(":/samples/loop_convolution.stowage.json");
    const Plan& plan = shown.plan();
    QCOMPARE(plan.footprint, plan.lower_bound);
    QVERIFY(!plan.proved_optimal && figure(shown, "Loops"));
    QVERIFY(figure(shown, "Footprint")->value != human_bytes(plan.footprint));  // but at least that
    QVERIFY(figure(shown, "Footprint")->value.contains(human_bytes(plan.footprint)));
    QVERIFY(!figure(shown, "Gap"));  // of what is counted alone it would say nothing
  }

  /// Neither headline nor strategy box tells what a lesson asks for.
  void what_a_lesson_asks_for_is_not_told() {
    Shown& shown = fresh(kFit);
    const QString footprint = human_bytes(shown.plan().footprint);
    QVERIFY(!figure(shown, "Footprint"));
    QVERIFY(!shown.part<StrategyBox>("strategy_box")->text().contains(footprint));
  }
};

STOWAGE_WINDOW_TEST(WindowToolBarTest);
#include "tst_window_tool_bar.moc"
