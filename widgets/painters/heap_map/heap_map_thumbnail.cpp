// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/heap_map/heap_map_thumbnail.h"

#include <QPainter>

#include "widgets/painters/style/page_style.h"

namespace stowage {
namespace {

constexpr double kRoomAbove = 0.08;  // of the height, so that the footprint's line stands clear of the edge

}  // namespace

void paint_heap_map_thumbnail(QPainter& painter, const QRectF& rect, const HeapMapContent& content,
                              const Theme& theme) {
  painter.fillRect(rect, theme.surface);
  const HeapMapScene& scene = *content.scene;
  if (!scene.sentence().isEmpty()) return;
  const MapExtent extent = content.extent(rect);
  const double top = extent.bytes * (1 + kRoomAbove);
  painter.save();
  painter.setClipRect(rect);
  const double scale = painter.device()->devicePixelRatioF();
  QImage tensors = rasterize(scene.index(), *content.coloring, MapPalette(*content.coloring, content.hidden, theme),
                             {0, extent.length, 0, top}, (rect.size() * scale).toSize(), scale, content.extras());
  tensors.setDevicePixelRatio(scale);
  painter.drawImage(rect.topLeft(), tensors);
  painter.setRenderHint(QPainter::Antialiasing, false);
  const auto line = [&](Bytes at, const QColor& color, Qt::PenStyle style) {
    const double y = rect.bottom() - static_cast<double>(at.count) / top * rect.height();
    painter.setPen(QPen(color, page_line(1), style));
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y));
  };
  if (!scene.is_recorded()) line(scene.footprint(), theme.footprint, Qt::SolidLine);
  if (scene.bound() > Bytes() && scene.bound() < scene.footprint()) line(scene.bound(), theme.bound, Qt::DashLine);
  painter.restore();
}

}  // namespace stowage
