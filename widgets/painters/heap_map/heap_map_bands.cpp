// SPDX-License-Identifier: Apache-2.0
// Parts of the order, over plot and curve and in a row between them.
#include <QPainter>

#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/model/band_row.h"
#include "widgets/painters/style/page_style.h"

namespace stowage {

void paint_map_bands(QPainter& painter, const HeapMapGeometry& geometry, const StepBands& bands, const Theme& theme) {
  const QRectF& plot = geometry.plot();
  const BandRow row(bands, geometry.view().x0, geometry.view().x1, plot.left(), plot.right());
  painter.setRenderHint(QPainter::Antialiasing, false);
  if (!geometry.curve().isNull())
    for (const BandRow::Stretch& at : row.stretches()) {
      const QColor veil = see_through(band_color(*at.band, theme), 0.22, theme.surface);
      painter.fillRect(QRectF(at.left, geometry.curve().top(), at.right - at.left, geometry.curve().height()), veil);
    }
  for (const QRectF& panel : {plot, geometry.curve()})
    if (!panel.isNull()) row.paint_borders(painter, panel, theme);
  if (!geometry.bands().isNull()) row.paint_row(painter, geometry.bands(), theme);
}

}  // namespace stowage
