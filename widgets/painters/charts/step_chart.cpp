// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/charts/step_chart.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kLeft = 62, kRight = 8, kTop = 4, kBottom = 18;
constexpr double kTitledLeft = 76;   // with an upright title
constexpr double kPeakRoom = 18;     // above the highest curve, for each line of labels
constexpr double kLeastForLine = 4;  // pixels of a band that ends with a line
constexpr double kTickRoom = 24, kStepTickRoom = 80;

/// A flat piece as it is drawn.
struct Piece {
  double left, right, high, low;
};

/// From left to right: those of the curve, or the extent of those in each of so many columns where several share one.
std::vector<Piece> pieces_of(const StepChart& chart, const StepCurve& curve, double columns) {
  const QRectF& plot = chart.plot();
  const auto x_of = [&](double place) { return std::clamp(chart.x_of(place), plot.left(), plot.right()); };
  std::vector<Piece> out;
  const StepScale::Range own = curve.pieces_within(chart.begin(), chart.end());
  const auto count = static_cast<double>(own.end - std::min(own.begin, own.end));
  out.reserve(static_cast<std::size_t>(std::min(count, columns)));
  const auto add = [&](double from, double to, const StepCurve::Extent& bytes) {
    out.push_back({x_of(from), x_of(to), chart.y_of(bytes.most), chart.y_of(bytes.least)});
  };
  if (count <= columns) {
    for (std::size_t k = own.begin; k < own.end; ++k) add(curve.begin(k), curve.end(k), curve.extent(k, k + 1));
    return out;
  }
  double from = chart.begin();
  for (double i = 1; i <= columns; ++i) {
    const double to = chart.begin() + (chart.end() - chart.begin()) * i / columns;
    add(from, to, curve.extent_within(from, to));
    from = to;
  }
  return out;
}

/// Each piece from its most to its least, and what leads there from the one before: upright bars in whole pixels, which
/// are filled fastest.
void fill_line(QPainter& painter, const std::vector<Piece>& pieces, const CurveInk& ink, double scale) {
  const auto pixel = [scale](double at) { return std::round(at * scale) / scale; };
  const double above = std::floor(ink.thickness / 2);
  std::optional<double> before;
  for (const Piece& piece : pieces) {
    const double high = pixel(piece.high) - above, low = ink.dips ? pixel(piece.low) - above : high;
    const double x = pixel(piece.left), width = std::max(1 / scale, pixel(piece.right) - x);
    painter.fillRect(QRectF(x, high, width, low - high + ink.thickness), ink.line);
    if (before && *before != high)
      painter.fillRect(
          QRectF(x - above, std::min(*before, high), ink.thickness, std::abs(*before - high) + ink.thickness),
          ink.line);
    before = high;
  }
}

void stroke_line(QPainter& painter, const std::vector<Piece>& pieces, const CurveInk& ink) {
  QPolygonF line;
  for (const Piece& piece : pieces) {
    line << QPointF(piece.left, piece.high);
    if (ink.dips && piece.low > piece.high) line << QPointF(piece.left, piece.low) << QPointF(piece.left, piece.high);
    line << QPointF(piece.right, piece.high);
  }
  set_ink(painter, QPen(ink.line, page_line(ink.thickness), ink.style, Qt::FlatCap, Qt::MiterJoin), Qt::NoBrush);
  painter.drawPolyline(line);
}

}  // namespace

double StepChart::x_of(double place) const {
  return plot_.left() + (place - begin_) / (end_ > begin_ ? end_ - begin_ : 1) * plot_.width();
}

double StepChart::y_of_amount(double bytes) const {
  return std::max(plot_.top(),
                  plot_.bottom() - (bytes - least_) / std::max(1.0, most_ - least_) * (plot_.height() - headroom_));
}

CurveChart::CurveChart(const QRectF& rect, Lifetime shown, Bytes most, const Room& room)
    : StepChart({}, shown.begin, shown.end, static_cast<double>(most.count)), shown_(shown) {
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

void paint_left_axis(QPainter& painter, const QRectF& plot, const std::vector<Tick>& ticks,
                     const std::function<double(double)>& y_of, const Theme& theme, bool across, double room) {
  if (!page_has_axis_labels()) return;
  constexpr double kTick = 5, kGap = 4;
  constexpr int kLeastLetters = 8;
  for (const Tick& tick : ticks) {
    const double y = std::floor(y_of(tick.value)) + 0.5, left = plot.left() - kTick;
    if (y < plot.top() - 1 || y > plot.bottom() + 1) continue;
    painter.setPen(QPen(across ? theme.grid : theme.muted_text, page_line(1)));
    painter.drawLine(QPointF(across ? plot.left() : left, y), QPointF(across ? plot.right() : plot.left(), y));
    QFont font = paint_font(11);
    const double width = text_width(font, tick.label);
    if (width > room && page_style() == nullptr)
      font.setPixelSize(std::max(kLeastLetters, static_cast<int>(font.pixelSize() * room / width)));
    set_letters(painter, font, theme.muted_text);
    if (across)
      draw_left_label(painter, {left, std::clamp(y, plot.top() + 3, plot.bottom() - kTick)}, tick.label);
    else
      draw_left_label(painter, {left - kGap, y}, tick.label);
  }
}

std::vector<Tick> place_ticks(const StepScale& scale, std::span<const std::int64_t> times, double low, double high,
                              int most) {
  if (scale.over_time()) return duration_ticks(low, high, most, scale.unit());
  const bool plain = scale.over_events() || times.empty();
  return plain ? number_ticks(low, high, most) : time_ticks(times, low, high, most);
}

ChartAxes step_axes(const CurveChart& chart, std::span<const std::int64_t> times) {
  const double most = static_cast<double>(std::max(chart.most(), Bytes{1}).count);
  const int across = std::max(1, static_cast<int>(chart.plot().width() / kStepTickRoom));
  return {.amounts = byte_ticks(0, most, chart.tick_count()),
          .places = place_ticks({}, times, chart.begin(), chart.end(), across),
          .title = times.empty() ? CurveText::tr("step") : CurveText::tr("time")};
}

void paint_axes(QPainter& painter, const StepChart& chart, const ChartAxes& axes, const Theme& theme) {
  if (!page_has_axis_labels()) return;
  const QRectF& plot = chart.plot();
  paint_left_axis(
      painter, plot, axes.amounts, [&](double amount) { return chart.y_of_amount(amount); }, theme);
  set_letters(painter, paint_font(11), theme.muted_text);
  painter.drawText(QRectF(plot.left() - kLeft, plot.bottom() + 2, kLeft - 5, 14), Qt::AlignRight | Qt::AlignVCenter,
                   axes.title);
  for (const Tick& tick : axes.places)
    draw_tick_label(painter, QPointF(chart.x_of(tick.value), plot.bottom() + 2), tick.label, plot.left(), plot.right());
  if (page_style() == nullptr || axes.upright.isEmpty()) return;
  painter.setPen(theme.text);
  draw_upright(painter, QRectF(plot.left() - kTitledLeft, plot.top(), 16, plot.height()),
               fitting(painter.font(), axes.upright, plot.height()));
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

void paint_curve(QPainter& painter, const StepChart& chart, const StepCurve& curve, const CurveInk& ink) {
  const QRectF& plot = chart.plot();
  const double scale = cells_a_pixel(painter, plot.size());
  const std::vector<Piece> pieces = pieces_of(chart, curve, std::max(1.0, std::ceil(plot.width() * scale)));
  if (pieces.empty()) return;
  const bool smooth = painter.testRenderHint(QPainter::Antialiasing);
  painter.setRenderHint(QPainter::Antialiasing, is_vector(painter));
  if (ink.area.isValid()) {
    QPolygonF area{QPointF(pieces.front().left, plot.bottom())};
    for (const Piece& piece : pieces) area << QPointF(piece.left, piece.high) << QPointF(piece.right, piece.high);
    area << QPointF(pieces.back().right, plot.bottom());
    set_ink(painter, Qt::NoPen, ink.area);
    painter.drawPolygon(area);
  }
  if (ink.line.isValid() && (is_vector(painter) || ink.style != Qt::SolidLine))
    stroke_line(painter, pieces, ink);
  else if (ink.line.isValid())
    fill_line(painter, pieces, ink, scale);
  painter.setRenderHint(QPainter::Antialiasing, smooth);
}

CurveInk grey_curve(const Theme& theme) {
  return {.line = theme.muted_text, .area = mix(theme.surface, theme.muted_text, 0.35), .dips = false};
}

double hidden_by(const StepChart& chart, const StepCurve& curve, const QRectF& label, bool dips) {
  constexpr double kColumn = 3, kAround = 2;  // pixels: of a look at the curve, and of a line to each side
  const QRectF& plot = chart.plot();
  const QRectF seen = label & plot;
  const double pixel = (chart.end() - chart.begin()) / plot.width();  // in places
  double hidden = 0;
  std::optional<std::pair<double, double>> before;
  for (double x = seen.left(); x < seen.right(); x += kColumn) {
    const double from = chart.begin() + (x - plot.left()) * pixel;
    const StepCurve::Extent bytes = curve.extent_within(from, from + kColumn * pixel);
    const double most = chart.y_of(bytes.most), least = dips ? chart.y_of(bytes.least) : most;
    // With what falls or rises to here.
    const double high = before ? std::min(most, before->second) : most;
    const double low = before ? std::max(least, before->first) : least;
    hidden += std::max(0.0, std::min(low + kAround, seen.bottom()) - std::max(high - kAround, seen.top()));
    before = {most, least};
  }
  return hidden * kColumn / (2 * kAround);
}

void paint_peak(QPainter& painter, const StepChart& chart, double x, double top, Bytes most, const Theme& theme) {
  painter.setPen(QPen(theme.peak, page_line(1), Qt::DotLine));
  painter.drawLine(QPointF(x, top), QPointF(x, chart.plot().bottom()));
  set_ink(painter, Qt::NoPen, theme.peak);
  painter.drawEllipse(QPointF(x, chart.y_of(most)), 3, 3);
}

}  // namespace stowage
