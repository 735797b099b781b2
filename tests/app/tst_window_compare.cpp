// SPDX-License-Identifier: GPL-3.0-or-later
// A | B in the window: opened by key and button, plans chosen in both headers, and what an edit does to both sides.
#include "tests/app/window_test.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/graph/graph_widget.h"
#include "widgets/views/heap_map/legend_widget.h"

namespace {

/// The window's comparison, driven as a user drives it.
struct Comparing : Shown {
  using Shown::Shown;

  CompareView* view() { return window.findChild<CompareView*>(); }
  /// Map A: what is compared with. Map B is map().
  HeapMapWidget* a() { return view()->map_a(); }
  void settle() override {
    Shown::settle();
    wait_until([&] { return !view()->busy(); });
  }
  /// Two maps, or with Shift the one of what differs; or back to one.
  void press_f9(Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&window, Qt::Key_F9, modifiers);
    settle();
  }
  QComboBox* box(const char* header) { return part<QWidget>(header)->findChild<QComboBox*>(); }
  QString summary() { return part<QLabel>("compare_summary")->text(); }
  /// Of B's header.
  QLabel* delta() { return part<QWidget>("header_b")->findChild<QLabel*>("delta"); }
  QString chosen(const char* header) { return box(header)->currentText(); }
  /// How an item of that strategy begins; or the name itself.
  static QString text_of_item(const QString& name) {
    const LayoutStrategy* strategy = find_layout_strategy(name.toStdString());
    return strategy ? strategy_name(*strategy) + " –" : name;
  }
  /// Picks an item, by keys: by the id of its strategy, or by how it begins.
  void pick(const char* header, const QString& name) {
    QComboBox* combo = box(header);
    const int wanted = combo->findText(text_of_item(name), Qt::MatchStartsWith);
    if (wanted < 0) qFatal("no item %s", qPrintable(name));
    choose_by_keys(combo, wanted);
    settle();
  }
  /// Whatever A is: all that is said is B minus A. There is room for it in a window of 1600 pixels.
  void verify_direction() {
    const std::optional<PlanPair> pair = view()->pair();
    QVERIFY(pair);
    QCOMPARE(pair->after.plan, window.planning().view().plan);
    QCOMPARE(pair->before.plan, a()->scene()->plan_view().plan);
    const std::int64_t more = pair->after.plan->footprint.count - pair->before.plan->footprint.count;
    if (more != 0) QVERIFY(says(summary(), {human_bytes(Bytes{std::abs(more)})}));
    const QString text = delta()->text();
    QVERIFY2(text.startsWith('+') == (more > 0), qPrintable(text + "; " + summary()));
    QCOMPARE(text.startsWith('-') || text.startsWith(QChar(0x2212)), more < 0);
    QVERIFY(map()->mapTo(&window, QPoint()).x() > a()->mapTo(&window, QPoint()).x());
  }
  static void wheel(HeapMapWidget* map, int notches) {
    test::wheel(*map, map->geometry_of_map().plot().center(), notches);
  }
  static MapView seen(HeapMapWidget* map) { return map->geometry_of_map().view(); }
};

}  // namespace

class WindowCompareTest : public TestOfWindow<Comparing> {
  Q_OBJECT

 private slots:
  /// The sync puts prefetch behind allreduce: operators have other numbers in the graph that A is of.
  void both_maps_mark_the_tensors_of_the_operator() {
    Comparing& shown = fresh(kTraining);
    shown.part<QAction>("pin")->trigger();
    const OperatorId before = shown.op("prefetch");
    shown.edit(edits::add_sync(shown.graph(), shown.op("allreduce"), before));
    QVERIFY(shown.op("prefetch") != before);
    shown.press_f9();
    for (const char* name : {"prefetch", "bwd1"}) {
      shown.window.state().select_operators({shown.op(name)});
      shown.settle();
      QVERIFY(!shown.map()->overlay().selected.empty());
      QCOMPARE(shown.a()->overlay().selected, shown.map()->overlay().selected);
      QCOMPARE(shown.a()->overlay().related, shown.map()->overlay().related);
    }
    QCOMPARE(shown.a()->overlay().selected, std::vector{shown.graph().find_tensor("g1")});
  }

  /// The baseline is of the graph before the sync: A is what was pinned, B what the sync made of it.
  void makespans_stand_beside_footprints() {
    Comparing& shown = fresh(scratch_.write("timed.stowage.json", two_timed_streams()));
    shown.part<QAction>("pin")->trigger();
    QVERIFY(says(shown.part<QLabel>("baseline")->text(), {"1.50 ms"}));
    shown.edit(edits::add_sync(shown.graph(), shown.op("b"), shown.op("d")));
    QVERIFY(says(shown.status(), {"makespan", "1.75 ms", "+250 µs"}));
    shown.press_f9();
    QVERIFY(says(shown.chosen("header_b"), {",", "1.75 ms"}));
    QVERIFY(says(shown.chosen("header_a"), {",", "1.50 ms"}));
    QVERIFY(says(shown.summary(), {"B", "250 µs"}));
    QVERIFY(says(shown.delta()->toolTip(), {"1.75 ms", "1.50 ms"}));
    // Another strategy plans the same graph: both take as long.
    for (const char* name : {"so.size.first", "mo.size.first"})
      if (!shown.chosen("header_b").startsWith(Comparing::text_of_item(name))) shown.pick("header_a", name);
    QVERIFY(says(shown.summary(), {"1.75 ms"}));
  }

  /// Plans to compare would answer the lesson's question: the action says so, and its key does nothing.
  void plans_that_a_lesson_asks_for_are_not_compared() {
    Comparing shown(scratch_);
    auto* action = shown.part<QAction>("side_by_side");
    shown.open(kTraining);
    QTRY_VERIFY(action->isEnabled());
    const QString tip = action->statusTip();
    // Lesson 7 shows a plan at once, but asks later which one needs least.
    for (const char* lesson : {"0_what_is_a_memory_plan", "7_bounds"}) {
      shown.open(QStringLiteral(":/samples/lessons/%1.json").arg(lesson));
      QTRY_VERIFY(!action->isEnabled());
      QVERIFY(!action->statusTip().isEmpty() && action->statusTip() != tip);
      QTest::keyClick(&shown.window, Qt::Key_F9);
      QVERIFY(shown.view()->mode() == CompareView::Mode::single);
      shown.open(kTraining);
      QTRY_VERIFY(action->isEnabled());
      QCOMPARE(action->statusTip(), tip);
    }
  }

  /// Where there is little room, the sentences take more lines: no figure is cut.
  void sentences_wrap_where_it_is_narrow() {
    Comparing& shown = fresh();
    shown.window.resize(1280, 800);
    shown.open(scratch_.write("narrow.stowage.json", QByteArray(R"({"format": "stowage-graph", "version": 1, "nodes": [
        {"id": "a", "stream": 0, "duration": 1234567, "duration_from": "estimated"},
        {"id": "b", "stream": 0, "duration": 512345, "duration_from": "estimated"},
        {"id": "c", "stream": 1, "duration": 2345678, "duration_from": "estimated"}],
        "tensors": [{"id": "x", "size": 41234567, "producer": "a", "consumers": ["b"]}]})")));
    shown.part<QAction>("pin")->trigger();
    shown.edit(edits::add_sync(shown.graph(), shown.op("c"), shown.op("a")));
    shown.press_f9();
    bool wrapped = false;
    for (const int width : {1600, 1280}) {
      shown.window.resize(width, 800);
      for (const char* name : {"baseline", "compare_summary"}) {
        const auto* label = shown.part<QLabel>(name);
        QVERIFY2(label->text().contains("estimated"), qPrintable(label->text()));
        // It is as high as its words need at that width, and no word alone is wider.
        QTRY_VERIFY2(label->height() >= label->heightForWidth(label->width()), name);
        for (const QString& word : label->text().split(' '))
          QVERIFY2(label->fontMetrics().horizontalAdvance(word) <= label->width(),
                   qPrintable(QString("%1 at %2: %3").arg(name).arg(width).arg(label->width())));
        wrapped = wrapped || label->height() > 3 * label->fontMetrics().height() / 2;
      }
    }
    QVERIFY(wrapped);
  }

  void opens_by_key_and_closes_by_key() {
    Comparing shown(scratch_);
    QVERIFY(!shown.part<QAction>("side_by_side")->isEnabled());
    shown.open(kFigure2);
    QVERIFY(!shown.a());
    shown.press_f9();
    QCOMPARE(shown.view()->mode(), CompareView::Mode::side_by_side);
    QVERIFY(shown.a() && shown.a()->isVisible() && shown.map()->isVisible());
    QCOMPARE(shown.window.workspaces().current(), Workspace::compare);
    QVERIFY(shown.a()->scene()->sentence().isEmpty());
    QVERIFY(shown.view()->choice_a().has_value() && shown.view()->choice_a() != shown.view()->choice_b());
    QTest::keyClick(&shown.window, Qt::Key_F9);
    QVERIFY(!shown.a()->isVisible() && shown.map()->isVisible());
    QCOMPARE(shown.window.workspaces().current(), Workspace::streams);
    // The same command is in the toolbar.
    click(button_of(*shown.part<QToolBar>("tools"), "side_by_side"));
    QVERIFY(shown.a()->isVisible());
    click(shown.part<QToolButton>("close_compare_button"));
    QVERIFY(!shown.a()->isVisible());
    // Another file closes it.
    shown.press_f9();
    shown.open(kTraining);
    QCOMPARE(shown.view()->mode(), CompareView::Mode::single);
    QVERIFY(!shown.view()->choice_a() && !shown.a()->isVisible());
  }

  /// Without a baseline there is a difference to see: to another plan, or from the one of the file to the best.
  void what_is_compared_first_differs() {
    Comparing shown(scratch_, kTraining);
    const auto needs = [](HeapMapWidget* map) { return map->scene()->plan_view().plan->needed(); };
    const std::string best = shown.shown_strategy();
    QTest::keySequence(&shown.window, QKeySequence("Ctrl+5"));
    shown.settle();
    QCOMPARE(shown.shown_strategy(), best);
    QVERIFY(needs(shown.a()) > needs(shown.map()));
    QCOMPARE(shown.view()->mode(), CompareView::Mode::side_by_side);
    // What was shown before is A, also where A was shown meanwhile.
    QTest::keySequence(&shown.window, QKeySequence("Ctrl+2"));
    QCOMPARE(shown.view()->mode(), CompareView::Mode::single);
    const LayoutStrategy* a = shown.view()->choice_a()->strategy;
    for (const LayoutStrategy* each : {a, find_layout_strategy("so.size.best"), a})
      shown.window.planning().choose(each);
    QTest::keySequence(&shown.window, QKeySequence("Ctrl+5"));
    shown.settle();
    QCOMPARE(shown.view()->choice_a(), std::optional(PlanChoice::of(find_layout_strategy("so.size.best"))));

    // The plan of a file has one name, whichever strategy made it, pinned or not.
    Document with_plan;
    with_plan.graph = shown.window.document().graph();
    with_plan.plan = shown.plan();
    with_plan.format = "stowage-graph";
    shown.window.document().open("memory", with_plan, {});
    shown.settle();
    QCOMPARE(shown.shown_strategy(), std::string("imported"));
    QTest::keyClick(&shown.window, Qt::Key_B, Qt::ControlModifier);
    shown.settle();
    const QString name = imported_plan_name(true);
    QVERIFY(says(shown.part<QLabel>("baseline")->text(), {name}));
    QCOMPARE(plan_name(*shown.window.planning().results().baseline()), name);
    const QAbstractItemModel* items = shown.box("header_a")->model();
    QCOMPARE(items->match(items->index(0, 0), Qt::DisplayRole, name, -1, Qt::MatchContains).size(), 2);  // pinned, too

    shown.open(":/samples/serving.pickle");
    QCOMPARE(shown.shown_strategy(), std::string("imported"));
    for (int times = 0; times < 2; ++times) {
      shown.press_f9();
      QCOMPARE(shown.view()->choice_a(), std::optional(PlanChoice::of(nullptr)));
      QVERIFY(needs(shown.map()) < needs(shown.a()));
      shown.press_f9();
      QCOMPARE(shown.shown_strategy(), std::string("imported"));  // as before
    }
  }

  /// B's header chooses what the whole window shows; A's is its own. A button and a key swap them.
  void plans_are_chosen_in_both_headers_and_swapped() {
    Comparing& shown = fresh(kFigure2);
    shown.window.resize(1600, 1000);
    const auto are = [&](const char* a, const char* b) {
      shown.verify_direction();
      return shown.shown_strategy() == b && shown.a()->scene()->plan_view().plan->strategy == a &&
             shown.chosen("header_a").startsWith(Comparing::text_of_item(a)) &&
             shown.chosen("header_b").startsWith(Comparing::text_of_item(b));
    };
    QVERIFY(!shown.part<QAction>("swap_plans")->isEnabled());  // there is no A
    shown.press_f9();
    shown.pick("header_b", "mo.breadth.first");
    QCOMPARE(shown.shown_strategy(), "mo.breadth.first");
    shown.pick("header_a", "so.unsafe.best");
    QVERIFY(are("so.unsafe.best", "mo.breadth.first"));
    QCOMPARE(shown.map()->geometry_of_map().extent(), shown.a()->geometry_of_map().extent());
    shown.choose("so.size.best");  // as the panel of strategies does
    QVERIFY(are("so.unsafe.best", "so.size.best"));
    shown.press("swap_plans_button");
    QVERIFY(are("so.size.best", "so.unsafe.best"));
    shown.press_f9(Qt::ControlModifier);
    QVERIFY(are("so.unsafe.best", "so.size.best"));
    // The baseline cannot be shown in every view, and so not be B.
    shown.window.planning().pin_baseline(*shown.window.planning().shown());
    shown.pick("header_a", "baseline");
    QVERIFY(!shown.part<QAction>("swap_plans")->isEnabled());
    QVERIFY(shown.part<QAction>("swap_plans")->toolTip().contains("baseline"));
  }

  void zoom_is_linked_until_it_is_not() {
    Comparing& shown = fresh(kTraining);
    shown.press_f9();
    shown.wheel(shown.map(), 3);
    QVERIFY(!shown.map()->geometry_of_map().is_fitted());
    QCOMPARE(shown.seen(shown.a()), shown.seen(shown.map()));
    shown.wheel(shown.a(), 2);
    QCOMPARE(shown.seen(shown.a()), shown.seen(shown.map()));
    click(shown.part<QToolButton>("link_maps_button"));
    const MapView before = shown.seen(shown.a());
    shown.wheel(shown.map(), -2);
    QCOMPARE(shown.seen(shown.a()), before);
    QVERIFY(shown.seen(shown.map()) != before);
    click(shown.part<QToolButton>("link_maps_button"));
    QCOMPARE(shown.seen(shown.a()), shown.seen(shown.map()));
    QTest::keyClick(&shown.window, Qt::Key_0, Qt::ControlModifier);
    QVERIFY(shown.map()->geometry_of_map().is_fitted() && shown.a()->geometry_of_map().is_fitted());
  }

  /// A baseline stays as it was pinned; after an edit it is still there to compare with.
  void an_edit_is_compared_with_the_baseline_of_before() {
    Comparing& shown = fresh(kFigure2);
    shown.window.resize(1600, 1000);
    Planning& planning = shown.window.planning();
    const Bytes before = planning.view().plan->footprint;
    planning.pin_baseline(*planning.shown());
    shown.press_f9();
    QCOMPARE(shown.view()->choice_a(), std::optional(PlanChoice::baseline()));
    shown.edit(edits::scale_all_sizes({2, 1}));
    QCOMPARE(planning.view().plan->footprint.count, before.count * 2);
    QCOMPARE(shown.a()->scene()->footprint(), before);
    QCOMPARE(shown.map()->scene()->footprint().count, before.count * 2);
    QCOMPARE(shown.map()->geometry_of_map().extent(), shown.a()->geometry_of_map().extent());
    QVERIFY(says(shown.summary(), {human_bytes(before)}));  // so much more
    shown.verify_direction();
    // A as a strategy follows the edits.
    shown.pick("header_a", "so.size.best");
    QCOMPARE(shown.a()->scene()->plan_view().graph, planning.view().graph);
    shown.press_key(QKeySequence::Undo);
    QCOMPARE(shown.a()->scene()->plan_view().graph, planning.view().graph);
    QCOMPARE(planning.view().plan->footprint, before);
    // Without the baseline, A is something that is there.
    shown.pick("header_a", "baseline");
    planning.unpin_baseline();
    shown.settle();
    QVERIFY(shown.view()->choice_a() && shown.view()->choice_a() != PlanChoice::baseline());
    QVERIFY(shown.a()->scene()->sentence().isEmpty());
  }

  /// One map of what differs, from A to B, whose colours have names of their own. It follows edits, and is what is
  /// exported.
  void the_difference_is_one_map_and_follows_edits() {
    Comparing& shown = fresh(kFigure2);
    auto* colors = shown.window.findChild<LegendWidget*>()->findChild<QComboBox*>();
    const QString colors_before = colors->currentText();
    const int choices = colors->count();
    shown.press_f9(Qt::ShiftModifier);
    QTRY_VERIFY(!colors->isEnabled());
    const QString colors_of_difference = colors->currentText();
    QVERIFY(colors_of_difference != colors_before);
    shown.pick("header_a", "so.size.best");
    shown.pick("header_b", "mo.source.first");
    QCOMPARE(shown.view()->mode(), CompareView::Mode::difference);
    QVERIFY(!shown.map()->isVisible() && shown.a()->isVisible());
    QVERIFY(shown.box("header_b")->isVisible() && shown.box("header_a")->isVisible());
    const HeapMapScene& scene = *shown.a()->scene();
    QCOMPARE(QString::fromStdString(scene.plan_view().plan->strategy), "mo.source.first");
    QCOMPARE(QString::fromStdString(scene.plan_view().baseline->plan->strategy), "so.size.best");
    QCOMPARE(shown.a()->coloring()->by(), ColorBy::difference);
    shown.window.state().set_color_by(ColorBy::size);  // of the map that comes back
    shown.settle();
    QCOMPARE(shown.a()->coloring()->by(), ColorBy::difference);
    QCOMPARE(colors->currentText(), colors_of_difference);
    shown.window.state().set_color_by(ColorBy::stream);
    const Drawing picture = shown.window.exporter().drawing_of("heap_map");
    QVERIFY(says(picture.subtitle, {"Size, best fit", "Source, first fit, many objects"}));
    QVERIFY2(!picture.legend_title.contains("baseline"), qPrintable(picture.legend_title));  // none is pinned

    Planning& planning = shown.window.planning();
    planning.pin_baseline(*planning.shown());
    shown.pick("header_a", "baseline");
    QVERIFY(says(shown.a()->scene()->footnotes().first(), {"0 moved"}));
    shown.edit(edits::scale_all_sizes({2, 1}));
    QTRY_VERIFY(!shown.a()->scene()->footnotes().first().contains(" 0 moved"));
    QCOMPARE(shown.a()->scene()->plan_view().graph, planning.view().graph);
    QTest::keyClick(&shown.window, Qt::Key_F9);
    QVERIFY(shown.map()->isVisible() && shown.a()->isVisible());
    shown.settle();
    QCOMPARE(shown.a()->scene()->footprint(), planning.results().baseline()->plan->footprint);
    const Drawing both = shown.window.exporter().drawing_of("heap_map");
    QVERIFY(!render_image(both, pixel_page({900, 500})).isNull());
    QTRY_VERIFY(colors->isEnabled());
    QCOMPARE(colors->currentText(), colors_before);
    QCOMPARE(colors->count(), choices);
  }

  /// Who is in the map stays in the map that is seen, and so exports that one.
  void the_focus_stays_in_the_map() {
    Comparing& shown = fresh(kFigure2);
    const auto dialog_title = [&] {
      QString title;
      when_asked<QDialog>(&shown.window, [&](QDialog* dialog) {
        title = dialog->windowTitle();
        dialog->reject();
      });
      QTest::keyClick(&shown.window, Qt::Key_E, Qt::ControlModifier);
      shown.wait_for_answers();
      shown.activate();
      return title;
    };
    QTest::mouseClick(shown.map(), Qt::LeftButton, {}, shown.map()->geometry_of_map().plot().center().toPoint());
    const QString of_map = dialog_title();
    shown.press_f9(Qt::ShiftModifier);
    QCOMPARE(shown.window.focusWidget(), shown.a());
    const QString of_difference = dialog_title();
    shown.press_f9();
    QCOMPARE(shown.window.focusWidget(), shown.a());
    const QString of_both = dialog_title();
    QVERIFY(says(of_both, {"A", "B"}));
    QCOMPARE((std::set{QString(), of_map, of_difference, of_both}).size(), std::size_t{4});
    shown.press_f9();
    QCOMPARE(shown.window.focusWidget(), shown.map());
    shown.window.findChild<GraphWidget*>()->setFocus();
    shown.press_f9();
    // The workspace of two maps has no graph.
    QCOMPARE(shown.window.focusWidget(), shown.map());
    QCOMPARE(dialog_title(), of_both);
  }
};

STOWAGE_WINDOW_TEST(WindowCompareTest);
#include "tst_window_compare.moc"
