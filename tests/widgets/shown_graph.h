// SPDX-License-Identifier: GPL-3.0-or-later
// A graph on screen, laid out, for the tests of its widget.
#pragma once

#include "tests/widgets/shown_pane.h"
#include "widgets/painters/graph/graph_painter.h"
#include "widgets/views/graph/graph_widget.h"

namespace stowage::test {

/// A diamond on two streams: a → b → d, a → c → d.
inline PlanView diamond() {
  return view_of(graph_of(R"(
    op a @0
    op b @0
    op c @1
    op d @0
    t x 1000 : a -> b
    t y 2000 : a -> c
    t z 500 : b -> d
    t w 500 : c -> d
    t out 5 : d -> !
    sync a d)"));
}

/// A widget on screen with its drawing ready; edits in it are made.
struct ShownGraph : EditedPane<GraphWidget> {
  explicit ShownGraph(const PlanView& view) : EditedPane(QSize(700, 600)) {
    graph = view.graph;
    widget.set_view(view);
    wait();
  }
  void wait() {
    wait_until([&] { return !widget.busy(); }, "the layout never ended");
  }
  [[nodiscard]] QPoint place(OperatorId o) const {
    return widget.camera().to_view(widget.graph_layout()->find(o)->box.center()).toPoint();
  }
  [[nodiscard]] QPoint middle_of_edge(std::size_t k) const {
    return widget.camera().to_view(widget.graph_layout()->edges[k].path.pointAtPercent(0.5)).toPoint();
  }
  [[nodiscard]] QPoint right_edge(OperatorId o) const {
    const QRectF& box = widget.graph_layout()->find(o)->box;
    return widget.camera().to_view(QPointF(box.right(), box.center().y())).toPoint();
  }
  /// Opens the context menu with the right button; the entry of that name.
  QAction* menu_entry(QPoint at, const QString& name) { return entry(menu_at(widget, at), name); }

  GraphWidget& widget = pane;
};

}  // namespace stowage::test
