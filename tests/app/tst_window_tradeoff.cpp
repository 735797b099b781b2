// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for time in the window: points of the front as steps of the history, tensors recomputed and offloaded.
#include <QTabWidget>
#include "core/insight/edit/memory_edits.h"
#include "core/insight/edit/same_graph.h"
#include "tests/app/window_test.h"
#include "tests/support/graphs.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/improve/front_page.h"
#include "widgets/views/improve/improve_pane.h"

namespace {

Graph timed_graph() {
  Graph::Data data = random_graph({.seed = 4, .operators = 24, .streams = 3, .fan = 3, .window = 20}).data();
  for (std::size_t k = 0; k < data.operator_stream.size(); ++k)
    data.operator_duration.push_back({static_cast<std::int64_t>(1000 + 700 * (k % 3)), Duration::From::estimated});
  return Graph(std::move(data));
}

/// The first tensor that can be recomputed and offloaded before its late uses.
TensorId waiting_tensor(const Graph& graph) {
  for (TensorId t : graph.tensors()) {
    const UseGap gap = longest_gap(graph, t);
    if (graph.size(t) > Bytes{0} && why_not_recomputed(graph, t, gap.first_late).empty() &&
        why_not_offloaded(graph, t, gap.first_late).empty())
      return t;
  }
  return {};
}

}  // namespace

class WindowTradeoffTest : public WindowTest {
  Q_OBJECT

  /// The page in front, and what can be previewed.
  ImprovePane* bring_front(Shown& shown) {
    shown.bring("improve");
    shown.settle();
    auto* pane = shown.window.findChild<ImprovePane*>();
    auto* stop = part_of<QAbstractButton>(*pane, "stop_improve");
    wait_until([&] { return stop->isEnabled() || !pane->busy(); });
    if (stop->isEnabled()) click(stop);  // changes one by one are not looked at
    click_tab(part_of<QTabWidget>(*pane, "improve_tabs")->tabBar(), ImprovePane::kFront);
    return pane;
  }
 private slots:
  /// The front is of the graph it was searched on: another document has none yet.
  void another_document_has_no_front() {
    Shown& shown = fresh(scratch_.write("timed.stowage.json", timed_graph()));
    auto* pane = bring_front(shown);
    const auto* page = &pane->front();
    click(part_of<QAbstractButton>(*pane, "run_improve"));
    wait_until([&] { return page->found() && page->found()->points.size() > 1; });
    click(part_of<QAbstractButton>(*pane, "stop_improve"));
    shown.settle();
    auto* plot = part_of<TradeOffPlot>(*pane, "trade_off_plot");
    QVERIFY(!plot->marks().empty());
    // Nor has another alignment: a point is not previewed as if it took what it took before.
    const auto before = shown.window.document().graph();
    shown.align(Bytes{4096});
    QTest::mouseClick(plot, Qt::LeftButton, {}, plot->place_of(plot->marks().front[0]).toPoint());
    shown.settle();
    QCOMPARE(shown.window.document().graph(), before);
    shown.history().undo();
    shown.open(kTraining);
    QVERIFY(!page->found());
    QVERIFY(plot->marks().empty());
    QVERIFY(!pane->drawing().paint);
  }

  /// Every point previewed is planned, and one undo takes all previews away.
  void previews_are_one_step() {
    Shown& shown = fresh(scratch_.write("timed.stowage.json", timed_graph()));
    const std::shared_ptr<const Graph> before = shown.window.document().graph();
    auto* pane = bring_front(shown);
    const auto* page = &pane->front();
    click(part_of<QAbstractButton>(*pane, "run_improve"));
    wait_until([&] { return page->found() && page->found()->points.size() > 2; });
    click(part_of<QAbstractButton>(*pane, "stop_improve"));
    shown.settle();
    const TradeOff found = *page->found();
    auto* plot = part_of<TradeOffPlot>(*pane, "trade_off_plot");
    for (std::size_t k = 0; k < found.points.size(); ++k) {
      QTest::mouseClick(plot, Qt::LeftButton, {}, plot->place_of(plot->marks().front[k]).toPoint());
      shown.settle();
      QVERIFY(same_graph(shown.graph(), *found.points[k].graph));
      const PlanView& view = shown.window.planning().view();
      QCOMPARE(view.plan->offsets.size(), shown.graph().tensor_count());
      QVERIFY(view.plan->footprint >= found.points[k].plan.lower_bound);
      QVERIFY(view.plan->footprint <= found.points[k].plan.footprint);  // what was promised
    }
    if (found.points.back().edits.empty())  // then the graph is as it was
      QTest::mouseClick(plot, Qt::LeftButton, {}, plot->place_of(plot->marks().front[0]).toPoint());
    shown.settle();
    QCOMPARE(shown.history().count(), 1);
    shown.press_key(QKeySequence::Undo);
    QVERIFY(same_graph(shown.graph(), *before));
    QVERIFY(!shown.window.isWindowModified());
    shown.press_key(QKeySequence::Redo);
    QVERIFY(plot->marks().shown.has_value());  // the very point again
  }

  /// A point that was applied is a step that undo takes away, and no less is saved than was said.
  void a_point_is_applied() {
    Shown& shown = fresh(scratch_.write("timed.stowage.json", timed_graph()));
    const std::shared_ptr<const Graph> before = shown.window.document().graph();
    auto* pane = bring_front(shown);
    click(part_of<QAbstractButton>(*pane, "run_improve"));
    wait_until([&] { return pane->front().found() && pane->front().found()->points.size() > 1; });
    click(part_of<QAbstractButton>(*pane, "stop_improve"));
    shown.settle();
    const TradeOffPoint point = pane->front().found()->points.front();
    auto* plot = part_of<TradeOffPlot>(*pane, "trade_off_plot");
    QTest::mouseClick(plot, Qt::LeftButton, {}, plot->place_of(plot->marks().front[0]).toPoint());
    shown.settle();
    QVERIFY(pane->previews());
    click(part_of<QAbstractButton>(*pane, "apply_saving"));
    shown.settle();
    QVERIFY(!pane->previews());
    QVERIFY(same_graph(shown.graph(), *point.graph));
    QVERIFY(shown.window.planning().view().plan->footprint <= point.plan.footprint);
    QCOMPARE(shown.window.document().undo_stack().count(), 1);
    shown.press_key(QKeySequence::Undo);
    QVERIFY(same_graph(shown.graph(), *before));
  }

  /// By a right click on a row of the table, whatever was selected before.
  void a_row_of_the_table_offers_it() {
    Shown& shown = fresh(scratch_.write("timed.stowage.json", timed_graph()));
    const Graph before = shown.graph();
    const TensorId t = waiting_tensor(before);
    shown.bring("tensors");
    auto* table = shown.window.findChild<TensorTable*>()->findChild<QTableView*>();
    int row = 0;
    while (row < table->model()->rowCount() &&
           table->model()->index(row, 0).data().toString() != text_of(before.name(t)))
      ++row;
    QVERIFY(row < table->model()->rowCount());
    table->scrollTo(table->model()->index(row, 0));
    const QPoint at = table->visualRect(table->model()->index(row, 0)).center();
    QTest::mouseClick(table->viewport(), Qt::RightButton, {}, at);
    QCOMPARE(shown.window.state().selected_tensors(), std::vector<TensorId>{t});
    QMenu* edit = nullptr;
    for (QAction* each : table->actions())
      if (each->menu() != nullptr && each->menu()->objectName() == "edit_tensors") edit = each->menu();
    QVERIFY(edit != nullptr && edit->menuAction()->isEnabled());
    emit edit->aboutToShow();
    entry(edit, "recompute")->trigger();
    shown.settle();
    QVERIFY(shown.graph().operator_count() > before.operator_count());
  }

  void the_status_bar_says_how_many_durations_are_missing() {
    Shown& shown = fresh();
    Graph::Data data = timed_graph().data();
    for (std::size_t k = 1; k < data.operator_duration.size(); ++k) data.operator_duration[k] = {};
    shown.open(scratch_.write("one.stowage.json", Graph(std::move(data))));
    QTRY_VERIFY2(numbers_in(shown.status()).contains(24), qPrintable(shown.status()));
    QVERIFY(says(shown.status(), {"23", "24"}));  // operators without a duration
  }

  /// From the menu of a tensor; what was added can be selected, and undo takes it away everywhere.
  void a_tensor_is_recomputed_and_offloaded() {
    Shown& shown = fresh(scratch_.write("timed.stowage.json", timed_graph()));
    const Graph before = shown.graph();
    const TensorId t = waiting_tensor(before);
    QVERIFY(t.valid());
    for (const char* name : {"recompute", "offload"}) {
      QMenu* menu = menu_at(*shown.map(), shown.place(t));
      QMenu* edit = entry(menu, "edit_tensor")->menu();
      QAction* action = entry(edit, name);
      const TensorId clicked = shown.window.state().selected_tensors().front();
      QVERIFY2(action->text().contains(signed_bytes(Bytes{} - before.size(clicked))), qPrintable(action->text()));
      QVERIFY2(action->text().contains(QRegularExpression(", [-+−]?[\\d.]+ (ns|µs|s)")), qPrintable(action->text()));
      QVERIFY(action->isEnabled());
      QVERIFY(!action->toolTip().isEmpty());
      menu->setActiveAction(edit->menuAction());
      wait_until([&] { return edit->isVisible(); }, "the menu of edits never opened");
      click(edit, action);
      shown.settle();
      QVERIFY(shown.graph().tensor_count() > before.tensor_count());
      QVERIFY(shown.graph().operator_count() > before.operator_count());
      QCOMPARE(shown.plan().offsets.size(), shown.graph().tensor_count());
      ViewState& state = shown.window.state();
      state.select_tensors({t, TensorId(shown.graph().tensor_count() - 1)});
      wait_until_idle();
      shown.press_key(QKeySequence::Undo);
      QVERIFY(same_graph(shown.graph(), before));
      QCOMPARE(state.selected_tensors(), std::vector<TensorId>{t});
      std::vector<OperatorId> added;
      shown.press_key(QKeySequence::Redo);
      for (OperatorId o : shown.graph().operators())
        if (!before.find_operator(shown.graph().name(o)).valid()) added.push_back(o);
      QVERIFY(!added.empty());
      state.select_operators(added);
      shown.press_key(QKeySequence::Undo);
      QVERIFY(state.selected_operators().empty());
    }
  }
};

STOWAGE_WINDOW_TEST(WindowTradeoffTest);
#include "tst_window_tradeoff.moc"
