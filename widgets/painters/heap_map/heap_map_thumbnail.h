// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/painters/heap_map/heap_map_painter.h"

namespace stowage {

/// A heap map as small as a picture in a text: the tensors and the lines of footprint and bound, without names, axes
/// and curve. The content must have a scene. Any thread may draw.
void paint_heap_map_thumbnail(QPainter& painter, const QRectF& rect, const HeapMapContent& content, const Theme& theme);

}  // namespace stowage
