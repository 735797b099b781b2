// SPDX-License-Identifier: GPL-3.0-or-later
// A heap map on screen, for its tests: of the figure of the paper, of a training step.
#pragma once

#include "tests/widgets/shown_pane.h"
#include "widgets/views/heap_map/heap_map_widget.h"

namespace stowage::test {

inline PlanView figure_2() {
  return results_of(sample("somas_figure_2.stowage.json"), false);
}

inline const PlanView& training() {
  static const PlanView view = planned(make_training_graph(training_graph_of(4400, 8)));
  return view;
}

/// Four tensors: a below b and c, which follow each other; d, of twice their size, stands beside all, with a gap.
inline PlanView four_tensors() {
  return plan_view(intervals({{"a", 1000, 0, 6}, {"b", 1000, 0, 3}, {"c", 1000, 3, 6}, {"d", 2000, 8, 10}}),
                   {0, 1000, 1000, 0});
}

/// Whether no two labels lie on each other.
inline bool are_apart(const std::vector<QRectF>& labels) {
  for (std::size_t a = 0; a < labels.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (labels[a].intersects(labels[b])) return false;
  return true;
}

struct ShownMap {
  ViewState state;
  HeapMapWidget map{&state};

  explicit ShownMap(const PlanView& view = four_tensors()) {
    map.resize(900, 640);
    map.set_view(view);
    show(map);
    map.setFocus();
    wait_until([&] { return !map.busy() && map.scene() && map.scene()->sentence().isEmpty(); }, "no map");
  }
  [[nodiscard]] const HeapMapGeometry& geometry() const { return map.geometry_of_map(); }
  [[nodiscard]] QPoint in_curve(double step) const {
    return QPointF(geometry().x_of(step), geometry().curve().center().y()).toPoint();
  }
  [[nodiscard]] QPoint at(double step, double offset) const {
    return QPointF(geometry().x_of(step), geometry().y_of(offset)).toPoint();
  }
  [[nodiscard]] QPoint middle_of(TensorId t) const {
    const MapItem item = *map.scene()->place(t);
    return at((item.begin + item.end) / 2.0, static_cast<double>(item.low + item.high) / 2);
  }
  [[nodiscard]] MapView view() const { return geometry().view(); }
  void click(QPoint p) { QTest::mouseClick(&map, Qt::LeftButton, {}, p); }
  void click(double step, double offset) { click(at(step, offset)); }
  void key(Qt::Key which) { QTest::keyClick(&map, which); }
  [[nodiscard]] QColor pixel(QPoint p) {
    const QImage image = map.grab().toImage();
    return image.pixelColor((QPointF(p) * image.devicePixelRatio()).toPoint());
  }
  /// Opens the menu there and triggers the entry of that object name, if that is possible.
  bool choose(const QString& entry, QPoint p) {
    const std::unique_ptr<QMenu> menu(menu_at(map, p));
    const auto all = menu->actions();
    const auto found = std::ranges::find_if(
        all, [&](const QAction* action) { return action->objectName() == entry && action->isEnabled(); });
    if (found == all.end()) return false;
    menu->setActiveAction(*found);
    QTest::keyClick(menu.get(), Qt::Key_Return);
    return true;
  }
};

}  // namespace stowage::test
