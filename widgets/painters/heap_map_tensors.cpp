// SPDX-License-Identifier: Apache-2.0
// The rectangles of a heap map: as pixels or as true shapes, and the names inside them.
#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/painters/heap_map_painter.h"
#include "widgets/painters/heap_map_raster.h"
#include "widgets/painters/numbers.h"
#include "widgets/painters/text.h"

namespace stowage {
namespace {

constexpr std::size_t kMostNames = 150;
constexpr double kLeastNameWidth = 34, kLeastNameHeight = 13;

bool touches(const MapItem& item, const MapView& view) {
  return item.begin < view.x1 && item.end > view.x0 &&
         static_cast<double>(item.low)<view.y1&& static_cast<double>(item.high)> view.y0;
}

QRectF pixels_of(const MapItem& item, const HeapMapGeometry& geometry) {
  return geometry.rect_of(item.begin, item.end, static_cast<double>(item.low), static_cast<double>(item.high))
      .intersected(geometry.plot());
}

/// Tensors in view, counted up to one more than `limit`.
std::vector<MapItem> items_in_view(const MapIndex& index, const MapView& view, std::size_t limit) {
  std::vector<MapItem> out;
  index.visit(view, [&](std::span<const MapItem> some) {
    if (out.size() > limit) return;
    for (const MapItem& item : some)
      if (touches(item, view)) out.push_back(item);
  });
  return out;
}

/// Where pixels are meant to be: the scale of the device, or twice the screen's on paper.
void draw_pixels(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapContent& content,
                 const MapPalette& palette, double scale) {
  const QRectF& plot = geometry.plot();
  const QPointF corner(std::round(plot.left() * scale) / scale, std::round(plot.top() * scale) / scale);
  QImage image = rasterize(content.scene->index(), *content.coloring, palette, geometry.view(),
                           (plot.size() * scale).toSize(), scale);
  image.setDevicePixelRatio(scale);
  painter.drawImage(corner, image);
}

/// One path for each class, so that files stay small and no seams show between neighbours.
void draw_shapes(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapContent& content,
                 const MapPalette& palette, const Theme& theme, const std::vector<MapItem>& items) {
  painter.fillRect(geometry.plot(), theme.surface);
  std::array<QPainterPath, 256> fills, edges;
  std::vector<std::pair<QRectF, std::uint8_t>> hatched;
  for (const MapItem& item : items) {
    const QRectF r = pixels_of(item, geometry);
    const std::uint8_t entry = content.coloring->class_of(item.tensor);
    fills[entry].addRect(r);
    const double least = std::min(r.width(), r.height());
    if (least >= 4 && palette[entry].hatched()) hatched.emplace_back(r, entry);
    if (least < 2.5) continue;
    edges[entry].moveTo(r.bottomLeft());
    edges[entry].lineTo(r.topLeft());
    edges[entry].lineTo(r.topRight());
  }
  for (std::size_t c = 0; c < fills.size(); ++c)
    if (!fills[c].isEmpty()) painter.fillPath(fills[c], palette[static_cast<std::uint8_t>(c)].color);
  for (const auto& [rect, entry] : hatched) fill_rect(painter, rect, palette[entry]);
  for (std::size_t c = 0; c < edges.size(); ++c)
    if (!edges[c].isEmpty())
      painter.strokePath(edges[c], QPen(palette.edge(static_cast<std::uint8_t>(c)), 0.5, Qt::SolidLine, Qt::FlatCap));
}

/// The largest rectangles that a name fits into.
std::vector<std::pair<QRectF, TensorId>> places_for_names(const HeapMapGeometry& geometry, const MapIndex& index) {
  const MapView& view = geometry.view();
  std::vector<std::pair<QRectF, TensorId>> out;
  index.visit_large(view, kLeastNameWidth / geometry.plot().width() * view.width(),
                    kLeastNameHeight / geometry.plot().height() * view.height(), [&](std::span<const MapItem> some) {
                      for (const MapItem& item : some) {
                        if (!touches(item, view)) continue;
                        const QRectF r = pixels_of(item, geometry);
                        if (r.width() >= kLeastNameWidth && r.height() >= kLeastNameHeight)
                          out.emplace_back(r, item.tensor);
                      }
                    });
  const auto larger = [](const auto& a, const auto& b) {
    const double first = a.first.width() * a.first.height(), second = b.first.width() * b.first.height();
    return first != second ? first > second : a.second < b.second;
  };
  const std::size_t count = std::min(kMostNames, out.size());
  std::partial_sort(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(count), out.end(), larger);
  out.resize(count);
  return out;
}

/// Leaves the name out where a label of the map covers it.
void draw_name(QPainter& painter, const QRectF& rect, const Graph& graph, TensorId t, const Fill& fill,
               const MapLevelLabels& labels) {
  const QFont font = paint_font(11);
  const QString text = fitted(font, text_of(graph.name(t).substr(0, 512)), rect.width() - 8);
  if (text.isEmpty()) return;
  const double line = QFontMetricsF(font).height();
  const bool with_size = rect.height() >= 2 * line + 4;
  QString size = with_size ? human_bytes(graph.size(t)) : QString();
  if (text_width(font, size) > rect.width() - 8) size.clear();  // half a number is worse than none
  const double width = std::max(text_width(font, text), text_width(font, size));
  QRectF box(0, 0, width, size.isEmpty() ? line : 2 * line);
  box.moveCenter(rect.center());
  if (box.intersects(labels.footprint) || box.intersects(labels.bound)) return;
  if (fill.hatched()) painter.fillRect(box.adjusted(-2, 0, 2, 0), fill.color);
  painter.setFont(font);
  painter.setPen(ink_on(fill.color));
  painter.drawText(QRectF(box.left(), box.top(), width, line), Qt::AlignCenter | Qt::TextDontClip, text);
  if (size.isEmpty()) return;
  painter.setPen(mix(fill.color, ink_on(fill.color), 0.75));
  painter.drawText(QRectF(box.left(), box.top() + line, width, line), Qt::AlignCenter | Qt::TextDontClip, size);
}

}  // namespace

std::size_t paint_map_tensors(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapContent& content,
                              const Theme& theme) {
  const HeapMapScene& scene = *content.scene;
  const MapPalette palette(*content.coloring, content.hidden, theme);
  std::size_t embedded = 0;
  painter.save();
  painter.setClipRect(geometry.plot());
  if (painter.paintEngine()->type() == QPaintEngine::Raster) {
    draw_pixels(painter, geometry, content, palette, painter.deviceTransform().m11());
  } else {
    const std::vector<MapItem> items = items_in_view(scene.index(), geometry.view(), kMostVectorTensors);
    if (items.size() <= kMostVectorTensors) {
      draw_shapes(painter, geometry, content, palette, theme, items);
    } else {
      draw_pixels(painter, geometry, content, palette, 2);
      embedded = scene.index().items().size();
    }
  }
  const MapLevelLabels labels = map_level_labels(geometry, scene);
  for (const auto& [rect, tensor] : places_for_names(geometry, scene.index()))
    draw_name(painter, rect, scene.graph(), tensor, palette[content.coloring->class_of(tensor)], labels);
  painter.restore();
  return embedded;
}

}  // namespace stowage
