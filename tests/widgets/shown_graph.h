// SPDX-License-Identifier: GPL-3.0-or-later
// A graph on screen, laid out, for the tests of its widget.
#pragma once

#include <QMenu>
#include <QtTest>

#include "tests/support/graphs.h"
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
    widget.show();
    widget.set_view(view);
    wait();
  }
  void wait() {
    if (!QTest::qWaitFor([&] { return !widget.laying_out(); }, 20'000)) qFatal("the layout never ended");
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
  /// The cursor itself cannot be moved on every platform.
  void hover(QPoint at) {
    QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&widget, &move);
  }
  [[nodiscard]] QImage image() { return widget.grab().toImage(); }
  void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}, bool let_go = true) {
    QTest::mousePress(&widget, Qt::LeftButton, modifiers, from);
    for (int i = 1; i <= 4; ++i) {
      const QPoint at = from + (to - from) * i / 4;
      QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, modifiers);
      QCoreApplication::sendEvent(&widget, &move);
    }
    if (let_go) QTest::mouseRelease(&widget, Qt::LeftButton, modifiers, to);
  }
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
        show(*std::move(edited));
      else
        refused << QString::fromStdString(edited.error().text());
    });
  }
  void show(EditedGraph edited) {
    graph = std::make_shared<const Graph>(std::move(edited.graph));
    state.renumber(edited.operators);
    widget.set_graph(graph);
  }
  /// Opens the context menu with the right button; the entry of that text.
  QAction* menu_entry(QPoint at, const QString& text) {
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, widget.mapToGlobal(at));
    QCoreApplication::sendEvent(&widget, &event);
    const QWidget* menu = QApplication::activePopupWidget();
    if (menu == nullptr) qFatal("no menu");
    for (QAction* action : menu->findChildren<QAction*>())
      if (action->text().remove('&') == text) return action;
    return nullptr;
  }
  std::shared_ptr<const Graph> graph;
  QStringList refused;
};

inline const OperatorId kA(0), kB(1), kC(2), kD(3);

inline bool has_colour(const QImage& image, const QColor& colour) {
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      if (image.pixelColor(x, y) == colour) return true;
  return false;
}

}  // namespace stowage::test
