// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QWidget>

#include "widgets/base/canvas.h"
#include "widgets/painters/steps/step_painter.h"

class QToolButton;

namespace stowage {

/// The picture of one step. Hovering names the tensors; a click picks one. Zoomed or moved, it shows the same part of
/// the map at every step, until 0, a double click beside tensors, or the button in the corner ends that. Space and Home
/// are the pane's, which plays and steps.
class StepView final : public Canvas {
  Q_OBJECT

 public:
  explicit StepView(QWidget* parent = nullptr);

  /// Null: the sentence instead.
  void set_scene(std::shared_ptr<const StepScene> scene, const QString& sentence = {});
  void set_closer(bool closer);
  [[nodiscard]] const StepFrame& frame() const { return frame_; }
  [[nodiscard]] StepLayout layout_of_step() const { return step_layout(area(), *scene_, frame_); }
  /// Shows what it would without any zooming.
  void fit() override;

  [[nodiscard]] QSize minimumSizeHint() const override { return {120, 80}; }

 signals:
  void tensor_picked(TensorId t);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  [[nodiscard]] QRectF area() const;
  [[nodiscard]] TensorId tensor_at(QPointF at) const;
  void redraw();
  void paint(QPainter& painter) override;
  [[nodiscard]] QRectF drawn_area() const override;
  [[nodiscard]] bool zooms() const override { return scene_ != nullptr; }
  void zoom_at(QPointF at, double factor, Qt::KeyboardModifiers held) override;
  void pan(QPointF by) override;
  Drag press_at(QPointF at) override;
  void click(QPointF at, Qt::KeyboardModifiers held) override;
  bool double_click(QPointF at) override;
  [[nodiscard]] QString tip_at(QPointF at) const override;
  void show_part(const HeapMapGeometry& geometry);

  std::shared_ptr<const StepScene> scene_;
  QString sentence_;
  StepFrame frame_{.closer = true, .code = true};
  QToolButton* reset_;  // while zoomed
  CachedPicture picture_;
};

}  // namespace stowage
