// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/charts/step_chart.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kLeft = 62, kRight = 8, kTop = 4, kBottom = 18;
constexpr double kTitledLeft = 76;   // with an upright title
constexpr double kPeakRoom = 18;     // above the highest curve, for each line of labels
constexpr double kLeastForLine = 4;  // pixels of a band that ends with a line
constexpr double kTickRoom = 24, kStepTickRoom = 80;

/// Upright pieces of a curve, from left to right: of one step each, or of a pixel where that holds several.
template <class Each>
void for_each_piece(const StepChart& chart, const Each& each) {
  const QRectF& plot = chart.plot();
  const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(chart.begin())));
  const std::size_t steps = std::max(first, static_cast<std::size_t>(std::ceil(std::max(0.0, chart.end())))) - first;
  const auto pixels = static_cast<std::size_t>(std::max(1.0, std::ceil(plot.width())));
  const std::size_t pieces = std::min(steps, pixels);
  const auto x_of = [&](std::size_t step) {
    return std::clamp(chart.x_of(static_cast<double>(step)), plot.left(), plot.right());
  };
  std::size_t from = first;
  for (std::size_t k = 0; k < pieces; ++k) {
    const std::size_t to = first + (k + 1) * steps / pieces;
    each(x_of(from), x_of(to), from, to);
    from = to;
  }
}

}  // namespace

double StepChart::x_of(double place) const {
  return plot_.left() + (place - begin_) / (end_ > begin_ ? end_ - begin_ : 1) * plot_.width();
}

double StepChart::y_of_amount(double bytes) const {
  return std::max(plot_.top(), plot_.bottom() - bytes / std::max(1.0, most_) * (plot_.height() - headroom_));
}

CurveChart::CurveChart(const QRectF& rect, Lifetime shown, Bytes most, const Room& room)
    : StepChart({}, shown.begin, shown.end, static_cast<double>(most.count)), rect_(rect), shown_(shown) {
  const bool labels = page_has_axis_labels(), page = page_style() != nullptr;
  const double left = page && room.titled ? kTitledLeft : kLeft;
  plot_ = rect.adjusted(labels ? left : 2, kTop + room.above, -kRight, labels ? -kBottom : -2);
  plot_.setSize(plot_.size().expandedTo(QSizeF(1, 1)));
  headroom_ = std::min(kPeakRoom * room.label_lines, plot_.height() * room.label_lines / (room.label_lines + 2));
  if (page && labels) end_at_tick();
}

/// On paper the axis has a number above the highest curve, too. What is between them is room for labels.
void CurveChart::end_at_tick() {
  const auto ticks = byte_ticks(0, std::max(1.0, most_), tick_count());
  if (ticks.size() < 2) return;
  const double apart = ticks[1].value - ticks[0].value, before = most_;
  most_ = std::ceil(most_ / apart) * apart;
  const double free = 1 - before / most_, height = plot_.height();
  if (free >= 1) return;
  headroom_ = std::max(0.0, (headroom_ - free * height) / (1 - free));
}

/// At least two on paper: with the number above the highest curve there are three.
int CurveChart::tick_count() const {
  return std::max(page_style() != nullptr ? 2 : 1, static_cast<int>(plot_.height() / kTickRoom));
}

std::optional<std::size_t> CurveChart::step_at(double x) const {
  if (shown_.empty()) return std::nullopt;
  const double step = std::floor(begin_ + (x - plot_.left()) / plot_.width() * (end_ - begin_));
  return static_cast<std::size_t>(std::clamp(step, begin_, end_ - 1));
}

/// One polygon: without smoothing it is filled line by line.
void paint_step_area(QPainter& painter, const StepChart& chart, const StepCurve& curve, const QColor& color) {
  QPolygonF area{QPointF(chart.plot().left(), chart.plot().bottom())};
  for_each_piece(chart, [&](double left, double right, std::size_t from, std::size_t to) {
    const double y = chart.y_of(curve.extent(from, to).most);
    area << QPointF(left, y) << QPointF(right, y);
  });
  area << QPointF(area.last().x(), chart.plot().bottom());
  set_ink(painter, Qt::NoPen, color);
  painter.drawPolygon(area);
}

/// Each piece from its least to its most, and what leads there from the one before: one upright bar a piece, in whole
/// pixels, which are filled fastest.
void paint_step_line(QPainter& painter, const StepChart& chart, const StepCurve& curve, const QColor& color,
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

void paint_step_axes(QPainter& painter, const CurveChart& chart, const Theme& theme,
                     std::span<const std::int64_t> times, const QString& title, const QStringList& upright) {
  const QRectF &rect = chart.rect(), &plot = chart.plot();
  if (!page_has_axis_labels()) return;
  painter.setFont(paint_font(11));
  for (const Tick& tick :
       byte_ticks(0, static_cast<double>(std::max(chart.most(), Bytes{1}).count), chart.tick_count())) {
    const double y = std::floor(chart.y_of_amount(tick.value)) + 0.5;
    painter.setPen(QPen(theme.grid, page_line(1)));
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.setPen(theme.muted_text);
    draw_left_label(painter, {plot.left() - 5, std::clamp(y, rect.top() + 7, plot.bottom() - 5)}, tick.label);
  }
  const int across = std::max(1, static_cast<int>(plot.width() / kStepTickRoom));
  const QString steps = times.empty() ? CurveText::tr("step") : CurveText::tr("time");
  painter.setPen(theme.muted_text);
  painter.drawText(QRectF(rect.left(), plot.bottom() + 2, plot.left() - rect.left() - 5, 14),
                   Qt::AlignRight | Qt::AlignVCenter, title.isEmpty() ? steps : title);
  for (const Tick& tick : times.empty() ? number_ticks(chart.begin(), chart.end(), across)
                                        : time_ticks(times, chart.begin(), chart.end(), across))
    draw_tick_label(painter, QPointF(chart.x_of(tick.value), plot.bottom() + 2), tick.label, plot.left(), plot.right());
  if (page_style() == nullptr || upright.isEmpty()) return;
  painter.setPen(theme.text);
  draw_upright(painter, QRectF(rect.left(), plot.top(), 16, plot.height()),
               fitting(painter.font(), upright, plot.height()));
}

void paint_step_bands(QPainter& painter, const StepChart& chart, std::span<const Lifetime> bands, const Theme& theme) {
  const QRectF& plot = chart.plot();
  const QColor tint = mix(theme.surface, theme.muted_text, 0.12);
  double last = plot.left() - 2;
  for (std::size_t k = 0; k < bands.size(); ++k) {
    const double left = std::max(chart.x_of(bands[k].begin), plot.left());
    const double right = std::min(chart.x_of(bands[k].end), plot.right());
    if (right <= left || right < last + 1) continue;  // out of view, or in the pixel of the one before
    if (k % 2 == 1) painter.fillRect(QRectF(left, plot.top(), right - left, plot.height()), tint);
    if (right - left >= kLeastForLine) painter.fillRect(QRectF(right - 0.5, plot.top(), 1, plot.height()), theme.grid);
    last = right;
  }
}

QPolygonF upper_edge(const StepChart& chart, const MapCurve& curve, double columns) {
  const QRectF& plot = chart.plot();
  const MapCurve::Pieces pieces = curve.pieces_within(chart.begin(), chart.end());
  QPolygonF out;
  const auto add = [&](double from, double to, Bytes bytes) {
    const double y = chart.y_of(bytes);
    out << QPointF(std::clamp(chart.x_of(from), plot.left(), plot.right()), y)
        << QPointF(std::clamp(chart.x_of(to), plot.left(), plot.right()), y);
  };
  if (static_cast<double>(pieces.end - pieces.begin) < columns) {
    for (std::size_t k = pieces.begin; k < pieces.end; ++k) add(curve.begin(k), curve.end(k), curve.of(k));
    return out;
  }
  double from = chart.begin();
  for (int i = 0; i < static_cast<int>(columns); ++i) {
    const double to = from + (chart.end() - chart.begin()) / columns;
    add(from, to, curve.most(from, to));
    from = to;
  }
  return out;
}

QColor curve_area_color(const Theme& theme) {
  return mix(theme.surface, theme.muted_text, 0.35);
}

void paint_smooth_curve(QPainter& painter, const StepChart& chart, const QPolygonF& edge, const Theme& theme) {
  QPolygonF area = edge;
  area << QPointF(edge.last().x(), chart.plot().bottom()) << QPointF(edge.first().x(), chart.plot().bottom());
  set_ink(painter, Qt::NoPen, curve_area_color(theme));
  painter.drawPolygon(area);
  painter.setPen(QPen(theme.muted_text, page_line(1)));
  painter.drawPolyline(edge);
}

void paint_peak(QPainter& painter, const StepChart& chart, double x, double top, Bytes most, const Theme& theme) {
  painter.setPen(QPen(theme.peak, page_line(1), Qt::DotLine));
  painter.drawLine(QPointF(x, top), QPointF(x, chart.plot().bottom()));
  set_ink(painter, Qt::NoPen, theme.peak);
  painter.drawEllipse(QPointF(x, chart.y_of(most)), 3, 3);
}

}  // namespace stowage
