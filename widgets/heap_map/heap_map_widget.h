// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QImage>
#include <QPixmap>
#include <QPointF>
#include <QTimer>
#include <QWidget>

#include "widgets/latest_job.h"
#include "widgets/painters/heap_map_painter.h"
#include "widgets/painters/plan_view.h"
#include "widgets/view_state.h"

namespace stowage {

class HoverCard;

/// The heap map on screen, with the memory curve below it.
///
/// Mouse: the wheel zooms at the cursor (Ctrl: only steps, Shift: only offsets); a left drag zooms to what it encloses;
/// a middle drag, or a left drag with the space bar held, pans; a click selects, Ctrl+click adds or removes; a double
/// click comes close to a tensor, or shows all again; pressing or dragging in the curve sets the time cursor, a double
/// click there removes it. Keys: + − zoom, 0 or Home shows all, arrows walk from the selected tensor to its neighbours,
/// or select the largest in view at the peak where none is selected, or pan (with Ctrl always); , and . move the time
/// cursor by a step, < and > by ten, from the peak if there is none; Return reveals the selected tensor everywhere, Esc
/// gives up.
///
/// Plans of many tensors are prepared and drawn by worker threads; until a drawing is there, the last one is shown
/// moved and scaled.
class HeapMapWidget final : public QWidget {
  Q_OBJECT

 public:
  /// `state` must outlive the widget.
  explicit HeapMapWidget(ViewState* state, QWidget* parent = nullptr);
  ~HeapMapWidget() override;

  /// Shows other results. The part in view is kept where the graph is the same, else all is shown.
  void set_view(const PlanView& view);
  [[nodiscard]] const std::shared_ptr<const HeapMapScene>& scene() const { return content_.scene; }
  /// The classes of the colours shown, for a legend; null where there is no graph.
  [[nodiscard]] const std::shared_ptr<const Coloring>& coloring() const { return content_.coloring; }
  [[nodiscard]] const HeapMapGeometry& geometry_of_map() const { return geometry_; }
  /// What this map alone needs of the axes.
  [[nodiscard]] MapExtent extent() const { return content_.scene->geometry(rect()).extent(); }
  /// At least that much of the axes is shown when all is: maps side by side then have the same scale.
  void set_least_extent(const MapExtent& extent);
  /// Whether a worker still prepares or draws something newer than what is shown.
  [[nodiscard]] bool busy() const;

  /// The page to export: what is in view, with the selection.
  [[nodiscard]] Drawing drawing() const;

  void fit();
  /// Around the selected tensor if it is in view, else the middle; factors > 1 come closer.
  void zoom(double factor);
  void set_map_view(const MapView& view);
  void reveal(TensorId t);

  [[nodiscard]] QSize sizeHint() const override { return {900, 600}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {240, 160}; }

 signals:
  /// A plan, or other colours, are shown now; a legend takes them from here.
  void coloring_changed(std::shared_ptr<const stowage::Coloring> coloring);
  void map_view_changed(stowage::MapView view);
  /// Other results are shown now.
  void content_changed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  enum class Drag { none, press, band, pan, cursor };

  [[nodiscard]] bool has_map() const { return content_.scene && content_.scene->sentence().isEmpty(); }
  [[nodiscard]] bool is_large() const;
  [[nodiscard]] const Theme& theme() const;
  [[nodiscard]] TensorId tensor_at(QPointF at) const;
  [[nodiscard]] TensorId first_to_select() const;
  [[nodiscard]] HeapMapOverlay overlay() const;
  void show_content(HeapMapContent content);
  void recolor();
  void describe();
  void change_view(const MapView& before);
  void move_map(double dx, double dy);

  void refresh();  // the tensors must be drawn anew
  void redraw_tensors();
  void compose_layer();
  void paint_stale_tensors(QPainter& painter) const;
  void paint_band(QPainter& painter) const;

  void hover_at(QPointF at);
  void show_card();
  void hide_card();
  void set_cursor_at(double x);
  void update_cursor_shape();
  void click(QPointF at, Qt::KeyboardModifiers modifiers);
  bool walk(MapIndex::Direction direction);
  void move_cursor(std::ptrdiff_t steps);

  ViewState* state_;
  HeapMapContent content_;
  HeapMapGeometry geometry_;
  HoverCard* card_;

  QImage tensors_;        // the rectangles alone, as last drawn …
  MapView tensors_view_;  // … for this view
  bool tensors_stale_ = true;
  QPixmap layer_;  // all but the overlay
  bool layer_stale_ = true;

  Drag drag_ = Drag::none;
  QPointF drag_start_, drag_now_;
  bool space_held_ = false;
  QTimer card_delay_;

  LatestJob preparer_{this}, drawer_{this};  // last: destroyed first, they wait for what uses the rest
};

}  // namespace stowage
