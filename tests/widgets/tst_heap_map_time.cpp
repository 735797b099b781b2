// SPDX-License-Identifier: GPL-3.0-or-later
// The time range and the time cursor of the heap map, set by mouse and keys.
#include <QtTest>

#include "tests/start/test_entry.h"
#include "tests/widgets/shown_map.h"

using namespace stowage;
using namespace stowage::test;

namespace {

StepRange range(std::size_t begin, std::size_t end) {
  return {begin, end};
}

}  // namespace

class HeapMapTimeTest : public QObject {
  Q_OBJECT

 private slots:
  void shift_drag_in_the_curve_sets_the_range() {
    ShownMap w(figure_2());
    test::drag(w.map, w.in_curve(2.5), w.in_curve(4.5), Qt::ShiftModifier);
    QCOMPARE(w.state.time_range(), range(2, 5));
    QVERIFY(!w.state.time_cursor());
    test::drag(w.map, w.in_curve(6.5), w.in_curve(0.5), Qt::ShiftModifier);  // leftwards
    QCOMPARE(w.state.time_range(), range(0, 7));
    test::drag(w.map, w.in_curve(3.5), w.in_curve(3.5) + QPoint(1, 0), Qt::ShiftModifier);  // no drag at all
    QCOMPARE(w.state.time_range(), range(0, 7));
  }

  void ends_of_the_range_are_dragged() {
    ShownMap w(figure_2());
    w.state.set_time_range(range(2, 5));
    test::drag(w.map, w.in_curve(5), w.in_curve(7.1));
    QCOMPARE(w.state.time_range(), range(2, 7));
    test::drag(w.map, w.in_curve(2), w.in_curve(4.1));
    QCOMPARE(w.state.time_range(), range(4, 7));
    test::drag(w.map, w.in_curve(4), w.in_curve(8));  // past the other end
    QCOMPARE(w.state.time_range(), range(7, 8));
    QVERIFY(!w.state.time_cursor());
    test::drag(w.map, w.in_curve(3.5), w.in_curve(1.5));  // elsewhere it is the cursor
    QCOMPARE(w.state.time_cursor(), std::optional<std::size_t>(1));
  }

  void keys_begin_and_end_the_range() {
    ShownMap w(figure_2());
    w.state.set_time_cursor(3);
    QTest::keyClick(&w.map, Qt::Key_BracketLeft);
    QCOMPARE(w.state.time_range(), range(3, 8));
    w.state.set_time_cursor(5);
    QTest::keyClick(&w.map, Qt::Key_BracketRight);
    QCOMPARE(w.state.time_range(), range(3, 6));
    w.state.set_time_cursor(7);
    QTest::keyClick(&w.map, Qt::Key_BracketLeft);  // after the end: to the end of all
    QCOMPARE(w.state.time_range(), range(7, 8));
    w.state.set_time_cursor(0);
    QTest::keyClick(&w.map, Qt::Key_BracketRight);
    QCOMPARE(w.state.time_range(), range(0, 1));
  }

  void escape_and_double_click_take_the_range_away() {
    ShownMap w(figure_2());
    w.state.set_time_range(range(2, 5));
    w.state.select_tensors({TensorId(1)});
    QTest::keyClick(&w.map, Qt::Key_Escape);
    QVERIFY(w.state.selected_tensors().empty() && w.state.time_range());
    QTest::keyClick(&w.map, Qt::Key_Escape);
    QVERIFY(!w.state.time_range());
    w.state.set_time_range(range(2, 5));
    w.state.set_time_cursor(3);
    QTest::mouseDClick(&w.map, Qt::LeftButton, {}, w.in_curve(3.5));
    QVERIFY(!w.state.time_range() && w.state.time_cursor());
    QTest::mouseDClick(&w.map, Qt::LeftButton, {}, w.in_curve(3.5));
    QVERIFY(!w.state.time_cursor());
  }

  void outside_of_the_range_is_dimmed() {
    ShownMap w(figure_2());
    const QPoint outside = w.at(0.5, 8 * 1024), held = w.at(2.5, 8 * 1024);
    const QColor in = w.pixel(held), out = w.pixel(outside);
    w.state.set_time_range(range(2, 5));
    QCOMPARE(w.pixel(held), in);
    QVERIFY(w.pixel(outside) != out);
  }

  /// The largest hole and the sums at the cursor, against the bytes themselves in core/tst_byte_usage; here, that they
  /// are shown where they are.
  void holes_at_the_cursor_are_shaded() {
    const PlanView view = figure_2();
    ShownMap w(view);
    for (std::size_t step = 0; step < view.graph->operator_count(); ++step) {
      QTest::mouseClick(&w.map, Qt::LeftButton, {}, w.in_curve(static_cast<double>(step) + 0.3));
      QVERIFY(w.map.overlay().holes);
      const ByteUsage& holes = *w.map.overlay().holes;
      QCOMPARE(holes.alive, w.map.scene()->alive(step));
      QCOMPARE((holes.alive + holes.wasted()), view.plan->footprint);
      if (holes.largest.size().count < 4096) continue;
      const QPoint p = w.at(static_cast<double>(step) + 0.2, static_cast<double>(holes.largest.low.value) +
                                                                 static_cast<double>(holes.largest.size().count) * 0.3);
      const QColor shaded = w.pixel(p);
      w.state.set_time_cursor(std::nullopt);
      QVERIFY2(w.pixel(p) != shaded, qPrintable(QString::number(step)));
    }
  }
};

STOWAGE_GUI_TEST(HeapMapTimeTest);
#include "tst_heap_map_time.moc"
