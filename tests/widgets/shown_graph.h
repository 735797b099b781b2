// SPDX-License-Identifier: GPL-3.0-or-later
// A graph on screen, laid out, for the tests of its widget.
#pragma once

#include "tests/gui/gui.h"
#include "tests/support/graphs.h"
#include "tests/widgets/names.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/graph/graph_signs.h"
#include "widgets/views/graph/graph_widget.h"

namespace stowage::test {

inline PlanView view_of(Graph graph) {
  PlanView view;
  view.graph = std::make_shared<const Graph>(std::move(graph));
  view.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*view.graph));
  return view;
}

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

/// A widget on screen with its drawing ready.
struct ShownGraph {
  explicit ShownGraph(const PlanView& view) : widget(state) {
    widget.resize(700, 600);
    show(widget);
    widget.set_view(view);
    wait();
  }
  void wait() {
    wait_until([&] { return !widget.laying_out(); }, "the layout never ended");
  }
  [[nodiscard]] QPoint place(OperatorId o) const {
    return widget.camera().to_view(widget.graph_layout()->find(o)->box.center()).toPoint();
  }
  [[nodiscard]] QPoint middle_of_edge(std::size_t k) const {
    return widget.camera().to_view(widget.graph_layout()->edges[k].path.pointAtPercent(0.5)).toPoint();
  }
  void click(QPoint at, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseClick(&widget, Qt::LeftButton, modifiers, at);
  }
  void hover(QPoint at) { move_mouse(widget, at); }
  [[nodiscard]] QImage image() { return widget.grab().toImage(); }
  void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) { test::drag(widget, from, to, modifiers); }
  [[nodiscard]] QPoint right_edge(OperatorId o) const {
    const QRectF& box = widget.graph_layout()->find(o)->box;
    return widget.camera().to_view(QPointF(box.right(), box.center().y())).toPoint();
  }

  ViewState state;
  GraphWidget widget;
};

/// The same with a document behind it, which makes the edits.
struct Edited : ShownGraph {
  explicit Edited(const PlanView& view) : ShownGraph(view), graph(view.graph) {
    QObject::connect(&widget, &Pane::edit_requested, &widget, [this](const EditRequest& request) {
      auto edited = request.apply(*graph);
      if (edited)
        take(*std::move(edited));
      else
        refused << QString::fromStdString(edited.error().text());
    });
  }
  void take(EditedGraph edited) {
    graph = std::make_shared<const Graph>(std::move(edited.graph));
    state.renumber(edited.operators);
    widget.set_graph(graph);
  }
  /// Opens the context menu with the right button; the entry of that text.
  QAction* menu_entry(QPoint at, const QString& text) { return entry(menu_at(widget, at), text); }
  std::shared_ptr<const Graph> graph;
  QStringList refused;
};

}  // namespace stowage::test
