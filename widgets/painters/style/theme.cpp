// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/style/theme.h"

#include <QPainter>
#include <atomic>
#include <cmath>
#include <numbers>

#include "widgets/painters/style/page_style.h"

namespace stowage {
namespace {

constexpr double kHatchPeriod = 6;  // logical pixels between hatch lines
constexpr std::array<Qt::BrushStyle, 5> kHatches{Qt::SolidPattern, Qt::BDiagPattern, Qt::FDiagPattern, Qt::HorPattern,
                                                 Qt::VerPattern};
/// For print in grey: as many as differ at once without colours. None is that of what is not free yet on a heap map.
constexpr std::array<Qt::BrushStyle, 7> kGreyHatches{Qt::SolidPattern,  Qt::BDiagPattern, Qt::HorPattern,
                                                     Qt::Dense6Pattern, Qt::CrossPattern, Qt::DiagCrossPattern,
                                                     Qt::VerPattern};
std::atomic<ClassLook> look_of_all;

double linear(double channel) {
  return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double gamma(double channel) {
  channel = std::clamp(channel, 0.0, 1.0);
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * std::pow(channel, 1 / 2.4) - 0.055;
}

double luminance(const QColor& c) {
  return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

/// From OKLCH (Ottosson, "A perceptual color space for image processing", 2020), clipped to sRGB.
QColor from_oklch(double lightness, double chroma, double hue_degrees) {
  const double hue = hue_degrees * std::numbers::pi / 180;
  const double a = chroma * std::cos(hue), b = chroma * std::sin(hue);
  const auto cube = [](double v) { return v * v * v; };
  const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
  const auto channel = [](double v) { return static_cast<float>(gamma(v)); };
  return QColor::fromRgbF(channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                          channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                          channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

/// Lines x + y = c (or x - y = c) of a diagonal hatch within a rectangle.
void diagonal_lines(const QRectF& r, bool rising, double period, QVector<QLineF>& out) {
  const auto key = [&](QPointF p) { return rising ? p.x() + p.y() : p.x() - p.y(); };
  const double low = rising ? key(r.topLeft()) : key(r.bottomLeft());
  const double high = rising ? key(r.bottomRight()) : key(r.topRight());
  for (double c = std::ceil(low / period) * period; c < high; c += period) {
    // The stretch of x for which y stays inside.
    const double left = std::max(r.left(), rising ? c - r.bottom() : c + r.top());
    const double right = std::min(r.right(), rising ? c - r.top() : c + r.bottom());
    if (left < right) out.append(QLineF(left, rising ? c - left : left - c, right, rising ? c - right : right - c));
  }
}

void straight_lines(const QRectF& r, bool horizontal, double period, QVector<QLineF>& out) {
  const double low = horizontal ? r.top() : r.left(), high = horizontal ? r.bottom() : r.right();
  for (double c = std::ceil(low / period) * period + 0.5; c < high; c += period)
    out.append(horizontal ? QLineF(r.left(), c, r.right(), c) : QLineF(c, r.top(), c, r.bottom()));
}

/// In rows, each half a period beside the row before; each dot two lines that lie close.
void dots(const QRectF& r, double period, QVector<QLineF>& out) {
  const double side = period / 3;
  for (double row = std::ceil(r.top() / period); row * period < r.bottom(); ++row) {
    const double shift = std::fmod(std::abs(row), 2) == 1 ? 0.5 : 0;
    for (double column = std::floor(r.left() / period) - shift; column * period < r.right(); ++column) {
      const double left = std::max(column * period, r.left()), right = std::min(column * period + side, r.right());
      for (const double y : {row * period + side / 4, row * period + 3 * side / 4})
        if (left < right && y < r.bottom()) out.append(QLineF(left, y, right, y));
    }
  }
}

bool has_lines(Qt::BrushStyle hatch, Qt::BrushStyle alone, Qt::BrushStyle crossed) {
  return hatch == alone || hatch == crossed;
}

}  // namespace

const Theme& Theme::light() {
  static const Theme theme{.dark = false,
                           .background = QColor(0xff, 0xff, 0xff),
                           .surface = QColor(0xf4, 0xf5, 0xf7),
                           .text = QColor(0x1b, 0x1f, 0x24),
                           .muted_text = QColor(0x57, 0x60, 0x6a),
                           .grid = QColor(0xd0, 0xd5, 0xdb),
                           .footprint = QColor(0x1b, 0x1f, 0x24),
                           .bound = QColor(0x6f, 0x1d, 0x8f),
                           .selection = QColor(0xd1, 0x00, 0x6c),
                           .peak = QColor(0xb4, 0x1f, 0x14),
                           .path = QColor(0x0b, 0x3f, 0xd0),
                           .neutral = QColor(0xb4, 0xba, 0xc2)};
  return theme;
}

const Theme& Theme::dark_theme() {
  static const Theme theme{.dark = true,
                           .background = QColor(0x16, 0x19, 0x1d),
                           .surface = QColor(0x20, 0x24, 0x2a),
                           .text = QColor(0xe9, 0xec, 0xef),
                           .muted_text = QColor(0xa8, 0xb0, 0xba),
                           .grid = QColor(0x3d, 0x44, 0x4d),
                           .footprint = QColor(0xf2, 0xf4, 0xf6),
                           .bound = QColor(0xd8, 0xa6, 0xf0),
                           .selection = QColor(0xff, 0x6a, 0xb8),
                           .peak = QColor(0xff, 0x8f, 0x85),
                           .path = QColor(0x7d, 0xf5, 0xc4),
                           .neutral = QColor(0x6c, 0x75, 0x80)};
  return theme;
}

std::span<const PaletteInfo> palettes() {
  static constexpr PaletteInfo kTable[] = {
      {"okabe-ito",
       QT_TRANSLATE_NOOP("stowage::Palettes", "Okabe and Ito"),
       {0xffe69f00, 0xff56b4e9, 0xff009e73, 0xfff0e442, 0xff0072b2, 0xffd55e00, 0xffcc79a7}},
      // Paul Tol, "Colour Schemes" (SRON/EPS/TN/09-002): "muted" without its two least distinct.
      {"tol-muted",
       QT_TRANSLATE_NOOP("stowage::Palettes", "Tol, muted"),
       {0xffcc6677, 0xff88ccee, 0xffddcc77, 0xff117733, 0xff332288, 0xffaa4499, 0xff44aa99}},
  };
  return kTable;
}

ClassLook class_look() {
  if (const PageStyle* page = page_style(); page != nullptr && page->classes) return *page->classes;
  return look_of_all;
}

void set_class_look(ClassLook look) {
  look.palette = static_cast<std::uint8_t>(look.palette % palettes().size());
  look_of_all = look;
}

Fill own_fill(const QColor& color, std::size_t index) {
  return {color, class_look().hatches ? kGreyHatches[index % kGreyHatches.size()] : Qt::SolidPattern};
}

Fill palette_fill(std::size_t index, const Theme& theme) {
  const ClassLook look = class_look();
  const auto& colors = palettes()[look.palette].colors;
  const std::size_t color = index % (colors.size() + 1);
  // Eight colours and seven hatches have no common divisor: in turn, they too give kPaletteFills that differ.
  const Qt::BrushStyle hatch = look.hatches ? kGreyHatches[index % kGreyHatches.size()]
                                            : kHatches[index / (colors.size() + 1) % kHatches.size()];
  if (color < colors.size()) return {QColor::fromRgb(colors[color]), hatch};
  return {theme.dark ? QColor(0xd9, 0xdc, 0xe0) : QColor(0x00, 0x00, 0x00), hatch};
}

QColor pastel(std::size_t index, const Theme& theme) {
  constexpr std::size_t kApart = 3;  // places on the circle of hues from one to the next
  const std::size_t place = index % kPastels * kApart % kPastels;
  const bool lighter = index % kPastels % 2 == 0;
  const double lightness = theme.dark ? (lighter ? 0.56 : 0.46) : (lighter ? 0.89 : 0.79);
  const double hue = 15 + 360.0 * static_cast<double>(place) / static_cast<double>(kPastels);
  return QColor::fromRgb(from_oklch(lightness, 0.055, hue).rgb());  // in bytes, as it is drawn
}

QColor ramp_color(double value, const Theme& theme) {
  const double t = std::clamp(value, 0.0, 1.0);
  // Lightness runs evenly; hue goes from yellow by green to violet, away from red-green confusion.
  const double from_background = theme.dark ? 1 - t : t;
  const double lightness = theme.dark ? 0.93 - 0.48 * from_background : 0.91 - 0.57 * from_background;
  return from_oklch(lightness, 0.11 + 0.03 * std::sin(std::numbers::pi * t), 105 + 190 * from_background);
}

double contrast(const QColor& a, const QColor& b) {
  const double first = luminance(a) + 0.05, second = luminance(b) + 0.05;
  return std::max(first, second) / std::min(first, second);
}

QColor ink_on(const QColor& fill) {
  return contrast(fill, Qt::black) >= contrast(fill, Qt::white) ? QColor(Qt::black) : QColor(Qt::white);
}

QColor mix(const QColor& a, const QColor& b, double share) {
  const auto channel = [share](int from, int to) { return static_cast<int>(std::lround(from + (to - from) * share)); };
  return QColor(channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue()));
}

QColor border_of(const QColor& fill, const Theme& theme) {
  constexpr double kShare = 0.45, kLeastContrast = 1.5;
  const QColor border = mix(fill, theme.text, kShare);
  return contrast(border, fill) >= kLeastContrast ? border : mix(fill, ink_on(fill), kShare);
}

QColor hatch_ink(const QColor& fill) {
  return mix(fill, ink_on(fill), 0.55);
}

bool hatch_covers(Qt::BrushStyle hatch, int x, int y, int period) {
  const auto on_line = [period](int v) { return ((v % period) + period) % period < std::max(1, period / 6); };
  const auto is_dot = [period](int u, int v) {
    const int across = std::max(1, period / 3), row = (v % period + period) % period;
    const bool odd = ((v - row) / period) % 2 != 0;
    return row < across && ((u + (odd ? period / 2 : 0)) % period + period) % period < across;
  };
  return (has_lines(hatch, Qt::BDiagPattern, Qt::DiagCrossPattern) && on_line(x + y)) ||
         (has_lines(hatch, Qt::FDiagPattern, Qt::DiagCrossPattern) && on_line(x - y)) ||
         (has_lines(hatch, Qt::HorPattern, Qt::CrossPattern) && on_line(y)) ||
         (has_lines(hatch, Qt::VerPattern, Qt::CrossPattern) && on_line(x)) ||
         (hatch == Qt::Dense6Pattern && is_dot(x, y));
}

QVector<QLineF> hatch_lines(const QRectF& rect, Qt::BrushStyle hatch, double period) {
  QVector<QLineF> lines;
  if (has_lines(hatch, Qt::BDiagPattern, Qt::DiagCrossPattern)) diagonal_lines(rect, true, period, lines);
  if (has_lines(hatch, Qt::FDiagPattern, Qt::DiagCrossPattern)) diagonal_lines(rect, false, period, lines);
  if (has_lines(hatch, Qt::HorPattern, Qt::CrossPattern)) straight_lines(rect, true, period, lines);
  if (has_lines(hatch, Qt::VerPattern, Qt::CrossPattern)) straight_lines(rect, false, period, lines);
  if (hatch == Qt::Dense6Pattern) dots(rect, period, lines);
  return lines;
}

void fill_rect(QPainter& painter, const QRectF& rect, const Fill& fill) {
  painter.fillRect(rect, fill.color);
  const QVector<QLineF> lines = hatch_lines(rect, fill.hatch, kHatchPeriod);
  if (lines.isEmpty()) return;
  const QPen before = painter.pen();
  painter.setPen(QPen(hatch_ink(fill.color), page_line(1), Qt::SolidLine, Qt::FlatCap));
  painter.drawLines(lines);
  painter.setPen(before);
}

}  // namespace stowage
