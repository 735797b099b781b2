// SPDX-License-Identifier: GPL-3.0-or-later
// Strategies that are not live: not run until they are asked to, by a button, a key, a double click or a menu.
#include "tests/widgets/shown_strategies.h"
#include "widgets/painters/charts/strategy_chart.h"

using namespace stowage;
using namespace stowage::test;
using Column = StrategyTableModel::Column;

namespace {

/// A panel on screen after a planning, with its first plan shown; it remembers what was asked for. All strategies are
/// in its table, unless they are to stay folded.
struct Shown : ShownStrategies {
  explicit Shown(bool folded = false) {
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
  QString cell(const char* id, Column column, int role = Qt::DisplayRole) {
    return row(id).siblingAtColumn(column).data(role).toString();
  }
  QString current() { return table()->currentIndex().siblingAtColumn(0).data(kExactRole).toString(); }

  std::vector<const LayoutStrategy*> asked;
  int cancelled = 0;
};

}  // namespace

class StrategyRunTest : public QObject {
  Q_OBJECT

 private slots:
  void all_rows_are_there_and_say_which_were_not_run() {
    Shown shown;
    const QAbstractItemModelTester tester(&shown.panel.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(shown.panel.model().rows().size(), layout_strategies().size());
    for (const LayoutStrategy& each : layout_strategies()) {
      const QByteArray id(each.id.data(), static_cast<qsizetype>(each.id.size()));
      QCOMPARE(shown.cell(id, Column::kFootprint) == kNotRun, !each.live);
      QCOMPARE(shown.cell(id, Column::kTime).isEmpty(), !each.live);
    }
    QVERIFY(shown.cell("bump", Column::kFootprint, Qt::ToolTipRole).contains("Enter"));
    QVERIFY(!shown.button()->isEnabled());
  }

  /// Also where the table begins or ceases to scroll sideways while it is laid out.
  void the_line_of_folded_strategies_is_whole() {
    Shown shown(true);
    for (const int width : {180, 900, 200, 420, 150, 260, 1200, 352}) {
      shown.panel.resize(width, 900);
      QTest::qWait(10);
      QVERIFY(shown.more()->isVisible());
      const int room = shown.more()->parentWidget()->height();
      QVERIFY2(shown.more()->geometry().bottom() < room, qPrintable(QString("%1: %2").arg(width).arg(room)));
    }
  }

  void the_button_runs_the_row_and_then_stops_it() {
    Shown shown;
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
  }

  /// Then it is a plan like the others, and a click shows it.
  void its_plan_is_like_the_others() {
    Shown shown;
    shown.click("bump");
    shown.results.set_running(&strategy("bump"));
    shown.results.set_result(strategy("bump"), Bytes{900}, 0.5);
    shown.results.set_running(nullptr);
    QCOMPARE(shown.cell("bump", Column::kFootprint), QString("900 B"));
    QCOMPARE(shown.results.set.least(), Bytes{900});
    QVERIFY(!shown.button()->isEnabled());
    QCOMPARE(shown.current(), shown.row("so.breadth.best").data(kExactRole).toString());  // what is shown
    shown.click("bump");
    QCOMPARE(shown.chosen, std::vector<const LayoutStrategy*>{&strategy("bump")});
    QVERIFY(shown.asked.empty());
  }

  void enter_and_a_double_click_run_it() {
    Shown shown;
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
  }

  void the_menu_runs_it() {
    Shown shown;
    shown.click("bump");
    emit shown.table()->customContextMenuRequested(shown.place("bump"));
    auto* menu = shown.panel.findChild<QMenu*>();
    QVERIFY(menu && menu->isVisible());
    QVERIFY(menu->actions().front()->text().contains("Bump"));
    QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, Qt::Key_Return);
    QCOMPARE(shown.asked.size(), 1u);
  }

  /// Arrows come by rows that were not run, and go on from there.
  void arrows_pass_over_it() {
    Shown shown;
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
    Shown shown;
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
    Shown shown(true);
    const auto all = static_cast<int>(layout_strategies().size());
    const auto live = static_cast<int>(live_strategies().size());
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
    Shown shown(true);
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
    Shown shown;
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
             static_cast<qint64>(layout_strategies().size() - live_strategies().size() - 2));
    shown.results.begin();
    QVERIFY(!shown.has("bump"));
    const RefusedStrategy cannot{&strategy("gergov"), {"groups", "it plans no groups"}};
    shown.results.set_refused({&cannot, 1});
    QVERIFY(!shown.has("gergov"));
  }

  /// The table ends with its last row, and the panel with the line below it, whatever room there is.
  void the_panel_ends_with_its_rows() {
    Shown shown(true);
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

  /// Figures give way to the names, also beside a scroll bar.
  void names_are_whole_in_a_narrow_panel() {
    for (const int height : {700, 300}) {
      Shown shown(true);
      shown.panel.resize(380, height);
      shown.results.set_result(live_strategies()[0], Bytes{4'480'000}, 40);
      wait_until_idle();
      const QTableView* table = shown.table();
      for (int row = 0; row < table->model()->rowCount(); ++row)
        for (const auto column : {Column::kTitle, Column::kFootprint}) {
          const QModelIndex at = table->model()->index(row, column);
          const int wide = QFontMetrics(at.data(Qt::FontRole).value<QFont>()).horizontalAdvance(at.data().toString());
          QVERIFY2(table->columnWidth(column) >= wide + 6, qPrintable(QStringLiteral("%1: %2 of %3 at %4")
                                                                          .arg(at.data().toString())
                                                                          .arg(table->columnWidth(column))
                                                                          .arg(wide)
                                                                          .arg(height)));
        }
      const int end = table->columnViewportPosition(Column::kGap) + table->columnWidth(Column::kGap);
      QVERIFY(end <= table->viewport()->width());
    }
  }

  /// On the page, only a plan has a bar; how many strategies have none is said.
  void what_was_not_run_has_no_bar() {
    Shown shown;
    const auto said = [&] { return strategy_page(shown.results.set, nullptr, {}).subtitle; };
    const auto idle = static_cast<std::size_t>(
        std::ranges::count_if(layout_strategies(), [](const LayoutStrategy& each) { return !each.live; }));
    const auto numbers = [&] { return numbers_in(said()); };
    QVERIFY2(numbers().contains(static_cast<qint64>(idle)), qPrintable(said()));
    shown.results.set_result(strategy("bump"), Bytes{4096}, 1);
    QVERIFY2(numbers().contains(static_cast<qint64>(idle - 1)), qPrintable(said()));
    const RefusedStrategy cannot{&strategy("gergov"), {"groups", "it plans no groups"}};
    shown.results.set_refused({&cannot, 1});
    QCOMPARE(numbers().mid(numbers().size() - 2), (QList<qint64>{static_cast<qint64>(idle - 2), 1}));
  }
};

STOWAGE_GUI_TEST(StrategyRunTest);
#include "tst_strategy_run.moc"
