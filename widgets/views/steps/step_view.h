// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QWidget>

#include "widgets/base/canvas.h"
#include "widgets/painters/steps/step_painter.h"

class QToolButton;

namespace stowage {

/// The picture of one step. Hovering names the tensors; a click picks one. The wheel, + and - zoom, dragging and the
/// arrow keys with Ctrl move it; then the same part of the map is shown at every step, until 0, a double click beside
/// tensors, or the button in the corner ends that.
class StepView final : public QWidget {
  Q_OBJECT

 public:
  explicit StepView(QWidget* parent = nullptr);

  /// Null: the sentence instead.
  void set_scene(std::shared_ptr<const StepScene> scene, const QString& sentence = {});
  void set_closer(bool closer);
  [[nodiscard]] const StepFrame& frame() const { return frame_; }
  [[nodiscard]] StepLayout layout_of_step() const { return step_layout(area(), *scene_, frame_); }
  /// Shows what it would without any zooming.
  void reset_zoom();

  [[nodiscard]] QSize minimumSizeHint() const override { return {120, 80}; }

 signals:
  void tensor_picked(TensorId t);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  [[nodiscard]] QRectF area() const;
  [[nodiscard]] TensorId tensor_at(QPointF at) const;
  void redraw();
  void zoom(QPointF at, double factor_x, double factor_y);
  void pan(QPointF by);
  void show_part(const HeapMapGeometry& geometry);

  std::shared_ptr<const StepScene> scene_;
  QString sentence_;
  StepFrame frame_{.closer = true, .code = true};
  std::optional<QPointF> pressed_;  // where the mouse was, while it is held
  bool dragging_ = false;
  QToolButton* reset_;  // while zoomed
  CachedPicture picture_;
};

/// The pseudocode of the planner, with the line of the step marked. As high as its text.
class StepCode final : public QWidget {
  Q_OBJECT

 public:
  explicit StepCode(QWidget* parent = nullptr);

  void set_scene(std::shared_ptr<const StepScene> scene);

 signals:
  /// Where the current line is now.
  void line_moved(const QRect& line);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();

  std::shared_ptr<const StepScene> scene_;
};

}  // namespace stowage
