// SPDX-License-Identifier: Apache-2.0
// The panel below a heap map: the memory curve, its peak, and what a recorded heap adds to it.
#include <QPaintEngine>
#include <QPainter>
#include <cmath>

#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr qsizetype kMostSmoothPoints = 400;
constexpr double kBeside = 6;  // pixels from the peak to its label

/// What the allocator had reserved: it says nothing of a plan that is not the recorded one. Null where there is none.
const StepCurve* reserved_of(const HeapMapScene& scene) {
  const HeapTimeline* heap = scene.is_recorded() ? scene.heap() : nullptr;
  return heap != nullptr && heap->reserved.peak().count > 0 ? &heap->reserved : nullptr;
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

void label_peak(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene, const Theme& theme) {
  const QRectF& plot = geometry.plot();
  const double x = peak_x(geometry, scene);
  if (x < plot.left() || x > plot.right()) return;
  paint_peak(painter, geometry.curve_chart(), std::floor(x) + 0.5, plot.top(), scene.curve().peak(), theme);
  draw_label(painter, peak_text(geometry, scene), map_peak_label(geometry, scene), theme.peak, theme);
}

/// A smooth curve as upright rectangles, one a piece, each with the part of the line that leads to it.
void fill_columns(QPainter& painter, const QRectF& panel, const QPolygonF& edge, const Theme& theme) {
  painter.setRenderHint(QPainter::Antialiasing, false);
  const QColor area = curve_area_color(theme);
  double before = edge.first().y();
  for (qsizetype i = 0; i + 1 < edge.size(); i += 2) {
    const double left = edge[i].x(), width = edge[i + 1].x() - left, y = edge[i].y();
    painter.fillRect(QRectF(left, y, width, panel.bottom() - y), area);
    painter.fillRect(QRectF(left, std::min(y, before) - 0.5, width, std::abs(y - before) + 1), theme.muted_text);
    before = y;
  }
  painter.setRenderHint(QPainter::Antialiasing);
}

QString reserved_text(const QRectF& panel) {
  return fitting_label({HeapMapText::tr("reserved")}, panel.width());
}

/// Behind the curve: annotations, as bands with their names.
void paint_annotations(QPainter& painter, const HeapMapGeometry& geometry, const HeapTimeline& heap,
                       const Theme& theme) {
  painter.setRenderHint(QPainter::Antialiasing, false);
  paint_step_bands(painter, geometry.curve_chart(), heap.bands, theme);
  paint_annotation_names(painter, geometry.curve_chart(), heap, theme);
  painter.setRenderHint(QPainter::Antialiasing);
}

void paint_reserved(QPainter& painter, const HeapMapGeometry& geometry, const HeapTimeline& heap, const Theme& theme) {
  painter.setRenderHint(QPainter::Antialiasing, false);
  paint_step_line(painter, geometry.curve_chart(), heap.reserved, theme.footprint, 2);
  painter.setRenderHint(QPainter::Antialiasing);
  if (const QRectF label = map_reserved_label(geometry, heap); !label.isNull())
    draw_label(painter, reserved_text(geometry.curve()), label, theme.footprint, theme);
}

/// The labels in the panel but for that of the peak.
std::vector<QRectF> other_labels(const HeapMapGeometry& geometry, const HeapMapScene& scene) {
  std::vector<QRectF> out;
  if (scene.heap() != nullptr) out = map_annotation_labels(geometry, *scene.heap());
  if (reserved_of(scene) != nullptr) out.push_back(map_reserved_label(geometry, *scene.heap()));
  return out;
}

}  // namespace

std::vector<QRectF> map_annotation_labels(const HeapMapGeometry& geometry, const HeapTimeline& heap) {
  std::vector<QRectF> out;
  const std::vector<QRectF> lines = annotation_lines(geometry.curve_chart(), heap);
  for (std::size_t k = 0; k < lines.size(); ++k)
    if (!lines[k].isNull())
      out.emplace_back(lines[k].topLeft(), QSizeF(std::min(lines[k].width(), text_width(paint_font(10), heap.names[k])),
                                                  lines[k].height()));
  return out;
}

QRectF map_reserved_label(const HeapMapGeometry& geometry, const HeapTimeline& heap) {
  const QRectF& panel = geometry.curve();
  const QString text = reserved_text(panel);
  const auto from = static_cast<std::size_t>(std::max(0.0, std::floor(geometry.view().x0)));
  if (text.isEmpty() || from >= heap.reserved.size()) return {};
  const auto to = static_cast<std::size_t>(std::ceil(geometry.place_at(panel.left() + 1)));
  const Bytes most = heap.reserved.extent(from, std::max(to, from + 1)).most;
  const double y = std::round(geometry.curve_chart().y_of(most));
  return label_box(text, QPointF(panel.left() + 4, y - 3), Qt::AlignLeft | Qt::AlignBottom, panel);
}

double hidden_by_label(const HeapMapGeometry& geometry, const HeapMapScene& scene, const QRectF& label) {
  constexpr double kEvery = 4;
  if (!geometry.curve().intersects(label)) return 0;
  const StepChart chart = geometry.curve_chart();
  const StepCurve* reserved = reserved_of(scene);
  double hidden = 0;
  for (double x = label.left(); x < label.right(); x += kEvery) {
    const double from = std::max(0.0, geometry.place_at(x)), to = std::max(from, geometry.place_at(x + kEvery));
    const double y = chart.y_of(scene.curve().most(from, to));
    if (y > label.top() && y < label.bottom()) hidden += kEvery;
    if (reserved == nullptr) continue;
    const auto range = reserved->extent(static_cast<std::size_t>(from), static_cast<std::size_t>(std::ceil(to)));
    if (chart.y_of(range.most) < label.bottom() && chart.y_of(range.least) > label.top()) hidden += kEvery;
  }
  return hidden;
}

/// Nothing of the curve is higher than the peak, so above it there is mostly room; not where the allocator's line is
/// close, or the panel ends. Then it is at the head, or in the area below: beside the peak, too.
QRectF map_peak_label(const HeapMapGeometry& geometry, const HeapMapScene& scene) {
  const double x = peak_x(geometry, scene);
  const QRectF& panel = geometry.curve();
  if (panel.isNull() || x < geometry.plot().left() || x > geometry.plot().right()) return {};
  const double middle = std::floor(x) + 0.5, y = geometry.curve_chart().y_of(scene.curve().peak());
  const QString text = peak_text(geometry, scene);
  const std::vector<QRectF> others = other_labels(geometry, scene);
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
  if (scene.heap() != nullptr) paint_annotations(painter, geometry, *scene.heap(), theme);
  const QPolygonF edge = upper_edge(geometry.curve_chart(), scene.curve(), std::floor(panel.width()));
  if (edge.isEmpty()) return;
  // A jagged polygon of a thousand pieces takes many milliseconds to smoothen, for no gain.
  if (edge.size() > kMostSmoothPoints && painter.paintEngine()->type() == QPaintEngine::Raster)
    fill_columns(painter, panel, edge, theme);
  else
    paint_smooth_curve(painter, geometry.curve_chart(), edge, theme);
  if (reserved_of(scene) != nullptr) paint_reserved(painter, geometry, *scene.heap(), theme);
  label_peak(painter, geometry, scene, theme);
}

}  // namespace stowage
