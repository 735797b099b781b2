// SPDX-License-Identifier: GPL-3.0-or-later
// What to do to need less memory, in the window: previews are one step of the history, and applied ones stay; memory
// for time, tensors recomputed and offloaded.
#include <QTabWidget>

#include "core/insight/edit/memory_edits.h"
#include "core/insight/edit/same_graph.h"
#include "tests/app/window_test.h"
#include "tests/support/graphs.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/improve/front_page.h"
#include "widgets/views/improve/improve_pane.h"

namespace {

struct Saved : Shown {
  using Shown::Shown;
  ImprovePane* pane() { return window.findChild<ImprovePane*>(); }
  QTableView* table() { return part<QTableView>("savings"); }
  void measure() {
    bring("improve");
    settle();
    wait_until([&] { return !pane()->busy(); });  // a little later it is measured of itself
  }
  void measure(const QString& file) {
    open(file);
    measure();
  }
  QStringList names() {
    QStringList out;
    for (int row = 0; row < table()->model()->rowCount(); ++row)
      out << table()->model()->index(row, 0).data().toString();
    return out;
  }
  int row_of(const QString& begin) { return static_cast<int>(names().indexOf(QRegularExpression('^' + begin + ".*"))); }
  qint64 saved(int row) { return table()->model()->index(row, 1).data(Qt::UserRole).toLongLong(); }
  void press(const char* button) {
    click(part<QAbstractButton>(button));
    settle();
  }
  void apply(int row) {
    click_row(table(), row);
    press("apply_saving");
  }
  void preview(int row) {
    click_row(table(), row);
    press("preview_saving");
  }
  void preview(const char* name) { preview(row_of(name)); }
  /// 30 tensors in random steps: the live strategies need 481 bytes and more, of the bound of 467.
  void open_hard(const Scratch& scratch) {
    QByteArray rows = "id,lower,upper,size\n";
    std::uint64_t random = 2;
    const auto draw = [&random](int most) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      return static_cast<int>((random >> 33) % static_cast<std::uint64_t>(most));
    };
    for (int k = 0; k < 30; ++k) {
      const int lower = draw(20), upper = lower + 1 + draw(8);
      rows += QString("t%1,%2,%3,%4\n").arg(k).arg(lower).arg(upper).arg(1 + draw(59)).toLatin1();
    }
    open(scratch.write("hard.csv", rows));
    settle();
  }
  [[nodiscard]] Bytes footprint() { return plan().footprint; }

  TradeOffPlot* plot() { return part<TradeOffPlot>("trade_off_plot"); }
  /// So many points and more; changes one by one are not looked at.
  const TradeOff& search_front(std::size_t points) {
    bring("improve");
    settle();
    auto* stop = part<QAbstractButton>("stop_improve");
    wait_until([&] { return stop->isEnabled() || !pane()->busy(); });
    if (stop->isEnabled()) click(stop);
    click_tab(part<QTabWidget>("improve_tabs")->tabBar(), ImprovePane::kFront);
    click(part<QAbstractButton>("run_improve"));
    wait_until([&] { return pane()->front().found() && pane()->front().found()->points.size() >= points; });
    press("stop_improve");
    return *pane()->front().found();
  }
  void click_point(std::size_t k) {
    QTest::mouseClick(plot(), Qt::LeftButton, {}, plot()->place_of(plot()->marks().front[k]).toPoint());
    settle();
  }
  /// Whether a click on it cannot mean another point.
  [[nodiscard]] bool stands_apart(std::size_t k) {
    const auto& front = plot()->marks().front;
    const QPointF here = plot()->place_of(front[k]);
    return std::ranges::count_if(
               front, [&](const auto& each) { return (plot()->place_of(each) - here).manhattanLength() < 3; }) == 1;
  }
};

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

class WindowImproveTest : public TestOfWindow<Saved> {
  Q_OBJECT

  Saved& timed() { return fresh(scratch_.write("timed.stowage.json", timed_graph())); }

 private slots:
  /// By a strategy that runs only when asked to, so that it has no plan before.
  void a_layout_that_a_search_found_is_applied() {
    for (const char* button : {"apply_saving", "preview_saving"}) {
      Saved& shown = fresh();
      shown.open_hard(scratch_);
      shown.choose("so.size.first");
      QCOMPARE(shown.footprint(), Bytes{501});
      shown.measure();
      click_row(shown.table(), 0);
      QVERIFY2(shown.names()[0].startsWith("Layout: Search"), qPrintable(shown.names()[0]));
      const auto place = [&] { return shown.part<QWidget>(button)->mapTo(&shown.window, QPoint()); };
      const QPoint before = place();
      shown.press(button);
      QCOMPARE(shown.footprint(), Bytes{467});
      QCOMPARE(place(), before);  // the row of the search is there now
    }
  }

  /// What was measured began with a plan that needs no more than the bound; then the user looks at a larger one.
  void a_better_plan_that_was_shown_is_a_saving() {
    Saved& shown = fresh();
    shown.open_hard(scratch_);
    shown.choose("auto");
    QCOMPARE(shown.footprint(), Bytes{467});
    shown.measure();
    QVERIFY(shown.names().isEmpty());
    shown.choose("so.size.first");
    shown.apply(0);
    QCOMPARE(shown.footprint(), Bytes{467});
    QVERIFY(shown.names().isEmpty());
    // The bound of the graph counts, where the plan of a file carries none.
    shown.measure(scratch_.write("full.csv", "id,lower,upper,size,offset\na,0,2,8,0\nb,1,3,8,8\n"));
    QCOMPARE(shown.plan().lower_bound, Bytes{});
    QCOMPARE(shown.part<QLabel>("savings_status")->text(), QString("Nothing found: the footprint equals the bound."));
  }

  /// A line over the centre says so, and keeps it or takes it back.
  void a_preview_is_told_over_the_centre() {
    Saved& shown = fresh();
    shown.measure(kTraining);
    auto* bar = shown.part<QWidget>("preview_bar");
    const auto before = shown.window.document().graph();
    const Bytes footprint = shown.footprint();
    QVERIFY(bar->isHidden());
    shown.preview("Order");
    QVERIFY(bar->isVisible());
    const QString name = shown.names()[shown.row_of("Order")];
    QVERIFY2(shown.part<QLabel>("previewed_change")->text().endsWith(name), qPrintable(name));
    shown.press("back_from_preview");
    QVERIFY(bar->isHidden());
    QVERIFY(shown.window.document().graph() == before);
    QCOMPARE(shown.footprint(), footprint);
    // A lesson takes it back: after that it would be an edit that nobody made.
    shown.preview("Order");
    shown.open(kStreams);
    QVERIFY(shown.window.document().has_suspended());
    shown.trigger("leave_lesson");
    QVERIFY(shown.window.document().graph() == before && shown.history().count() == 0);
    shown.measure();
    shown.preview("Order");
    shown.press("apply_preview");
    QVERIFY(bar->isHidden() && !shown.pane()->previews());
    QVERIFY(shown.footprint() < footprint);
    QCOMPARE(shown.history().count(), 1);
  }

  /// A change that is only previewed comes into no file unasked.
  void saving_asks_whether_a_preview_is_to_stay() {
    Saved& shown = fresh();
    const QString path = scratch_.copy_of("previewed.stowage.json", kTraining);
    const QByteArray bytes = Scratch::read(path);
    shown.measure(path);
    const auto before = shown.window.document().graph();
    const auto save = [&](const char* answer) {
      bool asked = false;
      when_asked<QMessageBox>(&shown.window, [&](QMessageBox* box) {
        asked = box->objectName() == "save_preview";
        click(answer ? button_of(*box, answer) : box->button(QMessageBox::Cancel));
      });
      shown.press_key(QKeySequence::Save);
      shown.wait_for_answers();
      shown.activate();
      shown.settle();
      return asked;
    };
    shown.preview("Order");
    QVERIFY(save(nullptr));
    QVERIFY(shown.pane()->previews());
    QCOMPARE(Scratch::read(path), bytes);

    QVERIFY(save("discard_and_save"));
    QVERIFY(!shown.pane()->previews() && shown.window.document().graph() == before);
    QVERIFY(!shown.window.isWindowModified());
    QVERIFY(same_graph(read_graph(path), *before));

    shown.preview("Order");
    QVERIFY(save("apply_and_save"));
    QVERIFY(!shown.pane()->previews() && !same_graph(shown.graph(), *before));
    QTRY_VERIFY_WITH_TIMEOUT(!shown.window.isWindowModified(), kPatience);
    QVERIFY(same_graph(read_graph(path), shown.graph()));
  }

  /// One preview takes the place of the one before, whatever it changes; what is applied stays below the next.
  void previews_are_one_step() {
    Saved& shown = fresh();
    shown.measure(kTraining);
    shown.align({4096});
    wait_until([&] { return !shown.pane()->busy(); });
    const std::shared_ptr<const Graph> before = shown.window.document().graph();
    const QStringList names = shown.names();
    QVERIFY2(shown.row_of("Alignment") >= 0 && shown.row_of("Order") >= 0, qPrintable(names.join(", ")));
    for (int round = 0; round < 2; ++round)
      for (int row = 0; row < names.size(); ++row) {
        shown.preview(row);
        QCOMPARE(shown.names(), names);
        QVERIFY2(shown.pane()->previews(), qPrintable(names[row]));
        QVERIFY(shown.history().count() <= 2);
        const bool aligned = names[row].startsWith("Alignment");
        QCOMPARE(shown.window.document().alignment(), Bytes{aligned ? 64 : 4096});
      }
    shown.press("back_from_saving");
    QVERIFY(shown.window.document().graph() == before);
    QCOMPARE(shown.window.document().alignment(), Bytes{4096});
    QCOMPARE(shown.history().count(), 1);
  }

  /// What the user chose to see is seen again after Back.
  void a_layout_is_shown() {
    Saved& shown = fresh(kTraining);
    shown.choose("mo.breadth.first");
    shown.measure();
    const Bytes footprint = shown.footprint();
    const int row = shown.row_of("Layout");
    QVERIFY(row >= 0);
    const qint64 saved = shown.saved(row);
    shown.preview(row);
    QCOMPARE((shown.footprint() - footprint).count, saved);
    shown.press("back_from_saving");
    QCOMPARE(shown.shown_strategy(), std::string("mo.breadth.first"));
    // From the preview of an edit to that of a layout, and to stay.
    shown.preview("Order");
    shown.preview("Layout");
    QCOMPARE((shown.footprint() - footprint).count, saved);
    QCOMPARE(shown.history().count(), 0);
    shown.press("apply_saving");
    QCOMPARE((shown.footprint() - footprint).count, saved);
    QCOMPARE(shown.row_of("Layout"), -1);
    QVERIFY(!shown.pane()->previews());
  }

  /// Whatever plan is shown: what a row says is saved of that, and no less is saved once it is applied.
  void promises_are_kept() {
    for (const char* strategy : {"mo.breadth.first", ""}) {
      Saved& shown = fresh(kTraining);
      if (*strategy != 0) shown.window.planning().choose(find_layout_strategy(strategy));
      shown.measure(kTraining);
      const int rows = shown.table()->model()->rowCount();
      QVERIFY(rows > 0);
      const auto graph = shown.window.document().graph();
      for (int row = 0; row < rows; ++row) {
        const Bytes before = shown.footprint();
        const Bytes promised = before + Bytes{shown.saved(row)};
        const QString name = shown.names()[row];
        shown.apply(row);
        QVERIFY2(shown.footprint() <= promised, qPrintable(name));
        while (shown.history().canUndo()) shown.undo();
        QVERIFY(shown.window.document().graph() == graph);
        QVERIFY2(shown.footprint() <= before, qPrintable(name));
        wait_until([&] { return !shown.pane()->busy(); });
        if (shown.table()->model()->rowCount() != rows) break;
      }
    }
  }

  /// Nothing that is only previewed is kept by another edit: that is refused, wherever it comes from, and offered again
  /// once the change is applied or discarded. Undo discards it.
  void no_edit_is_made_while_a_change_is_previewed() {
    Saved& shown = fresh();
    shown.measure(kTraining);
    const auto before = shown.window.document().graph();
    const Bytes alignment = shown.window.document().alignment();
    auto* edit = shown.part<QMenu>("edit_streams")->menuAction();
    auto* add = shown.part<QAction>("add_sync");
    const auto is_offered = [&] {
      emit static_cast<QMenu*>(edit->menu()->parentWidget())->aboutToShow();
      return edit->isEnabled();
    };
    QVERIFY(is_offered());
    for (const char* change : {"Order", "Layout"}) {
      shown.preview(change);
      QVERIFY2(shown.pane()->previews() && !is_offered(), change);
      QVERIFY(!edit->toolTip().isEmpty() && !add->isEnabled() && !add->toolTip().isEmpty());
      const auto previewed = shown.window.document().graph();
      const int steps = shown.history().count();
      shown.align({4096});
      QCOMPARE(shown.window.document().alignment(), alignment);
      QVERIFY2(shown.message()->text().contains("previewed"), qPrintable(shown.message()->text()));
      shown.window.document().edit(edits::all_on_one_stream());
      shown.settle();
      QVERIFY(shown.window.document().graph() == previewed && shown.pane()->previews());
      QCOMPARE(shown.history().count(), steps);
      shown.press("back_from_preview");
      QVERIFY(shown.window.document().graph() == before && is_offered());
      QVERIFY2(!shown.message()->text().contains("previewed"), qPrintable(shown.message()->text()));
    }
    shown.preview("Order");
    shown.press_key(QKeySequence::Undo);
    QVERIFY(shown.window.document().graph() == before && !shown.pane()->previews());
    shown.align({4096});
    QCOMPARE(shown.history().count(), 1);
    wait_until([&] { return !shown.pane()->busy(); });
    shown.apply(shown.row_of("Order"));
    shown.align(alignment);
    QCOMPARE(shown.history().count(), 3);
  }

  /// The front is of the graph it was searched on: another document has none yet.
  void another_document_has_no_front() {
    Saved& shown = timed();
    shown.search_front(2);
    QVERIFY(!shown.plot()->marks().empty());
    // Nor has another alignment: a point is not previewed as if it took what it took before.
    const auto before = shown.window.document().graph();
    shown.align(Bytes{4096});
    shown.click_point(0);
    QCOMPARE(shown.window.document().graph(), before);
    shown.history().undo();
    shown.open(kTraining);
    QVERIFY(!shown.pane()->front().found() && shown.plot()->marks().empty() && !shown.pane()->drawing().paint);
  }

  /// Every point previewed is planned, and one undo takes all previews away.
  void previewed_points_are_one_step() {
    Saved& shown = timed();
    const std::shared_ptr<const Graph> before = shown.window.document().graph();
    const TradeOff found = shown.search_front(3);
    std::size_t previewed = 0;
    for (std::size_t k = 0; k < found.points.size(); ++k) {
      if (!shown.stands_apart(k)) continue;
      ++previewed;
      shown.click_point(k);
      QVERIFY(same_graph(shown.graph(), *found.points[k].graph));
      QCOMPARE(shown.plan().offsets.size(), shown.graph().tensor_count());
      QVERIFY(shown.footprint() >= found.points[k].plan.lower_bound);
      QVERIFY(shown.footprint() <= found.points[k].plan.footprint);  // what was promised
      const auto& points = shown.pane()->front().found()->points;    // now it is what is shown
      const auto at = std::ranges::find(points, found.points[k].graph, &TradeOffPoint::graph);
      if (!found.points[k].edits.empty()) QVERIFY(at != points.end() && at->plan.footprint == shown.footprint());
    }
    QVERIFY(previewed >= 2);
    if (found.points.back().edits.empty()) shown.click_point(0);  // then the graph is as it was
    QCOMPARE(shown.history().count(), 1);
    shown.press_key(QKeySequence::Undo);
    QVERIFY(same_graph(shown.graph(), *before));
    QVERIFY(!shown.window.isWindowModified());
    shown.press_key(QKeySequence::Redo);
    QVERIFY(shown.plot()->marks().shown.has_value());  // the very point again
  }

  /// Streams that are called otherwise change no plan: a point found before has the new name.
  void a_stream_is_renamed_and_the_front_stays() {
    Saved& shown = timed();
    shown.search_front(2);
    const auto points = shown.pane()->front().found()->points.size();
    shown.edit(edits::rename_stream(shown.graph(), StreamId(0), "renamed"));
    QVERIFY(shown.pane()->front().goes_on() && !shown.pane()->busy());
    QCOMPARE(shown.pane()->front().found()->points.size(), points);
    shown.bring("improve");
    shown.click_point(0);
    QVERIFY(shown.pane()->previews());
    QCOMPARE(shown.graph().info(StreamId(0)).name, std::string("renamed"));
    const auto* up = shown.part<QAction>("member_up");
    shown.bring("groups");
    QVERIFY(says(up->toolTip(), {"previewed"}));
    QMenu* menu = menu_at(*shown.map(), shown.place(TensorId(0)));
    for (const QAction* each : entry(menu, "edit_tensor")->menu()->actions()) QVERIFY(!each->isEnabled());
    menu->close();
    shown.press("back_from_saving");
    QVERIFY(!says(up->toolTip(), {"previewed"}));
  }

  /// From the menu of a tensor; what was added can be selected, and undo takes it away everywhere.
  void a_tensor_is_recomputed_and_offloaded() {
    Saved& shown = timed();
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
    // Also by a right click on a row of the table, whatever was selected before.
    shown.bring("tensors");
    auto* table = shown.part<QTableView>("tensor_view");
    const QModelIndex cell = row_named(table, text_of(before.name(t)));
    table->scrollTo(cell);
    shown.window.state().clear_selection();
    QTest::mouseClick(table->viewport(), Qt::RightButton, {}, table->visualRect(cell).center());
    QCOMPARE(shown.window.state().selected_tensors(), std::vector<TensorId>{t});
    const auto is_edit = [](const QAction* each) {
      return each->menu() && each->menu()->objectName() == "edit_tensors";
    };
    const auto actions = table->actions();
    const auto edit = std::ranges::find_if(actions, is_edit);
    QVERIFY(edit != actions.end() && (*edit)->isEnabled());
    emit(*edit)->menu()->aboutToShow();
    entry((*edit)->menu(), "recompute")->trigger();
    shown.settle();
    QVERIFY(shown.graph().operator_count() > before.operator_count());
  }
};

STOWAGE_WINDOW_TEST(WindowImproveTest);
#include "tst_window_improve.moc"
