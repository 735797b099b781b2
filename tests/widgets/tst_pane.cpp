// SPDX-License-Identifier: GPL-3.0-or-later
// A pane that is not seen does nothing, and is right as soon as it is shown. What holds of every view, whatever it
// shows; and what every view that paints itself makes of mouse and keys.
#include <QPainter>
#include <QToolTip>
#include <QtTest>

#include "tests/gui/gui.h"
#include "tests/start/test_entry.h"
#include "tests/widgets/shown_pane.h"
#include "widgets/base/canvas.h"
#include "widgets/tables/tensor_table.h"
#include "widgets/views/graph/graph_widget.h"
#include "widgets/views/improve/improve_pane.h"
#include "widgets/views/lanes/lanes_pane.h"
#include "widgets/views/orders/orders_pane.h"
#include "widgets/views/peak/peak_pane.h"
#include "widgets/views/steps/steps_pane.h"
#include "widgets/views/views.h"

namespace {

/// Writes down what it takes.
class Listener final : public Pane {
 public:
  using Pane::Pane;
  /// Since it was asked last.
  QStringList take() { return std::exchange(taken, {}); }

 private:
  QStringList taken;
  void take_graph(const std::shared_ptr<const Graph>& graph) override {
    taken += graph ? "graph " + QString::number(graph->operator_count()) : QString("no graph");
  }
  void take_view(const PlanView& view) override {
    taken += view.graph ? (view.stale ? "stale " : "view ") + QString::number(view.graph->operator_count())
                        : QString("no view");
  }
};

/// A chain of that many operators.
std::shared_ptr<const Graph> chain(std::size_t operators) {
  return std::make_shared<const Graph>(random_graph({.operators = operators}));
}

PlanView view_of(std::shared_ptr<const Graph> graph, bool stale = false) {
  PlanView view;
  view.graph = std::move(graph);
  view.stale = stale;
  return view;
}

/// Without a graph a view has no picture, and its keys do nothing. Hidden, it works nothing out of another graph. Once
/// nothing is open any more, its picture has nothing of what was open.
template <class AnyPane>
void keeps_the_contract(AnyPane* made) {
  const std::unique_ptr<AnyPane> pane(made);
  const char* const name = pane->metaObject()->className();
  pane->resize(700, 500);
  show(*pane);
  const auto works = [&] {
    if constexpr (requires { pane->busy(); })
      return pane->busy();
    else
      return false;
  };
  const auto is_empty = [&] { return !pane->drawing().paint && !pane->grab().isNull(); };
  const auto give = [&](const PlanView& view) {
    pane->set_graph(view.graph);
    pane->set_view(view);
  };
  QVERIFY2(is_empty(), name);
  for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Left, Qt::Key_Return, Qt::Key_Delete, Qt::Key_Escape})
    QTest::keyClick(pane.get(), key);
  give(results_of(sample("somas_figure_2.stowage.json")));
  wait_until([&] { return !works(); }, name);
  pane->hide();
  give(results_of(random_graph({.operators = 30})));
  QVERIFY2(!works(), name);
  give({});
  pane->show();
  wait_until([&] { return !works(); }, name);
  QVERIFY2(is_empty(), name);
}

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

class PaneTest : public QObject {
  Q_OBJECT

 private slots:
  void every_view_keeps_the_contract() {
    ViewState state;
    const auto all_keep_it = [](auto*... made) { (keeps_the_contract(made), ...); };
    all_keep_it(make_conflicts(state), new GraphWidget(state), new ImprovePane(state), make_inspector(state),
                make_lanes(state), make_modules(state), make_moved(state), make_orders(state), make_peak(state),
                make_runs(state), make_steps(state), make_groups(state));
  }

  void a_hidden_pane_takes_the_last_of_each_when_it_is_shown() {
    ViewState state;
    Listener pane(state);
    for (std::size_t edit = 3; edit < 9; ++edit) {
      pane.set_view(view_of(chain(edit), true));
      pane.set_graph(chain(edit + 1));
      pane.set_view(view_of(chain(edit + 1)));
    }
    QCOMPARE(pane.take(), QStringList());
    show(pane);
    QCOMPARE(pane.take(), (QStringList{"graph 9", "view 9"}));
    pane.hide();
    pane.show();
    QCOMPARE(pane.take(), QStringList());
    pane.set_graph(chain(3));  // one that is seen takes all at once
    pane.set_view(view_of(chain(3)));
    QCOMPARE(pane.take(), (QStringList{"graph 3", "view 3"}));
    // In the midst of an edit, the results before it and the newer graph come in this order, as if it had been there.
    pane.hide();
    pane.set_graph(chain(4));
    pane.set_view(view_of(chain(3), true));
    pane.show();
    QCOMPARE(pane.take(), (QStringList{"graph 4", "stale 3"}));
    // That nothing is open any more is heard at once.
    pane.hide();
    pane.set_graph(chain(5));
    pane.set_view(view_of(chain(5)));
    pane.set_graph(nullptr);
    pane.set_view({});
    QCOMPARE(pane.take(), (QStringList{"no graph", "no view"}));
    pane.show();
    QCOMPARE(pane.take(), QStringList());
  }

  /// Hidden before it is filled, and while filters, selection and results change.
  void a_hidden_table_is_right_when_it_is_shown() {
    ViewState state;
    const std::unique_ptr<TensorTable> made(make_tensor_table(state));
    TensorTable& table = *made;
    const PlanView first = results_of(random_graph({.operators = 20})),
                   second = results_of(random_graph({.operators = 30}));
    auto* rows = table.findChild<QTableView*>("tensor_view");
    table.set_view(first);
    QCOMPARE(rows->model()->rowCount(), 0);
    show(table);
    QCOMPARE(rows->model()->rowCount(), static_cast<int>(first.graph->tensor_count()));
    table.hide();
    table.set_view(second);
    state.select_tensors({TensorId(1)});
    QCOMPARE(rows->model()->rowCount(), static_cast<int>(first.graph->tensor_count()));
    QVERIFY(rows->selectionModel()->selectedRows().isEmpty());
    table.show();
    QCOMPARE(rows->model()->rowCount(), static_cast<int>(second.graph->tensor_count()));
    QCOMPARE(rows->selectionModel()->selectedRows().size(), 1);
    table.hide();
    state.select_tensors({TensorId(2), TensorId(3)});
    QCOMPARE(rows->selectionModel()->selectedRows().size(), 1);
    table.show();
    QCOMPARE(rows->selectionModel()->selectedRows().size(), 2);
  }

  // ---- a canvas

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

  void hover_tips_band_and_focus() {
    Board board;
    board.take();
    move_mouse(board, kFrom);
    stowage::test::leave(board);
    QCOMPARE(board.take(), (QStringList{"hover 40 50", "leave"}));
    ask_for_tip(board, kFrom);
    QCOMPARE(QToolTip::text(), QString("tip 40 50"));
    const QImage plain = board.grab().toImage();
    QVERIFY(has_colour(plain, board.palette().color(QPalette::Highlight)));
    begin_drag(board, kFrom, kTo, Qt::ShiftModifier);
    QVERIFY(board.grab().toImage().pixelColor(60, 60) != plain.pixelColor(60, 60));
    QTest::keyClick(&board, Qt::Key_Escape);
    QCOMPARE(board.grab().toImage(), plain);
  }
};

STOWAGE_GUI_TEST(PaneTest);
#include "tst_pane.moc"
