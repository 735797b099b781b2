// SPDX-License-Identifier: GPL-3.0-or-later
// The table of orders: what runs, what is used, and what edits do to it.
#include <QAbstractEventDispatcher>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QScrollBar>
#include <QSpinBox>
#include <QTableView>
#include <atomic>

#include "core/graph/lifetimes.h"
#include "core/insight/edit/edits.h"
#include "core/order/interleaved_peak.h"
#include "core/papers/tables.h"
#include "tests/gui/words.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/support/training_graph.h"
#include "tests/widgets/shown_orders.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/tables/text_table.h"
#include "widgets/views/orders/footprint_matrix_model.h"
#include "widgets/views/orders/moved_operators.h"

using namespace stowage;
using namespace stowage::test;

namespace {

std::atomic<bool> told = false;

Result<Order> tells_and_waits(const Graph& graph, const OrderOptions& options, const Task& task) {
  options.improved({{1}, {1}});
  told = true;
  while (!task.should_stop()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return as_given(graph, options, task);
}

}  // namespace

class OrdersPaneTest : public QObject {
  Q_OBJECT

 private slots:
  void nothing_to_order() {
    ShownOrders shown(nullptr);
    const auto* sentence = shown.part<QLabel>("orders_sentence");
    QVERIFY(sentence->isVisible());
    const QString nothing = sentence->text();
    shown.show(sample("lifetimes.csv"));
    QVERIFY(sentence->isVisible());
    QVERIFY2(!sentence->text().isEmpty() && sentence->text() != nothing, qPrintable(sentence->text()));
    shown.show(sample("roam_figure_2.stowage.json"));
    QVERIFY(!sentence->isVisible());
  }

  /// The one order there is meets the bound of what is counted, which proves nothing.
  void nothing_uncounted_is_optimal() {
    for (const Graph& graph : {unknown_size(), graph_with_loop()}) {
      ShownOrders shown(std::make_shared<const Graph>(graph), order_strategies());
      shown.click("run_all_orders");
      shown.settle();
      for (int row = 0; row < shown.table()->model()->rowCount(); ++row) {
        QVERIFY2(shown.cell(row, 1).startsWith("at least"), qPrintable(shown.cell(row, 1)));
        QCOMPARE(shown.cell(row, 2), QString());
        for (int column = 0; column < shown.table()->model()->columnCount(); ++column)
          QVERIFY2(!shown.cell(row, column).startsWith("no order"), qPrintable(shown.cell(row, column)));
      }
      QVERIFY2(says(shown.chart()->summary(), {"at least"}), qPrintable(shown.chart()->summary()));
      QVERIFY(!shown.chart()->summary().contains('%'));
    }
  }

  /// As wide as the dock of a small window: how a search ended is seen without scrolling.
  void the_remark_is_on_screen_in_a_narrow_dock() {
    ShownOrders shown(sample("roam_figure_2.stowage.json"));
    shown.pane.resize(652, 260);
    auto* table = shown.part<QTableView>("orders_table");
    const QHeaderView* header = table->horizontalHeader();
    const auto right = [&] {
      return header->sectionViewportPosition(OrderTableModel::kRemark) + header->sectionSize(OrderTableModel::kRemark);
    };
    QTRY_VERIFY(table->width() < 360 && right() <= table->viewport()->width());
    QVERIFY(header->sectionSize(OrderTableModel::kRemark) >= 60);
    shown.pane.resize(1400, 260);  // the others fit, too
    QTRY_COMPARE(header->length(), header->width());
  }

  /// With more or fewer columns, each number has the room that it asks for; the note on the gap takes one line.
  void no_number_is_cut() {
    ShownOrders shown(sample("training_step.stowage.json"));
    auto* table = shown.part<QTableView>("orders_table");
    for (const int width : {1400, 604, 900, 500, 700}) {
      shown.pane.resize(width, 190);
      shown.settle();
      for (int column = 1; column < table->model()->columnCount() - 1; ++column)
        QTRY_VERIFY2(
            table->isColumnHidden(column) ||
                table->columnWidth(column) >= table->sizeHintForIndex(table->model()->index(kGiven, column)).width(),
            qPrintable(QString("%1 at %2").arg(column).arg(width)));
      if (width > 600) QTRY_VERIFY2(!table->horizontalScrollBar()->isVisible(), qPrintable(QString::number(width)));
      auto* note = shown.part<QLabel>("order_gap_note");
      if (note->isVisible()) QVERIFY(note->height() < 2 * note->fontMetrics().height());
    }
  }

  /// Whatever stands in the rows that have no number: "not run" has as many letters as "356 MiB", but is narrower.
  void a_number_among_words_is_not_cut() {
    ShownOrders shown(sample("roam_figure_2.stowage.json"), order_strategies());
    shown.pane.resize(1400, 400);
    shown.settle();
    auto* table = shown.part<QTableView>("orders_table");
    for (int row = 0; row < table->model()->rowCount(); ++row)
      QTRY_VERIFY2(table->columnWidth(OrderTableModel::kPeak) >=
                       table->sizeHintForIndex(table->model()->index(row, OrderTableModel::kPeak)).width(),
                   qPrintable(QString::number(row)));
  }

  /// At any size: a scroll bar that comes because a column came, and goes with it, would have the table laid out
  /// without end.
  void the_table_comes_to_rest() {
    for (const bool all : {false, true}) {
      ShownOrders shown(sample("olla_figure_3.stowage.json"), order_strategies());
      if (all) {
        shown.click("run_all_orders");
        shown.settle();
        shown.choose(1, Qt::ControlModifier);
      }
      for (int width = 420; width <= 1400; width += 35)
        for (int height = 160; height <= 260; height += 3) {
          shown.pane.resize(width, height);
          int rounds = 0;
          while (rounds < 200 && QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents)) ++rounds;
          QVERIFY2(rounds < 200, qPrintable(QString("%1 x %2").arg(width).arg(height)));
        }
    }
  }

  void figure_2_of_ROAM_from_given_to_used() {
    ShownOrders shown(sample("roam_figure_2.stowage.json"));
    // The given order is there at once; D touches 60 MiB, B 80, so that no order needs less than that.
    QCOMPARE(shown.cell(kGiven, OrderTableModel::kPeak), QString("120 MiB"));
    QTRY_COMPARE(shown.cell(kGiven, OrderTableModel::kGap), QString("+50.0%"));
    QVERIFY(shown.part<QLabel>("order_gap_note")->text().contains("80.0 MiB"));  // what the gap is to
    QCOMPARE(shown.cell(kGiven, OrderTableModel::kRemark), kInUse);
    QCOMPARE(shown.cell(kSwapped, OrderTableModel::kPeak), kNotRun);
    QVERIFY(!shown.enabled("use_order"));
    QVERIFY(!shown.enabled("run_order"));
    QVERIFY(shown.chart()->curves().first.bytes && !shown.chart()->curves().second.bytes);

    shown.run(kSwapped);
    QCOMPARE(shown.cell(kSwapped, OrderTableModel::kPeak), QString("90.0 MiB"));
    QCOMPARE(shown.cell(kSwapped, OrderTableModel::kGap), QString("least"));  // it says so of itself
    QCOMPARE(shown.cell(kGiven, OrderTableModel::kGap), QString("+33.3%"));
    QVERIFY(shown.chart()->summary().contains("120 MiB") && says(shown.chart()->summary(), {"90.0 MiB", "−25.0%"}));

    shown.click("use_order");
    QCOMPARE(shown.names(), (QStringList{"A", "C", "B", "D"}));
    QVERIFY(says(shown.requests.back().text, {"swapped"}));
    QCOMPARE(shown.requests.back().order, QString("swapped"));
    shown.settle();
    // It is still the same graph, in another order: what was found stays, and the given order can be used again.
    QCOMPARE(shown.cell(kSwapped, OrderTableModel::kPeak), QString("90.0 MiB"));
    QVERIFY(shown.cell(kSwapped, OrderTableModel::kRemark).startsWith(kInUse));
    QCOMPARE(shown.cell(kGiven, OrderTableModel::kRemark), QString());
    QVERIFY(!shown.enabled("use_order"));
    shown.choose(kGiven);
    shown.click("use_order");
    QCOMPARE(shown.names(), (QStringList{"A", "B", "C", "D"}));
    QVERIFY(!shown.requests.back().text.contains("swapped"));
  }

  /// Two strategies with the same order: one is in use, the other only has its order. Beside the given order stands the
  /// one in use, whoever is selected.
  void one_order_is_in_use() {
    static constexpr OrderStrategy kTwins[] = {{"given", "", "The order of the input", "", as_given},
                                               {"swapped", "", "Two changed places", "", swapped},
                                               {"again", "", "The same", "", swapped}};
    ShownOrders shown(sample("roam_figure_2.stowage.json"), kTwins);
    shown.run(1);
    shown.run(2);
    shown.click("use_order");
    shown.settle();
    int used = 0;
    for (int row = 0; row < 3; ++row) used += shown.cell(row, OrderTableModel::kRemark).startsWith(kInUse) ? 1 : 0;
    QCOMPARE(used, 1);
    QVERIFY(shown.cell(2, OrderTableModel::kRemark).startsWith(kInUse) ||
            says(shown.cell(2, OrderTableModel::kRemark), {"swapped"}));
    for (const int row : {1, 2}) {
      shown.choose(row);
      QVERIFY(!shown.enabled("use_order"));  // nothing would change
    }
    shown.choose(0);
    QVERIFY(shown.chart()->curves().second.bytes);
    QVERIFY2(shown.chart()->summary().contains("90.0 MiB (−25.0%)"), qPrintable(shown.chart()->summary()));
  }

  /// Nobody knows how far a strategy is; how many are done is known.
  void the_bar_of_progress_is_never_empty() {
    ShownOrders shown(sample("roam_figure_2.stowage.json"));
    shown.choose(kPatient);
    shown.click("run_order");
    const auto* bar = shown.part<QProgressBar>("orders_progress");
    QTRY_VERIFY(bar->isVisible());
    QCOMPARE(bar->maximum(), 0);  // busy
    QVERIFY(numbers_in(shown.pane.search_text()).isEmpty());
    shown.pane.stop_search();
    shown.settle();
    QVERIFY(!bar->isVisible());
    QSignalSpy changed(&shown.pane, &OrdersPane::searching_changed);
    shown.click("run_all_orders");  // swapped, then endless
    QTRY_COMPARE(shown.cell(kEndless, OrderTableModel::kRemark), kRunning);
    QTRY_VERIFY(bar->maximum() > 0 && 4 * bar->value() >= bar->maximum());
    QCOMPARE(numbers_in(shown.pane.search_text()), (QList<qint64>{1, 3}));
    QVERIFY(changed.count() >= 2);
    shown.pane.stop_search();
    shown.settle();
    QVERIFY(!shown.pane.searching());
  }

  /// A search with a deadline would use it up.
  void no_deadline_is_given() {
    static constexpr OrderStrategy kAsks[] = {
        {"given", "", "The order of the input", "", as_given},
        {"asks", "", "Whether there is a deadline", "", [](const Graph& graph, const OrderOptions&, const Task& task) {
           Order out{all_of(graph)};
           out.remark = task.deadline ? "a deadline" : "none";
           return Result<Order>(std::move(out));
         }}};
    ShownOrders shown(sample("roam_figure_2.stowage.json"), kAsks);
    shown.run(1);
    QVERIFY2(shown.cell(1, OrderTableModel::kRemark).endsWith("none"),
             qPrintable(shown.cell(1, OrderTableModel::kRemark)));
  }

  void what_improves_gives_its_best_when_stopped() {
    ShownOrders shown(sample("roam_figure_2.stowage.json"));
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
    ShownOrders shown(sample("roam_figure_2.stowage.json"));
    shown.click("run_all_orders");
    QTRY_COMPARE(shown.cell(kPatient, OrderTableModel::kRemark), kRunning);
    QCOMPARE(shown.cell(kSwapped, OrderTableModel::kPeak), QString("90.0 MiB"));
    QCOMPARE(shown.cell(kEndless, OrderTableModel::kRemark), QString("waiting"));
    shown.click("stop_orders");
    shown.settle();
    QCOMPARE(shown.cell(kPatient, OrderTableModel::kPeak), QString("90.0 MiB"));
    QCOMPARE(shown.cell(kEndless, OrderTableModel::kPeak), kNotRun);
    QCOMPARE(shown.cell(kUnable, OrderTableModel::kPeak), kNotRun);

    shown.choose(kEndless);
    shown.choose(kUnable, Qt::ControlModifier);
    shown.click("run_order");
    QTRY_COMPARE(shown.cell(kEndless, OrderTableModel::kRemark), kRunning);
    shown.click("stop_orders");
    shown.settle();
    const QString stopped = shown.cell(kEndless, OrderTableModel::kRemark);
    QVERIFY2(!stopped.isEmpty() && stopped != kRunning, qPrintable(stopped));
    shown.run(kUnable);
    QVERIFY(shown.cell(kUnable, OrderTableModel::kRemark).contains("dislikes"));
    QVERIFY(shown.enabled("run_order"));  // it may be tried again
  }

  void an_edit_begins_anew_and_its_undoing_brings_all_back() {
    ShownOrders shown(sample("roam_figure_2.stowage.json"));
    shown.run(kSwapped);
    shown.choose(kEndless);
    shown.click("run_order");
    const auto before = shown.graphs.back();
    const TensorId all[] = {TensorId(0), TensorId(1), TensorId(2), TensorId(3)};
    shown.show(std::make_shared<const Graph>(scale_sizes(*before, all, {2, 1}).value().graph));
    shown.settle();  // what ran was for another graph
    QCOMPARE(shown.cell(kGiven, OrderTableModel::kPeak), QString("240 MiB"));
    QCOMPARE(shown.cell(kSwapped, OrderTableModel::kPeak), kNotRun);
    shown.show(before);
    QCOMPARE(shown.cell(kSwapped, OrderTableModel::kPeak), QString("90.0 MiB"));
    QCOMPARE(shown.cell(kEndless, OrderTableModel::kPeak), kNotRun);
    shown.show(nullptr);
    QCOMPARE(shown.table()->model()->rowCount(), 0);
  }

  /// An order of the table is recognised wherever it comes from.
  void undoing_an_order_is_seen() {
    ShownOrders shown(sample("roam_figure_2.stowage.json"));
    shown.run(kSwapped);
    const auto given = shown.graphs.back();
    shown.show(std::make_shared<const Graph>(
        with_order(*given, std::vector{OperatorId(0), OperatorId(2), OperatorId(1), OperatorId(3)})));
    QVERIFY(shown.cell(kSwapped, OrderTableModel::kRemark).startsWith(kInUse));
    shown.show(std::make_shared<const Graph>(*given));
    QCOMPARE(shown.cell(kGiven, OrderTableModel::kRemark), kInUse);
  }

  /// What is found on the way is not yet mixed with other orders: its peak is another than that of the end.
  void several_streams_have_no_peak_so_far() {
    const auto graph = std::make_shared<const Graph>(test::random_graph({.seed = 11, .operators = 16, .streams = 3}));
    static constexpr OrderStrategy kTwo[] = {{"given", "", "The order of the input", "", as_given},
                                             {"tells", "", "Until it is stopped", "", tells_and_waits}};
    ShownOrders shown(graph, kTwo);
    shown.choose(1);
    shown.click("run_order");
    QTRY_COMPARE(shown.cell(1, OrderTableModel::kRemark), kRunning);
    QTRY_VERIFY(told);
    wait_until_idle();
    QCOMPARE(shown.cell(1, OrderTableModel::kPeak), QString("–"));
    shown.pane.stop_search();
    shown.settle();
    QVERIFY(shown.cell(1, OrderTableModel::kPeak).contains("B"));
  }

  /// Beside the peak of operators that run one at a time stands what plans need however the streams interleave; what is
  /// proved is proved of the former.
  void several_streams() {
    const auto graph = std::make_shared<const Graph>(test::random_graph({.seed = 11, .operators = 16, .streams = 3}));
    const Bytes given = interleaved_peak(*graph).value();
    ShownOrders shown(graph, order_strategies());
    QVERIFY(!shown.table()->isColumnHidden(OrderTableModel::kInterleaved));
    const auto exact = [&](int row, int column) {
      return shown.table()->model()->index(row, column).data(kExactRole).toLongLong();
    };
    QCOMPARE(exact(kGiven, OrderTableModel::kInterleaved), given.count);
    QVERIFY(says(shown.chart()->summary(), {human_bytes(given)}));  // side by side
    shown.click("run_all_orders");
    shown.settle();
    shown.open_tab(2);
    const auto* matrix = shown.part<QTableView>("matrix_table")->model();
    shown.part<QSpinBox>("matrix_seconds")->setValue(1);
    shown.click("compute_matrix");
    shown.settle();
    for (int row = 0; row < shown.table()->model()->rowCount(); ++row) {
      const auto& known = shown.pane.findChild<FootprintMatrixModel*>()->orders()[static_cast<std::size_t>(row)];
      const Bytes needed = interleaved_peak(with_order(*graph, known->sequence)).value();
      QCOMPARE(exact(row, OrderTableModel::kInterleaved), needed.count);
      QVERIFY(needed <= given);
      const auto* model = shown.table()->model();
      QVERIFY(!model->index(row, OrderTableModel::kGap).data(Qt::ToolTipRole).toString().isEmpty());
      QVERIFY(exact(row, OrderTableModel::kPeak) > 0);  // there is an order
      for (int column = 2; column < matrix->columnCount(); ++column) {
        const QVariant footprint = matrix->index(row, column).data(kExactRole);
        if (footprint.typeId() != QMetaType::LongLong) continue;  // a strategy that refuses several streams
        QVERIFY(footprint.toLongLong() >= needed.count);
        if (footprint.toLongLong() == needed.count) QVERIFY(matrix->index(row, column).data().toString().endsWith("✓"));
      }
      QVERIFY(says(matrix->index(row, 1).data(Qt::ToolTipRole).toString(), {human_bytes(needed)}));
    }
    shown.show(sample("roam_figure_2.stowage.json"));
    shown.settle();
    QVERIFY(shown.table()->isColumnHidden(OrderTableModel::kInterleaved));
  }

  /// Every row by counting anew, on a graph that is looked at in the background.
  void many_operators() {
    const auto graph = std::make_shared<const Graph>(test::make_training_graph(test::training_graph_of(12'000, 1)));
    QVERIFY(graph->operator_count() + graph->tensor_count() > 10'000);
    ShownOrders shown(graph, order_strategies());
    const auto rows = shown.table()->model()->rowCount();
    QCOMPARE(rows, static_cast<int>(order_strategies().size()));
    int lescea = -1;
    for (int row = 0; row < rows; ++row)
      if (shown.cell(row, 0) == "LESCEA") lescea = row;
    QVERIFY(lescea > 0);
    shown.open_tab(1);
    shown.run(lescea);
    const auto* model = shown.pane.findChild<MovedOperatorsModel*>();
    const OrderedGraph order = make_order(*find_order_strategy("lescea"), *graph).value();
    QVERIFY(shown.chart()->curves().second.bytes->peak() == order.peak);
    const std::size_t moved = order.sequence.size() - most_that_stay(order.sequence);
    QTRY_COMPARE(model->moved(), moved);
    QVERIFY(moved > 100);
    for (int row = 1; row < model->rowCount(); ++row) {
      const auto far = [&](int at) { return std::abs(model->index(at, 3).data(Qt::UserRole + 64).toLongLong()); };
      QVERIFY(far(row - 1) >= far(row));
    }
    shown.click("use_order");
    shown.settle();
    QVERIFY(shown.cell(lescea, OrderTableModel::kRemark).startsWith(kInUse));
    QCOMPARE(shown.graphs.back()->name(OperatorId(5)), graph->name(order.sequence[5]));
  }
};

STOWAGE_GUI_TEST(OrdersPaneTest);
#include "tst_orders_pane.moc"
