// SPDX-License-Identifier: GPL-3.0-or-later
// What every view that paints itself makes of mouse and keys.
#include <QPainter>
#include <QToolTip>
#include <QtTest>

#include "tests/gui/gui.h"
#include "tests/start/test_entry.h"
#include "widgets/base/canvas.h"

using namespace stowage;
using namespace stowage::test;

namespace {

QString text(QPointF at) {
  return QStringLiteral("%1 %2").arg(at.x()).arg(at.y());
}

/// Writes down what it is asked for.
class Board final : public Canvas {
 public:
  Board() : Canvas(nullptr) {
    setFixedSize(200, 100);
    test::show(*this);
  }

  QStringList take() { return std::exchange(said_, {}); }
  void fit() override { said_ << "fit"; }

  bool zooming = true, keys = false, own = false, pairs = false;

 private:
  void paint(QPainter& painter) override { painter.fillRect(rect(), Qt::white); }
  [[nodiscard]] bool zooms() const override { return zooming; }
  void zoom_at(QPointF at, double factor, Qt::KeyboardModifiers held) override {
    said_ << QStringLiteral("zoom %1 %2 %3")
                 .arg(text(at), QString(factor > 1 ? "in" : "out"))
                 .arg(held.toInt() != 0 ? 1 : 0);
  }
  void pan(QPointF by) override { said_ << "pan " + text(by); }
  Drag press_at(QPointF at) override { return at.y() < 10 ? Drag::none : own ? Drag::own : Drag::press; }
  Drag drag_from() override { return pressed_with() & Qt::ShiftModifier ? Drag::band : Drag::pan; }
  void drag_to(QPointF at) override { said_ << "to " + text(at); }
  void drop(QPointF at) override { said_ << "drop " + text(at); }
  void cancelled() override { said_ << "cancelled"; }
  void take_band(const QRectF& band) override {
    said_ << "band " + text(band.topLeft()) + ' ' + text(band.bottomRight());
  }
  void click(QPointF at, Qt::KeyboardModifiers held) override {
    said_ << (held & Qt::ControlModifier ? "add " : "click ") + text(at);
  }
  bool double_click(QPointF at) override {
    if (pairs) said_ << "double " + text(at);
    return pairs;
  }
  void hover_at(QPointF at) override { said_ << "hover " + text(at); }
  void leave() override { said_ << "leave"; }
  [[nodiscard]] QString tip_at(QPointF at) const override { return "tip " + text(at); }
  bool key(QKeyEvent& event) override {
    if (keys) said_ << "key " + event.text();
    return keys;
  }
  bool give_up() override {
    said_ << "give up";
    return true;
  }

  QStringList said_;
};

constexpr QPoint kFrom{40, 50}, kTo{90, 70};

}  // namespace

class CanvasTest : public QObject {
  Q_OBJECT

 private slots:
  void clicks() {
    Board board;
    QTest::mouseClick(&board, Qt::LeftButton, {}, kFrom);
    QTest::mouseClick(&board, Qt::LeftButton, Qt::ControlModifier, kFrom);
    QTest::mouseClick(&board, Qt::RightButton, {}, kFrom);
    QTest::mouseClick(&board, Qt::LeftButton, {}, QPoint(40, 5));  // where a press means nothing
    QCOMPARE(board.take(), (QStringList{"click 40 50", "add 40 50"}));
    board.pairs = true;
    QTest::mouseDClick(&board, Qt::LeftButton, {}, kFrom);
    QVERIFY(board.take().contains("double 40 50"));
    board.pairs = false;  // then it is two clicks
    QTest::mouseDClick(&board, Qt::LeftButton, {}, kFrom);
    QTest::mouseRelease(&board, Qt::LeftButton, {}, kFrom);
    QCOMPARE(board.take().back(), QString("click 40 50"));
  }

  void a_drag_pans_or_marks() {
    Board board;
    drag(board, kFrom, kTo);
    QPointF moved;
    for (const QString& each : board.take()) {
      const QStringList words = each.split(' ');
      QCOMPARE(words.front(), QString("pan"));
      moved += QPointF(words[1].toDouble(), words[2].toDouble());
    }
    QCOMPARE(moved, QPointF(kTo - kFrom));
    drag(board, kTo, kFrom, Qt::ShiftModifier);
    QCOMPARE(board.take(), (QStringList{"band 40 50 90 70"}));
    drag(board, kFrom, QPoint(400, 300), Qt::ShiftModifier);  // cut to what is drawn
    QCOMPARE(board.take().front().left(10), QString("band 40 50"));
  }

  void the_middle_button_and_the_space_bar_pan() {
    Board board;
    board.own = true;
    for (const auto& [button, space] : {std::pair(Qt::MiddleButton, false), {Qt::LeftButton, true}}) {
      if (space) QTest::keyPress(&board, Qt::Key_Space);
      QCOMPARE(board.cursor().shape(), space ? Qt::OpenHandCursor : Qt::ArrowCursor);
      board.take();
      begin_drag(board, kFrom, kTo, {}, button);
      QCOMPARE(board.cursor().shape(), Qt::ClosedHandCursor);
      QTest::mouseRelease(&board, button, {}, kTo);
      if (space) QTest::keyRelease(&board, Qt::Key_Space);
      QCOMPARE(board.cursor().shape(), Qt::ArrowCursor);
      for (const QString& each : board.take()) QVERIFY2(each.startsWith("pan"), qPrintable(each));
    }
    board.zooming = false;
    drag(board, kFrom, kTo, {}, Qt::MiddleButton);
    for (const QString& each : board.take()) QVERIFY2(each.startsWith("hover"), qPrintable(each));
  }

  void esc_gives_up_the_drag_first() {
    Board board;
    board.own = true;
    begin_drag(board, kFrom, kTo);
    QCOMPARE(board.take().back(), QString("to 90 70"));
    QTest::keyClick(&board, Qt::Key_Plus);  // not while the mouse drags
    QTest::keyClick(&board, Qt::Key_Escape);
    QTest::mouseRelease(&board, Qt::LeftButton, {}, kTo);
    QCOMPARE(board.take(), QStringList{"cancelled"});
    QTest::keyClick(&board, Qt::Key_Escape);
    QCOMPARE(board.take(), QStringList{"give up"});
    drag(board, kFrom, kTo);
    QCOMPARE(board.take().back(), QString("drop 90 70"));
  }

  void wheel_and_keys() {
    Board board;
    wheel(board, kFrom, 1);
    wheel(board, kFrom, -1, Qt::ShiftModifier);
    QCOMPARE(board.take(), (QStringList{"zoom 40 50 in 0", "hover 40 50", "zoom 40 50 out 1", "hover 40 50"}));
    for (const Qt::Key key : {Qt::Key_Plus, Qt::Key_Minus, Qt::Key_0, Qt::Key_Home}) QTest::keyClick(&board, key);
    QCOMPARE(board.take(), (QStringList{"zoom 100 50 in 0", "zoom 100 50 out 0", "fit", "fit"}));
    for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down})
      QTest::keyClick(&board, key, Qt::ControlModifier);
    QCOMPARE(board.take(), (QStringList{"pan 20 0", "pan -20 0", "pan 0 10", "pan 0 -10"}));
    board.keys = true;  // the view's own come first
    QTest::keyClick(&board, '0');
    QCOMPARE(board.take(), QStringList{"key 0"});
    board.keys = board.zooming = false;
    wheel(board, kFrom, 1);
    QTest::keyClick(&board, Qt::Key_Plus);
    QVERIFY(board.take().isEmpty());
  }

  void hover_leave_and_tips() {
    Board board;
    board.take();
    move_mouse(board, kFrom);
    stowage::test::leave(board);
    QCOMPARE(board.take(), (QStringList{"hover 40 50", "leave"}));
    ask_for_tip(board, kFrom);
    QCOMPARE(QToolTip::text(), QString("tip 40 50"));
  }

  void the_band_and_the_focus_are_seen() {
    Board board;
    const QImage plain = board.grab().toImage();
    QVERIFY(has_colour(plain, board.palette().color(QPalette::Highlight)));
    begin_drag(board, kFrom, kTo, Qt::ShiftModifier);
    QVERIFY(board.grab().toImage().pixelColor(60, 60) != plain.pixelColor(60, 60));
    QTest::keyClick(&board, Qt::Key_Escape);
    QCOMPARE(board.grab().toImage(), plain);
  }
};

STOWAGE_GUI_TEST(CanvasTest);
#include "tst_canvas.moc"
