// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QRectF>
#include <QSizeF>

class QPainter;

namespace stowage {

/// Whether what is drawn becomes shapes in a file or on paper, not pixels.
[[nodiscard]] bool is_vector(const QPainter& painter);

/// Cells of a dense map to a logical pixel: a raster's own pixels; on a page of shapes those of the page, and fewer
/// where `area` would have more than a file should hold.
[[nodiscard]] double cells_a_pixel(const QPainter& painter, const QSizeF& area);

/// Draws an image of cells into `area`: as pixels, or on a page of shapes as one shape a colour, in which neighbours of
/// one colour are merged. Rare colours are rounded there, so that neighbours that hardly differ merge as well. What is
/// transparent is left out.
void draw_cells(QPainter& painter, const QRectF& area, const QImage& cells);

}  // namespace stowage
