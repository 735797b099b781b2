// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes over time: what they show, and that everything works there as it does over steps.
#include "tests/support/durations.h"
#include "tests/widgets/shown_lanes.h"
#include "widgets/controls/hover_card.h"

using namespace stowage;
using namespace stowage::test;

namespace {

/// a takes 0–100, b 100–400, c 100–150 (it waits for a), d 400–500, e 500–700, f 700–1000: stream 0 waits for d from
/// 100 to 500.
Graph timed() {
  return with_durations(small(), {100, 300, 50, 100, 200, 300});
}

struct TimedLanes : ShownLanes {
  explicit TimedLanes(Graph first = timed(), QSize size = {800, 240}) : ShownLanes(std::move(first), size) {
    key(Qt::Key_T);
  }
  /// In the middle of a lane, so many nanoseconds from the start.
  [[nodiscard]] QPoint at_time(std::size_t lane, double nanoseconds) const { return in_lane(lane, nanoseconds); }
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

class LanesPaneTimeTest : public QObject {
  Q_OBJECT

 private slots:
  void a_key_switches_there_and_back() {
    ShownLanes s(timed());
    QVERIFY(!s.geometry().over_time());
    s.key(Qt::Key_T);
    QVERIFY(s.state.over_time() && s.geometry().over_time());
    QVERIFY(s.box(kB).width() > 2.5 * s.box(kA).width() && s.box(kB).width() < 3.5 * s.box(kA).width());
    s.key(Qt::Key_T);
    QVERIFY(!s.state.over_time() && !s.geometry().over_time());
  }

  void the_menu_switches_or_says_why_not() {
    ShownLanes s(timed());
    QAction* time = entry(s.menu_at(s.place(kA)), "time_axis");
    QVERIFY(time && time->isEnabled() && !time->isChecked());
    const QString timed_tip = time->toolTip();
    time->trigger();
    QVERIFY(s.geometry().over_time());
    s.close_menus();
    QVERIFY(entry(s.menu_at(s.name_of_lane(0)), "time_axis")->isChecked());
    s.close_menus();

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
    for (int x = with.at_time(1, 70).x(); x < with.at_time(1, 98).x(); ++x)
      seen += one.pixel(x, row) != other.pixel(x, row);
    QVERIFY2(seen > 3, qPrintable(QString::number(seen)));
  }

  void clicks_bands_and_keys_find_operators() {
    TimedLanes s;
    s.click(s.at_time(1, 390));
    QCOMPARE(s.state.selected_operators(), std::vector{kB});
    s.click(s.at_time(0, 510), Qt::ControlModifier);
    QCOMPARE(s.state.selected_operators(), (std::vector{kB, kE}));
    s.click(s.at_time(0, 300));
    QVERIFY(s.state.selected_operators().empty());
    s.drag(s.at_time(2, 200) - QPoint(0, 5), s.at_time(2, 120) + QPoint(0, 5), Qt::ShiftModifier);
    QCOMPARE(s.state.selected_operators(), std::vector{kC});
    s.state.select_operators({kA});
    s.walk({{Qt::Key_Right, kE}, {Qt::Key_Down, kD}});
    s.click(s.on_arrow(kA, kC));
    QCOMPARE(s.state.selected_operators(), (std::vector{kA, kC}));
    QVERIFY(s.asked.isEmpty());
  }

  void the_axis_sets_the_time_cursor() {
    TimedLanes s;
    const auto press = [&](double time) {
      s.click(QPointF(s.geometry().x_of(time), s.geometry().axis().center().y()).toPoint());
      return s.state.time_cursor();
    };
    QCOMPARE(press(50), kA.index());
    QCOMPARE(press(450), kD.index());
    QCOMPARE(press(690), kE.index());
    QCOMPARE(press(990), kF.index());
  }

  void an_operator_is_dragged_to_another_lane() {
    TimedLanes s;
    s.drag(s.place(kC), s.at_time(0, 300));
    QCOMPARE(s.stream_of("c"), 0u);
    QVERIFY(s.geometry().over_time());
    s.drag(s.place(kC), s.strip());
    QCOMPARE(s.graph->stream_count(), 4u);
  }

  void along_its_lane_it_takes_the_place_of_what_is_under_the_mouse() {
    TimedLanes s;
    s.drag(s.at_time(0, 800), s.at_time(0, 600));  // f onto e
    QVERIFY2(s.refused.isEmpty(), qPrintable(s.refused.join('|')));
    QCOMPARE(s.graph->find_operator("f"), OperatorId(4));
    QCOMPARE(s.graph->find_operator("e"), OperatorId(5));
    s.drag(s.place(OperatorId(4)), s.place(OperatorId(5)));  // and back
    QCOMPARE(s.graph->find_operator("f"), OperatorId(5));
    s.drag(s.at_time(0, 600), s.at_time(0, 450));  // where nothing is passed
    QCOMPARE(s.asked.size(), 2);
    s.drag(s.at_time(0, 600), s.at_time(0, 50));  // e before a: it uses what d makes
    QCOMPARE(s.refused.size(), 1);
  }

  void an_edit_keeps_the_axis_and_takes_the_new_times() {
    TimedLanes s;
    QCOMPARE(s.geometry().scale().length(), 1000.0);
    s.drag(s.place(kF), s.strip());  // f need not wait any more
    QCOMPARE(s.geometry().scale().length(), 700.0);
    QVERIFY(s.geometry().shows_all_steps());
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
    s.move(s.at_time(1, 250), Qt::NoButton);
    const auto card = [&] { return s.pane.findChild<HoverCard*>()->text(); };
    QVERIFY2(card().contains("estimated") && card().contains("critical path") && card().contains("yes"),
             qPrintable(card()));
    s.move(s.at_time(2, 125), Qt::NoButton);
    QVERIFY2(card().contains("critical path") && !card().contains("yes"), qPrintable(card()));
    s.move(s.at_time(0, 300), Qt::NoButton);               // from 100 to 500 ns, for d
    QVERIFY(says(card(), {"stream 0", "d", "stream 1"}));  // which waits for d
    s.move(s.at_time(2, 800), Qt::NoButton);               // nothing more is to come there
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
        return image.pixelColor(s.at_time(lane, time).x(), int(s.geometry().boxes(lane).bottom()) - 2);
      };
      for (const double time : {50.0, 600.0, 850.0}) QCOMPARE(along(0, time), theme.peak);
      for (const double time : {250.0, 450.0}) QCOMPARE(along(1, time), theme.peak);
      QVERIFY(along(2, 125) != theme.peak && along(0, 300) != theme.peak);
      const auto inks = [&](std::size_t lane, double from, double to) {
        std::set<QRgb> out;
        for (int x = s.at_time(lane, from).x(); x < s.at_time(lane, to).x(); ++x)
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
    QCOMPARE(image.pixelColor(s.at_time(0, 700'000)), palette_fill(0, Theme::light()).color);
    QCOMPARE(image.pixelColor(s.at_time(1, 1'200'000)), palette_fill(1, Theme::light()).color);
    QVERIFY(image.pixelColor(s.at_time(1, 500'000)) != palette_fill(1, Theme::light()).color);
  }
};

STOWAGE_GUI_TEST(LanesPaneTimeTest);
#include "tst_lanes_pane_time.moc"
