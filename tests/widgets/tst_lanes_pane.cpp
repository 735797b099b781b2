// SPDX-License-Identifier: GPL-3.0-or-later
// What the lanes show, how they are walked and looked at, and how a graph is edited in them: drags, keys, names, menus.
// Over time everything works as it does over steps.
#include "core/insight/bodies/lay_out.h"
#include "tests/support/durations.h"
#include "tests/support/outcome.h"
#include "tests/support/results.h"
#include "tests/support/wide_graph.h"
#include "tests/widgets/shown_lanes.h"
#include "widgets/controls/hover_card.h"
#include "widgets/views/lanes/lane_drag.h"

namespace {

/// a takes 0–100, b 100–400, c 100–150 (it waits for a), d 400–500, e 500–700, f 700–1000: stream 0 waits for d from
/// 100 to 500.
Graph timed() {
  return with_durations(small(), {100, 300, 50, 100, 200, 300});
}

std::shared_ptr<const Graph> nested_loops() {
  return must(lay_out_bodies(graph_in(STOWAGE_SOURCE_DIR "/samples/loop_nested.stowage.json")));
}

struct TimedLanes : ShownLanes {
  explicit TimedLanes(Graph first = timed(), QSize size = {800, 240}) : ShownLanes(std::move(first), size) {
    key(Qt::Key_T);
  }
};

/// What a view says in the status bar.
class StatusTips final : public QObject {
 public:
  QString last;
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::StatusTip) last = static_cast<QStatusTipEvent*>(event)->tip();
    return false;
  }
};

}  // namespace

class LanesPaneTest : public QObject {
  Q_OBJECT

 private slots:
  // ---- seeing

  void operators_stand_in_their_lanes_in_the_colours_of_their_streams() {
    ShownLanes s(graph_of("op a @0\nop b @3"));
    const QImage image = s.image();
    for (const auto& [o, number] : {std::pair(kA, 0u), std::pair(kB, 3u)})
      QCOMPARE(image.pixelColor(s.box(o).topLeft().toPoint() + QPoint(6, 6)),
               palette_fill(number, Theme::light()).color);
  }

  void the_mouse_selects_hovers_zooms_and_moves() {
    ShownLanes s(small());
    answers_the_mouse({.widget = s.pane,
                       .drawn_at = [&](QPointF p) { return QPointF(s.geometry().place_at(p.x()), p.y()); },
                       .seen_at = [&](QPointF p) { return QPointF(s.geometry().x_of(p.x()), p.y()); },
                       .hovered = [&] { return s.state.hovered_operator().valid(); },
                       .things = {s.place(kB), s.place(kE)},
                       .nothing = s.in_lane(2, 5.5),
                       .numbers = {1, 4},
                       .selected = [&] { return numbers_of(s.state.selected_operators()); }});
    QVERIFY(s.asked.isEmpty());
  }

  void arrows_walk_along_and_across() {
    ShownLanes s(small());
    s.key(Qt::Key_Right);
    QCOMPARE(s.state.selected_operators().size(), 1u);
    s.state.select_operators({kA});
    s.walk({{Qt::Key_Right, kE}, {Qt::Key_Down, kD}, {Qt::Key_Left, kB}, {Qt::Key_Down, kC}, {Qt::Key_Down, kC}});
    s.key(Qt::Key_Escape);
    QVERIFY(s.state.selected_operators().empty());
  }

  /// The state may speak of a newer graph than the one shown.
  void ids_beyond_the_graph_are_harmless() {
    ShownLanes s(small());
    s.state.select_operators({kA, OperatorId(1000)});
    s.state.set_path({kA, OperatorId(1000)});
    PlayedMoment moment;
    moment.running = {kB, OperatorId(1000)};
    moment.finished = {kA, OperatorId(999)};
    s.state.set_moment(std::make_shared<const PlayedMoment>(moment));
    s.state.hover(OperatorId(1000));
    QVERIFY(!s.image().isNull());
    s.key(Qt::Key_Right);
    s.key(Qt::Key_Delete);
    s.state.select_tensors({TensorId(1000)});
    s.state.hover(TensorId(1000));
    QVERIFY(!s.image().isNull());
  }

  /// It stands on the rest of the picture, and leaves nothing behind.
  void what_is_hovered_played_or_lit_is_marked() {
    ShownLanes s(small());
    const QImage plain = s.image();
    s.state.hover(kB);
    const QImage op = s.image();
    QVERIFY(op != plain);
    s.state.hover(TensorId(0));
    QVERIFY(s.image() != plain && s.image() != op);
    s.state.clear_hover();
    QCOMPARE(s.image(), plain);

    const auto colour = [&] { return s.image().pixelColor(s.box(kA).topLeft().toPoint() + QPoint(6, 6)); };
    const QColor alive = colour();
    PlayedMoment moment;
    moment.finished = {kA};
    moment.running = {kB};
    s.state.set_moment(std::make_shared<const PlayedMoment>(moment));
    QVERIFY(colour() != alive);
    s.state.set_moment(nullptr);
    QCOMPARE(colour(), alive);
    s.state.set_time_range(StepRange{2, 4});
    QVERIFY(colour() != alive);
    s.state.set_time_range(std::nullopt);
    QCOMPARE(s.image(), plain);
    s.state.set_path({kA, kB, kD});
    QVERIFY(s.image() != plain);
  }

  // ---- large

  void many_operators_are_dragged_together() {
    ShownLanes s(wide_graph({.operators = 20'000, .streams = 64}), {1000, 400});
    std::vector<OperatorId> all;
    for (OperatorId o : s.graph->operators_of(StreamId(1))) all.push_back(o);
    s.state.select_operators(all);
    s.pane.fit();
    QVERIFY(s.geometry().aggregates());
    const OperatorId grabbed = all[all.size() / 2];
    QVERIFY(s.geometry().plot().contains(s.place(grabbed)));
    s.drag(s.place(grabbed), s.strip());
    QCOMPARE(s.graph->stream_count(), 65u);
    QCOMPARE(s.graph->operators_of(StreamId(64)).size(), all.size());
    QVERIFY(!s.image().isNull());
  }

  // ---- editing with the mouse

  /// The strip, the axis, and the empty room below where there are few lanes.
  void anywhere_below_the_lanes_makes_a_new_one() {
    for (const double down : {0.02, 0.5, 0.98}) {
      ShownLanes s(small(), {800, 400});
      const QRectF below = s.geometry().below();
      QVERIFY(below.height() > 200 && below.top() == s.geometry().plot().bottom());
      s.drag(s.place(kF), QPointF(s.place(kF).x(), below.top() + down * below.height()).toPoint());
      QVERIFY(s.graph->stream_count() == 4 && s.geometry().lanes() == 4);
      QCOMPARE(s.stream_of("f"), 3u);
    }
  }

  /// What was just dropped is known; the lanes beside it are what is looked at next.
  void no_card_opens_where_something_was_dropped() {
    ShownLanes s(small());
    const auto card_seen = [&] {
      const auto* card = s.pane.findChild<HoverCard*>();
      return card && card->isVisible();
    };
    s.move(s.place(kB), Qt::NoButton);
    QVERIFY(card_seen());
    s.drag(s.place(kE), s.in_lane(2, 4.5));
    s.move(s.place(kE) + QPoint(1, 1), Qt::NoButton);
    QVERIFY(!card_seen());
    s.move(s.place(kB), Qt::NoButton);
    QVERIFY(card_seen());
  }

  void within_its_lane_an_operator_becomes_earlier_or_later() {
    ShownLanes s(small());
    s.drag(s.place(kF), s.in_lane(0, 2.5));
    QCOMPARE(s.asked.size(), 1);
    QVERIFY2(s.refused.isEmpty(), qPrintable(s.refused.join('|')));
    QCOMPARE(s.graph->find_operator("f"), OperatorId(2));
    QCOMPARE(s.state.selected_operators(), std::vector{OperatorId(2)});  // it is still the one selected
  }

  /// So does letting go where it was, or nowhere.
  void esc_gives_up_a_drag() {
    ShownLanes s(small());
    for (const QPoint from : {s.place(kE), s.handle(kA)}) {
      s.press(from);
      s.move(s.in_lane(1, 4));
      s.move(s.place(kD));
      s.key(Qt::Key_Escape);
      s.move(s.place(kB));
      QTest::mouseRelease(&s.pane, Qt::LeftButton, {}, s.place(kB));
    }
    s.drag(s.place(kB), s.place(kB) + QPoint(12, 0));
    s.drag(s.place(kB), QPoint(s.place(kB).x(), -40));
    QVERIFY(s.asked.isEmpty());
    QCOMPARE(s.stream_of("e"), 0u);
  }

  void a_drag_from_the_handle_adds_a_sync() {
    ShownLanes s(small());
    s.drag(s.handle(kC), s.place(kE));
    QVERIFY(s.has_sync(kC, kE));
    s.drag(s.place(kC), s.place(kF), Qt::ShiftModifier);
    QVERIFY(s.has_sync(kC, kF));
    QCOMPARE(s.asked.size(), 2);
    s.click(s.on_arrow(kC, kE));  // the arrow is there, too
    QCOMPARE(s.state.selected_operators(), (std::vector{kC, kE}));
    s.drag(s.handle(kA), s.place(kD));  // a → b → d says so already: it is drawn fainter
    QVERIFY(s.has_sync(kA, kD));
    const QImage before = s.image();
    PlanView view;
    view.graph = s.graph;
    s.pane.set_view(view);
    QTRY_VERIFY(!s.pane.busy());
    QVERIFY(s.image() != before);
  }

  void a_clicked_sync_is_deleted() {
    ShownLanes s(small());
    s.key(Qt::Key_Delete);
    QVERIFY(s.asked.isEmpty());
    s.click(s.on_arrow(kA, kC));
    QCOMPARE(s.state.selected_operators(), (std::vector{kA, kC}));
    s.state.select_operators({kB});  // elsewhere: it has nothing to do with the arrow
    s.key(Qt::Key_Delete);
    QVERIFY(s.asked.isEmpty());
    s.click(s.on_arrow(kA, kC));
    s.key(Qt::Key_Delete);
    QVERIFY(!s.has_sync(kA, kC));
    s.key(Qt::Key_Delete);
    QCOMPARE(s.asked.size(), 1);
  }

  /// The pointer and what is written beside it tell before the button is let go.
  void what_would_be_refused_is_told_while_dragging() {
    ShownLanes s(small());
    const auto red = [&] { return count_of(s.image(), Theme::light().peak); };
    const auto drag_to = [&](QPoint from, QPoint to) { begin_drag(s.pane, from, to); };
    drag_to(s.handle(kE), s.place(kA));  // a leads to e over b and d
    QCOMPARE(s.pane.cursor().shape(), Qt::ForbiddenCursor);
    const int refused = red();
    QVERIFY(refused > 0);
    s.move(s.place(kF));  // that may wait
    QCOMPARE(s.pane.cursor().shape(), Qt::CrossCursor);
    QVERIFY(red() < refused);
    s.move(s.place(kC));  // against the order, but there is no cycle
    QCOMPARE(s.pane.cursor().shape(), Qt::CrossCursor);
    s.key(Qt::Key_Escape);
    QCOMPARE(s.pane.cursor().shape(), Qt::ArrowCursor);
    QTest::mouseRelease(&s.pane, Qt::LeftButton, {}, s.place(kC));
    drag_to(s.handle(kA), s.place(kC));  // there is that sync already
    QCOMPARE(s.pane.cursor().shape(), Qt::ForbiddenCursor);
    QVERIFY(red() > 0);
    s.key(Qt::Key_Escape);
    QTest::mouseRelease(&s.pane, Qt::LeftButton, {}, s.place(kC));
    drag_to(s.place(kE), s.in_lane(0, 1.5));  // e uses what d makes, at step 3
    QCOMPARE(s.pane.cursor().shape(), Qt::ForbiddenCursor);
    s.move(s.in_lane(2, 1.5));
    QCOMPARE(s.pane.cursor().shape(), Qt::ClosedHandCursor);
    s.key(Qt::Key_Escape);
    QVERIFY(s.asked.isEmpty());
  }

  // ---- editing by keys and menus

  void alt_and_arrows_move_the_selection() {
    ShownLanes s(small());
    s.state.select_operators({kF});
    s.key(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(s.graph->find_operator("f"), kE);
    s.key(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(s.graph->find_operator("f"), kF);
    s.key(Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(s.stream_of("f"), 1u);
    s.key(Qt::Key_Down, Qt::AltModifier);
    s.key(Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(s.graph->stream_count(), 4u);
    QCOMPARE(s.stream_of("f"), 3u);
    s.key(Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(s.stream_of("f"), 2u);
  }

  /// F2 renames the stream whose name was clicked, whatever is selected, until an operator is selected again.
  void a_lane_is_renamed() {
    ShownLanes s(small());
    const auto dialog = [&] { return s.pane.findChild<QInputDialog*>("ask_name"); };
    const auto type = [&](const char* text, Qt::Key end) {
      QVERIFY(dialog() && dialog()->isVisible());
      auto* name = dialog()->findChild<QLineEdit*>();
      QTest::keyClicks(name, text);
      QTest::keyClick(name, end);
      QTRY_VERIFY(!dialog());
    };
    QTest::mouseDClick(&s.pane, Qt::LeftButton, {}, s.name_of_lane(1));
    type("copies", Qt::Key_Return);
    QCOMPARE(s.graph->label(StreamId(1)), std::string("copies"));
    s.state.select_operators({kC});
    s.key(Qt::Key_F2);
    type("nothing", Qt::Key_Escape);
    s.click(s.place(kA));
    s.click(s.name_of_lane(2));
    QCOMPARE(s.state.selected_operators(), std::vector{kA});
    s.key(Qt::Key_F2);
    type("third", Qt::Key_Return);
    QCOMPARE(s.graph->label(StreamId(2)), std::string("third"));
    s.click(s.name_of_lane(2));
    s.click(s.place(kB));
    s.key(Qt::Key_F2);
    type("sums", Qt::Key_Return);
    QCOMPARE(s.graph->label(StreamId(1)), std::string("sums"));
    QCOMPARE(s.asked.size(), 3);
  }

  void the_menu_moves_to_streams_and_makes_groups() {
    ShownLanes s(small());
    QMenu* menu = s.menu_at(s.place(kF));
    QVERIFY(menu);
    QCOMPARE(s.state.selected_operators(), std::vector{kF});
    QMenu* streams = entry(menu, "move_to_stream")->menu();
    QCOMPARE(streams->actions().size(), 5);  // three, a line, a new one
    QVERIFY(!streams->actions().at(0)->isEnabled());
    streams->actions().at(2)->trigger();
    QCOMPARE(s.stream_of("f"), 2u);
    menu = s.menu_at(s.place(kF));
    entry(entry(menu, "move_to_stream")->menu(), "new_stream")->trigger();
    QCOMPARE(s.graph->stream_count(), 4u);
    entry(s.menu_at(s.place(kA)), "all_on_one_stream")->trigger();
    QCOMPARE(s.graph->stream_count(), 1u);
    s.close_menus();
    s.state.select_operators({kA, kB});
    entry(s.menu_at(s.place(kA)), "make_group")->trigger();
    QCOMPARE(s.graph->group_count(), 1u);
  }

  void the_menu_syncs_two_operators_either_way() {
    ShownLanes s(small());
    s.state.select_operators({kC, kE});
    QMenu* menu = s.menu_at(s.place(kE));
    QVERIFY(says(entry(menu, "add_sync_back")->text(), {"e", "c"}));
    QVERIFY(says(entry(menu, "add_sync_on")->text(), {"c", "e"}));
    entry(menu, "add_sync_on")->trigger();
    QVERIFY(s.has_sync(kC, kE));
    menu = s.menu_at(s.place(kE));
    entry(menu, "remove_sync_on")->trigger();
    QVERIFY(!s.has_sync(kC, kE));
    s.state.clear_selection();
    entry(s.menu_at(s.place(kC)), "a → c")->trigger();  // that of one lists its syncs
    QVERIFY(!s.has_sync(kA, kC));
  }

  void streams_are_merged_and_removed_by_menu() {
    ShownLanes s(small());
    QMenu* menu = s.menu_at(s.name_of_lane(2));
    entry(menu, "merge_into")->menu()->actions().at(0)->trigger();
    QCOMPARE(s.graph->stream_count(), 2u);
    QCOMPARE(s.stream_of("c"), 0u);
    menu->close();
    s.state.select_operators({kB, kD});
    s.drag(s.place(kB), s.in_lane(0, 1.5));
    QVERIFY(s.graph->operators_of(StreamId(1)).empty());
    menu = s.menu_at(s.name_of_lane(1));
    entry(menu, "remove_stream")->trigger();
    QCOMPARE(s.graph->stream_count(), 1u);
  }

  /// What cannot be is greyed out, with the reason.
  void the_menu_key_opens_it_for_the_selection() {
    ShownLanes s(small());
    s.state.select_operators({kF});
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, {});
    QCoreApplication::sendEvent(&s.pane, &event);
    QMenu* menu = open_menu();
    QVERIFY(menu);
    entry(menu, "move_earlier")->trigger();
    QCOMPARE(s.graph->find_operator("f"), kE);
    QVERIFY(entry(menu, "rename_stream"));
    menu = s.menu_at(s.place(kB));  // at step 1, after a
    QVERIFY(!entry(menu, "move_earlier")->isEnabled());
    QVERIFY(entry(menu, "move_earlier")->toolTip().contains("a"));
    QVERIFY(!entry(menu, "make_group")->isEnabled());
    menu = s.menu_at(s.name_of_lane(0));
    QVERIFY(!entry(menu, "remove_stream")->isEnabled());
    QVERIFY(!entry(menu, "reset_color")->isEnabled());
    when_asked<QColorDialog>(&s.pane, [](QColorDialog* dialog) {
      dialog->setCurrentColor(QColor(0x12, 0x34, 0x56));
      dialog->accept();
    });
    entry(menu, "choose_color")->trigger();
    QTRY_COMPARE(s.graph->info(StreamId(0)).color, std::string("#123456"));
    entry(s.menu_at(s.name_of_lane(0)), "reset_color")->trigger();
    QCOMPARE(s.graph->info(StreamId(0)).color, std::string());
  }

  /// More streams than a menu lists: chosen in a dialog, which outlives the menu.
  void one_of_many_streams_is_chosen_in_a_dialog() {
    std::string text;
    for (int i = 0; i < 60; ++i) text += "op o" + std::to_string(i) + " @" + std::to_string(i) + "\n";
    ShownLanes s(graph_of(text));
    s.click(s.place(kA));
    s.key(Qt::Key_Menu);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    if (!menu) menu = s.menu_at(s.place(kA));
    menu->setActiveAction(entry(menu, "move_to_stream"));
    QTest::keyClick(menu, Qt::Key_Right);
    QMenu* streams = open_menu();
    QVERIFY(streams != menu);
    QAction* choose = entry(streams, "choose_stream");
    QCOMPARE(numbers_in(choose->text()), QList<qint64>{60});
    click(streams, choose);
    wait_until_idle();  // the menus are deleted
    auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
    QVERIFY(dialog);
    auto* list = dialog->findChild<QListView*>();
    list->setCurrentIndex(list->model()->index(56, 0));  // its own stream, the first, is not among them
    QTest::keyClick(list, Qt::Key_Return);
    QTRY_COMPARE(s.asked.size(), 1);
    QCOMPARE(s.stream_of("o0"), 57u);
  }

  // ---- over time

  void menu_and_key_switch_or_say_why_not() {
    ShownLanes s(timed());
    QAction* time = entry(s.menu_at(s.place(kA)), "time_axis");
    QVERIFY(time && time->isEnabled() && !time->isChecked());
    const QString timed_tip = time->toolTip();
    time->trigger();
    QVERIFY(s.geometry().over_time());
    QVERIFY(entry(s.menu_at(s.name_of_lane(0)), "time_axis")->isChecked());
    s.close_menus();
    QVERIFY(s.box(kB).width() > 2.5 * s.box(kA).width() && s.box(kB).width() < 3.5 * s.box(kA).width());
    s.key(Qt::Key_T);
    QVERIFY(!s.state.over_time() && !s.geometry().over_time());
    s.key(Qt::Key_T);
    QVERIFY(s.state.over_time() && s.geometry().over_time());

    ShownLanes without(small());
    StatusTips tips;
    without.pane.installEventFilter(&tips);
    without.key(Qt::Key_T);
    QVERIFY(!without.state.over_time());
    QVERIFY(!tips.last.isEmpty());
    time = entry(without.menu_at(without.place(kA)), "time_axis");
    QVERIFY(!time->isEnabled() && !time->isChecked());
    QVERIFY(!time->toolTip().isEmpty() && time->toolTip() != timed_tip);
  }

  /// d begins when c ends: the sync from a, which passes behind c, is seen to reach d.
  void a_sync_is_seen_to_the_end() {
    const auto lanes = [](const char* sync) {
      return with_durations(graph_of(std::string("op a @0\nop c @1\nop d @1\n") + sync), {60, 100, 100});
    };
    TimedLanes with(lanes("sync a d")), without(lanes(""));
    const QImage one = with.image(), other = without.image();
    const int row = static_cast<int>(with.geometry().boxes(1).center().y());
    int seen = 0;
    for (int x = with.in_lane(1, 70).x(); x < with.in_lane(1, 98).x(); ++x)
      seen += one.pixel(x, row) != other.pixel(x, row);
    QVERIFY2(seen > 3, qPrintable(QString::number(seen)));
  }

  void clicks_bands_and_keys_find_operators() {
    TimedLanes s;
    s.click(s.in_lane(1, 390));
    QCOMPARE(s.state.selected_operators(), std::vector{kB});
    s.click(s.in_lane(0, 510), Qt::ControlModifier);
    QCOMPARE(s.state.selected_operators(), (std::vector{kB, kE}));
    s.click(s.in_lane(0, 300));
    QVERIFY(s.state.selected_operators().empty());
    s.drag(s.in_lane(2, 200) - QPoint(0, 5), s.in_lane(2, 120) + QPoint(0, 5), Qt::ShiftModifier);
    QCOMPARE(s.state.selected_operators(), std::vector{kC});
    s.drag(s.in_lane(2, 450), s.in_lane(1, 390) - QPoint(0, 5), Qt::ShiftModifier);
    QCOMPARE(s.state.selected_operators(), (std::vector{kB, kD}));
    s.state.select_operators({kA});
    s.walk({{Qt::Key_Right, kE}, {Qt::Key_Down, kD}});
    s.click(s.on_arrow(kA, kC));
    QCOMPARE(s.state.selected_operators(), (std::vector{kA, kC}));
    QVERIFY(s.asked.isEmpty());
  }

  void the_axis_sets_the_time_cursor() {
    ShownLanes s(timed());
    const auto press = [&](double place) {
      s.click(QPointF(s.geometry().x_of(place), s.geometry().axis().center().y()).toPoint());
      return s.state.time_cursor();
    };
    QCOMPARE(press(3.5), kD.index());
    s.key(Qt::Key_Period);
    QCOMPARE(s.state.time_cursor(), kE.index());
    s.key(Qt::Key_T);
    QCOMPARE(press(50), kA.index());
    QCOMPARE(press(450), kD.index());
    QCOMPARE(press(690), kE.index());
    QCOMPARE(press(990), kF.index());
  }

  /// The axis stays, and takes the new times.
  /// A closed body is one box of its operator, from its first operator to its last; keys and clicks as in the graph.
  void bodies_close_and_open() {
    for (const bool over_time : {false, true}) {
      ShownLanes shown(with_hashed_durations(*nested_loops(), 1), {1600, 240});
      if (over_time) shown.key(Qt::Key_T);
      shown.state.set_modules(
          std::make_shared<const GraphModules>(GraphModules{.graph = shown.graph, .tree = module_tree(*shown.graph)}));
      const auto op = [&](const char* name) { return shown.graph->find_operator(name); };
      const OperatorId train = op("train"), cell = op("train/refine/cell@0@0"), refine = op("train/refine@0");
      const auto is_shown = [&](OperatorId o) { return shown.geometry().shown(o) == o; };
      QVERIFY(is_shown(cell) && is_shown(op("train/embed@1")));
      shown.state.select_operators({cell});
      shown.key(Qt::Key_Backspace);  // the inner loop: in each iteration of the outer one a box
      QCOMPARE(shown.geometry().shown(cell), refine);
      QVERIFY(is_shown(op("train/embed@0")) && !is_shown(op("train/refine/cell@0@1")));
      QVERIFY(shown.geometry().shown(op("train/refine/cell@1@0")) != refine);
      QVERIFY(shown.box(cell) == shown.box(refine) && shown.box(op("train/embed@0")).right() <= shown.box(cell).left());
      shown.key(Qt::Key_Backspace);  // the body around
      for (OperatorId o : shown.graph->operators()) QCOMPARE(shown.geometry().shown(o), o == op("start") ? o : train);
      QCOMPARE(shown.box(cell), shown.box(train));
      shown.click(shown.box(train).topLeft().toPoint() + QPoint(4, 4));
      QCOMPARE(shown.state.selected_operators(), std::vector{train});
      shown.key(Qt::Key_Left);
      QCOMPARE(shown.state.selected_operators(), std::vector{op("start")});
      shown.key(Qt::Key_Right);
      QCOMPARE(shown.state.selected_operators(), std::vector{train});
      shown.key(Qt::Key_Return);
      QVERIFY(is_shown(op("train/embed@1")) && !is_shown(cell));
      QTest::mouseDClick(&shown.pane, Qt::LeftButton, {}, shown.place(cell));
      QVERIFY(is_shown(cell));
    }
  }

  void over_time_an_operator_is_dragged_to_another_lane() {
    TimedLanes s;
    QCOMPARE(s.geometry().scale().length(), 1000.0);
    s.drag(s.place(kF), s.strip());  // f need not wait any more
    QCOMPARE(s.graph->stream_count(), 4u);
    QVERIFY(s.geometry().over_time() && s.geometry().shows_all_steps());
    QCOMPARE(s.geometry().scale().length(), 700.0);
    s.drag(s.place(kC), s.in_lane(0, 300));
    QCOMPARE(s.stream_of("c"), 0u);
  }

  void along_its_lane_it_takes_the_place_of_what_is_under_the_mouse() {
    TimedLanes s;
    s.drag(s.in_lane(0, 800), s.in_lane(0, 600));  // f onto e
    QVERIFY2(s.refused.isEmpty(), qPrintable(s.refused.join('|')));
    QCOMPARE(s.graph->find_operator("f"), OperatorId(4));
    QCOMPARE(s.graph->find_operator("e"), OperatorId(5));
    s.drag(s.place(OperatorId(4)), s.place(OperatorId(5)));  // and back
    QCOMPARE(s.graph->find_operator("f"), OperatorId(5));
    s.drag(s.in_lane(0, 600), s.in_lane(0, 450));  // where nothing is passed
    QCOMPARE(s.asked.size(), 2);
    s.drag(s.in_lane(0, 600), s.in_lane(0, 50));  // e before a: it uses what d makes
    QCOMPARE(s.refused.size(), 1);
  }

  void what_is_exported_is_what_is_seen() {
    TimedLanes s;
    QVERIFY(s.pane.drawing().subtitle.contains("time"));
    const Drawing drawing = s.pane.drawing();
    QVERIFY(svg_of(drawing, pixel_page(drawing.natural_size)).contains("0.2 µs"));
    s.key(Qt::Key_T);
    QVERIFY(s.pane.drawing().subtitle.contains("order"));
  }

  // ---- what takes how long

  void cards_tell_when_and_how_long() {
    TimedLanes s;
    s.move(s.in_lane(1, 250), Qt::NoButton);
    const auto card = [&] { return s.pane.findChild<HoverCard*>()->text(); };
    QVERIFY2(card().contains("estimated") && card().contains("critical path") && card().contains("yes"),
             qPrintable(card()));
    s.move(s.in_lane(2, 125), Qt::NoButton);
    QVERIFY2(card().contains("critical path") && !card().contains("yes"), qPrintable(card()));
    s.move(s.in_lane(0, 300), Qt::NoButton);               // from 100 to 500 ns, for d
    QVERIFY(says(card(), {"stream 0", "d", "stream 1"}));  // which waits for d
    s.move(s.in_lane(2, 800), Qt::NoButton);               // nothing more is to come there
    QVERIFY(!s.pane.findChild<HoverCard*>()->isVisible());
    s.key(Qt::Key_T);
    s.move(s.in_lane(0, 2.5), Qt::NoButton);
    QVERIFY(!s.pane.findChild<HoverCard*>()->isVisible());
  }

  /// The path is a, b, d, e, f: all but c.
  void the_critical_path_and_the_gaps_are_seen() {
    for (const bool dark : {false, true}) {
      TimedLanes s;
      if (dark) s.pane.setPalette(QPalette(QColor(30, 30, 34)));
      const Theme& theme = Theme::of(dark);
      const QImage image = s.image();
      const auto along = [&](std::size_t lane, double time) {
        return image.pixelColor(s.in_lane(lane, time).x(), int(s.geometry().boxes(lane).bottom()) - 2);
      };
      for (const double time : {50.0, 600.0, 850.0}) QCOMPARE(along(0, time), theme.peak);
      for (const double time : {250.0, 450.0}) QCOMPARE(along(1, time), theme.peak);
      QVERIFY(along(2, 125) != theme.peak && along(0, 300) != theme.peak);
      const auto inks = [&](std::size_t lane, double from, double to) {
        std::set<QRgb> out;
        for (int x = s.in_lane(lane, from).x(); x < s.in_lane(lane, to).x(); ++x)
          out.insert(image.pixel(x, int(s.geometry().boxes(lane).top()) + 6));
        return out.size();
      };
      QVERIFY(inks(0, 120, 200) > 1);   // it waits
      QVERIFY(inks(2, 300, 360) == 1);  // it has ended
    }
  }

  /// The hint while dragging is what the graph takes once it is dropped.
  void the_makespan_is_told_before_the_drop() {
    constexpr std::int64_t kMs = 1'000'000;
    const auto slow = std::make_shared<const Graph>(
        with_durations(small(), {100 * kMs, 300 * kMs, 50 * kMs, 100 * kMs, 200 * kMs, 300 * kMs}));
    const LanesGeometry wide(QRectF(0, 0, 800, 240), step_scale(*slow, true), 3, 80);
    const auto at = [&](std::size_t lane, double share) {
      return QPointF(wide.x_of(share * 1e9), wide.lane(lane).center().y());
    };
    LaneDrag drag(slow, kF, {kF});
    drag.move_to(wide, at(2, 0.8), {});  // after c: all ends with e
    QVERIFY(says(drag.text(), {"700 ms", "−300 ms"}));
    drag.move_to(wide, at(1, 0.8), {});  // after d, beside e
    QVERIFY(says(drag.text(), {"800 ms", "−200 ms"}));
    drag.move_to(wide, at(0, 0.6), {});  // before e: in the gap, but for d it would wait no more
    QVERIFY(says(drag.text(), {"700 ms", "−300 ms"}));
    drag.move_to(wide, at(0, 0.8), {});  // where it is
    QVERIFY(!drag.text().contains(" ms") && !drag.text().contains("1.00 s"));
    LaneDrag sync(slow, kC);
    sync.move_to(wide, at(0, 0.6), kE);
    QVERIFY(says(sync.text(), {"1.00 s"}));  // the makespan, as now
    LaneDrag refused(slow, kE);
    refused.move_to(wide, at(1, 0.2), kB);
    QVERIFY(!refused.refusal().isEmpty() && !refused.text().contains("1.00 s"));
    // Over steps, too.
    const LanesGeometry steps(QRectF(0, 0, 800, 240), 6, 3, 80);
    LaneDrag there(slow, kF, {kF});
    there.move_to(steps, steps.lane(2).center(), {});
    QVERIFY(says(there.text(), {"700 ms", "−300 ms"}));
  }

  /// Columns of pixels: dense where the stream runs, nothing where it waits.
  void very_many_operators_are_summed_up() {
    std::string text;
    for (int i = 0; i < 20'000; ++i) text += "op o" + std::to_string(i) + " @0\n";
    text += "op last @1\nsync o9999 last\n";
    Graph::Data data = graph_of(text).data();
    data.operator_duration.assign(data.operator_stream.size(), {100, Duration::From::measured});
    data.operator_duration.back().nanoseconds = 500'000;
    TimedLanes s(Graph(std::move(data)));
    QVERIFY(s.geometry().aggregates());
    const QImage image = s.image();
    QCOMPARE(image.pixelColor(s.in_lane(0, 700'000)), palette_fill(0, Theme::light()).color);
    QCOMPARE(image.pixelColor(s.in_lane(1, 1'200'000)), palette_fill(1, Theme::light()).color);
    QVERIFY(image.pixelColor(s.in_lane(1, 500'000)) != palette_fill(1, Theme::light()).color);
  }
};

STOWAGE_GUI_TEST(LanesPaneTest);
#include "tst_lanes_pane.moc"
