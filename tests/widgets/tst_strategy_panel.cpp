// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

#include "widgets/painters/theme.h"
#include "widgets/strategies/strategy_chart.h"
#include "widgets/strategies/strategy_panel.h"
#include "widgets/strategies/strategy_table_model.h"
#include "widgets/strategies/strategy_toggles.h"
#include "widgets/view_state.h"

using namespace stowage;

namespace {

const LayoutStrategy& strategy(const char* id) {
  const LayoutStrategy* found = find_layout_strategy(id);
  if (!found) qFatal("no strategy %s", id);
  return *found;
}

std::shared_ptr<const Bounds> bound_of(std::int64_t bytes) {
  auto bounds = std::make_shared<Bounds>();
  bounds->lifetime = Bytes{bytes};
  return bounds;
}

std::shared_ptr<const Bounds> clique_of(std::int64_t bytes) {
  auto bounds = std::make_shared<Bounds>(*bound_of(bytes));
  bounds->clique = Clique{.weight = Bytes{bytes}, .members = {}};
  return bounds;
}

/// A panel on screen that remembers what was asked for.
struct Shown {
  Shown() {
    QObject::connect(&panel, &StrategyPanel::strategy_chosen, &panel,
                     [this](const LayoutStrategy* choice) { chosen.push_back(choice); });
    panel.resize(380, 720);
    panel.show();
  }
  void fill(std::int64_t least = 1000, std::int64_t step = 10) {
    panel.model().begin();
    for (const LayoutStrategy& each : live_strategies()) {
      panel.model().set_result(each, Bytes{least}, 1.5);
      least += step;
    }
  }
  QTableView* table() { return panel.findChild<QTableView*>("strategy_view"); }
  QString cell(const LayoutStrategy& of, StrategyTableModel::Column column, int role = Qt::DisplayRole) {
    return panel.model().index(panel.model().row_of(&of), column).data(role).toString();
  }
  void click(const char* id, Qt::KeyboardModifiers modifiers = {}) {
    const QAbstractItemModel* rows = table()->model();
    for (int row = 0; row < rows->rowCount(); ++row)
      if (rows->index(row, 0).data().toString() == id) {
        table()->scrollTo(rows->index(row, 0));
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, modifiers,
                          table()->visualRect(rows->index(row, 0)).center());
      }
    QCoreApplication::processEvents();
  }
  /// The names of the selected rows.
  QString marked() {
    QStringList names;
    for (const QModelIndex& at : table()->selectionModel()->selectedRows()) names += at.data().toString();
    return names.join(' ');
  }
  ViewState state;
  StrategyPanel panel{state};
  std::vector<const LayoutStrategy*> chosen;
};

}  // namespace

class StrategyPanelTest : public QObject {
  Q_OBJECT

 private slots:
  /// By the menu of a row, and by the button beside what is pinned.
  void a_row_is_pinned_by_its_menu() {
    Shown shown;
    shown.fill();
    std::vector<const LayoutStrategy*> pinned;
    int unpinned = 0;
    connect(&shown.panel, &StrategyPanel::pin_requested, &shown.panel,
            [&](const LayoutStrategy* choice) { pinned.push_back(choice); });
    connect(&shown.panel, &StrategyPanel::unpin_requested, &shown.panel, [&] { ++unpinned; });
    QVERIFY(shown.table()->isColumnHidden(StrategyTableModel::kDelta));
    const QModelIndex row = shown.table()->model()->index(2, 0);
    const QString name = row.data().toString();
    emit shown.table()->customContextMenuRequested(shown.table()->visualRect(row).center());
    auto* menu = shown.panel.findChild<QMenu*>();
    QVERIFY(menu && menu->isVisible());
    QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, Qt::Key_Return);
    QCOMPARE(pinned.size(), std::size_t{1});
    QCOMPARE(QString::fromUtf8(pinned.front()->id.data()), name);

    shown.panel.model().set_baseline(BaselineFigures{name, Bytes{1000}});
    QVERIFY(!shown.table()->isColumnHidden(StrategyTableModel::kDelta));
    QVERIFY(shown.panel.findChild<QLabel*>("baseline")->text().contains(name));
    QTest::mouseClick(shown.panel.findChild<QToolButton*>("unpin"), Qt::LeftButton);
    QCOMPARE(unpinned, 1);
    shown.panel.model().set_baseline(std::nullopt);
    QVERIFY(shown.table()->isColumnHidden(StrategyTableModel::kDelta));
  }

  void the_axis_starts_at_zero_unless_differences_would_vanish() {
    QVERIFY(chart_range(Bytes{500}, Bytes{1000}).starts_at_zero());
    QVERIFY(chart_range(Bytes{1000}, Bytes{1000}).starts_at_zero());
    const ChartRange close = chart_range(Bytes{990}, Bytes{1000});
    QVERIFY(!close.starts_at_zero());
    QVERIFY(close.from < 990 && close.from > 900);
    QVERIFY(close.to > 1000 && close.to < 1010);
    QVERIFY(chart_range(Bytes{0}, Bytes{0}).to > 0);
  }

  void standard_strategies_come_first() {
    StrategyTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rows().size(), live_strategies().size());
    QVERIFY(std::ranges::is_partitioned(model.rows(), [](const StrategyRow& row) { return row.strategy->standard; }));
    model.begin();
    model.set_result(strategy("so.size.best"), Bytes{10}, 1);
    model.set_imported(Bytes{12});
    model.set_imported(Bytes{14});
    model.set_baseline(BaselineFigures{"before", Bytes{10}});
    QCOMPARE(model.index(0, StrategyTableModel::kDelta).data().toString(), QString("+4 B"));
    QCOMPARE(model.index(0, StrategyTableModel::kDeltaShare).data().toString(), QString("+40.0%"));
    model.set_imported(Bytes{1}, false, "3 violations");
    QVERIFY(model.index(0, StrategyTableModel::kTitle).data().toString().contains("3 violations"));
    QVERIFY(model.best() != Bytes{1});
    model.set_baseline(std::nullopt);
    QCOMPARE(model.index(0, StrategyTableModel::kDelta).data().toString(), QString());
    QCOMPARE(model.rows().size(), live_strategies().size() + 1);
    model.end();
    model.clear();
    QCOMPARE(model.rows().size(), live_strategies().size());
  }

  void rows_fill_in_as_plans_come() {
    Shown shown;
    const LayoutStrategy& first = strategy("so.size.best");
    QCOMPARE(shown.cell(first, StrategyTableModel::kFootprint), QString("–"));
    shown.panel.model().begin();
    QCOMPARE(shown.cell(first, StrategyTableModel::kFootprint), QString("…"));
    shown.panel.model().set_bounds(bound_of(1000));
    shown.panel.model().set_result(first, Bytes{1100}, 2.5);
    QCOMPARE(shown.cell(first, StrategyTableModel::kGap), QString("…"));
    shown.panel.model().set_bounds(clique_of(1000));
    QCOMPARE(shown.cell(first, StrategyTableModel::kGap), QString("+10.0%"));
    shown.panel.model().set_result(strategy("mo.size.best"), Bytes{1000}, 2.5);
    QCOMPARE(shown.cell(strategy("mo.size.best"), StrategyTableModel::kGap), QString("optimal"));
    QCOMPARE(shown.panel.model().best(), Bytes{1000});
    shown.panel.model().end();
    QCOMPARE(shown.cell(strategy("so.unsafe.first"), StrategyTableModel::kFootprint), QString("–"));
  }

  /// A quick bound may be far below the one with the clique, and figures of before belong to another graph.
  void no_gap_is_told_before_its_bound_is_there() {
    Shown shown;
    StrategyTableModel& model = shown.panel.model();
    const LayoutStrategy &first = strategy("so.size.best"), &second = strategy("mo.size.best");
    shown.fill();
    model.set_bounds(clique_of(900));
    model.end();
    const QString gap = shown.cell(first, StrategyTableModel::kGap);
    QVERIFY(gap.startsWith('+'));
    model.begin();
    for (const auto& bounds : {clique_of(900), bound_of(2000)}) {
      if (!bounds->clique) model.set_bounds(bounds);  // of the graph of now; before that the old one is there
      for (const LayoutStrategy* each : {&first, &second}) {
        QCOMPARE(shown.cell(*each, StrategyTableModel::kGap), QString("…"));
        QVERIFY(shown.cell(*each, StrategyTableModel::kGap, Qt::ToolTipRole).contains("still being computed"));
      }
    }
    model.set_result(first, Bytes{2500}, 1);
    QCOMPARE(shown.cell(first, StrategyTableModel::kGap), QString("…"));
    model.set_bounds(clique_of(2000));
    QCOMPARE(shown.cell(first, StrategyTableModel::kGap), QString("+25.0%"));
    QCOMPARE(shown.cell(second, StrategyTableModel::kGap), QString());  // its plan is that of before
    model.begin();
    model.set_bounds(bound_of(2000));
    model.set_result(first, Bytes{2500}, 1);
    model.end();  // the search for the clique was stopped: this is the bound
    QCOMPARE(shown.cell(first, StrategyTableModel::kGap), QString("+25.0%"));
  }

  void figures_of_before_are_grey_until_replaced() {
    Shown shown;
    shown.fill();
    const LayoutStrategy& first = strategy("so.size.best");
    const auto ink = [&] {
      return shown.panel.model()
          .index(shown.panel.model().row_of(&first), 1)
          .data(Qt::ForegroundRole)
          .value<QBrush>()
          .color();
    };
    QCOMPARE(ink(), QBrush().color());
    shown.panel.model().begin();
    QCOMPARE(ink(), QGuiApplication::palette().color(QPalette::Disabled, QPalette::Text));
    QVERIFY(!shown.panel.model().best());
    shown.panel.model().set_result(first, Bytes{5}, 1);
    QCOMPARE(ink(), QBrush().color());
  }

  void figures_sort_as_numbers() {
    Shown shown;
    shown.panel.model().begin();
    shown.panel.model().set_result(strategy("so.size.best"), Bytes{2048}, 12);
    shown.panel.model().set_result(strategy("so.size.first"), Bytes{900}, 3);
    shown.panel.model().set_result(strategy("mo.size.best"), Bytes{100'000}, 100);
    for (const auto column : {StrategyTableModel::kFootprint, StrategyTableModel::kTime}) {
      shown.table()->sortByColumn(column, Qt::AscendingOrder);
      const QAbstractItemModel* sorted = shown.table()->model();
      QCOMPARE(sorted->index(0, 0).data().toString(), QString("so.size.first"));
      QCOMPARE(sorted->index(1, 0).data().toString(), QString("so.size.best"));
      QCOMPARE(sorted->index(2, 0).data().toString(), QString("mo.size.best"));
    }
  }

  void a_click_in_the_table_asks_for_that_plan() {
    Shown shown;
    shown.fill();
    const QRect cell = shown.table()->visualRect(shown.table()->model()->index(3, 1));
    QTest::mouseClick(shown.table()->viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE(shown.chosen.size(), 1u);
    QCOMPARE(shown.chosen.front(), shown.panel.model().rows()[3].strategy);
    shown.panel.set_shown(shown.chosen.front());
    QTest::keyClick(shown.table(), Qt::Key_Down);
    QCOMPARE(shown.chosen.back(), shown.panel.model().rows()[4].strategy);
  }

  void a_click_on_a_bar_asks_for_that_plan() {
    Shown shown;
    shown.fill();
    StrategyChart& chart = shown.panel.chart();
    auto* plot = chart.findChild<QWidget*>("strategy_plot");
    QTest::qWait(50);
    for (const int row : {0, 7, 15}) {
      const QPoint at = plot->mapFrom(&chart, chart.bar_position(row)).toPoint();
      QTest::mouseClick(plot, Qt::LeftButton, {}, at);
      QCOMPARE(shown.chosen.back(), shown.panel.model().rows()[static_cast<std::size_t>(row)].strategy);
    }
  }

  void being_told_what_is_shown_asks_for_nothing() {
    Shown shown;
    shown.fill();
    shown.panel.set_shown(&strategy("mo.size.first"));
    QVERIFY(shown.chosen.empty());
    QCOMPARE(shown.table()->currentIndex().siblingAtColumn(0).data().toString(), QString("mo.size.first"));
    shown.panel.set_nothing_shown();
    QVERIFY(!shown.table()->selectionModel()->hasSelection());
  }

  /// Every strategy named OBJECT.SORT.FIT can be reached with the three rows of buttons.
  void toggles_reach_every_strategy() {
    Shown shown;
    shown.fill();
    shown.panel.set_shown(&strategy("so.size.best"));
    connect(&shown.panel, &StrategyPanel::strategy_chosen, &shown.panel, &StrategyPanel::set_shown);
    for (const LayoutStrategy& each : live_strategies()) {
      const QStringList words = QString::fromUtf8(each.id.data(), static_cast<qsizetype>(each.id.size())).split('.');
      if (words.size() != 3) continue;
      for (const QString& word : words)
        for (QToolButton* button : shown.panel.findChildren<QToolButton*>())
          if (button->defaultAction() && button->defaultAction()->data() == word)
            QTest::mouseClick(button, Qt::LeftButton);
      QCOMPARE(shown.chosen.back(), &each);
    }
  }

  void a_toggle_clicked_again_stays() {
    Shown shown;
    shown.panel.set_shown(&strategy("so.size.best"));
    QAction* size = shown.panel.toggles().actions(StrategyToggles::kSort).at(0);
    for (QAction* action : shown.panel.toggles().actions(StrategyToggles::kSort))
      if (action->data() == "size") size = action;
    size->trigger();
    QVERIFY(size->isChecked());
    QCOMPARE(shown.chosen.back(), &strategy("so.size.best"));
  }

  /// The bar of the shown plan is strong blue on the theme's surface, in light and in dark.
  void the_chart_follows_the_palette() {
    Shown shown;
    shown.fill(1000, 100);
    for (const bool dark : {false, true}) {
      const QColor window = Theme::of(dark).background;
      QPalette palette(window, window);
      shown.panel.setPalette(palette);
      shown.panel.set_shown(shown.panel.model().rows()[0].strategy);
      QTest::qWait(80);
      StrategyChart& chart = shown.panel.chart();
      const QImage image = chart.grab().toImage();
      QCOMPARE(image.pixelColor(2, 2), Theme::of(dark).surface);
      const QColor bar = image.pixelColor((chart.bar_position(0) + QPointF(8, 0)).toPoint());
      QVERIFY2(bar.blue() > 150 && bar.blue() > bar.red() + 60, qPrintable(bar.name()));
    }
  }

  /// The imported plan is marked like any other, however often its row comes and goes.
  void the_imported_plan_is_marked_while_it_is_shown() {
    Shown shown;
    shown.fill(1000, 100);
    shown.panel.set_shown(&strategy("so.size.best"));
    shown.panel.model().set_imported(Bytes{1500});
    QCOMPARE(shown.marked(), QString("so.size.best"));  // another row came above it
    shown.panel.set_shown(nullptr);
    QCOMPARE(shown.marked(), QString("imported"));
    for (const auto part : {StrategyToggles::kObject, StrategyToggles::kSort, StrategyToggles::kFit})
      for (const QAction* action : shown.panel.toggles().actions(part)) QVERIFY(!action->isChecked());
    const auto strongest = [&] {
      QTest::qWait(80);
      const QImage image = shown.panel.chart().grab().toImage();
      QStringList names;
      for (int row = 0; row < static_cast<int>(shown.panel.model().rows().size()); ++row) {
        const QPointF at = shown.panel.chart().bar_position(row) + QPointF(8, 0);
        if (image.pixelColor(at.toPoint()) == QColor(0, 114, 178))
          names += StrategyTableModel::short_name(shown.panel.model().rows()[static_cast<std::size_t>(row)]);
      }
      return names.join(' ');
    };
    QCOMPARE(strongest(), QString("imported"));
    shown.panel.model().set_imported(Bytes{1400});  // another file
    QCOMPARE(shown.marked(), QString("imported"));
    QCOMPARE(strongest(), QString("imported"));
    shown.panel.set_shown(&strategy("so.size.first"));
    shown.panel.model().set_imported({});
    QCOMPARE(shown.marked(), QString("so.size.first"));
    QCOMPARE(strongest(), QString("so.size.first"));
    shown.panel.set_shown(nullptr);  // said before its row is there
    QCOMPARE(shown.marked(), QString());
    shown.panel.model().set_imported(Bytes{1300});
    QCOMPARE(shown.marked(), QString("imported"));
    QCOMPARE(strongest(), QString("imported"));
    QVERIFY(shown.chosen.empty());  // none of this was the user's choice
  }

  /// After a cancelled planning: what has no plan cannot be chosen, and a click on it moves nothing.
  void rows_without_a_plan_are_not_marked() {
    Shown shown;
    shown.panel.model().begin();
    shown.panel.model().set_result(strategy("so.size.best"), Bytes{1000}, 1);
    shown.panel.model().set_result(strategy("so.size.first"), {}, 1);
    shown.panel.model().end();
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
    Shown shown;
    shown.panel.model().begin();
    shown.panel.model().set_result(strategy("so.size.best"), Bytes{1000}, 1);
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
    shown.panel.model().end();          // cancelled
    QCOMPARE(fit(), QString("best"));
    QCOMPARE(shown.marked(), QString("so.size.best"));
  }

  /// Neither a click on what is stale, nor one with Ctrl, takes the mark from the plan shown.
  void the_mark_stays_where_the_plan_is() {
    Shown shown;
    shown.fill();
    shown.panel.set_shown(&strategy("so.size.best"));
    shown.panel.model().begin();
    shown.panel.model().end();
    shown.click("so.size.first");
    QCOMPARE(shown.marked(), QString("so.size.best"));
    shown.click("so.size.best", Qt::ControlModifier);
    QCOMPARE(shown.marked(), QString("so.size.best"));
  }

  /// Bars end where their footprints are, whether the axis starts at 0 or not.
  void bars_are_as_long_as_they_say() {
    for (const std::int64_t least : {std::int64_t{1'000'000}, std::int64_t{1'000}}) {
      Shown shown;
      shown.fill(least, 1000);
      QTest::qWait(80);
      StrategyChart& chart = shown.panel.chart();
      const QImage image = chart.grab().toImage();
      const auto length = [&](int row) {
        QPoint at = chart.bar_position(row).toPoint();
        const QColor bar = image.pixelColor(at);
        const int begin = at.x();
        while (at.x() < image.width() && image.pixelColor(at).blue() > image.pixelColor(at).red() + 30) ++at.rx();
        return bar.blue() > bar.red() + 30 ? at.x() - begin + 3.0 : 0.0;
      };
      const auto value = [&](int row) {
        return static_cast<double>(shown.panel.model().rows()[static_cast<std::size_t>(row)].footprint->count) -
               chart.range().from;
      };
      QVERIFY(length(0) > 3);
      for (const int row : {3, 9, 15})
        QVERIFY2(std::abs(length(row) / length(0) - value(row) / value(0)) < 0.15 * value(row) / value(0),
                 qPrintable(QStringLiteral("row %1: %2 of %3").arg(row).arg(length(row)).arg(length(0))));
    }
  }

  void says_so_where_the_axis_does_not_start_at_zero() {
    Shown shown;
    shown.fill(1'000'000, 100);
    QVERIFY(!shown.panel.chart().range().starts_at_zero());
    QVERIFY(shown.panel.chart().accessibleDescription().contains("not at 0"));
    shown.fill(1'000'000, 1'000'000);
    QVERIFY(shown.panel.chart().range().starts_at_zero());
    QVERIFY(!shown.panel.chart().accessibleDescription().contains("not at 0"));
  }
};

QTEST_MAIN(StrategyPanelTest)
#include "tst_strategy_panel.moc"
