// SPDX-License-Identifier: GPL-3.0-or-later
// How a graph is edited in its drawing, and what is seen until the new one is there.
#include <QtTest>

#include "core/insight/edit/edits.h"
#include "tests/start/test_entry.h"
#include "tests/widgets/shown_graph.h"

using namespace stowage;
using namespace stowage::test;

class GraphWidgetEditTest : public QObject {
  Q_OBJECT

 private slots:
  // ---- editing

  void a_drag_from_the_handle_adds_a_sync() {
    Edited s(diamond());
    s.drag(s.right_edge(kB), s.place(kC));
    QCOMPARE(s.graph->control().back(), (ControlEdge{kB, kC}));
    s.wait();
    QCOMPARE(s.widget.graph_layout()->edges.size(), 6u);
  }

  void shift_drags_a_sync_too_and_esc_gives_up() {
    Edited s(diamond());
    begin_drag(s.widget, s.place(kC), s.place(kB), Qt::ShiftModifier);
    QTest::keyClick(&s.widget, Qt::Key_Escape);
    QTest::mouseRelease(&s.widget, Qt::LeftButton, Qt::ShiftModifier, s.place(kB));
    QCOMPARE(s.graph->control().size(), 1u);
    s.drag(s.place(kB), s.place(kC), Qt::ShiftModifier);
    QCOMPARE(s.graph->control().size(), 2u);
    s.wait();
    s.drag(s.place(kD), s.place(kA), Qt::ShiftModifier);  // would close a cycle
    QCOMPARE(s.refused.size(), 1);
    QCOMPARE(s.graph->control().size(), 2u);
  }

  void a_clicked_sync_is_deleted() {
    Edited s(diamond());
    const auto& edges = s.widget.graph_layout()->edges;
    const auto sync = std::ranges::find(edges, GraphLayout::EdgeKind::control, &GraphLayout::Edge::kind);
    s.click(s.middle_of_edge(std::size_t(sync - edges.begin())));
    QTest::keyClick(&s.widget, Qt::Key_Delete);
    QVERIFY(s.graph->control().empty());
    s.wait();
    QTest::keyClick(&s.widget, Qt::Key_Delete);
    QVERIFY(s.refused.isEmpty());
  }

  void the_menu_edits_what_is_under_it() {
    Edited s(diamond());
    QAction* move = s.menu_entry(s.place(kB), "move_to_stream");
    QVERIFY(move);
    QCOMPARE(s.state.selected_operators(), std::vector{kB});
    move->menu()->actions().at(1)->trigger();
    QCOMPARE(s.graph->stream(kB).index(), 1u);
    QApplication::activePopupWidget()->close();
    s.state.select_operators({kB, kC});
    QAction* sync = s.menu_entry(s.place(kC), "add_sync_on");
    QVERIFY(sync);
    sync->trigger();
    QCOMPARE(s.graph->control().size(), 2u);
    QApplication::activePopupWidget()->close();
    s.wait();
  }

  /// Only the lines of the stream order are other ones, and the colours.
  void other_streams_need_no_layout() {
    Edited s(diamond());
    QTest::keyClick(&s.widget, Qt::Key_Plus);
    const QPointF offset = s.widget.camera().offset;
    const QRectF box = s.widget.graph_layout()->find(kB)->box;
    s.menu_entry(s.place(kB), "move_to_stream")->menu()->actions().at(1)->trigger();
    QApplication::activePopupWidget()->close();
    QVERIFY(!s.widget.laying_out());
    QVERIFY(s.widget.banner().isEmpty());
    QCOMPARE(s.widget.graph_layout()->find(kB)->box, box);
    QCOMPARE(s.widget.camera().offset, offset);
    const auto& edges = s.widget.graph_layout()->edges;
    const auto joins = [&](OperatorId from, OperatorId to) {
      return std::ranges::any_of(edges, [&](const GraphLayout::Edge& edge) {
        return edge.kind == GraphLayout::EdgeKind::stream && edge.from == from && edge.to == to;
      });
    };
    QVERIFY(joins(kB, kC));  // on one stream now, joined by nothing else
    const QPoint inside = s.place(kB) + QPoint(-12, 0);
    QCOMPARE(s.image().pixelColor(inside), palette_fill(1, Theme::light()).color);
  }

  void until_a_new_layout_is_there_the_old_one_is_greyed() {
    Edited s(view_of(random_graph({.operators = 300, .streams = 3})));
    for (int i = 0; i < 4; ++i) QTest::keyClick(&s.widget, Qt::Key_Plus);
    const QImage before = s.image();
    const auto nodes = s.widget.graph_layout()->nodes.size();
    const QPointF middle = s.widget.camera().to_drawing(s.widget.rect().center());
    const auto away = [&](const GraphLayout::Node& node) { return QLineF(node.box.center(), middle).length(); };
    const OperatorId near = std::ranges::min_element(s.widget.graph_layout()->nodes, {}, away)->op;
    const QPoint place = s.place(near);
    s.take(*add_sync(*s.graph, OperatorId(0), OperatorId(299)));
    QVERIFY(s.widget.laying_out());
    QVERIFY(!s.widget.banner().isEmpty());
    QCOMPARE(s.widget.graph_layout()->nodes.size(), nodes);
    QVERIFY(s.image() != before);
    s.wait();
    QVERIFY(s.widget.banner().isEmpty());
    QVERIFY((s.place(near) - place).manhattanLength() < 8);  // the reader is where they were
  }
};

STOWAGE_GUI_TEST(GraphWidgetEditTest);
#include "tst_graph_widget_edit.moc"
