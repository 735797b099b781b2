// SPDX-License-Identifier: GPL-3.0-or-later
// Which row of the strategies is marked: that of the plan that is shown.
#include <QtTest>

#include "tests/start/test_entry.h"
#include "tests/widgets/shown_strategies.h"
#include "widgets/controls/strategy_toggles.h"

using namespace stowage;
using namespace stowage::test;

class StrategyMarksTest : public QObject {
  Q_OBJECT

 private slots:
  /// The imported plan is marked like any other, however often its row comes and goes.
  void the_imported_plan_is_marked_while_it_is_shown() {
    ShownStrategies shown;
    shown.fill(1000, 100);
    shown.panel.set_shown(&strategy("so.size.best"));
    shown.results.set_imported(Bytes{1500});
    QCOMPARE(shown.marked(), QString("so.size.best"));  // another row came above it
    shown.panel.set_shown(nullptr);
    QCOMPARE(shown.marked(), QString("imported"));
    for (const auto part : {StrategyToggles::kObject, StrategyToggles::kSort, StrategyToggles::kFit})
      for (const QAction* action : shown.panel.toggles().actions(part)) QVERIFY(!action->isChecked());
    shown.results.set_imported(Bytes{1400});  // another file
    QCOMPARE(shown.marked(), QString("imported"));
    shown.panel.set_shown(&strategy("so.size.first"));
    shown.results.set_imported({});
    QCOMPARE(shown.marked(), QString("so.size.first"));
    shown.panel.set_shown(nullptr);  // said before its row is there
    QCOMPARE(shown.marked(), QString());
    shown.results.set_imported(Bytes{1300});
    QCOMPARE(shown.marked(), QString("imported"));
    QVERIFY(shown.chosen.empty());  // none of this was the user's choice
  }

  /// After a cancelled planning: what has no plan cannot be chosen, and a click on it moves nothing.
  void rows_without_a_plan_are_not_marked() {
    ShownStrategies shown;
    shown.results.begin();
    shown.results.set_result(strategy("so.size.best"), Bytes{1000}, 1);
    shown.results.set_result(strategy("so.size.first"), {}, 1);
    shown.results.end();
    shown.panel.set_shown(&strategy("so.size.best"));
    for (const char* id : {"so.size.first", "mo.size.first"}) {
      QCOMPARE(shown.cell(strategy(id), StrategyTableModel::kFootprint), QString("–"));
      shown.click(id);
      QCOMPARE(shown.marked(), QString("so.size.best"));
    }
    QVERIFY(shown.chosen.empty());
    shown.panel.toggles().actions(StrategyToggles::kObject).back()->trigger();
    QCOMPARE(shown.chosen.size(), std::size_t{1});
    for (const QAction* action : shown.panel.toggles().actions(StrategyToggles::kObject))
      QCOMPARE(action->isChecked(), action->data() == "so");
  }

  /// A row whose plan is still being made can be asked for; the mark moves once it is shown.
  void the_mark_waits_for_the_plan() {
    ShownStrategies shown;
    shown.results.begin();
    shown.results.set_result(strategy("so.size.best"), Bytes{1000}, 1);
    shown.panel.set_shown(&strategy("so.size.best"));
    shown.click("so.size.first");
    QCOMPARE(shown.chosen.back(), &strategy("so.size.first"));
    QCOMPARE(shown.marked(), QString("so.size.best"));
    const auto fit = [&] {
      for (const QAction* action : shown.panel.toggles().actions(StrategyToggles::kFit))
        if (action->isChecked()) return action->data().toString();
      return QString();
    };
    QCOMPARE(fit(), QString("first"));  // asked for
    shown.results.end();                // cancelled
    QCOMPARE(fit(), QString("best"));
    QCOMPARE(shown.marked(), QString("so.size.best"));
  }

  /// Neither a click on what is stale, nor one with Ctrl, takes the mark from the plan shown.
  void the_mark_stays_where_the_plan_is() {
    ShownStrategies shown;
    shown.fill();
    shown.panel.set_shown(&strategy("so.size.best"));
    shown.results.begin();
    shown.results.end();
    shown.click("so.size.first");
    QCOMPARE(shown.marked(), QString("so.size.best"));
    shown.click("so.size.best", Qt::ControlModifier);
    QCOMPARE(shown.marked(), QString("so.size.best"));
  }
};

STOWAGE_GUI_TEST(StrategyMarksTest);
#include "tst_strategy_marks.moc"
