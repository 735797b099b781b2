// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/order_curves.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "widgets/painters/axis.h"
#include "widgets/painters/numbers.h"
#include "widgets/painters/text.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::OrderCurves)
};

constexpr double kLeft = 62, kRight = 8, kTop = 4, kBottom = 18;
constexpr double kPeakRoom = 18;  // above the higher peak, for its label
constexpr double kLeastForLine = 4;  // pixels of a band that ends with a line
constexpr double kTickRoom = 24, kStepTickRoom = 80;

/// Upright pieces of a curve, from left to right: of one step each, or of a pixel where that holds several.
template <class Each>
void for_each_piece(const OrderCurvesChart& chart, Lifetime shown, const Each& each) {
  const std::size_t steps = shown.end - shown.begin;
  const auto pixels = static_cast<std::size_t>(std::max(1.0, std::ceil(chart.plot().width())));
  const std::size_t pieces = std::min(steps, pixels);
  std::size_t from = shown.begin;
  for (std::size_t k = 0; k < pieces; ++k) {
    const std::size_t to = shown.begin + (k + 1) * steps / pieces;
    each(chart.x_of(static_cast<double>(from)), chart.x_of(static_cast<double>(to)), from, to);
    from = to;
  }
}

/// One polygon: without smoothing it is filled line by line.
void fill_area(QPainter& painter, const OrderCurvesChart& chart, const OrderCurves& curves, const StepCurve& curve,
               const QColor& color) {
  QPolygonF area{QPointF(chart.plot().left(), chart.plot().bottom())};
  for_each_piece(chart, curves.shown(), [&](double left, double right, std::size_t from, std::size_t to) {
    const double y = chart.y_of(curve.extent(from, to).most);
    area << QPointF(left, y) << QPointF(right, y);
  });
  area << QPointF(area.last().x(), chart.plot().bottom());
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawPolygon(area);
}

/// Each piece from its least to its most, and what leads there from the one before: one upright bar a piece, in whole
/// pixels, which are filled fastest.
void draw_edge(QPainter& painter, const OrderCurvesChart& chart, const OrderCurves& curves, const StepCurve& curve,
               const QColor& color, int thickness) {
  std::optional<int> before;
  const auto pixel = [](double at) { return static_cast<int>(std::lround(at)); };
  for_each_piece(chart, curves.shown(), [&](double left, double right, std::size_t from, std::size_t to) {
    const StepCurve::Extent extent = curve.extent(from, to);
    const int high = pixel(chart.y_of(extent.most)) - thickness / 2;
    const int low = pixel(chart.y_of(extent.least)) - thickness / 2;
    const int x = pixel(left), width = std::max(1, pixel(right) - x);
    painter.fillRect(x, high, width, low - high + thickness, color);
    if (before && *before != high)
      painter.fillRect(x - thickness / 2, std::min(*before, high), thickness, std::abs(*before - high) + thickness,
                       color);
    before = high;
  });
}

void draw_axes(QPainter& painter, const QRectF& rect, const OrderCurvesChart& chart, const OrderCurves& curves,
               const Theme& theme) {
  const QRectF& plot = chart.plot();
  painter.setFont(paint_font(11));
  const double top = static_cast<double>(std::max<std::int64_t>(1, curves.most().count));
  const int most = std::max(1, static_cast<int>(plot.height() / kTickRoom));
  for (const Tick& tick : byte_ticks(0, top, most)) {
    const double y = std::floor(chart.y_of({static_cast<std::int64_t>(tick.value)})) + 0.5;
    painter.setPen(QPen(theme.grid, 1));
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.setPen(theme.muted_text);
    const double middle = std::clamp(y, rect.top() + 7, plot.bottom() - 5);
    painter.drawText(QRectF(rect.left(), middle - 8, plot.left() - rect.left() - 5, 16),
                     Qt::AlignRight | Qt::AlignVCenter, tick.label);
  }
  const Lifetime shown = curves.shown();
  const int across = std::max(1, static_cast<int>(plot.width() / kStepTickRoom));
  const QString title = Text::tr("step");
  painter.setPen(theme.muted_text);
  painter.drawText(QRectF(rect.left(), plot.bottom() + 2, plot.left() - rect.left() - 5, 14),
                   Qt::AlignRight | Qt::AlignVCenter, title);
  for (const Tick& tick : number_ticks(shown.begin, shown.end, across))
    draw_tick_label(painter, QPointF(chart.x_of(tick.value), plot.bottom() + 2), tick.label, plot.left(), plot.right());
}

/// Every second one stands out a little, and each of some width ends with a line.
void draw_bands(QPainter& painter, const OrderCurvesChart& chart, const OrderCurves& curves, const Theme& theme) {
  const QRectF& plot = chart.plot();
  const Lifetime shown = curves.shown();
  const QColor tint = mix(theme.surface, theme.muted_text, 0.12);
  double last = plot.left() - 2;
  for (std::size_t k = 0; k < curves.bands.size(); ++k) {
    const Lifetime band = curves.bands[k];
    if (!band.overlaps(shown)) continue;
    const double left = chart.x_of(std::max(band.begin, shown.begin)), right = chart.x_of(std::min(band.end, shown.end));
    if (right < last + 1) continue;  // the same pixel
    if (k % 2 == 1) painter.fillRect(QRectF(left, plot.top(), right - left, plot.height()), tint);
    if (right - left >= kLeastForLine) painter.fillRect(QRectF(right - 0.5, plot.top(), 1, plot.height()), theme.grid);
    last = right;
  }
}

/// The peak's dot and its label, away from `taken`. Null where it is out of view.
QRectF draw_peak(QPainter& painter, const OrderCurvesChart& chart, const OrderCurves& curves, const OrderCurve& curve,
                 const QColor& color, const QRectF& taken, const Theme& theme) {
  const std::size_t step = curve.bytes->peak_step();
  const Lifetime shown = curves.shown();
  if (step < shown.begin || step >= shown.end) return {};
  const QPointF at(chart.x_of(static_cast<double>(step) + 0.5), chart.y_of(curve.bytes->peak()));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.surface, 1));
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

OrderCurvesChart::OrderCurvesChart(const QRectF& rect, const OrderCurves& curves) {
  plot_ = rect.adjusted(kLeft, kTop, -kRight, -kBottom);
  plot_.setSize(plot_.size().expandedTo(QSizeF(1, 1)));
  const Lifetime shown = curves.shown();
  empty_ = shown.empty();
  begin_ = shown.begin;
  steps_ = std::max(1.0, static_cast<double>(shown.end) - begin_);
  most_ = static_cast<double>(std::max<std::int64_t>(1, curves.most().count));
}

double OrderCurvesChart::y_of(Bytes bytes) const {
  const double room = std::min(kPeakRoom, plot_.height() / 3);
  return plot_.bottom() - static_cast<double>(bytes.count) / most_ * (plot_.height() - room);
}

std::optional<std::size_t> OrderCurvesChart::step_at(double x) const {
  if (empty_) return std::nullopt;
  const double step = std::floor(begin_ + (x - plot_.left()) / plot_.width() * steps_);
  return static_cast<std::size_t>(std::clamp(step, begin_, begin_ + steps_ - 1));
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
  draw_axes(painter, rect, chart, curves, theme);
  painter.setClipRect(plot.adjusted(-5, -5, 5, 1));
  if (curves.first.bytes) {
    QColor area = first;
    area.setAlphaF(0.35F);  // the bands are seen through it
    fill_area(painter, chart, curves, *curves.first.bytes, area);
    draw_edge(painter, chart, curves, *curves.first.bytes, first, 1);
  }
  if (curves.second.bytes) draw_edge(painter, chart, curves, *curves.second.bytes, second, 2);
  QRectF taken;
  if (curves.first.bytes) taken = draw_peak(painter, chart, curves, curves.first, first, taken, theme);
  if (curves.second.bytes) draw_peak(painter, chart, curves, curves.second, second, taken, theme);
  painter.restore();
}

}  // namespace stowage
