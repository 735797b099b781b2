// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/charts/curve_chart.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "widgets/painters/style/axis.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct CurveChartText {
  Q_DECLARE_TR_FUNCTIONS(stowage::CurveChart)
};

constexpr double kLeft = 62, kRight = 8, kTop = 4, kBottom = 18;
constexpr double kTitledLeft = 76;   // with an upright title
constexpr double kPeakRoom = 18;     // above the highest curve, for each line of labels
constexpr double kLeastForLine = 4;  // pixels of a band that ends with a line
constexpr double kTickRoom = 24, kStepTickRoom = 80;

/// Upright pieces of a curve, from left to right: of one step each, or of a pixel where that holds several.
template <class Each>
void for_each_piece(const CurveChart& chart, const Each& each) {
  const Lifetime shown = chart.shown();
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

}  // namespace

CurveChart::CurveChart(const QRectF& rect, Lifetime shown, Bytes most, const Room& room)
    : rect_(rect), shown_(shown), most_(most) {
  const bool labels = page_has_axis_labels(), page = page_style() != nullptr;
  const double left = page && room.titled ? kTitledLeft : kLeft;
  plot_ = rect.adjusted(labels ? left : 2, kTop + room.above, -kRight, labels ? -kBottom : -2);
  plot_.setSize(plot_.size().expandedTo(QSizeF(1, 1)));
  headroom_ = std::min(kPeakRoom * room.label_lines, plot_.height() * room.label_lines / (room.label_lines + 2));
  if (page && labels) end_at_tick();
}

/// On paper the axis has a number above the highest curve, too. What is between them is room for labels.
void CurveChart::end_at_tick() {
  const auto ticks = byte_ticks(0, static_cast<double>(std::max<std::int64_t>(1, most_.count)), tick_count());
  if (ticks.size() < 2) return;
  const auto apart = static_cast<std::int64_t>(ticks[1].value - ticks[0].value);
  const auto before = static_cast<double>(most_.count);
  most_ = {(most_.count + apart - 1) / apart * apart};
  const double free = 1 - before / static_cast<double>(most_.count), height = plot_.height();
  if (free >= 1) return;
  headroom_ = std::max(0.0, (headroom_ - free * height) / (1 - free));
}

/// At least two on paper: with the number above the highest curve there are three.
int CurveChart::tick_count() const {
  return std::max(page_style() != nullptr ? 2 : 1, static_cast<int>(plot_.height() / kTickRoom));
}

double CurveChart::x_of(double step) const {
  const double steps = shown_.empty() ? 1 : shown_.end - shown_.begin;
  return plot_.left() + (step - shown_.begin) / steps * plot_.width();
}

double CurveChart::y_of(Bytes bytes) const {
  const auto most = static_cast<double>(std::max<std::int64_t>(1, most_.count));
  return plot_.bottom() - static_cast<double>(bytes.count) / most * (plot_.height() - headroom_);
}

std::optional<std::size_t> CurveChart::step_at(double x) const {
  if (shown_.empty()) return std::nullopt;
  const double begin = shown_.begin, end = shown_.end;
  const double step = std::floor(begin + (x - plot_.left()) / plot_.width() * (end - begin));
  return static_cast<std::size_t>(std::clamp(step, begin, end - 1));
}

/// One polygon: without smoothing it is filled line by line.
void paint_curve_area(QPainter& painter, const CurveChart& chart, const StepCurve& curve, const QColor& color) {
  QPolygonF area{QPointF(chart.plot().left(), chart.plot().bottom())};
  for_each_piece(chart, [&](double left, double right, std::size_t from, std::size_t to) {
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
void paint_curve_line(QPainter& painter, const CurveChart& chart, const StepCurve& curve, const QColor& color,
                      int thickness) {
  std::optional<int> before;
  const auto pixel = [](double at) { return static_cast<int>(std::lround(at)); };
  for_each_piece(chart, [&](double left, double right, std::size_t from, std::size_t to) {
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

void paint_curve_axes(QPainter& painter, const CurveChart& chart, const Theme& theme,
                      std::span<const std::int64_t> times, const QString& title, const QStringList& upright) {
  const QRectF &rect = chart.rect(), &plot = chart.plot();
  if (!page_has_axis_labels()) return;
  painter.setFont(paint_font(11));
  const double top = static_cast<double>(std::max<std::int64_t>(1, chart.most().count));
  for (const Tick& tick : byte_ticks(0, top, chart.tick_count())) {
    const double y = std::floor(chart.y_of({static_cast<std::int64_t>(tick.value)})) + 0.5;
    painter.setPen(QPen(theme.grid, page_line(1)));
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.setPen(theme.muted_text);
    const double middle = std::clamp(y, rect.top() + 7, plot.bottom() - 5);
    painter.drawText(QRectF(rect.left(), middle - 8, plot.left() - rect.left() - 5, 16),
                     Qt::AlignRight | Qt::AlignVCenter, tick.label);
  }
  const Lifetime shown = chart.shown();
  const int across = std::max(1, static_cast<int>(plot.width() / kStepTickRoom));
  const QString steps = times.empty() ? CurveChartText::tr("step") : CurveChartText::tr("time");
  painter.setPen(theme.muted_text);
  painter.drawText(QRectF(rect.left(), plot.bottom() + 2, plot.left() - rect.left() - 5, 14),
                   Qt::AlignRight | Qt::AlignVCenter, title.isEmpty() ? steps : title);
  for (const Tick& tick :
       times.empty() ? number_ticks(shown.begin, shown.end, across) : time_ticks(times, shown.begin, shown.end, across))
    draw_tick_label(painter, QPointF(chart.x_of(tick.value), plot.bottom() + 2), tick.label, plot.left(), plot.right());
  if (page_style() == nullptr || upright.isEmpty()) return;
  painter.save();
  painter.setPen(theme.text);
  painter.translate(rect.left() + 8, plot.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-plot.height() / 2, -8, plot.height(), 16), Qt::AlignCenter,
                   fitting(painter.font(), upright, plot.height()));
  painter.restore();
}

void paint_curve_bands(QPainter& painter, const CurveChart& chart, std::span<const Lifetime> bands,
                       const Theme& theme) {
  const QRectF& plot = chart.plot();
  const Lifetime shown = chart.shown();
  const QColor tint = mix(theme.surface, theme.muted_text, 0.12);
  double last = plot.left() - 2;
  for (std::size_t k = 0; k < bands.size(); ++k) {
    const Lifetime band = bands[k];
    if (!band.overlaps(shown)) continue;
    const double left = chart.x_of(std::max(band.begin, shown.begin)),
                 right = chart.x_of(std::min(band.end, shown.end));
    if (right < last + 1) continue;  // the same pixel
    if (k % 2 == 1) painter.fillRect(QRectF(left, plot.top(), right - left, plot.height()), tint);
    if (right - left >= kLeastForLine) painter.fillRect(QRectF(right - 0.5, plot.top(), 1, plot.height()), theme.grid);
    last = right;
  }
}

}  // namespace stowage
