// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/charts/order_curves.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <memory>
#include <utility>

#include "core/analysis/byte_lifetimes.h"
#include "widgets/painters/model/band_row.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct OrderCurvesText {
  Q_DECLARE_TR_FUNCTIONS(stowage::OrderCurves)
};

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

/// The peak's dot and its label, away from `taken`. Null where it is out of view.
QRectF draw_peak(QPainter& painter, const OrderCurvesChart& chart, const OrderCurves& curves, const OrderCurve& curve,
                 const QColor& color, const QRectF& taken, const Theme& theme) {
  const std::size_t step = curve.bytes->peak_step();
  const Lifetime shown = curves.shown();
  if (step < shown.begin || step >= shown.end) return {};
  const QPointF at(chart.x_of(static_cast<double>(step) + 0.5), chart.y_of(curve.bytes->peak()));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.surface, page_line(1)));
  painter.setBrush(color);
  painter.drawEllipse(at, 4, 4);
  painter.setRenderHint(QPainter::Antialiasing, false);
  const QString text = curve.name + ' ' + human_bytes(curve.bytes->peak());
  QPointF anchor = at - QPointF(0, 6);
  Qt::Alignment align = Qt::AlignHCenter | Qt::AlignBottom;
  if (label_box(text, anchor, align, chart.plot()).intersects(taken)) {
    anchor = QPointF(at.x(), std::max(at.y() + 6, taken.bottom() + 3));
    align = Qt::AlignHCenter | Qt::AlignTop;
  }
  return draw_label(painter, text, anchor, align, chart.plot(), color, theme);
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
    : CurveChart(rect, curves.shown(), curves.most(), room_for_bands(rect, curves)) {
  if (const double room = room_for_bands(rect, curves); room > 0)
    bands_ = QRectF(plot().left(), plot().top() - room, plot().width(), BandRow::kHeight);
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
  paint_curve_axes(painter, chart, theme, curves.times);
  painter.setClipRect(plot.adjusted(-5, -5, 5, 1));
  if (curves.first.bytes) {
    const QColor area = see_through(first, 0.35, theme.surface);  // the bands are seen through it
    paint_curve_area(painter, chart, *curves.first.bytes, area);
    paint_curve_line(painter, chart, *curves.first.bytes, first, 1);
  }
  if (curves.second.bytes) paint_curve_line(painter, chart, *curves.second.bytes, second, 2);
  QRectF taken;
  if (curves.first.bytes) taken = draw_peak(painter, chart, curves, curves.first, first, taken, theme);
  if (curves.second.bytes) draw_peak(painter, chart, curves, curves.second, second, taken, theme);
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
  constexpr QSize kNatural{1200, 420};
  Drawing out;
  out.title = title;
  out.subtitle = subtitle;
  out.natural_size = kNatural;
  const Lifetime all = curves.shown();
  out.crop.steps = true;
  out.crop.shown.steps = {all.begin, all.end};
  out.paint = [curves = std::move(curves)](QPainter& painter, const QRectF& rect, const Theme& theme) {
    OrderCurves part = curves;
    if (const auto crop = page_style() != nullptr ? page_style()->crop.steps : std::nullopt)
      part.range = Lifetime{static_cast<std::uint32_t>(crop->first), static_cast<std::uint32_t>(crop->second)};
    paint_order_curves(painter, rect, part, theme);
  };
  return out;
}

Drawing memory_drawing(const PlanView& view, Bytes alignment) {
  const QString title = text_of(view.graph->name());
  const auto curve = std::make_shared<const StepCurve>(bytes_alive(view, alignment));
  if (curve->size() == 0) {
    Drawing out;
    out.title = title;
    out.paint = [](QPainter& painter, const QRectF& rect, const Theme& theme) {
      draw_sentence(painter, rect, OrderCurvesText::tr("No tensor is ever needed: no memory is used."), theme);
    };
    return out;
  }
  OrderCurves curves{.first = {OrderCurvesText::tr("peak"), curve}, .second = {}};
  curves.times.assign(view.graph->times().begin(), view.graph->times().end());
  return curves_drawing(std::move(curves), title,
                        OrderCurvesText::tr("bytes alive in each of %1 steps").arg(grouped(curve->size())));
}

}  // namespace stowage
