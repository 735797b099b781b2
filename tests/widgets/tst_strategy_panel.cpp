// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/shown_strategies.h"
#include "widgets/controls/strategy_toggles.h"
#include "widgets/tables/text_table.h"
#include "widgets/views/strategies/strategy_box.h"
#include "widgets/views/strategies/strategy_panel.h"
#include "widgets/views/strategies/strategy_table_model.h"

using namespace stowage;
using namespace stowage::test;

class StrategyPanelTest : public QObject {
  Q_OBJECT

 private slots:
  /// By the menu of a row, and by the button beside what is pinned.
  void a_row_is_pinned_by_its_menu() {
    ShownStrategies shown;
    shown.fill();
    std::vector<const LayoutStrategy*> pinned;
    int unpinned = 0;
    connect(&shown.panel, &StrategyPanel::pin_requested, &shown.panel,
            [&](const LayoutStrategy* choice) { pinned.push_back(choice); });
    connect(&shown.panel, &StrategyPanel::unpin_requested, &shown.panel, [&] { ++unpinned; });
    QVERIFY(shown.table()->isColumnHidden(StrategyTableModel::kDelta));
    const QModelIndex row = shown.table()->model()->index(2, 0);
    const QString name = row.data().toString(), id = row.data(kExactRole).toString();
    emit shown.table()->customContextMenuRequested(shown.table()->visualRect(row).center());
    auto* menu = shown.panel.findChild<QMenu*>();
    QVERIFY(menu && menu->isVisible());
    QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, Qt::Key_Return);
    QCOMPARE(pinned.size(), std::size_t{1});
    QCOMPARE(QString::fromUtf8(pinned.front()->id.data()), id);

    shown.results.set_baseline(id.toStdString(), Bytes{1000});
    QVERIFY(!shown.table()->isColumnHidden(StrategyTableModel::kDelta));
    QVERIFY(shown.panel.findChild<QLabel*>("baseline")->text().contains(name));
    click(shown.panel.findChild<QToolButton*>("unpin"));
    QCOMPARE(unpinned, 1);
    shown.results.unpin();
    QVERIFY(shown.table()->isColumnHidden(StrategyTableModel::kDelta));
  }

  void standard_strategies_come_first() {
    StrategyTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rows().size(), layout_strategies().size());
    QVERIFY(std::ranges::is_partitioned(model.rows(), [](const StrategyRow& row) { return row.strategy->standard; }));
    ToldResults results(model);
    results.begin();
    results.set_result(strategy("so.size.best"), Bytes{10}, 1);
    results.set_imported(Bytes{12});
    results.set_imported(Bytes{14});
    results.set_baseline("before", Bytes{10});
    QCOMPARE(model.index(0, StrategyTableModel::kDelta).data().toString(), QString("+4 B"));
    QCOMPARE(model.index(0, StrategyTableModel::kDeltaShare).data().toString(), QString("+40.0%"));
    results.set_imported(Bytes{1}, 3);
    QVERIFY(model.index(0, StrategyTableModel::kTitle).data().toString().contains("3 violation"));
    results.unpin();
    QCOMPARE(model.index(0, StrategyTableModel::kDelta).data().toString(), QString());
    QCOMPARE(model.rows().size(), layout_strategies().size() + 1);
    results.set_imported({});
    QCOMPARE(model.rows().size(), layout_strategies().size());
  }

  void rows_fill_in_as_plans_come() {
    ShownStrategies shown;
    const LayoutStrategy& first = strategy("so.size.best");
    QCOMPARE(shown.cell(first, StrategyTableModel::kFootprint), QString("–"));
    shown.results.begin();
    QCOMPARE(shown.cell(first, StrategyTableModel::kFootprint), QString("…"));
    shown.results.set_bounds(bounds_of(1000, false));
    shown.results.set_result(first, Bytes{1100}, 2.5);
    QCOMPARE(shown.cell(first, StrategyTableModel::kGap), QString("…"));
    shown.results.set_bounds(bounds_of(1000, true));
    QCOMPARE(shown.cell(first, StrategyTableModel::kGap), QString("+10.0%"));
    shown.results.set_result(strategy("mo.size.best"), Bytes{1000}, 2.5);
    QCOMPARE(shown.cell(strategy("mo.size.best"), StrategyTableModel::kGap), QString("0%"));
    QCOMPARE(shown.results.set.least(), Bytes{1000});
    shown.results.end();
    QCOMPARE(shown.cell(strategy("so.unsafe.first"), StrategyTableModel::kFootprint), QString("–"));
  }

  void no_plan_is_optimal_while_sizes_are_unknown() {
    ShownStrategies shown;
    const LayoutStrategy& first = strategy("so.size.best");
    const auto is_bold = [&] {
      return shown.panel.model().index(shown.results.set.row_of(&first), 0).data(Qt::FontRole).value<QFont>().bold();
    };
    shown.results.begin();
    shown.results.set.set_ground(
        {.graph = std::make_shared<const Graph>(unknown_size()), .bounds = bounds_of(9, true)});
    shown.results.set_result(first, Bytes{9}, 2.5);
    QCOMPARE(shown.cell(first, StrategyTableModel::kFootprint), QString("≥ 9 B"));
    QCOMPARE(shown.cell(first, StrategyTableModel::kGap), QString());  // both are only "at least"
    const QString unknown = shown.cell(first, StrategyTableModel::kGap, Qt::ToolTipRole);
    QVERIFY(!is_bold());
    shown.results.set.set_ground({.bounds = bounds_of(9, true)});
    shown.results.show();
    QCOMPARE(shown.cell(first, StrategyTableModel::kGap), QString("0%"));
    QVERIFY(is_bold() &&
            shown.cell(first, StrategyTableModel::kGap, Qt::ToolTipRole) != unknown);  // which said nothing of optimal
  }

  void figures_of_before_are_grey_until_replaced() {
    ShownStrategies shown;
    shown.fill();
    const LayoutStrategy& first = strategy("so.size.best");
    const auto ink = [&] {
      return shown.panel.model()
          .index(shown.results.set.row_of(&first), 1)
          .data(Qt::ForegroundRole)
          .value<QBrush>()
          .color();
    };
    QCOMPARE(ink(), QBrush().color());
    shown.results.begin();
    QCOMPARE(ink(), QGuiApplication::palette().color(QPalette::PlaceholderText));
    QVERIFY(!shown.results.set.least());
    shown.results.set_result(first, Bytes{5}, 1);
    QCOMPARE(ink(), QBrush().color());
  }

  void figures_sort_as_numbers() {
    ShownStrategies shown;
    shown.results.begin();
    shown.results.set_result(strategy("so.size.best"), Bytes{2048}, 12);
    shown.results.set_result(strategy("so.size.first"), Bytes{900}, 3);
    shown.results.set_result(strategy("mo.size.best"), Bytes{100'000}, 100);
    for (const auto column : {StrategyTableModel::kFootprint, StrategyTableModel::kTime}) {
      shown.table()->sortByColumn(column, Qt::AscendingOrder);
      const QAbstractItemModel* sorted = shown.table()->model();
      QCOMPARE(sorted->index(0, 0).data(kExactRole).toString(), QString("so.size.first"));
      QCOMPARE(sorted->index(1, 0).data(kExactRole).toString(), QString("so.size.best"));
      QCOMPARE(sorted->index(2, 0).data(kExactRole).toString(), QString("mo.size.best"));
    }
  }

  void a_click_in_the_table_asks_for_that_plan() {
    ShownStrategies shown;
    shown.fill();
    const QRect cell = shown.table()->visualRect(shown.table()->model()->index(3, 1));
    QTest::mouseClick(shown.table()->viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE(shown.chosen.size(), 1u);
    QCOMPARE(shown.chosen.front(), shown.panel.model().rows()[3].strategy);
    shown.panel.set_shown(shown.chosen.front());
    QTest::keyClick(shown.table(), Qt::Key_Down);
    QCOMPARE(shown.chosen.back(), shown.panel.model().rows()[4].strategy);
  }

  /// Every strategy named OBJECT.SORT.FIT can be reached with the three rows of buttons of the strategy box.
  void toggles_reach_every_strategy() {
    ShownStrategies shown;
    shown.fill();
    StrategyBox box(shown.panel);
    box.show();
    shown.panel.set_shown(&strategy("so.size.best"));
    connect(&shown.panel, &StrategyPanel::strategy_chosen, &shown.panel, &StrategyPanel::set_shown);
    for (const LayoutStrategy& each : live_strategies()) {
      const QStringList words = QString::fromUtf8(each.id.data(), static_cast<qsizetype>(each.id.size())).split('.');
      if (words.size() != 3) continue;
      for (const QString& word : words)
        for (QToolButton* button : box.findChildren<QToolButton*>())
          if (button->defaultAction() && button->defaultAction()->data() == word) {
            click(&box);
            QVERIFY(button->isVisible());
            click(button);
          }
      QCOMPARE(shown.chosen.back(), &each);
    }
  }

  /// The box tells the plan shown and its gap, and no figure that a lesson asks for.
  void the_box_tells_the_plan() {
    ShownStrategies shown;
    StrategyBox box(shown.panel);
    shown.results.begin();
    shown.results.set_result(strategy("so.size.first"), Bytes{1100}, 1);
    shown.results.set_result(strategy("mo.size.best"), Bytes{1000}, 1);
    shown.results.set_bounds(bounds_of(1000, true));
    shown.results.end();
    shown.panel.set_shown(&strategy("so.size.first"));
    QVERIFY2(box.text().contains("1.07 KiB") && box.text().contains("+10.0%"), qPrintable(box.text()));
    QVERIFY(box.toolTip().contains("so.size.first"));
    shown.panel.set_shown(&strategy("mo.size.best"));
    QVERIFY2(box.text().contains("1,000 B") && !box.text().contains('%'), qPrintable(box.text()));
    box.set_figures_hidden(true);
    QVERIFY(!box.text().contains("1,000"));
    QVERIFY(!box.accessibleName().contains("1,000") && !box.toolTip().contains("1,000"));
  }

  void a_toggle_clicked_again_stays() {
    ShownStrategies shown;
    shown.panel.set_shown(&strategy("so.size.best"));
    QAction* size = shown.panel.toggles().actions(StrategyToggles::kSort).at(0);
    for (QAction* action : shown.panel.toggles().actions(StrategyToggles::kSort))
      if (action->data() == "size") size = action;
    size->trigger();
    QVERIFY(size->isChecked());
    QCOMPARE(shown.chosen.back(), &strategy("so.size.best"));
  }

  /// The largest gap has the longest bar, and each bar is as long as its share of that; without a gap there is none.
  void bars_of_gaps_are_as_long_as_they_say() {
    ShownStrategies shown;
    shown.panel.resize(700, 720);
    shown.results.begin();
    for (const auto& [id, footprint] :
         {std::pair("so.size.best", 1000), {"so.size.first", 1100}, {"mo.size.best", 1400}})
      shown.results.set_result(strategy(id), Bytes{footprint}, 1);
    shown.results.set_bounds(bounds_of(1000, true));
    shown.results.end();
    wait_until_idle();
    const QImage image = shown.table()->viewport()->grab().toImage();
    const QColor ink = shown.table()->palette().color(QPalette::Highlight);
    const auto length = [&](const char* id) {
      const QRect cell =
          shown.table()->visualRect(row_named(shown.table(), id).siblingAtColumn(StrategyTableModel::kGap));
      int pixels = 0;
      for (int x = cell.left(); x <= cell.right(); ++x) pixels += image.pixelColor(x, cell.center().y()) == ink;
      return pixels;
    };
    QCOMPARE(length("so.size.best"), 0);
    QVERIFY(length("mo.size.best") > 20);
    QVERIFY(std::abs(4 * length("so.size.first") - length("mo.size.best")) <= 4);
  }

  /// Exact figures take the room that they need, so that small ones leave the gaps in sight; large ones are whole.
  void exact_footprints_leave_room_for_the_gaps() {
    set_number_format({.units = NumberFormat::Units::exact});
    for (const std::int64_t bytes : {std::int64_t{960}, std::int64_t{123'456'789'012}}) {
      ShownStrategies shown;
      shown.panel.resize(340, 500);
      shown.fill(bytes, 10);
      shown.results.set_bounds(bounds_of(bytes, true));
      wait_until_idle();
      const QTableView* table = shown.table();
      const int width = table->columnWidth(StrategyTableModel::kFootprint);
      QVERIFY(width > table->fontMetrics().horizontalAdvance(human_bytes(Bytes{bytes + 200})));
      if (bytes > 1000) continue;
      const int right =
          table->columnViewportPosition(StrategyTableModel::kGap) + table->columnWidth(StrategyTableModel::kGap);
      QVERIFY2(right <= table->viewport()->width(), qPrintable(QString::number(right)));
    }
    set_number_format({});
  }

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
    shown.panel.set_nothing_shown();
    QVERIFY(!shown.table()->selectionModel()->hasSelection());
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

STOWAGE_GUI_TEST(StrategyPanelTest);
#include "tst_strategy_panel.moc"
