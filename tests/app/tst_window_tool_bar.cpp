// SPDX-License-Identifier: GPL-3.0-or-later
// The tool bar and the headline: what they tell of the plan, and what they leave out where there is little room.
#include <QLabel>
#include <QToolBar>
#include <QToolButton>
#include <QtTest>
#include <optional>
#include <tuple>

#include "app/frame/time_centre.h"
#include "tests/app/taught.h"
#include "widgets/controls/headline.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/views/strategies/strategy_box.h"

using namespace stowage;
using namespace stowage::test;

namespace {

const QString kSince = QStringLiteral("Since baseline");

std::optional<Headline::Figure> figure(Shown& shown, const QString& name) {
  for (const Headline::Figure& each : shown.window.centre().headline().figures())
    if (each.name == name) return each;
  return std::nullopt;
}

}  // namespace

class WindowToolBarTest : public QObject {
  Q_OBJECT

  Scratch scratch_;

 private slots:
  /// Words go first, then the name of the strategy; all that is in the bar is seen.
  void it_shortens_where_it_is_narrow() {
    Shown shown(scratch_.fresh_settings());
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

  void the_headline_tells_the_plan_and_what_changed() {
    Shown shown(scratch_.fresh_settings());
    shown.open(kTraining);
    const Planning& planning = shown.window.planning();
    QCOMPARE(figure(shown, "Footprint")->value, human_bytes(planning.view().plan->footprint));
    QCOMPARE(figure(shown, "Gap")->tone, Headline::Tone::good);
    QVERIFY(planning.view().plan->proved_optimal && !figure(shown, kSince));
    shown.part<QAction>("pin")->trigger();
    QCOMPARE(figure(shown, kSince)->tone, Headline::Tone::plain);
    const auto choose = [&](const char* id) {
      shown.window.planning().choose(find_layout_strategy(id));
      shown.settle();
    };
    choose("mo.breadth.best");  // larger
    QCOMPARE(figure(shown, kSince)->tone, Headline::Tone::bad);
    QVERIFY(figure(shown, kSince)->value.startsWith('+'));
    QVERIFY(figure(shown, "Gap")->value.startsWith('+'));
    shown.part<QAction>("pin")->trigger();
    choose("so.size.best");
    QCOMPARE(figure(shown, kSince)->tone, Headline::Tone::good);
    shown.window.close_document();
    QVERIFY(shown.window.centre().headline().figures().empty());
  }

  /// What the bodies of loops need comes on top.
  void loops_that_are_not_counted_make_no_plan_optimal() {
    Shown shown(scratch_.fresh_settings());
    shown.open(":/samples/loop_convolution.stowage.json");
    const Plan& plan = *shown.window.planning().view().plan;
    QCOMPARE(plan.footprint, plan.lower_bound);
    QVERIFY(!plan.proved_optimal && figure(shown, "Loops"));
    QVERIFY(figure(shown, "Footprint")->value != human_bytes(plan.footprint));  // but at least that
    QVERIFY(figure(shown, "Footprint")->value.contains(human_bytes(plan.footprint)));
    QVERIFY(!figure(shown, "Gap"));  // of what is counted alone it would say nothing
  }

  /// Neither headline nor strategy box tells what a lesson asks for.
  void what_a_lesson_asks_for_is_not_told() {
    Taught shown(scratch_.fresh_settings());
    shown.open(kFit);
    const QString footprint = human_bytes(shown.window.planning().view().plan->footprint);
    QVERIFY(!figure(shown, "Footprint"));
    QVERIFY(!shown.part<StrategyBox>("strategy_box")->text().contains(footprint));
  }
};

STOWAGE_WINDOW_TEST(WindowToolBarTest);
#include "tst_window_tool_bar.moc"
