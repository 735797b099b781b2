// SPDX-License-Identifier: Apache-2.0
// Parts of the order, over plot and curve.
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/painters/heap_map_painter.h"

namespace stowage {
namespace {

constexpr float kTint = 0.10F, kLine = 0.35F;
constexpr double kLeastForLine = 4;  // pixels: lines closer than that would be all there is to see

QColor veil(QColor color, float opacity) {
  color.setAlphaF(opacity);
  return color;
}

}  // namespace

void paint_map_bands(QPainter& painter, const HeapMapGeometry& geometry, const std::vector<Lifetime>& bands,
                     const Theme& theme) {
  const QRectF& plot = geometry.plot();
  const QColor tint = veil(theme.text, kTint), line = veil(theme.text, kLine);
  const auto fill = [&](double left, double width, const QColor& color) {
    for (const QRectF& panel : {plot, geometry.curve()})
      if (!panel.isNull())
        painter.fillRect(QRectF(left, panel.top(), width, panel.height()).intersected(panel), color);
  };
  const MapView& view = geometry.view();
  const auto first = std::ranges::partition_point(
      bands, [&](Lifetime band) { return static_cast<double>(band.end) <= view.x0; });
  double last = plot.left() - 2;
  for (auto band = first; band != bands.end() && band->begin < view.x1; ++band) {
    const double left = std::floor(geometry.x_of(band->begin)), right = std::floor(geometry.x_of(band->end));
    if (right < last + 1) continue;
    if ((band - bands.begin()) % 2 == 1) fill(left, right - left, tint);
    if (right - left >= kLeastForLine && left > last) fill(left, 1, line);
    if (right - left >= kLeastForLine) fill(right, 1, line);
    last = right;
  }
}

}  // namespace stowage
