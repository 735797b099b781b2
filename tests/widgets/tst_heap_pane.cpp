// SPDX-License-Identifier: GPL-3.0-or-later
#include <deque>

#include "tests/widgets/shown_heap.h"
#include "tests/widgets/shown_pane.h"
#include "widgets/controls/headline.h"
#include "widgets/painters/recorded/heap_chart.h"
#include "widgets/views/recorded/frames_pane.h"
#include "widgets/views/recorded/heap_pane.h"
#include "widgets/views/recorded/heap_strip_view.h"
#include "widgets/views/recorded/heap_words.h"

namespace {

/// A row of the tree of frames, as it says it.
struct FrameRow {
  QString label, path;
  qint64 total, own;
};

struct Shown {
  Shown() {
    heap.resize(700, 640);
    heap.set_history(recorded.history, recorded.graph);
    frames.resize(500, 300);
    frames.set_history(recorded.history);
    QObject::connect(&heap, &HeapPane::step_changed, &frames, &FramesPane::set_step);
    show(heap);
    show(frames);
    settle();
  }
  void settle() {
    wait_until([&] { return !heap.busy() && !frames.busy() && strips()->strips(); });
  }
  HeapStripView* strips() { return heap.findChild<HeapStripView*>(); }
  /// As the heap map does.
  void pick(HeapStep event) {
    state.set_time_cursor(graph_step_of(*recorded.graph, event), event);
    settle();
  }
  QPoint place(std::size_t stretch) {
    const HeapStripsLayout layout = strips()->strips_layout();
    return layout.place(layout.strip_of(stretch), strips()->strips()->heap.stretches[stretch]).center().toPoint();
  }
  QString figure(const char* name) { return part_of<QLabel>(heap, name)->text(); }
  /// A figure of the head; empty where it is not shown.
  QString headline(const char* name) {
    for (const Headline::Figure& figure : heap.findChild<Headline*>()->figures())
      if (figure.name == HeapPane::tr(name)) return figure.value;
    return {};
  }
  QString facts() { return figure("heap_facts"); }
  QString saving() { return figure("heap_saving"); }
  /// The event that is shown.
  HeapStep step() {
    settle();
    return static_cast<HeapStep>(numbers_in(facts()).value(0));
  }
  void click_button(const char* name) {
    click(heap.findChild<QToolButton*>(name));
    settle();
  }
  /// Another record of the same graph.
  std::shared_ptr<const RecordedHeap> record(const std::function<void(RecordedHeap&)>& change) {
    auto other = std::make_shared<RecordedHeap>(*recorded.history);
    change(*other);
    heap.set_history(other, recorded.graph);
    frames.set_history(other);
    settle();
    return other;
  }
  /// The best plan there is.
  void offer(std::int64_t mib, const char* strategy = "so.size.best") {
    Plan plan;
    plan.strategy = strategy;
    plan.footprint = {mib * kMiB};
    heap.set_best_plan(std::make_shared<const Plan>(plan));
  }
  QTreeView* tree() { return frames.findChild<QTreeView*>(); }
  /// As the tree has them, each after those above it.
  std::vector<FrameRow> rows() {
    const QAbstractItemModel* model = tree()->model();
    const auto exact = [](const QModelIndex& at, int column) { return at.siblingAtColumn(column).data(kExactRole); };
    std::vector<FrameRow> out;
    std::deque<QModelIndex> left{model->index(0, 0)};
    for (; !left.empty() && left.front().isValid(); left.pop_front()) {
      const QModelIndex at = left.front();
      out.push_back(
          {at.data().toString(), exact(at, 0).toString(), exact(at, 1).toLongLong(), exact(at, 3).toLongLong()});
      for (int k = 0; k < model->rowCount(at); ++k) left.push_back(model->index(k, 0, at));
    }
    return out;
  }
  QStringList labels() {
    QStringList out;
    for (const FrameRow& row : rows()) out += row.label;
    return out;
  }
  void filter(const char* text) {
    frames.findChild<QLineEdit*>("frames_filter")->setText(text);
    settle();
  }
  /// Of the frames: the entries in their order.
  enum Shape { kCallers, kBottomUp, kLines, kFlames };
  void choose(Shape which) {
    auto* shape = frames.findChild<QComboBox*>("frames_shape");
    shape->setCurrentIndex(which);
    emit shape->activated(which);
    settle();
  }
  TensorId tensor(std::size_t allocation) { return recorded.history->allocations[allocation].tensor; }

  ShownHeap recorded = recorded_heap();
  ViewState state;
  std::unique_ptr<HeapPane> made_heap{make_heap(state)};
  std::unique_ptr<FramesPane> made_frames{make_frames(state)};
  HeapPane& heap = *made_heap;
  FramesPane& frames = *made_frames;
};

}  // namespace

class HeapPaneTest : public EnglishTest {
  Q_OBJECT

 private slots:
  /// One state without events: its segments are shown, nothing is counted, and there is nowhere to go to.
  void a_heap_without_history_is_one_state() {
    RecordedHeap one;
    one.streams = {0};
    one.segments = {{.address = 0x10000000, .size = {8 * kMiB}, .died = 1}};
    one.allocations = {{.address = 0x10000000,
                        .requested = {2 * kMiB},
                        .rounded = {2 * kMiB},
                        .free_requested = 1,
                        .free_completed = 1}};
    one.regions = {{0x10000000, {8 * kMiB}, Offset{0}}};
    auto made = heap_graph(one, HeapStreams::unordered, "one", "one.pickle");
    QVERIFY(made.has_value());
    Shown shown;
    const auto jumps = [&] {
      int seen = 0;
      for (const auto* each : shown.heap.findChildren<QToolButton*>())
        seen += each->objectName().startsWith("heap_jump") && each->isVisible() ? 1 : 0;
      return seen;
    };
    QVERIFY(jumps() > 0);
    const QList<qint64> numbers = numbers_in(shown.figure("heap_facts"));
    QCOMPARE(numbers.value(1), 6);  // of so many events
    shown.recorded = {std::make_shared<const RecordedHeap>(std::move(one)),
                      std::make_shared<const Graph>(std::move(made->graph.graph))};
    shown.heap.set_history(shown.recorded.history, shown.recorded.graph);
    QTRY_VERIFY(shown.strips()->strips() && !shown.heap.busy());
    QCOMPARE(shown.strips()->strips()->strips.size(), 1u);
    QCOMPARE(jumps(), 0);
    QVERIFY(!shown.figure("heap_facts").isEmpty());
    QCOMPARE(numbers_in(shown.figure("heap_facts")).size(), numbers.size() - 2);  // no event 0 of 0
  }

  /// Without a cursor, the step at which most is there.
  void from_the_peak_to_other_events_and_a_plan() {
    Shown shown;
    QCOMPARE(shown.step(), HeapStep(2));
    QVERIFY2(says(shown.facts(), {"10.0 MiB", "8.00 MiB", "2.00 MiB", "2.00 MiB", "0%"}), qPrintable(shown.facts()));
    QCOMPARE(shown.saving(), QString());
    QCOMPARE(shown.headline("Reserved, peak"), QString("10.0 MiB"));
    QCOMPARE(shown.headline("Allocated, peak"), QString("8.00 MiB"));
    QVERIFY(shown.headline("Static plan").isEmpty());
    QVERIFY(shown.heap.drawing().subtitle.contains("event 2"));
    // Jumps lead to the steps that they name.
    shown.click_button("heap_jump_fragmentation");
    QCOMPARE(shown.step(), HeapStep(5));  // 5 MiB are free, in holes of 4 and 1
    shown.click_button("heap_jump_reserved");
    QCOMPARE(shown.step(), HeapStep(2));
    shown.pick(0);
    shown.click_button("heap_jump_peak");
    QCOMPARE(shown.step(), HeapStep(2));
    // Events are picked with keys, and by the cursor.
    shown.pick(5);
    QCOMPARE(shown.step(), HeapStep(5));
    QVERIFY(shown.facts().contains("fragmentation 20%"));
    QTest::keyClick(shown.strips(), Qt::Key_Left);
    QTest::keyClick(shown.strips(), Qt::Key_Left);
    shown.settle();
    QCOMPARE(shown.step(), HeapStep(3));
    QCOMPARE(shown.state.event_cursor(), std::optional<std::uint32_t>(3));
    QCOMPARE(shown.state.time_cursor(), std::optional(graph_step_of(*shown.recorded.graph, 3)));
    QVERIFY(says(shown.facts(), {"4.00 MiB"}));  // pending frees
    QTest::keyClick(shown.strips(), Qt::Key_End);
    QCOMPARE(shown.step(), shown.recorded.history->last_step());
    shown.state.set_time_cursor(0);
    QCOMPARE(shown.step(), heap_step_of(*shown.recorded.graph, *shown.recorded.history, 0));
    shown.state.set_time_cursor({});
    QCOMPARE(shown.step(), HeapStep(2));
    // A plan is compared with what was reserved.
    shown.offer(8);
    QVERIFY(says(shown.saving(), {"Size, best fit", "8.00 MiB", "2.00 MiB", "20%"}));
    QCOMPARE(shown.headline("Static plan"), QString("8.00 MiB"));
    shown.offer(11);
    QVERIFY(says(shown.saving(), {"11.0 MiB", "1.00 MiB", "10%"}));
  }

  /// Else what is allocated and what a plan needs are two figures without a reason.
  void blocks_larger_than_their_tensors_are_said() {
    Shown shown;
    shown.record([](RecordedHeap& heap) { heap.allocations[1].rounded += Bytes{kMiB / 2}; });
    shown.offer(8, "");
    QCOMPARE(shown.headline("Allocated, peak"), QString("8.50 MiB"));
    QVERIFY(says(shown.saving(), {"8.00 MiB", "512 KiB"}));
    // Without segments nobody knows what was reserved: no plan is more or less than that.
    shown.record([](RecordedHeap& heap) { heap.segments.clear(); });
    shown.offer(8);
    QVERIFY(!shown.saving().isEmpty() && numbers_in(shown.saving()).isEmpty());
  }

  /// Two streams are read in two ways: what the plans of both save is told, with the sign that it has.
  void a_plan_of_several_streams_is_a_range() {
    Shown shown;
    auto two = std::make_shared<RecordedHeap>(*shown.recorded.history);
    two->streams = {0, 7};
    two->allocations[1].stream = 1;  // b, which lives before c
    auto made = heap_graph(*two, HeapStreams::unordered, "two", "two.pickle");
    QVERIFY(made && made->graph.graph.stream_count() == 2);
    shown.heap.set_history(two, std::make_shared<const Graph>(std::move(made->graph.graph)));
    shown.settle();
    shown.offer(11, "auto");
    QCOMPARE(shown.headline("Static plan"), QString("8.00 MiB … 11.0 MiB"));
    QVERIFY(says(shown.saving(), {"8.00 MiB", "2.00 MiB", "20%", "11.0 MiB", "1.00 MiB", "10%"}));
  }

  /// The headline where the device had no memory left, who was in the way, and the label in the picture.
  void out_of_memory_is_the_headline() {
    Shown shown;
    QVERIFY(shown.heap.findChild<QFrame*>("heap_failure")->isHidden());
    QVERIFY(shown.heap.findChild<QToolButton*>("heap_jump_failure")->isHidden());
    // 3 MiB do not fit: at step 5 the largest hole has 4 MiB, at step 6 c is taken for 1 MiB at its end.
    const auto failed = shown.record([](RecordedHeap& heap) {
      heap.out_of_memory = {{.step = 4, .requested = {7 * kMiB}, .device_free = Bytes{kMiB}, .stack = 1},
                            {.step = 6, .requested = {5 * kMiB}, .stack = 0}};
    });
    QCOMPARE(numbers_in(shown.figure("heap_failure_title")), (QList<qint64>{4, 1, 2}));
    QVERIFY(says(shown.figure("heap_failure_text"),
                 {"7.00 MiB", "1.00 MiB", "6.00 MiB", "6.00 MiB", "relu (model.py:20)"}));
    auto* pieces = shown.heap.findChild<QToolButton*>("heap_in_the_way");
    QVERIFY(says(pieces->text(), {"1", "2.00 MiB"}));
    shown.click_button("heap_in_the_way");
    QCOMPARE(shown.step(), HeapStep(4));
    QCOMPARE(shown.state.selected_tensors(), std::vector{shown.tensor(0)});  // a, at the bottom of the only place
    shown.click_button("heap_jump_failure");
    QCOMPARE(shown.step(), HeapStep(6));
    QCOMPARE(numbers_in(shown.figure("heap_failure_title")), (QList<qint64>{6, 2, 2}));
    QVERIFY(!shown.figure("heap_failure_text").contains("1.00 MiB"));  // free on the device: not known
    QVERIFY(says(heap_event_lines(heap_timeline(*failed), 6).join(" "), {"5.00 MiB"}));
    shown.click_button("heap_jump_failure");  // and around
    QCOMPARE(shown.step(), HeapStep(4));
  }

  /// Of several devices another one can be asked for; the box shows the one that is open.
  void another_device_is_chosen() {
    Shown shown;
    auto* box = shown.heap.findChild<QComboBox*>("heap_device");
    QVERIFY(box->isHidden());
    shown.heap.set_devices(
        {{.number = 0, .events = 6, .reserved_peak = Bytes{10 * kMiB}}, {.number = 3, .events = 1'200, .failures = 1}});
    QVERIFY(!box->isHidden());
    QVERIFY(says(box->itemText(0), {"0", "10.0 MiB", "6"}) && says(box->itemText(1), {"3", "1,200"}));
    QCOMPARE(box->currentIndex(), 0);
    QSignalSpy chosen(&shown.heap, &HeapPane::device_chosen);
    QTest::keyClick(box, Qt::Key_Down);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen[0][0].toLongLong(), 3);
    QCOMPARE(box->currentIndex(), 0);
  }

  /// Segments change places, and with them where a click lands and where the keys go; each says what it is.
  void segments_are_sorted() {
    Shown shown;
    shown.record([](RecordedHeap& heap) {
      heap.streams = {7, 0};
      heap.pools = {{0, 0}, {0, 3}};
      heap.segments[1].stream = 1;
      heap.segments[1].pool = 1;
      heap.segments[1].expandable = true;
    });
    auto* order = shown.heap.findChild<QComboBox*>("heap_order");
    const auto choose = [&](StripOrder which) {
      order->setCurrentIndex(order->findData(static_cast<int>(which)));
      emit order->activated(order->currentIndex());
      shown.settle();
    };
    const auto first = [&] { return shown.strips()->strips()->rows.front(); };
    QCOMPARE(first(), 0u);  // at the peak: 8 MiB with a hole of 2, and 2 MiB without one
    choose(StripOrder::stream);
    QCOMPARE(first(), 1u);
    QTest::mouseClick(shown.strips(), Qt::LeftButton, {}, shown.place(0));
    QCOMPARE(shown.state.selected_tensors(), std::vector{shown.tensor(0)});
    QTest::keyClick(shown.strips(), Qt::Key_Up);
    QCOMPARE(shown.state.selected_tensors(), std::vector{shown.tensor(2)});  // d is above a now
    for (const StripOrder by : {StripOrder::size, StripOrder::idle, StripOrder::hole}) {
      choose(by);
      QCOMPARE(first(), 0u);
    }
    const HeapStrips& strips = *shown.strips()->strips();
    QCOMPARE(strips.marks, (std::vector<QString>{"stream 7", "stream 0 · graph pool (0, 3) · expandable"}));
    const QString text = shown.strips()->strip_text(strips.strips[1]);
    QVERIFY(says(text, {"(0, 3)"}) && says(text, {"1"}));  // of one piece
  }

  /// A low dock is for its drawings: the words keep to a line each, whole in the tip, and the drawings lie side by
  /// side.
  void a_low_dock_keeps_room_for_its_drawings() {
    Shown shown;
    auto* facts = shown.heap.findChild<QLabel*>("heap_facts");
    auto* saving = shown.heap.findChild<QLabel*>("heap_saving");
    const QString whole = shown.facts();
    shown.heap.resize(340, 150);
    QTRY_VERIFY(facts->text() != whole);
    QCOMPARE(facts->toolTip(), whole);
    const int line = facts->fontMetrics().height();
    QTRY_VERIFY2(facts->height() < 2 * line, qPrintable(QString::number(facts->height())));
    QVERIFY(!saving->isVisible());  // there is no plan to tell of
    QTRY_VERIFY(shown.strips()->visibleRegion().boundingRect().height() >= 75);
    QVERIFY(shown.heap.findChild<QToolButton*>("heap_jump")->isVisible());  // in place of buttons side by side
    QVERIFY(!shown.heap.findChild<QToolButton*>("heap_jump_peak")->isVisible());
    shown.heap.resize(700, 640);
    QTRY_VERIFY(shown.heap.findChild<QToolButton*>("heap_jump_peak")->isVisible());
    QTRY_COMPARE(facts->text(), whole);
    QVERIFY(facts->toolTip().isEmpty());
  }

  /// What has no stack is a row like the others: those below all sum to it, and a filter finds it.
  void what_has_no_stack_is_a_row() {
    Shown shown;
    shown.record([](RecordedHeap& heap) { heap.allocations[0].stack = kNoneInHeap; });
    const std::vector<FrameRow> rows = shown.rows();
    const int below = shown.tree()->model()->rowCount(shown.tree()->model()->index(0, 0));
    qint64 sum = 0;
    for (int k = 1; k <= below; ++k) sum += rows[static_cast<std::size_t>(k)].total;
    QCOMPARE(sum, rows[0].total);
    const qsizetype bare = shown.labels().indexOf("(no stack recorded)");
    QVERIFY(bare > 0);
    QCOMPARE(rows[static_cast<std::size_t>(bare)].total, 2 * kMiB);
    const QModelIndex row = shown.tree()->model()->index(int(bare) - 1, 0, shown.tree()->model()->index(0, 0));
    QVERIFY(!row.data(Qt::ToolTipRole).toString().isEmpty());
    shown.tree()->setCurrentIndex(row);
    QTRY_COMPARE(shown.state.selected_tensors(), std::vector{shown.tensor(0)});
    shown.filter("no stack");
    QCOMPARE(shown.labels(), (QStringList{"All", "(no stack recorded)"}));
    shown.filter("nowhere");
    QVERIFY(shown.rows().empty());
  }

  void blocks_and_frames_are_selected() {
    Shown shown;
    QTest::mouseClick(shown.strips(), Qt::LeftButton, {}, shown.place(1));
    QCOMPARE(shown.state.selected_tensors(), std::vector{shown.tensor(1)});
    QTest::mouseClick(shown.strips(), Qt::LeftButton, Qt::ControlModifier, shown.place(0));
    QCOMPARE(shown.state.selected_tensors().size(), std::size_t{2});
    QTest::mouseClick(shown.strips(), Qt::LeftButton, {}, shown.place(2));  // a hole
    QVERIFY(shown.state.selected_tensors().empty());
    QTest::keyClick(shown.strips(), Qt::Key_Down);
    QCOMPARE(shown.state.selected_tensors(), std::vector{shown.tensor(0)});
    QTest::keyClick(shown.strips(), Qt::Key_Up);
    QCOMPARE(shown.state.selected_tensors(), std::vector{shown.tensor(0)});
    const auto& stretches = shown.strips()->strips()->heap.stretches;
    QVERIFY(shown.strips()->stretch_text(stretches[1]).contains("conv") == false);
    QVERIFY(shown.strips()->stretch_text(stretches[1]).contains("relu (model.py:20)"));
    QVERIFY(says(shown.strips()->stretch_text(stretches[2]), {"2.00 MiB"}));
    // Who comes to the rows with the keyboard, or clicks below them, selects none.
    shown.state.clear_selection();
    shown.tree()->setFocus(Qt::TabFocusReason);
    QTest::mouseClick(shown.tree()->viewport(), Qt::LeftButton, {},
                      shown.tree()->viewport()->rect().bottomLeft() + QPoint(20, -4));
    wait_until_idle();
    shown.settle();
    QVERIFY(shown.state.selected_tensors().empty());
    QTest::keyClick(shown.tree(), Qt::Key_Down);
    QTRY_VERIFY(!shown.state.selected_tensors().empty());
  }

  /// Wherever tensors are selected, the rows of their frames stand out and come into view; at a step at which they are
  /// not there the pane says so. Picking a frame changes no row.
  void frames_of_what_is_selected_stand_out() {
    Shown shown;
    auto* tree = shown.tree();
    const QModelIndex all = tree->model()->index(0, 0), main = tree->model()->index(0, 0, all);
    const auto lit = [&](const QModelIndex& row) { return row.data(Qt::BackgroundRole).isValid(); };
    const auto row_named = [&](const char* name) {
      for (int row = 0; row < tree->model()->rowCount(main); ++row)
        if (const QModelIndex at = tree->model()->index(row, 0, main); at.data().toString().startsWith(name)) return at;
      return QModelIndex();
    };
    QVERIFY(row_named("relu").isValid() && row_named("conv").isValid());
    tree->collapseAll();
    shown.state.select_tensors({shown.tensor(1)});
    shown.settle();
    QVERIFY(lit(row_named("relu")) && !lit(row_named("conv")) && !lit(main) && !lit(all));
    QVERIFY(tree->isExpanded(main) && tree->isExpanded(all));
    QCOMPARE(tree->currentIndex(), row_named("relu"));
    QCOMPARE(shown.state.selected_tensors(), std::vector{shown.tensor(1)});  // looking is no picking
    shown.state.select_tensors({shown.tensor(0), shown.tensor(1)});
    shown.settle();
    QVERIFY(lit(row_named("relu")) && lit(row_named("conv")));
    shown.state.clear_selection();
    shown.settle();
    QVERIFY(!lit(row_named("relu")) && !lit(row_named("conv")));

    click(tree, row_named("conv"));
    shown.settle();
    QCOMPARE(tree->currentIndex(), row_named("conv"));
    QVERIFY(!lit(row_named("conv")));
    QCOMPARE(shown.state.selected_tensors(), (std::vector{shown.tensor(0), shown.tensor(2)}));  // not c, of later

    shown.state.select_tensors({shown.tensor(1)});
    shown.frames.findChild<QAction*>("frames_at_step")->trigger();
    const QString allocated = shown.frames.findChild<QLabel*>("frames_words")->text();
    shown.pick(5);  // after its free
    QVERIFY(shown.frames.findChild<QLabel*>("frames_words")->text() != allocated);
  }

  /// Frames of C++ and of the interpreter are hidden until they are asked for; the same bytes are told bottom-up, and
  /// by source lines.
  void frames_in_each_shape() {
    Shown shown;
    shown.record([](RecordedHeap& mixed) {
      FrameTable frames(mixed);
      const std::uint32_t inner = frames.add_frame("at::empty", "alloc.cpp", 3),
                          eval = frames.add_frame("_PyEval", "??", 0);
      for (std::uint32_t stack = 0; stack < 2; ++stack) {
        const auto python = mixed.stacks[stack];
        const std::uint32_t rows[] = {inner, python[0], eval, python[1]};
        const std::uint32_t added = frames.add_stack(rows);
        for (HeapAllocation& a : mixed.allocations)
          if (a.stack == stack) a.stack = added;
      }
    });
    const auto paths = [&] {
      QStringList out;
      for (const FrameRow& row : shown.rows())
        if (row.label != "All") out += row.path + " = " + human_bytes({row.total});
      out.sort();
      return out;
    };
    const QString main = "main (train.py:7)", conv = "conv (model.py:10)", relu = "relu (model.py:20)";
    QCOMPARE(paths(),
             (QStringList{main + " = 8.00 MiB", main + ';' + conv + " = 4.00 MiB", main + ';' + relu + " = 4.00 MiB"}));
    click(shown.frames.findChild<QToolButton*>("frames_all"));
    shown.settle();
    QVERIFY2(paths().contains(main + ";_PyEval;" + conv + ";at::empty (alloc.cpp:3) = 4.00 MiB"),
             qPrintable(paths().join('\n')));
    shown.choose(Shown::kBottomUp);
    QVERIFY2(paths().contains("at::empty (alloc.cpp:3) = 8.00 MiB"), qPrintable(paths().join('\n')));
    click(shown.frames.findChild<QToolButton*>("frames_all"));
    shown.settle();
    QCOMPARE(paths(), (QStringList{conv + " = 4.00 MiB", conv + ';' + main + " = 4.00 MiB", relu + " = 4.00 MiB",
                                   relu + ';' + main + " = 4.00 MiB"}));
    shown.choose(Shown::kLines);
    QCOMPARE(paths(), (QStringList{conv + " = 4.00 MiB", relu + " = 4.00 MiB"}));
    QCOMPARE(shown.rows()[0].total, 8 * kMiB);
  }

  /// Each frame below its caller and as wide as its bytes; a click picks, a double click comes closer.
  void the_flame_graph() {
    Shown shown;
    shown.choose(Shown::kFlames);
    auto* flame = part_of<QWidget>(shown.frames, "frames_flame");
    QVERIFY(flame->isVisible());
    const auto tree = std::make_shared<const FrameTree>(frame_tree(shown.recorded.history, {.all_frames = false}));
    const FrameRows rows = frame_rows(tree, shown.step(), {});
    const auto boxes = flame_boxes(rows, 0, QRectF(flame->rect()).adjusted(6, 2, -6, -2));
    QCOMPARE(boxes.size(), std::size_t{4});
    for (const FlameBox& box : boxes) {
      const double share = static_cast<double>(rows.share(box.row).bytes.count) / (8.0 * kMiB);
      QVERIFY(std::abs(box.rect.width() - share * boxes[0].rect.width()) < 1e-6);
      const FrameRows::Row& row = rows.rows[box.row];
      if (box.row == 0) continue;
      const auto caller = std::ranges::find(boxes, row.parent, &FlameBox::row);
      QVERIFY(caller->rect.left() <= box.rect.left() && box.rect.right() <= caller->rect.right() + 1e-6);
      QCOMPARE(box.rect.top(), caller->rect.bottom());
    }
    const auto relu =
        std::ranges::find_if(boxes, [&](const FlameBox& box) { return rows.label(box.row).startsWith("relu"); });
    QTest::mouseClick(flame, Qt::LeftButton, {}, relu->rect.center().toPoint());
    shown.settle();
    QCOMPARE(shown.state.selected_tensors(), std::vector{shown.tensor(1)});
    QVERIFY(says(flame->accessibleDescription(), {"4.00 MiB", "50.0%", "1"}));
    QTest::mouseDClick(flame, Qt::LeftButton, {}, relu->rect.center().toPoint());
    const auto pick_in_the_first_row = [&] {
      QTest::mouseClick(flame, Qt::LeftButton, {}, boxes[0].rect.center().toPoint());
      shown.settle();
      return shown.state.selected_tensors().size();
    };
    QCOMPARE(pick_in_the_first_row(), std::size_t{1});  // it is alone
    QTest::keyClick(flame, Qt::Key_Escape);
    QCOMPARE(pick_in_the_first_row(), std::size_t{3});
    QTest::mouseClick(flame, Qt::LeftButton, {}, relu->rect.center().toPoint());
    QTest::keyClick(flame, Qt::Key_Up);
    shown.settle();
    QCOMPARE(shown.state.selected_tensors().size(), std::size_t{3});  // of main: all that are there
  }

  void frames_are_written_filtered_and_of_a_step() {
    Shown shown;
    const QString text = csv_of(shown.tree());
    QCOMPARE(text.split("\r\n").mid(0, 3), (QStringList{"Frame,Total,Share,Self,Blocks", "All,8388608,100.0%,0,3",
                                                        "main (train.py:7),8388608,100.0%,0,3"}));
    QVERIFY(text.contains("\r\nmain (train.py:7);relu (model.py:20),4194304,50.0%,4194304,1\r\n"));
    QCOMPARE(text.count("\r\n"), 5);
    // A filter leaves what matches, and what leads there.
    shown.filter("RELU");
    QCOMPARE(shown.labels().size(), 3);
    QCOMPARE(shown.labels()[2], QString("relu (model.py:20)"));
    auto* tree = shown.tree();
    const QModelIndex main = tree->model()->index(0, 0, tree->model()->index(0, 0));
    QVERIFY(tree->isExpanded(main));
    shown.filter("nothing of this name");
    QVERIFY(shown.rows().empty());
    shown.filter("train.py");  // all under it
    QCOMPARE(shown.labels().size(), 4);
    // All → main → relu (4 MiB) and conv (4 MiB) at the peak.
    shown.filter("");
    QCOMPARE(shown.labels().size(), 4);
    QCOMPARE(shown.labels()[1], QString("main (train.py:7)"));
    QCOMPARE(shown.rows()[0].total, 8 * kMiB);
    shown.frames.findChild<QAction*>("frames_at_step")->trigger();
    shown.pick(5);
    QCOMPARE(shown.labels(), (QStringList{"All", "conv (model.py:10)"}));  // main is but the way to it
    QCOMPARE(shown.rows()[1].path, QString("main (train.py:7);conv (model.py:10)"));
    QCOMPARE(shown.rows()[1].own, 5 * kMiB);
    tree->setCurrentIndex(tree->model()->index(0, 0, tree->model()->index(0, 0)));
    shown.settle();
    QCOMPARE(shown.state.selected_tensors(), (std::vector{shown.tensor(0), shown.tensor(2), shown.tensor(3)}));
  }

  /// Whole facts go, the last first, and no number is shown without its unit.
  void facts_are_shortened_by_whole_ones() {
    const QString facts = "Event 21 · reserved 42.0 MiB · allocated 23.0 MiB";
    const QFont font = QApplication::font();
    const QFontMetricsF metrics(font);
    QCOMPARE(fitted_facts(font, facts, metrics.horizontalAdvance(facts)), facts);
    for (double width = metrics.horizontalAdvance(facts) - 1; width > metrics.horizontalAdvance("Event 21 …");
         --width) {
      const QString shown = fitted_facts(font, facts, width);
      QVERIFY(metrics.horizontalAdvance(shown) <= width);
      QVERIFY2(shown == "Event 21 · reserved 42.0 MiB …" || shown == "Event 21 …", qPrintable(shown));
    }
    const QString one = "requested 64.0 MiB by nobody";
    QCOMPARE(fitted_facts(font, one, metrics.horizontalAdvance("requested 64.0 …")), QString("requested …"));
  }
};

STOWAGE_GUI_TEST(HeapPaneTest);
#include "tst_heap_pane.moc"
