// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategies/footprint_bars.h"

#include <algorithm>

#include <QPainter>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kZeroBelow = 0.75;  // the axis starts at 0 where least/most is below this
constexpr double kFootShare = 0.35;  // else it starts this share of the spread below the least

constexpr int kMostTicks = 8;
constexpr double kTickGap = 16;                          // between two labels
constexpr double kLargestPitch = 40, kBarShare = 0.72;   // a row's height, and the bar's share of it
constexpr double kLargestText = 13, kSmallestText = 4;   // pixels
constexpr double kGap = 8, kAxisHeight = 22, kTick = 4;  // pixels

double as_double(Bytes bytes) {
  return static_cast<double>(bytes.count);
}

/// Where everything is.
struct BarLayout {
  QRectF plot;
  double pitch = 1;
  QFont names;
  double from = 0, scale = 1;  // bytes at the left edge, pixels a byte

  [[nodiscard]] double x_of(double bytes) const { return plot.left() + (bytes - from) * scale; }
  [[nodiscard]] QRectF row(std::size_t k, double left, double right) const {
    return QRectF(left, plot.top() + static_cast<double>(k) * pitch, right - left, pitch);
  }
};

/// What is shown is written stronger, and so wider.
QFont font_of(const FootprintBars::Bar& bar, QFont names) {
  if (bar.shown) names.setWeight(QFont::DemiBold);
  return names;
}

QString size_text(const FootprintBars::Bar& bar) {
  return human_bytes(bar.footprint);
}

BarLayout lay_out(const QRectF& rect, const FootprintBars& bars) {
  BarLayout out;
  const double count = std::max(1.0, static_cast<double>(bars.bars.size()));
  out.pitch = std::min(kLargestPitch, std::max(1.0, rect.height() - kAxisHeight) / count);
  out.names = paint_font(std::clamp(out.pitch * 0.8, kSmallestText, kLargestText));
  double names = 0, sizes = 0;
  for (const FootprintBars::Bar& bar : bars.bars) {
    names = std::max(names, text_width(font_of(bar, out.names), bar.name));
    sizes = std::max(sizes, text_width(font_of(bar, out.names), size_text(bar)));
  }
  names = std::min(names, rect.width() * 0.4);
  sizes = std::min(sizes, rect.width() * 0.3);
  out.plot = QRectF(rect.left() + names + kGap, rect.top(), std::max(1.0, rect.width() - names - sizes - 2 * kGap),
                    out.pitch * count);
  out.from = bars.range.from;
  out.scale = out.plot.width() / (bars.range.to - bars.range.from);
  return out;
}

void draw_axis(QPainter& painter, const BarLayout& layout, const QRectF& rect, const ChartRange& range,
               const Theme& theme) {
  const QFont font = paint_font(11);
  painter.setFont(font);
  const double foot = layout.plot.bottom();
  for (const Tick& tick :
       footprint_ticks(range, layout.plot.width(), [&](const QString& label) { return text_width(font, label); })) {
    const double x = layout.x_of(tick.value);
    painter.setPen(QPen(theme.grid, 0.75));
    painter.drawLine(QPointF(x, layout.plot.top()), QPointF(x, foot + kTick));
    QRectF box(0, foot + kTick, text_width(font, tick.label) + 2, 15);
    box.moveLeft(std::clamp(x - box.width() / 2, rect.left(), std::max(rect.left(), rect.right() - box.width())));
    painter.setPen(theme.muted_text);
    painter.drawText(box, Qt::AlignCenter, tick.label);
  }
  painter.setPen(QPen(theme.grid, 1));
  painter.drawLine(layout.plot.bottomLeft(), layout.plot.bottomRight());
}

void draw_bar(QPainter& painter, const BarLayout& layout, const QRectF& rect, std::size_t row,
              const FootprintBars::Bar& bar, const Theme& theme) {
  const BarColors colors = bar_colors(theme);
  const QRectF box = layout.row(row, layout.plot.left(), layout.x_of(as_double(bar.footprint)));
  const double margin = box.height() * (1 - kBarShare) / 2;
  painter.fillRect(box.adjusted(0, margin, 0, -margin), bar.shown   ? colors.shown
                                                        : bar.stale ? colors.stale
                                                                    : colors.plain);
  const QFont font = font_of(bar, layout.names);
  const QRectF left = layout.row(row, rect.left(), layout.plot.left() - kGap);
  const QRectF right = layout.row(row, layout.plot.right() + kGap, rect.right());
  painter.setFont(font);
  painter.setPen(!bar.stale ? theme.text : theme.muted_text);
  painter.drawText(left, Qt::AlignRight | Qt::AlignVCenter, fitted(font, bar.name, left.width() + 1));
  painter.drawText(right, Qt::AlignRight | Qt::AlignVCenter, fitted(font, size_text(bar), right.width() + 1));
}

}  // namespace

ChartRange chart_range(Bytes least, Bytes most) {
  const double low = as_double(least);
  const double high = std::max(as_double(most), 1.0);
  if (low >= high || low < kZeroBelow * high) return {0, high * 1.04};
  const double spread = high - low;
  return {std::max(0.0, low - kFootShare * spread), high + 0.06 * spread};
}

std::vector<Tick> footprint_ticks(const ChartRange& range, double length,
                                  const std::function<double(const QString&)>& width_of) {
  for (int most = kMostTicks; most >= 1; --most) {
    std::vector<Tick> ticks = byte_ticks(range.from, range.to, most);
    if (ticks.empty()) continue;
    const double distance = ticks.size() > 1 ? ticks[1].value - ticks[0].value : range.to - range.from;
    const double apart = distance / (range.to - range.from) * length;
    const auto has_room = [&](const Tick& tick) { return width_of(tick.label) + kTickGap <= apart; };
    if (std::ranges::all_of(ticks, has_room)) return ticks;
  }
  return {};
}

BarColors bar_colors(const Theme& theme) {
  const auto faint = [](QColor color, double alpha) {
    color.setAlphaF(static_cast<float>(alpha));
    return color;
  };
  const QColor blue = theme.dark ? QColor(86, 180, 233) : QColor(0, 114, 178);
  return {faint(blue, 0.45), blue, faint(theme.muted_text, 0.3)};
}

void paint_footprint_bars(QPainter& painter, const QRectF& rect, const FootprintBars& bars, const Theme& theme) {
  const BarLayout layout = lay_out(rect, bars);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(layout.plot, theme.surface);
  draw_axis(painter, layout, rect, bars.range, theme);
  for (std::size_t row = 0; row < bars.bars.size(); ++row) draw_bar(painter, layout, rect, row, bars.bars[row], theme);
  const auto draw_line = [&](std::optional<Bytes> at, const QPen& pen) {
    if (!at) return;
    const double x = layout.x_of(as_double(*at));
    painter.setPen(pen);
    painter.drawLine(QPointF(x, layout.plot.top()), QPointF(x, layout.plot.bottom()));
  };
  draw_line(bars.bound, QPen(theme.bound, 1.5, Qt::DashLine));
  draw_line(bars.baseline, QPen(theme.text, 1.5, Qt::DotLine));
}

}  // namespace stowage
