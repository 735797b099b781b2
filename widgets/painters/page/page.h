// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <QRectF>
#include <QString>

#include "widgets/painters/page/export.h"

namespace stowage {

/// The height of a line of a legend, in logical pixels.
inline constexpr double kLegendLine = 20;
/// Draws a legend at the foot of `rect`, in as few lines as it needs; returns its height, 0 for an empty one.
double draw_legend(QPainter& painter, const QRectF& rect, const QString& title, const std::vector<LegendItem>& items,
                   const Theme& theme);

/// Drawings on one page, each below a heading of its own; title and legend are those of the first. They lie beside each
/// other, or where that would make them too narrow, over each other.
struct HeadedDrawing {
  QString heading;
  Drawing drawing;
};
[[nodiscard]] Drawing side_by_side(const std::vector<HeadedDrawing>& drawings);
/// Where they lie, with their headings.
[[nodiscard]] std::vector<QRectF> places_of_parts(const QRectF& rect, std::size_t count);

}  // namespace stowage
