// SPDX-License-Identifier: GPL-3.0-or-later
// A pane of lanes on screen, for its tests.
#pragma once

#include <QMenu>
#include <QtTest>

#include "tests/support/graphs.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/lanes/lane_arrows.h"
#include "widgets/views/lanes/lanes_pane.h"

namespace stowage::test {

/// Three streams; a → b → d over data, a → c by a sync, d → e over data.
inline Graph small() {
  return graph_of(R"(
    op a @0
    op b @1
    op c @2
    op d @1
    op e @0
    op f @0
    t x 16 : a -> b
    t y 16 : b -> d
    t z 16 : d -> e
    t w 16 : c -> !
    sync a c)");
}

inline const OperatorId kA(0), kB(1), kC(2), kD(3), kE(4), kF(5);

/// A pane on screen whose edits are made, as a document would make them.
struct ShownLanes {
  explicit ShownLanes(Graph first, QSize size = {800, 240}) : pane(state) {
    QObject::connect(&pane, &Pane::edit_requested, &pane, [this](const EditRequest& request) {
      asked << request.text;
      auto edited = request.apply(*graph);
      if (!edited) {
        refused << QString::fromStdString(edited.error().text());
        return;
      }
      graph = std::make_shared<const Graph>(std::move(edited->graph));
      state.renumber(edited->operators);
      pane.set_graph(graph);
    });
    graph = std::make_shared<const Graph>(std::move(first));
    pane.resize(size);
    pane.show();
    pane.set_graph(graph);
    pane.setFocus();
  }
  [[nodiscard]] QRectF box(OperatorId o) const {
    return pane.geometry_of_lanes().box(o.index(), graph->stream(o).index());
  }
  [[nodiscard]] QPoint place(OperatorId o) const { return box(o).center().toPoint(); }
  [[nodiscard]] QPoint handle(OperatorId o) const {
    return pane.geometry_of_lanes().handle(o.index(), graph->stream(o).index()).center().toPoint();
  }
  [[nodiscard]] QPoint in_lane(std::size_t lane, double step) const {
    return QPointF(pane.geometry_of_lanes().x_of(step), pane.geometry_of_lanes().lane(lane).center().y()).toPoint();
  }
  [[nodiscard]] QPoint name_of_lane(std::size_t lane) const {
    const QRectF names = pane.geometry_of_lanes().names();
    return {int(names.center().x()), int(pane.geometry_of_lanes().lane(lane).center().y())};
  }
  [[nodiscard]] QPoint strip() const { return pane.geometry_of_lanes().strip().center().toPoint(); }
  [[nodiscard]] QPoint on_arrow(OperatorId from, OperatorId to) const {
    return lane_arrow(pane.geometry_of_lanes(), *graph, from, to).path.pointAtPercent(0.25).toPoint();
  }
  void click(QPoint at, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseClick(&pane, Qt::LeftButton, modifiers, at);
  }
  void press(QPoint at, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mousePress(&pane, Qt::LeftButton, modifiers, at);
  }
  void move(QPoint at, Qt::MouseButtons buttons = Qt::LeftButton) {
    QMouseEvent event(QEvent::MouseMove, at, pane.mapToGlobal(at), Qt::NoButton, buttons, Qt::NoModifier);
    QCoreApplication::sendEvent(&pane, &event);
  }
  void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) {
    press(from, modifiers);
    for (int i = 1; i <= 5; ++i) move(from + (to - from) * i / 5);
    QTest::mouseRelease(&pane, Qt::LeftButton, modifiers, to);
  }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&pane, key, modifiers); }
  [[nodiscard]] std::size_t stream_of(std::string_view name) const {
    return graph->stream(graph->find_operator(name)).index();
  }
  [[nodiscard]] bool has_sync(OperatorId from, OperatorId to) const {
    return std::ranges::find(graph->control(), ControlEdge{from, to}) != graph->control().end();
  }
  /// Opens the context menu with the right button and returns it.
  QMenu* menu_at(QPoint at) {
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, pane.mapToGlobal(at));
    QCoreApplication::sendEvent(&pane, &event);
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
  }
  [[nodiscard]] QImage image() { return pane.grab().toImage(); }

  ViewState state;
  LanesPane pane;
  std::shared_ptr<const Graph> graph;
  QStringList asked, refused;
};

inline QAction* entry(QMenu* menu, const QString& text) {
  for (QAction* action : menu->findChildren<QAction*>())
    if (action->text().remove('&') == text) return action;
  return nullptr;
}

}  // namespace stowage::test
