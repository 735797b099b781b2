// SPDX-License-Identifier: Apache-2.0
// The memory curve below a heap map, the peak marker, and what is drawn over both.
#include <QCoreApplication>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "widgets/painters/heap_map_painter.h"
#include "widgets/painters/numbers.h"
#include "widgets/painters/text.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::HeapMap)
};

double curve_y(const HeapMapGeometry& geometry, Bytes bytes) {
  return geometry.curve_y_of(static_cast<double>(bytes.count));
}

/// The upper edge of the curve: a flat piece a step, or a pixel where several steps share one.
QPolygonF upper_edge(const HeapMapGeometry& geometry, const HeapMapScene& scene) {
  const QRectF& panel = geometry.curve();
  const MapView& view = geometry.view();
  const double pieces = std::min(std::ceil(view.width()) + 1, std::floor(panel.width()));
  const bool by_step = pieces < std::floor(panel.width());
  QPolygonF out;
  double from = by_step ? std::floor(view.x0) : view.x0;
  for (int i = 0; i < static_cast<int>(pieces); ++i) {
    const double to = by_step ? from + 1 : from + view.width() / pieces;
    const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(from)));
    const auto last = std::max(first + 1, static_cast<std::size_t>(std::max(0.0, std::ceil(to))));
    const double y = curve_y(geometry, scene.most_alive(first, last));
    out << QPointF(std::clamp(geometry.x_of(from), panel.left(), panel.right()), y)
        << QPointF(std::clamp(geometry.x_of(to), panel.left(), panel.right()), y);
    from = to;
  }
  return out;
}

void paint_peak(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene, const Theme& theme) {
  const QRectF &plot = geometry.plot(), &panel = geometry.curve();
  const double x = geometry.x_of(static_cast<double>(scene.peak_step()) + 0.5);
  if (x < plot.left() || x > plot.right()) return;
  const double middle = std::floor(x) + 0.5;
  painter.setPen(QPen(theme.peak, 1, Qt::DotLine));
  painter.drawLine(QPointF(middle, plot.top()), QPointF(middle, panel.bottom()));
  const Bytes most = scene.alive(scene.peak_step());
  const double y = curve_y(geometry, most);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.peak);
  painter.drawEllipse(QPointF(middle, y), 3, 3);
  const QString text = Text::tr("peak %1 at %2").arg(human_bytes(most), step_text(scene.graph(), scene.peak_step()));
  // Nothing is higher than the peak, so above it there is room.
  draw_label(painter, text, QPointF(middle, y - 3), Qt::AlignHCenter | Qt::AlignBottom, panel, theme.peak, theme);
}

void outline(QPainter& painter, const QRectF& rect, const QColor& color, double width, const Theme& theme) {
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.background, width + 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
  painter.drawRect(rect);
  painter.setPen(QPen(color, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
  painter.drawRect(rect);
}

/// Its rectangle, at least a few pixels each way so that the outline of a tiny one can be seen.
QRectF visible_rect(const MapItem& item, const HeapMapGeometry& geometry) {
  QRectF r = geometry.rect_of(item.begin, item.end, static_cast<double>(item.low), static_cast<double>(item.high));
  const double wider = std::max(0.0, 4 - r.width()) / 2, higher = std::max(0.0, 4 - r.height()) / 2;
  r.adjust(-wider, -higher, wider, higher);
  return r.intersected(geometry.plot().adjusted(-8, -8, 8, 8));
}

void paint_time_cursor(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene, std::size_t step,
                       const Theme& theme) {
  const QRectF &plot = geometry.plot(), &panel = geometry.curve().isNull() ? plot : geometry.curve();
  const double x = std::floor(geometry.x_of(static_cast<double>(step) + 0.5)) + 0.5;
  if (step >= scene.steps() || x < plot.left() || x > plot.right()) return;
  painter.setPen(QPen(theme.text, 1));
  painter.drawLine(QPointF(x, plot.top()), QPointF(x, panel.bottom()));
  const QString text = Text::tr("%1: %2 alive").arg(step_text(scene.graph(), step), human_bytes(scene.alive(step)));
  draw_label(painter, text, QPointF(x, panel.bottom() - 2), Qt::AlignHCenter | Qt::AlignBottom, panel, theme.text,
             theme);
}

}  // namespace

void paint_map_curve(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene,
                     const Theme& theme) {
  const QRectF& panel = geometry.curve();
  painter.fillRect(panel, theme.surface);
  const QPolygonF edge = upper_edge(geometry, scene);
  if (edge.isEmpty()) return;
  QPolygonF area = edge;
  area << QPointF(edge.last().x(), panel.bottom()) << QPointF(edge.first().x(), panel.bottom());
  painter.setPen(Qt::NoPen);
  painter.setBrush(mix(theme.surface, theme.muted_text, 0.35));
  painter.drawPolygon(area);
  painter.setPen(QPen(theme.muted_text, 1));
  painter.drawPolyline(edge);
  paint_peak(painter, geometry, scene, theme);
}

void paint_heap_map_overlay(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene,
                            const HeapMapOverlay& overlay, const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  if (overlay.time_cursor) paint_time_cursor(painter, geometry, scene, *overlay.time_cursor, theme);
  painter.setClipRect(geometry.plot());
  if (const auto item = overlay.hovered.valid() ? scene.place(overlay.hovered) : std::nullopt)
    outline(painter, visible_rect(*item, geometry), theme.text, 1.25, theme);
  for (TensorId t : overlay.related)
    if (const auto item = scene.place(t)) outline(painter, visible_rect(*item, geometry), theme.selection, 1, theme);
  for (TensorId t : overlay.selected)
    if (const auto item = scene.place(t)) outline(painter, visible_rect(*item, geometry), theme.selection, 2, theme);
  painter.restore();
}

}  // namespace stowage
