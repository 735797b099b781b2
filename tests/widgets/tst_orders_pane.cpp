// SPDX-License-Identifier: GPL-3.0-or-later
// The table of orders: what runs, what is used, and what edits do to it. Beside it: memory over steps, moved operators,
// the matrix of footprints.
#include "core/insight/edit/edits.h"
#include "core/order/interleaved_peak.h"
#include "tests/widgets/shown_pane.h"
#include "widgets/tables/table_actions.h"
#include "widgets/views/orders/moved_operators.h"
#include "widgets/views/orders/order_chart.h"
#include "widgets/views/orders/orders_pane.h"

namespace {

Result<Order> as_given(const Graph& graph, const OrderOptions&, const Task&) {
  return Order{all_of(graph)};
}
/// The second and third operator change places: a better order of ROAM's figure 2. A search with a deadline would use
/// it up, so that none is given.
Result<Order> swapped(const Graph& graph, const OrderOptions&, const Task& task) {
  if (task.deadline) return tl::unexpected(Error::bad_input("", "", "there is a deadline"));
  Order out{all_of(graph), {90 * kMiB}, "the second and third changed places"};
  std::swap(out.sequence[1], out.sequence[2]);
  return out;
}
void run_until_stopped(const Task& task) {
  while (!task.should_stop()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
}
/// Improves the order until it is stopped.
Result<Order> patient(const Graph& graph, const OrderOptions& options, const Task& task) {
  options.improved({{100 * kMiB}, {80 * kMiB}});
  run_until_stopped(task);
  return swapped(graph, options, task);
}
/// Never comes to an order.
Result<Order> endless(const Graph&, const OrderOptions&, const Task& task) {
  run_until_stopped(task);
  return tl::unexpected(task.why_stopped());
}
Result<Order> unable(const Graph&, const OrderOptions&, const Task&) {
  return tl::unexpected(Error::bad_input("", "", "it dislikes this graph"));
}

/// How many operators may stay while the others move: the longest increasing subsequence, by its definition.
std::size_t most_that_stay(const std::vector<OperatorId>& sequence) {
  std::vector<std::size_t> longest(sequence.size(), 1);
  for (std::size_t k = 0; k < sequence.size(); ++k)
    for (std::size_t before = 0; before < k; ++before)
      if (sequence[before] < sequence[k]) longest[k] = std::max(longest[k], longest[before] + 1);
  return longest.empty() ? 0 : *std::ranges::max_element(longest);
}

constexpr OrderStrategy kOrderStrategies[] = {{"given", "", "The order of the input", "", as_given},
                                              {"swapped", "", "Two changed places", "", swapped},
                                              {"patient", "", "Until it is stopped", "", patient},
                                              {"endless", "", "Never ends", "", endless},
                                              {"unable", "", "Cannot", "", unable}};
constexpr int kGiven = 0, kSwapped = 1, kPatient = 2, kEndless = 3, kUnable = 4;

struct ShownOrders : EditedPane<OrdersPane> {
  explicit ShownOrders(const std::shared_ptr<const Graph>& first,
                       std::span<const OrderStrategy> strategies = kOrderStrategies)
      : EditedPane({900, 300}, [&](ViewState& made_for) { return make_orders_of(made_for, strategies); }) {
    watch_models();
    open(first);
    settle();
  }
  QTableView* table() { return part<QTableView>("orders_table"); }
  OrderChart* chart() { return part<OrderChart>("order_chart"); }
  QString cell(int row, int column) { return ShownPane::cell("orders_table", row, column); }
  void click_row(const char* name, int row, Qt::KeyboardModifiers keys = {}) {
    test::click_row(part<QTableView>(name), row, keys);
  }
  void choose(int row, Qt::KeyboardModifiers held = {}) { click_row("orders_table", row, held); }
  void click(const char* button) { test::click(part<QToolButton>(button)); }
  bool enabled(const char* button) { return part<QToolButton>(button)->isEnabled(); }
  void open_tab(int tab) { click_tab(part<QTabWidget>("orders_tabs")->tabBar(), tab); }
  void run(int row) {
    choose(row);
    QTest::keyClick(table(), Qt::Key_Return);
    settle();
  }
  /// Without the search, which takes the time it gets.
  void compute_matrix() {
    for (QAction* action : part<QToolButton>("choose_layouts")->menu()->actions())
      if (action->text() == "search") action->setChecked(false);
    press("compute_matrix");
  }
  QStringList names() { return names_of(*graph, graph->operators()); }
};

std::atomic<bool> improved_once = false;

Result<Order> tells_and_waits(const Graph& graph, const OrderOptions& options, const Task& task) {
  options.improved({{1}, {1}});
  improved_once = true;
  run_until_stopped(task);
  return as_given(graph, options, task);
}

/// Operators A, B, C … that wait for nothing.
std::shared_ptr<const Graph> free_operators(int count) {
  std::string text = "op";
  for (int k = 0; k < count; ++k) text += {' ', static_cast<char>('A' + k)};
  return std::make_shared<const Graph>(graph_of(text));
}

/// D to the front, and the last two change places.
Result<Order> two_moved(const Graph&, const OrderOptions&, const Task&) {
  Order out;
  for (const std::size_t k : {3, 0, 1, 2, 5, 4}) out.sequence.push_back(OperatorId(k));
  return out;
}
constexpr OrderStrategy kTwoMoved[] = {kOrderStrategies[0], {"two", "", "Two moved", "", two_moved}};

}  // namespace

class OrdersPaneTest : public QObject {
  Q_OBJECT

 private slots:
  void nothing_to_order() {
    ShownOrders shown(nullptr);
    const auto* sentence = shown.part<QLabel>("orders_sentence");
    QVERIFY(sentence->isVisible());
    const QString nothing = sentence->text();
    shown.open(sample("lifetimes.csv"));
    QVERIFY(sentence->isVisible());
    QVERIFY2(!sentence->text().isEmpty() && sentence->text() != nothing, qPrintable(sentence->text()));
    shown.open(sample("roam_figure_2.stowage.json"));
    QVERIFY(!sentence->isVisible());
  }

  /// The one order there is meets the bound of what is counted, which proves nothing.
  void nothing_uncounted_is_optimal() {
    for (const Graph& graph : {unknown_size(), graph_with_loop()}) {
      ShownOrders shown(std::make_shared<const Graph>(graph), order_strategies());
      shown.press("run_all_orders");
      for (int row = 0; row < shown.table()->model()->rowCount(); ++row) {
        if (order_strategies()[static_cast<std::size_t>(row)].id.starts_with("olla")) continue;  // asks a solver
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
    auto* table = shown.table();
    const QHeaderView* header = table->horizontalHeader();
    const auto right = [&] {
      return header->sectionViewportPosition(OrdersPane::kRemark) + header->sectionSize(OrdersPane::kRemark);
    };
    QTRY_VERIFY(table->width() < 360 && right() <= table->viewport()->width());
    QVERIFY(header->sectionSize(OrdersPane::kRemark) >= 60);
    shown.pane.resize(1400, 260);  // the others fit, too
    QTRY_COMPARE(header->length(), header->width());
  }

  /// With more or fewer columns, each number has the room that it asks for; the note on the gap takes one line.
  void no_number_is_cut() {
    ShownOrders shown(sample("training_step.stowage.json"));
    auto* table = shown.table();
    const auto has_room = [&](int row, int column) {
      return table->isColumnHidden(column) ||
             table->columnWidth(column) >= table->sizeHintForIndex(table->model()->index(row, column)).width();
    };
    for (const int width : {1400, 604, 900, 500, 700}) {
      shown.pane.resize(width, 190);
      shown.settle();
      for (int column = 1; column < table->model()->columnCount() - 1; ++column)
        QTRY_VERIFY2(has_room(kGiven, column), qPrintable(QString("%1 at %2").arg(column).arg(width)));
      for (int row = 0; row < table->model()->rowCount(); ++row)  // "not run" is narrower than "356 MiB"
        QTRY_VERIFY2(has_room(row, OrdersPane::kPeak), qPrintable(QString::number(row)));
      if (width > 600) QTRY_VERIFY2(!table->horizontalScrollBar()->isVisible(), qPrintable(QString::number(width)));
      auto* note = shown.part<QLabel>("order_gap_note");
      if (note->isVisible()) QVERIFY(note->height() < 2 * note->fontMetrics().height());
    }
  }

  /// At any size: a scroll bar that comes because a column came, and goes with it, would have the table laid out
  /// without end.
  void the_table_comes_to_rest() {
    for (const bool all : {false, true}) {
      ShownOrders shown(sample("olla_figure_3.stowage.json"), order_strategies());
      if (all) {
        shown.press("run_all_orders");
        shown.choose(1, Qt::ControlModifier);
      }
      for (int width = 420; width <= 1400; width += 77)
        for (int height = 160; height <= 260; height += 7) {
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
    QCOMPARE(shown.cell(kGiven, OrdersPane::kPeak), QString("120 MiB"));
    QTRY_COMPARE(shown.cell(kGiven, OrdersPane::kGap), QString("+50.0%"));
    QVERIFY(shown.part<QLabel>("order_gap_note")->text().contains("80.0 MiB"));  // what the gap is to
    QCOMPARE(shown.cell(kGiven, OrdersPane::kRemark), kInUse);
    QCOMPARE(shown.cell(kSwapped, OrdersPane::kPeak), kNotRun);
    QVERIFY(!shown.enabled("use_order"));
    QVERIFY(!shown.enabled("run_order"));
    QVERIFY(shown.chart()->curves().first.bytes && !shown.chart()->curves().second.bytes);

    shown.run(kSwapped);
    QCOMPARE(shown.cell(kSwapped, OrdersPane::kPeak), QString("90.0 MiB"));
    QCOMPARE(shown.cell(kSwapped, OrdersPane::kGap), QString("least"));  // it says so of itself
    QCOMPARE(shown.cell(kGiven, OrdersPane::kGap), QString("+33.3%"));
    QVERIFY(shown.chart()->summary().contains("120 MiB") && says(shown.chart()->summary(), {"90.0 MiB", "−25.0%"}));

    shown.click("use_order");
    QCOMPARE(shown.names(), (QStringList{"A", "C", "B", "D"}));
    QVERIFY(says(shown.requests.back().text, {"swapped"}));
    QCOMPARE(shown.requests.back().order, QString("swapped"));
    shown.settle();
    // It is still the same graph, in another order: what was found stays, and the given order can be used again.
    QCOMPARE(shown.cell(kSwapped, OrdersPane::kPeak), QString("90.0 MiB"));
    QVERIFY(shown.cell(kSwapped, OrdersPane::kRemark).startsWith(kInUse));
    QCOMPARE(shown.cell(kGiven, OrdersPane::kRemark), QString());
    QVERIFY(!shown.enabled("use_order"));
    shown.choose(kGiven);
    shown.click("use_order");
    QCOMPARE(shown.names(), (QStringList{"A", "B", "C", "D"}));
    QVERIFY(!shown.requests.back().text.contains("swapped"));
  }

  /// Two strategies with the same order: one is in use, the other only has its order. Beside the given order stands the
  /// one in use, whichever is selected.
  void one_order_is_in_use() {
    static constexpr OrderStrategy kTwins[] = {{"given", "", "The order of the input", "", as_given},
                                               {"swapped", "", "Two changed places", "", swapped},
                                               {"again", "", "The same", "", swapped}};
    ShownOrders shown(sample("roam_figure_2.stowage.json"), kTwins);
    shown.run(1);
    shown.run(2);
    shown.press("use_order");
    int used = 0;
    for (int row = 0; row < 3; ++row) used += shown.cell(row, OrdersPane::kRemark).startsWith(kInUse) ? 1 : 0;
    QCOMPARE(used, 1);
    QVERIFY(shown.cell(2, OrdersPane::kRemark).startsWith(kInUse));  // the one that was chosen
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
    Jobs jobs;
    ShownOrders shown(sample("roam_figure_2.stowage.json"));
    jobs.set_window(&shown.pane);
    shown.choose(kPatient);
    shown.click("run_order");
    const auto* bar = shown.part<QProgressBar>("orders_progress");
    QTRY_VERIFY(bar->isVisible());
    QCOMPARE(bar->maximum(), 0);  // busy
    QVERIFY(numbers_in(jobs.text()).isEmpty());
    QTRY_COMPARE(shown.cell(kPatient, OrdersPane::kPeak), QString("100 MiB"));  // so far
    QVERIFY(!shown.enabled("run_order"));
    shown.press("stop_orders");
    QCOMPARE(shown.cell(kPatient, OrdersPane::kPeak), QString("90.0 MiB"));  // its best
    QVERIFY(!bar->isVisible() && !shown.part<QToolButton>("stop_orders")->isVisible());
    QSignalSpy changed(&jobs, &Jobs::changed);
    shown.click("run_all_orders");  // swapped, then endless
    QTRY_COMPARE(shown.cell(kEndless, OrdersPane::kRemark), kRunning);
    QTRY_VERIFY(bar->maximum() > 0 && 4 * bar->value() >= bar->maximum());
    QCOMPARE(numbers_in(jobs.text()), (QList<qint64>{1, 3}));
    QVERIFY(changed.count() >= 2);
    shown.press("stop_orders");
    QVERIFY(!shown.pane.busy());
  }

  void all_run_one_after_the_other_until_stopped() {
    ShownOrders shown(sample("roam_figure_2.stowage.json"));
    shown.click("run_all_orders");
    QTRY_COMPARE(shown.cell(kPatient, OrdersPane::kRemark), kRunning);
    QCOMPARE(shown.cell(kSwapped, OrdersPane::kPeak), QString("90.0 MiB"));
    QCOMPARE(shown.cell(kEndless, OrdersPane::kRemark), QString("waiting"));
    shown.press("stop_orders");
    QCOMPARE(shown.cell(kPatient, OrdersPane::kPeak), QString("90.0 MiB"));
    QCOMPARE(shown.cell(kEndless, OrdersPane::kPeak), kNotRun);
    QCOMPARE(shown.cell(kUnable, OrdersPane::kPeak), kNotRun);

    shown.choose(kEndless);
    shown.choose(kUnable, Qt::ControlModifier);
    shown.click("run_order");
    QTRY_COMPARE(shown.cell(kEndless, OrdersPane::kRemark), kRunning);
    shown.press("stop_orders");
    const QString stopped = shown.cell(kEndless, OrdersPane::kRemark);
    QVERIFY2(!stopped.isEmpty() && stopped != kRunning, qPrintable(stopped));
    shown.run(kUnable);
    QVERIFY(shown.cell(kUnable, OrdersPane::kRemark).contains("dislikes"));
    QVERIFY(shown.enabled("run_order"));  // it may be tried again
  }

  void an_edit_begins_again_and_its_undoing_brings_all_back() {
    ShownOrders shown(sample("roam_figure_2.stowage.json"));
    shown.run(kSwapped);
    shown.choose(kEndless);
    shown.click("run_order");
    const auto given = shown.graphs.back();
    shown.open(std::make_shared<const Graph>(scale_sizes(*given, all_tensors(*given), {2, 1}).value().graph));
    shown.settle();  // what ran was for another graph
    QCOMPARE(shown.cell(kGiven, OrdersPane::kPeak), QString("240 MiB"));
    QCOMPARE(shown.cell(kSwapped, OrdersPane::kPeak), kNotRun);
    shown.open(given);
    QCOMPARE(shown.cell(kSwapped, OrdersPane::kPeak), QString("90.0 MiB"));
    QCOMPARE(shown.cell(kEndless, OrdersPane::kPeak), kNotRun);
    // An order of the table is recognised wherever it comes from.
    shown.open(std::make_shared<const Graph>(with_order(*given, std::vector{kA, kC, kB, kD})));
    QVERIFY(shown.cell(kSwapped, OrdersPane::kRemark).startsWith(kInUse));
    shown.open(std::make_shared<const Graph>(*given));
    QCOMPARE(shown.cell(kGiven, OrdersPane::kRemark), kInUse);
    shown.open(nullptr);
    QCOMPARE(shown.table()->model()->rowCount(), 0);
  }

  /// What is found on the way is not yet mixed with other orders: its peak is another than that of the end.
  void several_streams_have_no_peak_so_far() {
    const auto graph = std::make_shared<const Graph>(random_graph({.seed = 11, .operators = 16, .streams = 3}));
    static constexpr OrderStrategy kTwo[] = {{"given", "", "The order of the input", "", as_given},
                                             {"tells", "", "Until it is stopped", "", tells_and_waits}};
    ShownOrders shown(graph, kTwo);
    shown.choose(1);
    shown.click("run_order");
    QTRY_COMPARE(shown.cell(1, OrdersPane::kRemark), kRunning);
    QTRY_VERIFY(improved_once);
    wait_until_idle();
    QCOMPARE(shown.cell(1, OrdersPane::kPeak), QString("–"));
    shown.press("stop_orders");
    QVERIFY(shown.cell(1, OrdersPane::kPeak).contains("B"));
  }

  /// Beside the peak of operators that run one at a time stands what plans need however the streams interleave; what is
  /// proved is proved of the former.
  void several_streams() {
    const auto graph = std::make_shared<const Graph>(random_graph({.seed = 11, .operators = 16, .streams = 3}));
    const Bytes given = interleaved_peak(*graph).value();
    ShownOrders shown(graph, order_strategies());
    QVERIFY(!shown.table()->isColumnHidden(OrdersPane::kInterleaved));
    const auto* model = shown.table()->model();
    const auto exact = [&](int row, int column) { return model->index(row, column).data(kExactRole).toLongLong(); };
    QCOMPARE(exact(kGiven, OrdersPane::kInterleaved), given.count);
    QVERIFY(says(shown.chart()->summary(), {human_bytes(given)}));  // side by side
    shown.press("run_all_orders");
    shown.open_tab(2);
    const auto* matrix = shown.part<QTableView>("matrix_table")->model();
    shown.compute_matrix();
    for (int row = 0; row < model->rowCount(); ++row) {
      const OrderStrategy& strategy = order_strategies()[static_cast<std::size_t>(row)];
      if (strategy.id.starts_with("olla") && exact(row, OrdersPane::kPeak) == 0) continue;  // without a solver
      shown.choose(row);
      if (shown.enabled("use_order")) shown.press("use_order");
      const Bytes needed = interleaved_peak(*shown.graph).value();
      QCOMPARE(exact(row, OrdersPane::kInterleaved), needed.count);
      QVERIFY(needed <= given || !strategy.suits_streams);
      QVERIFY(!model->index(row, OrdersPane::kGap).data(Qt::ToolTipRole).toString().isEmpty());
      QVERIFY(exact(row, OrdersPane::kPeak) > 0);  // there is an order
      for (int column = 1; column < matrix->columnCount(); ++column) {
        const QVariant footprint = matrix->index(row, column).data(kExactRole);
        if (footprint.typeId() != QMetaType::LongLong) continue;  // a strategy that refuses several streams
        QVERIFY(footprint.toLongLong() >= needed.count);
        if (footprint.toLongLong() == needed.count) QVERIFY(matrix->index(row, column).data().toString().endsWith("✓"));
      }
    }
    shown.open(sample("roam_figure_2.stowage.json"));
    shown.settle();
    QVERIFY(shown.table()->isColumnHidden(OrdersPane::kInterleaved));
  }

  /// Every row by counting anew, on a graph that is looked at in the background.
  void many_operators() {
    const auto graph = std::make_shared<const Graph>(make_training_graph(training_graph_of(12'000, 1)));
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
    const auto* model = shown.part<QTableView>("moved_operators")->model();
    const OrderedGraph order = make_order(*find_order_strategy("lescea"), *graph).value();
    QVERIFY(shown.chart()->curves().second.bytes->peak() == order.peak);
    const std::size_t moved = order.sequence.size() - most_that_stay(order.sequence);
    QTRY_COMPARE(model->rowCount(), static_cast<int>(moved));
    QVERIFY(moved > 100);
    for (int row = 1; row < model->rowCount(); ++row) {
      const auto far = [&](int at) { return std::abs(model->index(at, 3).data(Qt::UserRole + 64).toLongLong()); };
      QVERIFY(far(row - 1) >= far(row));
    }
    shown.press("use_order");
    QVERIFY(shown.cell(lescea, OrdersPane::kRemark).startsWith(kInUse));
    QCOMPARE(shown.graphs.back()->name(OperatorId(5)), graph->name(order.sequence[5]));
  }

  void the_chart_says_what_is_at_a_step_and_whose_bands_it_has() {
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
    // Bands lie under both curves: the chart says whose parts they are, the order that the graph is in.
    QVERIFY(chart->curves().bands_caption.isEmpty());
    shown.state.set_bands(std::make_shared<const StepBands>());
    const QString given = chart->curves().bands_caption;
    QVERIFY(!given.isEmpty() && !given.contains("swapped"));
    shown.press("use_order");
    shown.state.set_bands(std::make_shared<const StepBands>());  // those of the graph before went with it
    QVERIFY(says(chart->curves().bands_caption, {"swapped"}));
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
    const QString csv = csv_of(view);
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
    QCOMPARE(model->columnCount(), 7);
    const auto at = [&](int row, int column) { return model->index(row, column); };
    QCOMPARE(at(0, 1).data().toString(), QString("–"));
    shown.compute_matrix();
    for (int row = 0; row < 2; ++row) {
      const Graph& given = *shown.graphs.back();
      const Graph ordered = with_order(given, make_order(kOrderStrategies[row], given).value().sequence);
      const Conflicts conflicts = Conflicts::compute(ordered).value();
      const LayoutProblem problem = LayoutProblem::make(ordered, conflicts).value();
      for (int column = 1; column < model->columnCount(); ++column) {
        const QString id = model->headerData(column, Qt::Horizontal, kExactRole).toString();
        const Plan plan = make_plan(*find_layout_strategy(id.toStdString()), problem).value();
        QCOMPARE(at(row, column).data(kExactRole).toLongLong(), plan.footprint.count);
        const Bytes least{(row == 0 ? 80 : 55) * kMiB};
        QCOMPARE(at(row, column).data().toString().endsWith("✓"), plan.footprint == least);
        QCOMPARE(at(row, column).data(Qt::FontRole).value<QFont>().bold(), plan.footprint.count == 55 * kMiB);
      }
      const QString tip = at(row, 1).data(Qt::ToolTipRole).toString();
      QVERIFY2(tip.contains(row == 0 ? "83,886,080" : "57,671,680"), qPrintable(tip));
    }
    QVERIFY(!shown.enabled("compute_matrix"));  // there is nothing left
    // An order more is a row more, and only that is planned.
    shown.choose(kPatient);
    shown.click("run_order");
    QTRY_VERIFY(shown.part<QToolButton>("stop_orders")->isVisible());
    shown.press("stop_orders");
    QCOMPARE(model->rowCount(), 3);
    QVERIFY(shown.enabled("compute_matrix"));
    QVERIFY(at(1, 1).data(kExactRole).toLongLong() > 0);
    const QString csv = csv_of(table);
    QVERIFY2(csv.startsWith("Order,auto,so.size.best"), qPrintable(csv));
    QCOMPARE(csv.section("\r\n", 2, 2).section(',', 0, 1), QString("swapped,57671680"));
  }

  void what_cannot_plan_says_why() {
    ShownOrders shown(std::make_shared<const Graph>(make_training_graph({.layers = 8, .streams = 4})));
    shown.open_tab(2);
    const auto* model = shown.part<QTableView>("matrix_table")->model();
    for (QAction* action : shown.part<QToolButton>("choose_layouts")->menu()->actions())
      action->setChecked(action->text() == "gergov");
    QCOMPARE(model->columnCount(), 2);
    shown.compute_matrix();
    QCOMPARE(model->index(0, 1).data().toString(), QString("one stream"));
    QVERIFY(!model->index(0, 1).data(Qt::ToolTipRole).toString().isEmpty());
  }

  void the_drawing_can_be_exported() {
    ShownOrders shown(sample("olla_figure_3.stowage.json"));
    shown.run(kSwapped);
    const Drawing drawing = shown.pane.drawing();
    QVERIFY(drawing.paint != nullptr);
    QVERIFY(drawing.subtitle.contains("80.0 MiB") && drawing.subtitle.contains("55.0 MiB"));
    const QImage image = render_image(drawing, pixel_page({800, 400}));
    QVERIFY(count_of(image, second_order_color(Theme::light())) > 500);  // 700 pixels across, two high
  }
};

STOWAGE_GUI_TEST(OrdersPaneTest);
#include "tst_orders_pane.moc"
