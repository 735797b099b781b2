// SPDX-License-Identifier: GPL-3.0-or-later
// A pane of lanes on screen, for its tests.
#pragma once

#include "tests/widgets/shown_pane.h"
#include "widgets/painters/lanes/lanes_geometry.h"
#include "widgets/views/lanes/lanes_pane.h"

namespace stowage::test {

/// Three streams; a → b → d over data, a → c by a sync, d → e over data.
inline Graph small() {
  return graph_of(R"(
    op a @0; op b @1; op c @2; op d @1; op e @0; op f @0
    t x 16 : a -> b; t y 16 : b -> d; t z 16 : d -> e; t w 16 : c -> !
    sync a c)");
}

struct ShownLanes : EditedPane<LanesPane> {
  explicit ShownLanes(Graph first, QSize size = {800, 240}) : EditedPane(size, make_lanes) {
    open(std::make_shared<const Graph>(std::move(first)));
    pane.setFocus();
  }
  ~ShownLanes() override { close_menus(); }
  static void close_menus() {
    while (QWidget* popup = QApplication::activePopupWidget()) popup->close();
  }
  [[nodiscard]] const LanesGeometry& geometry() const { return pane.geometry_of_lanes(); }
  [[nodiscard]] QRectF box(OperatorId o) const { return geometry().box(o.index(), graph->stream(o).index()); }
  [[nodiscard]] QPoint place(OperatorId o) const { return box(o).center().toPoint(); }
  [[nodiscard]] QPoint handle(OperatorId o) const {
    return geometry().handle(o.index(), graph->stream(o).index()).center().toPoint();
  }
  /// In the middle of a lane, at a step, or over time at a nanosecond.
  [[nodiscard]] QPoint in_lane(std::size_t lane, double place) const {
    return QPointF(geometry().x_of(place), geometry().lane(lane).center().y()).toPoint();
  }
  [[nodiscard]] QPoint name_of_lane(std::size_t lane) const {
    const QRectF names = geometry().names();
    return {int(names.center().x()), int(geometry().lane(lane).center().y())};
  }
  [[nodiscard]] QPoint strip() const { return geometry().strip().center().toPoint(); }
  [[nodiscard]] QPoint on_arrow(OperatorId from, OperatorId to) const {
    return lane_arrow(geometry(), *graph, from, to).path.pointAtPercent(0.25).toPoint();
  }
  void press(QPoint at, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mousePress(&pane, Qt::LeftButton, modifiers, at);
  }
  void move(QPoint at, Qt::MouseButtons buttons = Qt::LeftButton) { move_mouse(pane, at, buttons); }
  [[nodiscard]] std::size_t stream_of(std::string_view name) const {
    return graph->stream(graph->find_operator(name)).index();
  }
  [[nodiscard]] bool has_sync(OperatorId from, OperatorId to) const {
    return std::ranges::find(graph->control(), ControlEdge{from, to}) != graph->control().end();
  }
  /// In place of those that are open.
  QMenu* menu_at(QPoint at) {
    close_menus();
    return test::menu_at(pane, at);
  }
};

}  // namespace stowage::test
