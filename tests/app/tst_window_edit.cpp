// SPDX-License-Identifier: GPL-3.0-or-later
// Edits, as any view asks for them: undone, redone, merged, refused, made in the background; and the history of them.
#include "tests/app/window_test.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace {

constexpr TensorId kFirst{0};

Bytes size_now(Shown& shown) {
  return shown.graph().size(kFirst);
}

QTableView* history(Shown& shown) {
  QTest::keySequence(&shown.window, shown.part<QAction>("show_history")->shortcut());
  return shown.part<QTableView>("history_view");
}

}  // namespace

class WindowEditTest : public WindowTest {
  Q_OBJECT

  QString timed(const char* from = "measured") { return scratch_.write("timed.stowage.json", two_timed_streams(from)); }

 private slots:
  /// Operators a and c take a millisecond each, side by side; after the edit c waits for a.
  void the_status_bar_tells_what_an_edit_did_to_bytes_and_time() {
    Shown& shown = fresh(timed());
    QVERIFY(says(shown.status(), {"makespan", "1.50 ms"}));
    QVERIFY2(!shown.status().contains("KiB, "), qPrintable(shown.status()));
    shown.edit(edits::add_sync(shown.graph(), shown.op("b"), shown.op("d")));
    // y may lie where x was, and d ends after b: at 1.75 ms.
    QTRY_VERIFY2(shown.status().contains("makespan 1.75 ms"), qPrintable(shown.status()));
    QTRY_VERIFY2(shown.status().contains("−4.00 KiB, +250"), qPrintable(shown.status()));  // by the last edit
    shown.undo();
    QTRY_VERIFY2(shown.status().contains("+4.00 KiB, −250"), qPrintable(shown.status()));
    // Another file: nothing was edited there.
    shown.open(kFigure2);
    QVERIFY2(!shown.status().contains("KiB, ") && !shown.status().contains("makespan"), qPrintable(shown.status()));
  }

  /// The plan that the user chose is compared with itself, not with the best one of before.
  void an_edit_is_measured_on_the_plan_that_was_chosen() {
    Shown& shown = fresh(kTraining);
    const Bytes best = shown.plan().footprint;
    shown.choose("so.source.best");
    const Bytes chosen = shown.plan().footprint;
    QVERIFY(chosen > best);
    shown.edit(edits::move_to_stream(shown.graph(), std::array{shown.op("bwd1")}, StreamId(1)));
    QCOMPARE(shown.plan().footprint.count, chosen.count);
    QTRY_VERIFY2(shown.status().contains(": 0 B"), qPrintable(shown.status()));
    // Another choice says nothing of the edit.
    shown.window.planning().follow_best();
    shown.settle();
    QTRY_VERIFY2(!shown.status().contains(": 0 B"), qPrintable(shown.status()));
  }

  void equal_keys_merge_until_they_end_where_they_began() {
    Shown& shown = fresh(kFigure2);
    QUndoStack& stack = shown.history();
    const std::shared_ptr<const Graph> before = shown.window.document().graph();
    const Bytes size = before->size(kFirst);
    const auto grow = [&](int more, const QString& key = {}) {
      shown.window.document().edit(resize(kFirst, size + Bytes{more}, key));
    };
    for (const int more : {1, 2, 3}) grow(more, "spin");
    QCOMPARE(stack.count(), 1);
    QCOMPARE(numbers_in(stack.undoText()), QList<qint64>{size.count + 3});
    grow(0, "spin");
    QCOMPARE(stack.count(), 0);
    QCOMPARE(shown.window.document().graph(), before);
    QVERIFY(!shown.window.isWindowModified());

    grow(1, "spin");
    grow(2, "another");
    grow(3);
    grow(4);
    QCOMPARE(stack.count(), 4);
    for (int undo = 0; undo < 3; ++undo) stack.undo();
    QCOMPARE(size_now(shown), size + Bytes{1});
    // What was undone is gone with the next edit, also where that one merges.
    grow(0, "spin");
    QVERIFY(!stack.canRedo());
    QCOMPARE(size_now(shown), size);
    while (stack.canUndo()) stack.undo();
    QCOMPARE(size_now(shown), size);
    shown.settle();
  }

  /// Back and forth between streams is one step, and none where it ends where it began.
  void moves_of_the_same_operators_are_one_step() {
    Shown& shown = fresh(kFigure2);
    const std::shared_ptr<const Graph> before = shown.window.document().graph();
    const auto first = before->operators_of(StreamId(0)).first(2);
    const std::vector<OperatorId> two(first.begin(), first.end());
    const auto move = [&](std::span<const OperatorId> operators, std::size_t stream) {
      shown.window.document().edit(edits::move_to_stream(shown.graph(), operators, StreamId(stream)));
      return shown.history().count();
    };
    move(two, 1);
    QCOMPARE(move(two, 2), 1);
    QCOMPARE(move(two, 0), 0);
    QCOMPARE(shown.window.document().graph(), before);
    move(two, 1);
    QCOMPARE(move(std::span(two).first(1), 2), 2);  // others
    shown.settle();
  }

  void the_history_goes_anywhere() {
    Shown& shown = fresh(kFigure2);
    QTableView* list = history(shown);
    QTRY_VERIFY(!list->viewport()->visibleRegion().isEmpty());
    QCOMPARE(list->model()->rowCount(), 1);
    QVERIFY(list->model()->index(0, 0).data().toString().contains("opened"));
    QVERIFY(!list->accessibleName().isEmpty());
    const Bytes size = size_now(shown);
    for (const int more : {1, 2, 3}) shown.window.document().edit(resize(kFirst, size + Bytes{more}));
    QCOMPARE(list->model()->rowCount(), 4);
    click_row(list, 1);
    QCOMPARE(size_now(shown), size + Bytes{1});
    click_row(list, 3);
    QCOMPARE(size_now(shown), size + Bytes{3});
    QTest::keyClick(list, Qt::Key_Up);
    QCOMPARE(size_now(shown), size + Bytes{2});
    click_row(list, 0);
    QCOMPARE(size_now(shown), size);
    QVERIFY(!shown.window.isWindowModified());
    // The step that is on disk has an icon, and no other.
    for (int row = 0; row < 4; ++row)
      QCOMPARE(list->model()->index(row, 0).data(Qt::DecorationRole).value<QIcon>().isNull(), row != 0);
    shown.settle();
  }

  /// Whatever the units and however narrow the dock: names give way to figures, and no figure is cut or lies outside.
  void the_history_fits_its_dock() {
    Shown& shown = fresh();
    shown.window.resize(1280, 800);
    shown.open(timed("estimated"));
    for (int k = 0; k < 30; ++k) {
      shown.window.document().edit(
          edits::set_durations(shown.graph(), std::vector{shown.op("c")}, 123'456'789'000 + k));
      if (k % 10 == 0) shown.window.document().edit(resize(kFirst, Bytes{(std::int64_t{1} << 40) + k}));
      if (k % 10 == 0) shown.settle();
    }
    shown.settle();
    QTableView* list = history(shown);
    QTRY_VERIFY(!list->viewport()->visibleRegion().isEmpty());
    const auto whole = [&] {
      if (list->isColumnHidden(2) || list->columnWidth(0) <= 40) return false;
      if (list->columnViewportPosition(2) + list->columnWidth(2) > list->viewport()->width()) return false;
      for (int row = 0; row < list->model()->rowCount(); ++row)
        for (const int column : {1, 2}) {
          const QString text = list->model()->index(row, column).data().toString();
          if (list->fontMetrics().horizontalAdvance(text) > list->columnWidth(column)) return false;
        }
      return true;
    };
    QTRY_VERIFY(whole());
    auto* dock = shown.dock("history");
    shown.window.resizeDocks({dock}, {10}, Qt::Horizontal);
    QTRY_VERIFY(whole());
    set_number_format({.units = NumberFormat::Units::exact});
    QEvent change(QEvent::LocaleChange);
    QApplication::sendEvent(list, &change);
    QTRY_VERIFY(whole());
    set_number_format({});
  }

  /// Each step by itself: what planning before it and after it says, and what the simulated runs take.
  void the_history_tells_what_each_step_did() {
    Shown& shown = fresh(timed());
    QTableView* list = history(shown);
    const auto cell = [&](int row, int column) { return list->model()->index(row, column).data().toString(); };
    const auto tip = [&](int row, int column) {
      return list->model()->index(row, column).data(Qt::ToolTipRole).toString();
    };
    QVERIFY(list->isColumnHidden(2));
    std::vector<Bytes> footprints{*shown.window.planning().footprints()->settled};
    const auto by = [&](std::size_t step) { return signed_bytes(footprints[step] - footprints[step - 1]); };
    for (const EditRequest& request : {edits::add_sync(shown.graph(), shown.op("b"), shown.op("d")),  // ends at 1.75 ms
                                       resize(kFirst, Bytes{1 << 20})}) {
      shown.edit(request);
      footprints.push_back(*shown.window.planning().footprints()->settled);
    }
    QVERIFY(!list->isColumnHidden(2));
    QVERIFY(footprints[1] != footprints[0] && footprints[2] != footprints[1]);
    for (const int row : {1, 2}) QCOMPARE(cell(row, 1), by(static_cast<std::size_t>(row)));
    QCOMPARE(cell(1, 2), QString("+250 µs"));
    QCOMPARE(cell(2, 2), QString("0 s"));
    QVERIFY(says(tip(1, 2), {"1.75 ms", "1.50 ms"}));
    QVERIFY2(tip(1, 1).contains(full_bytes(footprints[1])), qPrintable(tip(1, 1)));
    QCOMPARE(cell(0, 1), QString("–"));
    QVERIFY(says(cell(1, 0), {"b", "d"}));  // the sync
    // What a step did stays told after going back, and a step from there is measured from there.
    click_row(list, 1);
    shown.settle();
    QCOMPARE(cell(2, 1), by(2));
    shown.edit(edits::set_durations(shown.graph(), std::vector{shown.op("c")}, 3'000'000));
    QCOMPARE(list->model()->rowCount(), 3);
    QCOMPARE(cell(2, 1), QString("0 B"));
    QCOMPARE(cell(2, 2), QString("+1.50 ms"));  // c, then d: 3.25 ms
    QVERIFY(list->model()->headerData(2, Qt::Horizontal).toString() == "Time");
    // One after the other, before anything is planned: the bytes of neither are known, the times are.
    for (const int size : {4097, 4098}) shown.window.document().edit(resize(kFirst, Bytes{size}));
    shown.settle();
    QCOMPARE(cell(3, 1), QString("–"));
    QCOMPARE(cell(4, 1), QString("–"));
    QCOMPARE(cell(4, 2), QString("0 s"));
  }

  void the_history_calls_estimates_so() {
    Shown& shown = fresh(timed("estimated"));
    QVERIFY(says(shown.status(), {"makespan", "1.50 ms", "estimated"}));
    const QTableView* list = history(shown);
    shown.edit(edits::scale_all_durations({2, 1}));
    QVERIFY(says(shown.status(), {"+1.50 ms", "estimated"}));
    QCOMPARE(list->model()->headerData(2, Qt::Horizontal).toString(), QString("Est. time"));
    QCOMPARE(list->model()->index(1, 2).data().toString(), QString("+1.50 ms"));
  }

  /// Pinned with the toolbar's action; every later plan is compared with it, until it is let go.
  void deltas_against_the_pinned_baseline() {
    Shown& shown = fresh(kFigure2);
    QTest::keySequence(&shown.window, shown.part<QAction>("pin")->shortcut());
    const auto baseline = shown.window.planning().results().baseline();
    QVERIFY(baseline && shown.part<QLabel>("baseline")->isVisible());
    shown.edit(resize(kFirst, size_now(shown) + Bytes{1 << 20}));
    for (const StrategyRow& row : shown.window.planning().results().rows())
      QVERIFY(!row.footprint || (!row.stale && *row.footprint > baseline->plan->footprint));
    const QString since = signed_bytes(shown.plan().footprint - baseline->plan->footprint);
    QCOMPARE(shown.status().count(since), 2);  // since the last edit, and since the baseline
    const auto* table = shown.part<QTableView>("strategy_view");
    const auto row = table->selectionModel()->selectedRows(StrategyTableModel::kDelta).value(0);
    QCOMPARE(row.data().toString(), since);
    click(shown.part<QToolButton>("unpin"));
    QVERIFY(!shown.window.planning().results().baseline() && !shown.part<QLabel>("baseline")->isVisible());
    QVERIFY(table->isColumnHidden(StrategyTableModel::kDelta));
    QCOMPARE(shown.status().count(since), 1);
  }

  /// An edit that takes its time neither holds the window up nor lets another one in; it can be cancelled.
  void large_graphs_are_edited_in_the_background() {
    Shown& shown = fresh();
    Document large;
    large.graph = std::make_shared<const Graph>(make_training_graph(training_graph_of(20'000, 4)));
    OpenDocument& document = shown.window.document();
    document.open("large", large, {});
    const std::shared_ptr<const Graph> before = document.graph();
    const Bytes size = size_now(shown);
    QSemaphore begun, gate, made;
    const auto slow = [&](Bytes to, const QString& key = {}) {
      EditRequest request = resize(kFirst, to, key);
      request.apply = [&begun, &gate, &made, apply = request.apply](const Graph& graph) {
        begun.release();
        gate.acquire();
        auto edited = apply(graph);
        made.release();
        return edited;
      };
      return request;
    };
    document.edit(slow(size + Bytes{1}));
    QVERIFY(document.is_editing() && shown.window.busy());
    QCOMPARE(document.graph(), before);
    QTRY_VERIFY(shown.part<QLabel>("activity")->isVisible());
    document.edit(resize(kFirst, Bytes{1}));
    QVERIFY(shown.message()->isVisible());
    gate.release();
    QTRY_VERIFY_WITH_TIMEOUT(!document.is_editing(), kPatience);
    QCOMPARE(size_now(shown), size + Bytes{1});
    QVERIFY(!shown.message()->isVisible());  // it was about an edit, and one has succeeded since

    EditRequest greedy = resize(kFirst, size);
    greedy.apply = [](const Graph&) -> Result<EditedGraph> { throw std::bad_alloc(); };
    document.edit(greedy);
    QTRY_VERIFY_WITH_TIMEOUT(!document.is_editing(), kPatience);
    QVERIFY(shown.message()->isVisible());
    QVERIFY2(shown.message()->text().contains("memory"), qPrintable(shown.message()->text()));
    QCOMPARE(size_now(shown), size + Bytes{1});
    shown.message()->dismiss();

    begun.acquire();
    made.acquire();
    // Given up, or what it would be made from is no more: what it would have done is dropped.
    const auto give_up = [&](const std::function<void()>& how) {
      document.edit(slow(size + Bytes{2}));
      wait_until([&] { return begun.tryAcquire(); }, "the edit never began");  // else it is never made
      how();
      QVERIFY(!document.is_editing());
      gate.release();
      wait_until([&] { return made.tryAcquire(); }, "the edit was never made");
      wait_until_idle();
    };
    give_up([&] { QTest::keyClick(&shown.window, Qt::Key_Escape); });
    QCOMPARE(size_now(shown), size + Bytes{1});
    give_up([&] { document.undo_stack().undo(); });
    QCOMPARE(document.graph(), before);
    QVERIFY(!shown.window.isWindowModified());

    for (const Bytes to : {size + Bytes{3}, size + Bytes{4}, size}) {
      gate.release();
      document.edit(slow(to, "spin"));
      QTRY_VERIFY_WITH_TIMEOUT(!document.is_editing(), kPatience);
    }
    QCOMPARE(document.graph(), before);
    QCOMPARE(document.undo_stack().count(), 0);
    shown.window.planning().cancel();  // hundreds of milliseconds each, and of no interest here
  }

  void many_steps_are_kept_but_not_all_of_a_huge_graph() {
    QVERIFY(fresh(kFigure2).history().undoLimit() >= 100);
    OpenDocument document;
    Document huge;
    Graph::Data data;  // a million tensors
    data.tensor_size.assign(1'000'000, Bytes{1});
    for (std::size_t t = 0; t < data.tensor_size.size(); ++t) data.tensor_names.add(std::string(200, 'x'));
    huge.graph = std::make_shared<const Graph>(std::move(data));
    document.open("huge", huge, {});
    const int limit = document.undo_stack().undoLimit();
    QVERIFY2(limit >= 5 && limit <= 10, qPrintable(QString::number(limit)));
  }
};

STOWAGE_WINDOW_TEST(WindowEditTest);
#include "tst_window_edit.moc"
