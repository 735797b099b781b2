// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QPointF>
#include <QWidget>

#include "widgets/graph/camera.h"
#include "widgets/graph/walk.h"
#include "widgets/latest_job.h"
#include "widgets/painters/export.h"
#include "widgets/painters/graph_painter.h"
#include "widgets/painters/graph_subset.h"
#include "widgets/painters/plan_view.h"

namespace stowage {

class ViewState;

/// The computational graph, drawn by Graphviz in the background: operators by class, tensors and syncs between them.
///
/// Wheel or +/- zooms, dragging pans, 0, F or a double click beside everything fits, Up/Down walk to a predecessor or
/// successor, Left/Right along the stream, L shows or hides the legend. A click selects an operator or an edge's
/// tensors, Ctrl adds. Large graphs show a neighbourhood and say so; a selection outside it is fetched.
class GraphWidget final : public QWidget {
  Q_OBJECT

 public:
  /// `state` must outlive the widget.
  explicit GraphWidget(ViewState& state, QWidget* parent = nullptr);
  ~GraphWidget() override;

  /// Shows another graph, or other results of the same one (which keeps the drawing).
  void set_view(const PlanView& view);
  /// Graphviz's `dot`, if not the one in PATH.
  void set_program(const QString& program);

  /// For export: the drawing with its selection and legend, on a page of its natural size; the part in view where the
  /// user zoomed or panned. Empty `paint` while nothing is drawn.
  [[nodiscard]] Drawing drawing() const;

  /// The drawing shown, or null.
  [[nodiscard]] const GraphLayout* graph_layout() const { return layout_ ? &*layout_ : nullptr; }
  [[nodiscard]] const Camera& camera() const { return camera_; }
  [[nodiscard]] bool laying_out() const { return job_.busy(); }
  /// The words on top: what is not shown, that a layout is under way, or what went wrong.
  [[nodiscard]] QString banner() const;
  /// What is said instead of a drawing; empty where there is one.
  [[nodiscard]] QString message() const;

  [[nodiscard]] QSize sizeHint() const override { return {480, 640}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {160, 120}; }

 public slots:
  void fit();
  void zoom_in();
  void zoom_out();
  void set_legend_shown(bool shown);

 signals:
  /// Another drawing, message or banner.
  void drawing_changed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  // layout
  void lay_out();
  void take_layout(std::shared_ptr<const Graph> graph, Result<GraphLayout> layout, const GraphSubset& subset);
  /// Whether what is drawn is the graph of the view, so that its ids mean something to the others.
  [[nodiscard]] bool is_current() const { return layout_ && drawn_ == view_.graph; }
  [[nodiscard]] std::vector<OperatorId> wanted_operators() const;
  void follow_selection();
  void recolor();

  // what is where
  [[nodiscard]] GraphScene scene() const;
  [[nodiscard]] const Theme& theme() const;
  [[nodiscard]] QRectF drawing_bounds() const;
  [[nodiscard]] QRectF view_area() const;
  [[nodiscard]] QRectF legend_plate() const;
  [[nodiscard]] double least_scale() const;
  [[nodiscard]] double banner_height() const;
  [[nodiscard]] std::optional<QRectF> part_in_view() const;
  void show_initially();
  void bring_into_view(QRectF box);
  void zoom_at(QPointF point, double factor);
  void pan(QPointF by);

  // painting
  void paint_legend(QPainter& painter) const;
  void paint_banner(QPainter& painter) const;
  void paint_card(QPainter& painter) const;

  // input
  void click(QPointF point, bool add);
  void hover_at(QPointF point);
  void walk_from_current(Step step);
  [[nodiscard]] OperatorId current_operator() const;
  void select(OperatorId o, bool add);
  void describe();

  ViewState& state_;
  PlanView view_;
  QString program_;
  Coloring coloring_;
  std::shared_ptr<const Graph> drawn_;  ///< the graph of layout_; the old one until a new layout is there
  std::optional<GraphLayout> layout_;
  GraphSubset subset_;
  QString failure_;
  Camera camera_;
  bool camera_moved_ = false;  ///< by the user, since the drawing appeared
  bool zoomed_ = false;        ///< or panned, by the user: then that part is what is exported
  bool legend_shown_ = true;
  bool self_selecting_ = false;
  std::optional<QPointF> pressed_;
  QPointF dragged_from_;
  bool dragging_ = false;
  std::optional<QPointF> pointer_;  ///< where the hover card is wanted
  LatestJob job_;
};

}  // namespace stowage
