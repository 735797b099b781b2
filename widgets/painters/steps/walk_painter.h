// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/painters/steps/step_painter.h"

// The picture of a step of a walk, which step_painter.h draws with the rest of the page.
namespace stowage {

/// The picture beside its table, where the walk has any, and the frame wants it.
[[nodiscard]] StepLayout walk_layout(const QRectF& rect, const StepScene& scene, const StepFrame& frame);
void paint_walk(QPainter& painter, const StepLayout& layout, const StepScene& scene, const Theme& theme);

/// The tensor whose box is drawn last there; invalid where there is none.
[[nodiscard]] TensorId walk_tensor_at(const StepLayout& layout, const StepScene& scene, QPointF at);

}  // namespace stowage
