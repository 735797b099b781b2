// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "widgets/base/canvas.h"
#include "widgets/painters/steps/step_painter.h"

namespace stowage {

/// The picture of one step. Hovering names the tensors; a click picks one. Zoomed or moved, it shows the same part of
/// the map at every step, until 0, a double click beside tensors, or the button in the corner ends that. Space and Home
/// are the pane's, which plays and steps.
class StepView : public Canvas {
  Q_OBJECT

 public:
  using Canvas::Canvas;

  /// Null: the sentence instead. `height` as StepFrame has it.
  virtual void set_scene(std::shared_ptr<const StepScene> scene, Bytes height, const QString& sentence) = 0;
  virtual void set_closer(bool closer) = 0;
  [[nodiscard]] virtual const StepFrame& frame() const = 0;
  [[nodiscard]] virtual StepLayout layout_of_step() const = 0;

 signals:
  void tensor_picked(TensorId t);
};

/// `beside`: of the second planner.
[[nodiscard]] StepView* make_step_view(bool beside);

}  // namespace stowage
