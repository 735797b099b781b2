// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/painters/lanes/lanes_painter.h"

namespace stowage {

/// Cut where it is far outside of the plot: over time, a box may be wider than what Qt can draw.
[[nodiscard]] QRectF near_plot(const QRectF& box, const QRectF& plot);

/// The operators in view as boxes with their names where those fit; or where the geometry aggregates, as columns of
/// pixels in the mean of their colours, the paler the less of them the operators of that lane take.
void paint_lane_boxes(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme);

}  // namespace stowage
