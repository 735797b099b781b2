// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/shown_pane.h"
#include "widgets/views/views.h"

namespace {

const std::vector<IntervalRow> kRows{
    {"stays", 100, 0, 10}, {"up", 2000, 0, 5}, {"down, far", 300, 2, 6}, {"grown", 40, 7, 9}, {"leaves", 50, 7, 9}};

PlanView before() {
  return plan_view(intervals(kRows), {0, 100, 9000, 9000, 9100});
}
PlanView after() {
  auto rows = kRows;
  rows[3].size = 60;
  rows[4].size = 0;
  return plan_view(intervals(rows), {0, 1100, 200, 9000, 0});
}

/// Its columns, from left to right.
enum class Column { name, change, size, size_change, offset_before, offset_after, moved_by, life_from, life_to };

struct Window : ShownPane<Pane> {
  Window() : ShownPane(QSize(900, 300), make_moved) { watch_models(); }
  void compare(const PlanView& from, const PlanView& to) {
    state.set_compared(std::make_shared<const PlanPair>(PlanPair{from, to, "A", "B"}));
    settle();
  }
  QTableView* table() { return part<QTableView>("moved_view"); }
  QAbstractItemModel* model() { return table()->model(); }
  QString nothing() { return ShownPane::text("moved_nothing"); }
  QString count() { return ShownPane::text("moved_count"); }
  QString text(int row, Column column) { return model()->index(row, static_cast<int>(column)).data().toString(); }
  QStringList names() {
    QStringList out;
    for (int row = 0; row < model()->rowCount(); ++row) out << text(row, Column::name);
    return out;
  }
  void click_header(Column column) {
    test::click_header(table(), static_cast<int>(column));
    settle();
  }
  void click_row(int row) { test::click_row(table(), row); }
};

}  // namespace

class MovedPaneTest : public QObject {
  Q_OBJECT

 private slots:
  void says_what_to_do_while_there_is_nothing_to_compare() {
    Window w;
    QVERIFY(!w.table()->isVisible());
    QVERIFY2(w.nothing().contains("A | B") && w.nothing().contains("baseline"), qPrintable(w.nothing()));
    w.compare(before(), before());
    QVERIFY(!w.table()->isVisible());
    QVERIFY2(w.nothing().contains("same"), qPrintable(w.nothing()));
    // Without A | B, the baseline of the view is what is compared with.
    w.state.set_compared(nullptr);
    PlanView view = after();
    w.pane.set_view(view);
    QVERIFY(!w.table()->isVisible());
    view.baseline = std::make_shared<const PlanView>(before());
    w.pane.set_view(view);
    w.settle();
    QCOMPARE(w.names().size(), 4);
    w.compare(before(), before());
    QVERIFY(!w.table()->isVisible());
    w.state.set_compared(nullptr);
    QVERIFY(w.table()->isVisible());
  }

  void lists_what_differs_and_counts_the_rest() {
    Window w;
    w.compare(before(), after());
    QVERIFY(w.table()->isVisible());
    QCOMPARE(w.names(), (QStringList{"up", "down, far", "grown", "leaves"}));
    QCOMPARE(w.text(0, Column::moved_by), "+1,000 B");
    QCOMPARE(w.text(1, Column::moved_by), "−8.59 KiB");
    QCOMPARE(w.text(1, Column::offset_before), "9,000");
    QCOMPARE(w.text(1, Column::offset_after), "200");
    QCOMPARE(w.text(2, Column::size_change), "+20 B");
    QCOMPARE(w.text(2, Column::moved_by), "0 B");
    QCOMPARE(w.text(3, Column::change), "gone");
    QCOMPARE(w.text(3, Column::offset_after), "–");
    QCOMPARE(w.text(0, Column::life_from), "0");
    QVERIFY2(w.count().contains("2 moved") && w.count().contains("2 unmoved"), qPrintable(w.count()));
    QCOMPARE(w.model()->headerData(static_cast<int>(Column::offset_before), Qt::Horizontal).toString(), "Offset, A");
    const QStringList lines = csv_of(w.table()).split("\r\n");
    QCOMPARE(lines.size(), 6);
    QCOMPARE(lines[2], "\"down, far\",moved,300,0,9000,200,-8800,2,5");
    // The column of sizes that changed is there only where one did.
    const int column = static_cast<int>(Column::size_change);
    QTRY_VERIFY(!w.table()->isColumnHidden(column));
    PlanView moved = before();
    moved.plan = plan_view(intervals(kRows), {0, 1100, 200, 9000, 9100}).plan;
    w.compare(before(), moved);
    QTRY_VERIFY(w.model()->rowCount() > 0 && w.table()->isColumnHidden(column));
  }

  void sorts_by_number_and_filters_by_name() {
    Window w;
    w.compare(before(), after());
    w.click_header(Column::moved_by);
    QCOMPARE(w.names(), (QStringList{"leaves", "down, far", "grown", "up"}));
    w.click_header(Column::moved_by);
    QCOMPARE(w.names(), (QStringList{"up", "grown", "down, far", "leaves"}));
    w.click_header(Column::size);
    QCOMPARE(w.names(), (QStringList{"leaves", "grown", "down, far", "up"}));
    auto* filter = w.pane.findChild<QLineEdit*>("moved_filter");
    QTest::keyClicks(filter, "O");
    w.settle();
    QCOMPARE(w.names(), (QStringList{"grown", "down, far"}));
    QCOMPARE(numbers_in(w.count()).mid(0, 2), (QList<qint64>{2, 4}));
    QTest::keyClicks(filter, "xx");
    w.settle();
    QVERIFY(w.names().isEmpty() && w.table()->isVisible());
  }

  /// The pane asks for no more than a dock of a small window has: what is beyond the edge of a pane is cut.
  void fits_a_small_window() {
    Window w;
    w.compare(before(), after());
    QVERIFY2(w.pane.minimumSizeHint().width() <= 300, qPrintable(QString::number(w.pane.minimumSizeHint().width())));
    w.pane.resize(300, 200);
    QTRY_VERIFY(w.part<QLabel>("moved_count")->width() >= 60);
    const QHeaderView& header = *w.table()->horizontalHeader();
    for (int column = 0; column < header.count(); ++column) {
      const int left = header.sectionViewportPosition(column), edge = w.table()->viewport()->width();
      QVERIFY2(left >= edge || left + header.sectionSize(column) <= edge, qPrintable(QString::number(column)));
    }
  }

  void a_click_selects_and_reveals() {
    Window w;
    w.compare(before(), after());
    QSignalSpy revealed(&w.state, &ViewState::reveal_requested);
    w.click_row(1);
    QCOMPARE(w.state.selected_tensors(), std::vector{TensorId(2)});
    QCOMPARE(revealed.count(), 1);
    QCOMPARE(revealed.front().front().value<TensorId>(), TensorId(2));
    w.state.select_tensors({TensorId(1)});
    QCOMPARE(w.table()->selectionModel()->selectedRows().size(), 1);
    QCOMPARE(w.table()->selectionModel()->selectedRows().front().row(), 0);
    w.state.select_tensors({TensorId(0), TensorId(99)});  // one unmoved, one of another graph
    QVERIFY(w.table()->selectionModel()->selectedRows().isEmpty());
  }
};

STOWAGE_GUI_TEST(MovedPaneTest);
#include "tst_moved_pane.moc"
