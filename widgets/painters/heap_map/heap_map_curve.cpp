// SPDX-License-Identifier: Apache-2.0
// The memory curve below a heap map, and the peak marker.
#include <QCoreApplication>
#include <QPaintEngine>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct HeapMapText {
  Q_DECLARE_TR_FUNCTIONS(stowage::HeapMap)
};

constexpr qsizetype kMostSmoothPoints = 400;
constexpr double kBeside = 6;  // pixels from the peak to its label

double curve_y(const HeapMapGeometry& geometry, Bytes bytes) {
  return geometry.curve_y_of(static_cast<double>(bytes.count));
}

/// What the allocator had reserved: it says nothing of a plan that is not the recorded one. Null where there is none.
const StepCurve* reserved_of(const HeapMapScene& scene) {
  const HeapTimeline* heap = scene.is_recorded() ? scene.heap() : nullptr;
  return heap != nullptr && heap->reserved.peak().count > 0 ? &heap->reserved : nullptr;
}

/// The upper edge of the curve: a flat piece for each of its own, or a pixel where several share one.
QPolygonF upper_edge(const HeapMapGeometry& geometry, const HeapMapScene& scene) {
  const QRectF& panel = geometry.curve();
  const MapView& view = geometry.view();
  const MapCurve& curve = scene.curve();
  const MapCurve::Pieces pieces = curve.pieces_within(view.x0, view.x1);
  const double columns = std::floor(panel.width());
  QPolygonF out;
  const auto add = [&](double from, double to, Bytes bytes) {
    const double y = curve_y(geometry, bytes);
    out << QPointF(std::clamp(geometry.x_of(from), panel.left(), panel.right()), y)
        << QPointF(std::clamp(geometry.x_of(to), panel.left(), panel.right()), y);
  };
  if (static_cast<double>(pieces.end - pieces.begin) < columns) {
    for (std::size_t k = pieces.begin; k < pieces.end; ++k) add(curve.begin(k), curve.end(k), curve.of(k));
    return out;
  }
  double from = view.x0;
  for (int i = 0; i < static_cast<int>(columns); ++i) {
    const double to = from + view.width() / columns;
    add(from, to, curve.most(from, to));
    from = to;
  }
  return out;
}

/// In the middle of its step or event; over time, where it begins.
double peak_x(const HeapMapGeometry& geometry, const HeapMapScene& scene) {
  return geometry.x_of(scene.curve().peak_begin() + (scene.over_time() ? 0 : 0.5));
}

QString peak_text(const HeapMapGeometry& geometry, const HeapMapScene& scene) {
  if (scene.plan_view().peak_asked) return {};
  const QString size = footprint_words(scene.graph(), scene.curve().peak());
  return fitting_label({HeapMapText::tr("peak %1 at %2").arg(size, scene.place_text(scene.curve().peak_begin())),
                        HeapMapText::tr("peak %1").arg(size), size},
                       geometry.curve().width());
}

void paint_peak(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene, const Theme& theme) {
  const QRectF &plot = geometry.plot(), &panel = geometry.curve();
  const double x = peak_x(geometry, scene);
  if (x < plot.left() || x > plot.right()) return;
  const double middle = std::floor(x) + 0.5;
  painter.setPen(QPen(theme.peak, page_line(1), Qt::DotLine));
  painter.drawLine(QPointF(middle, plot.top()), QPointF(middle, panel.bottom()));
  const Bytes most = scene.curve().peak();
  const double y = curve_y(geometry, most);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.peak);
  painter.drawEllipse(QPointF(middle, y), 3, 3);
  const QString text = peak_text(geometry, scene);
  if (!text.isEmpty())
    draw_label(painter, text, map_peak_label(geometry, scene).topLeft(), Qt::AlignLeft, panel, theme.peak, theme);
}

/// Below the edge, and the edge itself, as shapes.
void draw_area(QPainter& painter, const QRectF& panel, const QPolygonF& edge, const QColor& area, const QColor& line) {
  QPolygonF all = edge;
  all << QPointF(edge.last().x(), panel.bottom()) << QPointF(edge.first().x(), panel.bottom());
  painter.setPen(Qt::NoPen);
  painter.setBrush(area);
  painter.drawPolygon(all);
  painter.setPen(QPen(line, page_line(1)));
  painter.drawPolyline(edge);
}

/// The same as upright rectangles, one a piece, each with the part of the line that leads to it.
void fill_columns(QPainter& painter, const QRectF& panel, const QPolygonF& edge, const QColor& area,
                  const QColor& line) {
  painter.setRenderHint(QPainter::Antialiasing, false);
  double before = edge.first().y();
  for (qsizetype i = 0; i + 1 < edge.size(); i += 2) {
    const double left = edge[i].x(), width = edge[i + 1].x() - left, y = edge[i].y();
    painter.fillRect(QRectF(left, y, width, panel.bottom() - y), area);
    painter.fillRect(QRectF(left, std::min(y, before) - 0.5, width, std::abs(y - before) + 1), line);
    before = y;
  }
  painter.setRenderHint(QPainter::Antialiasing);
}

}  // namespace

double hidden_by_label(const HeapMapGeometry& geometry, const HeapMapScene& scene, const QRectF& label) {
  constexpr double kEvery = 4;
  if (!geometry.curve().intersects(label)) return 0;
  const StepCurve* reserved = reserved_of(scene);
  const auto hides = [&](Bytes bytes) {
    const double y = curve_y(geometry, bytes);
    return y > label.top() && y < label.bottom();
  };
  double hidden = 0;
  for (double x = label.left(); x < label.right(); x += kEvery) {
    const double from = std::max(0.0, geometry.place_at(x)), to = std::max(from, geometry.place_at(x + kEvery));
    if (hides(scene.curve().most(from, to))) hidden += kEvery;
    if (reserved == nullptr) continue;
    const auto range = reserved->extent(static_cast<std::size_t>(from), static_cast<std::size_t>(std::ceil(to)));
    if (curve_y(geometry, range.most) < label.bottom() && curve_y(geometry, range.least) > label.top())
      hidden += kEvery;
  }
  return hidden;
}

/// Nothing of the curve is higher than the peak, so above it there is mostly room; not where the allocator's line is
/// close, or the panel ends. Then it is at the head, or in the area below: beside the peak, too.
QRectF map_peak_label(const HeapMapGeometry& geometry, const HeapMapScene& scene) {
  const double x = peak_x(geometry, scene);
  const QRectF& panel = geometry.curve();
  if (panel.isNull() || x < geometry.plot().left() || x > geometry.plot().right()) return {};
  const double middle = std::floor(x) + 0.5, y = curve_y(geometry, scene.curve().peak());
  const QString text = peak_text(geometry, scene);
  std::vector<QRectF> others;
  if (scene.heap() != nullptr) others = map_annotation_labels(geometry, *scene.heap());
  if (reserved_of(scene) != nullptr) others.push_back(map_reserved_label(geometry, *scene.heap()));
  QRectF best;
  double least = -1;
  for (const auto& [at, align] : {std::pair{y - 3, Qt::AlignBottom},
                                  {panel.top() + 1, Qt::AlignTop},
                                  {y + 6, Qt::AlignTop},
                                  {panel.bottom() - 2, Qt::AlignBottom}})
    for (const auto& [side, by] :
         {std::pair{Qt::AlignHCenter, 0.0}, {Qt::AlignLeft, kBeside}, {Qt::AlignRight, -kBeside}}) {
      const QRectF box = label_box(text, QPointF(middle + by, at), side | align, panel);
      double cost = hidden_by_label(geometry, scene, box);
      for (const QRectF& other : others) cost += (box & other).width();
      if (cost == 0) return box;
      if (least >= 0 && cost >= least) continue;
      best = box;
      least = cost;
    }
  return best;
}

void paint_map_curve(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene,
                     const Theme& theme) {
  const QRectF& panel = geometry.curve();
  painter.fillRect(panel, theme.surface);
  if (scene.heap() != nullptr) paint_map_annotations(painter, geometry, *scene.heap(), theme);
  const QPolygonF edge = upper_edge(geometry, scene);
  if (edge.isEmpty()) return;
  const QColor area = mix(theme.surface, theme.muted_text, 0.35);
  // A jagged polygon of a thousand pieces takes many milliseconds to smoothen, for no gain.
  if (edge.size() > kMostSmoothPoints && painter.paintEngine()->type() == QPaintEngine::Raster)
    fill_columns(painter, panel, edge, area, theme.muted_text);
  else
    draw_area(painter, panel, edge, area, theme.muted_text);
  if (reserved_of(scene) != nullptr) paint_map_reserved(painter, geometry, *scene.heap(), theme);
  paint_peak(painter, geometry, scene, theme);
}

}  // namespace stowage
