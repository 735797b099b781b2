// SPDX-License-Identifier: Apache-2.0
// The panel below a heap map: the memory curve, its peak, and what a recorded heap adds to it. And what is drawn over
// the map: the time cursor with the holes at it, the time range, outlines, pins, the clash.
#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/heap_map/map_difference.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kBeside = 6;         // pixels from the peak to its label
constexpr double kFailuresBelow = 4;  // the top of the plot

/// What the allocator had reserved: it says nothing of a plan that is not the recorded one. Null where there is none.
const StepCurve* reserved_of(const HeapMapScene& scene) {
  const HeapTimeline* heap = scene.is_recorded() ? scene.heap() : nullptr;
  return heap != nullptr && heap->reserved.peak().count > 0 ? &heap->reserved : nullptr;
}

/// Pixels of lines in the curve's panel that such a label hides.
double hidden_by_label(const HeapMapGeometry& geometry, const HeapMapScene& scene, const QRectF& label) {
  if (!geometry.curve().intersects(label)) return 0;
  const StepChart chart = geometry.curve_chart();
  const StepCurve* reserved = reserved_of(scene);
  return hidden_by(chart, scene.curve(), label, false) + (reserved != nullptr ? hidden_by(chart, *reserved, label) : 0);
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

void mark_peak(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene, const Theme& theme) {
  const QRectF& plot = geometry.plot();
  const double x = peak_x(geometry, scene);
  if (x < plot.left() || x > plot.right()) return;
  paint_peak(painter, geometry.curve_chart(), std::floor(x) + 0.5, plot.top(), scene.curve().peak(), theme);
}

/// Behind the curve: annotations, as bands with their names.
void paint_annotations(QPainter& painter, const HeapMapGeometry& geometry, const HeapTimeline& heap,
                       const Theme& theme) {
  painter.setRenderHint(QPainter::Antialiasing, false);
  paint_step_bands(painter, geometry.curve_chart(), heap.bands, theme);
  paint_annotation_names(painter, geometry.curve_chart(), heap, theme);
  painter.setRenderHint(QPainter::Antialiasing);
}

/// Over its line or below it, as far to the left as may be. Null where there is none.
PlacedLabel place_reserved(const HeapMapGeometry& geometry, const HeapMapScene& scene, LabelRoom& room) {
  constexpr int kPlaces = 8;
  const QRectF& panel = geometry.curve();
  const StepCurve* reserved = reserved_of(scene);
  const QString text = fitting_label({HeapMapText::tr("reserved")}, panel.width());
  if (reserved == nullptr || panel.isNull() || text.isEmpty()) return {};
  std::vector<QRectF> places;
  for (int k = 0; k < kPlaces; ++k) {
    const double x = panel.left() + 4 + k * panel.width() / kPlaces;
    const auto from = static_cast<std::size_t>(std::max(0.0, std::floor(geometry.place_at(x - 4))));
    const auto to = static_cast<std::size_t>(std::ceil(geometry.place_at(x - 3)));
    if (from >= reserved->size()) break;
    const double y = std::round(geometry.curve_chart().y_of(reserved->extent(from, std::max(to, from + 1)).most));
    places.push_back(label_box(text, QPointF(x, y - 3), Qt::AlignLeft | Qt::AlignBottom, panel));
    places.push_back(label_box(text, QPointF(x, y + 4), Qt::AlignLeft | Qt::AlignTop, panel));
  }
  return {text, room.place(places, [&](const QRectF& box) { return hidden_by_label(geometry, scene, box); })};
}

/// Nothing of the curve is higher than the peak, so above it there is mostly room; not where the allocator's line is
/// close, or the panel ends. Then it is at the head, or in the area below: beside the peak, too.
PlacedLabel place_peak(const HeapMapGeometry& geometry, const HeapMapScene& scene, LabelRoom& room) {
  const double x = peak_x(geometry, scene);
  const QRectF& panel = geometry.curve();
  const QString text = peak_text(geometry, scene);
  if (panel.isNull() || text.isEmpty() || x < geometry.plot().left() || x > geometry.plot().right()) return {};
  const double middle = std::floor(x) + 0.5, y = geometry.curve_chart().y_of(scene.curve().peak());
  std::vector<QRectF> places;
  for (const auto& [at, align] : {std::pair{y - 3, Qt::AlignBottom},
                                  {panel.top() + 1, Qt::AlignTop},
                                  {y + 6, Qt::AlignTop},
                                  {panel.bottom() - 2, Qt::AlignBottom}})
    for (const auto& [side, by] :
         {std::pair{Qt::AlignHCenter, 0.0}, {Qt::AlignLeft, kBeside}, {Qt::AlignRight, -kBeside}})
      places.push_back(label_box(text, QPointF(middle + by, at), side | align, panel));
  return {text, room.place(places, [&](const QRectF& box) { return hidden_by_label(geometry, scene, box); })};
}

constexpr double kLeastColumn = 12;  // pixels that the column of the holes is wide at least
constexpr double kSmallPlot = 400;   // pixels: less wide, as in A | B, labels are short or left out

QColor veil(const QColor& color, double opacity, const Theme& theme) {
  return see_through(color, opacity, theme.surface);
}

/// The rim of a rectangle, half in and half out. Filled, since strokes take ten times as long, and there may be many.
void rim(QPainter& painter, const QRectF& r, double width, const QColor& color) {
  const QRectF out = r.adjusted(-width / 2, -width / 2, width / 2, width / 2);
  painter.fillRect(QRectF(out.left(), out.top(), out.width(), width), color);
  painter.fillRect(QRectF(out.left(), out.bottom() - width, out.width(), width), color);
  painter.fillRect(QRectF(out.left(), out.top() + width, width, out.height() - 2 * width), color);
  painter.fillRect(QRectF(out.right() - width, out.top() + width, width, out.height() - 2 * width), color);
}

void outline(QPainter& painter, const QRectF& rect, const QColor& color, double width, const Theme& theme) {
  const bool smooth = painter.testRenderHint(QPainter::Antialiasing);
  painter.setRenderHint(QPainter::Antialiasing, false);
  rim(painter, rect, width + 2, theme.background);
  rim(painter, rect, width, color);
  painter.setRenderHint(QPainter::Antialiasing, smooth);
}

/// Its rectangle, at least a few pixels each way so that the outline of a tiny one can be seen.
QRectF visible_rect(const MapItem& item, const HeapMapGeometry& geometry) {
  QRectF r = geometry.rect_of(item);
  const double wider = std::max(0.0, 4 - r.width()) / 2, higher = std::max(0.0, 4 - r.height()) / 2;
  r.adjust(-wider, -higher, wider, higher);
  return r.intersected(geometry.plot().adjusted(-8, -8, 8, 8));
}

void outline_all(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene,
                 const std::vector<TensorId>& tensors, const QColor& color, double width, const Theme& theme) {
  for (TensorId t : tensors)
    if (const auto item = scene.place(t))
      if (const QRectF rect = visible_rect(*item, geometry); !rect.isEmpty())
        outline(painter, rect, color, width, theme);
}

/// The moment of the cursor in pixels; wide enough to be seen.
QRectF column_of(const HeapMapGeometry& geometry, const MapMoment& moment) {
  const QRectF& plot = geometry.plot();
  QRectF column(QPointF(geometry.x_of(moment.begin), plot.top()), QPointF(geometry.x_of(moment.end), plot.bottom()));
  const double wider = std::max(0.0, kLeastColumn - column.width()) / 2;
  return column.adjusted(-wider, 0, wider, 0).intersected(plot);
}

QRectF rect_of(const HeapMapGeometry& geometry, const QRectF& column, const ByteStretch& stretch) {
  const QRectF all(QPointF(column.left(), geometry.y_of(static_cast<double>(stretch.high.value))),
                   QPointF(column.right(), geometry.y_of(static_cast<double>(stretch.low.value))));
  return all.intersected(column);
}

void paint_largest_hole(QPainter& painter, const HeapMapGeometry& geometry, const QRectF& column,
                        const ByteStretch& hole, const Theme& theme) {
  const QRectF rect = rect_of(geometry, column, hole);
  if (hole.size().count == 0 || rect.height() < 1) return;
  set_ink(painter, QPen(theme.text, page_line(1.5)), Qt::NoBrush);
  painter.drawRect(rect.adjusted(0.75, 0.75, -0.75, -0.75));
}

/// Beside it; null in a map so small that the label would hide what it is about.
PlacedLabel place_largest_hole(const HeapMapGeometry& geometry, const QRectF& column, const ByteStretch& hole,
                               LabelRoom& room) {
  const QRectF rect = rect_of(geometry, column, hole);
  if (column.isEmpty() || hole.size().count == 0 || rect.height() < 1 || geometry.plot().width() < kSmallPlot)
    return {};
  // Not the largest hole of an allocator's segments, which the view of the heap shows.
  const QString text = HeapMapText::tr("largest hole in the footprint %1").arg(human_bytes(hole.size()));
  const bool right = rect.right() + text_width(paint_font(11), text) + 24 < geometry.plot().right();
  std::vector<QRectF> places;
  for (const bool at_right : {right, !right})
    for (const auto& [y, align] : {std::pair{rect.center().y(), Qt::AlignVCenter},
                                   {rect.top(), Qt::AlignTop},
                                   {rect.bottom(), Qt::AlignBottom},
                                   {rect.top() - 2, Qt::AlignBottom},
                                   {rect.bottom() + 2, Qt::AlignTop}})
      places.push_back(label_box(text, QPointF(at_right ? rect.right() + 5 : rect.left() - 5, y),
                                 (at_right ? Qt::AlignLeft : Qt::AlignRight) | align, geometry.plot()));
  return {text, room.place(places)};
}

/// Shades what is free at the cursor, and lightly what is held.
void paint_holes(QPainter& painter, const HeapMapGeometry& geometry, const ByteUsage& holes, const QRectF& column,
                 const Theme& theme) {
  if (column.isEmpty()) return;
  const double low = geometry.view().y0, high = geometry.view().y1;
  const auto from = std::ranges::partition_point(
      holes.stretches, [&](const ByteStretch& one) { return static_cast<double>(one.high.value) <= low; });
  double last = column.bottom() + 1;  // what is thinner than a pixel is drawn once a pixel
  for (auto at = from; at != holes.stretches.end() && static_cast<double>(at->low.value) < high; ++at) {
    const QRectF rect = rect_of(geometry, column, *at);
    if (at->use == ByteUse::alive || (rect.height() < 1 && last - rect.top() < 1)) continue;
    last = rect.top();
    painter.fillRect(rect, veil(theme.text, at->use == ByteUse::free ? 0.30 : 0.12, theme));
  }
  paint_largest_hole(painter, geometry, column, holes.largest, theme);
}

/// The longest first.
QStringList waste_texts(const ByteUsage& holes) {
  if (holes.wasted().count == 0) return {HeapMapText::tr("no holes")};
  const QString free = human_bytes(holes.free), all = human_bytes(holes.wasted());
  if (holes.held.count == 0) return {HeapMapText::tr("%1 in holes").arg(free)};
  return {HeapMapText::tr("%1 lost: %2 in holes, %3 held for other streams").arg(all, free, human_bytes(holes.held)),
          HeapMapText::tr("%1 lost").arg(all)};
}

/// The texts alone.
MapCursorLabels cursor_texts(const HeapMapGeometry& geometry, const HeapMapScene& scene,
                             const HeapMapOverlay& overlay) {
  const double width = geometry.lowest_panel().width();
  const double place = overlay.time_cursor->begin;
  const QString size = human_bytes(scene.curve().at(place)), at = scene.place_text(place);
  MapCursorLabels out;
  out.alive.text =
      fitting_label({HeapMapText::tr("%1: %2 alive").arg(at, size), HeapMapText::tr("%1 alive").arg(size)}, width);
  if (const HeapTimeline* heap = scene.heap(); heap && scene.is_recorded()) {
    const QString reserved = human_bytes(heap->reserved[static_cast<std::size_t>(place)]);
    out.alive.text = fitting_label({HeapMapText::tr("%1: %2 reserved, %3 allocated").arg(at, reserved, size),
                                    HeapMapText::tr("%1 reserved, %2 allocated").arg(reserved, size), size},
                                   width);
  }
  if (overlay.holes) {
    const QStringList wordings = waste_texts(*overlay.holes);
    out.wasted.text = fitting_label(width < kSmallPlot ? wordings.last(1) : wordings, width);
  }
  return out;
}

QString range_text(const HeapMapGeometry& geometry, const HeapMapScene& scene, Lifetime range) {
  const QString most = human_bytes(scene.curve().most(range.begin, range.end));
  const std::uint32_t last = scene.over_time() ? range.end : range.end - 1;  // a step is meant with its end
  const QString full =
      HeapMapText::tr("%1 to %2: at most %3 alive").arg(scene.place_text(range.begin), scene.place_text(last), most);
  return fitting_label({full, HeapMapText::tr("at most %1 alive").arg(most), most}, geometry.plot().width());
}

/// At the foot of the map, since in the curve there are the labels of the peak and of the cursor.
PlacedLabel place_range(const HeapMapGeometry& geometry, const HeapMapScene& scene, Lifetime range, LabelRoom& room) {
  const QRectF& plot = geometry.plot();
  const double left = std::clamp(geometry.x_of(range.begin), plot.left(), plot.right());
  const double right = std::clamp(geometry.x_of(range.end), plot.left(), plot.right());
  const QString text = range_text(geometry, scene, range);
  std::vector<QRectF> places;
  for (const auto& [y, align] : {std::pair{plot.bottom() - 3, Qt::AlignBottom},
                                 {plot.center().y(), Qt::AlignVCenter},
                                 {plot.top() + 3, Qt::AlignTop}})
    places.push_back(label_box(text, QPointF((left + right) / 2, y), Qt::AlignHCenter | align, plot));
  return {text, room.place(places)};
}

/// How bad it is to draw a label there.
double cost_of(const HeapMapGeometry& geometry, const HeapMapScene& scene, const QRectF& box) {
  constexpr double kTensors = 80;  // hidden, with their names: less bad than a stretch of the curve that long
  const double cost = hidden_by_label(geometry, scene, box);
  return box.intersects(geometry.plot()) ? cost + kTensors : cost;
}

void paint_time_cursor(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapOverlay& overlay,
                       const Theme& theme) {
  const QRectF &plot = geometry.plot(), &panel = geometry.lowest_panel();
  const double x = std::floor(geometry.x_of(overlay.time_cursor->mark)) + 0.5;
  if (x < plot.left() || x > plot.right()) return;
  painter.setPen(QPen(theme.text, page_line(1)));
  painter.drawLine(QPointF(x, plot.top()), QPointF(x, panel.bottom()));
  if (overlay.holes) paint_holes(painter, geometry, *overlay.holes, column_of(geometry, *overlay.time_cursor), theme);
}

/// Dims what is outside but for the labels, which are of all steps, and draws the ends as handles.
void paint_range(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene, Lifetime range,
                 const Theme& theme) {
  const QRectF &plot = geometry.plot(), &panel = geometry.lowest_panel();
  const QRectF all(plot.topLeft(), panel.bottomRight());
  const double left = std::clamp(geometry.x_of(range.begin), all.left(), all.right());
  const double right = std::clamp(geometry.x_of(range.end), all.left(), all.right());
  const MapLabels fixed = map_labels(geometry, scene);
  QPainterPath labels;
  for (const QRectF& label : {fixed.peak.box, fixed.levels.footprint.box, fixed.levels.bound.box})
    if (!label.isNull()) labels.addRect(label);
  for (const PlacedLabel& label : fixed.failures) labels.addRect(label.box);
  for (const QRectF& each : {plot, geometry.curve()})
    for (const QRectF& part : {QRectF(each.topLeft(), QPointF(left, each.bottom())),
                               QRectF(QPointF(right, each.top()), each.bottomRight())}) {
      if (each.isNull() || part.isEmpty()) continue;
      QPainterPath path;
      path.addRect(part);
      painter.fillPath(path.subtracted(labels), veil(theme.background, 0.72, theme));
    }
  const double middle = panel.center().y(), half = std::min(11.0, panel.height() / 2);
  for (const double end : {geometry.x_of(range.begin), geometry.x_of(range.end)}) {
    if (end < all.left() - 1 || end > all.right() + 1) continue;
    const double x = std::floor(end) + 0.5;
    painter.setPen(QPen(theme.text, page_line(1)));
    painter.drawLine(QPointF(x, all.top()), QPointF(x, all.bottom()));
    painter.setBrush(theme.background);
    painter.drawRoundedRect(QRectF(x - 3, middle - half, 6, 2 * half), 2, 2);
  }
}

/// A pin whose point is in the upper right corner of the tensor.
void paint_pin(QPainter& painter, QPointF at, const Theme& theme) {
  QPainterPath pin;
  pin.moveTo(at);
  pin.cubicTo(at + QPointF(-7, -6), at + QPointF(-5, -13), at + QPointF(0, -13));
  pin.cubicTo(at + QPointF(5, -13), at + QPointF(7, -6), at);
  set_ink(painter, QPen(theme.background, page_line(1)), theme.text);
  painter.drawPath(pin);
  set_ink(painter, Qt::NoPen, theme.background);
  painter.drawEllipse(at + QPointF(0, -8.5), 2, 2);
}

/// One is overwritten by the other: named in a corner of each.
std::vector<PlacedLabel> place_clash(const HeapMapGeometry& geometry, const HeapMapScene& scene,
                                     const HeapMapOverlay& overlay, LabelRoom& room) {
  std::vector<PlacedLabel> out;
  for (const TensorId t : {overlay.overwritten, overlay.overwriting}) {
    const auto item = t.valid() ? scene.place(t) : std::nullopt;
    const QRectF rect = item ? visible_rect(*item, geometry) : QRectF();
    if (rect.isEmpty()) continue;
    const QString name = fitted_name(paint_font(11), text_of(scene.graph().name(t)), 160);
    const QString text = t == overlay.overwritten ? HeapMapText::tr("%1 is overwritten").arg(name)
                                                  : HeapMapText::tr("%1 is written over it").arg(name);
    const double line = label_box(text, {}, {}, geometry.plot()).height() + 2;
    std::vector<QRectF> places;
    for (const QPointF& at : {rect.topLeft() + QPointF(4, 4), rect.topLeft() + QPointF(4, 4 + line),
                              rect.topLeft() + QPointF(4, -line), rect.bottomLeft() + QPointF(4, 2)})
      places.push_back(label_box(text, at, Qt::AlignLeft | Qt::AlignTop, geometry.plot()));
    out.push_back({text, room.place(places)});
  }
  return out;
}

/// Tensors that a check found to lie wrong, and what two of them share. The mark does not depend on the selection.
void paint_clashes(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene,
                   const PlanClashes& clashes, const Theme& theme) {
  std::vector<TensorId> wrong;
  for (const PlanClashes::Pair& clash : clashes.pairs) {
    if (wrong.size() >= kMostOutlines) break;
    for (const TensorId t : {clash.first, clash.second})
      if (t.valid() && scene.place(t)) wrong.push_back(t);
    const auto first = clash.first.valid() ? scene.place(clash.first) : std::nullopt;
    const auto second = clash.second.valid() ? scene.place(clash.second) : std::nullopt;
    if (!first || !second) continue;
    const QRectF both = visible_rect(*first, geometry) & visible_rect(*second, geometry);
    if (both.isEmpty()) continue;  // they clash while the one is only held
    painter.fillRect(both, veil(theme.background, 0.6, theme));
    painter.setPen(QPen(theme.peak, page_line(1.5)));
    painter.drawLines(hatch_lines(both, Qt::BDiagPattern, 5));
  }
  std::ranges::sort(wrong);
  wrong.erase(std::ranges::unique(wrong).begin(), wrong.end());
  outline_all(painter, geometry, scene, wrong, theme.peak, 2, theme);
}

QString clashes_text(const HeapMapGeometry& geometry, const PlanClashes& clashes) {
  const auto count = as_int(clashes.count);
  return fitting_label({HeapMapText::tr("not a safe plan: %Ln clash(es), in red", nullptr, count),
                        HeapMapText::tr("%Ln clash(es)", nullptr, count)},
                       geometry.plot().width());
}

/// Where a label can stand that is about all of the map: its corners, and the middle of foot and head.
std::vector<QRectF> corners_for(const HeapMapGeometry& geometry, const QString& text) {
  const QRectF plot = geometry.plot().adjusted(4, 4, -4, -4);
  std::vector<QRectF> out;
  for (const auto& [at, align] : {std::pair{plot.bottomRight(), Qt::AlignRight | Qt::AlignBottom},
                                  {plot.bottomLeft(), Qt::AlignLeft | Qt::AlignBottom},
                                  {plot.topRight(), Qt::AlignRight | Qt::AlignTop},
                                  {plot.topLeft(), Qt::AlignLeft | Qt::AlignTop},
                                  {{plot.center().x(), plot.bottom()}, Qt::AlignHCenter | Qt::AlignBottom},
                                  {{plot.center().x(), plot.top()}, Qt::AlignHCenter | Qt::AlignTop}})
    out.push_back(label_box(text, at, align, geometry.plot()));
  return out;
}

/// The least bad of the places on and beside the cursor, at the foot and the head of the curve and the foot of the map;
/// of equals the first.
MapCursorLabels place_cursor(const HeapMapGeometry& geometry, const HeapMapScene& scene, const HeapMapOverlay& overlay,
                             LabelRoom& room) {
  const QRectF &plot = geometry.plot(), &panel = geometry.lowest_panel();
  const double x = geometry.x_of(overlay.time_cursor->mark);
  if (x < plot.left() || x > plot.right()) return {};
  MapCursorLabels here = cursor_texts(geometry, scene, overlay);
  const double line = label_box(here.alive.text, {}, {}, panel).height() + 1,
               lines = here.wasted.text.isEmpty() ? 1 : 2;
  const QRectF all(plot.topLeft(), panel.bottomRight());
  MapCursorLabels best;
  std::pair<double, double> least(-1, 0);
  for (const double foot : {panel.bottom() - 2, panel.top() + 2 + lines * line, plot.bottom() - 3, plot.center().y(),
                            plot.top() + 2 + lines * line})
    for (const auto& [side, by] :
         {std::pair{Qt::AlignHCenter, 0.0}, std::pair{Qt::AlignLeft, 5.0}, std::pair{Qt::AlignRight, -5.0}}) {
      std::pair<double, double> cost;
      const auto put = [&](PlacedLabel& label, double bottom) {
        label.box = label_box(label.text, {x + by, bottom}, side | Qt::AlignBottom, all);
        cost.first += room.hidden_by(label.box);
        cost.second += cost_of(geometry, scene, label.box);
      };
      put(here.alive, foot);
      if (lines > 1) put(here.wasted, foot - line);
      if (least.first >= 0 && cost >= least) continue;
      best = here;
      least = cost;
    }
  room.take(best.alive.box);
  room.take(best.wasted.box);
  return best;
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

double map_tensors_hidden_by(const HeapMapGeometry& geometry, const HeapMapScene& scene, const QRectF& label) {
  constexpr double kLeast = 2;  // pixels: a smaller tensor is a shade among others
  double hidden = 0;
  const MapView window{geometry.place_at(label.left()), geometry.place_at(label.right()),
                       geometry.offset_at(label.bottom()), geometry.offset_at(label.top())};
  const QRectF& plot = geometry.plot();
  scene.index().visit_large(window, kLeast / plot.width() * geometry.view().width(),
                            kLeast / plot.height() * geometry.view().height(), [&](std::span<const MapItem> items) {
                              for (const MapItem& item : items) {
                                const QRectF both = geometry.rect_of(item) & label;
                                hidden += both.width() * both.height();
                              }
                            });
  return hidden;
}

MapLabels map_labels(const HeapMapGeometry& geometry, const HeapMapScene& scene) {
  MapLabels out;
  out.levels = map_level_labels(geometry, scene);
  out.room.take(out.levels.footprint.box);
  out.room.take(out.levels.bound.box);
  if (const HeapTimeline* heap = scene.heap()) {
    out.failures =
        failure_labels({geometry.plot(), geometry.view().x0, geometry.view().x1, 1}, *heap, kFailuresBelow, out.room);
    if (!geometry.curve().isNull()) out.room.take(map_annotation_labels(geometry, *heap));
  }
  out.reserved = place_reserved(geometry, scene, out.room);
  out.peak = place_peak(geometry, scene, out.room);
  return out;
}

void paint_map_curve(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene,
                     const Theme& theme) {
  const QRectF& panel = geometry.curve();
  painter.fillRect(panel, theme.surface);
  if (scene.heap() != nullptr) paint_annotations(painter, geometry, *scene.heap(), theme);
  paint_curve(painter, geometry.curve_chart(), scene.curve(), grey_curve(theme));
  if (const StepCurve* reserved = reserved_of(scene))
    paint_curve(painter, geometry.curve_chart(), *reserved, {.line = theme.footprint, .thickness = 2});
  mark_peak(painter, geometry, scene, theme);
}

MapOverlayLabels map_overlay_labels(const HeapMapGeometry& geometry, const HeapMapScene& scene,
                                    const HeapMapOverlay& overlay) {
  MapOverlayLabels out;
  out.room = map_labels(geometry, scene).room;
  if (overlay.difference) out.room.take(map_before_label(geometry, *overlay.difference, scene).box);
  out.clash = place_clash(geometry, scene, overlay, out.room);
  if (overlay.range) out.range = place_range(geometry, scene, *overlay.range, out.room);
  if (overlay.clashes) {
    out.clashes.text = clashes_text(geometry, *overlay.clashes);
    out.clashes.box = out.room.place(corners_for(geometry, out.clashes.text),
                                     [&](const QRectF& box) { return map_tensors_hidden_by(geometry, scene, box); });
  }
  if (overlay.time_cursor) out.cursor = place_cursor(geometry, scene, overlay, out.room);
  if (overlay.holes && !out.cursor.alive.box.isNull())
    out.largest_hole =
        place_largest_hole(geometry, column_of(geometry, *overlay.time_cursor), overlay.holes->largest, out.room);
  if (!overlay.state.isEmpty()) out.state = {overlay.state, out.room.place(corners_for(geometry, overlay.state))};
  return out;
}

void paint_heap_map_overlay(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene,
                            const HeapMapOverlay& overlay, const Theme& theme) {
  const MapOverlayLabels labels = map_overlay_labels(geometry, scene, overlay);
  painter.save();
  if (overlay.bands) paint_map_bands(painter, geometry, *overlay.bands, theme);
  painter.setRenderHint(QPainter::Antialiasing);
  if (overlay.range) paint_range(painter, geometry, scene, *overlay.range, theme);
  if (overlay.time_cursor) paint_time_cursor(painter, geometry, overlay, theme);
  painter.setClipRect(geometry.plot());
  if (overlay.clashes) paint_clashes(painter, geometry, scene, *overlay.clashes, theme);
  if (const auto item = overlay.hovered.valid() ? scene.place(overlay.hovered) : std::nullopt)
    outline(painter, visible_rect(*item, geometry), theme.text, 1.25, theme);
  outline_all(painter, geometry, scene, overlay.found, theme.text, 1.25, theme);
  outline_all(painter, geometry, scene, overlay.related, theme.selection, 1, theme);
  outline_all(painter, geometry, scene, overlay.selected, theme.selection, 2, theme);
  for (TensorId t : overlay.noted)
    if (const auto item = scene.place(t))
      if (const QRectF rect = visible_rect(*item, geometry) & geometry.plot(); !rect.isEmpty())
        paint_pin(painter, rect.topRight() + QPointF(-std::min(8.0, rect.width() / 2), 13), theme);
  for (const TensorId t : {overlay.overwritten, overlay.overwriting})
    if (t.valid()) outline_all(painter, geometry, scene, {t}, theme.peak, 2.5, theme);
  for (const PlacedLabel& label : labels.clash) draw_label(painter, label, theme.peak, theme);
  painter.setClipping(false);
  // Over the outlines, which would cross them out.
  draw_label(painter, labels.range, theme.text, theme);
  draw_label(painter, labels.clashes, theme.peak, theme);
  draw_label(painter, labels.largest_hole, theme.text, theme);
  draw_label(painter, labels.cursor.alive, theme.text, theme);
  draw_label(painter, labels.cursor.wasted, theme.text, theme);
  draw_label(painter, labels.state, theme.muted_text, theme);
  painter.restore();
}

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
  for (std::size_t k = 0; k < std::min(geometry.band_rows(), 1 + bands.inner.size()); ++k)
    BandRow(bands, geometry.view().x0, geometry.view().x1, plot.left(), plot.right(), k)
        .paint_row(painter, geometry.band_row(k), theme);
}

}  // namespace stowage
