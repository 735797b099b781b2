// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QtTest>
#include <algorithm>
#include <thread>

#include "core/edit/sizes.h"
#include "core/io/document.h"
#include "core/io/file.h"
#include "tests/support/graphs.h"
#include "tests/support/training_graph.h"
#include "widgets/orders/footprint_matrix_model.h"
#include "widgets/orders/moved_operators.h"
#include "widgets/orders/order_table_model.h"
#include "widgets/orders/orders_pane.h"
#include "widgets/tables/table_actions.h"
#include "widgets/view_state.h"

using namespace stowage;

namespace {

constexpr int kPatience = 20'000;  // milliseconds; the machine may be busy
constexpr std::int64_t kMiB = 1024 * 1024;

std::shared_ptr<const Graph> sample(const std::string& name) {
  const std::string path = std::string(STOWAGE_SOURCE_DIR) + "/samples/" + name;
  return read_document(read_file(path).value(), path).value().graph;
}

std::vector<OperatorId> all_of(const Graph& graph) {
  return {graph.operators().begin(), graph.operators().end()};
}

Result<Order> as_given(const Graph& graph, const OrderOptions&, const Task&) {
  return Order{all_of(graph)};
}
/// The second and third operator change places: a better order of ROAM's figure 2.
Result<Order> swapped(const Graph& graph, const OrderOptions&, const Task&) {
  Order out{all_of(graph), {90 * kMiB}, "the second and third changed places"};
  std::swap(out.sequence[1], out.sequence[2]);
  return out;
}
/// Improves the order until it is stopped.
Result<Order> patient(const Graph& graph, const OrderOptions& options, const Task& task) {
  options.improved({{100 * kMiB}, {80 * kMiB}});
  while (!task.should_stop()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return swapped(graph, options, task);
}
/// Never comes to an order.
Result<Order> endless(const Graph&, const OrderOptions&, const Task& task) {
  while (!task.should_stop()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return tl::unexpected(task.why_stopped());
}
Result<Order> unable(const Graph&, const OrderOptions&, const Task&) {
  return tl::unexpected(Error::bad_input("", "", "it dislikes this graph"));
}

constexpr OrderStrategy kStrategies[] = {{"given", "", "The order of the input", "", as_given},
                                         {"swapped", "", "Two changed places", "", swapped},
                                         {"patient", "", "Until it is stopped", "", patient},
                                         {"endless", "", "Never ends", "", endless},
                                         {"unable", "", "Cannot", "", unable}};
constexpr int kGiven = 0, kSwapped = 1, kPatient = 2, kEndless = 3, kUnable = 4;

/// A pane on screen, with a document of its own: edits asked for are done.
struct Shown {
  explicit Shown(const std::shared_ptr<const Graph>& graph, std::span<const OrderStrategy> strategies = kStrategies)
      : pane(state, strategies) {
    for (auto* model : pane.findChildren<QAbstractItemModel*>())
      new QAbstractItemModelTester(model, QAbstractItemModelTester::FailureReportingMode::QtTest, &pane);
    QObject::connect(&pane, &Pane::edit_requested, [this](const EditRequest& request) {
      requests.push_back(request);
      Result<EditedGraph> edited = request.apply(*graphs.back());
      if (!edited) qFatal("%s", edited.error().text().c_str());
      state.renumber(edited->operators);
      show(std::make_shared<const Graph>(std::move(edited->graph)));
    });
    pane.resize(900, 300);
    pane.show();
    if (!QTest::qWaitForWindowActive(&pane)) qFatal("the window never became active");
    show(graph);
    settle();
  }
  void show(const std::shared_ptr<const Graph>& graph) {
    graphs.push_back(graph);
    pane.set_graph(graph);
  }
  void settle() {
    if (!QTest::qWaitFor([&] { return !pane.busy(); }, kPatience)) qFatal("never settled");
  }
  template <class T>
  T* part(const char* name) {
    T* found = pane.findChild<T*>(name);
    if (!found) qFatal("no %s", name);
    return found;
  }
  QTableView* table() { return part<QTableView>("orders_table"); }
  OrderChart* chart() { return part<OrderChart>("order_chart"); }
  QString cell(int row, int column) { return table()->model()->index(row, column).data().toString(); }
  void click_row(const char* name, int row, Qt::KeyboardModifiers keys = {}) {
    auto* view = part<QTableView>(name);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, keys, view->visualRect(view->model()->index(row, 0)).center());
  }
  void choose(int row, Qt::KeyboardModifiers keys = {}) { click_row("orders_table", row, keys); }
  void click(const char* button) { QTest::mouseClick(part<QToolButton>(button), Qt::LeftButton); }
  bool enabled(const char* button) { return part<QToolButton>(button)->isEnabled(); }
  void open_tab(int tab) {
    auto* bar = part<QTabWidget>("orders_tabs")->tabBar();
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
  }
  void run(int row) {
    choose(row);
    QTest::keyClick(table(), Qt::Key_Return);
    settle();
  }
  QStringList names() {
    QStringList out;
    for (const OperatorId o : graphs.back()->operators()) out += QString::fromStdString(std::string(graphs.back()->name(o)));
    return out;
  }
  ViewState state;
  std::vector<std::shared_ptr<const Graph>> graphs;
  std::vector<EditRequest> requests;
  OrdersPane pane;
};

}  // namespace

class OrdersPaneTest : public QObject {
  Q_OBJECT

 private slots:
  void nothing_to_order() {
    Shown shown(nullptr);
    const auto* sentence = shown.part<QLabel>("orders_sentence");
    QVERIFY(sentence->isVisible());
    QVERIFY(sentence->text().startsWith("Open a graph"));
    shown.show(sample("lifetimes.csv"));
    QVERIFY(sentence->isVisible());
    QVERIFY2(sentence->text().contains("lifetimes in time"), qPrintable(sentence->text()));
    shown.show(sample("roam_figure_2.stowage.json"));
    QVERIFY(!sentence->isVisible());
  }

  void figure_2_of_ROAM_from_given_to_used() {
    Shown shown(sample("roam_figure_2.stowage.json"));
    // The given order is there at once; D touches 60 MiB, B 80, so that no order needs less than that.
    QCOMPARE(shown.cell(kGiven, OrderTableModel::kPeak), QString("120 MiB"));
    QTRY_COMPARE(shown.cell(kGiven, OrderTableModel::kGap), QString("+50.0%"));
    QCOMPARE(shown.cell(kGiven, OrderTableModel::kRemark), QString("in use"));
    QCOMPARE(shown.cell(kSwapped, OrderTableModel::kPeak), QString("not run"));
    QVERIFY(!shown.enabled("use_order"));
    QVERIFY(!shown.enabled("run_order"));
    QVERIFY(shown.chart()->curves().first.bytes && !shown.chart()->curves().second.bytes);

    shown.run(kSwapped);
    QCOMPARE(shown.cell(kSwapped, OrderTableModel::kPeak), QString("90.0 MiB"));
    QCOMPARE(shown.cell(kSwapped, OrderTableModel::kGap), QString("optimal"));  // it says so of itself
    QCOMPARE(shown.cell(kGiven, OrderTableModel::kGap), QString("+33.3%"));
    QVERIFY(shown.cell(kSwapped, OrderTableModel::kRemark).contains("changed places"));
    QVERIFY(shown.chart()->summary().contains("120 MiB") && shown.chart()->summary().contains("90.0 MiB (-25.0%)"));

    shown.click("use_order");
    QCOMPARE(shown.names(), (QStringList{"A", "C", "B", "D"}));
    QCOMPARE(shown.requests.back().text, QString("Order by swapped"));
    QCOMPARE(shown.requests.back().order, QString("swapped"));
    shown.settle();
    // It is still the same graph, in another order: what was found stays, and the given order can be used again.
    QCOMPARE(shown.cell(kSwapped, OrderTableModel::kPeak), QString("90.0 MiB"));
    QVERIFY(shown.cell(kSwapped, OrderTableModel::kRemark).startsWith("in use"));
    QCOMPARE(shown.cell(kGiven, OrderTableModel::kRemark), QString());
    QVERIFY(!shown.enabled("use_order"));
    shown.choose(kGiven);
    shown.click("use_order");
    QCOMPARE(shown.names(), (QStringList{"A", "B", "C", "D"}));
    QCOMPARE(shown.requests.back().text, QString("Order by as given"));
  }

  void what_improves_gives_its_best_when_stopped() {
    Shown shown(sample("roam_figure_2.stowage.json"));
    shown.choose(kPatient);
    shown.click("run_order");
    QTRY_COMPARE(shown.cell(kPatient, OrderTableModel::kPeak), QString("100 MiB"));  // so far
    QVERIFY(shown.part<QToolButton>("stop_orders")->isVisible());
    QVERIFY(!shown.enabled("run_order"));
    shown.click("stop_orders");
    shown.settle();
    QCOMPARE(shown.cell(kPatient, OrderTableModel::kPeak), QString("90.0 MiB"));
    QVERIFY(!shown.part<QToolButton>("stop_orders")->isVisible());
  }

  void all_run_one_after_the_other_until_stopped() {
    Shown shown(sample("roam_figure_2.stowage.json"));
    shown.click("run_all_orders");
    QTRY_COMPARE(shown.cell(kPatient, OrderTableModel::kRemark), QString("running…"));
    QCOMPARE(shown.cell(kSwapped, OrderTableModel::kPeak), QString("90.0 MiB"));
    QCOMPARE(shown.cell(kEndless, OrderTableModel::kRemark), QString("waiting"));
    shown.click("stop_orders");
    shown.settle();
    QCOMPARE(shown.cell(kPatient, OrderTableModel::kPeak), QString("90.0 MiB"));
    QCOMPARE(shown.cell(kEndless, OrderTableModel::kPeak), QString("not run"));
    QCOMPARE(shown.cell(kUnable, OrderTableModel::kPeak), QString("not run"));

    shown.choose(kEndless);
    shown.choose(kUnable, Qt::ControlModifier);
    shown.click("run_order");
    QTRY_COMPARE(shown.cell(kEndless, OrderTableModel::kRemark), QString("running…"));
    shown.click("stop_orders");
    shown.settle();
    QVERIFY(shown.cell(kEndless, OrderTableModel::kRemark).startsWith("Stopped before"));
    shown.run(kUnable);
    QVERIFY(shown.cell(kUnable, OrderTableModel::kRemark).contains("dislikes"));
    QVERIFY(shown.enabled("run_order"));  // it may be tried again
  }

  void an_edit_begins_anew_and_its_undoing_brings_all_back() {
    Shown shown(sample("roam_figure_2.stowage.json"));
    shown.run(kSwapped);
    shown.choose(kEndless);
    shown.click("run_order");
    const auto before = shown.graphs.back();
    const TensorId all[] = {TensorId(0), TensorId(1), TensorId(2), TensorId(3)};
    shown.show(std::make_shared<const Graph>(scale_sizes(*before, all, {2, 1}).value().graph));
    shown.settle();  // what ran was for another graph
    QCOMPARE(shown.cell(kGiven, OrderTableModel::kPeak), QString("240 MiB"));
    QCOMPARE(shown.cell(kSwapped, OrderTableModel::kPeak), QString("not run"));
    shown.show(before);
    QCOMPARE(shown.cell(kSwapped, OrderTableModel::kPeak), QString("90.0 MiB"));
    QCOMPARE(shown.cell(kEndless, OrderTableModel::kPeak), QString("not run"));
    shown.show(nullptr);
    QCOMPARE(shown.table()->model()->rowCount(), 0);
  }

  /// An order of the table is recognised wherever it comes from.
  void undoing_an_order_is_seen() {
    Shown shown(sample("roam_figure_2.stowage.json"));
    shown.run(kSwapped);
    const auto given = shown.graphs.back();
    shown.show(std::make_shared<const Graph>(
        with_order(*given, std::vector{OperatorId(0), OperatorId(2), OperatorId(1), OperatorId(3)}).graph));
    QVERIFY(shown.cell(kSwapped, OrderTableModel::kRemark).startsWith("in use"));
    shown.show(std::make_shared<const Graph>(*given));
    QCOMPARE(shown.cell(kGiven, OrderTableModel::kRemark), QString("in use"));
  }

  void the_chart_says_what_is_at_a_step() {
    Shown shown(sample("roam_figure_2.stowage.json"));
    shown.run(kSwapped);
    OrderChart* chart = shown.chart();
    const auto at = [&](double step) {
      return QPoint(static_cast<int>(chart->chart().x_of(step + 0.5)), static_cast<int>(chart->chart().plot().center().y()));
    };
    QMouseEvent move(QEvent::MouseMove, at(1), chart->mapToGlobal(at(1)), Qt::NoButton, {}, {});
    QCoreApplication::sendEvent(chart, &move);
    QCOMPARE(chart->marked(), std::optional<std::size_t>(1));
    // B runs with AB, AC and BD: 120 MiB; in the other order C runs with AB, AC and CD: 80 MiB.
    const QString exact = chart->step_text(1);
    QVERIFY2(exact.contains("as given: 120 MiB (125,829,120 bytes), B"), qPrintable(exact));
    QVERIFY2(exact.contains("swapped: 80.0 MiB (83,886,080 bytes), C"), qPrintable(exact));
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

  void moved_operators_are_listed_and_picked() {
    Shown shown(sample("roam_figure_2.stowage.json"));
    shown.open_tab(1);
    QVERIFY(shown.part<QLabel>("moved_operators_nothing")->isVisible());
    shown.run(kSwapped);
    auto* view = shown.part<QTableView>("moved_operators");
    QVERIFY(view->isVisible());
    QCOMPARE(view->model()->rowCount(), 2);
    const auto row = [&](int at) {
      QStringList out;
      for (int column = 0; column < 4; ++column) out += view->model()->index(at, column).data().toString();
      return out;
    };
    QCOMPARE(row(0), (QStringList{"B", "1", "2", "+1"}));
    QCOMPARE(row(1), (QStringList{"C", "2", "1", "-1"}));
    shown.click_row("moved_operators", 1);
    QCOMPARE(shown.state.selected_operators(), std::vector{OperatorId(2)});
    shown.state.select_operators({OperatorId(1)});
    QVERIFY(view->selectionModel()->isRowSelected(0));
    QTest::keyClicks(shown.part<QLineEdit>("moved_operators_filter"), "c");
    QTRY_COMPARE(view->model()->rowCount(), 1);
    QCOMPARE(shown.part<QLabel>("moved_operators_count")->text().left(12), QString("1 of 2 shown"));
    QString csv;
    TableActions::of(view)->read_all([&](const QString& text) { csv = text; });
    QTRY_VERIFY(!csv.isEmpty());
    QCOMPARE(csv.section("\r\n", 1, 1), QString("C,2,1,-1,stream 0"));

    // After the order is used, ids are those of the graph as it is then.
    QTest::keyClick(shown.part<QLineEdit>("moved_operators_filter"), Qt::Key_Backspace);
    QTRY_COMPARE(view->model()->rowCount(), 2);
    shown.choose(kSwapped);
    shown.click("use_order");
    QVERIFY(view->selectionModel()->isRowSelected(0) && !view->selectionModel()->isRowSelected(1));  // B still
    shown.click_row("moved_operators", 1);
    QCOMPARE(shown.state.selected_operators(), std::vector{OperatorId(1)});  // C is the second now
    shown.choose(kGiven);
    QVERIFY(shown.part<QLabel>("moved_operators_nothing")->isVisible());
  }

  /// Every cell as planned here by hand.
  void footprints_of_orders_and_layouts() {
    Shown shown(sample("olla_figure_3.stowage.json"));
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
      const Graph ordered = with_order(*shown.graphs.back(), known->sequence).graph;
      const Conflicts conflicts = Conflicts::compute(ordered).value();
      const LayoutProblem problem = LayoutProblem::make(ordered, conflicts).value();
      QCOMPARE(at(row, 1).data(kExactRole).toLongLong(), (row == 0 ? 80 : 55) * kMiB);
      for (int column = 2; column < 8; ++column) {
        const QString id = model->headerData(column, Qt::Horizontal).toString();
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

  void what_cannot_plan_says_why_and_a_stopped_search_gives_its_plan() {
    Shown shown(std::make_shared<const Graph>(test::make_training_graph({.layers = 8, .streams = 4})));
    shown.open_tab(2);
    const auto* model = shown.part<QTableView>("matrix_table")->model();
    for (QAction* action : shown.part<QToolButton>("choose_layouts")->menu()->actions())
      action->setChecked(action->text() == "gergov" || action->text() == "search");
    QCOMPARE(model->columnCount(), 4);
    int gergov = 2, search = 3;
    if (model->headerData(gergov, Qt::Horizontal).toString() != "gergov") std::swap(gergov, search);
    shown.part<QSpinBox>("matrix_seconds")->setValue(600);
    shown.click("compute_matrix");
    QTRY_VERIFY(!shown.pane.busy() || model->index(0, search).data().toString() == "…");
    QTest::qWait(100);
    if (shown.pane.busy()) shown.click("stop_matrix");
    shown.settle();
    QVERIFY2(model->index(0, search).data(kExactRole).toLongLong() > 0,
             qPrintable(model->index(0, search).data(Qt::ToolTipRole).toString()));
    if (search < gergov && model->index(0, gergov).data().toString() == "–") {  // stopped before it
      shown.click("compute_matrix");
      shown.settle();
    }
    QCOMPARE(model->index(0, gergov).data().toString(), QString("one stream"));
    QVERIFY(model->index(0, gergov).data(Qt::ToolTipRole).toString().contains("single stream"));
  }

  /// Every row by counting anew, on a graph that is looked at in the background.
  void many_operators() {
    const auto graph = std::make_shared<const Graph>(test::make_training_graph(test::training_graph_of(12'000, 8)));
    QVERIFY(graph->operator_count() + graph->tensor_count() > 10'000);
    Shown shown(graph, order_strategies());
    const auto rows = shown.table()->model()->rowCount();
    QCOMPARE(rows, static_cast<int>(order_strategies().size()));
    int lescea = -1;
    for (int row = 0; row < rows; ++row)
      if (shown.cell(row, 0) == "lescea") lescea = row;
    QVERIFY(lescea > 0);
    shown.open_tab(1);
    shown.run(lescea);
    const auto* model = shown.pane.findChild<MovedOperatorsModel*>();
    const OrderedGraph order = make_order(*find_order_strategy("lescea"), *graph).value();
    QVERIFY(shown.chart()->curves().second.bytes->peak() == order.peak);
    std::size_t moved = 0;
    for (std::size_t k = 0; k < order.sequence.size(); ++k) moved += order.sequence[k].index() != k ? 1 : 0;
    QTRY_COMPARE(model->moved(), moved);
    QVERIFY(moved > 100);
    for (int row = 1; row < model->rowCount(); ++row) {
      const auto far = [&](int at) { return std::abs(model->index(at, 3).data(Qt::UserRole + 64).toLongLong()); };
      QVERIFY(far(row - 1) >= far(row));
    }
    shown.click("use_order");
    shown.settle();
    QVERIFY(shown.cell(lescea, OrderTableModel::kRemark).startsWith("in use"));
    QCOMPARE(shown.graphs.back()->name(OperatorId(5)), graph->name(order.sequence[5]));
  }

  void the_drawing_can_be_exported() {
    Shown shown(sample("olla_figure_3.stowage.json"));
    shown.run(kSwapped);
    const Drawing drawing = shown.pane.drawing();
    QVERIFY(drawing.paint != nullptr);
    QVERIFY(drawing.subtitle.contains("80.0 MiB") && drawing.subtitle.contains("55.0 MiB"));
    for (const bool dark : {false, true}) {
      const QImage image = render_image(drawing, {.size = {800, 400}, .dark = dark});
      const Theme& theme = Theme::of(dark);
      int line = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) line += image.pixelColor(x, y) == second_order_color(theme) ? 1 : 0;
      QVERIFY2(line > 500, qPrintable(QString::number(line)));  // 700 pixels across, two high
    }
  }
};

QTEST_MAIN(OrdersPaneTest)
#include "tst_orders_pane.moc"
