// SPDX-License-Identifier: GPL-3.0-or-later
// What the pane of orders shows beside its table: memory over steps, moved operators, the matrix of footprints.
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>
#include <random>

#include "core/formats/document.h"
#include "core/graph/lifetimes.h"
#include "core/papers/tables.h"
#include "tests/gui/words.h"
#include "tests/start/test_entry.h"
#include "tests/support/training_graph.h"
#include "tests/widgets/shown_orders.h"
#include "widgets/tables/table_actions.h"
#include "widgets/views/orders/footprint_matrix_model.h"
#include "widgets/views/orders/moved_operators.h"

using namespace stowage;
using namespace stowage::test;

namespace {

/// Operators A, B, C … that wait for nothing.
std::shared_ptr<const Graph> free_operators(int count) {
  QStringList nodes;
  for (int k = 0; k < count; ++k) nodes += QStringLiteral(R"({"id": "%1", "op": "X"})").arg(QChar('A' + k));
  const QString text = QStringLiteral(R"({"format": "stowage-graph", "version": 1, "nodes": [%1], "tensors": []})");
  return read_document(text.arg(nodes.join(',')).toStdString(), "free.stowage.json").value().graph;
}

/// D to the front, and the last two change places.
Result<Order> two_moved(const Graph&, const OrderOptions&, const Task&) {
  Order out;
  for (const std::size_t k : {3, 0, 1, 2, 5, 4}) out.sequence.push_back(OperatorId(k));
  return out;
}
constexpr OrderStrategy kTwoMoved[] = {kOrderStrategies[0], {"two", "", "Two moved", "", two_moved}};

}  // namespace

class OrdersPaneViewsTest : public QObject {
  Q_OBJECT

 private slots:
  void the_chart_says_what_is_at_a_step() {
    ShownOrders shown(sample("roam_figure_2.stowage.json"));
    shown.run(kSwapped);
    OrderChart* chart = shown.chart();
    const auto at = [&](double step) {
      return QPoint(static_cast<int>(chart->chart().x_of(step + 0.5)),
                    static_cast<int>(chart->chart().plot().center().y()));
    };
    move_mouse(*chart, at(1));
    QCOMPARE(chart->marked(), std::optional<std::size_t>(1));
    // B runs with AB, AC and BD: 120 MiB; in the other order C runs with AB, AC and CD: 80 MiB.
    const QString exact = chart->step_text(1);
    QVERIFY(says(exact, {"125,829,120", "B", "swapped", "83,886,080", "C"}));
    QCOMPARE(chart->accessibleDescription(), exact);
    QTest::mouseClick(chart, Qt::LeftButton, {}, at(1));
    QCOMPARE(shown.state.selected_operators(), (std::vector{OperatorId(1), OperatorId(2)}));
    chart->setFocus();
    QTest::keyClick(chart, Qt::Key_End);
    QCOMPARE(chart->marked(), std::optional<std::size_t>(3));
    QTest::keyClick(chart, Qt::Key_Left);
    QTest::keyClick(chart, Qt::Key_Left);
    QTest::keyClick(chart, Qt::Key_Home);
    QCOMPARE(chart->marked(), std::optional<std::size_t>(0));
    QTest::keyClick(chart, Qt::Key_Return);
    QCOMPARE(shown.state.selected_operators(), (std::vector{OperatorId(0)}));
    QTest::keyClick(chart, Qt::Key_Escape);
    QVERIFY(!chart->marked());
    // Narrowed, the first step shown is where the range begins.
    shown.state.set_time_range(StepRange{2, 4});
    QCOMPARE(chart->chart().step_at(chart->chart().plot().left() + 1), std::optional<std::size_t>(2));
    QTest::keyClick(chart, Qt::Key_Right);
    QCOMPARE(chart->marked(), std::optional<std::size_t>(2));
  }

  /// A, B and C only make room for D: they are not listed.
  void moved_operators_are_listed_and_picked() {
    ShownOrders shown(free_operators(6), kTwoMoved);
    shown.open_tab(1);
    QVERIFY(shown.part<QLabel>("moved_operators_nothing")->isVisible());
    shown.run(1);
    auto* view = shown.part<QTableView>("moved_operators");
    QVERIFY(view->isVisible());
    QCOMPARE(view->model()->rowCount(), 2);
    const auto row = [&](int at) {
      QStringList out;
      for (int column = 0; column < 4; ++column) out += view->model()->index(at, column).data().toString();
      return out;
    };
    QCOMPARE(row(0), (QStringList{"D", "3", "0", "-3"}));
    QCOMPARE(row(1), (QStringList{"E", "4", "5", "+1"}));
    QCOMPARE(numbers_in(shown.part<QLabel>("moved_operators_count")->text()).value(0), 2);
    shown.click_row("moved_operators", 1);
    QCOMPARE(shown.state.selected_operators(), std::vector{OperatorId(4)});
    shown.state.select_operators({OperatorId(3)});
    QVERIFY(view->selectionModel()->isRowSelected(0));
    QTest::keyClicks(shown.part<QLineEdit>("moved_operators_filter"), "e");
    QTRY_COMPARE(view->model()->rowCount(), 1);
    QCOMPARE(numbers_in(shown.part<QLabel>("moved_operators_count")->text()).mid(0, 2), (QList<qint64>{1, 2}));
    QString csv;
    TableActions::of(view)->read_all([&](const QString& text) { csv = text; });
    QTRY_VERIFY(!csv.isEmpty());
    QCOMPARE(csv.section("\r\n", 1, 1), QString("E,4,5,1,stream 0"));

    // After the order is used, ids are those of the graph as it is then.
    QTest::keyClick(shown.part<QLineEdit>("moved_operators_filter"), Qt::Key_Backspace);
    QTRY_COMPARE(view->model()->rowCount(), 2);
    shown.choose(1);
    shown.click("use_order");
    QVERIFY(view->selectionModel()->isRowSelected(0) && !view->selectionModel()->isRowSelected(1));  // D still
    shown.click_row("moved_operators", 1);
    QCOMPARE(shown.state.selected_operators(), std::vector{OperatorId(5)});  // E is the last now
    shown.choose(kGiven);                                                    // is compared with the one in use
    QVERIFY(view->isVisible());
    shown.click("use_order");
    QTRY_VERIFY(shown.part<QLabel>("moved_operators_nothing")->isVisible());
  }

  /// Bands lie under both curves: the chart says whose parts they are, the order that the graph is in.
  void bands_say_whose_they_are() {
    ShownOrders shown(sample("roam_figure_2.stowage.json"));
    shown.run(kSwapped);
    QVERIFY(shown.chart()->curves().bands_caption.isEmpty());
    shown.state.set_bands(std::make_shared<const StepBands>());
    const QString given = shown.chart()->curves().bands_caption;
    QVERIFY(!given.isEmpty() && !given.contains("swapped"));
    shown.click("use_order");
    shown.settle();
    shown.state.set_bands(std::make_shared<const StepBands>());  // those of the graph before went with it
    QVERIFY(says(shown.chart()->curves().bands_caption, {"swapped"}));
  }

  /// As few as can be, and all others one after the other as before.
  void the_fewest_are_told_to_have_moved() {
    std::mt19937 random(7);
    const auto graph = free_operators(20);
    const KnownOrderPtr given = KnownOrder::make(*graph, kOrderStrategies[0], {*graph, all_of(*graph), {}, {}, {}}, 0);
    for (int round = 0; round < 200; ++round) {
      std::vector<OperatorId> sequence = all_of(*graph);
      for (int moves = round % 12; moves > 0; --moves)
        std::swap(sequence[random() % sequence.size()], sequence[random() % sequence.size()]);
      const KnownOrderPtr other = KnownOrder::make(*graph, kOrderStrategies[1], {*graph, sequence, {}, {}, {}}, 0);
      const MovedOperators moved = find_moved_operators({graph, given, other}, {});
      QCOMPARE(moved.moved, sequence.size() - most_that_stay(sequence));
      QCOMPARE(moved.rows.size(), moved.moved);
      std::erase_if(sequence, [&](OperatorId o) { return std::ranges::find(moved.rows, o) != moved.rows.end(); });
      QVERIFY(std::ranges::is_sorted(sequence));
    }
  }

  /// Every cell as planned here by hand.
  void footprints_of_orders_and_layouts() {
    ShownOrders shown(sample("olla_figure_3.stowage.json"));
    shown.run(kSwapped);  // v2 before v3: 55 MiB instead of 80
    shown.open_tab(2);
    auto* table = shown.part<QTableView>("matrix_table");
    const auto* model = table->model();
    QCOMPARE(model->rowCount(), 2);
    QCOMPARE(model->columnCount(), 8);
    const auto at = [&](int row, int column) { return model->index(row, column); };
    QCOMPARE(at(0, 2).data().toString(), QString("–"));
    shown.part<QSpinBox>("matrix_seconds")->setValue(1);
    shown.click("compute_matrix");
    shown.settle();
    for (int row = 0; row < 2; ++row) {
      const auto& known = shown.pane.findChild<FootprintMatrixModel*>()->orders()[static_cast<std::size_t>(row)];
      const Graph ordered = with_order(*shown.graphs.back(), known->sequence);
      const Conflicts conflicts = Conflicts::compute(ordered).value();
      const LayoutProblem problem = LayoutProblem::make(ordered, conflicts).value();
      QCOMPARE(at(row, 1).data(kExactRole).toLongLong(), (row == 0 ? 80 : 55) * kMiB);
      for (int column = 2; column < 8; ++column) {
        const QString id = model->headerData(column, Qt::Horizontal, kExactRole).toString();
        if (id == "search") continue;  // it has its own time
        const Plan plan = make_plan(*find_layout_strategy(id.toStdString()), problem).value();
        QCOMPARE(at(row, column).data(kExactRole).toLongLong(), plan.footprint.count);
        const Bytes least{(row == 0 ? 80 : 55) * kMiB};
        QCOMPARE(at(row, column).data().toString().endsWith("✓"), plan.footprint == least);
        QCOMPARE(at(row, column).data(Qt::FontRole).value<QFont>().bold(), plan.footprint.count == 55 * kMiB);
      }
      const QString tip = at(row, 2).data(Qt::ToolTipRole).toString();
      QVERIFY2(tip.contains(row == 0 ? "83,886,080" : "57,671,680"), qPrintable(tip));
    }
    QVERIFY(!shown.enabled("compute_matrix"));  // there is nothing left
    // An order more is a row more, and only that is planned.
    shown.choose(kPatient);
    shown.click("run_order");
    QTRY_VERIFY(shown.part<QToolButton>("stop_orders")->isVisible());
    shown.click("stop_orders");
    shown.settle();
    QCOMPARE(model->rowCount(), 3);
    QVERIFY(shown.enabled("compute_matrix"));
    QVERIFY(at(1, 2).data(kExactRole).toLongLong() > 0);
    QString csv;
    TableActions::of(table)->read_all([&](const QString& text) { csv = text; });
    QTRY_VERIFY(!csv.isEmpty());
    QVERIFY2(csv.startsWith("Order,Peak,auto,so.size.best"), qPrintable(csv));
    QCOMPARE(csv.section("\r\n", 2, 2).section(',', 0, 2), QString("swapped,57671680,57671680"));
  }

  /// Of two orders the one of the larger plans is not to be praised; the row's remark is there in full.
  void an_order_of_larger_plans_says_so() {
    const auto given = sample("olla_figure_3.stowage.json");
    const std::vector<OperatorId> better{OperatorId(0), OperatorId(2), OperatorId(1), OperatorId(3)};
    ShownOrders shown(std::make_shared<const Graph>(with_order(*given, better)));
    shown.run(kSwapped);  // back to the worse
    shown.open_tab(2);
    shown.part<QSpinBox>("matrix_seconds")->setValue(1);
    shown.click("compute_matrix");
    shown.settle();
    const QString told = shown.cell(kSwapped, OrderTableModel::kRemark);
    QVERIFY(says(told, {"80.0 MiB", "55.0 MiB"}));  // plans are larger than those of the given order
    QCOMPARE(shown.cell(kGiven, OrderTableModel::kRemark), kInUse);
    shown.choose(kSwapped);
    QVERIFY(shown.part<QLabel>("order_remark")->isVisible());
    QCOMPARE(shown.part<QLabel>("order_remark")->text(), told);
    QCOMPARE(shown.table()->model()->index(kSwapped, OrderTableModel::kRemark).data(Qt::ToolTipRole).toString(), told);
  }

  void what_cannot_plan_says_why_and_a_stopped_search_gives_its_plan() {
    ShownOrders shown(std::make_shared<const Graph>(test::make_training_graph({.layers = 8, .streams = 4})));
    shown.open_tab(2);
    const auto* model = shown.part<QTableView>("matrix_table")->model();
    for (QAction* action : shown.part<QToolButton>("choose_layouts")->menu()->actions())
      action->setChecked(action->text() == "gergov" || action->text() == "search");
    QCOMPARE(model->columnCount(), 4);
    int gergov = 2, search = 3;
    if (model->headerData(gergov, Qt::Horizontal, kExactRole).toString() != "gergov") std::swap(gergov, search);
    shown.part<QSpinBox>("matrix_seconds")->setValue(600);
    shown.click("compute_matrix");
    QTRY_VERIFY(!shown.pane.busy() || model->index(0, search).data().toString() == "…");
    if (shown.pane.busy()) shown.click("stop_matrix");
    shown.settle();
    QVERIFY2(model->index(0, search).data(kExactRole).toLongLong() > 0,
             qPrintable(model->index(0, search).data(Qt::ToolTipRole).toString()));
    if (search < gergov && model->index(0, gergov).data().toString() == "–") {  // stopped before it
      shown.click("compute_matrix");
      shown.settle();
    }
    QCOMPARE(model->index(0, gergov).data().toString(), QString("one stream"));
    QVERIFY(!model->index(0, gergov).data(Qt::ToolTipRole).toString().isEmpty());
  }

  void the_drawing_can_be_exported() {
    ShownOrders shown(sample("olla_figure_3.stowage.json"));
    shown.run(kSwapped);
    const Drawing drawing = shown.pane.drawing();
    QVERIFY(drawing.paint != nullptr);
    QVERIFY(drawing.subtitle.contains("80.0 MiB") && drawing.subtitle.contains("55.0 MiB"));
    for (const bool dark : {false, true}) {
      const QImage image = render_image(drawing, pixel_page({800, 400}, 1, dark));
      const Theme& theme = Theme::of(dark);
      int line = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) line += image.pixelColor(x, y) == second_order_color(theme) ? 1 : 0;
      QVERIFY2(line > 500, qPrintable(QString::number(line)));  // 700 pixels across, two high
    }
  }
};

STOWAGE_GUI_TEST(OrdersPaneViewsTest);
#include "tst_orders_pane_views.moc"
