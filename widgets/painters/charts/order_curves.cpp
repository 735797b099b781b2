// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/charts/order_curves.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/insight/analysis/byte_usage.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"

namespace stowage {
namespace {

/// Above the curves, with a gap; none in a low chart.
double room_for_bands(const QRectF& rect, const OrderCurves& curves) {
  return curves.bands && rect.height() > 6 * BandRow::kHeight ? BandRow::kHeight + 2 : 0;
}

void draw_bands(QPainter& painter, const OrderCurvesChart& chart, const OrderCurves& curves, const Theme& theme) {
  const Lifetime shown = curves.shown();
  if (!curves.bands || shown.empty()) return;
  const QRectF& plot = chart.plot();
  const BandRow row(*curves.bands, shown.begin, shown.end, plot.left(), plot.right());
  row.paint_ground(painter, plot, theme.surface, theme);
  row.paint_borders(painter, plot, theme);
  if (!chart.bands().isNull()) row.paint_row(painter, chart.bands(), theme);
}

QString label_text(const OrderCurve& curve, const OrderCurves& all) {
  return curve.bytes ? curve.name + ' ' + footprint_words(all.uncounted, curve.bytes->peak()) : QString();
}

/// Labels of two curves need two lines over these where they cannot stand in one, so that neither must hide a curve.
/// Elsewhere than on paper tips say what is below a label.
int label_lines(const QRectF& rect, const OrderCurves& curves) {
  constexpr double kBeside = 90;  // the axis, and a gap
  if (page_style() == nullptr || !curves.first.bytes || !curves.second.bytes) return 1;
  double width = 0;
  for (const OrderCurve* curve : {&curves.first, &curves.second})
    width += label_box(label_text(*curve, curves), {}, {}, {}).width();
  return width + kBeside <= rect.width() ? 1 : 2;
}

/// The peak of a curve in pixels; none where it is out of view.
std::optional<QPointF> peak_of(const CurveChart& chart, const OrderCurve& curve) {
  if (!curve.bytes || curve.bytes->size() == 0) return std::nullopt;
  const std::size_t step = curve.bytes->peak_step();
  if (step < chart.shown().begin || step >= chart.shown().end) return std::nullopt;
  return QPointF(chart.x_of(static_cast<double>(step) + 0.5), chart.y_of(curve.bytes->peak()));
}

/// Over the peak; or, of the places around it and at the head of the plot, the one that hides least, and of equals
/// the nearest.
QRectF place_label(const CurveChart& chart, const QString& text, QPointF peak, const OrderCurves& curves,
                   const std::vector<QRectF>& taken) {
  constexpr double kDot = 6, kGap = 3;
  constexpr double kFar = 0.005, kTaken = 2.5;  // pixels hidden that one of distance, or of another label, is worth
  const QRectF& plot = chart.plot();
  const double high = label_box(text, {}, {}, plot).height();
  QRectF best;
  double least = -1;
  const auto consider = [&](const QRectF& box) {
    double cost = std::abs(box.center().x() - peak.x()) + std::abs(box.center().y() - peak.y());
    cost *= kFar;
    for (const OrderCurve* each : {&curves.first, &curves.second})
      if (each->bytes) cost += hidden_by(chart, *each->bytes, box);
    for (const QRectF& other : taken) {
      const QRectF both = box & other;
      cost += kTaken * both.width() * both.height();
    }
    if (least >= 0 && cost >= least) return;
    least = cost;
    best = box;
  };
  for (const double top :
       {peak.y() - kDot - high, peak.y() - high / 2, peak.y() + kDot, plot.top(), plot.top() + high + 1})
    for (const auto& [side, x] :
         {std::pair{Qt::AlignHCenter, peak.x()}, std::pair{Qt::AlignLeft, peak.x() + kDot + kGap},
          std::pair{Qt::AlignRight, peak.x() - kDot - kGap}, std::pair{Qt::AlignLeft, plot.left() + kGap},
          std::pair{Qt::AlignRight, plot.right() - kGap}})
      consider(label_box(text, {x, top}, side, plot));
  return best;
}

void draw_dot(QPainter& painter, QPointF at, const QColor& color, const Theme& theme) {
  painter.setRenderHint(QPainter::Antialiasing);
  set_ink(painter, QPen(theme.surface, page_line(1)), color);
  painter.drawEllipse(at, 4, 4);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void draw_peaks(QPainter& painter, const OrderCurvesChart& chart, const OrderCurves& curves, const Theme& theme) {
  const QColor first = first_order_color(theme), second = second_order_color(theme);
  if (const auto at = peak_of(chart, curves.first)) draw_dot(painter, *at, first, theme);
  if (const auto at = peak_of(chart, curves.second)) draw_dot(painter, *at, second, theme);
  const OrderLabels labels = order_labels(chart, curves);
  draw_label(painter, labels.first, first, theme);
  draw_label(painter, labels.second, second, theme);
}

}  // namespace

std::size_t OrderCurves::steps() const {
  return std::max(first.bytes ? first.bytes->size() : 0, second.bytes ? second.bytes->size() : 0);
}

Bytes OrderCurves::most() const {
  return std::max(first.bytes ? first.bytes->peak() : Bytes{}, second.bytes ? second.bytes->peak() : Bytes{});
}

Lifetime OrderCurves::shown() const {
  const auto all = static_cast<std::uint32_t>(steps());
  if (!range) return {0, all};
  return {std::min(range->begin, all), std::min(range->end, all)};
}

OrderCurvesChart::OrderCurvesChart(const QRectF& rect, const OrderCurves& curves)
    : CurveChart(rect, curves.shown(), curves.most(),
                 {.above = room_for_bands(rect, curves), .label_lines = label_lines(rect, curves), .titled = true}) {
  if (const double room = room_for_bands(rect, curves); room > 0)
    bands_ = QRectF(plot().left(), plot().top() - room, plot().width(), BandRow::kHeight);
}

OrderLabels order_labels(const OrderCurvesChart& chart, const OrderCurves& curves) {
  const auto first = peak_of(chart, curves.first), second = peak_of(chart, curves.second);
  constexpr double kDot = 5;
  std::vector<QRectF> taken;
  const auto dot = [&](QPointF at) { return QRectF(at - QPointF(kDot, kDot), QSizeF(2 * kDot, 2 * kDot)); };
  for (const auto& at : {first, second})
    if (at) taken.push_back(dot(*at));
  OrderLabels out{{label_text(curves.first, curves)}, {label_text(curves.second, curves)}};
  if (first) taken.push_back(out.first.box = place_label(chart, out.first.text, *first, curves, taken));
  if (second) out.second.box = place_label(chart, out.second.text, *second, curves, taken);
  return out;
}

QColor first_order_color(const Theme& theme) {
  return theme.muted_text;
}

QColor second_order_color(const Theme& theme) {
  return theme.path;
}

void paint_order_curves(QPainter& painter, const QRectF& rect, const OrderCurves& curves, const Theme& theme) {
  const OrderCurvesChart chart(rect, curves);
  const QRectF& plot = chart.plot();
  const QColor first = first_order_color(theme), second = second_order_color(theme);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(plot, theme.surface);
  draw_bands(painter, chart, curves, theme);
  ChartAxes axes = step_axes(chart, curves.times);
  axes.upright = {QCoreApplication::translate("stowage::HeapMap", "bytes alive"),
                  QCoreApplication::translate("stowage::HeapMap", "alive")};
  paint_axes(painter, chart, axes, theme);
  painter.setClipRect(plot.adjusted(-5, -5, 5, 1));
  if (curves.first.bytes) {
    const QColor area = see_through(first, 0.35, theme.surface);  // the bands are seen through it
    paint_curve(painter, chart, *curves.first.bytes, {.line = first, .area = area});
  }
  if (curves.second.bytes) paint_curve(painter, chart, *curves.second.bytes, {.line = second, .thickness = 2});
  draw_peaks(painter, chart, curves, theme);
  if (curves.bands && !curves.bands_caption.isEmpty())
    draw_label(painter, curves.bands_caption, plot.bottomLeft() + QPointF(4, -3), Qt::AlignLeft | Qt::AlignBottom, plot,
               theme.muted_text, theme);
  painter.restore();
}

std::vector<Bytes> bytes_alive(const PlanView& view, Bytes alignment) {
  if (view.plan) return memory_curve(*view.graph, *view.lifetimes, *view.plan);
  return memory_curve(*view.graph, *view.lifetimes, alignment);
}

Drawing curves_drawing(OrderCurves curves, const QString& title, const QString& subtitle) {
  const Lifetime all = curves.shown();
  Drawing out{.title = title, .subtitle = subtitle, .natural_size = {1200, 420}, .least_height = 180};
  out.crop = {.steps = true, .shown = {.steps = std::pair<double, double>(all.begin, all.end)}};
  out.paint = [curves = std::move(curves)](QPainter& painter, const QRectF& rect, const Theme& theme) {
    OrderCurves part = curves;
    if (const auto crop = page_crop().steps)
      part.range = Lifetime{static_cast<std::uint32_t>(crop->first), static_cast<std::uint32_t>(crop->second)};
    paint_order_curves(painter, rect, part, theme);
  };
  return out;
}

Result<Drawing> memory_drawing(const PlanView& view, const DrawingLook& look, const Task&) {
  const QString title = text_of(view.graph->name());
  const auto curve = std::make_shared<const StepCurve>(bytes_alive(view, look.alignment));
  if (curve->size() == 0 || curve->peak() == Bytes{})
    return sentence_drawing(title, CurveText::tr("No tensor is ever alive, so there is nothing to draw."));
  OrderCurves curves{.first = {CurveText::tr("peak"), curve}, .second = {}, .uncounted = uncounted(*view.graph)};
  curves.times.assign(view.graph->times().begin(), view.graph->times().end());
  return curves_drawing(std::move(curves), title,
                        CurveText::tr("bytes alive in each of %1 steps").arg(grouped(curve->size())));
}

}  // namespace stowage
