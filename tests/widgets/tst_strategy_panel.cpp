// SPDX-License-Identifier: GPL-3.0-or-later
// The table of strategies. Those that are not live are not run until they are asked to, by a button, a key, a double
// click or a menu.
#include "tests/widgets/shown_strategies.h"
#include "widgets/painters/charts/strategy_chart.h"
#include "widgets/views/strategies/strategy_box.h"

using Column = StrategyTableModel::Column;

namespace {

/// A panel on screen after a planning, with its first plan shown; it remembers what was asked for. All strategies are
/// in its table, unless they are to stay folded.
struct Planned : ShownStrategies {
  explicit Planned(bool folded = false) {
    QObject::connect(&panel, &StrategyPanel::run_requested, &panel,
                     [this](const LayoutStrategy* which) { asked.push_back(which); });
    QObject::connect(&panel, &StrategyPanel::run_cancelled, &panel, [this] { ++cancelled; });
    panel.resize(420, 900);
    fill(1000, 0);
    results.end();
    panel.set_shown(&live_strategies()[0]);
    if (!folded) test::click(more());
  }
  QToolButton* more() { return panel.findChild<QToolButton*>("more_strategies"); }
  bool has(const char* id) {
    const QAbstractItemModel* rows = table()->model();
    for (int k = 0; k < rows->rowCount(); ++k)
      if (rows->index(k, 0).data(kExactRole).toString() == id) return true;
    return false;
  }
  QToolButton* button() { return panel.findChild<QToolButton*>("run_strategy"); }
  QModelIndex row(const char* id) { return test::row_named(table(), id); }
  QPoint place(const char* id) {
    table()->scrollTo(row(id));
    return table()->visualRect(row(id)).center();
  }
  QString current() { return table()->currentIndex().siblingAtColumn(0).data(kExactRole).toString(); }

  std::vector<const LayoutStrategy*> asked;
  int cancelled = 0;
};

}  // namespace

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
    QVERIFY(shown.table()->isColumnHidden(Column::kDelta));
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
    QVERIFY(!shown.table()->isColumnHidden(Column::kDelta));
    QVERIFY(shown.panel.findChild<QLabel*>("baseline")->text().contains(name));
    click(shown.panel.findChild<QToolButton*>("unpin"));
    QCOMPARE(unpinned, 1);
    shown.results.unpin();
    QVERIFY(shown.table()->isColumnHidden(Column::kDelta));
  }

  void standard_strategies_come_first() {
    StrategyTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(std::ranges::is_partitioned(model.rows(), [](const StrategyRow& row) { return row.strategy->standard; }));
    ToldResults results(model);
    results.begin();
    results.set_result(strategy("so.size.best"), Bytes{10}, 1);
    results.set_imported(Bytes{12});
    results.set_imported(Bytes{14});
    results.set_baseline("before", Bytes{10});
    QCOMPARE(model.index(0, Column::kDelta).data().toString(), QString("+4 B"));
    QCOMPARE(model.index(0, Column::kDeltaShare).data().toString(), QString("+40.0%"));
    results.set_imported(Bytes{1}, 3);
    QVERIFY(model.index(0, Column::kTitle).data().toString().contains("3 violation"));
    results.unpin();
    QCOMPARE(model.index(0, Column::kDelta).data().toString(), QString());
    QCOMPARE(model.rows().size(), layout_strategies().size() + 1);
    results.set_imported({});
    QCOMPARE(model.rows().size(), layout_strategies().size());
  }

  void rows_fill_in_as_plans_come() {
    ShownStrategies shown;
    QCOMPARE(shown.cell("so.size.best", Column::kFootprint), QString("–"));
    shown.results.begin();
    QCOMPARE(shown.cell("so.size.best", Column::kFootprint), QString("…"));
    shown.results.set_bounds(bounds_of(1000, false));
    shown.results.set_result(strategy("so.size.best"), Bytes{1100}, 2.5);
    QCOMPARE(shown.cell("so.size.best", Column::kGap), QString("…"));
    shown.results.set_bounds(bounds_of(1000, true));
    QCOMPARE(shown.cell("so.size.best", Column::kGap), QString("+10.0%"));
    shown.results.set_result(strategy("mo.size.best"), Bytes{1000}, 2.5);
    QCOMPARE(shown.cell("mo.size.best", Column::kGap), QString("0%"));
    QCOMPARE(shown.results.set.least(), Bytes{1000});
    shown.results.end();
    QCOMPARE(shown.cell("so.unsafe.first", Column::kFootprint), QString("–"));
    // In the next planning figures of the last are grey until replaced.
    const auto ink = [&] { return shown.look("so.size.best", 1, Qt::ForegroundRole).value<QBrush>().color(); };
    QCOMPARE(ink(), QBrush().color());
    shown.results.begin();
    QCOMPARE(ink(), QGuiApplication::palette().color(QPalette::PlaceholderText));
    QVERIFY(!shown.results.set.least());
    shown.results.set_result(strategy("so.size.best"), Bytes{5}, 1);
    QCOMPARE(ink(), QBrush().color());
  }

  void no_plan_is_optimal_while_sizes_are_unknown() {
    ShownStrategies shown;
    const auto is_bold = [&] { return shown.look("so.size.best", 0, Qt::FontRole).value<QFont>().bold(); };
    shown.results.begin();
    shown.results.set.set_ground(
        {.graph = std::make_shared<const Graph>(unknown_size()), .bounds = bounds_of(9, true)});
    shown.results.set_result(strategy("so.size.best"), Bytes{9}, 2.5);
    QCOMPARE(shown.cell("so.size.best", Column::kFootprint), QString("≥ 9 B"));
    QCOMPARE(shown.cell("so.size.best", Column::kGap), QString());  // both are only "at least"
    const QString unknown = shown.cell("so.size.best", Column::kGap, Qt::ToolTipRole);
    QVERIFY(!is_bold());
    shown.results.set.set_ground({.bounds = bounds_of(9, true)});
    shown.results.show();
    QCOMPARE(shown.cell("so.size.best", Column::kGap), QString("0%"));
    QVERIFY(is_bold() &&
            shown.cell("so.size.best", Column::kGap, Qt::ToolTipRole) != unknown);  // which said nothing of optimal
  }

  void a_tip_says_how_a_strategy_ended() {
    ShownStrategies shown;
    shown.results.begin();
    const auto plan = std::make_shared<Plan>(*plan_of(Bytes{9}));
    plan->remark = "cbc was stopped";
    shown.results.set.set_result(strategy("mip"), plan, 1);
    shown.results.show();
    QVERIFY(shown.cell("mip", Column::kTitle, Qt::ToolTipRole).endsWith("\ncbc was stopped"));
  }

  void figures_sort_as_numbers() {
    ShownStrategies shown;
    shown.results.begin();
    shown.results.set_result(strategy("so.size.best"), Bytes{2048}, 12);
    shown.results.set_result(strategy("so.size.first"), Bytes{900}, 3);
    shown.results.set_result(strategy("mo.size.best"), Bytes{100'000}, 100);
    for (const auto column : {Column::kFootprint, Column::kTime}) {
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
    test::click(shown.table(), shown.table()->model()->index(3, 1));
    QCOMPARE(shown.chosen.size(), 1u);
    QCOMPARE(shown.chosen.front(), shown.panel.model().rows()[3].strategy);
    shown.panel.set_shown(shown.chosen.front());
    QTest::keyClick(shown.table(), Qt::Key_Down);
    QCOMPARE(shown.chosen.back(), shown.panel.model().rows()[4].strategy);
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
    QSignalSpy chosen(&shown.panel, &StrategyPanel::strategy_chosen), table(&box, &StrategyBox::table_wanted);
    box.open_list();
    auto* list = box.findChild<QMenu*>("strategy_list");
    QCOMPARE(list->actions().size(), 4);  // two plans, smallest first; a line; the table
    QVERIFY(list->actions()[0]->isChecked() && says(list->actions()[1]->text(), {"1.07 KiB", "+10.0%"}));
    list->actions()[1]->trigger();
    QCOMPARE(chosen.front()[0].value<const LayoutStrategy*>(), &strategy("so.size.first"));
    list->actions()[3]->trigger();
    QCOMPARE(table.size(), 1);
    list->close();
    box.set_figures_hidden(true);
    QVERIFY(!box.text().contains("1,000"));
    QVERIFY(!box.accessibleName().contains("1,000") && !box.toolTip().contains("1,000"));
  }

  /// A gap is told where there is one: not of a plan that no plan is smaller than, nor where not everything is counted.
  void what_a_run_finds_is_told() {
    ShownStrategies shown;
    auto* words = shown.panel.findChild<QLabel*>("found_words");
    QVERIFY(!words->isVisible());
    shown.panel.set_found(Improvement{Bytes{15 * kMiB}, Bytes{14 * kMiB}});
    QVERIFY(words->isVisible() && says(words->text(), {"15.0 MiB", "+7.1%"}));
    shown.panel.set_found(Improvement{Bytes{12 * kMiB}, Bytes{12 * kMiB}});
    QVERIFY(says(words->text(), {"12.0 MiB"}) && !words->text().contains('%'));
    shown.results.set.set_ground(view_of(unknown_size()));
    shown.results.show();
    for (const std::int64_t footprint : {20, 10}) {
      shown.panel.set_found(Improvement{Bytes{footprint * kMiB}, Bytes{10 * kMiB}});
      QVERIFY2(words->text().contains("At least") && !words->text().contains('%'), qPrintable(words->text()));
    }
    shown.panel.set_found(std::nullopt);
    QVERIFY(!words->isVisible());
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
      const QRect cell = shown.table()->visualRect(row_named(shown.table(), id).siblingAtColumn(Column::kGap));
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
      const int width = table->columnWidth(Column::kFootprint);
      QVERIFY(width > table->fontMetrics().horizontalAdvance(human_bytes(Bytes{bytes + 200})));
      if (bytes > 1000) continue;
      const int right = table->columnViewportPosition(Column::kGap) + table->columnWidth(Column::kGap);
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

  /// What has no plan after a cancelled planning cannot be chosen, and a click on it moves nothing. A row whose plan is
  /// still being made can be asked for; the mark moves once it is shown.
  void rows_without_a_plan_are_not_marked() {
    ShownStrategies shown;
    shown.results.begin();
    shown.results.set_result(strategy("so.size.best"), Bytes{1000}, 1);
    shown.panel.set_shown(&strategy("so.size.best"));
    shown.click("so.size.first");
    QCOMPARE(shown.chosen.back(), &strategy("so.size.first"));
    QCOMPARE(shown.marked(), QString("so.size.best"));
    shown.results.set_result(strategy("so.size.first"), {}, 1);
    shown.results.end();  // cancelled
    shown.chosen.clear();
    for (const char* id : {"so.size.first", "mo.size.first"}) {
      QCOMPARE(shown.cell(id, Column::kFootprint), QString("–"));
      shown.click(id);
      QCOMPARE(shown.marked(), QString("so.size.best"));
    }
    QVERIFY(shown.chosen.empty());
    // Neither a click on what is stale, nor one with Ctrl, takes the mark from the plan shown.
    shown.fill();
    shown.results.begin();
    shown.results.end();
    shown.click("so.size.first");
    QCOMPARE(shown.marked(), QString("so.size.best"));
    shown.click("so.size.best", Qt::ControlModifier);
    QCOMPARE(shown.marked(), QString("so.size.best"));
  }

  // ---- those that are run when asked

  void all_rows_are_there_and_say_which_were_not_run() {
    Planned shown;
    const QAbstractItemModelTester tester(&shown.panel.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(shown.panel.model().rows().size(), layout_strategies().size());
    for (const LayoutStrategy& each : layout_strategies()) {
      QCOMPARE(shown.cell(each.id.data(), Column::kFootprint) == kNotRun, !each.live);
      QCOMPARE(shown.cell(each.id.data(), Column::kTime).isEmpty(), !each.live);
    }
    QVERIFY(shown.cell("bump", Column::kFootprint, Qt::ToolTipRole).contains("Enter"));
    QVERIFY(!shown.button()->isEnabled());
  }

  /// Also where the table begins or ceases to scroll sideways while it is laid out.
  void the_line_of_folded_strategies_is_whole() {
    Planned shown(true);
    for (const int width : {180, 900, 200, 420, 150, 260, 1200, 352}) {
      shown.panel.resize(width, 900);
      QTest::qWait(10);
      QVERIFY(shown.more()->isVisible());
      const int room = shown.more()->parentWidget()->height();
      QVERIFY2(shown.more()->geometry().bottom() < room, qPrintable(QString("%1: %2").arg(width).arg(room)));
    }
  }

  void the_button_runs_the_row_and_then_stops_it() {
    Planned shown;
    shown.click("bump");
    QVERIFY(shown.chosen.empty());
    QCOMPARE(shown.current(), QString("bump"));
    QVERIFY(shown.button()->isEnabled());
    test::click(shown.button());
    QCOMPARE(shown.asked, std::vector<const LayoutStrategy*>{&strategy("bump")});

    shown.results.set_running(&strategy("bump"));
    QCOMPARE(shown.cell("bump", Column::kFootprint), QString("…"));
    QCOMPARE(shown.button()->text(), QString("Stop"));
    test::click(shown.button());
    QCOMPARE(shown.cancelled, 1);
    shown.results.set_running(nullptr);
    QCOMPARE(shown.cell("bump", Column::kFootprint), kNotRun);
    QCOMPARE(shown.button()->text().remove('&'), QString("Run"));
    QVERIFY(shown.button()->isEnabled());
    // Then it is a plan like the others, and a click shows it.
    shown.results.set_running(&strategy("bump"));
    shown.results.set_result(strategy("bump"), Bytes{900}, 0.5);
    shown.results.set_running(nullptr);
    QCOMPARE(shown.cell("bump", Column::kFootprint), QString("900 B"));
    QCOMPARE(shown.results.set.least(), Bytes{900});
    QVERIFY(!shown.button()->isEnabled());
    QCOMPARE(shown.current(), shown.row("so.breadth.best").data(kExactRole).toString());  // what is shown
    shown.click("bump");
    QCOMPARE(shown.chosen, std::vector<const LayoutStrategy*>{&strategy("bump")});
    QCOMPARE(shown.asked.size(), 1u);
  }

  void enter_a_double_click_and_the_menu_run_it() {
    Planned shown;
    shown.click("bump");
    QTest::keyClick(shown.table(), Qt::Key_Return);
    QCOMPARE(shown.asked.size(), 1u);
    shown.results.set_running(&strategy("bump"));
    QTest::keyClick(shown.table(), Qt::Key_Return);  // it runs already
    QCOMPARE(shown.asked.size(), 1u);
    QCOMPARE(shown.cancelled, 0);
    shown.results.set_running(nullptr);

    const QPoint at = shown.place("bump.reset");
    QTest::mouseClick(shown.table()->viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(shown.table()->viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(shown.asked.size(), 2u);
    QCOMPARE(shown.asked.back(), &strategy("bump.reset"));
    QVERIFY(shown.chosen.empty());
    QTest::mouseDClick(shown.table()->viewport(), Qt::LeftButton, {}, shown.place("so.size.best"));
    QCOMPARE(shown.asked.size(), 2u);

    shown.click("bump");
    emit shown.table()->customContextMenuRequested(shown.place("bump"));
    auto* menu = shown.panel.findChild<QMenu*>();
    QVERIFY(menu && menu->isVisible());
    QVERIFY(menu->actions().front()->text().contains("Bump"));
    QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, Qt::Key_Return);
    QCOMPARE(shown.asked.size(), 3u);
  }

  /// Arrows come by rows that were not run, and go on from there.
  void arrows_pass_over_it() {
    Planned shown;
    shown.click("bump");
    const int at = shown.table()->currentIndex().row();
    QTest::keyClick(shown.table(), Qt::Key_Up);
    QCoreApplication::processEvents();
    QVERIFY(shown.table()->currentIndex().row() != at);
    shown.click("bump");
    QTest::keyClick(shown.table(), Qt::Key_Down);
    QCoreApplication::processEvents();
    QCOMPARE(shown.table()->currentIndex().row(), at + 1);
  }

  void what_is_refused_says_why() {
    Planned shown;
    const Graph graph = graph_of("op a @0\nop b @1\nt x 8 : a ->\nt y 8 : b ->\ngroup x y");
    const Conflicts conflicts = Conflicts::compute(graph).value();
    const LayoutProblem problem = LayoutProblem::make(graph, conflicts).value();
    std::vector<RefusedStrategy> refused;
    for (const LayoutStrategy& each : layout_strategies())
      if (const auto why = strategy_refusal(each, problem)) refused.push_back({&each, *why});
    QVERIFY(refused.size() >= 2);
    shown.results.begin();
    shown.results.set_refused(refused);
    const StrategyRefusal why = strategy_refusal(strategy("gergov"), problem).value();
    QCOMPARE(shown.cell("gergov", Column::kFootprint), why.brief);
    QVERIFY(shown.cell("gergov", Column::kTime, Qt::ToolTipRole).contains(why.reason));
    QVERIFY(shown.cell("gergov", Column::kTitle, Qt::ToolTipRole).contains(why.brief));
    QVERIFY(!shown.row("gergov").flags().testFlag(Qt::ItemIsEnabled));
    shown.click("gergov");
    QVERIFY(!shown.button()->isEnabled());
    shown.results.set_refused({});
    QCOMPARE(shown.cell("gergov", Column::kFootprint), kNotRun);
  }

  /// Below the table stands how many there are; a click or a key shows them, and folds them again.
  void those_that_wait_to_be_asked_are_folded() {
    Planned shown(true);
    const auto all = static_cast<int>(layout_strategies().size());
    const auto live = static_cast<int>(live_strategies().size()) + 1;  // and `auto`, which runs of itself
    shown.results.set_result(strategy("auto"), Bytes{1500}, 1);
    std::vector<bool> told;
    connect(&shown.panel, &StrategyPanel::unfolded_changed, &shown.panel, [&](bool on) { told.push_back(on); });
    QCOMPARE(shown.table()->model()->rowCount(), live);
    QVERIFY(shown.more()->isVisible() && numbers_in(shown.more()->text()).contains(all - live));
    QVERIFY(!shown.more()->accessibleName().isEmpty() && (shown.more()->focusPolicy() & Qt::TabFocus));
    QVERIFY(shown.more()->mapTo(&shown.panel, QPoint()).y() >= shown.table()->geometry().bottom());
    test::click(shown.more());
    QCOMPARE(shown.table()->model()->rowCount(), all);
    shown.table()->setFocus();
    QTest::keyClick(shown.table(), Qt::Key_Tab);
    QTRY_COMPARE(QApplication::focusWidget(), shown.more());
    QTest::keyClick(shown.more(), Qt::Key_Space);
    QCOMPARE(shown.table()->model()->rowCount(), live);
    QCOMPARE(told, (std::vector<bool>{true, false}));
    // The last row that is seen is the last one for the keyboard.
    connect(&shown.panel, &StrategyPanel::strategy_chosen, &shown.panel, &StrategyPanel::set_shown);
    for (int k = 0; k <= live; ++k) QTest::keyClick(shown.table(), Qt::Key_Down);
    QCoreApplication::processEvents();
    QVERIFY(!shown.button()->isEnabled() && shown.asked.empty());
    QCOMPARE(shown.table()->currentIndex().row(), live - 1);
  }

  /// In a column without room for all rows, and with a baseline whose changes take room, too.
  void unfolded_rows_are_in_view_and_names_stay_whole() {
    Planned shown(true);
    shown.panel.resize(366, 420);
    QCoreApplication::processEvents();
    QList<QString> before;
    const QAbstractItemModel* rows = shown.table()->model();
    for (int row = 0; row < rows->rowCount(); ++row) before << rows->index(row, 0).data().toString();
    test::click(shown.more());
    QTRY_VERIFY(shown.table()->verticalScrollBar()->value() > 0);
    int first = 0;
    while (before.contains(rows->index(first, 0).data().toString())) ++first;
    const QRect at = shown.table()->visualRect(rows->index(first, 0));
    QVERIFY(shown.table()->viewport()->rect().contains(at.center()));

    shown.results.set_baseline("so.size.best", Bytes{900});
    QCoreApplication::processEvents();
    QVERIFY(!shown.table()->isColumnHidden(Column::kDelta));
    QCOMPARE(shown.table()->horizontalScrollBar()->maximum(), 0);
    for (int row = 0; row < rows->rowCount(); ++row) {
      const QModelIndex name = rows->index(row, 0);
      const QFontMetrics font(name.data(Qt::FontRole).value<QFont>());
      QVERIFY2(font.horizontalAdvance(name.data().toString()) < shown.table()->columnWidth(0),
               qPrintable(name.data().toString()));
    }
  }

  /// A row that is selected, runs or has a plan is never out of sight.
  void what_is_in_use_is_not_folded() {
    Planned shown;
    shown.click("bump");
    test::click(shown.more());
    QVERIFY(shown.has("bump") && !shown.has("gergov"));
    QCOMPARE(shown.current(), QString("bump"));
    test::click(shown.button());
    QCOMPARE(shown.asked, std::vector<const LayoutStrategy*>{&strategy("bump")});
    shown.click("so.size.best");
    QTRY_VERIFY(!shown.has("bump"));
    QCOMPARE(shown.chosen.back(), &strategy("so.size.best"));

    shown.results.set_running(&strategy("gergov"));
    QVERIFY(shown.has("gergov"));
    shown.results.set_running(nullptr);
    QVERIFY(!shown.has("gergov"));
    shown.results.set_failed(strategy("gergov"), Error::of(Error::Kind::infeasible, "it does not fit"));
    QVERIFY(shown.has("gergov"));
    shown.results.set_result(strategy("bump"), Bytes{900}, 1);
    QVERIFY(shown.has("bump"));
    QCOMPARE(numbers_in(shown.more()->text()).front(),
             static_cast<qint64>(layout_strategies().size() - live_strategies().size() - 3));
    shown.results.begin();
    QVERIFY(!shown.has("bump"));
    const RefusedStrategy cannot{&strategy("gergov"), {"groups", "it plans no groups"}};
    shown.results.set_refused({&cannot, 1});
    QVERIFY(!shown.has("gergov"));
  }

  /// The table ends with its last row, and the panel with the line below it, whatever room there is.
  void the_panel_ends_with_its_rows() {
    Planned shown(true);
    shown.panel.resize(420, 1200);
    wait_until_idle();
    const auto rows_end = [&] {
      return shown.table()->rowViewportPosition(shown.table()->model()->rowCount() - 1) + shown.table()->rowHeight(0);
    };
    QVERIFY(shown.panel.height() < 600);
    QCOMPARE(shown.panel.height(), shown.panel.wanted_height());
    QCOMPARE(shown.table()->viewport()->height(), rows_end());
    const int folded = shown.panel.wanted_height();
    test::click(shown.more());
    QVERIFY(shown.panel.wanted_height() > folded + 200);
    shown.panel.resize(420, 1200);
    wait_until_idle();
    QCOMPARE(shown.table()->viewport()->height(), rows_end());
    QVERIFY(shown.panel.height() - shown.more()->mapTo(&shown.panel, QPoint()).y() < 60);
  }

  /// Each edit plans again: rows that a run made go, and `auto` comes late. Views below stand still.
  void rows_that_come_and_go_move_nothing_below() {
    Planned shown(true);
    const int height = shown.panel.wanted_height();
    shown.results.set_result(strategy("auto"), Bytes{900}, 1);
    QCOMPARE(shown.panel.wanted_height(), height);
    shown.results.set_result(strategy("bump"), Bytes{900}, 1);
    QVERIFY(shown.has("bump"));
    QCOMPARE(shown.panel.wanted_height(), height);
    shown.results.begin();
    QVERIFY(!shown.has("bump") && shown.has("auto"));
    QCOMPARE(shown.panel.wanted_height(), height);
  }

  /// Figures give way to the names, also beside a scroll bar.
  void names_are_whole_in_a_narrow_panel() {
    for (const int height : {700, 300}) {
      Planned shown(true);
      shown.panel.resize(380, height);
      shown.results.set_result(live_strategies()[0], Bytes{4'480'000}, 40);
      wait_until_idle();
      const QTableView* table = shown.table();
      for (int row = 0; row < table->model()->rowCount(); ++row)
        for (const auto column : {Column::kTitle, Column::kFootprint}) {
          const QModelIndex at = table->model()->index(row, column);
          const int wide = QFontMetrics(at.data(Qt::FontRole).value<QFont>()).horizontalAdvance(at.data().toString());
          QVERIFY2(table->columnWidth(column) >= wide + 6, qPrintable(at.data().toString()));
        }
      const int end = table->columnViewportPosition(Column::kGap) + table->columnWidth(Column::kGap);
      QVERIFY(end <= table->viewport()->width());
    }
  }

  /// On the page, only a plan has a bar; how many strategies have none is said.
  void what_was_not_run_has_no_bar() {
    Planned shown;
    const auto numbers = [&] { return numbers_in(strategy_page(shown.results.set, nullptr, {}).subtitle); };
    const qint64 idle = std::ranges::count(layout_strategies(), false, &LayoutStrategy::live);
    QVERIFY(numbers().contains(idle));
    shown.results.set_result(strategy("bump"), Bytes{4096}, 1);
    QVERIFY(numbers().contains(idle - 1));
    const RefusedStrategy cannot{&strategy("gergov"), {"groups", "it plans no groups"}};
    shown.results.set_refused({&cannot, 1});
    QCOMPARE(numbers().mid(numbers().size() - 2), (QList<qint64>{idle - 2, 1}));
  }
};

STOWAGE_GUI_TEST(StrategyPanelTest);
#include "tst_strategy_panel.moc"
