// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/painters/lanes/lanes_painter.h"

namespace stowage {

/// The operators in view as boxes with their names where those fit; or where they are narrower than a pixel, as columns
/// of pixels in the mean of their colours, the paler the fewer of the steps belong to that lane.
void paint_lane_boxes(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme);

}  // namespace stowage
