// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QPixmap>
#include <QWidget>

#include "widgets/painters/step_painter.h"

namespace stowage {

/// The picture of one step. Hovering names the tensors; a click picks one.
class StepView final : public QWidget {
  Q_OBJECT

 public:
  explicit StepView(QWidget* parent = nullptr);

  /// Null: the sentence instead.
  void set_scene(std::shared_ptr<const StepScene> scene, const QString& sentence = {});
  void set_closer(bool closer);
  [[nodiscard]] StepLayout layout_of_step() const { return step_layout(area(), *scene_, closer_); }

  [[nodiscard]] QSize minimumSizeHint() const override { return {120, 80}; }

 signals:
  void tensor_picked(TensorId t);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  [[nodiscard]] QRectF area() const;
  [[nodiscard]] TensorId tensor_at(QPointF at) const;
  void redraw();

  std::shared_ptr<const StepScene> scene_;
  QString sentence_;
  bool closer_ = true;
  QPixmap picture_;  // null where it must be drawn anew
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
